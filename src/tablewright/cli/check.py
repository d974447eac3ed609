"""``tablewright check PATH...``: every mistake in files of authors, at once."""

from __future__ import annotations

import argparse
import os
import sys

from tablewright.core.outside import LONGEST_LINE, plain
from tablewright.core.problems import Problem
from tablewright.core.registry import all_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the paths."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a folder to search for files")
    parser.add_argument("--strict", action="store_true", help="let warnings fail like errors")


def run(arguments: argparse.Namespace) -> int:
    """Print all problems; 0 if there are at most warnings, 1 if there are errors, 2 if a path is no use."""
    games = all_games()
    files: list[str] = []
    unusable: list[str] = []
    for path in arguments.paths:
        if os.path.isdir(path):
            found = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
            # Only regular files: looking into a pipe would wait for ever.
            files += sorted(file for file in found if os.path.isfile(file) and any(game.claims(file) for game in games))
        elif not os.path.exists(path):
            unusable.append(f"{path}: there is no such file or folder")
        elif not os.path.isfile(path):
            unusable.append(f"{path}: this is not a regular file")
        elif not any(game.claims(path) for game in games):
            unusable.append(f"{path}: this is not a card, a deck, a dungeon or another file of an installed game")
        else:
            files.append(path)
    problems: list[Problem] = []
    for game in games:
        mine = [file for file in files if game.claims(file)]
        problems += game.check(mine) if mine else []
    problems.sort(key=lambda problem: (problem.path, problem.line, problem.column))
    for problem in problems:
        print(plain(str(problem), 2 * LONGEST_LINE))
    for line in unusable:
        print(plain(line, 2 * LONGEST_LINE), file=sys.stderr)
    errors = sum(not problem.warning for problem in problems)
    print(f"{len(files)} files checked: {errors} errors, {len(problems) - errors} warnings")
    return 2 if unusable else 1 if errors or (arguments.strict and problems) else 0
