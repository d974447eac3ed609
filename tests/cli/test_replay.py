"""``tablewright replay``: positions as text, or the application."""

from __future__ import annotations

from pathlib import Path

from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import Record

from .support import Person, drawn, run


def test_replay_prints_positions_where_there_is_no_terminal(finished: Path, ooperations: Game) -> None:
    record = Record.read(str(finished))
    ran = run("replay", str(finished))
    match = Match.replay(record)
    head = "Magical OOPerations, seed 1, after"
    last = f"{head} {len(match)} of {len(match)} actions\n\n{drawn(match.state)}\n\nResult: {record.result}\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, last, "")
    assert run("replay", str(finished), "--at", "-1").stdout == last
    ran = run("replay", str(finished), "--at", "3")
    assert (ran.returncode, ran.stdout) == (0, f"{head} 3 of {len(match)} actions\n\n{drawn(match.at(3))}\n")
    ran = run("replay", str(finished), "--at", "9999")
    assert (ran.returncode, ran.stdout) == (3, "")
    assert ran.stderr == f"tablewright: {finished} has only {len(match)} actions\n"


def test_a_record_that_breaks_in_the_middle_is_told_up_to_there(finished: Path) -> None:
    record = Record.read(str(finished))
    record.actions[5] = "creature DEVIL F9"
    finished.write_text(str(record))
    match = Match.replay(Record.read(str(finished)), strict=False)
    ran = run("replay", str(finished))
    assert ran.returncode == 3
    assert ran.stdout == f"Magical OOPerations, seed 1, after 5 of 5 actions\n\n{drawn(match.state)}\n"
    assert ran.stderr == f"tablewright: {finished} is good up to here: {match.fault}\n"
    ran = run("replay", str(finished), "--at", "7")
    assert (ran.returncode, ran.stdout, ran.stderr) == (3, "", f"tablewright: {finished} has {match.fault}\n")


def test_a_replay_opens_in_a_terminal(finished: Path) -> None:
    person = Person("replay", str(finished), TERM="xterm-256color", COLORFGBG="0;15", NO_COLOR="")
    person.see("position")
    person.type(b"q")
    person.see("T A B L E")
    person.type(b"q")
    assert person.wait_for_end() == 0
