"""The fields of a room: neighbours, rings and damage patterns, computed once for every size of room.

A field is a number: rows and columns count from 1, and every row has nine numbers whatever the width of the room, so
that ascending numbers are fields sorted by row and then by column, and a field has the same number in every room.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.dungeons.kinds import Pattern

#: The largest width and height of a room.
SIDE: Final = 9
FIELDS: Final = SIDE * SIDE

#: What a board has on a field. ``HERO`` and ``FOE`` are followed by the number of the player and of the foe.
OUTSIDE: Final = -1
EMPTY: Final = 0
DOOR: Final = 1
CHEST: Final = 2
REMAINS: Final = 3
HERO: Final = 4
FOE: Final = 7

#: The eight directions clockwise from north, as (rows, columns).
COMPASS: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def field_at(row: int, column: int) -> int:
    """Return the field of a row and a column, both from 1 to 9."""
    return (row - 1) * SIDE + column - 1


def row_of(field: int) -> int:
    """Return the row of a field, counted from 1."""
    return field // SIDE + 1


def column_of(field: int) -> int:
    """Return the column of a field, counted from 1."""
    return field % SIDE + 1


def position(field: int) -> list[int] | None:
    """Return a field as views have it, [row, column]; ``None`` for no field."""
    return None if field < 0 else [field // SIDE + 1, field % SIDE + 1]


def place(field: int) -> str:
    """Return a field as the rulebook writes it: ``(row,column)``."""
    return f"({field // SIDE + 1},{field % SIDE + 1})"


def distance(one: int, other: int) -> int:
    """Return row distance plus column distance."""
    return abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)


@final
class Floor:
    """The fields of all rooms of one size."""

    __slots__ = ("_affected", "_rings", "fields", "height", "neighbours", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        #: All fields, ascending.
        self.fields: tuple[int, ...] = tuple(
            [field_at(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]
        )
        #: By field: the adjacent fields inside the room, clockwise from north.
        self.neighbours: list[tuple[int, ...]] = [() for _ in range(FIELDS)]
        for field in self.fields:
            row, column = field // SIDE, field % SIDE
            self.neighbours[field] = tuple(
                [
                    field + down * SIDE + right
                    for down, right in COMPASS
                    if 0 <= row + down < height and 0 <= column + right < width
                ]
            )
        self._rings: list[tuple[int, ...]] = [() for _ in range(FIELDS)]
        self._affected: dict[int, tuple[int, ...]] = {}

    def rings(self, field: int) -> tuple[int, ...]:
        """Return all other fields in the order in which a collision here looks for a free one.

        Ring by ring outwards; each ring starts straight north and runs clockwise.
        """
        found = self._rings[field]
        if not found:
            found = self._rings[field] = tuple(self._search(field // SIDE, field % SIDE))
        return found

    def _search(self, row: int, column: int) -> list[int]:
        found = []
        for r in range(1, max(self.width, self.height)):
            ring = [(row - r, column + i) for i in range(r + 1)]
            ring += [(row + i, column + r) for i in range(1 - r, r + 1)]
            ring += [(row + r, column + i) for i in range(r - 1, -r - 1, -1)]
            ring += [(row + i, column - r) for i in range(r - 1, -r - 1, -1)]
            ring += [(row - r, column + i) for i in range(1 - r, 0)]
            found += [y * SIDE + x for y, x in ring if 0 <= y < self.height and 0 <= x < self.width]
        return found

    def affected(self, pattern: Pattern, origin: int, aim: int) -> tuple[int, ...]:
        """Return the fields that an attack from one field on another affects, ascending."""
        key = (pattern.number * FIELDS + origin) * FIELDS + aim
        found = self._affected.get(key)
        if found is None:
            found = self._affected[key] = tuple(sorted(self._spread(pattern, origin, aim)))
        return found

    def _spread(self, pattern: Pattern, origin: int, aim: int) -> set[int]:
        row, column = origin // SIDE, origin % SIDE
        down, right = aim // SIDE - row, aim % SIDE - column
        fields = [(row + down, column + right)]
        if pattern.straight > 1:
            fields += [(row + down * step, column + right * step) for step in range(2, pattern.straight + 1)]
        if pattern.sides:
            towards = COMPASS.index((down, right))
            for turn in range(-pattern.sides, pattern.sides + 1):
                side_down, side_right = COMPASS[(towards + turn) % 8]
                fields.append((row + side_down, column + side_right))
        for step in range(1, pattern.around + 1):
            for side_down, side_right in COMPASS[::2]:
                fields.append((row + down + side_down * step, column + right + side_right * step))
        return {y * SIDE + x for y, x in fields if 0 <= y < self.height and 0 <= x < self.width}


_FLOORS: Final[dict[int, Floor]] = {}


def floor_of(width: int, height: int) -> Floor:
    """Return the floor of a size; equal sizes share one."""
    key = width * (SIDE + 1) + height
    floor = _FLOORS.get(key)
    if floor is None:
        floor = _FLOORS.setdefault(key, Floor(width, height))  # threads may ask at once
    return floor
