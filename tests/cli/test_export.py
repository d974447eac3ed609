"""``tablewright export``: a match as a text that people can read."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import Record

from ..support.process import PATIENCE
from ..support.tables import new_record
from .support import drawn, run


def test_a_transcript_tells_every_action_and_what_it_led_to(finished: Path, tmp_path: Path) -> None:
    record = Record.read(str(finished))
    ran = run("export", str(finished))
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.split("\n")
    assert lines[:4] == ["Magical OOPerations, rules 1", "Seed 1", "Seat 1: Ann", "Seat 2: bot easy"]
    numbered = [line for line in lines if line.partition(".")[0].isdigit()]
    assert [line.partition(": ")[2] for line in numbered] == record.actions
    assert "     Player 1 draws a card." in lines
    assert lines[-2] == f"Result: {record.result}"
    own = run("export", str(finished), "--seat", "1").stdout
    assert "     Player 1 draws a card." not in own
    assert "     Player 2 draws a card." in own
    boards = run("export", str(finished), "--boards").stdout
    assert boards.count("DEFENDER") == len(Match.replay(record).turns())
    out = tmp_path / "out.txt"
    assert run("export", str(finished), "-o", str(out)).stdout == ""
    assert out.read_text() == ran.stdout


def test_export_says_what_it_cannot_do(finished: Path, tmp_path: Path) -> None:
    ran = run("export", str(finished), "--seat", "3")
    assert (ran.returncode, ran.stderr) == (2, "tablewright: this match has the seats 1 to 2\n")
    ran = run("export", str(finished), "-o", str(tmp_path / "no" / "where"))
    where = tmp_path / "no" / "where"
    assert (ran.returncode, ran.stderr) == (3, f"tablewright: {where} cannot be written: No such file or directory\n")


def test_a_record_that_breaks_in_the_middle_is_told_up_to_there(finished: Path) -> None:
    record = Record.read(str(finished))
    record.actions[5] = "creature DEVIL F9"
    finished.write_text(str(record))
    match = Match.replay(Record.read(str(finished)), strict=False)
    ran = run("export", str(finished))
    assert ran.returncode == 3
    told = [line for line in ran.stdout.split("\n") if line.partition(".")[0].isdigit()]
    assert [line.partition(": ")[2] for line in told] == record.actions[:5]
    assert ran.stdout.endswith(f"\n\n{drawn(match.state)}\n\nResult: the match goes on\n")
    assert match.fault.startswith('action 6, "creature DEVIL F9", does not fit this match: ')
    assert ran.stderr == f"tablewright: {finished} is good for 5 actions only: {match.fault}\n"


def test_a_match_that_goes_on_is_exported_too(tmp_path: Path, ooperations: Game) -> None:
    path = tmp_path / "going.record"
    path.write_text(str(new_record(ooperations, 1, "Ann")))
    assert run("export", str(path)).stdout.endswith("Result: the match goes on\n")


def test_what_a_transcript_is_written_to_stays_what_it_is(finished: Path, tmp_path: Path) -> None:
    text = run("export", str(finished)).stdout
    (tmp_path / "there").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "there")
    assert run("export", str(finished), "-o", str(tmp_path / "link")).returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there").read_text() == text
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE, text=True) as reader:
        assert run("export", str(finished), "-o", str(tmp_path / "pipe")).returncode == 0
        assert reader.communicate(timeout=PATIENCE)[0] == text
    assert (tmp_path / "pipe").is_fifo()
