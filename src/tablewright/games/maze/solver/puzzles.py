"""Mazes of a wanted difficulty, and the maze of the day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from tablewright.core.daily import DailyPuzzle
from tablewright.core.dice import Dice
from tablewright.games.maze.files import standard
from tablewright.games.maze.pieces import MOST_COLUMNS
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.solver.solve import Solution, solve, winnable
from tablewright.games.maze.state import deal

#: With the rooms of the rulebook fewer rooms cannot be won, and there are no more.
FEWEST_ROOMS, MOST_ROOMS = 5, 8
#: How many mazes are solved before the search for a wanted difficulty gives up, if nobody says otherwise.
TRIES = 100


@dataclass(frozen=True)
class Puzzle:
    """A maze that can be won, with its proven solution."""

    layout: tuple[str, ...]
    seed: int
    solution: Solution

    @property
    def flips(self) -> int:
        """The difficulty: the fewest flips."""
        assert self.solution.flips is not None, "a puzzle can be solved"
        return self.solution.flips


def shapes(rooms: int) -> list[tuple[int, int]]:
    """Return the rows and columns that a layout of so many rooms can have; single lines only if nothing else fits."""
    fitting = [(rooms // columns, columns) for columns in range(1, MOST_COLUMNS + 1) if rooms % columns == 0]
    return [shape for shape in fitting if min(shape) > 1] or fitting


def random_layout(dice: Dice, rooms: int) -> tuple[str, ...]:
    """Return so many rooms of the rulebook, the start room among them, in random order; it may not be winnable."""
    others = [letter for letter in standard().rooms if letter != "S"]
    letters = "".join(dice.shuffled(["S", *dice.shuffled(others)[: rooms - 1]]))
    possible = shapes(rooms)
    columns = possible[dice.roll(len(possible)) - 1][1]
    return tuple(letters[first : first + columns] for first in range(0, rooms, columns))


def random_puzzle(dice: Dice, rooms: int = 6) -> Puzzle:
    """Return a random maze that can be won."""
    while True:
        layout, seed = random_layout(dice, rooms), dice.raw()
        state = deal(MazeSetup(layout, standard().rooms), Dice(seed))
        if winnable(state):
            return Puzzle(layout, seed, solve(state))


def make_puzzle(
    dice: Dice,
    least: int,
    most: int,
    rooms: int = 6,
    tries: int = TRIES,
    progress: Callable[[int, int], None] | None = None,
) -> Puzzle:
    """Return a maze whose fewest flips are in a range, or the one that came nearest after many tries."""
    nearest = random_puzzle(dice, rooms)
    for number in range(1, tries):
        if progress is not None:
            progress(number, tries)
        if least <= nearest.flips <= most:
            break
        puzzle = random_puzzle(dice, rooms)
        if _distance(puzzle, least, most) < _distance(nearest, least, most):
            nearest = puzzle
    return nearest


def _distance(puzzle: Puzzle, least: int, most: int) -> int:
    return max(least - puzzle.flips, puzzle.flips - most, 0)


def daily_puzzle(day: date) -> Puzzle:
    """Return the maze of a day: the same for everybody, wherever it is asked for."""
    return random_puzzle(Dice(day.toordinal()))


def maze_of_the_day(day: date) -> DailyPuzzle:
    """Return the maze of a day as a match that any face can offer."""
    puzzle = daily_puzzle(day)
    about = f"can be done in {puzzle.flips} flips"
    return DailyPuzzle("Maze of the day", about, {"layout": " ".join(puzzle.layout)}, puzzle.seed)
