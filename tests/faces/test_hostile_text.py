"""Every face with the texts of people who mean harm: whatever they write arrives as plain text, or not at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tablewright.core.match import Match
from tablewright.core.record import BadRecord, Record
from tablewright.table.saves import Saved
from tablewright.tui.app import TablewrightApp
from tablewright.tui.screens.home import HomeScreen
from tablewright.tui.screens.match import MatchScreen
from tablewright.tui.screens.replay import ReplayScreen
from tablewright.tui.screens.small import CoverScreen
from tablewright.tui.widgets import BoardView, ChoiceList, CommandLine

from ..cli.support import Person
from ..support.process import PATIENCE
from ..tui.support import drive, press, screen, settle
from .hostile import TEXTS, WORST, assert_plain, file_name, save_all

every_text = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)

#: Runs commands one after the other in one process, because starting a hundred of them takes too long.
COMMANDS = """
import json, sys
from tablewright.cli import main
for arguments in json.load(sys.stdin):
    try:
        main(arguments)
    except SystemExit:
        pass
"""


def output_of(commands: list[list[str]], cwd: Path) -> tuple[str, str]:
    """Return what a process prints on its output and its errors."""
    ran = subprocess.run(
        [sys.executable, "-c", COMMANDS],
        input=json.dumps(commands).encode(),
        capture_output=True,
        cwd=cwd,
        timeout=PATIENCE,
    )
    out, err = ran.stdout.decode(), ran.stderr.decode()
    assert ran.returncode == 0, err
    assert "Traceback" not in err
    return out, err


@every_text
def test_commands_show_records_as_plain_text(text: str, tmp_path: Path) -> None:
    paths = [str(path) for path in save_all(tmp_path, text)]
    commands = [["export", path, "-o", f"{path}.txt"] for path in paths]
    for path in paths:
        commands += [["replay", path], ["export", path, "--boards"], ["export", path, "--seat", "1"], ["verify", path]]
        commands += [["test", "--from", path], ["play", "--resume", path]]
    for printed in output_of(commands, tmp_path):
        assert_plain(printed)
    exported = [path.read_text("utf-8") for path in tmp_path.glob("*.txt")]
    assert exported or text == TEXTS["half"]
    for printed in exported:
        assert_plain(printed)


@every_text
def test_commands_repeat_arguments_as_plain_text(text: str, tmp_path: Path) -> None:
    commands = [
        [text or "-"],
        ["play", text],
        ["play", "ooperations", "--seat", text],
        ["play", "ooperations", "--seat", f"bot {text}"],
        ["play", "ooperations", "--with", text],
        ["play", "ooperations", "--with", f"deck1={text}"],
        ["play", "ooperations", "--seed", text],
        ["play", "--theme", text],
        ["play", "--resume", text],
        ["replay", text],
        ["replay", "--at", text, "x"],
        ["export", text],
        ["export", "x", "--seat", text],
        ["verify", text],
        ["verify", "x", "--seal", text],
        ["check", text],
        ["test", text],
        ["test", "--cards", text, "x"],
        ["test", "--from", text],
        ["schema", text],
        ["schema", "marches", text],
        ["schema", "marches", "--explain", text],
        ["schema", "marches", "--reference", text],
        ["solve", "maze", text],
        ["solve", "maze", "SAD", "--seed", text],
        ["solve", "maze", "SAD", "--file", text],
        ["puzzle", "--daily", text],
        ["puzzle", "--flips", text or "x"],
        ["puzzle", "--seed", text or "x"],
    ]
    for printed in output_of(commands, tmp_path):
        assert_plain(printed)


@every_text
def test_bots_and_studies_are_repeated_as_plain_text(text: str, tmp_path: Path) -> None:
    name = f"s{file_name(text)}.toml"
    study = f'game = "ooperations"\ngames = 1\nbots = [{json.dumps(text)}]\n'
    (tmp_path / name).write_text(study, "utf-8")
    given = text.replace("\ud800", "").replace("\x00", "")  # these come from no command line
    commands = [
        ["match", given, "--bots", "random,random"],
        ["match", "ooperations", "--bots", given],
        ["match", "ooperations", "--bots", "random,random", "--with", given],
        ["match", "ooperations", "--bots", "random,random", "--with", f"deck1={given}"],
        ["lab", name, "--jobs", "1"],
        ["lab", given],
        ["lab", "compare", given, given],
    ]
    for printed in output_of(commands, tmp_path):
        assert_plain(printed)


@every_text
def test_commands_show_files_of_authors_and_their_names_as_plain_text(text: str, tmp_path: Path) -> None:
    folder = tmp_path / f"d{file_name(text)}"
    folder.mkdir()
    name = f"f{file_name(text)}"
    files = {
        f"{name}.txt": f"DECK\n{text}\n{text}\n4 {text}\n",
        f"{name}-cards.txt": f"CARDS\ncreatures\n{text} | {text} | {text} | 1 | 1 |\n",
        f"{name}-game.txt": f"GAME\n{text}\n9\n8\n1\n\n{text};CADET\nCADET\n",
        f"{name}-messages.txt": f"MESSAGE\n{text}\n{text}:{text}\n",
        f"{name}.json": json.dumps({"Id": 77, "EntityType": text, "Name": text, text: 1}),
        f"{name}-illustration.json": json.dumps({"Id": 77, "EntityType": "UNIT", "Name": text}),
        f"{name}-scenario.json": json.dumps({"id": text, "title": text, "steps": [{"do": text}]}),
        f"{name}.dungeon": f"DUNGEON\n1:5,4;{text}\n",
        f"{name}.maze": f"MAZE\n{text}\n",
    }
    for file, content in files.items():
        (folder / file).write_bytes(
            content.encode("utf-8", "surrogateescape" if "\ud800" not in text else "surrogatepass")
        )
    paths = [str(folder / file) for file in files]
    commands = [["check", str(tmp_path)], *(["check", path] for path in paths), ["test", str(tmp_path)]]
    commands += [["test", path] for path in paths if path.endswith(".json")]
    commands += [["schema", "marches", "--explain", paths[4]], ["solve", "maze", "SAD", "--file", paths[-1]]]
    for printed in output_of(commands, tmp_path):
        assert_plain(printed)


@every_text
def test_drawings_are_plain_text(text: str, tmp_path: Path) -> None:
    for path in save_all(tmp_path, text):
        try:
            match = Match.replay(Record.read(str(path)), strict=False)
        except BadRecord:
            continue
        assert_plain(str(match.state))


async def walk(pilot: Pilot[Any], app: TablewrightApp, text: str) -> None:
    """Look at everything that the application shows of a save, and come back to the first screen."""

    async def look(*keys: str) -> None:
        assert_plain(await press(pilot, *keys))
        assert app.is_running

    if isinstance(app.screen, MatchScreen) and app.screen.choices is not None:
        await look("i")
        await look("escape", "1")
        await look("escape", "comma")
        await look("end", "colon")
        app.screen.query_one(CommandLine).value = text[:100]
        await settle(pilot)
        await look("enter")
        await look("escape")
        for spot in ((5, 3), (20, 8)):
            await pilot.hover(BoardView, offset=spot)
            await pilot.click(BoardView, offset=spot)
            await settle(pilot)
            assert_plain(screen(app))
    if isinstance(app.screen, ReplayScreen):
        await look("full_stop", "i")
        await look("escape", "v")
        await look("end", "b")
    for _ in range(10):
        if isinstance(app.screen, HomeScreen):
            return
        await look("enter" if isinstance(app.screen, CoverScreen) else "escape")
        if isinstance(app.screen, MatchScreen):
            await look("q", "y")
    raise AssertionError(screen(app))


@every_text
def test_the_first_screen_lists_saves_as_plain_text(text: str, home: Path) -> None:
    save_all(home / "saves", text)
    (home / "saves" / f"{file_name(text)}.record").write_text("nonsense")
    (home / "settings.json").write_text(json.dumps({"name": text, "theme": text}))
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, HomeScreen)
        assert_plain(screen(app))
        if text.startswith("["):
            assert text[:10] in screen(app)  # as it was written, and not as markup
        broken = [line for line in app.screen.lines if isinstance(line, Saved) and line.record is None]
        assert broken
        app.screen.query_one(ChoiceList).highlighted = app.screen.lines.index(broken[0])
        assert_plain(await press(pilot, "enter"))
        (note,) = app._notifications
        assert_plain(note.message)
        assert not note.markup

    drive(app, story)


@pytest.mark.parametrize("place", ["seat", "over", "result", "action", "hero", "card", "unit"])
@pytest.mark.parametrize("text", WORST.values(), ids=WORST)
def test_matches_and_replays_show_everything_as_plain_text(text: str, place: str, home: Path) -> None:
    save_all(home / "saves", text, place)
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        for key in ("5", "w"):
            await press(pilot, key)
            assert_plain(screen(app))
            await walk(pilot, app, text)
        for note in app._notifications:
            assert_plain(note.message)
            assert not note.markup

    drive(app, story)


def test_no_title_of_a_window_is_set_by_a_save(home: Path) -> None:
    for name in ("title", "c1", "csi"):
        save_all(home / "saves" / name, TEXTS[name])
        for path in (home / "saves" / name).iterdir():
            os.rename(path, home / "saves" / f"{name}-{path.name}")
    person = Person("play", TERM="xterm-256color", COLORFGBG="15;0")
    person.see("Go on with")
    person.type(b"5")
    person.wait_until(lambda: b"Choices" in person.seen)
    person.process.terminate()
    person.process.wait(PATIENCE)
    assert b"pwned" in person.seen
    assert b"\x1b]0;" not in person.seen
    assert "\x9d".encode() not in person.seen
