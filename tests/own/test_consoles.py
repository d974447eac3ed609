"""The exact consoles with own content, and the records of their matches; what they print stays what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.consoles.saving import VARIABLE as RECORD
from tablewright.core.own import VARIABLE as CONTENT
from tablewright.core.record import Record
from tablewright.games.dungeons.tables import DATA as DUNGEONS
from tablewright.games.ooperations.files import SHIPPED_MESSAGES
from tests.support.process import run_console, without_notices

#: By program: its arguments, and a match that is played to its end or left.
MATCHES = {
    "ooperations": (["game.txt", SHIPPED_MESSAGES], b"creature CADET F1\nnonsense\ndone\n" + b"done\n" * 40),
    "dungeons": (["peace.txt", f"{DUNGEONS}/story.txt"], b"1\nCid\nr\nmove r 9,9\nmap\nplay\nmove r 3,3\nscore.txt\n"),
    "maze": (["SAL"], b"move fighter up\nflip\nmove fighter up\nhelp\nflip\nquit\n"),
}
GAME = "GAME\n5\n9\n9\n6\n\n" + "CADET;CADET;SHOCK;FIRBL;FIRBL;SHOCK;CADET;CADET;SHOCK\n" * 2


@pytest.fixture
def place(own: Path) -> Path:
    """Return the folder above the own content, with files for the consoles in it."""
    (own.parent / "game.txt").write_text(GAME)
    (own.parent / "peace.txt").write_text("DUNGEON\n1:3,3;D:3,3:0;D:1,1:2;T:1,3:2,BOLT,3;\n2:3,3;D:1,1:1;G:3,3:1;\n")
    return own.parent


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_saved_and_the_output_stays_exact(name: str, place: Path) -> None:
    arguments, typed = MATCHES[name]
    plain = run_console(name, arguments, typed, place, RAND_SEED="7")
    (place / "game.txt").write_text(GAME)  # where the result was appended
    saved = run_console(name, arguments, typed, place, RAND_SEED="7", **{RECORD: "match.record"})
    assert (saved.returncode, saved.stdout, saved.stderr) == (plain.returncode, plain.stdout, plain.stderr)
    text = (place / "match.record").read_text()
    record = Record.parse(text)
    assert record.game.key == name
    assert record.actions
    assert (record.replay().outcome is None) == (record.result == "") == (name == "maze")
    again = run_console(name, arguments, typed, place, RAND_SEED="8", **{RECORD: "match.record"})
    assert again.returncode == 0
    assert without_notices(again.stderr) == b"match.record is there already: this match will not be saved\n"
    assert (place / "match.record").read_text() == text
    nowhere = run_console(name, arguments, typed, place, RAND_SEED="7", **{RECORD: "none/match.record"})
    assert "it cannot be saved to none/match.record: No such file or directory\n" in nowhere.stderr.decode()


def test_own_cards_are_played_in_a_game_config(place: Path) -> None:
    (place / "game.txt").write_text(GAME.replace("CADET", "GATEC"))
    words = ["game.txt", SHIPPED_MESSAGES]
    without = run_console("ooperations", words, b"quit\n", place)
    assert (without.returncode, without.stdout) == (3, b"[ERROR] Invalid file (game.txt).\n")
    ran = run_console("ooperations", words, b"info GATEC\nquit\n", place, **{CONTENT: "my-set", RECORD: "x.record"})
    assert b"Gate Crasher [GATEC] (" in ran.stdout
    assert "I_GATEC has no text" in ran.stderr.decode()
    record = Record.read(str(place / "x.record"))
    assert record.setup.cards.by_key["GATEC"].name == "Gate Crasher"
    (place / "my-set" / "broken.txt").write_text("CARDS\ncreatures\nX | Y | 1\n")
    broken = run_console("ooperations", words, b"quit\n", place, **{CONTENT: "my-set"})
    assert (broken.returncode, broken.stdout) == (3, b"")
    assert "broken.txt:3: error wrong-columns" in broken.stderr.decode()


def test_own_layouts_are_played_by_name(place: Path) -> None:
    told = run_console("maze", ["garden"], b"quit\n", place)
    assert told.returncode == 2
    ran = run_console("maze", ["garden"], b"flip\nquit\n", place, **{CONTENT: "my-set", RECORD: "x.record"})
    assert ran.returncode == 0
    record = Record.read(str(place / "x.record"))
    assert (record.actions, record.replay().outcome) == (["flip"], None)
    assert record.game.write_setup(record.setup)["rooms"]
    for arguments in (["gardener"], ["garden", "SAL"]):
        other = run_console("maze", arguments, b"", place, **{CONTENT: "my-set"})
        assert (other.returncode, other.stdout) == (told.returncode, told.stdout)
    (place / "my-set" / "broken.maze").write_text("MAZE\nroom K\n")
    broken = run_console("maze", ["garden"], b"", place, **{CONTENT: "my-set"})
    assert (broken.returncode, broken.stdout) == (told.returncode, told.stdout)
    assert "broken.maze:2: error wrong-row-count" in broken.stderr.decode()
