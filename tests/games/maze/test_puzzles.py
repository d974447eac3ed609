"""Mazes made to measure, and the maze of the day."""

from __future__ import annotations

from datetime import date

import pytest

from tablewright.core.dice import Dice
from tablewright.games.maze.solver.puzzles import TRIES, daily_puzzle, make_puzzle, random_layout, shapes

#: The maze of 2026-07-31; it must never change.
DAY = (("LAD", "BSC"), 302934818, 48)


def test_shapes_are_rectangles_and_single_lines_only_if_nothing_else_fits() -> None:
    assert shapes(6) == [(3, 2), (2, 3)]
    assert shapes(8) == [(4, 2), (2, 4)]
    assert shapes(5) == [(5, 1), (1, 5)]
    assert shapes(7) == [(7, 1)]


@pytest.mark.parametrize("rooms", range(1, 9))
def test_random_layouts_are_valid(rooms: int) -> None:
    for seed in range(20):
        letters = "".join(random_layout(Dice(seed), rooms))
        assert "S" in letters
        assert len(letters) == len(set(letters)) == rooms


def test_the_maze_of_a_day_is_always_the_same() -> None:
    puzzle = daily_puzzle(date(2026, 7, 31))
    assert (puzzle.layout, puzzle.seed, puzzle.flips) == DAY
    assert daily_puzzle(date(2026, 8, 1)).layout != puzzle.layout


def test_a_wanted_difficulty_is_found() -> None:
    told: list[tuple[int, int]] = []
    puzzle = make_puzzle(Dice(1), 30, 40, progress=lambda *now: told.append(now))
    assert 30 <= puzzle.flips <= 45
    assert told == [(number + 1, TRIES) for number in range(len(told))]


def test_an_impossible_difficulty_gives_the_nearest() -> None:
    easy, hard = make_puzzle(Dice(2), 0, 0, tries=3), make_puzzle(Dice(2), 500, 500, tries=3)
    assert 0 < easy.flips < hard.flips < 500
