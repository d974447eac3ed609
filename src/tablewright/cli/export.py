"""``tablewright export FILE``: a match as a text that people can read."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from tablewright.cli.play import EXIT_FILE, EXIT_USAGE, fail
from tablewright.core.disk import write_whole
from tablewright.core.match import Match
from tablewright.core.outside import plain_lines
from tablewright.core.record import BadRecord, Record
from tablewright.table.players import may_show_seed
from tablewright.table.wording import CUT


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file and what to tell of it."""
    parser.add_argument("file", metavar="FILE", help="a saved match")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file instead of the screen")
    parser.add_argument("--seat", type=int, metavar="N", help="tell what seat N knew, not only what everybody knew")
    parser.add_argument("--boards", action="store_true", help="draw the table whenever the turn changes")


def run(arguments: argparse.Namespace) -> int:
    """Print the transcript, as far as the record is good."""
    try:
        record = Record.read(arguments.file)
        match = Match.replay(record, strict=False)
    except BadRecord as error:
        return fail(str(error), EXIT_FILE)
    seats: int = match.setup.seats
    if arguments.seat is not None and not 1 <= arguments.seat <= seats:
        return fail(f"this match has the seats 1 to {seats}", EXIT_USAGE)
    seat = None if arguments.seat is None else arguments.seat - 1
    text = "".join(f"{line}\n" for line in transcript(match, seat, arguments.boards))
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        try:
            _write(os.path.realpath(arguments.output), plain_lines(text).encode())
        except OSError as error:
            return fail(f"{arguments.output} cannot be written: {error.strerror}", EXIT_FILE)
    if match.fault:
        return fail(f"{arguments.file} is good for {len(match)} actions only: {match.fault}", EXIT_FILE)
    if record.cut:
        fail(f"{arguments.file}: {CUT}", 0)
    return 0


def _write(path: str, data: bytes) -> None:
    if os.path.isfile(path) or not os.path.exists(path):
        write_whole(path, data, mode=0o666)
    else:  # a device or a pipe takes it and stays what it is
        with open(path, "wb") as file:
            file.write(data)


def transcript(match: Match, seat: int | None, boards: bool) -> Iterator[str]:
    """Yield the lines of a match: every action with what it led to, and the end."""
    yield f"{match.game.title}, rules {match.game.version}"
    if match.seal:
        yield f"Dealt from a secret, with the seal {match.seal}"
    elif may_show_seed(match):
        yield f"Seed {match.seed}"
    for number in range(match.setup.seats):
        yield f"Seat {number + 1}: {match.names[number]}"
    turns = set(match.turns())
    for number, who in enumerate(match.seats):
        if number in turns:
            yield ""
            if boards:
                yield from match.at(number).picture(seat).rstrip("\n").split("\n")
                yield ""
        yield f"{number + 1}. {match.names[who]}: {match.actions[number].text}"
        for line in match.told(number + 1, seat):
            yield f"     {line}"
    yield ""
    yield from match.state.picture(seat).rstrip("\n").split("\n")
    yield ""
    yield f"Result: {match.result or 'the match goes on'}"
