"""``tablewright replay FILE``: watch a match again, or print one position of it."""

from __future__ import annotations

import argparse

from tablewright.cli.play import EXIT_FILE, fail, has_terminal, run_app
from tablewright.core.record import BadRecord, Record
from tablewright.tui.history import History


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file and the position to print."""
    parser.add_argument("file", metavar="FILE", help="a saved match")
    parser.add_argument("--at", type=int, metavar="N", help="only print the position after N actions (-1: the last)")


def run(arguments: argparse.Namespace) -> int:
    """Show the match; where there is no terminal, print its last position."""
    try:
        history = History(Record.read(arguments.file))
    except BadRecord as error:
        return fail(str(error), EXIT_FILE)
    if arguments.at is None and has_terminal():
        return run_app(history, None)
    number = len(history) if arguments.at is None or arguments.at < 0 else arguments.at
    if number > len(history):
        return fail(f"{arguments.file} has {history.fault or f'only {len(history)} actions'}", EXIT_FILE)
    print(f"{history.record.game.title}, seed {history.record.seed}, after {number} of {len(history)} actions\n")
    state = history.at(number)
    print(state.picture(None).rstrip("\n"))
    if state.outcome is not None:
        print(f"\nResult: {state.outcome}")
    if history.fault:
        return fail(f"{arguments.file} is good up to here: {history.fault}", EXIT_FILE)
    return 0
