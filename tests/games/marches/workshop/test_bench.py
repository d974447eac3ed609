"""Try it: every card gets a bench on which it can be tried at once, and nothing on a bench can do harm."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.workshop.bench import changed_bench, new_bench, shown_bench
from tablewright.games.marches.workshop.sheet import BadEdit
from tablewright.games.marches.workshop.trial import MOST_HELD, MOST_STEPS
from tests.games.marches.story import BOARD, Json, effect, find, gold, skill, unit
from tests.games.marches.workshop.benches import SEEDS, SHIPPED, after, any_catalogue, own, played, possible, reference

CARDS = Catalogue()


def shown(bench: Json, number: int = 2, catalogue: Catalogue = CARDS) -> Json:
    return shown_bench(bench, number, catalogue)


def can_be_tried(number: int, catalogue: Catalogue) -> None:
    """Check that a card can be tried at once from both seats."""
    card = catalogue.get(number)
    assert card is not None
    bench = new_bench(number, catalogue)
    assert bench == new_bench(number, catalogue)
    for seat in (0, 1):
        table = shown(changed_bench(bench, {"turn": seat}, catalogue), number, catalogue)
        view = table["view"]
        assert view["seat_to_act"] == seat
        if card.kind == codes.PLAYER:
            assert view["players"][seat]["class"] == number
        else:
            assert view["players"][seat]["hand"].count(number) == 2
            standing = [one for one in view["entities"] if one["card"] == number and one["owner"] == seat]
            assert possible(table, number) or standing or card.options is None
        lanes = {(one["owner"], one["kind"], min(2, (one["tile"] > 3) + (one["tile"] > 9))) for one in view["entities"]}
        assert len(lanes) == 12  # own and enemy, units and buildings, three lanes
        assert "end_turn" in possible(table)


@pytest.mark.parametrize("number", SHIPPED)
def test_every_card_of_the_game_can_be_tried(number: int) -> None:
    can_be_tried(number, CARDS)


def test_every_original_card_can_be_tried() -> None:
    catalogue = reference()
    if catalogue is None:
        pytest.skip("the original cards are not at hand")
    for number in catalogue.cards:
        can_be_tried(number, catalogue)


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_every_random_card_can_be_tried(seed: int) -> None:
    catalogue, number = any_catalogue(seed)
    can_be_tried(number, catalogue)


def test_on_a_bench_units_march_fight_and_enter_buildings_at_once() -> None:
    bench = after(new_bench(2, CARDS), "end_turn", "end_turn")
    events = " ".join(line for step in shown(bench)["steps"] for line in step["events"])
    for words in ("marches from", "attacks", "enters", "draws a card"):
        assert words in events


def test_a_building_that_fits_nowhere_else_gets_somebody_to_build_it() -> None:
    building = {"Id": 100, "EntityType": "BUILDING", "Name": "TOWER", "Hp": 2, "Cost": 2, "TargetOptions": [5]}
    catalogue = own(building)
    for seat, place in ((0, "F2"), (1, "F5")):
        table = shown(changed_bench(new_bench(100, catalogue), {"turn": seat}, catalogue), 100, catalogue)
        titles = [choice["title"] for choice in table["choices"] if choice["do"] in possible(table, 100)]
        assert titles == [f"Play TOWER on player {seat + 1}'s MILITIA on {place}"]


def test_a_card_that_is_only_summoned_stands_on_both_sides() -> None:
    catalogue = own(unit(100, TargetOptions=None))
    table = shown(new_bench(100, catalogue), 100, catalogue)
    assert [one["owner"] for one in table["view"]["entities"] if one["card"] == 100] == [0, 1]
    (refused,) = [one for one in table["choices"] if one["do"] == {"play": 100}]
    assert refused["reason"] == "there is nothing that UNIT 100 could be played on"


def test_a_card_that_no_deck_may_hold_is_tried_as_a_power_too() -> None:
    catalogue = own(skill(100, gold(3), Rarity=0))
    table = shown(after(new_bench(100, catalogue), "power"), 100, catalogue)
    assert table["steps"][0]["title"] == "Player 1 uses the power CARD 100"
    assert table["view"]["players"][0]["gold"] == table["view"]["players"][1]["gold"] + 3


def test_what_cannot_be_done_says_why() -> None:
    bench = changed_bench(new_bench(13, CARDS), {"gold": {"seat": 0, "to": 1}}, CARDS)
    table = shown(bench, 13)
    reasons = {choice["title"]: choice.get("reason") for choice in table["choices"]}
    assert reasons["Play BRUTE"] == "BRUTE costs 5 gold, and player 1 has 1"
    assert reasons["End the turn"] is None
    again = shown(after(bench, "power", "power"), 13)["steps"]
    assert [step["done"] for step in again] == [False, False]
    twice = shown(after(new_bench(13, CARDS), "power", "power"), 13)["steps"][1]
    assert twice["title"].endswith(": player 1 has used the power CONSCRIPTION in this turn already")
    assert [fact["after"] for fact in twice["changes"]] == [
        "player 1 has used the power CONSCRIPTION in this turn already"
    ]


def test_a_bench_does_without_the_cards_that_an_author_has_replaced() -> None:
    names = {2: "MILITIA", 10: "CASTLE GUARDS", 11: "WAR HOUNDS"}
    catalogue = own(*({**skill(number, gold()), "Name": name} for number, name in names.items()))
    table = shown(new_bench(3, catalogue), 3, catalogue)
    assert {one["card"] for one in table["view"]["entities"] if one["kind"] == "UNIT"} == {13}
    assert possible(table, 3)


def test_what_a_step_has_changed_is_told_in_words() -> None:
    steps = shown(after(new_bench(2, CARDS), {"play": 5, "at": "militia-3"}, "power", "end_turn"))["steps"]
    told = [[(fact["title"], fact["before"], fact["after"]) for fact in step["changes"]] for step in steps]
    assert told[0] == [
        ("Player 1's gold", 12, 11),
        ("Player 1's hand", None, "- STONE ROAD"),
        ("Player 1's discard pile", None, "+ STONE ROAD"),
        ("New: player 1's STONE ROAD", None, "on F1"),
    ]
    assert ("Player 1's power", "ready", "used") in told[1]
    for fact in (
        ("Whose turn it is", "player 1", "player 2"),
        ("Player 2's hand", None, "+ WAR HOUNDS"),
        ("Player 2's cards left to draw", 8, 7),
        ("Player 2's MILITIA: place", "F6", "F5"),
        ("Player 1's WORKSHOP on F5: health", 3, 2),
        ("Player 1's MILITIA", "on M4", "gone"),
    ):
        assert fact in told[2]


# ---------------------------------------------------------------------------------------------------------- changes


def changed(change: Json, bench: Json | None = None) -> Json:
    start = new_bench(2, CARDS) if bench is None else bench
    before = json.dumps(start)
    made = changed_bench(start, change, CARDS)
    assert json.dumps(start) == before  # earlier benches can be gone back to
    return shown(made)["view"]


def on_tile(view: Json, tile: int) -> list[tuple[int, int, int]]:
    return [(one["card"], one["owner"], one["damage"]) for one in view["entities"] if one["tile"] == tile]


def test_everything_on_a_bench_can_be_changed_by_tapping() -> None:
    first = shown(new_bench(2, CARDS))["view"]["entities"][0]
    assert (first["card"], first["tile"]) == (2, 0)
    number = first["number"]
    assert (11, 1, 0) in on_tile(changed({"put": {"card": 11, "seat": 1, "tile": 7}}), 7)
    assert on_tile(changed({"remove": number}), 0) == [(10, 0, 2)]
    assert on_tile(changed({"move": {"number": number, "to": 7}}), 7) == [(2, 0, 0)]
    assert on_tile(changed({"damage": {"number": number, "to": 1}}), 0)[0] == (2, 0, 1)
    assert on_tile(changed({"owner": {"number": number, "to": 1}}), 0)[0] == (2, 1, 0)
    assert changed({"cooldown": {"number": number, "to": 1}})["entities"][0]["cooldown"] == 1
    assert changed({"clear": True})["entities"] == []
    assert changed({"turn": 1})["seat_to_act"] == 1
    assert changed({"gold": {"seat": 1, "to": 3}})["players"][1]["gold"] == 3
    assert changed({"wounds": {"seat": 1, "to": 5}})["players"][1]["health"] == 15
    assert changed({"hand": {"seat": 0, "card": 16}})["players"][0]["hand"] == [2, 2, 5, 16]
    assert changed({"discard": {"seat": 0, "card": 5}})["players"][0]["hand"] == [2, 2]
    assert changed({"power": {"seat": 0, "to": False}})["players"][0]["power_available"] is False


def test_what_is_changed_is_what_one_sees() -> None:
    bench = after(new_bench(2, CARDS), {"play": 2, "at": 4}, "end_turn")
    seen = shown(bench)["view"]
    made = changed_bench(bench, {"gold": {"seat": 0, "to": 40}}, CARDS)
    assert made["steps"] == []
    again = shown(made)["view"]
    again["players"][0]["gold"] = seen["players"][0]["gold"]
    for view in (seen, again):
        for one in view["entities"]:
            del one["number"]
    assert again == seen
    assert changed_bench(bench, {"back": 1}, CARDS)["steps"] == shown(bench)["bench"]["steps"][:1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"put": {"card": 3, "seat": 0, "tile": 1}}, "there is a building on P2 already: remove it first"),
        ({"put": {"card": 16, "seat": 0, "tile": 1}}, "only units and buildings can be put on a tile"),
        ({"put": {"card": 2, "seat": 2, "tile": 1}}, "the seat must be a whole number from 0 to 1"),
        ({"put": {"card": 2, "seat": 0, "tile": 18}}, "the tile must be a whole number from 0 to 17"),
        ({"put": {"card": 2}}, "this change needs card, seat, tile, and nothing else"),
        ({"remove": 99}, "what is to be changed is not on the board any more"),
        ({"hand": {"seat": 0, "card": -1}}, "only units, buildings and skills can be in a hand"),
        ({"discard": {"seat": 0, "card": 16}}, "this card is not in that hand"),
        ({"gold": {"seat": 0, "to": 10**12}}, "gold must be a whole number from -1,000,000,000"),
        ({"fly": 1}, "a bench cannot be changed like this"),
        ({}, "a change of a bench is one thing"),
    ],
)
def test_a_change_that_cannot_be_is_told_in_a_sentence(change: Json, sentence: str) -> None:
    with pytest.raises(BadEdit) as refusal:
        changed_bench(new_bench(2, CARDS), change, CARDS)
    assert str(refusal.value).startswith(sentence)


def test_nothing_can_be_changed_after_the_end() -> None:
    bench = new_bench(2, CARDS)
    for change in ({"clear": True}, {"wounds": {"seat": 0, "to": 19}}, {"put": {"card": 12, "seat": 1, "tile": 0}}):
        bench = changed_bench(bench, change, CARDS)
    bench = after(bench, "end_turn")
    over = shown(bench)
    assert over["over"] == "Player 2 has won."
    assert {choice["reason"] for choice in over["choices"]} == {"the match is over"}
    with pytest.raises(BadEdit, match="the match on this bench is over: go back a step first"):
        changed_bench(bench, {"gold": {"seat": 0, "to": 1}}, CARDS)


# ----------------------------------------------------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    ("bench", "sentence"),
    [
        ([], "a bench has a state and steps, and nothing else"),
        ({"cards": []}, "a bench has a state and steps, and nothing else"),
        ({"state": {"entities": [{"card": 77, "owner": "p1", "tile": 0}]}}, "there is no card 77"),
        ({"state": {"p1": {"hand": [2] * (MOST_HELD + 1)}}}, "a hand on a bench has at most 60 cards"),
        ({"state": {"p1": {"deck": MOST_HELD + 1}}}, "a deck on a bench has at most 60 cards"),
        ({"state": {}, "steps": [{"do": "end_turn"}] * (MOST_STEPS + 1)}, "a bench has at most 30 steps"),
        ({"steps": [{"do": "undo"}]}, "on a bench one plays cards, uses the power and ends turns"),
        ({"steps": [{"do": "power", "expect": {}}]}, "a step of a bench says what is done"),
        ({"steps": [{"do": "power", "bind": ["x" * 81]}]}, "a name on a bench is one line"),
        ({"state": {"p1": {"class": 2}}}, "class cannot be MILITIA (2)"),
        ({"state": {"p1": {"gold": 10**20}}}, "a number is too large"),
    ],
)
def test_a_bench_that_cannot_be_is_refused_in_a_sentence(bench: Any, sentence: str) -> None:
    with pytest.raises(BadEdit) as refusal:
        shown(bench)
    assert str(refusal.value).startswith(sentence)


FOREST = effect("ADD_LOCATION_REFERENCE", EffectLocation="FOREST")


def test_a_card_that_brings_in_hundreds_at_once_is_shown_all_the_same() -> None:
    """What dies at once leaves room for others, so that one step can bring in any number."""
    dying, living = (effect("SUMMON_UNIT", TargetPlayer="OWNER", TempVariable=number) for number in (101, 2))
    catalogue = own(skill(100, *[FOREST] * 60, *[dying] * 20, living), unit(101, hp=0))
    table = shown(after(new_bench(100, catalogue), {"play": 100}), 100, catalogue)
    assert table["void"] is None
    assert len(table["view"]["entities"]) > 60
    assert len(table["names"]) < 320
    seen = [one["tile"] for one in table["view"]["entities"]]
    again = shown(changed_bench(table["bench"], {"gold": {"seat": 0, "to": 5}}, catalogue), 100, catalogue)
    assert [one["tile"] for one in again["view"]["entities"]] == seen


def test_effects_of_all_steps_together_are_bounded() -> None:
    busy = unit(100, TargetOptions=[], Triggers={"BOARD": {"ON_END_OF_TURN": [BOARD, *[find("BOTH", "UNIT")] * 199]}})
    catalogue = own(busy)
    bench = new_bench(100, catalogue)
    for tile in (4, 5, 6, 10, 11, 12):
        bench = changed_bench(bench, {"put": {"card": 100, "seat": 0, "tile": tile}}, catalogue)
    with pytest.raises(BadEdit, match="the effects on this bench take very many steps"):
        shown(after(bench, *["end_turn"] * MOST_STEPS), 100, catalogue)


def test_a_position_that_cannot_be_set_up_is_refused() -> None:
    lord = {"Id": -10, "EntityType": "PLAYER", "Name": "LORD", "Hp": 9, "DamageTokens": 9, "ActivePowerId": 1}
    with pytest.raises(BadEdit, match="LORD has no health to begin with"):
        shown({"state": {"p2": {"class": -10}}}, 2, own(lord))


def test_only_cards_that_exist_have_a_bench() -> None:
    for number in (77, 9999):
        with pytest.raises(BadEdit):
            new_bench(number, CARDS)
    with pytest.raises(BadEdit, match="active power 77, but there is no such card"):
        new_bench(-10, own({"Id": -10, "EntityType": "PLAYER", "Name": "LORD", "Hp": 9, "ActivePowerId": 77}))


WORDS = (
    *("state", "steps", "do", "bind", "play", "at", "p1", "p2", "hand", "deck", "gold", "hp", "class", "power"),
    *("entities", "ref", "card", "owner", "tile", "damage", "cooldown", "played_at", "current", "turn", "attack"),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.sampled_from(["p1", "power", "end_turn", "militia", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(JSON, st.dictionaries(st.sampled_from(["put", "move", "hand", "gold", "back", "remove"]), JSON, max_size=1))
def test_whatever_comes_over_the_wire_is_shown_or_refused(value: Any, change: Json) -> None:
    for bench in (value, {"state": value}, {"steps": value}, after(new_bench(2, CARDS), value)):
        try:
            assert shown(shown(bench)["bench"])["view"]
            assert shown(changed_bench(bench, change, CARDS))["choices"]
        except BadEdit as refusal:
            assert str(refusal).isprintable()
            assert 10 < len(str(refusal)) < 300


# ------------------------------------------------------------------------------------------------------------- laws


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_whatever_is_done_on_a_bench_can_be_done_again(seed: int) -> None:
    catalogue, number = any_catalogue(seed)
    table = played(seed, catalogue, number, 7)
    assert all(step["done"] for step in table["steps"])
    assert shown(json.loads(json.dumps(table["bench"])), number, catalogue) == table
    assert table["void"] is None or f"({number})" in table["void"] or "broke the match" in table["void"]


def test_steps_that_a_change_of_the_card_made_impossible_say_so() -> None:
    catalogue = own(unit(100))
    bench = after(new_bench(100, catalogue), {"play": 100, "at": 4})
    bench = shown(bench, 100, catalogue)["bench"]
    assert bench["steps"] == [{"do": {"play": 100, "at": 4}, "bind": ["unit-100"]}]
    bench = after(bench, {"play": 16, "at": "unit-100"})
    dearer = own(unit(100, Cost=999))
    steps = shown(bench, 100, dearer)["steps"]
    assert [step["done"] for step in steps] == [False, False]
    assert "costs 999 gold" in steps[0]["title"]
    assert steps[1]["title"].endswith("there is no unit-100 to play it on")
