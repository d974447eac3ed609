"""Content identity: a match is never replayed with other cards than it was played with, and what changed is told."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import tablewright
from tablewright.core.content import content_of
from tablewright.core.record import BadRecord, Record
from tablewright.table.story import MatchStory
from tablewright.testing import random_record

from ..support.process import unmeasured
from ..support.sessions import SECRET, make_charter

GAMES = ("marches", "ooperations", "dungeons", "maze")


def unsealed(text: str) -> str:
    """Return a record of the first format, which has no checksum."""
    return text.replace("record 2", "record 1", 1)[: text.rindex("sum: ")]


@pytest.mark.parametrize("key", GAMES)
def test_a_record_keeps_what_its_setup_only_names(key: str) -> None:
    game = tablewright.game(key)
    record = random_record(game, game.setup(), 1)
    text = str(record)
    (line,) = re.findall(r"^content: ([0-9a-f]{16}) \{.*\}$", text, re.MULTILINE)
    assert line == content_of(game, record.setup)
    assert Record.parse(text).result == record.result
    old = re.sub(r"content: .*\n", "", unsealed(text))  # as they were before there was such a line
    assert Record.parse(old).replay().outcome is not None
    assert text.count("\n") <= len(record.actions) + 12


@pytest.mark.parametrize(
    ("key", "old", "new", "sentence"),
    [
        ("marches", '"9 THIEF":"unit, 2 gold, 2/2', '"9 THIEF":"unit, 2 gold, 3/1', '9 THIEF was "unit, 2 gold, 3/1, '),
        ("marches", '"9 THIEF":', '"9 THEEF":', "9 THEEF is not there any more; 9 THIEF is new"),
        ("ooperations", '"Soldier | 2 | 3', '"Soldier | 2 | 5', 'SOLDR was "Soldier | 2 | 5 | 4 | " and is "Soldier |'),
        ("dungeons", '"Lich":"50', '"Lich":"40', 'Lich was "40 | '),
        ("maze", '"room A":"W', '"room A":"P', 'room A was "P'),
        ("maze", '{"room A"', '7 {"room A"', "it is not JSON"),
        ("maze", '{"room A":"', '{"room X":7,"room A":"', "its content is not written as it should be"),
    ],
)
def test_what_is_not_as_it_was_is_told_and_not_replayed(key: str, old: str, new: str, sentence: str) -> None:
    game = tablewright.game(key)
    text = unsealed(str(random_record(game, game.setup(), 1)))
    assert old in text
    with pytest.raises(BadRecord) as told:
        Record.parse(text.replace(old, new, 1))
    assert sentence in str(told.value)
    assert len(str(told.value)) < 400


def test_a_stored_match_is_not_loaded_as_another_one() -> None:
    charter = make_charter("maze", ["Ann"])
    game = charter.find_game()
    kept = game.content(game.read_setup(charter.setup))
    assert MatchStory(replace(charter, content=kept), SECRET, []).setup.seats == 1
    kept["room A"] = "WWWWW WWWWW WWWWW WWWWW WWWWW"
    with pytest.raises(ValueError, match=r'OOP1 Maze has changed since the match.*room A was "WWWWW'):
        MatchStory(replace(charter, content=kept), SECRET, [])


def test_after_a_card_was_edited_every_command_says_so(tmp_path: Path) -> None:
    """The package is copied, a match played, two cards edited: the record stays what it was, or says why not.

    The copy is not measured: coverage would count it as sources that hardly anything runs.
    """
    source = Path(tablewright.__file__).resolve().parent
    ignore = shutil.ignore_patterns("__pycache__", "web", "*.so")
    copy = Path(shutil.copytree(source, tmp_path / "sources" / "tablewright", ignore=ignore))
    environment = unmeasured() | {"PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}

    def command(*words: str) -> tuple[int, str]:
        code = "import sys; from tablewright.cli import main; sys.exit(main(sys.argv[1:]))"
        ran = subprocess.run(
            [sys.executable, "-c", code, *words],
            capture_output=True,
            text=True,
            timeout=120,
            env=environment,
            cwd=tmp_path,
        )
        assert "Traceback" not in ran.stderr
        return ran.returncode, ran.stdout + ran.stderr

    game = tablewright.game("marches")
    (tmp_path / "old.record").write_text(str(random_record(game, game.setup(), 1)))
    assert command("replay", "old.record")[0] == 0
    for number, old, new in ((9, '"Attack": 2', '"Attack": 4'), (16, '"Cost": 2', '"Cost": 1')):
        path = copy / "games" / "marches" / "data" / "cards" / f"{number}.json"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))
    for words in (["replay"], ["verify"], ["export"], ["play", "--resume"], ["test", "--from"]):
        status, told = command(*words, "old.record")
        assert status in (2, 3)
        assert re.search(r'16 ARROW VOLLEY was "skill, 2 gold, \w+" and is "skill, 1 gold', told)
        assert re.search(r'9 THIEF was "unit, 2 gold, 2/2, \w+" and is "unit, 2 gold, 4/2', told)
