"""Playthroughs come out today as they are written; ``make playthroughs`` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.core.registry import register
from tablewright.testing.playthrough import BadPlaythrough, main, perform
from tests.core.toy import GAME as TOY

FILES = sorted(Path(__file__).parent.glob("*/*.txt"))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.core.registry._registered", {})
    register(TOY)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_playthrough_comes_out_as_it_is_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert perform(text) == text, "if that is as it should be: make playthroughs"


def test_every_game_has_three_of_them() -> None:
    for game in ("ooperations", "dungeons", "maze", "marches"):
        assert len([path for path in FILES if path.parent.name == game]) >= 3, game


SCRIPT = """\
# Any game can be performed.
game: toy
stones: 12
seed: 1
# Everybody sees the stones.
* view of seat 2
* view of spectators
> take 1; take 2
? take 3
? fly
> fly
* quietly take 3; take 3
* board
* actions
> take 3
* random plays to the end
? take 1
* actions
"""


@pytest.mark.usefixtures("toy")
def test_what_is_put_in_is_answered_line_by_line() -> None:
    text = perform(SCRIPT)
    assert perform(text) == text
    assert (
        text
        == """\
# Any game can be performed.
game: toy
stones: 12
seed: 1

# Everybody sees the stones.
* view of seat 2
    {"stones": 12, "secret": 100}
* view of spectators
    {"stones": 12, "secret": null}
> take 1; take 2
    1 taken
    Seat 2 is to act.
    2 taken
    Seat 1 is to act.
? take 3
    possible
? fly
    not possible (NO_COMMAND): say take and a number
> fly
    refused (NO_COMMAND): say take and a number
* quietly take 3; take 3
* board
    {'stones': 4, 'secret': None}
* actions
    take 1; take 2; take 3
> take 3
    3 taken
    Seat 2 is to act.
* random plays to the end
    seat 2: take 1
    The match is over: seat 2 won (last stone).
? take 1
    not possible (MATCH_OVER): the match is over
* actions
    none
"""
    )


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("* dance", 'line 3, "* dance": there is no such direction'),
        ("* view of seat 3", "there are only the seats 1 to 2"),
        ("* nobody plays 2 actions", 'there is no bot "nobody"'),
        ("* quietly fly", "say take and a number"),
        ("take 1", 'line 3, "take 1", begins with none of the marks'),
    ],
)
def test_what_cannot_be_performed_is_a_sentence_with_its_line(line: str, sentence: str) -> None:
    with pytest.raises(BadPlaythrough) as error:
        perform(f"game: toy\nseed: 1\n{line}\n")
    assert sentence in str(error.value)


def test_a_header_needs_game_and_seed() -> None:
    with pytest.raises(BadPlaythrough, match="the header lacks the line seed: "):
        perform("game: maze\n* board\n")
    with pytest.raises(ValueError, match='there is no game "chess"'):
        perform("game: chess\nseed: 1\n")


@pytest.mark.usefixtures("toy")
def test_the_command_shows_what_differs_and_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "toy.txt"
    path.write_text(SCRIPT, encoding="utf-8")
    assert main([str(path)]) == 1
    assert "+    1 taken" in capsys.readouterr().out
    assert main([str(path), "--write"]) == 0
    assert path.read_text(encoding="utf-8") == perform(SCRIPT)
    assert main([str(path)]) == 0
    assert main([]) == 2
    path.write_text("game: toy\n", encoding="utf-8")
    assert main([str(path)]) == 2
    assert f"{path}: the header lacks the line seed: ..." in capsys.readouterr().err
