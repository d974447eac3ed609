"""``tablewright solve maze SAD BCL --seed 7``: the fewest flips, as commands that the console accepts."""

from __future__ import annotations

import argparse
import os
import sys

from tablewright.core.dice import Dice, seed_from_text
from tablewright.core.outside import plain
from tablewright.core.problems import InvalidData
from tablewright.core.registry import find_game
from tablewright.games.maze.files import layout_faults, read_own, standard
from tablewright.games.maze.pieces import DIRECTIONS
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.solver.explore import explore, guarantee
from tablewright.games.maze.solver.search import Limits
from tablewright.games.maze.solver.solve import Solution, solve
from tablewright.games.maze.state import MazeState, deal

BAR = 30


class BadInput(Exception):
    """The command line cannot be used; every argument is a sentence that says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the maze, its cards and what is wanted."""
    parser.add_argument("game", choices=["maze"], help="the game to solve; only the maze has a solver")
    parser.add_argument("rows", nargs="+", metavar="ROW", help="rows of room letters, or the name of a layout")
    parser.add_argument("--seed", help="how the cards are shuffled (default: RAND_SEED, else 0)")
    parser.add_argument("--file", metavar="FILE.maze", help="rooms and layouts of your own")
    parser.add_argument("--reveal", action="store_true", help="play without looking under covered rooms")
    parser.add_argument(
        "--guarantee", action="store_true", help="the same, and what that needs at most, however the rooms lie"
    )
    parser.add_argument("--commands", action="store_true", help="print nothing but the commands, for the console")
    parser.add_argument("--seconds", type=float, default=60.0, help="stop searching after this time (default: 60)")
    parser.add_argument("--megabytes", type=float, default=3072.0, help="or with so much memory in use (default: 3072)")


def run(arguments: argparse.Namespace) -> int:
    """Print a solution; 1 if there is none, 2 if the input cannot be used."""
    try:
        state, seed = _start(arguments)
    except (BadInput, InvalidData) as error:
        for sentence in error.problems if isinstance(error, InvalidData) else error.args:
            print(plain(str(sentence)), file=sys.stderr)
        return 2
    bar = Bar()
    limits = Limits(arguments.seconds, arguments.megabytes)
    solution = solve(state, limits=limits, progress=lambda flips, last, best: bar.show(flips, last, f"best {best}"))
    bar.clear()
    cards = " ".join(DIRECTIONS[card] for card in state.deck)
    lines = [f"{' '.join(state.setup.layout)}, seed {seed}: cards {cards}", describe(solution)]
    commands = solution.commands
    if solution.winnable and (arguments.reveal or arguments.guarantee):
        exploration = explore(state)
        commands = exploration.commands
        rooms = " ".join(exploration.revealed)
        lines.append(f"without looking under covered rooms: {exploration.flips} flips (revealed in the order {rooms})")
        lines.append("this plan reacts to what it reveals; it is not proven to be the best such plan")
        if arguments.guarantee:
            lines.append(_describe_guarantee(state, bar))
    if not arguments.commands:
        print(*lines, *([""] if commands else []), sep="\n")
    for command in commands:
        print(command)
    return 0 if commands else 1


def _describe_guarantee(state: MazeState, bar: Bar) -> str:
    found = guarantee(state, lambda number, arrangements: bar.show(number, arrangements, "arrangements"))
    bar.clear()
    assert found is not None, "this arrangement can be won"
    return (
        f"it needs at most {found.at_most} flips, {found.average:.1f} on average, "
        f"over all {found.arrangements} arrangements of the covered rooms that can be won"
    )


def describe(solution: Solution) -> str:
    """Say in a sentence what was found and how sure it is."""
    searched = f"{solution.positions:,} positions in {solution.seconds:.1f} s"
    if not solution.winnable:
        return "the treasure cannot be reached"
    if solution.flips is None:
        return f"no way was found within the limits, at least {solution.at_least} flips are needed ({searched})"
    if solution.proven:
        return f"{solution.flips} flips, and no way needs fewer: everything was searched ({searched})"
    return f"{solution.flips} flips found, at least {solution.at_least} are needed ({searched})"


def _start(arguments: argparse.Namespace) -> tuple[MazeState, int]:
    seed = seed_from_text(arguments.seed if arguments.seed is not None else os.environ.get("RAND_SEED", "0"))
    if seed is None:
        raise BadInput("the seed is not a whole number")
    rooms, rows = standard().rooms, arguments.rows
    offered = next(choice for choice in find_game("maze").choices() if choice.key == "layout")
    if arguments.file is None and rows[0] in {option.name for option in offered.options}:
        if len(rows) > 1:
            raise BadInput("name one layout, or rows of room letters")
        return deal(find_game("maze").setup(layout=rows[0]), Dice(seed)), seed
    if arguments.file is not None:
        file = read_own(arguments.file)
        rooms = file.rooms
        if len(rows) == 1 and rows[0] in file.layouts:
            rows = file.layouts[rows[0]].rows
    faults = layout_faults(rows, rooms)
    if faults:
        raise BadInput(*(f"the layout cannot be used: {sentence}" for _, _, _, sentence in faults))
    return deal(MazeSetup(rows, rooms), Dice(seed)), seed


class Bar:
    """A progress bar on standard error, if that is a terminal."""

    def __init__(self) -> None:
        self.on = sys.stderr.isatty()

    def show(self, done: int, last: int, remark: str) -> None:
        """Draw it."""
        if self.on:
            filled = BAR * min(done, last) // max(last, 1)
            print(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done}/{last} {remark}\x1b[K", end="", file=sys.stderr)
            sys.stderr.flush()

    def clear(self) -> None:
        """Take it away."""
        if self.on:
            print("\r\x1b[K", end="", file=sys.stderr)
            sys.stderr.flush()
