"""Floor plans and layouts as authors write them: ``.maze`` files are read and checked here, all mistakes at once.

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

import errno
import os

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.outside import LONGEST_NAME, plain, read_bytes
from tablewright.core.problems import InvalidData, Problem
from tablewright.games.maze.pieces import (
    AREA,
    CHARACTERS,
    HIDDEN,
    MOST_COLUMNS,
    PASSAGE,
    SIDE,
    START_TILES,
    TILE_LETTERS,
    TREASURE,
    WALL,
)
from tablewright.games.maze.setup import MazeSetup

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

MAGIC = "MAZE"
SUFFIX = ".maze"
#: Larger files are refused: 26 rooms and so many of the largest layouts need fewer lines.
MOST_LINES = 5_000
MOST_LAYOUTS = 100
DATA = os.path.join(os.path.dirname(__file__), "data")
STANDARD = os.path.join(DATA, "standard" + SUFFIX)
#: Whether a layout can be won is decided while checking a file only up to this size: larger ones may take a minute.
MOST_ROOMS_DECIDED = 12
#: So long all layouts of a file may take to be decided; those that are left over are taken as they are.
SECONDS_TO_DECIDE = 0.3
MEGABYTES_TO_DECIDE = 50

#: Everything that can be wrong with a file. The codes are stable: programs may rely on them.
PROBLEMS = {
    "unreadable": "the file cannot be opened",
    "too-large": "the file is too large to be a maze",
    "bad-text": "the file is not UTF-8 text",
    "wrong-format": "the first line is not MAZE",
    "unknown-line": "a line belongs neither to a room nor to a layout",
    "bad-room-name": "a room is not named by a letter from A to Z",
    "duplicate-room": "a room has two floor plans in one file",
    "wrong-row-count": "a floor plan does not have five rows",
    "wrong-row-length": "a row of a floor plan does not have five tiles",
    "unknown-tile": "a letter does not stand for a tile",
    "bad-corner": "the top left tile of a room is not a wall",
    "blocked-start": "a character would not start on a passage",
    "bad-layout-name": "a layout has no name, or that of another one",
    "empty-layout": "a layout has no rows",
    "wrong-layout-row": "a row of a layout has too many rooms, or none",
    "uneven-rows": "the rows of a layout differ in length",
    "bad-room-letter": "a room of a layout is not a letter from A to Z",
    "unknown-room": "a room of a layout has no floor plan",
    "repeated-room": "a room occurs twice in a layout",
    "no-start-room": "a layout has no room S to start in",
    "hopeless-layout": "a layout can be played, but not won (a warning)",
}

#: From tiles, covered or not, to their letters.
_LETTERS = bytes.maketrans(bytes([*range(WALL + 1), *range(HIDDEN, HIDDEN + WALL + 1)]), 2 * TILE_LETTERS.encode())


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
    """Return everything wrong with a layout: row and column from 1 (0: as a whole), a code of ``PROBLEMS``, a sentence.

    ``known`` are the letters that have a floor plan. An empty list means that a game can be started.
    """
    rows = list(rows)
    faults = []
    if not rows:
        faults.append((0, 0, "empty-layout", "a layout needs at least one row of rooms"))
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        if not 1 <= len(row) <= MOST_COLUMNS:
            sentence = f"a row has 1 to {MOST_COLUMNS} rooms, this one has {len(row)}"
            faults.append((number, 0, "wrong-layout-row", sentence))
        elif len(row) != len(rows[0]):
            sentence = f"all rows have the same length, but this one has {len(row)} rooms and the first {len(rows[0])}"
            faults.append((number, 0, "uneven-rows", sentence))
        for column, letter in enumerate(row[:MOST_COLUMNS], 1):
            if not "A" <= letter <= "Z":
                sentence = f'a room is an upper-case letter from A to Z, not "{plain(letter)}"'
                faults.append((number, column, "bad-room-letter", sentence))
            elif letter not in known:
                faults.append((number, column, "unknown-room", f"room {letter} has no floor plan"))
            elif letter in seen:
                faults.append((number, column, "repeated-room", f"room {letter} occurs twice"))
            seen.add(letter)
    if rows and "S" not in seen:
        faults.append((0, 0, "no-start-room", "the start room S is missing"))
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
        data = read_bytes(path)
    except OSError as error:
        code = "too-large" if error.errno == errno.EFBIG else "unreadable"
        problems.append(Problem(path, 0, 0, code, f"the file cannot be read: {error.strerror}"))
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problems.append(Problem(path, line, 0, "bad-text", "the file is not UTF-8 text"))
        return None
    if text.partition("\n")[0].rstrip() != MAGIC:
        problems.append(Problem(path, 1, 0, "wrong-format", f'the first line must be "{MAGIC}"'))
        return None
    if text.count("\n") > MOST_LINES:
        problems.append(Problem(path, 0, 0, "too-large", f"the file has more than {MOST_LINES:,} lines"))
        return None
    return text


_standard: list[MazeFile] = []


def standard() -> MazeFile:
    """Return the rooms of the rulebook and the layouts that ship with the game; they are read once."""
    if not _standard:
        _standard.append(read_maze_file(STANDARD))
    return _standard[0]


def read_own(path: str) -> MazeFile:
    """Return the layouts of an author's file and all rooms they may use; raises ``InvalidData`` with its mistakes."""
    file = read_maze_file(path, standard().rooms)
    if file.problems:
        raise InvalidData(file.problems)
    file.rooms = standard().rooms | file.rooms
    return file


