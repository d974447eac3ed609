"""``tablewright replay FILE``: watch a match again, or print one position of it."""

from __future__ import annotations

import argparse

from tablewright.cli.play import EXIT_FILE, fail, has_terminal, run_app
from tablewright.core.match import Match
from tablewright.core.record import BadRecord, Record
from tablewright.table.players import deal_of
from tablewright.table.wording import CUT


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file and the position to print."""
    parser.add_argument("file", metavar="FILE", help="a saved match")
    parser.add_argument("--at", type=int, metavar="N", help="only print the position after N actions (-1: the last)")


def run(arguments: argparse.Namespace) -> int:
    """Show the match; where there is no terminal, print its last position."""
    try:
        record = Record.read(arguments.file)
        match = Match.replay(record, strict=False)
    except BadRecord as error:
        return fail(str(error), EXIT_FILE)
    if arguments.at is None and has_terminal():
        return run_app(match, None, cut=record.cut)
    number = len(match) if arguments.at is None or arguments.at < 0 else arguments.at
    if number > len(match):
        return fail(f"{arguments.file} has {match.fault or f'only {len(match)} actions'}", EXIT_FILE)
    head = [match.game.title, deal_of(match), f"after {number} of {len(match)} actions"]
    print(", ".join(part for part in head if part) + "\n")
    state = match.at(number)
    print(str(state).rstrip("\n"))
    if match.result and number == len(match):
        print(f"\nResult: {match.result}")
    if match.fault:
        return fail(f"{arguments.file} is good up to here: {match.fault}", EXIT_FILE)
    if record.cut:
        fail(f"{arguments.file}: {CUT}", 0)
    return 0
