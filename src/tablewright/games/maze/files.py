"""Floor plans and layouts as authors write them: the reader of ``.maze`` files, with every mistake at once.

::

    MAZE
    # a comment

    room K
    WWPWW
    WPPPW
    PPGPP
    WPPPW
    WWPWW

    layout garden  A walk in the open
    SK
    LC

The rooms of the rulebook are read from such a file too.
"""

from __future__ import annotations

import os

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.problems import Problem
from tablewright.games.maze.board import (
    AREA,
    CHARACTERS,
    HIDDEN,
    MOST_COLUMNS,
    PASSAGE,
    SIDE,
    START_TILES,
    TILE_LETTERS,
    WALL,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

MAGIC = "MAZE"
SUFFIX = ".maze"
#: Larger files are refused unread.
MOST_BYTES = 1_000_000
DATA = os.path.join(os.path.dirname(__file__), "data")
STANDARD = os.path.join(DATA, "standard" + SUFFIX)


class MazeLayout:
    """A named layout: rows of room letters and a line about it."""

    __slots__ = ("about", "line", "name", "rows")

    def __init__(self, name: str, about: str, line: int) -> None:
        self.name = name
        self.about = about
        #: Where it stands in its file.
        self.line = line
        self.rows: list[str] = []


class MazeFile:
    """What a file holds; ``rooms`` and ``layouts`` have only what is free of mistakes."""

    __slots__ = ("layouts", "problems", "rooms")

    def __init__(self) -> None:
        self.rooms: dict[str, bytes] = {}
        self.layouts: dict[str, MazeLayout] = {}
        self.problems: list[Problem] = []


def layout_faults(rows: Iterable[str], known: Container[str]) -> list[tuple[int, int, str, str]]:
    """Return everything wrong with a layout: row and column from 1 (0: as a whole), a code and a sentence.

    ``known`` are the letters that have a floor plan. An empty list means that a game can be started.
    """
    rows = list(rows)
    faults = []
    if not rows:
        faults.append((0, 0, "LAYOUT_EMPTY", "a layout needs at least one row of rooms"))
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        if not 1 <= len(row) <= MOST_COLUMNS:
            sentence = f"a row has 1 to {MOST_COLUMNS} rooms, this one has {len(row)}"
            faults.append((number, 0, "LAYOUT_ROW", sentence))
        elif len(row) != len(rows[0]):
            sentence = f"all rows have the same length, but this one has {len(row)} rooms and the first {len(rows[0])}"
            faults.append((number, 0, "LAYOUT_SHAPE", sentence))
        for column, letter in enumerate(row[:MOST_COLUMNS], 1):
            if not "A" <= letter <= "Z":
                sentence = f'a room is an upper-case letter from A to Z, not "{letter}"'
                faults.append((number, column, "LAYOUT_LETTER", sentence))
            elif letter not in known:
                faults.append((number, column, "LAYOUT_UNKNOWN", f"room {letter} has no floor plan"))
            elif letter in seen:
                faults.append((number, column, "LAYOUT_TWICE", f"room {letter} occurs twice"))
            seen.add(letter)
    if rows and "S" not in seen:
        faults.append((0, 0, "LAYOUT_START", "the start room S is missing"))
    return faults


def read_maze_file(path: str, known: Iterable[str] = ()) -> MazeFile:
    """Read a file with all its mistakes; its layouts may use its own rooms and the ``known`` ones."""
    file = MazeFile()
    text = _read_text(path, file.problems)
    if text is not None:
        _Reader(path, file, known).read(text)
    return file


def _read_text(path: str, problems: list[Problem]) -> str | None:
    try:
        with open(path, "rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        cause = error.strerror if isinstance(error, OSError) else str(error)
        problems.append(Problem(path, 0, 0, "FILE_UNREADABLE", f"the file cannot be read: {cause}"))
        return None
    if len(data) > MOST_BYTES:
        problems.append(Problem(path, 0, 0, "FILE_SIZE", f"the file is larger than {MOST_BYTES:,} bytes"))
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problems.append(Problem(path, line, 0, "FILE_ENCODING", "the file is not UTF-8 text"))
        return None
    if text.partition("\n")[0].rstrip() != MAGIC:
        problems.append(Problem(path, 1, 0, "FILE_MAGIC", f'the first line must be "{MAGIC}"'))
        return None
    return text


class _Reader:
    """Reads the lines of one file; a block goes on until the next header."""

    def __init__(self, path: str, file: MazeFile, known: Iterable[str]) -> None:
        self.path = path
        self.file = file
        self.known = set(known)
        #: All rooms that the file tries to define, so that one mistake is not reported again at every layout.
        self.named: set[str] = set()
        self.layouts: list[tuple[MazeLayout, list[int]]] = []

    def problem(self, line: int, column: int, code: str, message: str) -> None:
        self.file.problems.append(Problem(self.path, line, column, code, message))

    def read(self, text: str) -> None:
        header = 0
        title = ""
        rows: list[tuple[int, str]] = []
        for number, line in enumerate(text.split("\n")[1:], 2):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            keyword = line.partition(" ")[0]
            if keyword in ("room", "layout"):
                self.block(header, title, rows)
                header, title, rows = number, line, []
            elif header:
                rows.append((number, line))
            else:
                self.problem(number, 0, "LINE_UNKNOWN", 'here a line "room LETTER" or "layout NAME" is needed')
        self.block(header, title, rows)
        for layout, lines in self.layouts:
            faults = layout_faults(layout.rows, self.known | self.named)
            for row, column, code, message in faults:
                self.problem(lines[row - 1] if row else layout.line, column, code, message)
            if not faults:
                self.file.layouts[layout.name] = layout
        self.file.problems.sort(key=lambda problem: (problem.line, problem.column))

    def block(self, header: int, title: str, rows: list[tuple[int, str]]) -> None:
        keyword, _, rest = title.partition(" ")
        if keyword == "room":
            self.room(header, rest.strip(), rows)
        elif keyword == "layout":
            self.layout(header, rest.strip(), rows)

    def room(self, header: int, letter: str, rows: list[tuple[int, str]]) -> None:
        before = len(self.file.problems)
        if len(letter) != 1 or not "A" <= letter <= "Z":
            self.problem(header, 0, "ROOM_NAME", f'a room is named by an upper-case letter from A to Z, not "{letter}"')
        elif letter in self.named:
            self.problem(header, 0, "ROOM_TWICE", f"this file has a room {letter} already")
        self.named.add(letter)
        if len(rows) != SIDE:
            self.problem(header, 0, "ROOM_ROWS", f"a room has {SIDE} rows of tiles, this one has {len(rows)}")
        for number, row in rows:
            if len(row) != SIDE:
                self.problem(number, 0, "ROOM_ROW", f"a row of a room has {SIDE} tiles, this one has {len(row)}")
            for column, tile in enumerate(row[:SIDE], 1):
                if tile not in TILE_LETTERS:
                    message = f'there is no tile "{tile}"; tiles are {" ".join(TILE_LETTERS)}'
                    self.problem(number, column, "ROOM_TILE", message)
        if len(self.file.problems) > before:
            return
        plan = bytes([TILE_LETTERS.index(tile) for _, row in rows for tile in row])
        if plan[0] != WALL:
            self.problem(rows[0][0], 1, "ROOM_CORNER", "the top left tile is a wall W: it shows the room's letter")
        if letter == "S":
            for who, start in zip(CHARACTERS, START_TILES, strict=True):
                if plan[start] != PASSAGE:
                    message = f"character {who} starts here: the tile must be a passage P"
                    self.problem(rows[start // SIDE][0], start % SIDE + 1, "ROOM_START", message)
        if len(self.file.problems) == before:
            self.file.rooms[letter] = plan

    def layout(self, header: int, title: str, rows: list[tuple[int, str]]) -> None:
        name, _, about = title.partition(" ")
        layout = MazeLayout(name, about.strip(), header)
        layout.rows = [row for _, row in rows]
        if not name:
            self.problem(header, 0, "LAYOUT_NAME", "a layout needs a name behind the word layout")
        elif any(other.name == name for other, _ in self.layouts):
            self.problem(header, 0, "LAYOUT_NAME", f'this file has a layout "{name}" already')
        self.layouts.append((layout, [number for number, _ in rows]))


def plan_lines(plan: bytes) -> list[str]:
    """Return the tiles of a room, covered or not, as five rows of letters."""
    letters = "".join([TILE_LETTERS[tile & ~HIDDEN] for tile in plan])
    return [letters[start : start + SIDE] for start in range(0, AREA, SIDE)]


def standard_rooms() -> dict[str, bytes]:
    """Return the rooms of the rulebook."""
    return read_maze_file(STANDARD).rooms
