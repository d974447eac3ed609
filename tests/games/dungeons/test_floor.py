"""Fields, rings and damage patterns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.games.dungeons.floor import Floor, column_of, distance, field_at, floor_of, place, row_of
from tablewright.games.dungeons.kinds import Pattern
from tablewright.games.dungeons.tables import TABLES

PATTERNS = {pattern.name: pattern for pattern in TABLES.patterns}
SIZES = st.integers(1, 9)


def drawn(*rows: str) -> list[tuple[int, int]]:
    """Return the fields that a drawing numbers, in that order."""
    cells = {cell: (y, x) for y, row in enumerate(rows, 1) for x, cell in enumerate(row.split(), 1)}
    return [cells[str(number)] for number in range(1, len(cells)) if str(number) in cells]


def fields(numbers: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(row_of(number), column_of(number)) for number in numbers]


def test_rings_go_clockwise_from_north_and_outwards() -> None:
    assert fields(floor_of(5, 5).rings(field_at(3, 3))) == drawn(
        "23 24  9 10 11",
        "22  8  1  2 12",
        "21  7  C  3 13",
        "20  6  5  4 14",
        "19 18 17 16 15",
    )


def test_rings_skip_what_lies_outside() -> None:
    assert fields(floor_of(3, 4).rings(field_at(4, 1))) == drawn(
        "9 10 11",
        "4 5 6",
        "1 2 7",
        "C 3 8",
    )


@given(SIZES, SIZES, st.integers(0, 80))
def test_rings_hold_every_other_field_once_and_never_come_nearer(width: int, height: int, pick: int) -> None:
    floor = Floor(width, height)
    field = floor.fields[pick % len(floor.fields)]
    rings = floor.rings(field)
    assert sorted([*rings, field]) == list(floor.fields)
    reach = [max(abs(row_of(field) - row_of(other)), abs(column_of(field) - column_of(other))) for other in rings]
    assert reach == sorted(reach)
    assert set(floor.neighbours[field]) == {other for other, far in zip(rings, reach, strict=True) if far == 1}
    assert floor.rings(field) is rings


@given(SIZES, SIZES)
def test_a_field_is_a_row_and_a_column(row: int, column: int) -> None:
    field = field_at(row, column)
    assert (row_of(field), column_of(field)) == (row, column)
    assert place(field) == f"({row},{column})"
    assert distance(field, field_at(1, 1)) == row + column - 2


def test_the_fields_next_to_a_foe_are_numbered_as_in_the_rulebook() -> None:
    floor = floor_of(3, 3)
    assert fields(floor.neighbours[field_at(2, 1)]) == drawn("1 2 .", "Z 3 .", "5 4 .")
    assert fields(floor.neighbours[field_at(3, 1)]) == drawn(". . .", "1 2 .", "Z 3 .")
    assert fields(floor.neighbours[field_at(2, 2)]) == drawn("8 1 2", "7 Z 3", "6 5 4")
    assert fields(floor.neighbours[field_at(2, 3)]) == drawn(". 5 1", ". 4 Z", ". 3 2")


def affected(pattern: Pattern, *rows: str) -> bool:
    """Compare a drawing (``A`` attacker, ``!`` aimed at, ``+`` also affected) with what a pattern does."""
    cells = {(y, x): cell for y, row in enumerate(rows, 1) for x, cell in enumerate(row.split(), 1)}
    floor = floor_of(max(x for _, x in cells), len(rows))
    (attacker,) = [field_at(*at) for at, cell in cells.items() if cell == "A"]
    (aim,) = [field_at(*at) for at, cell in cells.items() if cell == "!"]
    return fields(floor.affected(pattern, attacker, aim)) == [at for at, cell in sorted(cells.items()) if cell in "!+"]


def turned(rows: list[str]) -> list[str]:
    """Turn a drawing by a quarter."""
    return [" ".join(row) for row in zip(*[row.split() for row in reversed(rows)], strict=True)]


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize(
    ("pattern", "rows"),
    [
        ("Hit", [". . .", ". ! .", ". A ."]),
        ("Hit", [". . .", ". . !", ". A ."]),
        ("Shot", ["! . .", ". . .", ". . A"]),
        ("Thrust", [". + .", ". ! .", ". A ."]),
        ("Thrust", [". . +", ". ! .", "A . ."]),
        ("Thrust", [". . .", ". . !", ". A ."]),
        ("Slash", ["+ ! +", ". A .", ". . ."]),
        ("Slash", [". + !", ". A +", ". . ."]),
        ("Line", [". . + .", ". . + .", ". . ! .", ". . A ."]),
        ("Line", [". . . +", ". . + .", ". ! . .", "A . . ."]),
        ("Burst", [". + . .", "+ ! + .", ". + . .", ". . . A"]),
        ("Burst", [". . A", "+ . .", "! + ."]),
    ],
)
def test_patterns_in_all_directions(pattern: str, rows: list[str], quarters: int) -> None:
    for _ in range(quarters):
        rows = turned(rows)
    assert affected(PATTERNS[pattern], *rows)


@pytest.mark.parametrize(
    ("towards", "also"),
    [
        ((-1, 0), [(-1, -1), (-1, 1)]),
        ((-1, 1), [(-1, 0), (0, 1)]),
        ((0, 1), [(-1, 1), (1, 1)]),
        ((1, 1), [(0, 1), (1, 0)]),
        ((1, 0), [(1, 1), (1, -1)]),
        ((1, -1), [(1, 0), (0, -1)]),
        ((0, -1), [(1, -1), (-1, -1)]),
        ((-1, -1), [(0, -1), (-1, 0)]),
    ],
)
def test_a_slash_covers_both_neighbours_on_the_ring(towards: tuple[int, int], also: list[tuple[int, int]]) -> None:
    expected = sorted(field_at(2 + down, 2 + right) for down, right in [towards, *also])
    aim = field_at(2 + towards[0], 2 + towards[1])
    assert list(floor_of(3, 3).affected(PATTERNS["Slash"], field_at(2, 2), aim)) == expected


def test_a_burst_on_the_own_field_covers_its_cross() -> None:
    here = field_at(1, 1)
    assert fields(floor_of(3, 3).affected(PATTERNS["Burst"], here, here)) == [(1, 1), (1, 2), (2, 1)]
