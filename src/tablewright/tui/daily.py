"""The maze of the day: everybody gets the same one, and one's best is remembered by one's saves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.games.maze.files import standard
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.solver.puzzles import Puzzle, daily_puzzle
from tablewright.table.saves import Saved


@lru_cache(8)
def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of a day; it is solved, which may take a moment."""
    return daily_puzzle(day)


def daily_record(puzzle: Puzzle, name: str) -> Record:
    """Return the start of a match of a puzzle."""
    return Record(find_game("maze"), MazeSetup(puzzle.layout, standard().rooms), puzzle.seed, [name])


def best_of(puzzle: Puzzle, saves: Iterable[Saved]) -> int | None:
    """Return the fewest flips with which a puzzle was won in some saves; ``None`` if in none."""
    scores = []
    for saved in saves:
        record = saved.record
        if record is None or record.game.key != "maze" or record.seed != puzzle.seed:
            continue
        score = re.fullmatch(r".*won \(.*score (\d+)\)", record.result)
        if score is not None and tuple(record.setup.layout) == tuple(puzzle.layout):
            scores.append(int(score[1]))
    return min(scores, default=None)
