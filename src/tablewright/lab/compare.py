"""Is a change real? Two summaries of the same study before and after a card, deck or dungeon was changed."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import stdev
from typing import Any

from tablewright.core.outside import LONGEST_LINE, LONGEST_NAME, parse_json, plain, read_text
from tablewright.core.values import flag, items, number, text
from tablewright.lab.statistics import POWER, games_needed, holm, mean_interval, p_value
from tablewright.lab.study import MOST_MATCHES, MOST_NAMES, MOST_PAIRINGS
from tablewright.lab.summary import FORMAT

#: The seed of a study of one table may be any of these.
LARGEST_SEED = 2**64
#: The summary of the largest study has fewer bytes, and so many values: every deal, and what is said of pairings, cards
#: and lengths.
MOST_BYTES = 60_000_000
MOST_VALUES = MOST_MATCHES + 100 * MOST_PAIRINGS
#: Of the pairings that have no partner so many are named.
MOST_NAMED = 20


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
    #: Matches on either side that a card has broken; their deals are not compared.
    void: int = 0


@dataclass(frozen=True)
class Comparison:
    """What two studies say about a change."""

    changes: list[Change]
    #: A sentence, without its stop, for each pairing that could not be compared.
    alone: list[str]


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
    for name in items(value.get("entrants"), "the entrants of a pairing", 1, MOST_NAMES):
        text(name, "the name of an entrant", LONGEST_LINE)
    if not isinstance(value.get("table"), dict):
        raise ValueError("the table of a pairing should be an object")
    flag(value.get("mirror"), "whether a pairing is a mirror")
    deals = items(value.get("per_deal"), "the deals of a pairing", 1, MOST_MATCHES)
    for share in [value.get("share"), *deals]:
        if share is None and None in deals:
            continue  # a void match
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            raise ValueError("a share should be a number from 0 to 1")
    value["void"] = number(value.get("void", 0), "the number of void matches", 0, MOST_MATCHES)
    if (value.get("share") is None) != all(share is None for share in deals):
        raise ValueError("a pairing should have a share if a deal has one")


def compare(before: dict[str, Any], after: dict[str, Any], by_role: bool = False) -> Comparison:
    """Return the change of every pairing that both studies have; raises ``NotComparable`` if there is none.

    Pairings are partners if they have the same name, or ``by_role`` if the same places in the two studies meet: the
    second deck of one study is then the partner of the second deck of the other, whatever they are called. Where both
    played the same deals, the difference is taken deal by deal, which needs far fewer games.
    """
    if before["game"] != after["game"]:
        raise NotComparable(plain(f"one study is of {before['game']}, the other of {after['game']}"))
    old, new = (_by_role(study) if by_role else _by_name(study) for study in (before, after))
    alone = [f"{pairing['name']} is in the first study only" for key, pairing in old.items() if key not in new]
    alone += [f"{pairing['name']} is in the second study only" for key, pairing in new.items() if key not in old]
    pairs = [(old[key], new[key]) for key in old if key in new]
    if not pairs:
        hint = "" if by_role else "; to compare decks of other names by their places in the studies, add --by-role"
        raise NotComparable("\n".join(["the two studies have no pairing in common" + hint, *alone[:MOST_NAMED]]))
    void = [_name(one, two) for one, two in pairs if one["share"] is None or two["share"] is None]
    alone += [f"all matches of {name} are void in one of the studies" for name in void]
    pairs = [(one, two) for one, two in pairs if one["share"] is not None and two["share"] is not None]
    if not pairs:
        raise NotComparable("all matches of the pairings that both studies have are void")
    return Comparison(_changes(pairs, same_deals=before["seed"] == after["seed"]), alone)


def _by_name(study: dict[str, Any]) -> dict[Any, dict[str, Any]]:
    return {pairing["name"]: pairing for pairing in study["pairings"] if not pairing["mirror"]}


def _by_role(study: dict[str, Any]) -> dict[Any, dict[str, Any]]:
    """Return the pairings by the places that their entrants and tables have in the study."""
    places: dict[str, int] = {}
    tables: dict[str, int] = {}
    found = {}
    for pairing in study["pairings"]:
        mine = [places.setdefault(name, len(places)) for name in pairing["entrants"]]
        table = tables.setdefault(str(sorted(pairing["table"].items())), len(tables))
        if not pairing["mirror"]:
            found[(*mine, table)] = pairing
    return found


def _name(one: dict[str, Any], two: dict[str, Any]) -> str:
    return str(one["name"]) if one["name"] == two["name"] else f"{one['name']} => {two['name']}"


def _changes(pairs: list[tuple[dict[str, Any], dict[str, Any]]], same_deals: bool) -> list[Change]:
    found = []
    for before, after in pairs:
        one, two = before["per_deal"], after["per_deal"]
        differences = []
        if same_deals and len(one) == len(two):
            differences = [b - a for a, b in zip(one, two, strict=True) if a is not None and b is not None]
        one, two = ([share for share in deals if share is not None] for deals in (one, two))
        if differences:
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
        void = before.get("void", 0) + after.get("void", 0)
        share = (before["share"], after["share"])
        found.append((_name(before, after), *share, effect, low, high, deviation, void))
    real = holm([p_value(effect, low, high) for *_, effect, low, high, _, _ in found])
    return [
        Change(*change[:6], is_real, 0 if is_real or not change[3] else games_needed(change[3], change[6]), change[7])
        for change, is_real in zip(found, real, strict=True)
    ]


def verdict(comparison: Comparison) -> str:
    """Say in one sentence whether anything changed, and in others what that does not cover, if anything."""
    text = _verdict(comparison.changes)
    void = sum(change.void for change in comparison.changes)
    if void:
        text += f" {void} matches were void and count for nothing."
    if comparison.alone:
        text += f" This says nothing about {_pairings(len(comparison.alone))} that could not be compared."
    return text


def _pairings(count: int) -> str:
    return "1 pairing" if count == 1 else f"{count} pairings"


def _verdict(changes: list[Change]) -> str:
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
        return f"Nothing changed in {_pairings(len(changes))} that could be compared: all deals gave the same results."
    return (
        f"No change is shown: the largest difference is {most.effect * 100:+.1f} points in {most.name} "
        f"(95 % interval {most.low * 100:+.1f} to {most.high * 100:+.1f}); to show one of that size with "
        f"{POWER:.0%} certainty takes about {most.deals_needed} deals."
    )
