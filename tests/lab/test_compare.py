"""Is a change real? Summaries of the same study, with and without one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablewright.lab.compare import NotComparable, compare, verdict
from tablewright.lab.run import study


@pytest.fixture(scope="module")
def summary() -> dict[str, Any]:
    return study("ooperations", ["random", "greedy"], 4, 3, entrants={"deck": ["wolfpack", "venom"]}, mirrors=True)


def changed(summary: dict[str, Any], shift: float) -> dict[str, Any]:
    """Return a summary in which the first entrant of every pairing gained some points."""
    value = json.loads(json.dumps(summary))
    for pairing in value["pairings"]:
        pairing["per_deal"] = [min(1.0, share + shift) for share in pairing["per_deal"]]
        pairing["share"] = sum(pairing["per_deal"]) / len(pairing["per_deal"])
    return value


def test_a_change_is_told_from_chance(summary: dict[str, Any]) -> None:
    assert verdict(compare(summary, summary)).startswith("Nothing changed")
    assert verdict(compare(summary, changed(summary, 0.4))).startswith("The change is real")
    other = changed(summary, 0.0)
    other["seed"] = 99
    for pairing in other["pairings"]:
        pairing["per_deal"] = [*reversed(pairing["per_deal"][1:]), 0.5]
    text = verdict(compare(summary, other))
    assert text.startswith(("No change is shown", "Nothing changed"))


def test_what_has_nothing_in_common_is_refused(summary: dict[str, Any]) -> None:
    with pytest.raises(NotComparable, match="no pairing in common"):
        compare(summary, {**summary, "pairings": []})
    with pytest.raises(NotComparable, match="the other of maze"):
        compare(summary, {**summary, "game": "maze"})
