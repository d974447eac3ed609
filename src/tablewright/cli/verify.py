"""``tablewright verify RECORD``: was this match dealt fairly, and does it lead where it says?"""

from __future__ import annotations

import argparse

from tablewright.cli.play import EXIT_FILE, EXIT_USAGE, fail
from tablewright.core.dealing import SCHEME, SECRET_BYTES, SecretDeal
from tablewright.core.match import Match
from tablewright.core.record import BadRecord, Record
from tablewright.table.players import SHORT_COMMITMENT, may_show_seed


class Unfair(Exception):
    """Something speaks against a match; the message is a sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file and what was noted before the first card."""
    parser.add_argument("file", metavar="RECORD", help="a saved match that has ended")
    parser.add_argument(
        "--commitment",
        metavar="HEX",
        help=f"what was noted before the first card: all {2 * SECRET_BYTES} digits, or at least {SHORT_COMMITMENT}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the verdict; 0 if nothing speaks against the match, 3 if something does, 2 if the digits are none."""
    noted = None if arguments.commitment is None else arguments.commitment.strip().lower()
    if noted is not None and not is_commitment(noted):
        most = 2 * SECRET_BYTES
        return fail(f"a commitment has {SHORT_COMMITMENT} to {most} digits from 0 to 9 and a to f", EXIT_USAGE)
    try:
        print(verdict(Record.read(arguments.file), noted))
    except (BadRecord, Unfair) as error:
        return fail(f"{arguments.file} is not verified: {error}", EXIT_FILE)
    return 0


def is_commitment(digits: str) -> bool:
    """Say whether digits are a commitment, or enough of its start."""
    return SHORT_COMMITMENT <= len(digits) <= 2 * SECRET_BYTES and set(digits) <= set("0123456789abcdef")


def verdict(record: Record, noted: str | None) -> str:
    """Return what can be said for a match in one sentence; raises ``Unfair`` or ``BadRecord`` with what is wrong."""
    deal = record.deal
    if record.cut:
        raise Unfair("its end is missing")
    if not isinstance(deal, SecretDeal):
        return _verdict_on_number(record, noted)
    commitment = deal.commitment.hex()
    if noted is not None and not commitment.startswith(noted):
        raise Unfair(f"it was committed to {commitment}, not to what was noted, {noted}")
    if not record.result:
        raise Unfair("the match has not ended, so its secret is not published yet")
    if not deal.known:
        raise Unfair("it has ended, but its secret is missing")
    if record.branched is not None:
        raise Unfair(f"it was played on from action {record.branched} of another match, when the cards were known")
    if not record.summed:
        raise Unfair("it has no checksum")
    if len(deal.nonces) != record.setup.seats:
        raise Unfair(f"it has {len(deal.nonces)} nonces for {record.setup.seats} seats")
    match = Match.replay(record)
    known = ""
    if noted is not None:
        part = "which is" if len(noted) == len(commitment) else f"whose first {len(noted)} digits are"
        known = f", {part} what was noted before the first card"
    return (
        f"fair: it was dealt by {SCHEME}, its secret fits the commitment {commitment}{known}, its checksum fits, "
        f"and its {len(match)} actions lead to its result, {match.result}"
    )


def _verdict_on_number(record: Record, noted: str | None) -> str:
    if noted is not None:
        raise Unfair("it was dealt from a number, not from the secret of a commitment")
    match = Match.replay(record)
    number = f"the number {match.seed}" if may_show_seed(match) else "a number"
    end = f"its result, {match.result}" if match.result else "a position in which the match goes on"
    return (
        f"it replays: its {len(match)} actions lead to {end}; "
        f"it was dealt from {number}, so whoever knew the number knew the cards"
    )
