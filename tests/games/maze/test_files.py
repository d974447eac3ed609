"""Rooms and layouts of authors: what can be read, and every mistake at once."""

from __future__ import annotations

import os
import re
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.core.outside import MOST_BYTES
from tablewright.games.maze.files import PROBLEMS, STANDARD, plan_lines, read_maze_file, standard
from tablewright.games.maze.game import GAME
from tests.support.transcript import ROOT

GARDEN = """MAZE
# A garden that needs no switch.
room K
WWPWW
WPPPW
PPGPP
WPPPW
WWLLL

layout garden  A walk in the open
SK
BD
"""

#: Everything that can be wrong inside of a file.
MISTAKES = """MAZE
SAD
room k
WWPWW
room K
PWPWW
WPPPW
PPPPP
WPPPW
WWPWW
room K
WWPWW
WPPPWW
PP?PP
WPPPW
room S
WWWWW
WMPPW
PPPPP
WGPPW
WWPWW
layout
SK
layout big
SABCDE
layout odd
SA
B
sB
Z1
AB
layout odd
layout lost
AB
"""
HOPELESS = "MAZE\nlayout poor\nSA\nlayout shut\nSL\nlayout fine\nCSF\nLEA\n"


def problems(tmp_path: Path, text: str | bytes) -> list[str]:
    """Check a file and return what is wrong with it, without its path."""
    path = tmp_path / "own.maze"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert GAME.claims(str(path))
    return [str(problem).removeprefix(f"{path}") for problem in GAME.check([str(path)])]


def test_what_ships_is_free_of_mistakes_and_can_be_won() -> None:
    assert GAME.check([STANDARD]) == []
    assert sorted(standard().rooms) == list("ABCDEFLS")


def test_an_own_room_joins_those_of_the_rulebook(tmp_path: Path) -> None:
    assert problems(tmp_path, GARDEN) == []
    file = read_maze_file(str(tmp_path / "own.maze"), standard().rooms)
    assert file.layouts["garden"].rows == ["SK", "BD"]
    assert file.layouts["garden"].about == "A walk in the open"
    assert plan_lines(file.rooms["K"]) == ["WWPWW", "WPPPW", "PPGPP", "WPPPW", "WWLLL"]


def test_windows_line_ends_are_fine(tmp_path: Path) -> None:
    assert problems(tmp_path, GARDEN.replace("\n", "\r\n")) == []


def test_all_mistakes_are_reported_at_once_each_with_its_place(tmp_path: Path) -> None:
    assert problems(tmp_path, MISTAKES) == [
        ':2: error unknown-line: here a line "room LETTER" or "layout NAME" is needed',
        ':3: error bad-room-name: a room is named by an upper-case letter from A to Z, not "k"',
        ":3: error wrong-row-count: a room has 5 rows of tiles, this one has 1",
        ":6:1: error bad-corner: the top left tile is a wall W: it shows the room's letter",
        ":11: error duplicate-room: this file has a room K already",
        ":11: error wrong-row-count: a room has 5 rows of tiles, this one has 4",
        ":13: error wrong-row-length: a row of a room has 5 tiles, this one has 6",
        ':14:3: error unknown-tile: there is no tile "?"; tiles are P G C L T F S M H V X W',
        ":18:2: error blocked-start: character F starts here: the tile must be a passage P",
        ":20:2: error blocked-start: character S starts here: the tile must be a passage P",
        ":22: error bad-layout-name: a layout needs a name behind the word layout",
        ":25: error wrong-layout-row: a row has 1 to 5 rooms, this one has 6",
        ":28: error uneven-rows: all rows have the same length, but this one has 1 rooms and the first 2",
        ':29:1: error bad-room-letter: a room is an upper-case letter from A to Z, not "s"',
        ":29:2: error repeated-room: room B occurs twice",
        ":30:1: error unknown-room: room Z has no floor plan",
        ':30:2: error bad-room-letter: a room is an upper-case letter from A to Z, not "1"',
        ":31:1: error repeated-room: room A occurs twice",
        ":31:2: error repeated-room: room B occurs twice",
        ':32: error bad-layout-name: this file has a layout "odd" already',
        ":32: error empty-layout: a layout needs at least one row of rooms",
        ":33: error no-start-room: the start room S is missing",
    ]


def test_a_layout_that_nobody_can_win_is_a_warning(tmp_path: Path) -> None:
    assert problems(tmp_path, HOPELESS) == [
        ":2: warning hopeless-layout: layout poor cannot be won: it has fewer than three treasure tiles",
        ":4: warning hopeless-layout: layout shut cannot be won: nobody can bring all three to the treasure",
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", ':1: error wrong-format: the first line must be "MAZE"'),
        (b"maze\n", ':1: error wrong-format: the first line must be "MAZE"'),
        (b"MAZE\n#\xff\n", ":2: error bad-text: the file is not UTF-8 text"),
        (
            b"MAZE\n" + b"#" * MOST_BYTES,
            ": error too-large: the file cannot be read: it is larger than 1,000,000 bytes",
        ),
    ],
)
def test_a_file_that_is_none(tmp_path: Path, data: bytes, expected: str) -> None:
    assert problems(tmp_path, data) == [expected]


