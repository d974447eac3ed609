"""Sets of positions as big integers: the ground that the solver searches.

A set of positions of the three characters is a dictionary from the thief's cell to an integer with one bit for every
pair of cells of fighter and seer; such a set is called *rows*, one row of bits for each cell of the thief. Then
"everybody may go on along the card's direction" is a handful of shifts for thousands of positions at once, as chess
programs fill their bitboards; Python's integers are fast at exactly this.

A *cell* is counted row by row over the whole board, so that the next cell to the right is 1 and the one below
``width`` away; bit ``fighter * cells + seer`` stands for a pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablewright.games.maze.pieces import (
    AREA,
    DOOR,
    HIDDEN,
    HOURGLASS,
    MONSTER,
    SECRET_DOOR,
    SIDE,
    SWITCH,
    TREASURE,
    WALL,
)
from tablewright.games.maze.state import MazeState

#: A set of positions of the three characters: by the thief's cell the bits of fighter and seer.
Rows = dict[int, int]
#: Cells of thief, fighter and seer.
Cells = tuple[int, int, int]


class Passages:
    """Where everybody can go once certain doors are open and monsters beaten, in one direction."""

    __slots__ = ("fighter", "forward", "seer", "thief")

    def __init__(self, ground: Ground, direction: int, everywhere: set[int], without_monsters: set[int]) -> None:
        step = (-ground.width, 1, ground.width, -1)[direction]
        #: Does the direction lead to higher cells?
        self.forward = step > 0
        calm = {cell for cell in without_monsters if ground.neighbour(cell, (direction + 2) % 4) is not None}
        brave = {cell for cell in everywhere if ground.neighbour(cell, (direction + 2) % 4) is not None}
        #: Steps of the thief, in the order of going.
        self.thief = [(cell - step, cell) for cell in sorted(calm, reverse=not self.forward)]
        #: For fighter and seer how far to shift, and where one can arrive that way: 1, 2, 4, ... free cells in a row.
        self.fighter = self._doubled(ground.fighter_in(brave), abs(step) * ground.cells)
        self.seer = self._doubled(ground.seer_in(calm), abs(step))

    def _doubled(self, enterable: int, shift: int) -> list[tuple[int, int]]:
        steps = []
        while enterable:
            steps.append((shift, enterable))
            enterable &= enterable << shift if self.forward else enterable >> shift
            shift *= 2
        return steps

    def go(self, rows: Rows) -> None:
        """Add every position that is reached when everybody goes on as far as they like.

        One move each is enough and the order can always be found: whoever stands farther ahead goes first, so nobody's
        goal is taken by somebody who is still to leave it. Two characters on one cell are left to the caller.
        """
        for start, end in self.thief:
            if start in rows:
                rows[end] = rows.get(end, 0) | rows[start]
        if self.forward:
            for thief, bits in rows.items():
                for shift, enterable in self.fighter:
                    bits |= bits << shift & enterable
                for shift, enterable in self.seer:
                    bits |= bits << shift & enterable
                rows[thief] = bits
        else:
            for thief, bits in rows.items():
                for shift, enterable in self.fighter:
                    bits |= bits >> shift & enterable
                for shift, enterable in self.seer:
                    bits |= bits >> shift & enterable
                rows[thief] = bits

    def go_back(self, rows: Rows) -> None:
        """Add every position from which one of the positions is reached: ``go`` the other way round."""
        for start, end in reversed(self.thief):
            if end in rows:
                rows[start] = rows.get(start, 0) | rows[end]
        for thief, bits in rows.items():
            for shift, enterable in self.fighter + self.seer:
                bits |= (bits & enterable) >> shift if self.forward else (bits & enterable) << shift
            rows[thief] = bits


class Map:
    """The maze with certain doors open, monsters beaten, and switches pressed or not."""

    __slots__ = ("fight", "passages", "unlock")

    def __init__(self, ground: Ground, opened: int) -> None:
        closed = {cell: bit for cell, bit in ground.obstacles.items() if not opened & bit}
        everywhere = {cell for cell in ground.floor if cell not in closed}
        scary = {ground.room[cell] for cell in closed if ground.kinds[cell] == MONSTER}
        calm = {cell for cell in everywhere if ground.room[cell] not in scary}
        self.passages = [Passages(ground, direction, everywhere, calm) for direction in range(4)]
        #: Where the thief can unlock, and what; where the fighter can fight, and whom.
        self.unlock: dict[int, int] = {}
        self.fight: dict[int, int] = {}
        for cell, bit in closed.items():
            if ground.kinds[cell] != SECRET_DOOR:
                done = self.fight if ground.kinds[cell] == MONSTER else self.unlock
                for near in ground.neighbours(cell):
                    if near in everywhere:
                        done[near] = done.get(near, 0) | bit


class Ground:
    """A maze prepared for searching: its cells, what can be opened, and the masks of bits.

    With ``known_only`` the rooms that are not revealed are solid rock; otherwise they are as they really are.
    """

    def __init__(self, state: MazeState, known_only: bool = False) -> None:
        board = state.setup.board
        self.width = board.columns * SIDE
        self.height = board.rows * SIDE
        self.cells = self.width * self.height
        tiles = [board.tile(*divmod(cell, self.width)) for cell in range(self.cells)]
        self.known_only = known_only
        kinds = [state.tiles[tile] for tile in tiles]
        self.kinds = [kind if kind < HIDDEN else WALL if known_only else kind - HIDDEN for kind in kinds]
        self.room = [tile // AREA for tile in tiles]
        cell_of = {tile: cell for cell, tile in enumerate(tiles)}
        self.tile_of = tiles
        thief, fighter, seer = state.at
        self.start: Cells = (cell_of[thief], cell_of[fighter], cell_of[seer])
        #: Every cell where somebody can ever stand.
        self.floor = [cell for cell, kind in enumerate(self.kinds) if kind != WALL]
        self._number_bits()
        self._every_seer = (1 << self.cells) - 1
        self._every_fighter = sum(1 << cell * self.cells for cell in range(self.cells))
        same = sum(self.pair(cell, cell) for cell in self.floor)
        apart = self.fighter_in(self.floor) & self.seer_in(self.floor) & ~same
        #: For each cell of the thief the bits of fighter and seer on two other cells.
        self.apart = {cell: apart & ~self.fighter_in((cell,)) & ~self.seer_in((cell,)) for cell in self.floor}
        self._maps: dict[int, Map] = {}

    def _number_bits(self) -> None:
        """Give every door, monster and hourglass a bit, and all secret doors together one."""
        #: Bits of what blocks the way until it is opened.
        self.obstacles: dict[int, int] = {}
        #: Bits of the hourglasses.
        self.hourglasses: dict[int, int] = {}
        self.secret_bit = 1
        bit = 2
        for cell, kind in enumerate(self.kinds):
            if kind == SECRET_DOOR:
                self.obstacles[cell] = self.secret_bit
            elif kind == MONSTER or DOOR <= kind < SECRET_DOOR:
                self.obstacles[cell] = bit
                bit <<= 1
        self.hourglass_bits = -bit  # all bits from here on
        for cell, kind in enumerate(self.kinds):
            if kind == HOURGLASS:
                self.hourglasses[cell] = bit
                bit <<= 1

    def fighter_in(self, cells: Iterable[int]) -> int:
        """Return the bits of the fighter on one of the cells and the seer anywhere."""
        return sum(1 << cell * self.cells for cell in cells) * self._every_seer

    def seer_in(self, cells: Iterable[int]) -> int:
        """Return the bits of the seer on one of the cells and the fighter anywhere."""
        return sum(1 << cell for cell in cells) * self._every_fighter

    def pair(self, fighter: int, seer: int) -> int:
        """Return the bit of two cells."""
        return 1 << fighter * self.cells + seer

    def rows_of(self, cells: Cells) -> Rows:
        """Return the set with one position in it."""
        return {cells[0]: self.pair(cells[1], cells[2])}

    def some(self, rows: Rows) -> Cells | None:
        """Return one position of a set, always the same, or ``None`` if it is empty."""
        for thief in sorted(rows):
            bits = rows[thief]
            if bits:
                return (thief, *divmod((bits & -bits).bit_length() - 1, self.cells))
        return None

    def neighbour(self, cell: int, direction: int) -> int | None:
        """Return the next cell in a direction, or ``None`` at the edge."""
        row, column = divmod(cell, self.width)
        row += (-1, 0, 1, 0)[direction]
        column += (0, 1, 0, -1)[direction]
        return row * self.width + column if 0 <= row < self.height and 0 <= column < self.width else None

    def neighbours(self, cell: int) -> Iterator[int]:
        """Yield the cells next to a cell."""
        for direction in range(4):
            near = self.neighbour(cell, direction)
            if near is not None:
                yield near

    def cells_of(self, kind: int) -> list[int]:
        """Return all cells of a kind of tile."""
        return [cell for cell, other in enumerate(self.kinds) if other == kind]

    def map(self, opened: int) -> Map:
        """Return the map with these things opened; hourglasses make no difference to it."""
        opened &= ~self.hourglass_bits
        found = self._maps.get(opened)
        if found is None:
            found = self._maps[opened] = Map(self, opened)
        return found

    def treasure(self) -> Rows:
        """Return all positions with everybody on treasure."""
        cells = self.cells_of(TREASURE)
        bits = self.fighter_in(cells) & self.seer_in(cells)
        return {cell: bits & self.apart[cell] for cell in cells}

    def switches(self) -> Rows:
        """Return all positions with everybody on their own switch."""
        thief, fighter, seer = (self.cells_of(SWITCH + who) for who in range(3))
        bits = self.fighter_in(fighter) & self.seer_in(seer)
        return dict.fromkeys(thief, bits) if bits else {}
