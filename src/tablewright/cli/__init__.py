"""The ``tablewright`` command. Each subcommand is a module of this package, imported only when it is called.

A module has ``add_arguments(parser)`` and ``run(arguments) -> int``, the exit status.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import nullcontext, redirect_stdout
from importlib import import_module
from typing import Any, NoReturn, TextIO, cast

from tablewright import __version__
from tablewright.cli.content import add_content, take_content
from tablewright.cli.games import add_game_files, take_game_files
from tablewright.core.outside import plain, plain_lines
from tablewright.core.problems import did_you_mean

COMMANDS = {
    "play": "play a game in the terminal",
    "console": "play a game line by line, also in a plain terminal, with a screen reader or from a script",
    "serve": "let people play in their browsers",
    "workshop": "make cards of your own in the browser, without programming",
    "replay": "watch a saved match again",
    "export": "print a saved match as a text",
    "verify": "say whether a saved match was dealt fairly",
    "screenshots": "draw every game as an SVG picture",
    "match": "let bots play against each other and count",
    "new": "make a working start for a card, a deck, a dungeon or a maze of your own",
    "check": "report every mistake in files of authors",
    "test": "run scenarios, the tests of card authors",
    "laws": "try the laws that every game obeys on random matches of one",
    "schema": "print JSON Schemas and the reference of the files of authors",
    "lab": "run a balance study, compare two, or ask whether a card is fair",
    "solve": "find the fewest card flips for a maze, and prove it",
    "puzzle": "make a maze of a wanted difficulty, or show the one of the day",
    "version": "show the versions of tablewright and its games",
}


class PlainOutput:
    """Standard output for commands: whatever comes from a file, a name or an argument arrives as plain text."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write what is left of a text when nothing in it can steer a terminal."""
        self._stream.write(plain_lines(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class PlainParser(argparse.ArgumentParser):
    """Repeats arguments that it cannot use as plain text."""

    def error(self, message: str) -> NoReturn:
        super().error(plain(message))

    def check_options(self, words: list[str]) -> None:
        """Complain about an option that there is not before argparse misses another one because of it."""
        options = [option for action in self._actions for option in action.option_strings]
        for word in words:
            name = word.partition("=")[0]
            if name == "--":
                return
            if name.startswith("--") and " " not in name and not any(option.startswith(name) for option in options):
                self.error(f'there is no option "{name}"{did_you_mean(name, options)}')


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        try:
            plainly = nullcontext() if sys.stdout is None else redirect_stdout(cast(TextIO, PlainOutput(sys.stdout)))
            with plainly:
                return _run((sys.argv[1:] if argv is None else argv) or ["play"])
        finally:  # also behind --help, which leaves by SystemExit
            sys.stdout.flush()
    except BrokenPipeError:  # `tablewright ... | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _run(argv: list[str]) -> int:
    parser = PlainParser(prog="tablewright", description="Exact turn-based tabletop games.")
    parser.add_argument("--version", action="version", version=f"tablewright {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    if argv[0] not in COMMANDS and not argv[0].startswith("-"):
        known = did_you_mean(argv[0], COMMANDS) or f"; there are {', '.join(COMMANDS)}"
        parser.error(f'there is no command "{argv[0]}"{known}')
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        if argv[0] == name:
            import_module(f"tablewright.cli.{name}").add_arguments(command)
            add_content(command, name)
            add_game_files(command, name)
            command.check_options(argv[1:])
    parser.check_options(argv[:1])
    arguments = parser.parse_args(argv)
    if not take_game_files(arguments) or not take_content(arguments):
        return 2
    status: int = import_module(f"tablewright.cli.{arguments.command}").run(arguments)
    return status
