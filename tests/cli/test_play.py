"""``tablewright play``: what it prints, how it ends, what it never loses."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.bots.registry import make_bot
from tablewright.core.game import Game
from tablewright.core.record import Record
from tablewright.table.table import Table

from ..support.tables import every_game, new_record
from ..support.transcript import program
from .support import Person, drawn, run


@pytest.mark.parametrize("game", every_game())
def test_without_a_terminal_bots_play_one_match_to_its_end(game: Game) -> None:
    seats = [word for seat in range(game.setup().seats) for word in ("--seat", "bot easy")]
    ran = run("play", game.key, "--seed", "5", *seats)
    assert ran.stderr == ""
    assert ran.returncode == 0
    match = Table(Record(game, game.setup(), 5, ["bot easy"] * game.setup().seats)).match
    match.play([make_bot("easy", game, match.deal.seed_of_bot(seat)) for seat in range(match.setup.seats)])
    head = f"{game.title}, seed 5: {' against '.join(match.names)}, {len(match)} actions"
    assert ran.stdout == f"{head}\n\n{drawn(match.state)}\n\nResult: {match.outcome}\n"


def test_play_alone_without_a_terminal_shows_the_card_battler() -> None:
    ran = subprocess.run([program("tablewright")], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert ran.returncode == 0
    assert ran.stderr.endswith("so bots have played; `tablewright console ooperations` needs none\n")
    lines = ran.stdout.split("\n")
    assert re.fullmatch(r"Magical OOPerations, seed \d+: bot normal against bot normal, \d+ actions", lines[0])
    assert "DEFENDER" in ran.stdout
    assert re.fullmatch(r"Result: (seat [12] won|tie) \(.+\)", lines[-2])


def test_without_a_terminal_no_part_of_the_application_is_loaded() -> None:
    code = (
        "import sys; from tablewright.cli import main; status = main(['play', '--seed', '1']);"
        "print(sorted(name for name in sys.modules if name.partition('.')[0] in ('textual', 'rich', 'platformdirs')));"
        "sys.exit(status)"
    )
    ran = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split("\n")[-2] == "[]"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], 'there is no game "chess"; did you mean "marches"?'),
        (["ooperation"], 'there is no game "ooperation"; did you mean "ooperations"?'),
        (["ooperations", "--with", "deck1"], '"--with deck1" lacks a "=", as in "--with deck1=storm"'),
        (
            ["ooperations", "--with", "deck1=stomr"],
            'there is no deck of player 1 "stomr"; did you mean "storm"? '
            "There are duelists, graveyard, stonewall, storm, titans, venom, wolfpack",
        ),
        (
            ["ooperations", "--seat", "Ann", "--seat", "Bea", "--seat", "Cy"],
            "3 seats were named, but this table of Magical OOPerations has 2",
        ),
        (["ooperations", "--seat", "bot hrad"], 'there is no bot "hrad"; did you mean "hard"?'),
        (["ooperations", "--seat", ""], "--seat : a player needs a name"),
        (["ooperations", "--seat", "A\tB"], "--seat A B: a name is printable text without blanks around it"),
        (["ooperations", "--seat", "B0t hard"], '--seat B0t hard: "B0t hard" is how a bot is called'),
        (["ooperations", "--seat", "Ann", "--seat", "\u0410nn"], '--seat: "Ann" and "\u0410nn" look the same'),
        (["ooperations", "--seed=-1"], "the seed is a whole number from 0, of at most 40 digits"),
        (["ooperations", "--seed", "9" * 5000], "the seed is a whole number from 0, of at most 40 digits"),
        (["--seat", "Ann"], "name a game before its setup and seats"),
    ],
)
def test_a_command_that_makes_no_sense_gets_one_sentence_and_status_2(arguments: list[str], sentence: str) -> None:
    ran = run("play", *arguments)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"tablewright: {sentence}\n")


@pytest.mark.parametrize("command", [["play", "--resume"], ["replay"], ["export"]])
def test_files_that_cannot_be_used_get_one_sentence_and_status_3(
    command: list[str], tmp_path: Path, ooperations: Game
) -> None:
    good = str(new_record(ooperations, 1, "Ann"))
    files = {
        "missing": (None, "No such file"),
        "nonsense": ("hello\n", "this is not a record"),
        "newer": (good.replace("record 2", "record 9", 1), "has format 9"),
        "rules": (good.replace("ooperations 1", "ooperations 99"), "needs Magical OOPerations rules 99"),
        "game": (good.replace("ooperations 1", "chess 1"), 'there is no game "chess"'),
        "headless": ("tablewright record 1\n\n", "lacks a readable"),
        "torn": ("tablewright rec", "this is not a record"),
    }
    for name, (text, sentence) in files.items():
        path = tmp_path / f"{name}.record"
        if text is not None:
            path.write_text(text)
        ran = run(*command, str(path))
        assert ran.returncode == 3, ran.stderr
        assert sentence in ran.stderr
        assert ran.stderr.count("\n") == 1
        assert text is None or path.read_text() == text
    binary = tmp_path / "binary.record"
    binary.write_bytes(b"\xff\xfe\x00")
    ran = run(*command, str(binary))
    assert ran.returncode == 3
    assert "not UTF-8" in ran.stderr
    assert binary.read_bytes() == b"\xff\xfe\x00"


def test_going_on_needs_a_terminal(finished: Path) -> None:
    ran = run("play", "--resume", str(finished))
    assert ran.returncode == 1
    assert (
        ran.stderr == "tablewright: there is no terminal to go on in; `tablewright console --resume FILE` needs none\n"
    )


def saves(home: Path) -> list[Path]:
    return list((home / "saves").glob("*.record"))


def actions(home: Path) -> list[str]:
    return Record.read(str(saves(home)[0])).actions if saves(home) else []


def test_a_killed_process_has_lost_nothing_and_the_match_goes_on(home: Path) -> None:
    common = {"TERM": "xterm-256color", "COLORFGBG": "15;0"}
    pack = ("--with", "deck1=wolfpack")  # with something for the first mana
    person = Person("play", "ooperations", *pack, "--seed", "7", "--seat", "Ann", "--seat", "bot easy", **common)
    person.see("Choices")
    person.type(b"1")
    person.see("in F7")
    person.type(b"3")
    person.wait_until(lambda: [line.split()[::2] for line in actions(home)] == [["creature", "F3"]])
    placed = actions(home)
    person.type(b"ee")  # something could still be done, which is asked once
    person.wait_until(lambda: len(actions(home)) > 2)
    person.process.kill()
    assert person.wait_for_end() == -signal.SIGKILL
    kept = actions(home)
    assert kept[:2] == [*placed, "done"]
    save = saves(home)[0]
    with save.open("ab") as file:
        file.write(b"batt")  # as if the crash had come in the middle of a write

    again = Person("play", "--resume", str(save), **common)
    again.wait_until(lambda: b"your turn" in again.seen)
    assert actions(home)[: len(kept)] == kept
    again.type(b"ee")
    again.wait_until(lambda: "done" in actions(home)[len(kept) :])
    again.type(b"q")
    again.see("Leave this match")
    again.type(b"y")
    again.see("T A B L E")
    again.type(b"q")
    assert again.wait_for_end() == 0, again.seen[-6000:].decode(errors="replace")
    table = Table.resume(str(save))
    assert table.match.record().actions[: len(kept)] == kept
    table.close()


@pytest.mark.parametrize(
    ("size", "environment", "sentence"),
    [
        ((79, 24), {"TERM": "xterm"}, b"please give it at least 80 and 24"),
        ((100, 30), {"TERM": "dumb"}, b"try `tablewright console GAME`"),
    ],
)
def test_a_terminal_that_will_not_do_gets_one_sentence(
    size: tuple[int, int], environment: dict[str, str], sentence: bytes
) -> None:
    person = Person("play", size=size, **environment)
    assert person.wait_for_end() == 1
    assert sentence in person.seen
    assert b"Traceback" not in person.seen


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    """Hide the library from a real process, and let it look for a terminal."""
    hide = tmp_path / "sitecustomize.py"
    hide.write_text(
        "import importlib.util as util\n"
        "real = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'textual' else real(name, *rest)\n"
    )
    person = Person("play", TERM="xterm", PYTHONPATH=str(tmp_path))
    assert person.wait_for_end() == 1
    assert b'pip install "tablewright[tui]"' in person.seen
    ran = subprocess.run(
        [program("tablewright"), "screenshots", str(tmp_path / "shots")],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert 'pip install "tablewright[tui]"' in ran.stderr
