"""The few formulas of the lab: intervals, paired effects, and how many games a question needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

from tablewright.bots.match import wilson

__all__ = ["difference", "games_needed", "holm", "mean_interval", "p_value", "wilson"]

#: A 95 % interval reaches this many standard errors to either side.
Z95 = NormalDist().inv_cdf(0.975)
#: The chance to notice an effect that is there, for which ``games_needed`` plans.
POWER = 0.8


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
    """Return how surprising an effect with this 95 % interval would be if there were none."""
    error = (high - low) / (2 * Z95)
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
    return math.ceil(2 * (reach * deviation / effect) ** 2)
