"""JSON values from outside, looked at before they are used: each look returns the value or says what is wrong with it.

``what`` is how the sentence calls the value: ``number(7, "a row", 1, 5)`` raises ``ValueError`` with "a row should be a
whole number from 1 to 5, not 7".
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tablewright.core.outside import plain
from tablewright.core.problems import did_you_mean
from tablewright.core.state import Outcome

#: Of a strange value so much is shown.
SHOWN = 60


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def fields(value: Any, what: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """Return an object that has all required fields and no unknown ones."""
    if not isinstance(value, dict):
        raise ValueError(f"{what} should be an object, not {_shown(value)}")
    for name in required:
        if name not in value:
            raise ValueError(f'{what} lacks "{name}"')
    for name in value:
        if name not in required and name not in optional:
            near = did_you_mean(name, [*required, *optional])
            raise ValueError(f'{what} has no field "{plain(name, SHOWN)}"{near}')
    return value


def number(value: Any, what: str, least: int, most: int) -> int:
    """Return a whole number between two bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{what} should be a whole number from {least} to {most}, not {_shown(value)}")
    return value


def flag(value: Any, what: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{what} should be true or false, not {_shown(value)}")
    return value


def text(value: Any, what: str, most: int) -> str:
    """Return a text of at most so many characters."""
    if not isinstance(value, str) or len(value) > most:
        raise ValueError(f"{what} should be a text of at most {most} characters, not {_shown(value)}")
    return value


def one_of(value: Any, what: str, known: Collection[str]) -> str:
    """Return one of some words."""
    if not isinstance(value, str) or value not in known:
        near = did_you_mean(value, known) if isinstance(value, str) else ""
        raise ValueError(f"{what} cannot be {_shown(value)}{near}")
    return value


def items(value: Any, what: str, least: int, most: int) -> list[Any]:
    """Return a list whose length lies between two bounds."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        count = str(least) if least == most else f"{least} to {most}"
        raise ValueError(f"{what} should be a list of {count} entries")
    return value


def read_outcome(cause: Any, returns: Any, seats: int) -> Outcome:
    """Return how a match ended, from the cause and what each seat gets."""
    gets = items(returns, "the returns", seats, seats)
    if not all(isinstance(one, int | float) and -1 <= one <= 1 for one in gets):
        raise ValueError("the returns should be numbers from -1 to 1")
    return Outcome(text(cause, "the cause", 100), tuple(map(float, gets)))
