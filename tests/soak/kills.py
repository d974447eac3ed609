"""Processes that are killed at any moment: whatever they said was done is in the save, and the match goes on."""

from __future__ import annotations

import os
import random
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tablewright.core.disk import PART_NAME
from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.table.saves import list_saves
from tablewright.table.table import Table
from tablewright.table.wording import told_by_names, wording_of

from ..cli.support import Person
from ..support.process import PATIENCE, started
from ..support.transcript import ROOT
from .terminal import ASKED_FOR_FRAMES, HAS_FRAMES, Display

#: Two with a secret deal, one of several people who play together, one of a person alone.
GAMES = ("ooperations", "marches", "dungeons", "maze")
UNDO = "undo"


def kill_and_resume(kills: int, seed: int) -> Counter[str]:
    """Kill somebody who plays at a table so many times, always resuming; returns what was seen on the way."""
    rng, seen = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as home:
        folder, done, key = Path(home), [], ""
        while seen["kills"] < kills:
            if not done and not list(folder.glob("*.record")):
                key = GAMES[seen["matches"] % len(GAMES)]
                seen["matches"] += 1
                folder = Path(home) / f"{seen['matches']}-{key}"
                folder.mkdir()
            words, killed = _let_play(folder, key, rng)
            seen["kills"] += killed
            seen["kills before anything was done"] += killed and not any(word == "did" for word, _ in words)
            done, over = _check(folder, done, words, seen)
            if over:
                folder, done = Path(home) / "none", []
    return seen


def _let_play(folder: Path, key: str, rng: random.Random) -> tuple[list[tuple[str, str]], bool]:
    """Let somebody play for a while; returns what they said, and whether they were killed."""
    command = [sys.executable, "-m", "tests.soak.player", str(folder), key, str(rng.randrange(10**6))]
    early = rng.random() < 0.1
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True) as player:
        said: list[str] = []
        if early:  # perhaps while the save is read or made
            time.sleep(rng.uniform(0.1, 0.5))
        else:
            said = [player.stdout.readline() for _ in range(1 + 2 * rng.randrange(40))]
            time.sleep(rng.uniform(0, 0.004))
        player.kill()
        rest, errors = player.stdout.read(), player.stderr.read()
        player.wait(PATIENCE)
        assert errors == "", errors
    words = [(word, text) for word, _, text in (line.partition(" ") for line in [*said, *rest.splitlines()] if line)]
    return [(word, text.strip()) for word, text in words], player.returncode < 0


def _check(folder: Path, done: list[str], words: list[tuple[str, str]], seen: Counter[str]) -> tuple[list[str], bool]:
    """Compare what was said with what is in the folder; returns what is in the save, and whether the match is over."""
    started_with, tried = len(done), ""
    for word, text in words:
        if word == "sits":
            assert int(text) == started_with, "it went on from somewhere else"
        elif word == "try":
            tried = text
        else:
            assert text == tried
            done = _after(done, text)
            seen["acknowledged"] += 1
            tried = ""
    for name in os.listdir(folder):
        assert name.endswith((".record", ".record.lock", ".secret")) or PART_NAME.fullmatch(name), name
        seen["parts left"] += name.endswith(".part")
        if name.endswith(".part"):  # no longer counted, as an hour later
            (folder / name).unlink()
    possible = [done, _after(done, tried)] if tried else [done]
    saves = list_saves(str(folder))
    if not saves:
        assert [] in possible, f"{done} is lost"
        return [], False
    (saved,) = saves
    assert saved.record is not None, saved.fault
    seen["cut off"] += saved.record.cut
    table = Table.resume(saved.path)
    kept = table.match.record().actions
    table.close()
    assert kept in possible, (done[-3:], tried, kept[-3:])
    seen["stored but not said"] += kept != done
    if table.match.over:
        seen["finished"] += 1
        assert os.listdir(folder) == [os.path.basename(saved.path)]
        assert Record.read(saved.path).replay() == table.match.state
    return kept, table.match.over


def _after(done: list[str], text: str) -> list[str]:
    return done[:-1] if text == UNDO else [*done, text]


# --- the real application

