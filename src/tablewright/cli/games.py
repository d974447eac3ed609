"""Games for commands: a key, or a Python file with a game that nobody has installed."""

from __future__ import annotations

import argparse
import sys

from tablewright.core.game import Game
from tablewright.core.outside import LONGEST_LINE, plain

#: The commands that know their game by a file of another kind, or take any: ``--game`` makes one more known to them.
COMMANDS = ("check", "export", "lab", "replay", "screenshots", "serve", "test", "verify", "version")
#: What stands for a game on a command line.
HELP = "a key such as ooperations, or a file with one: path/to/file.py:GAME"


def find_named(text: str) -> Game:
    """Return the game of a key or of a file; raises ``ValueError`` with a sentence.

    The file is run. Whatever this command starts knows its game too, and so do records that are read from now on.
    """
    from tablewright.core.game_file import is_game_file
    from tablewright.core.registry import find_game, use_game_file

    return use_game_file(text) if is_game_file(text) else find_game(text)


def add_game_files(parser: argparse.ArgumentParser, command: str) -> None:
    """Add the option to a command that names no game itself."""
    if command in COMMANDS:
        parser.add_argument(
            "--game-file",
            action="append",
            default=[],
            metavar="FILE.py:GAME",
            help="a game that is not installed; the file is run (may be repeated)",
        )


def take_game_files(arguments: argparse.Namespace) -> bool:
    """Make the games known that were asked for; says what is wrong with one, and returns whether nothing is."""
    try:
        for text in getattr(arguments, "game_file", []):
            find_named(text)
    except ValueError as error:
        print(plain(f"tablewright: {error}", 2 * LONGEST_LINE), file=sys.stderr)
        return False
    return True
