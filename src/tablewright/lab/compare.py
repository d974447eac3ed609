"""Is a change real? Two summaries of the same study before and after a card, deck or dungeon was changed."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import stdev
from typing import Any

from tablewright.core.outside import LONGEST_LINE, LONGEST_NAME, parse_json, plain, read_text
from tablewright.core.values import flag, items, number, text
from tablewright.lab.statistics import POWER, games_needed, holm, mean_interval, p_value
from tablewright.lab.study import MOST_MATCHES, MOST_PAIRINGS
from tablewright.lab.summary import FORMAT

#: The seed of a study of one table may be any of these.
LARGEST_SEED = 2**64
#: The summary of the largest study has fewer bytes, and so many values: every deal, and what is said of pairings, cards
#: and lengths.
MOST_BYTES = 60_000_000
MOST_VALUES = MOST_MATCHES + 100 * MOST_PAIRINGS


class NotComparable(Exception):
    """Two files cannot be compared; the message is a sentence."""


@dataclass(frozen=True)
class Change:
    """How the share of a pairing's first entrant changed."""

    name: str
    before: float
    after: float
    effect: float
    low: float
    high: float
    real: bool
    #: Deals on each side that would show an effect of this size; 0 where it is shown or there is none.
    deals_needed: int


def read_summary(path: str) -> dict[str, Any]:
    """Read the ``summary.json`` of a study, which may come from anybody; raises ``NotComparable``."""
    try:
        value = parse_json(read_text(path, MOST_BYTES), MOST_VALUES)
    except OSError as error:
        raise NotComparable(f"{plain(path)} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise NotComparable(f"{plain(path)} is not the summary of a study: {error}") from error
    if not isinstance(value, dict) or "pairings" not in value:
        raise NotComparable(f"{plain(path)} is not the summary of a study")
    if value.get("format") != FORMAT:
        raise NotComparable(f"{plain(path)} has another format than {FORMAT}, which this version compares")
    try:
        text(value.get("game"), "the game", LONGEST_NAME)
        number(value.get("seed"), "the seed", 0, LARGEST_SEED)
        for pairing in items(value["pairings"], "the pairings", 0, MOST_PAIRINGS):
            _check_pairing(pairing)
    except ValueError as error:
        raise NotComparable(f"{plain(path)} is not the summary of a study: {error}") from error
    return value


def _check_pairing(value: Any) -> None:
    """Raise ``ValueError`` unless this is a pairing with everything that is compared; its name becomes plain."""
    if not isinstance(value, dict):
        raise ValueError("a pairing should be an object")
    value["name"] = plain(text(value.get("name"), "the name of a pairing", LONGEST_LINE))
    flag(value.get("mirror"), "whether a pairing is a mirror")
    for share in [value.get("share"), *items(value.get("per_deal"), "the deals of a pairing", 1, MOST_MATCHES)]:
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            raise ValueError("a share should be a number from 0 to 1")


def compare(before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    """Return the change of every pairing that both studies have; raises ``NotComparable`` if there is none.

    Where both played the same deals, the difference is taken deal by deal, which needs far fewer games.
    """
    if before["game"] != after["game"]:
        raise NotComparable(plain(f"one study is of {before['game']}, the other of {after['game']}"))
    old = {pairing["name"]: pairing for pairing in before["pairings"] if not pairing["mirror"]}
    new = {pairing["name"]: pairing for pairing in after["pairings"] if not pairing["mirror"]}
    names = [name for name in old if name in new]
    if not names:
        raise NotComparable("the two studies have no pairing in common")
    found = []
    for name in names:
        one, two = old[name]["per_deal"], new[name]["per_deal"]
        if before["seed"] == after["seed"] and len(one) == len(two):
            differences = [b - a for a, b in zip(one, two, strict=True)]
            effect, low, high = mean_interval(differences)
            # A paired difference has one value per deal where the planning formula expects two sides.
            deviation = stdev(differences) / 2**0.5 if len(differences) > 1 else 0.0
        else:
            mean1, low1, high1 = mean_interval(one)
            mean2, low2, high2 = mean_interval(two)
            effect = mean2 - mean1
            reach = (((high1 - low1) / 2) ** 2 + ((high2 - low2) / 2) ** 2) ** 0.5
            low, high = effect - reach, effect + reach
            deviation = max(stdev(one), stdev(two)) if min(len(one), len(two)) > 1 else 0.0
        found.append((name, old[name]["share"], new[name]["share"], effect, low, high, deviation))
    real = holm([p_value(effect, low, high) for *_, effect, low, high, _ in found])
    return [
        Change(*change[:6], is_real, 0 if is_real or not change[3] else games_needed(change[3], change[6]))
        for change, is_real in zip(found, real, strict=True)
    ]


def verdict(changes: list[Change]) -> str:
    """Say in one sentence whether anything changed."""
    real = [change for change in changes if change.real]
    if real:
        most = max(real, key=lambda change: abs(change.effect))
        others = f", and {len(real) - 1} more of {len(changes)} pairings changed" if len(real) > 1 else ""
        return (
            f"The change is real: {most.name} went from {most.before:.1%} to {most.after:.1%} "
            f"({most.effect * 100:+.1f} points, 95 % interval {most.low * 100:+.1f} to {most.high * 100:+.1f}){others}."
        )
    needed = [change.deals_needed for change in changes if change.deals_needed]
    most = max(changes, key=lambda change: abs(change.effect))
    if not needed:
        return f"Nothing changed: all {len(changes)} pairings gave the same results."
    return (
        f"No change is shown: the largest difference is {most.effect * 100:+.1f} points in {most.name} "
        f"(95 % interval {most.low * 100:+.1f} to {most.high * 100:+.1f}); to show one of that size with "
        f"{POWER:.0%} certainty takes about {most.deals_needed} deals."
    )