SIZE = (100, 200)  # so high that everything that happened is on the screen
SEATS = {"ooperations": ["Ann", "bot easy"], "maze": ["Ann"], "dungeons": ["Ann"]}
LOG_TITLE = "─What happened─"


def kill_at_the_terminal(kills: int, seed: int) -> Counter[str]:
    """Kill the terminal application so many times while keys are typed; what its log has shown must be saved."""
    rng, seen = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as home:
        path = ""
        while seen["kills"] < kills:
            if path:
                arguments = ["--resume", path]
            else:
                key = list(SEATS)[seen["matches"] % len(SEATS)]
                seen["matches"] += 1
                arguments = [key, "--seed", str(seed + seen["matches"])]
                arguments += [word for name in SEATS[key] for word in ("--seat", name)]
            before = {saved.path for saved in list_saves(os.path.join(home, "saves"))}
            shown = _type_until_killed(arguments, home, rng)
            seen["kills"] += 1
            seen["characters shown"] += len(shown)
            saves = list_saves(os.path.join(home, "saves"))
            # At the end of a match a key begins another one: then the log is that of the newest.
            mine = [saved for saved in saves if saved.path == path or saved.path not in before]
            records = [saved.record for saved in mine if saved.record is not None]
            assert len(records) == len(mine)
            logs = [_log_of(record) for record in records]
            assert not shown or any(log.startswith(shown) for log in logs), f"{shown[-200:]} is not in {logs}"
            seen["more stored than shown"] += shown not in logs
            going = [saved.path for saved in mine if saved.record is not None and not saved.record.result]
            seen["finished"] += bool(mine) and not going
            path = going[0] if going else ""
            if path:
                table = Table.resume(path)
                seen["actions of the last match"] = len(table.match)
                table.close()
                if len(table.match) > 60:  # or else the log does not fit
                    path = ""
    return seen


def _type_until_killed(arguments: list[str], home: str, rng: random.Random) -> str:
    """Play with random keys in front of a real terminal, kill the process, and return the log on the screen."""
    environment = {"TERM": "xterm-256color", "COLORFGBG": "15;0", "TABLEWRIGHT_HOME": home}
    person = Person("play", *arguments, size=SIZE, **environment)
    display = Display(*SIZE)
    try:
        person.wait_until(lambda: ASKED_FOR_FRAMES in person.seen)
        person.type(HAS_FRAMES)
        display.feed(person.seen)

        def watch(until: Callable[[], bool], seconds: float) -> None:
            end = time.monotonic() + seconds
            while not until() and time.monotonic() < end:
                if select.select([person.terminal], [], [], 0.01)[0]:
                    display.feed(os.read(person.terminal, 65536))

        watch(lambda: "your turn" in "".join(display.lines[:1]), PATIENCE)
        assert display.lines, "nothing is drawn"
        for _ in range(rng.randrange(8)):
            person.type(rng.choice([b"1", b"1", b"2", b"3", b"e"]))
            watch(lambda: False, rng.uniform(0, 0.4))
        person.type(rng.choice([b"1", b"e"]))
        watch(lambda: False, rng.uniform(0, rng.choice([0.03, 0.3])))
    finally:
        person.process.kill()
        person.process.wait(PATIENCE)
        with suppress(OSError):  # nobody writes any more
            while select.select([person.terminal], [], [], 0)[0] and (data := os.read(person.terminal, 65536)):
                display.feed(data)
        os.close(person.terminal)
    return _shown_log(display.lines)


def _shown_log(lines: list[str]) -> str:
    """Return what the log on a screen says, without the blanks of its layout and the headings of turns."""
    top = next((number for number, line in enumerate(lines) if LOG_TITLE in line), None)
    if top is None:
        return ""
    left = lines[top].index(LOG_TITLE)
    told = [line[left:].strip() for line in lines[top + 1 : -3]]
    return "".join("".join(line.split()) for line in told if not line.startswith("— "))


def _log_of(record: Record) -> str:
    match = Match.replay(record)
    wording = wording_of(record.game, record.setup)
    numbers = range(1, len(match) + 1)
    told = [told_by_names(match, number, 0, wording) or [match.actions[number - 1].text] for number in numbers]
    return "".join("".join(line.split()) for lines in told for line in lines)