def check(path: str) -> list[Problem]:
    """Report everything wrong with an author's file, and of layouts that can be played whether they can be won."""
    from time import perf_counter

    file = read_maze_file(path, standard().rooms)
    rooms = standard().rooms | file.rooms
    deadline = perf_counter() + SECONDS_TO_DECIDE
    for layout in file.layouts.values():
        if all(letter in rooms for row in layout.rows for letter in row):
            hopeless = _hopeless(MazeSetup(layout.rows, rooms), deadline - perf_counter())
            if hopeless:
                message = f"layout {layout.name} cannot be won: {hopeless}"
                file.problems.append(Problem(path, layout.line, 0, "hopeless-layout", message, warning=True))
    return file.problems


def _hopeless(setup: MazeSetup, seconds: float) -> str:
    """Say why a layout cannot be won; "" if it can, or cannot be told in so many seconds."""
    from tablewright.core.dice import Dice
    from tablewright.games.maze.solver.search import Limits  # the search is for those who ask
    from tablewright.games.maze.solver.solve import winnable
    from tablewright.games.maze.state import deal

    if sum(plan.count(TREASURE) for plan in setup.rooms.values()) < len(CHARACTERS):
        return "it has fewer than three treasure tiles"
    if seconds <= 0 or len(setup.letters) > MOST_ROOMS_DECIDED:
        return ""
    decided = winnable(deal(setup, Dice(0)), limits=Limits(seconds, MEGABYTES_TO_DECIDE))
    return "" if decided else "nobody can bring all three to the treasure"


class _Reader:
    """Reads the lines of one file; a block goes on until the next header."""

    def __init__(self, path: str, file: MazeFile, known: Iterable[str]) -> None:
        self.path = path
        self.file = file
        self.known = set(known)
        #: All rooms that the file tries to define, so that one mistake is not reported again at every layout.
        self.named: set[str] = set()
        self.layouts: list[tuple[MazeLayout, list[int]]] = []
        self.layout_names: set[str] = set()

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
                self.problem(number, 0, "unknown-line", 'here a line "room LETTER" or "layout NAME" is needed')
        self.block(header, title, rows)
        if len(self.layouts) > MOST_LAYOUTS:
            self.problem(0, 0, "too-large", f"the file has more than {MOST_LAYOUTS} layouts")
        for layout, lines in self.layouts[:MOST_LAYOUTS]:
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
        shown = plain(letter, LONGEST_NAME)
        if len(letter) != 1 or not "A" <= letter <= "Z":
            self.problem(
                header, 0, "bad-room-name", f'a room is named by an upper-case letter from A to Z, not "{shown}"'
            )
        elif letter in self.named:
            self.problem(header, 0, "duplicate-room", f"this file has a room {letter} already")
        self.named.add(letter)
        if len(rows) != SIDE:
            self.problem(header, 0, "wrong-row-count", f"a room has {SIDE} rows of tiles, this one has {len(rows)}")
        for number, row in rows:
            if len(row) != SIDE:
                self.problem(
                    number, 0, "wrong-row-length", f"a row of a room has {SIDE} tiles, this one has {len(row)}"
                )
            for column, tile in enumerate(row[:SIDE], 1):
                if tile not in TILE_LETTERS:
                    message = f'there is no tile "{plain(tile)}"; tiles are {" ".join(TILE_LETTERS)}'
                    self.problem(number, column, "unknown-tile", message)
        if len(self.file.problems) > before:
            return
        plan = bytes([TILE_LETTERS.index(tile) for _, row in rows for tile in row])
        if plan[0] != WALL:
            self.problem(rows[0][0], 1, "bad-corner", "the top left tile is a wall W: it shows the room's letter")
        if letter == "S":
            for who, start in zip(CHARACTERS, START_TILES, strict=True):
                if plan[start] != PASSAGE:
                    message = f"character {who} starts here: the tile must be a passage P"
                    self.problem(rows[start // SIDE][0], start % SIDE + 1, "blocked-start", message)
        if len(self.file.problems) == before:
            self.file.rooms[letter] = plan

    def layout(self, header: int, title: str, rows: list[tuple[int, str]]) -> None:
        # Faces show both, and who chooses a layout types its name.
        name, _, about = (plain(part, LONGEST_NAME) for part in title.partition(" "))
        layout = MazeLayout(name, about, header)
        layout.rows = [row for _, row in rows]
        if not name:
            self.problem(header, 0, "bad-layout-name", "a layout needs a name behind the word layout")
        elif name in self.layout_names:
            self.problem(header, 0, "bad-layout-name", f'this file has a layout "{name}" already')
        self.layout_names.add(name)
        self.layouts.append((layout, [number for number, _ in rows]))


def plan_lines(plan: bytes) -> list[str]:
    """Return the tiles of a room, covered or not, as five rows of letters."""
    letters = plan.translate(_LETTERS).decode()
    return [letters[start : start + SIDE] for start in range(0, AREA, SIDE)]
