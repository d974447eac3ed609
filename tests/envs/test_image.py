from __future__ import annotations

import numpy as np
import pytest

from tablewright.envs.arena import make_arena
from tablewright.envs.image import HEIGHT, WIDTH, draw, glyph
from tests.envs.arenas import in_every_arena, random_matches


def test_an_image_has_room_for_the_text_and_for_what_was_asked() -> None:
    assert draw("ab\nc\n", scale=1).shape == (2 * HEIGHT, 2 * WIDTH, 3)
    assert draw("ab", columns=10, rows=4).shape == (4 * HEIGHT * 2, 10 * WIDTH * 2, 3)
    assert draw("").shape == (HEIGHT * 2, WIDTH * 2, 3)
    assert draw("x").dtype == np.uint8


def test_every_printable_character_looks_different() -> None:
    cells = {glyph(chr(code)).tobytes() for code in range(32, 127)}
    assert len(cells) == 95


def test_a_letter_is_drawn_as_it_looks() -> None:
    rows = ["".join(".#"[int(pixel)] for pixel in row) for row in glyph("L")]
    assert rows == ["......", *["#....."] * 6, "#####.", "......", "......"]


def test_letters_do_not_touch_and_frames_do() -> None:
    for code in range(33, 127):
        assert not glyph(chr(code))[:, -1].any()
    for left, right in ("══", "──", "╔╗", "└┘"):
        assert (glyph(left)[:, -1] == glyph(right)[:, 0]).all()
        assert glyph(left)[:, -1].any()
    for top, bottom in ("║║", "│┘", "╬╚"):
        assert (glyph(top)[-1] == glyph(bottom)[0]).all()
    assert glyph("█").all()


def test_a_character_nobody_drew_is_a_box() -> None:
    assert np.array_equal(glyph("é"), glyph("漢"))
    assert glyph("é").any()


def test_different_texts_are_different_images() -> None:
    assert not np.array_equal(draw("health 1"), draw("health 7"))


@in_every_arena
def test_the_pictures_of_a_game_fit_its_canvas_and_its_characters_are_drawn(game: str, options: dict[str, str]) -> None:
    arena = make_arena(game, **options)
    columns, rows = arena.encoder.canvas
    unknown = glyph("漢")
    for match in random_matches(arena, 6, every=9):
        lines = match.state.picture(0).rstrip("\n").split("\n")
        assert max(map(len, lines)) <= columns
        assert len(lines) <= rows
        for character in set("".join(lines)):
            assert not np.array_equal(glyph(character), unknown), character


@pytest.mark.parametrize("scale", [1, 3])
def test_images_can_be_enlarged(scale: int) -> None:
    assert np.array_equal(draw("A", scale=scale)[::scale, ::scale], draw("A", scale=1))
