"""What the guide shows is true: its files are accepted, its numbers are those of the program."""

from __future__ import annotations

import json
from pathlib import Path

from tablewright.games.marches.files import Catalogue, deck_names, read_deck
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.machine.trace import story_of
from tablewright.games.marches.scenarios.runner import run_scenario
from tablewright.games.marches.scenarios.scenario import read_scenario
from tablewright.games.marches.setup import OPTION_RULES
from tests.games.marches.story import place, table

GUIDE = (Path(__file__).parents[3] / "docs" / "marches.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    return [part.partition("```")[0] for part in GUIDE.split(f"```{kind}\n")[1:]]


def test_the_deck_and_the_scenario_of_the_guide() -> None:
    deck, scenario = blocks("json")
    found = parse(deck)
    assert read_deck(found, Catalogue()) is not None, found.problems
    found = parse(scenario, f"{json.loads(scenario)['id']}.json", strict=True)
    read = read_scenario(found)
    assert read is not None, found.problems
    assert [str(difference) for difference in run_scenario(read).differences] == []


def test_the_story_of_the_guide() -> None:
    state, _ = table(current="p2", entities=[place("road", 5, "p2", 6), place("m", 2, "p1", 6)])
    assert story_of(state, state.parse("done")) == blocks("text")[0].rstrip("\n").split("\n")


def test_the_tables_of_the_guide() -> None:
    for rule in OPTION_RULES:
        default = {0: "off", 1: "on"}.get(rule.default, str(rule.default))
        row = f"| {rule.name} | {default} | {rule.about.rstrip('.')} |"
        assert row.casefold() in GUIDE.replace("`", "").casefold()
    for bound in (codes.MOST_STEPS, codes.MOST_NESTING, codes.MOST_ENTITIES, codes.MOST_REFERENCES, codes.MOST_NUMBER):
        assert f" | {bound:,} |\n" in GUIDE
    for name in deck_names():
        assert f"| `{name}` |" in GUIDE
