"""A study that is run again after something was edited: what changed is played again, the rest is not."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tablewright
from tablewright.lab.play import ContentChanged, play_chunk
from tablewright.lab.run import run
from tablewright.lab.study import make_study
from tests.core import toy
from tests.support.process import unmeasured

STUDY = """\
game = "ooperations"
games = 5
bots = ["random"]
mirrors = false

[entrants]
deck = ["wolfpack", "venom", "titans"]
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the package whose cards and bots may be edited."""
    source = Path(tablewright.__file__).resolve().parent
    ignore = shutil.ignore_patterns("__pycache__", "web", "*.so")
    return Path(shutil.copytree(source, tmp_path / "sources" / "tablewright", ignore=ignore))


def python(copy: Path, *words: str) -> str:
    """Run Python with that copy, and return what it prints."""
    environment = unmeasured() | {"PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=120, env=environment, cwd=copy.parent.parent
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def lab(copy: Path, *words: str) -> str:
    code = "import sys; from tablewright.cli import main; sys.exit(main(sys.argv[1:]))"
    return python(copy, "-c", code, "lab", "decks.toml", "--jobs", "1", *words)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_an_edited_card_is_played_again_and_nothing_else(copy: Path) -> None:
    folder = copy.parent.parent
    (folder / "decks.toml").write_text(STUDY)
    assert "played again" not in lab(copy)
    assert "3 of 3 pieces are reused" in lab(copy)
    before = json.loads((folder / "decks" / "summary.json").read_text())
    cards = copy / "games" / "ooperations" / "data" / "cards.txt"
    edit(cards, "HWOLF | Hungry Wolf      | 2 |  3 |", "HWOLF | Hungry Wolf      | 2 | 90 |")
    told = lab(copy).splitlines()
    assert told[0] == (
        "The cards, decks or tables of 2 of 3 pairings have changed since the last run, so these are played again: "
        "random wolfpack - random venom, random wolfpack - random titans."
    )
    assert told[1] == "1 of 3 pieces are reused: what they were played with has not changed."
    assert told[0] in (folder / "decks" / "report.html").read_text("utf-8")
    after = json.loads((folder / "decks" / "summary.json").read_text())
    assert after["pairings"] != before["pairings"]
    lab(copy, "--out", "fresh")
    assert json.loads((folder / "fresh" / "summary.json").read_text()) == after
    edit(cards, "| 90 |", "|  3 |")
    told = lab(copy).splitlines()
    assert told[1].startswith("3 of 3 pieces are reused")  # the change was taken back, and its results are still there
    assert json.loads((folder / "decks" / "summary.json").read_text()) == before
    edit(copy / "bots" / "random.py", '"""', '"""As before. ')
    assert lab(copy).startswith("The bots of 3 of 3 pairings have changed")


CONTENT = """\
import tablewright
from tablewright.core.content import content_of
for game in tablewright.all_games():
    print(game.key, content_of(game, game.setup()))
"""


EDITS = [
    ("marches", "cards/9.json", '"Hp": 2', '"Hp": 3'),
    ("marches", "decks/fen.json", '"26 DROWNED BELL": 1', '"10 CASTLE GUARDS": 1'),
    ("marches", "cards/12.json", '"Cost": 2', '"Cost": 3'),
    ("dungeons", "items.txt", "| 2 d4  |", "| 3 d4  |"),
    ("maze", "standard.maze", "WPMWW\nPPWPV", "WPPWW\nPPWPV"),
]


def test_the_content_of_every_game_is_what_its_files_say(copy: Path) -> None:
    before = dict(line.split() for line in python(copy, "-c", CONTENT).splitlines())
    for game, file, old, new in EDITS:
        edit(copy / "games" / game / "data" / file, old, new)
        after = dict(line.split() for line in python(copy, "-c", CONTENT).splitlines())
        assert {key for key in before if before[key] != after[key]} == {game}
        before = after
    edit(copy / "games" / "marches" / "data" / "cards" / "14.json", '"Cost": 2', '"Cost": 3')  # of another deck
    assert dict(line.split() for line in python(copy, "-c", CONTENT).splitlines()) == before


class Changing(toy.Toy):
    """A game whose content can be changed while a study runs."""

    key = "changing"
    edition = 1

    def content(self, setup: toy.ToySetup) -> dict[str, str]:
        return {"edition": str(self.edition)}


def test_rules_and_content_of_ones_own_game_count_too(tmp_path: Path) -> None:
    game, told = Changing(), list[str]()
    settings = {"game": game, "games": 2, "bots": ["random"], "tables": {"stones": "all"}}
    run(settings, tmp_path, notice=told.append)
    assert told == []
    game.version += 1
    run(settings, tmp_path, notice=told.append)
    assert told[0].startswith("The rules of 2 of 2 pairings have changed")
    study = make_study(settings)
    chunk = next(study.chunks())
    game.edition += 1
    with pytest.raises(ContentChanged, match="random - random @ 12 is played with has changed since the study began"):
        play_chunk(make_study(settings), chunk)
