"""How often the verdict on a card is wrong, from simulated studies: ``python -m tests.lab.simulated 10000``.

A simulated study draws pairs from a card of known impact instead of playing them.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from statistics import fmean

from tablewright.lab.sequential import BOUND, MOST_PAIRS, VALUES, CardTest, Verdict

#: Shares of pairs that a card decides, from one that is rarely drawn to one that changes every match it is in.
RESTLESS = (0.1, 0.3, 0.5)
#: Of the pairs that come out differently, so many differ by half a point only.
TIES = 0.1


def weights(impact: float, restless: float) -> list[float]:
    """Return the chances of the five values for a card that decides so many pairs and has this impact."""
    up, down = (restless + impact / (1 - TIES / 2)) / 2, (restless - impact / (1 - TIES / 2)) / 2
    return [down * (1 - TIES), down * TIES, 1 - restless, up * TIES, up * (1 - TIES)]


def simulated(dice: random.Random, impact: float, restless: float) -> CardTest:
    """Return the test of a simulated study when it has stopped."""
    test = CardTest()
    for value in dice.choices(VALUES, weights(impact, restless), k=MOST_PAIRS):
        if test.add(value):
            break
    return test


def rates(studies: int, impact: float, restless: float, seed: int = 1) -> dict[str, float]:
    """Return how often simulated studies end with each verdict, cover the impact, and how many pairs they take."""
    dice = random.Random(f"{seed} {impact} {restless}")
    tests = [simulated(dice, impact, restless) for _ in range(studies)]
    found = Counter(test.verdict for test in tests)
    covered = 0
    for test in tests:
        _, low, high = test.counts.interval()
        covered += low <= impact <= high
    return {
        **{verdict.value: found[verdict] / studies for verdict in Verdict},
        "covered": covered / studies,
        "pairs": fmean(test.counts.pairs for test in tests),
    }


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{count} simulated studies each")
    print("impact  decided  too strong    fair  too weak  not known  interval right  mean pairs")
    for share in RESTLESS:
        for true in (-2 * BOUND, -BOUND, -BOUND / 2, 0.0, BOUND / 2, BOUND, 2 * BOUND):
            if abs(true) <= share * (1 - TIES / 2):
                got = rates(count, true, share)
                print(
                    f"{true:+6.3f}  {share:7.0%}  {got['too strong']:10.1%}  {got['fair']:6.1%}  {got['too weak']:8.1%}"
                    f"  {got['not known yet']:9.1%}  {got['covered']:14.1%}  {got['pairs']:10.0f}"
                )
