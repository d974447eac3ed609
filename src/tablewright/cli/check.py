"""``tablewright check PATH...``: every mistake in files of authors, at once."""

from __future__ import annotations

import argparse
import json
import os
import sys

from tablewright.core.game import Game
from tablewright.core.outside import LONGEST_LINE, plain
from tablewright.core.own import BadContent
from tablewright.core.own import find_files as find_content
from tablewright.core.problems import Problem
from tablewright.core.registry import all_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the paths and the options."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a folder to search for files")
    parser.add_argument("--strict", action="store_true", help="let warnings fail like errors")
    parser.add_argument("--json", action="store_true", help="print one JSON object, for editors and scripts")


def run(arguments: argparse.Namespace) -> int:
    """Print all problems; 0 if there are at most warnings, 1 if there are errors, 2 if a path is no use."""
    games = all_games()
    files, unusable = find_files(arguments.paths, games)
    try:
        content = find_content(arguments.content)
    except BadContent as error:
        print(plain(str(error), 2 * LONGEST_LINE), file=sys.stderr)
        return 2
    asked = {os.path.realpath(file) for file in files}
    beside = [file for file in content if os.path.realpath(file) not in asked]
    problems: list[Problem] = []
    for game in games:
        mine = [file for file in files if game.claims(file)]
        if mine:  # what they refer to is known, but only they were asked about
            found = game.check([*mine, *(file for file in beside if game.claims(file))])
            problems += [problem for problem in found if problem.path not in beside]
    problems.sort(key=lambda problem: (problem.path, problem.line, problem.column))
    errors = sum(not problem.warning for problem in problems)
    if arguments.json:
        print(as_json(len(files), problems, unusable))
    else:
        for problem in problems:
            print(plain(str(problem), 2 * LONGEST_LINE))
        for path, sentence in unusable:
            print(plain(f"{path}: {sentence}", 2 * LONGEST_LINE), file=sys.stderr)
        print(f"{len(files)} files checked: {errors} errors, {len(problems) - errors} warnings")
    return 2 if unusable else 1 if errors or (arguments.strict and problems) else 0


def find_files(paths: list[str], games: list[Game]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the files that are meant by paths, and each path that cannot be used with a sentence.

    Only regular files are looked into: a pipe would wait for ever.
    """
    files: list[str] = []
    unusable: list[tuple[str, str]] = []
    for path in paths:
        if os.path.isdir(path):
            for file in sorted(os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names):
                if os.path.isfile(file):
                    files += [file] if any(game.claims(file) for game in games) else []
                elif os.path.exists(file):
                    unusable.append((file, "this is not a regular file"))
        elif not os.path.exists(path):
            unusable.append((path, "there is no such file or folder"))
        elif not os.path.isfile(path):
            unusable.append((path, "this is not a regular file"))
        elif not any(game.claims(path) for game in games):
            unusable.append((path, "this is not a card, a deck, a dungeon or another file of an installed game"))
        else:
            files.append(path)
    return files, list(dict.fromkeys(unusable))  # a pipe may be named, and be in a folder that is named too


def as_json(files: int, problems: list[Problem], unusable: list[tuple[str, str]]) -> str:
    """Return everything that was found; lines and columns count from 1, and 0 means the file as a whole."""
    value = {
        "files": files,
        "problems": [
            {
                "path": problem.path,
                "line": problem.line,
                "column": problem.column,
                "severity": "warning" if problem.warning else "error",
                "code": problem.code,
                "message": plain(problem.message, 2 * LONGEST_LINE),
            }
            for problem in problems
        ],
        "unusable": [{"path": path, "message": sentence} for path, sentence in unusable],
    }
    return json.dumps(value, indent=1)
