"""The files of authors: dungeons, stories and tables, with all their mistakes."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.core.dice import Dice
from tablewright.core.problems import InvalidData
from tablewright.games.dungeons import files, tables
from tablewright.games.dungeons.files import PLAYABLE, PROBLEMS, STORY_KEYS, parse_rooms, playable, read_dungeon
from tablewright.games.dungeons.game import DUNGEONS, GAME, dungeons, shipped
from tablewright.games.dungeons.generate import random_dungeon
from tablewright.games.dungeons.setup import too_small
from tablewright.games.dungeons.tables import DATA, load_tables, read_tables

GOOD = ["1:4,3;D:3,1:0;D:1,4:2;Z:1,1:1;", "2:4,3;D:1,1:1;L:2,2:1;T:3,4:12,NHEP,2,BOLT,15;"]


def problems(*lines: str) -> list[str]:
    """Return code and place of all problems of a dungeon."""
    return [f"{problem.code} {problem.line}:{problem.column}" for problem in parse_rooms(list(lines), "d")[1]]


def test_a_good_dungeon_has_no_problems() -> None:
    assert problems(*GOOD) == []
    assert problems(GOOD[0], "", "  ", GOOD[1], "") == []


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["room"], ["bad-room 2:1", "no-first-room 0:0"]),
        (["1:4"], ["bad-room 2:1", "no-first-room 0:0"]),
        (["0:4,3;"], ["bad-number 2:1", "no-first-room 0:0"]),
        (["x:4,3;"], ["bad-number 2:1", "no-first-room 0:0"]),
        ([GOOD[0].replace("4,3", "10,3"), GOOD[1]], ["bad-number 2:3"]),
        ([GOOD[0].replace("4,3", "4,y"), GOOD[1]], ["bad-number 2:5"]),
        ([GOOD[0][:-1], GOOD[1]], ["unclosed-entity 2:23"]),
        ([GOOD[0] + "Q:2,2:1;", GOOD[1]], ["unknown-entity 2:31"]),
        ([GOOD[0] + "Z:2,2;", GOOD[1]], ["bad-entity 2:31"]),
        ([GOOD[0] + "Z:2:2;", GOOD[1]], ["bad-entity 2:31"]),
        ([GOOD[0] + "Z:2,2,2:1;", GOOD[1]], ["bad-entity 2:31"]),
        ([GOOD[0] + "Z:2,2:x;", GOOD[1]], ["bad-number 2:37"]),
        ([GOOD[0] + "Z:a,2:2;", GOOD[1]], ["bad-number 2:33", "outside-room 2:33"]),
        ([GOOD[0] + "Z:4,1:2;", GOOD[1]], ["outside-room 2:33"]),
        ([GOOD[0] + "Z:1,5:2;", GOOD[1]], ["outside-room 2:33"]),
        ([GOOD[0] + "Z:1,1:2;", GOOD[1]], ["taken-field 2:33"]),
        ([GOOD[0] + "Z:2,2:1;", GOOD[1]], ["duplicate-foe 2:31"]),
        ([GOOD[0] + "D:2,2:2;", GOOD[1]], ["duplicate-door 2:31"]),
        ([GOOD[0] + "D:2,2:10;", GOOD[1]], ["bad-number 2:37", "duplicate-door 2:31"]),
        ([GOOD[0] + "T:2,2:;", GOOD[1]], ["bad-number 2:37"]),
        ([GOOD[0] + "T:2,2:5,SORD,1;", GOOD[1]], ["unknown-item 2:39"]),
        ([GOOD[0] + "T:2,2:5,MACE;", GOOD[1]], ["missing-amount 2:39"]),
        ([GOOD[0] + "T:2,2:5,MACE,x;", GOOD[1]], ["bad-number 2:44"]),
        ([GOOD[0] + "T:2,2:99999999999,MACE,2;", GOOD[1]], ["bad-number 2:37"]),
        ([GOOD[0], GOOD[1], GOOD[1]], ["duplicate-room 4:1"]),
        (["1:2,3;D:1,1:0;D:1,2:2;Z:2,1:1;Z:2,2:2;", GOOD[1]], ["too-crowded 2:1"]),
        ([GOOD[0].replace("Z:1,1:1;", ""), GOOD[1]], ["no-foe 2:1"]),
        ([GOOD[0] + "D:2,2:5;", GOOD[1]], ["unknown-room 2:31"]),
        ([GOOD[0], GOOD[1].replace("D:1,1:1;", "")], ["one-way-door 2:15"]),
        ([GOOD[0].replace("D:1,4:2;", ""), GOOD[1]], ["one-way-door 3:7", "unreachable-room 3:1", "no-boss 0:0"]),
        ([GOOD[0].replace("D:3,1:0;", ""), GOOD[1]], ["no-exit 2:1"]),
        ([GOOD[0], GOOD[1] + "D:1,2:0;"], ["misplaced-exit 3:47"]),
        ([GOOD[0], GOOD[1].replace("L:", "G:")], ["no-boss 0:0"]),
        ([], ["no-first-room 0:0"]),
    ],
)
def test_every_mistake_has_its_place(lines: list[str], expected: list[str]) -> None:
    assert problems(*lines) == expected


def test_all_mistakes_are_reported_at_once_in_words() -> None:
    found = parse_rooms(["1:5,4;D:4,1:0;Z:9,4:1;T:1,1:5,GHEX,3;", "2:3,3;L:1,1:1;"], "crypt.txt")[1]
    assert [str(problem) for problem in found] == [
        "crypt.txt:2:17: error outside-room: (9,4) is outside of room 1, which is 5 wide and 4 high",
        'crypt.txt:2:31: error unknown-item: there is no item "GHEX"; did you mean "GHEP"?',
        "crypt.txt:3:1: error unreachable-room: no door leads to room 2",
        "crypt.txt: error no-boss: there is no Lich to be found, so nobody can complete this dungeon",
    ]
    assert not playable(found)
    assert playable(found[2:])


@given(st.integers(0, 2**32), st.integers(1, 9), st.sampled_from([(1, 1), (1, 9), (3, 4), (9, 9)]), st.integers(0, 6))
@settings(max_examples=60, deadline=None)
def test_rooms_round_trip_through_their_lines(seed: int, rooms: int, sizes: tuple[int, int], danger: int) -> None:
    dungeon = random_dungeon(Dice(seed), rooms, sizes, danger)
    lines = [room.line() for room in dungeon]
    again, found = parse_rooms(lines, "d")
    assert {problem.code for problem in found} <= ({"no-foe"} if danger < 2 else set())
    assert [room.line() for room in again] == lines


@given(st.lists(st.text("123456789:;,DZGLTNHEP x", max_size=60), max_size=4))
@settings(max_examples=200, deadline=None)
def test_the_reader_survives_anything_and_what_is_playable_can_be_played(lines: list[str]) -> None:
    rooms, found = parse_rooms(lines, "d")
    if playable(found):
        value = {"dungeon": lines, "heroes": [{"name": "Ann", "type": "W"}], "seats": 1, "limit": 5}
        if too_small(rooms, 1) is None:
            assert GAME.new(GAME.read_setup(value), 1).legal_actions()
    else:
        assert all(problem.message for problem in found)


def test_exactly_the_declared_codes_are_used() -> None:
    used: set[str] = set()
    for module in (files, tables):
        for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in ("report", "report_at", "Problem"):
                    constants = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                    used.update(text for text in constants if isinstance(text, str) and " " not in text)
    assert used == set(PROBLEMS)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) and PROBLEMS[code] for code in PROBLEMS)
    assert set(PROBLEMS) > PLAYABLE


# The shipped files


def test_the_shipped_dungeons_have_two_to_nine_rooms_and_no_problems() -> None:
    sizes = []
    for name, about in dungeons().items():
        rooms, found = read_dungeon(os.path.join(DUNGEONS, f"{name}.txt"))
        assert found == []
        assert about.endswith(tuple("abcdefghijklmnopqrstuvwxyz"))
        assert [room.line() for room in shipped(name)] == [room.line() for room in rooms]
        sizes.append(len(rooms))
    assert sizes == sorted(sizes)
    assert len(sizes) >= 5
    assert (sizes[0], sizes[-1]) == (2, 9)
    assert {f"{name}.txt" for name in dungeons()} | {"index.txt"} == set(os.listdir(DUNGEONS))


def test_everything_that_ships_is_claimed_and_free_of_problems() -> None:
    files = [os.path.join(DATA, name) for name in ("story.txt", "items.txt", "characters.txt")]
    files += [os.path.join(DUNGEONS, f"{name}.txt") for name in dungeons()]
    assert all(GAME.claims(path) for path in files)
    assert GAME.check(files) == []
    assert not GAME.claims(os.path.join(DATA, "help.txt"))
    assert not GAME.claims(DATA)
    assert not GAME.claims("no\0file")


# Checking


def checked(tmp_path: Path, text: str | bytes) -> list[str]:
    path = tmp_path / "file.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert GAME.claims(str(path))
    return [str(problem).removeprefix(str(path)) for problem in GAME.check([str(path)])]


@pytest.mark.parametrize(
    ("first", "magic"),
    [
        ("DUNGOEN\n", "DUNGEON"),
        ("dungeon\n", "DUNGEON"),
        ("DUNGEON\r\n", "DUNGEON"),
        ("DUNGEON", "DUNGEON"),
        (" STORY\n", "STORY"),
        ("ITEM\n", "ITEMS"),
        ("CHARACTER\n", "CHARACTERS"),
    ],
)
def test_a_misspelt_first_line_is_named(tmp_path: Path, first: str, magic: str) -> None:
    assert checked(tmp_path, first) == [f':1:1: error wrong-format: the first line should be exactly "{magic}"']


def test_a_file_that_is_much_too_large_is_not_read(tmp_path: Path) -> None:
    assert checked(tmp_path, "DUNGEON\n" + " " * 70_000) == [": error too-large: the file is larger than 65536 bytes"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"DUNGEON\n1:3,3;\xff\xfe;", ":2:7: error bad-text: the file is not UTF-8 text"),
        (b"STORY\nN_INTRO:\x1b[2J;", ":2:9: error bad-text: there is a character that cannot be printed (number 27)"),
        (b"ITEMS\n[potions]\0", ":2:10: error bad-text: there is a character that cannot be printed (number 0)"),
        (b"ITEMS\n[patterns]\na|" + b"0" * 5000 + b"|0|0", f':3:3: error bad-number: "{"0" * 20}" should be a number'),
        (
            b"DUNGEON\n" + b"[" * 60_000,
            f':2:1: error bad-room: a room starts with "ID:WIDTH,HEIGHT;", this line with "{"[" * 20}"',
        ),
        (b"DUNGEON\n1:NaN,Infinity;", ':2:3: error bad-number: the width should be a number from 1 to 9, not "NaN"'),
        (b"ITEMS\n[patterns]\n" + b"a|0|0|0\n" * 101, ":103:1: error too-many-rows: [patterns] has more than 100 rows"),
        (b"STORY\n" + b" " * 2_000_000, ": error too-large: the file is larger than 65536 bytes"),
    ],
)
def test_what_nobody_wrote_by_hand_is_named_at_once(tmp_path: Path, text: bytes, problem: str) -> None:
    start = time.process_time()
    assert checked(tmp_path, text)[0].startswith(problem)
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "text",
    [
        "DUNGEON\n1:9,9;" + "D:1,1:0;" * 8000,
        "DUNGEON\n1:9,9;T:1,1:0" + ",ABXY,1" * 9000,
        "DUNGEON\n" + "1:1,1\n" * 10_000,
        "STORY\n" + "".join(f"N{number}:\n" for number in range(8000)),
        "CHARACTERS\n[foes]\nG|Goblin|1|1|1|1|no|no|-|" + "ABXY," * 12_000 + "|-\n",
    ],
)
def test_of_very_many_mistakes_the_first_are_listed(tmp_path: Path, text: str) -> None:
    start = time.process_time()
    found = checked(tmp_path, text)
    assert time.process_time() - start < 10
    assert found[-1].endswith("error too-many-problems: there are more mistakes; these are the first 100")
    assert len(found) < 1000


def test_mistakes_are_shown_as_plain_text() -> None:
    line = "1:9,9;\x1b[2J\udcff\u202e:1,1:1;"
    (problem,) = [problem for problem in parse_rooms([line], "d")[1] if problem.code == "unknown-entity"]
    assert problem.message == '"[2J" is not an entity; there are D, T, G, L, Z'


def test_dungeons_with_many_mistakes_that_can_be_played_stay_playable() -> None:
    room = "".join(f"D:{field // 9 + 1},{field % 9 + 1}:0;" for field in range(78))
    rooms, found = parse_rooms([f"{number}:9,9;{room}" for number in range(1, 10)], "d")
    assert len(found) > 1000
    assert playable(found)
    assert len(rooms) == 9


def test_pipes_devices_and_folders_are_not_claimed_and_nobody_waits_for_them(tmp_path: Path) -> None:
    pipe, zero = tmp_path / "pipe.txt", tmp_path / "zero.txt"
    os.mkfifo(pipe)
    zero.symlink_to("/dev/zero")
    asked = (
        "import sys; from tablewright.games.dungeons.game import GAME; from tablewright.games.dungeons.files import *\n"
        "for path in sys.argv[1:]:\n"
        "    print(GAME.claims(path), [problem.code for problem in GAME.check([path])])\n"
        "    try: read_dungeon(path)\n"
        "    except BadFile: print('bad')\n"
    )
    paths = [str(pipe), str(zero), str(tmp_path)]
    ran = subprocess.run([sys.executable, "-c", asked, *paths], capture_output=True, text=True, timeout=20)
    assert ran.stdout == "False ['unreadable']\nbad\n" * 3, ran.stderr


def test_a_file_that_is_of_another_game_is_told_so(tmp_path: Path) -> None:
    assert [problem.code for problem in GAME.check([str(tmp_path / "missing.txt")])] == ["unreadable"]
    (tmp_path / "maze.txt").write_text("MAZE\n")
    (problem,) = GAME.check([str(tmp_path / "maze.txt")])
    assert problem.code == "wrong-format"
    assert problem.message == "the first line should be one of DUNGEON, STORY, ITEMS, CHARACTERS"


def test_mistakes_of_a_story(tmp_path: Path) -> None:
    texts = "".join(f"{key}:text;\n" for key in STORY_KEYS if key != "N_INTRO")
    assert checked(tmp_path, f"STORY\n{texts}\nN_INTOR:x;\nN_ROOM_1:x;\nno text\n") == [
        ':31:1: error unknown-key: "N_INTOR" is never printed; did you mean "N_INTRO"?',
        ":32:1: error duplicate-key: N_ROOM_1 is already on line 2",
        ':33:1: error bad-line: a line is KEY:TEXT, this one is "no text"',
        ": error missing-key: N_INTRO is missing",
    ]
    assert checked(tmp_path, f"STORY\n{texts}N_INTRO:no end\n") == [
        ':30:14: warning open-line: N_INTRO does not end with ";", so what is printed next follows in the same line'
    ]


ITEMS = Path(DATA, "items.txt").read_text()
CHARACTERS = Path(DATA, "characters.txt").read_text()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("[potions]", "[potion]", "unknown-section"),
        ("[potions]", "[potions", "unknown-section"),
        ("NHEP   | Normal Health Potion        | 2 d4  | -", "NHEP | Normal Health Potion", "wrong-columns"),
        ("NHEP", "NHE", "bad-abbreviation"),
        ("NHEP", "NH3P", "bad-abbreviation"),
        ("NHEP", "nhep", "bad-abbreviation"),
        ("GHEP", "NHEP", "duplicate-item"),
        ("2 d4  | -", "2d4   | -", "bad-dice"),
        ("2 d4  | -", "0 d4  | -", "bad-dice"),
        ("2 d4  | -", "-     | -", "bad-potion"),
        ("2 d4  | -", "2 d4  | Fire", "bad-potion"),
        ("2 d4  | -", "2 d4  | Fier", "unknown-word"),
        ("Normal Health Potion", "", "empty-cell"),
        ("Breastplate    | 4 ", "Breastplate    | x ", "bad-number"),
        ("Breastplate    | 4  | 2", "Breastplate    | 4  | 1000", "bad-number"),
        ("Thrust | 2", "Line | 2", "duplicate-pattern"),
        ("melee  | Physical | Slash   | 1 d12", "ranged | Physical | Slash   | 1 d12", "wrong-pattern"),
        ("VIT  | ARRW", "VIT  | ARWR", "unknown-item"),
        ("VIT  | ARRW", "VIT  | MACE", "not-ammunition"),
        ("QFIR   | ranged", "QFRI   | ranged", "unknown-item"),
        ("QFIR   | ranged", "PARM   | ranged", "not-a-weapon"),
    ],
)
def test_mistakes_in_the_table_of_items(tmp_path: Path, old: str, new: str, code: str) -> None:
    assert old in ITEMS
    found = checked(tmp_path, ITEMS.replace(old, new, 1))
    assert any(f" {code}: " in problem for problem in found), found


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("W        |", "w        |", "bad-letter"),
        ("W        |", "D        |", "bad-letter"),
        ("W        |", "WW       |", "bad-letter"),
        ("R        |", "B        |", "duplicate-letter"),
        ("L        |", "A        |", "wrong-order"),
        ("Wizard    | 10", "Wizard    | 0 ", "no-health"),
        ("Wizard    | 10", "Wizard    | x", "bad-number"),
        ("4   | yes", "4   | maybe", "unknown-word"),
        ("1 QFRC*", "1 QFRC", "wrong-equipment"),
        ("1 QACD", "1 QACD*", "wrong-equipment"),
        ("20 ARRW", "20 ARRW*", "wrong-equipment"),
        ("2 HAXE", "HAXE", "missing-amount"),
        ("2 HAXE", "0 HAXE", "missing-amount"),
        ("2 HAXE", "2 HAXX", "unknown-item"),
        ("HAXE, SBOW ", "HAXE, PARM ", "not-a-weapon"),
        ("HAXE, SBOW ", "HAXE, SOBW ", "unknown-item"),
        ("| Cold ", "| Wind ", "unknown-word"),
    ],
)
def test_mistakes_in_the_table_of_characters(tmp_path: Path, old: str, new: str, code: str) -> None:
    assert old in CHARACTERS
    found = checked(tmp_path, CHARACTERS.replace(old, new, 1))
    assert any(f" {code}: " in problem for problem in found), found


def test_tables_without_patterns_or_characters(tmp_path: Path) -> None:
    assert checked(tmp_path, "ITEMS\n") == [": error no-pattern: there are no damage patterns"]
    assert checked(tmp_path, "CHARACTERS\nnot in a section\n") == [
        ": error no-character: there must be heroes and foes"
    ]
    with pytest.raises(InvalidData, match="first line is not"):
        load_tables(str(tmp_path))
    missing = str(tmp_path / "missing.txt")
    assert [problem.code for problem in read_tables(missing, missing)[1]] == [
        "wrong-format",
        "wrong-format",
        "no-pattern",
    ]
