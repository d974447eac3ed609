"""The puzzle of the day: everybody gets the same one, and one's best is remembered by one's saves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from tablewright.core.daily import DailyPuzzle
from tablewright.core.game import Game
from tablewright.core.record import Record
from tablewright.core.registry import companion, find_game, names
from tablewright.table.saves import Saved


def puzzle_game() -> Game | None:
    """Return the game that has the puzzle of the day; ``None`` if none has one."""
    return next((find_game(key) for key in names("puzzles")), None)


@lru_cache(8)
def puzzle_of(day: date) -> DailyPuzzle | None:
    """Return the puzzle of a day, if any game has one; it is solved, which may take a moment."""
    game = puzzle_game()
    find = None if game is None else companion("puzzles", game)
    puzzle: DailyPuzzle | None = None if find is None else find(day)
    return puzzle


def daily_record(puzzle: DailyPuzzle, name: str) -> Record:
    """Return the start of a match of a puzzle."""
    game = puzzle_game()
    assert game is not None, "a puzzle is that of a game"
    return Record(game, game.setup(**puzzle.chosen), puzzle.seed, [name])


def best_of(puzzle: DailyPuzzle, saves: Iterable[Saved]) -> int | None:
    """Return the lowest score with which a puzzle was won in some saves; ``None`` if in none."""
    begun = daily_record(puzzle, "")
    setup, scores = begun.game.write_setup(begun.setup), []
    for saved in saves:
        record = saved.record
        if record is None or (record.game.key, record.seed) != (begun.game.key, puzzle.seed):
            continue
        score = re.fullmatch(r".*won \(.*score (\d+)\)", record.result)
        if score is not None and record.game.write_setup(record.setup) == setup:
            scores.append(int(score[1]))
    return min(scores, default=None)
