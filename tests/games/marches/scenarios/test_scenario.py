"""Scenario files with mistakes: every one is reported, with its place and the nearest right word."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.scenarios.scenario import read_scenario
from tests.games.marches.story import document, place, problems, scenario_value, skill, unit


def mistakes(value: object) -> list[str]:
    found = document(value, "story.json")
    assert read_scenario(found) is None
    return [line.partition(" ")[2] for line in problems(found)]


def changed(**changes: Any) -> object:
    return {**scenario_value([unit(100), skill(101, TargetType="LANE")]), **changes}


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ([], "wrong-kind a scenario must be an object, not a list"),
        ({}, 'missing-field a scenario needs "format"'),
        (changed(format="x"), 'wrong-format a scenario must have "format": "marches-scenario/1"'),
        (changed(id="x"), 'wrong-id the id must be the file name, "story"'),
        (changed(title=3), "wrong-kind title must be a text, not the number 3"),
        (changed(stpes=[]), 'unknown-key a scenario has no "stpes"; did you mean "steps"?'),
        (changed(covers=3), "wrong-kind covers must be a list, not the number 3"),
        (changed(basis=[3]), "wrong-kind an item of basis must be a text, not the number 3"),
        (
            changed(new_game={"p1": {"deck": []}, "p2": {"deck": []}}),
            "missing-field a scenario needs either a state or",
        ),
        (changed(options={"startng_cards": 4}), 'unknown-key options has no "startng_cards"; did you mean'),
        (changed(options={"starting_cards": -1}), "number-range starting_cards must be from 0 to 30, not -1"),
        (changed(options={"any_deck": "yes"}), 'wrong-kind any_deck must be a whole number, not the text "yes"'),
        (changed(cards=[{"Id": 1}]), "missing-field a card needs the field EntityType"),
        (changed(state=3), "wrong-kind a state must be an object, not the number 3"),
        (changed(state={"current": "p3"}), 'unknown-word there is no player "p3"'),
        (changed(state={"current": 1}), "wrong-kind player must be a text, not the number 1"),
        (changed(state={"turn": "x"}), 'wrong-kind turn must be a whole number, not the text "x"'),
        (changed(state={"turn": 10**12}), "number-range turn is beyond 1,000,000,000"),
        (changed(state={"p1": {"hp": {"Base": 3}}}), 'unknown-key hp has no "Base"; did you mean "BaseValue"?'),
        (changed(state={"p1": {"hp": {"BaseValue": "x"}}}), "wrong-kind BaseValue of hp must be a whole number"),
        (changed(state={"p1": {"hand": [4711]}}), "unknown-card there is no card 4711"),
        (changed(state={"p1": {"hand": ["x"]}}), "wrong-kind hand must be a whole number"),
        (changed(state={"p1": {"class": 9}}), "unknown-card class cannot be THIEF (9)"),
        (changed(state={"p1": {"power": 9}}), "unknown-card power cannot be THIEF (9)"),
        (changed(state={"p1": {"power": 101}}), "unknown-card the power CARD 101 is not played on the board"),
        (changed(state={"p1": {"power_available": 1}}), "wrong-kind power_available must be true or false"),
        (changed(state={"p1": {"deck": -1}}), "number-range deck must be from 0 to 1000, not -1"),
        (changed(state={"entities": [3]}), "wrong-kind an entity must be an object, not the number 3"),
        (changed(state={"entities": [{"card": 2}]}), 'missing-field an entity needs "owner"'),
        (changed(state={"entities": [place("a", 15, "p1", 4)]}), "unknown-card card cannot be WAR RESERVES (15)"),
        (changed(state={"entities": [place("a", 2, "p1", 18)]}), "number-range tile must be from 0 to 17, not 18"),
        (changed(state={"entities": [place("a", 2, "p1", 4)] * 2}), 'duplicate-key there is another entity called "a"'),
        (
            changed(state={"entities": [place("a", 3, "p1", 4), place("b", 5, "p2", 4)]}),
            "two-buildings there is another building on this tile",
        ),
        (
            changed(state={"entities": [{"card": 3, "owner": "p1", "tile": [4]}]}),
            "wrong-kind tile must be a whole number, not a list",
        ),
        (
            changed(state={"entities": [{"ref": 1, "card": 2, "owner": "p1", "tile": 1}]}),
            "wrong-kind ref must be a text",
        ),
        (changed(steps=3), "wrong-kind steps must be a list"),
        (changed(steps=[3]), "wrong-kind a step must be an object"),
        (changed(steps=[{"do": "endturn"}]), 'unknown-word there is no action "endturn"; did you mean "end_turn"?'),
        (changed(steps=[{"do": 3}]), "wrong-kind do must be an object, not the number 3"),
        (changed(steps=[{"do": {"at": 3}}]), "wrong-kind do must say one thing: play (at), options, check_deck"),
        (changed(steps=[{"do": {"play": "x"}}]), "wrong-kind play must be a whole number"),
        (changed(steps=[{"do": {"play": 2, "at": None}}]), "wrong-kind at must be a whole number, not null"),
        (changed(steps=[{"do": {"options": "x"}}]), "wrong-kind options must be a whole number"),
        (changed(steps=[{"do": {"check_deck": ["x"]}}]), "wrong-kind check_deck must be a whole number"),
        (changed(steps=[{"bind": [3]}]), "wrong-kind an item of bind must be a text"),
        (changed(steps=[{"expect": {"outcme": "OK"}}]), 'unknown-key expect has no "outcme"; did you mean "outcome"?'),
        (changed(steps=[{"expect": {"outcome": "FINE"}}]), 'unknown-word there is no outcome "FINE"'),
        (changed(steps=[{"expect": {"unchanged": 1}}]), "wrong-kind unchanged must be true or false"),
        (changed(steps=[{"expect": {"turn": None}}]), "wrong-kind turn must be a whole number, not null"),
        (
            changed(steps=[{"expect": {"p1": {"golds": 1}}}]),
            'unknown-key a player has no "golds"; did you mean "gold"?',
        ),
        (changed(steps=[{"expect": {"p1": {"hand": ["x"]}}}]), "wrong-kind a card in hand must be a whole number"),
        (changed(steps=[{"expect": {"entities": []}}]), "wrong-kind entities must be an object"),
        (changed(steps=[{"expect": {"entities": {"a": 3}}}]), "wrong-kind a must be an object, not the number 3"),
        (changed(steps=[{"expect": {"entities": {"a": {"owner": "me"}}}}]), 'unknown-word there is no player "me"'),
        (
            changed(steps=[{"expect": {"board": [{"tiel": 3}]}}]),
            'unknown-key an item of board has no "tiel"; did you mean',
        ),
        (changed(steps=[{"expect": {"targets": [None]}}]), "wrong-kind a target must be a whole number, not null"),
        (changed(steps=[{"expect": {"counts": {"p1": {"unit": 1}}}}]), 'unknown-key counts of p1 has no "unit"'),
        (changed(steps=[{"expect": {"events": {"DEATH": 1}}}]), 'unknown-key events has no "DEATH"'),
        (changed(steps=[{"expect": {"winner": "me"}}]), 'unknown-word there is no player "me"'),
    ],
)
def test_mistakes(value: object, wanted: str) -> None:
    assert any(line.startswith(wanted) for line in mistakes(value)), mistakes(value)


def new_game(value: object) -> list[str]:
    scenario = scenario_value()
    del scenario["state"]
    return mistakes({**scenario, "new_game": value})


def test_mistakes_of_a_new_game() -> None:
    assert new_game(3) == ["wrong-kind a new game must be an object, not the number 3"]
    assert new_game({"p1": {}}) == [
        'missing-field a new game needs "p2"',
        'missing-field p1 of a new game needs "deck"',
    ]
    assert new_game({"p1": {"deck": [99]}, "p2": 3, "seed": "x"}) == [
        'wrong-kind seed must be a whole number, not the text "x"',
        "unknown-card there is no card 99",
        "wrong-kind p2 of a new game must be an object, not the number 3",
    ]
    assert new_game({"p1": {"deck": []}, "p2": {"deck": [], "class": 9}}) == ["unknown-card class cannot be THIEF (9)"]


def test_an_unusual_topic_is_only_worth_a_warning() -> None:
    found = document({**scenario_value(), "covers": ["marching", "zzz"]}, "story.json")
    assert read_scenario(found) is not None
    assert str(found.problems[0]).endswith(
        'warning unusual-topic: "marching" is not a usual topic; did you mean "march"?'
    )


def test_a_hopeless_file() -> None:
    assert read_scenario(parse("[", "story.json")) is None


def test_lists_of_a_position_are_bounded() -> None:
    crowd = [place(f"u{number}", 2, "p1", 4) for number in range(257)]
    found = document(scenario_value(p1={"hand": [9] * 1_001}, entities=crowd))
    assert read_scenario(found) is None
    assert [problem.message for problem in found.problems] == [
        "hand has 1,001 items; 1,000 are the most",
        "entities has 257 items; 256 are the most",
    ]
