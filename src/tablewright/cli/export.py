"""``tablewright export FILE``: a match as a text that people can read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from tablewright.cli.play import EXIT_FILE, EXIT_USAGE, fail
from tablewright.core.record import BadRecord, Record
from tablewright.tui.history import History


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file and what to tell of it."""
    parser.add_argument("file", metavar="FILE", help="a saved match")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file instead of the screen")
    parser.add_argument("--seat", type=int, metavar="N", help="tell what seat N knew, not only what everybody knew")
    parser.add_argument("--boards", action="store_true", help="draw the table whenever the turn changes")


def run(arguments: argparse.Namespace) -> int:
    """Print the transcript, as far as the record is good."""
    try:
        history = History(Record.read(arguments.file))
    except BadRecord as error:
        return fail(str(error), EXIT_FILE)
    seats: int = history.record.setup.seats
    if arguments.seat is not None and not 1 <= arguments.seat <= seats:
        return fail(f"this match has the seats 1 to {seats}", EXIT_USAGE)
    seat = None if arguments.seat is None else arguments.seat - 1
    text = "".join(f"{line}\n" for line in transcript(history, seat, arguments.boards))
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        try:
            with open(arguments.output, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            return fail(f"{arguments.output} cannot be written: {error.strerror}", EXIT_FILE)
    if history.fault:
        return fail(f"{arguments.file} is good for {len(history)} actions only: {history.fault}", EXIT_FILE)
    return 0


def transcript(history: History, seat: int | None, boards: bool) -> Iterator[str]:
    """Yield the lines of a match: every action with what it led to, and the end."""
    record = history.record
    yield f"{record.game.title}, rules {record.game.version}"
    yield f"Seed {record.seed}"
    for number in range(record.setup.seats):
        yield f"Seat {number + 1}: {history.name(number)}"
    turns = set(history.turns())
    for number, who in enumerate(history.seats):
        if number in turns:
            yield ""
            if boards:
                yield from history.at(number).picture(seat).rstrip("\n").split("\n")
                yield ""
        yield f"{number + 1}. {history.name(who)}: {record.actions[number]}"
        for line in history.told(number + 1, seat):
            yield f"     {line}"
    yield ""
    yield from history.state.picture(seat).rstrip("\n").split("\n")
    yield ""
    yield f"Result: {record.result or 'the match goes on'}"
