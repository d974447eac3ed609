"""Who sits where: a person by name, or a bot, which a record writes as ``bot`` and its level or name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tablewright.core.dealing import Deal, SecretDeal
from tablewright.core.game import Game
from tablewright.core.record import Record

LEVELS = ("easy", "normal", "hard")
PREFIX = "bot "
LONGEST_NAME = 20
#: A match that nobody could be cheated in has a number from 1 to this, short enough to tell a friend.
LARGEST_SEED = 999_999


def bot_name(seat: str) -> str:
    """Return which bot sits in a seat: its level or name; "" for a person."""
    return seat.removeprefix(PREFIX) if seat.startswith(PREFIX) else ""


def why_no_person(name: str) -> str:
    """Say why a person cannot be called so; "" if that is fine."""
    if not name.strip():
        return "a player needs a name"
    if len(name) > LONGEST_NAME:
        return f"a name has at most {LONGEST_NAME} characters"
    if name != name.strip() or not name.isprintable():
        return "a name is printable text without blanks around it"
    if bot_name(name):
        return f'"{name}" is how a bot is called'
    return ""


def are_rivals(game: Game, seats: Sequence[str]) -> bool:
    """Say whether people play against each other."""
    return not game.cooperative and sum(not bot_name(seat) for seat in seats) > 1


def fresh_deal(game: Game, seats: Sequence[str]) -> Deal:
    """Return the deal of a new match: from a secret where people have something to hide from each other."""
    if game.hidden and are_rivals(game, seats):
        return SecretDeal.make(len(seats))
    return Deal(random.randint(1, LARGEST_SEED))


def new_record(game: Game, setup: Any, seats: Sequence[str], seed: int | None = None) -> Record:
    """Return the record with which every new match at a table begins; without a seed it has a deal of its own.

    People who play against each other may bring cards of their own, and whose card breaks the match off loses it.
    """
    record = Record(game, setup, fresh_deal(game, seats) if seed is None else seed, list(seats))
    record.owner_loses = are_rivals(game, seats)
    return record
