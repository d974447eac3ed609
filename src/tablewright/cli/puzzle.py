"""``tablewright puzzle``: a maze of a wanted difficulty, or the maze of the day."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import date

from tablewright.cli.solve import Bar
from tablewright.core.dice import Dice, seed_from_text
from tablewright.core.outside import plain
from tablewright.games.maze.solver.puzzles import FEWEST_ROOMS, MOST_ROOMS, TRIES, daily_puzzle, make_puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the puzzle should be like."""
    parser.add_argument("--daily", nargs="?", const="today", metavar="YYYY-MM-DD", help="the maze of a day")
    parser.add_argument("--flips", default="0-999", metavar="N[-M]", help="how many flips the best way should need")
    parser.add_argument(
        "--rooms", type=int, default=6, choices=range(FEWEST_ROOMS, MOST_ROOMS + 1), help="how many rooms (default: 6)"
    )
    parser.add_argument("--tries", type=int, default=TRIES, help=f"mazes to look at for --flips (default: {TRIES})")
    parser.add_argument("--seed", help="makes the same puzzle again (default: a random one)")
    parser.add_argument("--solution", action="store_true", help="print the commands of the best way too")


def is_count(digits: str) -> bool:
    """Say whether a text is a number of flips, however absurd."""
    return digits.isdecimal() and len(digits) < 10


def run(arguments: argparse.Namespace) -> int:
    """Print a puzzle; 1 if none of the wanted difficulty was found, 2 if the input cannot be used."""
    bar = Bar()
    inside = True
    if arguments.daily is not None:
        try:
            day = date.today() if arguments.daily == "today" else date.fromisoformat(arguments.daily)
        except ValueError:
            print(f'"{plain(arguments.daily)}" is not a date such as 2026-07-31', file=sys.stderr)
            return 2
        puzzle = daily_puzzle(day)
        print(f"The maze of {day.isoformat()}")
    else:
        least, _, most = arguments.flips.partition("-")
        most = most or least
        if not (is_count(least) and is_count(most) and int(least) <= int(most)):
            sentence = f'"{plain(arguments.flips)}" is neither a number of flips such as 30 nor a range such as 25-35'
            print(sentence, file=sys.stderr)
            return 2
        seed = seed_from_text(arguments.seed)
        if seed is None and arguments.seed is not None:
            print("the seed is not a whole number", file=sys.stderr)
            return 2
        dice = Dice(int.from_bytes(os.urandom(4), "little") if seed is None else seed)
        wanted = (int(least), int(most), arguments.rooms, arguments.tries)
        puzzle = make_puzzle(dice, *wanted, lambda number, tries: bar.show(number, tries, "mazes"))
        bar.clear()
        inside = int(least) <= puzzle.flips <= int(most)
        if not inside:
            print(f"no maze with {arguments.flips} flips was found; this one is the nearest:", file=sys.stderr)
    rows = " ".join(puzzle.layout)
    print(f"{rows} with the cards of seed {puzzle.seed} can be won with {puzzle.flips} card flips. Play it:")
    print(f"    RAND_SEED={puzzle.seed} maze {rows}")
    if arguments.solution:
        print("", *puzzle.solution.commands, sep="\n")
    return 0 if inside else 1
