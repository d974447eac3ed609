"""The few formulas of the lab: counts, intervals, paired effects, and how many games a question needs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev
from typing import Any

from tablewright.core.state import VOID
from tablewright.lab.play import STOPPED, PlayedChunk, Thinking
from tablewright.lab.study import Study

#: A 95 % interval reaches this many standard errors to either side.
Z95 = NormalDist().inv_cdf(0.975)
#: The chance to notice an effect that is there, for which ``games_needed`` plans.
POWER = 0.8


@dataclass
class Tally:
    """What one entrant has reached in its pairing."""

    bot: str
    games: int = 0
    wins: int = 0
    ties: int = 0
    #: Matches that had to be stopped. Against others they count as ties.
    stopped: int = 0
    #: Matches that a card has broken. Nobody has won them, and they are in no rate.
    void: int = 0
    score: int = 0
    scored: int = 0
    choices: int = 0
    seconds: float = 0.0

    def add(self, row: dict[str, Any], thinking: Thinking, seats: Sequence[int]) -> None:
        """Count a match in which the entrant had some seats."""
        best = max(row["returns"][seat] for seat in seats)
        self.games += 1
        if row["cause"] == VOID:
            self.void += 1
        elif row["cause"] == STOPPED:
            self.stopped += 1
        else:
            self.wins += best > 0
            self.ties += best == 0
        if row["score"] is not None:
            self.score += row["score"]
            self.scored += 1
        self.choices += sum(thinking.choices[seat] for seat in seats)
        self.seconds += sum(thinking.seconds[seat] for seat in seats)

    @property
    def decided(self) -> int:
        """The matches that a rate is made of."""
        return self.games - self.void

    @property
    def points(self) -> float:
        """Wins, and half of what nobody won."""
        return self.wins + (self.ties + self.stopped) / 2

    @property
    def mean_score(self) -> float | None:
        """The mean score; ``None`` in a game without scores."""
        return self.score / self.scored if self.scored else None


def tally(study: Study, pieces: Iterable[PlayedChunk]) -> list[Tally]:
    """Count the matches of a study, for each entrant of each pairing."""
    tallies = [[Tally(entrant.bot) for entrant in pairing.entrants] for pairing in study.pairings]
    for piece in pieces:
        for line, thinking in zip(piece.rows.splitlines(), piece.thinking, strict=True):
            row = json.loads(line)
            lineup = study.pairings[row["pairing"]].lineup(row["seating"], len(row["returns"]))
            for entrant, one in enumerate(tallies[row["pairing"]]):
                one.add(row, thinking, [seat for seat, other in enumerate(lineup) if other == entrant])
    return [one for group in tallies for one in group]


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a rate; a tie may count as half a success."""
    z = 1.959964
    rate = successes / trials
    middle = rate + z * z / (2 * trials)
    spread = z * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    whole = 1 + z * z / trials
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean and its 95 % interval, each value being independent of the others (a deal, not a game)."""
    mean = fmean(values)
    if len(values) < 2:
        return (mean, -math.inf, math.inf)
    reach = Z95 * stdev(values) / math.sqrt(len(values))
    return (mean, mean - reach, mean + reach)


def difference(one: tuple[float, int], two: tuple[float, int]) -> tuple[float, float, float]:
    """Return how much larger the first win rate (wins, games) is, with Newcombe's 95 % interval."""
    rate1, rate2 = one[0] / one[1], two[0] / two[1]
    low1, high1 = wilson(*one)
    low2, high2 = wilson(*two)
    effect = rate1 - rate2
    below = math.sqrt((rate1 - low1) ** 2 + (high2 - rate2) ** 2)
    above = math.sqrt((high1 - rate1) ** 2 + (rate2 - low2) ** 2)
    return (effect, effect - below, effect + above)


def p_value(effect: float, low: float, high: float) -> float:
    """Return how surprising an effect with this 95 % interval would be if there were none.

    Only the side towards none counts, where the interval is not the same to both: it is below 5 % if and only if the
    interval leaves none out.
    """
    error = (effect - low if effect > 0 else high - effect) / Z95
    if error == 0:
        return 0.0 if effect else 1.0
    return 2 * (1 - NormalDist().cdf(abs(effect) / error))


def holm(p_values: Sequence[float], level: float = 0.05) -> list[bool]:
    """Say which of many effects are real when all are asked at once (Holm's step-down rule)."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    real = [False] * len(p_values)
    for rank, index in enumerate(order):
        if p_values[index] > level / (len(p_values) - rank):
            break
        real[index] = True
    return real


def games_needed(effect: float, deviation: float, power: float = POWER) -> int:
    """Return how many independent values per side show an effect of this size with the given power."""
    reach = Z95 + NormalDist().inv_cdf(power)
    # Beyond a trillion it makes no difference how many, and a share that differs by next to nothing is no number.
    return math.ceil(2 * min(reach * deviation / abs(effect), 1e6) ** 2)
