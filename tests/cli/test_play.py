"""The commands around the application, as real processes: what they print, how they end, what they never lose."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablewright.cli import main
from tablewright.core.game import Game
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.table.table import Table
from tablewright.testing import random_record

from ..support.process import PATIENCE
from ..support.transcript import program
from .support import every_game, new_record


class Ran:
    """What a command did."""

    def __init__(self, *arguments: str) -> None:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            self.returncode = main(list(arguments))
        self.stdout, self.stderr = out.getvalue(), err.getvalue()


def run(*arguments: str) -> Ran:
    """Run a command without a terminal."""
    return Ran(*arguments)


@pytest.fixture
def finished(ooperations: Game, tmp_path: Path) -> Path:
    record = random_record(ooperations, ooperations.setup(), 1)
    record.seats = ["Ann", "bot easy"]
    path = tmp_path / "finished.record"
    path.write_text(str(record))
    return path


@pytest.mark.parametrize("game", every_game())
def test_without_a_terminal_bots_play_one_match_to_its_end(game: Game) -> None:
    seats = [word for seat in range(game.setup().seats) for word in ("--seat", "bot easy")]
    ran = run("play", game.key, "--seed", "5", *seats)
    assert ran.stderr == ""
    assert ran.returncode == 0
    assert ran.stdout.startswith(f"{game.title}, seed 5: bot easy")
    assert ran.stdout.split("\n")[-2].startswith("Result: ")
    assert run("play", game.key, "--seed", "5", *seats).stdout == ran.stdout


def test_play_alone_without_a_terminal_shows_the_card_battler() -> None:
    ran = subprocess.run([program("tablewright")], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Magical OOPerations, seed " in ran.stdout
    assert "DEFENDER" in ran.stdout
    assert "Result: " in ran.stdout


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
        (["chess"], 'there is no game "chess"'),
        (["ooperation"], 'did you mean "ooperations"?'),
        (["ooperations", "--with", "deck1"], 'lacks a "="'),
        (["ooperations", "--with", "deck1=stomr"], 'did you mean "storm"?'),
        (["ooperations", "--seat", "Ann", "--seat", "Bea", "--seat", "Cy"], "3 seats were named"),
        (["ooperations", "--seat", "bot hrad"], 'no bot "hrad"'),
        (["ooperations", "--seat", ""], "a player needs a name"),
        (["ooperations", "--seat", "A\tB"], "printable"),
        (["ooperations", "--seed", "-1"], "the seed is a whole number from 0"),
        (["--seat", "Ann"], "name a game"),
    ],
)
def test_a_command_that_makes_no_sense_gets_one_sentence_and_status_2(arguments: list[str], sentence: str) -> None:
    ran = run("play", *arguments)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("command", [["play", "--resume"], ["replay"], ["export"]])
def test_files_that_cannot_be_used_get_one_sentence_and_status_3(
    command: list[str], tmp_path: Path, ooperations: Game
) -> None:
    good = str(new_record(ooperations, 1, "Ann"))
    files = {
        "missing": (None, "No such file"),
        "nonsense": ("hello\n", "this is no record"),
        "newer": (good.replace("record 1", "record 2", 1), "has format 2"),
        "rules": (good.replace("ooperations 1", "ooperations 99"), "needs Magical OOPerations rules 99"),
        "game": (good.replace("ooperations 1", "chess 1"), 'there is no game "chess"'),
        "headless": ("tablewright record 1\n\n", "lacks a readable"),
        "torn": ("tablewright rec", "this is no record"),
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
    assert ran.stderr == "tablewright: there is no terminal to go on with a match in; `tablewright export` prints it\n"


def test_replay_prints_positions_where_there_is_no_terminal(finished: Path, ooperations: Game) -> None:
    record = Record.read(str(finished))
    ran = run("replay", str(finished))
    assert ran.returncode == 0
    assert f"Result: {record.result}" in ran.stdout
    ran = run("replay", str(finished), "--at", "3")
    assert f"after 3 of {len(record.actions)} actions" in ran.stdout
    *_, state = (state.clone() for state, _ in zip(record.states(), range(4), strict=False))
    assert state.picture(None) in ran.stdout
    ran = run("replay", str(finished), "--at", "9999")
    assert ran.returncode == 3
    assert f"only {len(record.actions)} actions" in ran.stderr


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
    assert boards.count("DEFENDER") > 3
    out = tmp_path / "out.txt"
    assert run("export", str(finished), "-o", str(out)).stdout == ""
    assert out.read_text() == ran.stdout


def test_export_says_what_it_cannot_do(finished: Path, tmp_path: Path) -> None:
    ran = run("export", str(finished), "--seat", "3")
    assert (ran.returncode, ran.stderr) == (2, "tablewright: this match has the seats 1 to 2\n")
    ran = run("export", str(finished), "-o", str(tmp_path / "no" / "where"))
    assert ran.returncode == 3
    assert "cannot be written: No such file" in ran.stderr


def test_a_record_that_breaks_in_the_middle_is_told_up_to_there(finished: Path) -> None:
    lines = finished.read_text().split("\n")
    head = lines.index("")
    lines[head + 6] = "creature DEVIL F9"
    finished.write_text("\n".join(lines))
    ran = run("export", str(finished))
    assert ran.returncode == 3
    assert "5. " in ran.stdout
    assert 'good for 5 actions only: action 6, "creature DEVIL F9"' in ran.stderr
    ran = run("replay", str(finished))
    assert ran.returncode == 3
    assert "after 5 of 5 actions" in ran.stdout
    assert run("replay", str(finished), "--at", "7").returncode == 3


def test_a_match_that_goes_on_is_exported_too(tmp_path: Path, ooperations: Game) -> None:
    path = tmp_path / "going.record"
    path.write_text(str(new_record(ooperations, 1, "Ann")))
    assert run("export", str(path)).stdout.endswith("Result: the match goes on\n")


PEOPLE: list[Person] = []


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    """End the processes of a test that has failed on the way."""
    yield
    while PEOPLE:
        PEOPLE.pop().process.kill()


class Person:
    """Somebody at a real terminal, in front of a real process."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (100, 30), **environment: str) -> None:
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.process = subprocess.Popen(
            [program("tablewright"), *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            # What a test runner says of its own terminal would count for more than the size of this one.
            env={**os.environ, "COLUMNS": str(size[0]), "LINES": str(size[1]), **environment},
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = b""
        PEOPLE.append(self)

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Read what the process draws until something has happened; fail when it ends without that."""
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end, self.seen[-6000:].decode(errors="replace")
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.terminal, 65536)
                except OSError:  # the process has closed its end
                    self.process.wait(PATIENCE)
                    assert happened(), self.seen[-2000:].decode(errors="replace")

    def see(self, text: str) -> None:
        """Wait until a text is drawn."""
        start = len(self.seen)
        self.wait_until(lambda: text.encode() in self.seen[start:])

    def type(self, keys: bytes) -> None:
        os.write(self.terminal, keys)

    def wait_for_end(self) -> int:
        """Return the exit status."""
        self.wait_until(lambda: self.process.poll() is not None)
        os.close(self.terminal)
        return self.process.wait(PATIENCE)


def saves(home: Path) -> list[Path]:
    return list((home / "saves").glob("*.record"))


def actions(home: Path) -> list[str]:
    return Record.read(str(saves(home)[0])).actions if saves(home) else []


def test_a_killed_process_has_lost_nothing_and_the_match_goes_on(home: Path) -> None:
    common = {"TERM": "xterm-256color", "COLORFGBG": "15;0"}
    person = Person("play", "ooperations", "--seed", "7", "--seat", "Ann", "--seat", "bot easy", **common)
    person.see("Choices")
    person.type(b"1")
    person.see("in F7")
    person.type(b"3")
    person.wait_until(lambda: [line.split()[::2] for line in actions(home)] == [["creature", "F3"]])
    placed = actions(home)
    person.type(b"e")
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
    again.type(b"e")
    again.wait_until(lambda: "done" in actions(home)[len(kept) :])
    again.type(b"q")
    again.see("Leave this match")
    again.type(b"y")
    again.see("T A B L E")
    again.type(b"q")
    assert again.wait_for_end() == 0, again.seen[-6000:].decode(errors="replace")
    table = Table.resume(str(save))
    assert table.record.actions[: len(kept)] == kept
    table.close()


@pytest.mark.parametrize(
    ("size", "environment", "sentence"),
    [
        ((80, 24), {"TERM": "xterm"}, b"please give it at least 100 and 30"),
        ((100, 30), {"TERM": "dumb"}, b"This terminal cannot draw"),
    ],
)
def test_a_terminal_that_will_not_do_gets_one_sentence(
    size: tuple[int, int], environment: dict[str, str], sentence: bytes
) -> None:
    person = Person("play", size=size, **environment)
    assert person.wait_for_end() == 1
    assert sentence in person.seen
    assert b"Traceback" not in person.seen


def test_a_replay_opens_in_a_terminal(finished: Path) -> None:
    person = Person("replay", str(finished), TERM="xterm-256color", COLORFGBG="0;15", NO_COLOR="")
    person.see("position")
    person.type(b"q")
    person.see("T A B L E")
    person.type(b"q")
    assert person.wait_for_end() == 0


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


def test_pictures_of_every_game_are_drawn(tmp_path: Path) -> None:
    ran = run("screenshots", str(tmp_path / "shots"))
    assert ran.returncode == 0, ran.stderr
    names = {path.name for path in (tmp_path / "shots").iterdir()}
    keys = [game.values[0].key for game in every_game()]
    assert {"home.svg", "replay.svg", "light.svg", *(f"{key}.svg" for key in keys)} <= names
    for key in keys:
        text = (tmp_path / "shots" / f"{key}.svg").read_text()
        assert text.startswith("<svg")
        assert find_game(key).title.split()[0] in text
        assert "@font-face" not in text
