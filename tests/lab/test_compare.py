"""Is a change real? Summaries of the same study, with and without one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.lab.compare import NotComparable, compare, read_summary, verdict
from tablewright.lab.run import study
from tablewright.testing.mutations import damaged


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


def renamed(summary: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """Return a summary in which a deck has another name."""
    value = json.loads(json.dumps(summary))
    for pairing in value["pairings"]:
        pairing["name"] = pairing["name"].replace(old, new)
        pairing["entrants"] = [name.replace(old, new) for name in pairing["entrants"]]
    return value


def test_pairings_without_a_partner_are_named_and_never_called_unchanged(summary: dict[str, Any]) -> None:
    # Of the four entrants two bring venom, which has another name and loses in the second study.
    other = renamed(changed(summary, 0.0), "venom", "poison")
    for pairing in other["pairings"]:
        if "poison" in pairing["name"]:
            pairing["per_deal"] = [0.0] * len(pairing["per_deal"])
            pairing["share"] = 0.0
    found = compare(summary, other)
    assert [change.name for change in found.changes] == ["random wolfpack - greedy wolfpack"]
    assert len(found.alone) == 10
    assert "random wolfpack - random venom is in the first study only" in found.alone
    assert "random wolfpack - random poison is in the second study only" in found.alone
    assert verdict(found) == (
        "Nothing changed in 1 pairing that could be compared: all deals gave the same results. "
        "This says nothing about 10 pairings that could not be compared."
    )


def test_decks_of_other_names_are_compared_by_their_places_when_asked(summary: dict[str, Any]) -> None:
    other = renamed(renamed(changed(summary, 0.4), "venom", "poison"), "wolfpack", "wolves")
    with pytest.raises(NotComparable, match=r"no pairing in common; .*--by-role\nrandom wolfpack - random venom is in"):
        compare(summary, other)
    found = compare(summary, other, by_role=True)
    assert (len(found.changes), found.alone) == (6, [])
    assert found.changes[0].name == "random wolfpack - random venom => random wolves - random poison"
    assert verdict(found).startswith("The change is real")
    assert [change.effect for change in found.changes] == [
        change.effect for change in compare(summary, changed(summary, 0.4)).changes
    ]


def written(path: Path, value: Any) -> str:
    path.write_text(json.dumps(value))
    return str(path)


def test_a_summary_comes_back_from_its_file(summary: dict[str, Any], tmp_path: Path) -> None:
    assert read_summary(written(tmp_path / "summary.json", summary)) == summary


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[" * 100_000, "it nests deeper than 50 levels"),
        ('{"pairings": [], "format": NaN}', "NaN"),
        ('{"pairings": [], "format": 1}', "the game should be a text"),
        ('{"pairings": 7, "format": 1, "game": "maze", "seed": 1}', "the pairings should be a list"),
        ('{"pairings": [7], "format": 1, "game": "maze", "seed": 1}', "a pairing should be an object"),
        (
            '{"pairings": [{"name": 7}], "format": 1, "game": "maze", "seed": 1}',
            "the name of a pairing should be a text",
        ),
        ("\0", "it is not JSON"),
    ],
)
def test_a_file_that_is_no_summary_is_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "summary.json"
    path.write_text(text)
    with pytest.raises(NotComparable, match=f"is not the summary of a study: .*{sentence}"):
        read_summary(str(path))


def test_summaries_that_are_no_files_or_no_text(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    (tmp_path / "bytes").write_bytes(b"\xff")
    for name in ("pipe", "endless", "bytes", "."):
        with pytest.raises(NotComparable, match="cannot be read: "):
            read_summary(str(tmp_path / name))


def test_damaged_summaries_are_refused_or_can_be_compared(summary: dict[str, Any], tmp_path: Path) -> None:
    dice, taken = Dice(8), 0
    small = {key: summary[key] for key in ("format", "game", "seed", "pairings")}
    for _ in range(600):
        try:
            path = written(tmp_path / "damaged.json", damaged(small, dice))
        except ValueError:  # a part was put into itself: no JSON can say that
            continue
        try:
            changes = compare(summary, read_summary(path))
        except NotComparable as refusal:
            assert str(refusal)
            continue
        taken += 1
        assert verdict(changes).isprintable()
        assert all(change.name.isprintable() for change in changes.changes)
    assert taken > 20


def test_a_difference_of_next_to_nothing_is_one_too(summary: dict[str, Any]) -> None:
    other = changed(summary, 0.0)
    for pairing in other["pairings"]:
        pairing["per_deal"][0] = abs(pairing["per_deal"][0] - 5e-324)
        pairing["per_deal"][-1] = 5e-324
    compare(summary, other)
    compare(other, changed(other, 1e-300))
