"""``--with KEY=OPTION``: decks, dungeons and layouts, with the same words in every command that sets up a table."""

from __future__ import annotations

import argparse


def add_chosen(parser: argparse.ArgumentParser) -> None:
    """Add the option, which may be repeated."""
    parser.add_argument(
        "--with",
        dest="chosen",
        action="append",
        default=[],
        metavar="KEY=OPTION",
        help="a deck, a dungeon, a layout: deck1=storm (may be repeated)",
    )


def chosen_options(pairs: list[str]) -> dict[str, str]:
    """Return the options by their keys; raises ``ValueError``."""
    chosen = {}
    for pair in pairs:
        key, equals, option = pair.partition("=")
        if not equals:
            raise ValueError(f'"--with {pair}" lacks a "=", as in "--with deck1=storm"')
        chosen[key] = option
    return chosen
