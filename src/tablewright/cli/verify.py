"""``tablewright verify RECORD``: was this match dealt fairly, and does it lead where it says?"""

from __future__ import annotations

import argparse

from tablewright.cli.play import EXIT_FILE, EXIT_USAGE, fail
from tablewright.core.dealing import SCHEME, SecretDeal
from tablewright.core.match import Match
from tablewright.core.record import BadRecord, Record
from tablewright.table.players import may_show_seed

#: A seal has so many digits; with fewer than the least somebody could make a second deal that has the same.
SEAL_DIGITS = 64
FEWEST_DIGITS = 32


class Unfair(Exception):
    """Something speaks against a match; the message is a sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file and what was noted before the first card."""
    parser.add_argument("file", metavar="RECORD", help="a saved match that has ended")
    parser.add_argument(
        "--seal",
        metavar="HEX",
        help=f"what was noted before the first card: all {SEAL_DIGITS} digits, or at least the first {FEWEST_DIGITS}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the verdict; 0 if nothing speaks against the match, 3 if something does, 2 if the digits are none."""
    noted = None if arguments.seal is None else "".join(arguments.seal.lower().split())
    if noted is not None and not is_seal(noted):
        digits = f"{FEWEST_DIGITS} to {SEAL_DIGITS} digits from 0 to 9 and a to f"
        return fail(f"a seal has {digits}; fewer prove nothing", EXIT_USAGE)
    try:
        print(verdict(Record.read(arguments.file), noted))
    except (BadRecord, Unfair) as error:
        return fail(f"{arguments.file} is not verified: {error}", EXIT_FILE)
    return 0


def is_seal(digits: str) -> bool:
    """Say whether digits are a seal, or enough of its start."""
    return FEWEST_DIGITS <= len(digits) <= SEAL_DIGITS and set(digits) <= set("0123456789abcdef")


def verdict(record: Record, noted: str | None) -> str:
    """Return what can be said for a match in one sentence; raises ``Unfair`` or ``BadRecord`` with what is wrong."""
    deal = record.deal
    if record.cut:
        raise Unfair("its end is missing")
    if not isinstance(deal, SecretDeal):
        return _verdict_on_number(record, noted)
    seal = deal.seal(record.game.write_setup(record.setup))
    if noted is not None and not seal.startswith(noted):
        raise Unfair(f"its seal is {seal}, and not what was noted, {noted}")
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
    fair = f"fair if its seal, {seal}, is what was noted" if noted is None else "fair: its seal is what was noted"
    return (
        f"{fair} before the first card; it was dealt by {SCHEME}, the secret is the one that was committed to, "
        f"the checksum fits, and {_actions(match)} to its result, {match.result}"
    )


def _verdict_on_number(record: Record, noted: str | None) -> str:
    if noted is not None:
        raise Unfair("it was dealt from a number, which has no seal")
    match = Match.replay(record)
    number = f"the number {match.seed}" if may_show_seed(match) else "a number"
    end = f"its result, {match.result}" if match.result else "a position in which the match goes on"
    return (
        f"it replays: {_actions(match)} to {end}; it was dealt from {number}, so whoever knew the number knew the cards"
    )


def _actions(match: Match) -> str:
    return "its one action leads" if len(match) == 1 else f"its {len(match)} actions lead"
