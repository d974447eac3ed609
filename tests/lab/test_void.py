"""Matches that a card breaks: counted apart, shown everywhere, and never in a rate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tablewright
from tablewright.cli import main
from tablewright.core import registry
from tablewright.core.state import VOID
from tablewright.lab.compare import NotComparable, compare, read_summary, verdict
from tests.lab.broken import Broken


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    tablewright.study(Broken(), ["random", "search:5"], 12, 1, tables={"stones": "all"}, folder=folder)
    return folder


def rows(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "matches.jsonl").read_text("utf-8").splitlines()]


def test_the_share_is_that_of_the_deals_without_a_void_match(folder: Path) -> None:
    summary = read_summary(str(folder / "summary.json"))
    some, all_of_them = summary["pairings"]
    mine = [row for row in rows(folder) if row["pairing"] == 0]
    broken = {row["deal"] for row in mine if row["cause"] == VOID}
    assert 0 < len(broken) < 12
    sound = [(row["returns"][row["seating"]] + 1) / 2 for row in mine if row["deal"] not in broken]
    assert some["share"] == pytest.approx(sum(sound) / len(sound))
    assert [deal for deal, share in enumerate(some["per_deal"]) if share is None] == sorted(broken)
    assert (all_of_them["share"], all_of_them["void"], all_of_them["matches"]) == (None, 24, 24)
    assert summary["first_seat"]["matches"] == len(sound)
    assert {entrant["matches"] for entrant in summary["entrants"]} == {len(sound)}
    assert summary["void"] == sum(row["cause"] == VOID for row in rows(folder))


def test_the_report_and_the_verdict_say_how_many_were_void(folder: Path) -> None:
    summary = read_summary(str(folder / "summary.json"))
    report = (folder / "report.html").read_text("utf-8")
    assert f"{summary['void']} of them were void: a card broke the match." in report
    void = summary["pairings"][0]["void"]
    changes = compare(summary, summary)
    assert [change.name for change in changes.changes] == [summary["pairings"][0]["name"]]
    assert f" {2 * void} matches were void and count for nothing." in verdict(changes)
    assert changes.alone == [f"all matches of {summary['pairings'][1]['name']} are void in one of the studies"]
    with pytest.raises(NotComparable, match="are void"):
        compare({**summary, "pairings": summary["pairings"][1:]}, summary)


def test_a_match_of_bots_counts_them_apart(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    registry.register(Broken())
    words = ["match", "broken", "--bots", "random,search:5", "--games", "8"]
    assert main([*words, "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert 0 < value["void"] < 8
    assert (value["ties"], sum(value["wins"])) == (0, 8 - value["void"])
    assert value["rate"] == value["wins"][0] / (8 - value["void"])
    assert main([*words, "--with", "stones=30"]) == 0
    shown = capsys.readouterr().out
    assert "8 games were void: a card broke them. They are in no rate.\n" in shown
    assert "%" not in shown.partition("interval")[2]
