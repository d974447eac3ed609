"""When to stop asking: two sequential tests over pairs of matches, as engine testers run them.

A pair is the same deal, seat and opponent played twice, once with a card and once without it. What the card changed in
it is one of five values: it turned a loss into a win (1), gained or lost half a point, changed nothing, or turned a win
into a loss (-1). The mean of these values is the card's *impact*. The log-likelihood ratio is that of a normal
approximation to the five counts (``LLR_alt2`` of Stockfish's fishtest).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

#: An impact of so much is too much, and one of minus so much too little: points of win rate, as a share.
BOUND = 0.05
#: How often a card without any impact may be called too strong, and how often too weak.
FALSE_ALARM = 0.025
#: How often a card whose impact is at a bound may be called fair. It is more often than this, below 5 %, as the
#: approximation is not quite right for cards that decide few matches: docs/lab.md has the figures.
MISSED = 0.03
PASS = math.log((1 - MISSED) / FALSE_ALARM)
FAIL = math.log(MISSED / (1 - FALSE_ALARM))
#: The tests look at the counts after every so many pairs, and give up after so many.
LOOK = 10
MOST_PAIRS = 2_000
#: The five values of a pair, and what an empty count is taken for, so that nothing is ever certain.
VALUES = (-1.0, -0.5, 0.0, 0.5, 1.0)
EMPTY = 0.001
#: How many standard errors the interval of an impact reaches to either side.
REACH = 2.3


class Verdict(Enum):
    """What is known of a card; the value is how it is said."""

    STRONG = "too strong"
    FAIR = "fair"
    WEAK = "too weak"
    UNKNOWN = "not known yet"


@dataclass
class PairCounts:
    """How often a pair had each of the five values."""

    counts: list[int] = field(default_factory=lambda: [0] * len(VALUES))

    def add(self, value: float) -> None:
        """Count a pair."""
        self.counts[VALUES.index(value)] += 1

    @property
    def pairs(self) -> int:
        """How many pairs were counted."""
        return sum(self.counts)

    def moments(self) -> tuple[float, float]:
        """Return mean and variance of the values.

        The variance is never below the least that a card at a bound can have: whoever turns 5 of 100 losses into wins
        and changes nothing else. Otherwise a card that was not drawn in the first deals would be judged at once.
        """
        filled = [count or EMPTY for count in self.counts]
        total = sum(filled)
        mean = sum(value * count for value, count in zip(VALUES, filled, strict=True)) / total
        square = sum(value * value * count for value, count in zip(VALUES, filled, strict=True)) / total
        return mean, max(square - mean * mean, BOUND * (1 - BOUND))

    def interval(self) -> tuple[float, float, float]:
        """Return the impact with the interval that is shown for it, which allows for having stopped when it was known.

        A plain 95 % interval after a sequential test is too narrow; docs/lab.md has how often this one is right.
        """
        if not self.pairs:
            return (0.0, -1.0, 1.0)
        mean, variance = self.moments()
        reach = REACH * math.sqrt(variance / self.pairs)
        return (mean, max(-1.0, mean - reach), min(1.0, mean + reach))


class CardTest:
    """Two one-sided tests at once: impact 0 against the upper bound, and 0 against the lower one.

    Whichever passes is the verdict; if both fail, the card is fair. Each is decided where it first crosses a line.
    """

    def __init__(self) -> None:
        self.counts = PairCounts()
        self.verdict = Verdict.UNKNOWN
        self._failed: set[Verdict] = set()

    def add(self, value: float) -> bool:
        """Count a pair, and say whether the verdict is known."""
        self.counts.add(value)
        if self.counts.pairs % LOOK == 0 and self.verdict is Verdict.UNKNOWN:
            self._look()
        return self.verdict is not Verdict.UNKNOWN

    def _look(self) -> None:
        mean, variance = self.counts.moments()
        for verdict, impact in ((Verdict.STRONG, mean), (Verdict.WEAK, -mean)):
            ratio = self.counts.pairs * BOUND * (2 * impact - BOUND) / (2 * variance)
            if verdict in self._failed or ratio < FAIL:
                self._failed.add(verdict)
            elif ratio > PASS:
                self.verdict = verdict
        if len(self._failed) == 2:
            self.verdict = Verdict.FAIR

    def pairs_left(self) -> int:
        """Return about how many more pairs the verdict takes if the impact stays what it is; at most up to the end."""
        mean, variance = self.counts.moments()
        # The slower of both tests decides; how fast one moves depends on how far the impact is from its middle.
        steps = [BOUND * abs(2 * impact - BOUND) / (2 * variance) for impact in (mean, -mean)]
        wanted = (PASS if abs(mean) > BOUND / 2 else -FAIL) / max(min(steps), 1e-9)
        return max(LOOK, min(math.ceil(wanted), MOST_PAIRS) - self.counts.pairs)
