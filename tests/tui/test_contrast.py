"""Everything that is written can be read: the contrast of every text on every screen, in both themes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rich.color import Color, ColorTriplet
from textual.pilot import Pilot

from tablewright.core.match import Match
from tablewright.core.registry import find_game, game_keys
from tablewright.table.players import new_record
from tablewright.table.table import Table
from tablewright.testing import random_record
from tablewright.tui.app import TablewrightApp
from tablewright.tui.screens.small import CoverScreen
from tablewright.tui.screenshots import sample

from .support import drive, press, screen

#: What the guidelines for accessible content ask of text.
READABLE = 4.5
#: Parts of pictures, which are no text: borders, walls, bars.
PICTURE = set("─│┌┐└┘├┤┬┴┼═║╔╗╚╝╬╞╪╡━┃█░▏▆▂▁▃▄▅▇▔▊▎▕·…")


def luminance(colour: ColorTriplet) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def texts(app: Any) -> Iterator[tuple[str, float]]:
    """Yield every text on the screen with its contrast."""
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            text = "".join(letter for letter in segment.text if letter not in PICTURE).strip()
            style = segment.style
            if not text or style is None:
                continue
            colours = [colour or Color.default() for colour in (style.color, style.bgcolor)]
            ink, paper = (colour.triplet for colour in colours)
            assert ink is not None, text
            assert paper is not None, text
            if style.dim:
                ink = ColorTriplet(*((a + b) // 2 for a, b in zip(ink, paper, strict=True)))
            yield text, contrast(ink, paper)


def check(app: Any) -> None:
    worst = sorted((value, text) for text, value in texts(app))
    assert worst
    assert worst[0][0] >= READABLE, worst[:5]


def test_contrast_is_what_the_guidelines_say() -> None:
    black, white = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(ColorTriplet(119, 119, 119), white) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
@pytest.mark.parametrize("key", game_keys())
def test_every_text_of_a_match_can_be_read(key: str, light: bool) -> None:
    game = find_game(key)
    record = sample(game, 4, 0.5)
    app = TablewrightApp(Table(record), pace=0, light=light)

    async def story(pilot: Pilot[Any]) -> None:
        check(app)
        for keys in (["1"], ["escape", "x", "n"], ["i"], ["escape", "question_mark"], ["escape", "q"]):
            await press(pilot, *keys)
            check(app)

    drive(app, story)
    replay = TablewrightApp(Match.replay(record), light=light)

    async def watching(pilot: Pilot[Any]) -> None:
        await press(pilot, "full_stop", "full_stop")
        check(replay)

    drive(replay, watching)


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_every_text_of_the_other_screens_can_be_read(light: bool) -> None:
    app = TablewrightApp(light=light)

    async def story(pilot: Pilot[Any]) -> None:
        check(app)
        await press(pilot, "down")
        check(app)
        await press(pilot, "1")
        check(app)
        await press(pilot, "down", "down", "down")
        check(app)

    drive(app, story)


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_every_text_between_turns_and_at_the_end_can_be_read(light: bool) -> None:
    game = find_game("ooperations")
    between = TablewrightApp(new_record(game, game.setup(), ["Ann", "Bea"], 4), pace=0, light=light)

    async def passing(pilot: Pilot[Any]) -> None:
        await press(pilot, "e", "e")
        assert isinstance(between.screen, CoverScreen)
        check(between)

    drive(between, passing)
    over = TablewrightApp(Table(random_record(game, game.setup(), 1)), pace=0, light=light)

    async def ending(pilot: Pilot[Any]) -> None:
        assert "won" in screen(over)
        check(over)
        await press(pilot, "tab")
        check(over)

    drive(over, ending)
