"""The board as text, exactly as the rulebook draws it."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.maze.pieces import AREA, CHARACTERS, DIRECTIONS, HIDDEN, SIDE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from tablewright.games.maze.state import MazeState

    T = TypeVar("T")

WIDTH = 7
HEIGHT = 3
WALL = ("█" * WIDTH,) * HEIGHT
UNKNOWN = ("U" * WIDTH,) * HEIGHT
BLANK = " " * WIDTH
CROSSING, ACROSS, DOWN = "╬", "═", "║"


def _framed(mark: str) -> tuple[str, ...]:
    return (mark * WIDTH, mark + " " * (WIDTH - 2) + mark, mark * WIDTH)


#: The three lines of every tile, in the order of the tiles.
DRAWINGS: tuple[tuple[str, ...], ...] = (
    (BLANK, BLANK, BLANK),
    (" \\   / ", "  | |  ", " /   \\ "),
    ("  / \\  ", " |   | ", "  \\ /  "),
    _framed("$"),
    *map(_framed, CHARACTERS),
    (BLANK, "   M   ", BLANK),
    (BLANK, "█" * WIDTH, BLANK),
    ("   █   ",) * HEIGHT,
    WALL,  # nobody can tell a secret door from a wall
    WALL,
)

#: Rooms and rows of rooms as they were drawn last: the text depends on nothing but the key.
_rooms: dict[tuple[bytes, str, tuple[int, ...]], list[str]] = {}
_rows: dict[tuple[bytes, str, tuple[int, ...]], str] = {}
MOST_DRAWN = 2_000


def _with_letter(line: str, letter: str) -> str:
    return line[: WIDTH // 2] + letter + line[WIDTH // 2 + 1 :]


def _remembered(
    known: dict[tuple[bytes, str, tuple[int, ...]], T],
    key: tuple[bytes, str, tuple[int, ...]],
    draw: Callable[[bytes, str, tuple[int, ...]], T],
) -> T:
    """Return what was drawn before, or draw it."""
    drawn = known.get(key)
    if drawn is None:
        if len(known) > MOST_DRAWN:
            known.clear()
        drawn = known[key] = draw(*key)
    return drawn


def _draw_room(tiles: bytes, letter: str, standing: tuple[int, ...]) -> list[str]:
    """Return the 15 lines of a room; ``standing`` has the tile of each character inside the room, or -1."""
    drawings = [UNKNOWN if tile >= HIDDEN else DRAWINGS[tile] for tile in tiles]
    marked = [(0, letter)] if tiles[0] < HIDDEN else []
    marked += [(tile, who) for tile, who in zip(standing, CHARACTERS, strict=True) if tile >= 0]
    for tile, mark in marked:
        top, middle, bottom = drawings[tile]
        drawings[tile] = (top, _with_letter(middle, mark), bottom)
    return [
        "".join([drawing[line] for drawing in drawings[first : first + SIDE]])
        for first in range(0, AREA, SIDE)
        for line in range(HEIGHT)
    ]


def _draw_row(tiles: bytes, letters: str, standing: tuple[int, ...]) -> str:
    """Return the lines of rooms beside each other, with the border between them."""
    rooms = []
    for room, letter in enumerate(letters):
        here = tuple([tile - room * AREA if tile // AREA == room else -1 for tile in standing])
        key = (tiles[room * AREA : (room + 1) * AREA], letter, here)
        rooms.append(_remembered(_rooms, key, _draw_room))
    return "".join([DOWN + DOWN.join(line) + DOWN + "\n" for line in zip(*rooms, strict=True)])


def draw_board(state: MazeState) -> str:
    """Return the whole board with its border, a newline behind every line."""
    columns = state.setup.board.columns
    area = columns * AREA
    separator = CROSSING + (ACROSS * (SIDE * WIDTH) + CROSSING) * columns + "\n"
    parts = [separator]
    for row in range(len(state.letters) // columns):
        letters = state.letters[row * columns : (row + 1) * columns]
        standing = tuple([tile % area if tile // area == row else -1 for tile in state.at])
        key = (state.tiles[row * area : (row + 1) * area], letters, standing)
        parts.append(_remembered(_rows, key, _draw_row))
        parts.append(separator)
    return "".join(parts)


def draw_state(state: MazeState, with_board: bool = True) -> str:
    """Return the counter, the board and the card that shows, as the console prints them after every command."""
    board = draw_board(state) if with_board else ""
    card = DIRECTIONS[state.deck[state.active]]
    return f"Card Flip Counter: {state.counter:3}\n{board}Possible move: {card}\n"
