"""``tablewright laws GAME``: random matches of a game in which every law is asked, and what is slow in it."""

from __future__ import annotations

import argparse
import sys

from tablewright.cli.chosen import add_chosen, chosen_options
from tablewright.core.outside import plain, plain_lines
from tablewright.core.own import accept_paths
from tablewright.core.registry import find_game
from tablewright.testing.checks import LONGEST_MATCH, check_match
from tablewright.testing.speed import slow_methods


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game and how much of it is looked at."""
    parser.add_argument("game", metavar="GAME", help="the game, for example ooperations")
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
        game, chosen = accept_paths(find_game(arguments.game), chosen_options(arguments.chosen))
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
            _print_slow_methods(slow_methods(game, setup, seed))
        actions += len(record.actions)
    print(f"{game.title}: every law holds in {arguments.matches} random matches with {actions:,} actions")
    return 0


def _print_slow_methods(found: dict[str, float]) -> None:
    for name, seconds in found.items():
        advice = ": list what is possible instead of asking why_not about everything" if name == "legal_actions" else ""
        print(f"slow: {name} takes {seconds * 1000:.1f} ms, and bots that think call it thousands of times{advice}")
    sys.stdout.flush()
