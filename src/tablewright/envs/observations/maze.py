"""What the player of OOP1 Maze sees, as numbers."""

from __future__ import annotations

from array import array
from typing import Any, Final

from tablewright.envs.observations.layout import Encoder, Layout, Piece
from tablewright.games.maze.pieces import (
    AREA,
    CHARACTERS,
    DIRECTIONS,
    DOOR,
    HIDDEN,
    NAMES,
    SECRET_DOOR,
    SIDE,
    TILE_LETTERS,
    WALL,
)
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.state import MazeState

#: What is told of every tile.
TILE: Final = (
    "passage",
    "hourglass",
    "crystal ball",
    "treasure",
    *(f"switch of the {name.lower()}" for name in NAMES),
    "monster",
    "door",
    "secret door",
    "wall",
    "unknown",
    *(name.lower() for name in NAMES),
)
WIDTH: Final = len(TILE)
UNKNOWN: Final = TILE.index("unknown")
FIRST_CHARACTER: Final = UNKNOWN + 1
#: The column of each kind of tile: doors look different, but are the same.
COLUMN: Final = [tile if tile <= DOOR else tile - 1 for tile in range(WALL + 1)]
assert TILE[COLUMN[SECRET_DOOR]] == "secret door"

#: Longer games than this are told as this long.
MOST_FLIPS: Final = 9999
#: How many boards the encoder keeps before it forgets them all.
MOST_DRAWN: Final = 256


def layout(setup: MazeSetup) -> Layout:
    """Declare the numbers of an observation."""
    board = setup.board
    tiles = tuple(f"{row},{column}" for row in range(1, board.rows * SIDE + 1) for column in _columns(board.columns))
    return Layout(
        [
            Piece("counter", 0, MOST_FLIPS, "card flips so far"),
            Piece("flips left", -1, MOST_FLIPS, "how many more the table allows; 0 if it has no limit"),
            Piece("pressed", 0, 1, "1: the three switches have been pressed"),
            Piece("card", 0, 1, "1 for the direction that shows", DIRECTIONS),
            Piece(
                "deck",
                0,
                1,
                "1 for the direction of each card of the deck that has been seen, in the order of the deck",
                ("1", "2", "3", "4"),
                DIRECTIONS,
            ),
            Piece("covered", 0, 1, "1 for each room in play that is not revealed yet", tuple(setup.rooms)),
            Piece(
                "tiles",
                0,
                1,
                "1 for what each tile of the board is, by row and column, and for the characters on it",
                tiles,
                TILE,
            ),
        ]
    )


def _columns(rooms: int) -> range:
    return range(1, rooms * SIDE + 1)


class MazeEncoder(Encoder):
    """Fills the layout."""

    def __init__(self, setup: MazeSetup) -> None:
        super().__init__(layout(setup))
        self.rooms = list(setup.rooms)
        self.max_flips = setup.max_flips
        board = setup.board
        self.canvas = (36 * board.columns + 1, 16 * board.rows + 3)
        self.width = board.columns * SIDE
        places = self.layout
        self.card, self.deck, self.covered = places["card"], places["deck"], places["covered"]
        self.tiles = places["tiles"]
        #: Where each tile of the position stands in an observation.
        self.places: list[int] = []
        for tile in range(len(setup.letters) * AREA):
            row, column = board.row_column(tile)
            self.places.append(self.tiles + (row * self.width + column) * WIDTH)
        self._drawn: dict[bytes, array[float]] = {}

    def write(self, state: MazeState, seat: int, out: array[float]) -> None:
        self._head(out, state.counter, state.pressed, state.deck[state.active])
        for number, card in enumerate(state.deck[: state.seen]):
            out[self.deck + number * 4 + card] = 1.0
        tiles = state.tiles
        for place, letter in enumerate(state.letters):
            if tiles[place * AREA] >= HIDDEN:
                out[self.covered + self.rooms.index(letter)] = 1.0
        # The tiles change rarely, the characters all the time.
        drawn = self._drawn.get(tiles)
        if drawn is None:
            if len(self._drawn) >= MOST_DRAWN:
                self._drawn.clear()
            drawn = self._drawn[tiles] = self._draw(tiles)
        out[self.tiles :] = drawn
        for who, tile in enumerate(state.at, FIRST_CHARACTER):
            out[self.places[tile] + who] = 1.0

    def _draw(self, tiles: bytes) -> array[float]:
        drawn = array("f", bytes(4 * len(tiles) * WIDTH))
        for tile, kind in enumerate(tiles):
            drawn[self.places[tile] - self.tiles + (UNKNOWN if kind >= HIDDEN else COLUMN[kind])] = 1.0
        return drawn

    def _head(self, out: array[float], counter: int, pressed: bool, card: int) -> None:
        out[0] = min(counter, MOST_FLIPS)
        out[1] = min(self.max_flips - counter, MOST_FLIPS) if self.max_flips else 0
        out[2] = pressed
        out[self.card + card] = 1.0

    def write_view(self, view: dict[str, Any], seat: int, out: array[float]) -> None:
        self._head(out, view["counter"], view["pressed"], DIRECTIONS.index(view["card"]))
        for number, card in enumerate(view["deck"]):
            if card is not None:
                out[self.deck + number * 4 + DIRECTIONS.index(card)] = 1.0
        for number, room in enumerate(self.rooms):
            out[self.covered + number] = room not in view["rooms"]
        for place, lines in enumerate(view["tiles"]):
            for number in range(AREA):
                column = UNKNOWN
                if lines is not None:
                    column = COLUMN[TILE_LETTERS.index(lines[number // SIDE][number % SIDE])]
                out[self.places[place * AREA + number] + column] = 1.0
        for who, letter in enumerate(CHARACTERS, FIRST_CHARACTER):
            row, column = view["characters"][letter]
            out[self.tiles + (row * self.width + column) * WIDTH + who] = 1.0


encoder = MazeEncoder