def test_a_file_that_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.maze")
    (tmp_path / "endless.maze").symlink_to("/dev/zero")
    (tmp_path / "folder.maze").mkdir()
    began = perf_counter()
    found = [GAME.check([str(path)]) for path in sorted(tmp_path.iterdir())]
    assert perf_counter() - began < 10
    assert [str(problem).partition("unreadable: ")[2] for (problem,) in found] == [
        "the file cannot be read: it is not a regular file",
        "the file cannot be read: Is a directory",
        "the file cannot be read: it is not a regular file",
    ]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("MAZE\n" + "x\n" * 400_000, ": error too-large: the file has more than 5,000 lines"),
        (
            "MAZE\nlayout x\n" + "?????\n" * 4_990,
            ':4992:5: error bad-room-letter: a room is an upper-case letter from A to Z, not "?"',
        ),
        ("MAZE\nroom " + "x" * 900_000, ":2: error wrong-row-count: a room has 5 rows of tiles, this one has 0"),
        ("MAZE\n" + "layout " + "9" * 5_000, ":2: error empty-layout: a layout needs at least one row of rooms"),
        ("[" * 100_000, ':1: error wrong-format: the first line must be "MAZE"'),
        ("MAZE\n\0\n", ':2: error unknown-line: here a line "room LETTER" or "layout NAME" is needed'),
    ],
)
def test_absurd_files_are_refused_quickly(tmp_path: Path, text: str, last: str) -> None:
    began = perf_counter()
    found = problems(tmp_path, text)
    assert perf_counter() - began < 10
    assert found[-1] == last
    assert max(map(len, found)) < 200


def test_layouts_beyond_a_hundred_are_refused_and_few_hard_ones_decided(tmp_path: Path) -> None:
    doors = "".join(f"room {letter}\nWHPHP\nHPHPH\nPHMHP\nHPHPG\nPHPHM\n" for letter in "ABCDEFGHKQ")
    start = "room S\nWPPPP\nPPPPP\nPPPPP\nPPPMP\nPPPPP\n"  # among monsters only a search can tell
    gold = "room Z\nWWWWW\nWLLLW\nWWWWW\nWPPPW\nWWWWW\n"
    layouts = "".join(f"layout x{number}\nSABC\nDEFG\nHKQZ\n" for number in range(101))
    began = perf_counter()
    found = problems(tmp_path, f"MAZE\n{start}{doors}{gold}{layouts}")
    assert perf_counter() - began < 10
    assert found[0] == ": error too-large: the file has more than 100 layouts"


def test_names_of_layouts_are_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "own.maze"
    path.write_text("MAZE\nlayout gar\x1b[2Jden  A \u202ewalk\x07\nSA\n", encoding="utf-8")
    (layout,) = read_maze_file(str(path), standard().rooms).layouts.values()
    assert (layout.name, layout.about) == ("gar[2Jden", "A walk")
    assert "\x1b" not in "".join(problems(tmp_path, "MAZE\nroom \x1b[2J\nWW\x1bWW\nlayout x\nS\x1b\n"))


@pytest.mark.parametrize("path", ["missing.maze", "nul\0.maze"])
def test_a_file_that_cannot_be_read(path: str) -> None:
    (problem,) = GAME.check([path])
    assert problem.code == "unreadable"


def test_exactly_the_declared_codes_are_used_and_documented(tmp_path: Path) -> None:
    found = {problem.code for problem in GAME.check(["missing.maze"])}
    nothing, latin, huge = b"", b"MAZE\n#\xff\n", b"MAZE\n" + b"#" * MOST_BYTES
    for text in (MISTAKES, HOPELESS, nothing, latin, huge):
        found |= {re.findall(r"(?:error|warning) ([\w-]+):", line)[0] for line in problems(tmp_path, text)}
    assert found == set(PROBLEMS)
    page = (ROOT / "docs" / "maze.md").read_text("utf-8")
    documented = dict(re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", page, re.MULTILINE))
    assert documented == PROBLEMS


def test_other_files_are_not_ours() -> None:
    assert not GAME.claims("rooms.txt")


@given(st.lists(st.sampled_from(["room K", "room S", "layout x", "WWWWW", "PPPPP", "SK", "é", "#", ""]), max_size=30))
@settings(max_examples=100, deadline=None)
def test_every_file_is_either_usable_or_explained(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.mktemp("own") / "own.maze"
    path.write_text("\n".join(["MAZE", *lines]), encoding="utf-8")
    file = read_maze_file(str(path), standard().rooms)
    headers = [line for line in lines if line.startswith(("room", "layout"))]
    assert file.problems or len(file.rooms) + len(file.layouts) == len(headers)
    GAME.check([str(path)])
