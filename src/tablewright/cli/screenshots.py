"""``tablewright screenshots FOLDER``: draw every game as an SVG picture for the documentation."""

from __future__ import annotations

import argparse

from tablewright.cli.play import EXIT_HERE, fail, why_no_extra


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the folder."""
    parser.add_argument("folder", metavar="FOLDER", help="where the pictures go; it is made if it is missing")


def run(arguments: argparse.Namespace) -> int:
    """Draw, and name the files."""
    missing = why_no_extra()
    if missing:
        return fail(missing, EXIT_HERE)
    from tablewright.tui.screenshots import main

    for path in main(arguments.folder):
        print(path)
    return 0
