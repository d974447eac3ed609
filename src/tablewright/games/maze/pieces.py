"""Tiles and where they lie: everything about a board that does not change while playing.

A *place* is where a room lies, counted row by row; a *tile* is counted room by room, ``25 * place + 5 * row + column``,
so that the tiles of a room stand next to each other in the position.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final

if TYPE_CHECKING:
    from typing import Final

# What a tile can be. The order is used: everything before the monster can be walked on.
PASSAGE: Final = 0
HOURGLASS: Final = 1
CRYSTAL_BALL: Final = 2
TREASURE: Final = 3
SWITCH: Final = 4  # of the thief; those of fighter and seer follow
MONSTER: Final = 7
DOOR: Final = 8  # drawn horizontally; the vertical one follows
SECRET_DOOR: Final = 10
WALL: Final = 11
#: Added to every tile of a room that is not revealed, which makes it impassable too.
HIDDEN: Final = 16

#: The letters of floor plans; the index is the tile.
TILE_LETTERS: Final = "PGCLTFSMHVXW"

THIEF: Final = 0
FIGHTER: Final = 1
SEER: Final = 2
CHARACTERS: Final = "TFS"
NAMES: Final = ("Thief", "Fighter", "Seer")
#: Where they start inside room S.
START_TILES: Final = (1 * 5 + 3, 1 * 5 + 1, 3 * 5 + 1)

#: The unshuffled stack of cards.
DIRECTIONS: Final = ("up", "right", "down", "left")

SIDE: Final = 5
AREA: Final = 25
#: Layouts with more columns are not valid.
MOST_COLUMNS: Final = 5

#: What the three switches do to the tiles of the whole board, revealed or not.
PRESSED: Final = bytes(
    (tile & HIDDEN) if SWITCH <= (tile & ~HIDDEN) < MONSTER or (tile & ~HIDDEN) == SECRET_DOOR else tile
    for tile in range(256)
)
#: What revealing does to the tiles of a room, and the way back.
REVEALED: Final = bytes(tile & ~HIDDEN for tile in range(256))
COVERED: Final = bytes(tile | HIDDEN for tile in range(256))


@final
class Grid:
    """The geometry of so many rows and columns of rooms."""

    __slots__ = ("beside", "bordering", "columns", "next_place", "rays", "rows")

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        tiles = rows * columns * AREA
        #: For each direction and tile all tiles that way, nearest first, up to the edge of the board.
        self.rays: list[list[tuple[int, ...]]] = [[()] * tiles for _ in DIRECTIONS]
        up, right, down, left = self.rays
        for row in range(rows * SIDE):
            line = tuple([self.tile(row, column) for column in range(columns * SIDE)])
            for i, tile in enumerate(line):
                right[tile], left[tile] = line[i + 1 :], line[:i][::-1]
        for column in range(columns * SIDE):
            line = tuple([self.tile(row, column) for row in range(rows * SIDE)])
            for i, tile in enumerate(line):
                down[tile], up[tile] = line[i + 1 :], line[:i][::-1]
        #: For each direction and place the next place that way, or -1.
        self.next_place: list[list[int]] = [
            [ray[0] // AREA if (ray := rays[place * AREA + edge]) else -1 for place in range(rows * columns)]
            for rays, edge in zip(self.rays, (0, SIDE - 1, AREA - 1, 0), strict=True)
        ]
        #: For each tile those directly above, right, below and left.
        self.beside: list[tuple[int, ...]] = []
        #: For each tile the other places that touch it.
        self.bordering: list[tuple[int, ...]] = []
        for tile in range(tiles):
            near = tuple([rays[tile][0] for rays in self.rays if rays[tile]])
            self.beside.append(near)
            self.bordering.append(tuple([other // AREA for other in near if other // AREA != tile // AREA]))

    def tile(self, row: int, column: int) -> int:
        """Return the tile at a row and column of the whole board."""
        place = row // SIDE * self.columns + column // SIDE
        return place * AREA + row % SIDE * SIDE + column % SIDE

    def row_column(self, tile: int) -> tuple[int, int]:
        """Return the row and column of a tile on the whole board."""
        place, inside = divmod(tile, AREA)
        return place // self.columns * SIDE + inside // SIDE, place % self.columns * SIDE + inside % SIDE


_boards: dict[tuple[int, int], Grid] = {}


def board_of(rows: int, columns: int) -> Grid:
    """Return the one board of a size."""
    board = _boards.get((rows, columns))
    if board is None:
        board = _boards.setdefault((rows, columns), Grid(rows, columns))  # threads may ask at once
    return board
