"""``tablewright schema GAME [KIND]``: JSON Schemas, reference page and plain words for the files of authors."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from tablewright.cli.games import find_named
from tablewright.core.outside import LONGEST_LINE, plain, read_text
from tablewright.core.problems import did_you_mean
from tablewright.core.registry import companion, names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game, the kind of file and what else can be asked for."""
    parser.add_argument("game", metavar="GAME", help="a game whose files are JSON, such as marches")
    parser.add_argument("kind", nargs="?", metavar="KIND", help="card (the default), illustration, deck or scenario")
    parser.add_argument(
        "--reference",
        nargs="?",
        const="-",
        metavar="PAGE",
        help="print the reference of the language, or bring that of a page up to date",
    )
    parser.add_argument(
        "--explain", nargs="+", metavar="CARD", help="say what cards do, in plain words: files, names or numbers"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print what is asked for; 1 if a card cannot be explained, 2 if a word is unknown."""
    try:
        game = find_named(arguments.game)
    except ValueError as error:
        return sorry(str(error))
    schemas = companion("schemas", game)
    if schemas is None:
        return sorry(f"{arguments.game} has no JSON files; {', '.join(names('schemas'))} has")
    if arguments.explain:
        return explain(schemas, arguments.explain)
    if arguments.reference is not None:
        return reference(schemas, arguments.reference)
    kinds = schemas.kinds()
    kind = arguments.kind or kinds[0]
    if kind not in kinds:
        return sorry(f'there is no schema of a "{kind}"{did_you_mean(kind, kinds)}; there is {", ".join(kinds)}')
    print(json.dumps(schemas.schema_of(kind), indent=2))
    return 0


def sorry(sentence: str) -> int:
    """Say what is wrong with the command."""
    print(plain(f"tablewright schema: {sentence}"), file=sys.stderr)
    return 2


def explain(schemas: Any, paths: list[str]) -> int:
    """Print what cards really do."""
    stories, problems = schemas.explain_cards(paths)
    print("\n\n".join(stories), end="\n" if stories else "")
    for problem in problems:
        print(plain(str(problem), 2 * LONGEST_LINE), file=sys.stderr)
    return 1 if problems else 0


def reference(schemas: Any, page: str) -> int:
    """Print the reference, or put it into a page below its mark."""
    text: str = schemas.reference_page()
    if page == "-":
        print(text, end="")
        return 0
    first_line = text.partition("\n")[0]
    try:
        above, mark, _ = read_text(page).partition(first_line)
        if not mark:
            return sorry(f'{page} has no line "{first_line}"')
        with open(page, "w", encoding="utf-8") as file:
            file.write(above + text)
    except OSError as error:
        return sorry(f"{page}: {error.strerror}")
    return 0
