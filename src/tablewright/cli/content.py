"""Own content for commands: ``--content FOLDER``, the environment and the settings."""

from __future__ import annotations

import argparse
import os
import sys

from tablewright.core.outside import LONGEST_LINE, plain

#: The commands that offer or look up content. A record brings its own, so that whoever only watches needs none.
COMMANDS = ("play", "console", "serve", "match", "lab", "laws", "schema", "new", "solve")
#: These read folders themselves: whoever looks for mistakes wants to hear of all of them.
READERS = ("check", "test")


def add_content(parser: argparse.ArgumentParser, command: str) -> None:
    """Add the option to a command that has a use for it; the files of authors have always known it as ``--cards``."""
    names = ["--content", "--cards"] if command in READERS else ["--content"]
    if command in (*COMMANDS, *READERS):
        parser.add_argument(
            *names,
            dest="content",
            action="append",
            default=[],
            metavar="FOLDER",
            help="own cards, decks, dungeons and mazes (may be repeated)",
        )


def take_content(arguments: argparse.Namespace) -> bool:
    """Let all games offer the content that was asked for; says what is wrong with it, and returns whether it is."""
    if arguments.command not in (*COMMANDS, *READERS):
        return True
    from tablewright.core.own import VARIABLE, from_environment
    from tablewright.core.registry import use_content

    arguments.content = [*arguments.content, *from_environment(), *from_settings()]
    if arguments.command in READERS:
        return True
    try:
        use_content(arguments.content)
        if arguments.content:  # workers that are started from here offer the same
            os.environ[VARIABLE] = os.pathsep.join(os.path.abspath(path) for path in arguments.content)
    except ValueError as error:
        for line in str(error).split("\n"):
            print(plain(f"tablewright: {line}", 2 * LONGEST_LINE), file=sys.stderr)
        return False
    return True


def from_settings() -> list[str]:
    """Return the folders that the settings of the terminal application name; a broken file it complains of itself."""
    from tablewright.tui.settings import Settings

    try:
        return Settings().content
    except ModuleNotFoundError:  # without the packages of that application nobody has settings
        return []
