"""How each game takes a card out of a deck and puts a plain one of its cost in its place, to compare the two.

A plain card has numbers and nothing else. Its numbers lie on the line through those of all cards of its kind, by cost,
rounded up, as it has no text to make up for them. Only cards that ship count: whoever makes an own card stronger must
not move what it is measured by.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from statistics import StatisticsError, linear_regression
from typing import Any


class BadCard(ValueError):
    """A card cannot be asked about; the message is a sentence."""


class CardSwap(ABC):
    """A card, found by what somebody calls it, and the plain one that stands in for it. Raises ``BadCard``."""

    #: What people call the card, and what the rows of a study call it; "" for one that is never drawn.
    title: str
    noted: str
    #: What stands in for it, in words.
    plain: str

    @abstractmethod
    def __init__(self, word: str, game: Any) -> None: ...

    @abstractmethod
    def copies(self, deck: str) -> int:
        """Return how many copies of the card a deck of the game holds; raises ``BadCard`` if there is none."""

    @abstractmethod
    def setup(self, decks: tuple[str, str], plain_seat: int | None) -> Any:
        """Return the setup of two decks; in that of one seat plain cards lie where the card was."""


def on_the_line(points: Iterable[tuple[float, float]], cost: float) -> int:
    """Return the number that cards of some cost have, from (cost, number) of all; it is never below 0."""
    pairs = list(points)
    try:
        line = linear_regression([x for x, _ in pairs], [y for _, y in pairs])
        number = line.slope * cost + line.intercept
    except StatisticsError:  # all of the same cost
        number = sum(y for _, y in pairs) / len(pairs)
    return max(0, math.ceil(round(number, 6)))
