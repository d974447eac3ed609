"""The rules, told as scenarios: ours beside this file, and the reference ones where they are at hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablewright.games.marches.game import GAME
from tablewright.games.marches.language.reader import read
from tablewright.games.marches.scenarios.runner import Report, run_scenario
from tablewright.games.marches.scenarios.scenario import read_scenario
from tablewright.games.marches.scenarios.staging import scenario_start, written_scenario
from tablewright.testing import random_record
from tests.games.marches.story import REFERENCE, SCENARIOS, document, gold, modify, place, scenario_value, skill, unit


def files(folder: Path) -> list[object]:
    found = sorted(folder.glob("*.json"))
    if not found:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"no scenarios at {folder}"), id="absent")]
    return [pytest.param(path, id=path.stem) for path in found]


def report(path: Path) -> Report:
    found = read(str(path), strict=True)
    scenario = read_scenario(found)
    assert scenario is not None, found.problems
    return run_scenario(scenario)


@pytest.mark.parametrize("path", files(SCENARIOS))
def test_our_scenario(path: Path) -> None:
    found = report(path)
    assert not found.skipped
    assert [str(difference) for difference in found.differences] == []


@pytest.mark.parametrize("path", files(REFERENCE / "scenarios"))
def test_reference_scenario(path: Path) -> None:
    found = report(path)
    assert not found.skipped
    assert [str(difference) for difference in found.differences] == []


# ------------------------------------------------------------------------------------------------- what runs report


def differences(steps: list[object], **state: object) -> list[str]:
    value = scenario_value([skill(100, gold())], **state)
    value["steps"] = steps
    found = document(value, "story.json")
    scenario = read_scenario(found)
    assert scenario is not None, found.problems
    return [str(difference) for difference in run_scenario(scenario).differences]


STATE = {
    "p1": {"hand": [100, 100, 5, 16]},
    "entities": [place("m", 2, "p1", 4), place("w", 3, "p2", 9), place("foe", 2, "p2", 4)],
}


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        ({"expect": {"p1": {"gold": 6}}}, "step 0, p1.gold: wanted 6, found 5"),
        ({"expect": {"p1": {"hand": [5]}}}, "step 0, p1.hand: wanted [5], found [5, 16, 100, 100]"),
        (
            {"expect": {"p1": {"hp": {"BaseValue": 3}}}},
            'wanted {"BaseValue": 3}, found {"BaseValue": 20, "Modifier": 0}',
        ),
        ({"expect": {"p2": {"power_available": False}}}, "step 0, p2.power_available: wanted false, found true"),
        ({"expect": {"entities": {"m": None}}}, "entities.m: wanted out of play, found player 1's MILITIA on F1"),
        ({"expect": {"entities": {"m": {"owner": "p2"}}}}, 'entities.m.owner: wanted "p2", found "p1"'),
        ({"expect": {"entities": {"x": None}}}, "entities.x: wanted an entity, found no entity of that name"),
        ({"expect": {"entities": {"w": {"attack": 1}}}}, "entities.w.attack: wanted 1, found no such stat"),
        ({"expect": {"board": []}}, "wanted 0 entities, found 3: player 1's MILITIA on F1; player 2's WORKSHOP on F6"),
        ({"expect": {"board": [{"tile": 4}, {"tile": 8}]}}, "step 0, board[1].tile: wanted 8, found 9"),
        ({"expect": {"counts": {"p2": {"units": 2}}}}, "step 0, counts.p2.units: wanted 2, found 1"),
        ({"do": {"play": 16, "at": "m"}, "expect": {"outcome": "OK"}}, 'wanted "OK", found "NO_TARGET_AVAILABLE"'),
        ({"do": {"play": 16, "at": "foe"}, "expect": {"entities": {"foe": {"damage": 2}}}}, "found out of play"),
        ({"expect": {"turn": 2, "current": "p2"}}, 'step 0, current: wanted "p2", found "p1"'),
        ({"expect": {"targets": [1]}}, "step 0, targets: wanted [1], found []"),
        ({"do": {"options": 5}, "expect": {"targets": ["w"]}}, 'step 0, targets: wanted ["w"], found ["m"]'),
        ({"do": {"options": 100}, "expect": {"targets": []}}, "step 0, targets: wanted [], found [0]"),
        ({"do": {"play": 100}, "expect": {"unchanged": True}}, "step 0, unchanged: wanted true, found false"),
        ({"do": {"play": 100}, "expect": {"events": {"DAMAGE": 1}}}, "step 0, events.DAMAGE: wanted 1, found 0"),
        ({"do": {"play": 5, "at": "x"}}, "step 0, do.at: wanted the name of an entity, found"),
        ({"do": "undo"}, "step 0, do: wanted an action to undo, found none was done"),
        ({"do": {"play": 100}, "bind": ["b"]}, "step 0, bind: wanted an entity to call b, found no more entities"),
        ({"expect": {"deck_valid": True}}, "step 0, deck_valid: wanted true, found null"),
        ({"expect": {"game_over": True, "winner": "p1"}}, 'step 0, winner: wanted "p1", found null'),
    ],
)
def test_what_differs_is_reported_with_its_path(step: object, wanted: str) -> None:
    assert any(wanted in line for line in differences([step], **STATE)), differences([step], **STATE)


def test_after_a_difference_the_other_steps_are_still_compared() -> None:
    wrong = {"do": {"play": 100}, "expect": {"p1": {"gold": 0}}}
    assert differences([wrong, {"expect": {"turn": 1}}, wrong], **STATE) == [
        "step 0, p1.gold: wanted 0, found 6",
        "step 2, p1.gold: wanted 0, found 7",
    ]


def test_names_of_an_undone_step_are_gone() -> None:
    steps: list[object] = [
        {"do": {"play": 5, "at": "m"}, "bind": ["road"], "expect": {"entities": {"road": {"card": 5}}}},
        {"do": "undo", "expect": {"unchanged": True, "entities": {"road": None}}},
    ]
    assert differences(steps, **STATE) == ["step 1, entities.road: wanted an entity, found no entity of that name"]


def endless(**expected: object) -> list[str]:
    """Return what differs after playing a card whose number grows without end."""
    growing = [modify("ACC", "SET", 10**9), modify("ACC", "ADD", 1)]
    value = scenario_value([skill(101, *growing)], p1={"hand": [101]})
    value["steps"] = [{"do": {"play": 101}, "expect": expected}, {"expect": {"game_over": True}}]
    scenario = read_scenario(document(value, "story.json"))
    assert scenario is not None
    return [str(difference) for difference in run_scenario(scenario).differences]


def test_a_void_match_fails_unless_it_is_expected() -> None:
    (told,) = endless(outcome="OK")
    assert told.startswith("step 0, void: wanted a match that can go on, found CARD 101 (101) broke the match")
    assert endless(void=True, winner=None) == []
    assert endless(void=False) == ["step 0, void: wanted false, found true"]
    assert differences([{"expect": {"void": True}}], **STATE) == ["step 0, void: wanted true, found false"]


def test_a_player_has_no_damage_unless_the_scenario_says_so_but_a_unit_that_of_its_card() -> None:
    hurt = {"Id": -5, "EntityType": "PLAYER", "Hp": 20, "DamageTokens": 3}
    tired = unit(101, DamageTokens=2)
    state = {"p1": {"class": -5}, "p2": {"class": -5, "damage": 4}, "entities": [place("u", 101, "p1", 4)]}
    value = scenario_value([hurt, tired], **state)
    value["steps"] = [{"expect": {"p1": {"damage": 0}, "p2": {"damage": 4}, "entities": {"u": {"damage": 2}}}}]
    scenario = read_scenario(document(value, "story.json"))
    assert scenario is not None
    assert run_scenario(scenario).differences == []


def test_unknown_requirement_skips_the_scenario() -> None:
    value = {**scenario_value(), "requires": ["undo", "telepathy"]}
    scenario = read_scenario(document(value, "story.json"))
    assert scenario is not None
    assert run_scenario(scenario).skipped == "it requires telepathy"


def test_a_position_that_cannot_be_set_up_is_a_difference() -> None:
    value = {**scenario_value(), "new_game": {"p1": {"deck": [2]}, "p2": {"deck": []}}}
    del value["state"]
    scenario = read_scenario(document(value, "story.json"))
    assert scenario is not None
    assert "a deck has 30 cards" in str(run_scenario(scenario).differences[0])
    bad_class = {"Id": -5, "EntityType": "PLAYER", "ActivePowerId": 2}
    scenario = read_scenario(document(scenario_value([bad_class], p1={"class": -5}), "story.json"))
    assert scenario is not None
    assert "not a skill played on the board" in str(run_scenario(scenario).differences[0])


# --------------------------------------------------------------------------------------- scenarios from any position


@pytest.mark.parametrize("seed", range(12))
def test_any_position_of_a_match_becomes_a_scenario(seed: int) -> None:
    record = random_record(GAME, GAME.setup(deck1="vanguard", deck2="guild"), seed)
    for number, state in enumerate(record.states()):
        if number % 9 == 0 and state.outcome is None:
            value = json.loads(json.dumps(written_scenario(state, "story", "a position")))
            found = document(value, "story.json")
            scenario = read_scenario(found)
            assert scenario is not None, found.problems
            again, _ = scenario_start(scenario)
            assert again.view(None)["players"] == state.view(None)["players"]
            strip = [{**entity, "number": 0} for entity in state.view(None)["entities"]]
            assert [{**entity, "number": 0} for entity in again.view(None)["entities"]] == strip
            texts = [action.text for action in state.legal_actions()]
            if state.choosing_tile < 0:
                assert sorted(action.text for action in again.legal_actions()) == sorted(texts)
