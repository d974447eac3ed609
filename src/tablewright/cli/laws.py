"""``tablewright laws GAME``: random matches of a game in which every law is asked, and what is slow in it."""

from __future__ import annotations

import argparse
import sys

from tablewright.cli.chosen import add_chosen, chosen_options
from tablewright.cli.games import HELP, find_named
from tablewright.core.outside import plain, plain_lines
from tablewright.core.own import accept_paths
from tablewright.testing.checks import LONGEST_MATCH, check_match
from tablewright.testing.speed import slow_methods


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game and how much of it is looked at."""
    parser.add_argument("game", metavar="GAME", help=HELP)
    add_chosen(parser)
    parser.add_argument("--matches", type=int, default=20, metavar="N", help="how many random matches to play (20)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of the first of them (0)")
    parser.add_argument("--every", type=int, default=10, metavar="N", help="ask at every so many positions (10)")
    parser.add_argument(
        "--limit", type=int, default=LONGEST_MATCH, metavar="N", help=f"actions that a match may take ({LONGEST_MATCH})"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the matches; 1 if a law is broken, 2 if the arguments cannot be used."""
    try:
        game, chosen = accept_paths(find_named(arguments.game), chosen_options(arguments.chosen))
        setup = game.setup(**chosen)
        if min(arguments.matches, arguments.every, arguments.limit) < 1:
            raise ValueError("matches, every and limit are counted from 1")
    except ValueError as error:
        print(f"tablewright laws: {plain(str(error))}", file=sys.stderr)
        return 2
    actions = 0
    for seed in range(arguments.seed, arguments.seed + arguments.matches):
        try:
            record = check_match(game, setup, seed, every=arguments.every, limit=arguments.limit)
        except AssertionError as broken:
            print(plain_lines(str(broken)))
            return 1
        if not actions:  # early, for whoever waits because of them
            print("".join(f"{line}\n" for line in slow_methods(game, setup, seed)), end="", flush=True)
        actions += len(record.actions)
    print(f"{game.title}: every law holds in {arguments.matches} random matches with {actions:,} actions")
    return 0
