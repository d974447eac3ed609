"""Files that mean harm, where the application and the commands look for files."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tablewright.core.registry import find_game
from tablewright.testing import random_record
from tablewright.tui.app import TablewrightApp
from tablewright.tui.screens.home import HomeScreen

from ..cli.support import Ran, run
from ..support.transcript import program
from ..tui.support import drive, press, screen
from .hostile import assert_plain, written

#: Seconds within which anything must be refused or taken, with many more for a busy machine.
SOON = 20


def tablewright(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [program("tablewright"), *arguments]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SOON)


def fill(folder: Path) -> None:
    """Make every kind of file that could stop whoever reads it."""
    folder.mkdir(parents=True)
    game = find_game("ooperations")
    record = random_record(game, game.setup(), 1)
    setup = next(line for line in str(record).split("\n") if line.startswith("setup: ")).removeprefix("setup: ")
    texts = {
        "nested": written(record, setup="[" * 100_000),
        "version": f"tablewright record {'9' * 5_000}\n\n",
        "infinity": written(record, setup=setup.replace('"health":20', '"health":Infinity')),
        "seed": written(record, seed="9" * 5_000),
        "number": written(record, setup=setup.replace('"health":20', f'"health":{"9" * 5_000}')),
        "seats": written(record, seat="\nseat: ".join(["x" * 80] * 5_000)),
        "empty": "",
        "good": str(record),
    }
    for name, text in texts.items():
        (folder / f"{name}.record").write_text(text)
    (folder / "bytes.record").write_bytes(b"\xff\xfe\x00" * 1_000)
    (folder / "folder.record").mkdir()
    os.mkfifo(folder / "pipe.record")
    os.symlink("/dev/zero", folder / "zero.record")
    os.symlink("nowhere", folder / "nowhere.record")
    with (folder / "huge.record").open("wb") as file:
        file.truncate(100_000_000)
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff\x1b[2J.record")).write_text("nonsense")


def test_the_application_starts_whatever_lies_among_the_saves(home: Path) -> None:
    fill(home / "saves")
    before = time.monotonic()
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert time.monotonic() - before < SOON
        assert isinstance(app.screen, HomeScreen)
        assert "Watch again" in screen(app)
        assert "Cannot be read (nothing was changed)" in screen(app)
        choices = app.screen.query_one("#home")
        for number in range(len(app.screen.lines)):
            choices.highlighted = number  # type: ignore[attr-defined]
            assert_plain(await press(pilot, "w"))
            if not isinstance(app.screen, HomeScreen):
                await press(pilot, "q")

    drive(app, story)


def test_commands_refuse_what_is_no_file_or_too_large(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    fill(folder)
    ran: Ran | subprocess.CompletedProcess[str]
    for path in sorted(folder.iterdir()):
        for command in (["replay"], ["export"], ["verify"], ["test", "--from"], ["play", "--resume"]):
            # What could wait for ever is waited for in a process of its own.
            ran = (tablewright if path.stem in ("pipe", "zero") else run)(*command, str(path))
            assert path.stem == "good" or ran.returncode in (2, 3), (command, path)
            assert_plain(ran.stderr)


def test_check_and_test_do_not_wait_for_a_pipe(tmp_path: Path) -> None:
    for name in ("deck.txt", "card.json", "x.maze", "x.dungeon"):
        os.mkfifo(tmp_path / name)
        os.symlink("/dev/zero", tmp_path / f"zero-{name}")
    paths = [str(path) for path in tmp_path.iterdir()]
    for command in ("check", "test"):
        ran = tablewright(command, str(tmp_path), *paths)
        assert ran.returncode == 2
        assert ran.stderr.count("this is not a regular file") == len(paths)
