"""Probes: what goes wrong with cards again and again is found from both seats, and named."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.workshop.bench import shown_bench
from tablewright.games.marches.workshop.probes import MOST_EFFORT, probe
from tablewright.games.marches.workshop.sheet import BadEdit
from tests.games.marches.story import BOARD, Json, effect, find, gold, modify, skill, unit
from tests.games.marches.workshop.benches import SEEDS, SHIPPED, any_catalogue, own


def by_state(number: int, *cards: Json) -> dict[str, list[Json]]:
    found: dict[str, list[Json]] = {"ok": [], "odd": [], "void": []}
    for one in probe(number, own(*cards)):
        found[one["state"]].append(one)
    return found


def test_the_cards_of_the_game_pass_all_probes() -> None:
    catalogue = Catalogue()
    for number in SHIPPED:
        found = probe(number, catalogue)
        assert [one["title"] for one in found if one["state"] != "ok"] == []
        assert {one["title"].rpartition(", ")[2] for one in found} == {"player 1", "player 2"}
        assert len({one["title"] for one in found}) == len(found) == 10


ITSELF = effect(
    "SELECT_ENTITY", SearchCriterion="EFFECT_OWNING_ENTITY", TargetPlayer="BOTH", TargetType="UNIT|BUILDING"
)
HURT = effect("EFFECT_DAMAGE", TempVariable=0)


def test_a_loop_is_red_with_the_card_and_the_board_on_which_it_happens() -> None:
    found = by_state(100, unit(100, Interactions={"POST_DAMAGE": [ITSELF, HURT]}))
    assert found["ok"]
    seats = {one["title"].rpartition(", ")[2] for one in found["void"]}
    assert seats == {"player 1", "player 2"}
    for one in found["void"]:
        assert one["says"] == "UNIT 100 (100) broke the match: its effects ran 100 deep inside each other"
        catalogue = own(unit(100, Interactions={"POST_DAMAGE": [ITSELF, HURT]}))
        assert shown_bench(one["bench"], 100, catalogue)["void"] == one["says"]


def test_a_loop_of_two_copies_is_found_though_one_is_sound() -> None:
    enemies = [BOARD, find("OPPONENT", "UNIT"), HURT]
    others = effect("ASSERT_ROLE", SearchCriterion="AFFECTED_ENTITY")
    found = by_state(100, unit(100, Interactions={"POST_DAMAGE": [others, *enemies]}))
    assert {one["title"].partition(",")[0] for one in found["void"]} >= {"Against its mirror image"}
    assert not [one for one in found["void"] if one["title"].startswith("Nothing in reach")]


def test_what_grows_or_ends_the_match_at_once_is_odd() -> None:
    crowd = [BOARD, effect("ADD_LOCATION_REFERENCE", EffectLocation="FOREST")] + [
        effect("SUMMON_UNIT", TargetPlayer="OWNER", TempVariable=2)
    ] * 60
    assert any("units and buildings in play" in one["says"] for one in by_state(100, skill(100, *crowd))["odd"])
    win = [BOARD, find("OPPONENT", "PLAYER"), effect("KILL_ENTITIES")]
    won = by_state(100, skill(100, *win))
    assert len(won["odd"]) == 10
    assert {one["says"] for one in won["odd"]} == {"playing it ends the match at once"}
    debt = by_state(100, skill(100, gold(-50)))
    assert debt["odd"][0]["says"] == "it leaves player 1 with -38 gold"


def test_powers_and_classes_are_tried_with_what_they_do_in_turns() -> None:
    void = [modify("ACC", "SET", 10**9), modify("ACC", "ADD", 1)]
    power = skill(101, *void)
    lord = {"Id": -10, "EntityType": "PLAYER", "Name": "LORD", "Hp": 9, "CurrentGold": 5, "ActivePowerId": 101}
    assert len(by_state(-10, lord, power)["void"]) == 10
    ending = {**lord, "ActivePowerId": 1, "Triggers": {"BOARD": {"ON_END_OF_TURN": void}}}
    assert len(by_state(-10, ending)["void"]) == 10


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_every_card_can_be_probed_and_every_probe_opened(seed: int) -> None:
    catalogue, number = any_catalogue(seed)
    for one in probe(number, catalogue):
        assert one["state"] in ("ok", "odd", "void")
        assert one["says"]
        if one["bench"] is not None:
            shown = shown_bench(one["bench"], number, catalogue)
            assert (shown["void"] is not None) == (one["state"] == "void")
            assert shown["void"] in (None, one["says"])
            assert all(step["done"] for step in shown["steps"])


def test_what_takes_very_many_steps_is_not_tried_on_and_on() -> None:
    busy = unit(100, Triggers={"BOARD": {"ON_END_OF_TURN": [BOARD, find("BOTH", "UNIT"), *[HURT] * 190]}})
    found = probe(100, own(busy))
    assert found[-1]["title"] == "The others"
    assert (found[-1]["state"], found[-1]["bench"]) == ("odd", None)
    assert len(found) < 10
    assert MOST_EFFORT < 100_000


def test_only_cards_that_exist_are_probed() -> None:
    with pytest.raises(BadEdit, match="there is no card 77"):
        probe(77, Catalogue())
