"""``tablewright check`` and the frame of the command, as real processes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Collection
from pathlib import Path

import pytest

from tablewright.core.outside import MOST_BYTES
from tablewright.core.registry import find_game
from tablewright.games.dungeons import files as dungeons
from tablewright.games.marches.authoring.mistakes import MISTAKES
from tablewright.games.maze import files as maze
from tablewright.games.ooperations import files as ooperations
from tablewright.games.ooperations.files import DATA
from tests.support.process import with_closed_output
from tests.support.transcript import program


def tablewright(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program("tablewright"), *arguments], capture_output=True, text=True, cwd=cwd, timeout=120)


def test_a_folder_of_good_files_is_fine() -> None:
    ran = tablewright("check", os.path.join(DATA, "decks"))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "7 files checked: 0 errors, 0 warnings\n"


def test_every_mistake_is_printed_with_its_place_and_the_status_is_1(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("DECK\nName\nAbout\n4 HWLOF\n5 CADET\n")
    (tmp_path / "notes.txt").write_text("nothing of ours")
    ran = tablewright("check", ".", cwd=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.split("\n") == [
        './deck.txt:4: error unknown-card: there is no card "HWLOF"; did you mean "HWOLF"?',
        "./deck.txt:5: error deck-rule: say once how many CADET the deck has, from 1 to 4",
        "1 files checked: 2 errors, 0 warnings",
        "",
    ]


def test_paths_that_are_no_use_are_named_and_the_status_is_2(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of ours")
    ran = tablewright("check", "missing.txt", "notes.txt", cwd=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.split("\n") == [
        "missing.txt: there is no such file or folder",
        "notes.txt: this is not a card, a deck, a dungeon or another file of an installed game",
        "",
    ]


def test_editors_get_the_same_as_json(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("DECK\nName\nAbout\n4 HWLOF\n")
    (tmp_path / "100.json").write_text('{"Id": 100, "EntityType": "UNIT", "Name": "A", "Rarity": 1, "Atack": 1}')
    ran = tablewright("check", "--json", ".", "nowhere", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (2, "")
    value = json.loads(ran.stdout)
    assert value["files"] == 2
    assert value["unusable"] == [{"path": "nowhere", "message": "there is no such file or folder"}]
    plain = tablewright("check", ".", cwd=tmp_path)
    lines = plain.stdout.split("\n")[:-2]
    assert len(lines) == len(value["problems"]) > 2
    for line, problem in zip(lines, value["problems"], strict=True):
        assert problem["path"] in line
        assert f": {problem['severity']} {problem['code']}: {problem['message']}" in line
        assert f":{problem['line']}" in line or problem["line"] == 0
    deck = next(problem for problem in value["problems"] if problem["path"] == "./deck.txt")
    assert (deck["line"], deck["code"], deck["severity"]) == (4, "unknown-card", "error")


def test_pipes_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "100.json")
    (tmp_path / "101.json").symlink_to("/dev/zero")
    for paths in (["."], ["100.json", "101.json"]):
        began = time.monotonic()
        ran = tablewright("check", *paths, cwd=tmp_path)
        assert time.monotonic() - began < 20
        assert ran.returncode == 2
        assert [line.partition(": ")[2] for line in ran.stderr.splitlines()] == ["this is not a regular file"] * 2
    for command in (["test"], ["test", "--from"], ["schema", "marches", "--explain"], ["replay"], ["verify"], ["lab"]):
        for name in ("100.json", "101.json"):
            ran = tablewright(*command, name, cwd=tmp_path)
            assert ran.returncode in (1, 2, 3), (command, ran.stdout)
            assert "Traceback" not in ran.stderr


#: How files of each game begin and are called, and what is read of them.
KINDS = {
    "dungeons": ("own.txt", "DUNGEON\n"),
    "maze": ("own.maze", "MAZE\n"),
    "ooperations": ("own.txt", "DECK\nName\nAbout\n4 HWOLF\n"),
    "marches": ("100.json", '{"Id": 100}'),
}


CODES: dict[str, Collection[str]] = {
    "marches": MISTAKES,
    "dungeons": dungeons.PROBLEMS,
    "maze": maze.PROBLEMS,
    "ooperations": ooperations.PROBLEMS,
}


@pytest.mark.parametrize("key", KINDS)
def test_the_same_trouble_has_the_same_code_in_all_games(key: str, tmp_path: Path) -> None:
    name, text = KINDS[key]
    game, path = find_game(key), tmp_path / name

    def codes(content: bytes) -> list[str]:
        path.write_bytes(content)
        return [problem.code for problem in game.check([str(path)])]

    assert codes(text.encode() + b" " * MOST_BYTES) == ["too-large"]
    assert "bad-text" in codes(text.encode() + b"\xff\n")
    path.unlink()
    if game.claims(str(path)):
        assert [problem.code for problem in game.check([str(path)])] == ["unreadable"]


@pytest.mark.parametrize("codes", CODES.values(), ids=CODES)
def test_codes_of_all_games_have_one_style(codes: Collection[str]) -> None:
    assert {"unreadable", "too-large", "bad-text", "wrong-format"} <= {*codes}
    # What is wrong, and with what: never the mere name of a thing.
    assert [code for code in codes if not re.fullmatch("[a-z]+(-[a-z]+)+", code)] == ["unreadable"]


def test_versions_of_the_package_and_its_games() -> None:
    ran = tablewright("version")
    assert ran.returncode == 0
    assert ran.stdout.startswith("tablewright 0.")
    assert "ooperations: Magical OOPerations, rules 1" in ran.stdout


def test_an_unknown_command_is_one_sentence_and_status_2() -> None:
    ran = tablewright("dance")
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert 'there is no command "dance"' in ran.stderr


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    assert with_closed_output("tablewright", ["--help"], b"", tmp_path) == (0, b"")
    assert with_closed_output("tablewright", ["version"], b"", tmp_path) == (0, b"")


def test_warnings_fail_only_when_asked_to(tmp_path: Path) -> None:
    deck = ";".join(["CADET"] * 7)
    (tmp_path / "game.txt").write_text(f"GAME\n5\n9\n8\n1\n\n{deck}\n{deck}\n")
    assert tablewright("check", "game.txt", cwd=tmp_path).returncode == 0
    ran = tablewright("check", "game.txt", "--strict", cwd=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.endswith("1 files checked: 0 errors, 2 warnings\n")
