from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.envs.arena import make_arena
from tablewright.envs.manual import main, manual, refreshed
from tests.support.transcript import ROOT

PAGE = ROOT / "docs" / "environments.md"


def test_the_page_shows_the_layouts_as_they_are() -> None:
    page = PAGE.read_text("utf-8")
    assert page.count("<!-- manual: ") == 4
    assert refreshed(page) == page, "run: python -m tablewright.envs.manual --page docs/environments.md"


def test_a_manual_tells_every_piece_and_every_command() -> None:
    arena = make_arena("ooperations")
    text = manual(arena)
    for piece in arena.encoder.layout.pieces:
        assert f"| {piece.name} |" in text
    assert "| 0 | `done` |" in text
    assert "| 2-50 | `battle F1 B1` ... `battle F7 B7` |" in text


def test_the_manual_of_an_arena_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dungeons", "players=each"]) == 0
    assert capsys.readouterr().out == manual(make_arena("dungeons", players="each"))


def test_a_page_is_refreshed_in_place(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- manual: maze -->\nold\n<!-- end -->\nafter\n", "utf-8")
    assert main(["--page", str(page)]) == 0
    text = page.read_text("utf-8")
    assert "old" not in text
    assert manual(make_arena("maze")) in text
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([], 2, "usage: "),
        (["maze", "six"], 2, "usage: "),
        (["maize"], 1, 'there is no game "maize"'),
        (["maze", "layout=nowhere"], 1, 'there is no layout "nowhere"'),
        (["--page", "nowhere.md"], 1, "No such file"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    arguments: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == code
    assert told in capsys.readouterr().err
