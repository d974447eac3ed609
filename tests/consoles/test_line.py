"""The console that plays any game, as a process at the end of a pipe and in a real terminal."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pexpect
import pytest

from tablewright.consoles.line import COVER
from tablewright.core.registry import game_keys
from tests.support.process import HOSTILE_LINES, PATIENCE
from tests.support.transcript import ROOT, program

TINY = str(ROOT / "tests/testing/tiny.py")


def type_in(typed: bytes | str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [program("tablewright"), "console", *arguments]
    data = typed.encode() if isinstance(typed, str) else typed
    ran = subprocess.run(command, input=data, capture_output=True, timeout=PATIENCE)
    return subprocess.CompletedProcess(command, ran.returncode, ran.stdout.decode(), ran.stderr.decode())


@pytest.mark.parametrize("key", game_keys())
def test_every_game_is_played_by_numbers(key: str, tmp_path: Path) -> None:
    save = tmp_path / "match.record"
    ran = type_in("1\n1\n1\n1\nquit\n", key, "--seed", "7", "--save", str(save), "--brief")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\n1. " in ran.stdout
    assert len(save.read_text().partition("\n\n")[2].splitlines()) > 1


def test_a_script_plays_a_match_to_its_end_and_it_verifies(tmp_path: Path) -> None:
    save = tmp_path / "match.record"
    ran = type_in("1\n" * 6, TINY, "--seed", "3", "--seat", "Ann", "--seat", "bot easy", "--save", str(save))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.search(r"\n\nResult: (Ann|bot easy) won \(points\)\n$", ran.stdout)
    told = subprocess.run(
        [program("tablewright"), "verify", str(save), "--game-file", TINY],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "its 12 actions lead to its result" in told.stdout, told.stderr


def test_questions_and_refusals_are_answered_and_nothing_is_lost(tmp_path: Path) -> None:
    lines = ["help", "rules", "why", "why 0 play 2", "0 play 11", "nonsense", "/nonsense", "99", "undo", "told"]
    ran = type_in(
        "\n".join([*lines, "0 play 2", "told", f"save {tmp_path / 'so-far.record'}", "quit"]), TINY, "--seed=3"
    )
    for sentence in [
        "undo: take back your last action",
        "Play cards.",
        "0 play 0: you do not hold the 0",
        "> why 0 play 2\nIt can be done.",
        "> 0 play 11\nNo: you do not hold the 11.",
        "> nonsense\nNo: say a seat, play and a card.",
        '> /nonsense\nThere is no "/nonsense"',
        "> 99\nNo: the choices are numbered from 1 to 3.",
        "> undo\nNo: there is nothing to take back.",
        "> told\nNothing yet.",
        "seat 0 plays the 2\nyou draw the 1",
        "so-far.record.\n",
    ]:
        assert sentence in ran.stdout
    assert ran.returncode == 0
    resumed = type_in("quit\n", TINY, "--resume", str(tmp_path / "so-far.record"))
    assert "seat 0 plays the 2" in resumed.stdout


def test_what_is_open_can_be_taken_back_and_a_bot_gives_advice() -> None:
    ran = type_in("hint\nmove F down\nundo\nflip\nundo\nquit\n", "maze", "--seed", "3", "--brief")
    assert re.search(r"> hint\nflip: \w", ran.stdout)
    assert "> undo\nTaken back.\n" in ran.stdout
    assert '> undo\nNo: "flip" has shown something that was hidden.\n' in ran.stdout
    assert ran.returncode == 0


def test_people_play_against_each_other_and_everything_is_told_once() -> None:
    ran = type_in("1\n" * 12, TINY, "--seat", "Ann", "--seat", "Bob", "--seed", "3", "--brief")
    assert ran.returncode == 0
    assert ran.stdout.count("It is the turn of ") == 12
    played = re.findall(r"^seat [01] plays the \d+$", ran.stdout, re.MULTILINE)
    assert len(set(played)) == 12  # everybody hears of every card ...
    assert len(played) == 2 * 10 + 1 + 1  # ... the eleventh only Bob, who is next, and the last one both at once


def test_the_end_of_input_is_not_the_end_of_the_match() -> None:
    ran = type_in("1\n", TINY, "--seed", "3")
    assert ran.returncode == 1
    assert "Result" not in ran.stdout


def test_no_line_makes_it_stumble() -> None:
    ran = type_in(b"\n".join([*HOSTILE_LINES, b"quit\n"]), TINY, "--seed", "3")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "A line has at most 1,000 bytes." in ran.stdout
    assert ran.stdout.replace("\n", "").isprintable()


def test_what_cannot_be_begun_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "here").write_text("x")
    for arguments, status, sentence in [
        ([], 2, "name a game, or a match to go on with: --resume FILE"),
        (["chess"], 2, 'there is no game "chess"'),
        ([TINY, "--seat", "bot nobody"], 2, 'there is no bot "nobody"'),
        ([TINY, "--save", str(tmp_path / "here")], 3, "the match cannot be saved in"),
        (["--resume", str(tmp_path / "here")], 3, "this is not a record"),
    ]:
        ran = type_in("", *arguments)
        assert ran.returncode == status
        assert ran.stderr.startswith("tablewright: ")
        assert sentence in ran.stderr
        assert ran.stderr.count("\n") == 1


def test_mistakes_in_the_rules_end_the_match_without_a_traceback(tmp_path: Path) -> None:
    text = (
        Path(TINY)
        .read_text()
        .replace("        self.hands[seat].remove(card)\n", "        self.hands[9].remove(card)\n")
    )
    (tmp_path / "wrong.py").write_text(text)
    ran = type_in("1\n", str(tmp_path / "wrong.py"), "--seed", "3")
    assert ran.returncode == 1
    assert ran.stderr == (
        "tablewright: Tiny cannot go on: IndexError: list index out of range; `tablewright laws` may tell why\n"
    )


def test_people_at_one_dumb_terminal_do_not_see_each_others_cards(tmp_path: Path) -> None:
    command = [program("tablewright"), "console", TINY, "--seat", "Ann", "--seat", "Bob"]
    env = {**os.environ, "TERM": "dumb"}
    child = pexpect.spawn(command[0], command[1:], env=env, encoding="utf-8", timeout=PATIENCE, dimensions=(24, 80))
    try:
        child.expect("Ann, press Enter when nobody else looks.")
        child.sendline("")
        child.expect("Ann> ")
        hand = re.search(r"hand (\[.*?\])", child.before)
        assert hand is not None
        child.sendline("1")
        child.expect("Bob, press Enter when nobody else looks.")
        covered = child.before
        child.sendline("")
        child.expect("Bob> ")
        assert covered.endswith("\r\n" * COVER)
        assert hand[1] not in child.before
        child.sendline("quit")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    assert child.exitstatus == 0


def test_play_names_the_console_where_the_terminal_cannot_draw() -> None:
    env = {**os.environ, "TERM": "dumb"}
    told, status = pexpect.run(f"{program('tablewright')} play maze", env=env, withexitstatus=True, timeout=PATIENCE)
    assert b"it can play line by line: try `tablewright console maze`" in told
    assert status == 1
