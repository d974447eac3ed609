"""Who sits where: a person by name, or a bot, which a record writes as ``bot`` and its level or name."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from tablewright.core.dealing import SEED_DIGITS, Deal, SecretDeal
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.outside import plain
from tablewright.core.record import Record

LEVELS = ("easy", "normal", "hard")
PREFIX = "bot "
LONGEST_NAME = 20
#: A match that nobody could be cheated in has a number from 1 to this, short enough to tell a friend.
LARGEST_SEED = 999_999
#: So much of a seal is shown where there is little room.
SHORT_SEAL = 8
#: Letters that look like others: digits, Greek and Cyrillic.
_TWINS = str.maketrans(
    "0I1|ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονАВЕКМНОРСТУХІЈЅаеорсухіјѕһԁ",  # noqa: RUF001
    "OlllABEZHlKMNOPTYXovABEKMHOPCTYXlJSaeopcyxijshd",
)


def bot_name(seat: str) -> str:
    """Return which bot sits in a seat: its level or name; "" for a person."""
    name = plain(seat)  # as it is in the record
    return name.removeprefix(PREFIX) if name.startswith(PREFIX) else ""


def look(name: str) -> str:
    """Return how a name looks at a glance: two people with the same look could be taken for each other."""
    return plain(name).translate(_TWINS).casefold()


def why_no_person(name: str) -> str:
    """Say why a person cannot be called so; "" if that is fine."""
    if not plain(name):
        return "a player needs a name"
    if len(name) > LONGEST_NAME:
        return f"a name has at most {LONGEST_NAME} characters"
    if name != name.strip() or not name.isprintable():
        return "a name is printable text without blanks around it"
    if f"{look(name)} ".startswith(PREFIX):
        return f'"{name}" is how a bot is called'
    return ""


def why_not_together(seats: Sequence[str]) -> str:
    """Say which people at one table could be taken for each other; "" if none."""
    people: dict[str, str] = {}
    for name in seats:
        if not bot_name(name):
            if look(name) in people:
                return f'"{people[look(name)]}" and "{name}" look the same'
            people[look(name)] = name
    return ""


def are_rivals(game: Game, seats: Sequence[str]) -> bool:
    """Say whether people play against each other."""
    return not game.cooperative and sum(not bot_name(seat) for seat in seats) > 1


def must_hide(game: Game, seats: Sequence[str]) -> bool:
    """Say whether people in these seats have something to hide from each other: then nobody may know the deal."""
    return game.hidden and are_rivals(game, seats)


def fresh_deal(game: Game, seats: Sequence[str]) -> Deal:
    """Return the deal of a new match: from a secret where people have something to hide from each other."""
    return SecretDeal.make(len(seats)) if must_hide(game, seats) else Deal(random.randint(1, LARGEST_SEED))


def new_record(game: Game, setup: Any, seats: Sequence[str], seed: int | None = None) -> Record:
    """Return the record with which every new match at a table begins; without a seed it has a deal of its own.

    People who play against each other may bring cards of their own, and whose card breaks the match off loses it.
    """
    record = Record(game, setup, fresh_deal(game, seats) if seed is None else seed, list(seats))
    record.owner_loses = are_rivals(game, seats)
    return record


def deal_of(match: Match) -> str:
    """Say what everybody may know of a deal: its number, the start of its seal, or nothing yet: ""."""
    if match.seal:
        return f"deal {match.seal[:SHORT_SEAL]}"
    return f"seed {match.seed}" if may_show_seed(match) else ""


def may_show_seed(match: Match) -> bool:
    """Say whether nobody could be cheated with the number of a match: nobody hides anything, or it is over."""
    return match.outcome is not None or not must_hide(match.game, match.names[: match.setup.seats])


def read_seed(digits: str) -> int:
    """Return the number that somebody asks for; raises ``ValueError`` with a sentence."""
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= SEED_DIGITS):
        raise ValueError(f"the seed is a whole number from 0, of at most {SEED_DIGITS} digits")
    return int(digits)


def by_names(result: str, names: Sequence[str]) -> str:
    """Return the result line of a match with names in the place of seats; a file may speak of seats that it has not."""
    called = {f"seat {seat}": name for seat, name in enumerate(names, 1)}
    return re.sub(r"\bseat \d+\b", lambda seat: called.get(seat[0], seat[0]), result)
