"""Changes of a card: what is not changed stays as it is, to the byte where a whole text is not touched."""

from __future__ import annotations

import json
import random
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.core.dice import Dice
from tablewright.games.marches.workshop.draft import Draft
from tablewright.games.marches.workshop.edits import EDITS
from tablewright.games.marches.workshop.sheet import BadEdit, CardSheet, edited, start_sheet, told_edit
from tablewright.games.marches.workshop.writing import written
from tests.games.marches.authoring.cards import BOARD, KILL, OWN_UNITS, damage, gold, skill
from tests.games.marches.test_fuzz import JUNK, damaged_text, damaged_value
from tests.games.marches.workshop.sheets import (
    CATALOGUE,
    NUMBER,
    REFERENCE,
    SHIPPED,
    change,
    chips,
    offered,
    random_sheets,
    says,
    sheets_in,
    shown,
    take,
)

PLAYED = "WHEN_PLAYED"
OWN = {"_notes": "mine"}


def own_skill(*effects: dict[str, Any]) -> CardSheet:
    """Return a skill with the formatting and the keys that its author likes."""
    return CardSheet(json.dumps({"_why": "notes", **skill(list(effects)), "Odd": [1, {"a": None}]}))


def test_opening_a_card_and_asking_for_offers_changes_nothing() -> None:
    for number, sheet in sheets_in(SHIPPED):
        found = shown(sheet, number)
        assert found["json"] == {"card": sheet.card, "illustration": sheet.illustration}
        assert written(json.loads(sheet.card)) == sheet.card  # our files have the layout that changes write
        for field in found["fields"]:
            assert edited(sheet, number, {"field": field["key"], "value": field["value"]}, CATALOGUE) == sheet, field
        assert edited(sheet, number, {"text": found["text"]}, CATALOGUE) == sheet


def unchanged_words(sheet: CardSheet, number: int) -> int:
    """Give every chip the word that it has."""
    count = 0
    for where, row, slot in chips(sheet, number):
        for offer in offered(sheet, number, chip=[where, row, slot]):
            if "current" in offer:
                assert edited(sheet, number, offer["edit"], CATALOGUE) == sheet, offer
                count += 1
    return count


def test_a_word_that_is_chosen_again_changes_no_byte() -> None:
    assert sum(unchanged_words(sheet, number) for number, sheet in sheets_in(SHIPPED)) > 100


def test_a_word_of_a_reference_card_that_is_chosen_again_changes_no_byte() -> None:
    if not REFERENCE.is_dir():
        pytest.skip("the reference cards are not beside the repository")
    assert sum(unchanged_words(sheet, number) for number, sheet in sheets_in(REFERENCE)) > 50


def test_what_an_edit_does_not_touch_stays() -> None:
    first, second = {**damage(2), **OWN}, {**gold(1), "_more": {"b": 1}}
    sheet = own_skill(BOARD, OWN_UNITS, first, second)
    there = json.loads(sheet.card)
    for edit in (
        {"chip": [PLAYED, 0, "amount"], "value": 5},
        {"field": "Cost", "value": 7},
        {"add": [PLAYED, 1], "row": {"idiom": "kill"}},
        {"move": [PLAYED, 1, 0]},
        {"copy": [PLAYED, 0]},
        {"remove": [PLAYED, 1]},
        {"relist": [PLAYED, "POST_DAMAGE"]},
    ):
        after = json.loads(edited(sheet, NUMBER, edit, CATALOGUE).card)
        assert list(after) == list(there)
        assert {key: after[key] for key in after if key not in ("Cost", "Interactions")} == {
            key: there[key] for key in there if key not in ("Cost", "Interactions")
        }
        effects = next(iter(after["Interactions"].values()))
        assert {**first, "TempVariable": 5} in effects if "chip" in edit else first in effects
        assert second in effects or "remove" in edit
        assert edited(sheet, NUMBER, edit, CATALOGUE).illustration == ""


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_rows_are_moved_copied_and_removed_as_wholes(seed: int) -> None:
    rng = random.Random(seed)
    sheet = next(random_sheets(seed, 1))
    draft = Draft(sheet, NUMBER, CATALOGUE)
    lists = [one for one in draft.lists if one.rows]
    if not lists:
        return
    one = rng.choice(lists)
    row, to = rng.randrange(len(one.rows)), rng.randrange(len(one.rows))
    blocks = [one.effects[r.first : r.first + r.count] for r in one.rows]

    def effects(**edit: Any) -> list[Any]:
        after = Draft(change(sheet, **edit), NUMBER, CATALOGUE)
        assert {other.id: other.effects for other in after.lists if other.id != one.id} == {
            other.id: other.effects for other in draft.lists if other.id != one.id
        }
        return after.list_of(one.id).effects

    moved = [*blocks[:row], *blocks[row + 1 :]]
    assert effects(remove=[one.id, row]) == list(chain(*moved))
    moved.insert(to, blocks[row])
    assert effects(move=[one.id, row, to]) == list(chain(*moved))
    assert effects(copy=[one.id, row]) == list(chain(*blocks[: row + 1], *blocks[row:]))
    without = change(sheet, removeList=one.id)
    assert one.id not in [other["id"] for other in shown(without)["lists"]]


def test_numbers_in_the_picture_follow_the_card() -> None:
    sheet = start_sheet(NUMBER, CATALOGUE, kind="UNIT", name="page")
    for key, value in (
        ("Cost", 9),
        ("Hp", 4),
        ("Attack", 0),
        ("Movement", 3),
        ("MovementDenominator", 2),
        ("Rarity", 3),
    ):
        sheet = change(sheet, field=key, value=value)
    sheet = change(sheet, field="Name", value="  Old   page ")
    drawn = json.loads(sheet.illustration)
    assert [drawn[key] for key in ("Name", "Cost", "Hp", "Attack", "Movement", "Rarity")] == [
        "OLD PAGE",
        "9",
        "4",
        "0",
        "3/2",
        3,
    ]
    assert shown(sheet)["problems"] == []
    assert shown(sheet)["name"] == "OLD PAGE"


def test_a_stat_with_a_modifier_keeps_it() -> None:
    sheet = start_sheet(NUMBER, CATALOGUE)
    sheet = change(sheet, json={"card": sheet.card.replace('"Hp": 2', '"Hp": {"BaseValue": 2, "Modifier": 1}')})
    assert next(field for field in shown(sheet)["fields"] if field["key"] == "Hp")["value"] == 3
    assert '"Hp": {"BaseValue": 4, "Modifier": 1}' in change(sheet, field="Hp", value=5).card


def test_texts_are_written_for_those_who_ask() -> None:
    for number, sheet in sheets_in(SHIPPED):
        after = edited(sheet, number, {"writeText": True}, CATALOGUE)
        assert after.card == sheet.card
        found = shown(after, number)
        assert found["problems"] == [], found["text"]
        assert found["text"].replace("#", "") == found["words"]


def test_a_card_without_picture_gets_one_with_its_text() -> None:
    sheet = change(CardSheet(json.dumps(skill([gold(2)]))), text=" You get\n2 gold. ")
    assert json.loads(sheet.illustration) == {
        "Id": NUMBER,
        "EntityType": "SKILL",
        "Name": "CARD 100",
        "Text": "You get 2 gold.",
        "Cost": "1",
        "Rarity": 1,
        "Tribe": "BASE",
    }
    assert shown(sheet)["problems"] == []


def test_occasions_come_and_go_with_what_holds_them() -> None:
    sheet = start_sheet(NUMBER, CATALOGUE, kind="BUILDING")
    one = change(change(sheet, addList="ON_MARCH@CURRENT_TILE"), addList="ON_MARCH@PLAY_TARGET")
    assert list(json.loads(one.card)["Triggers"]) == ["CURRENT_TILE", "PLAY_TARGET"]
    one = change(one, relist=["ON_MARCH@PLAY_TARGET", "ON_END_OF_TURN@BOARD"])
    assert list(json.loads(one.card)["Triggers"]) == ["CURRENT_TILE", "BOARD"]
    one = change(change(one, removeList="ON_MARCH@CURRENT_TILE"), removeList="ON_END_OF_TURN@BOARD")
    assert one == sheet


WRONG: list[Any] = [
    {},
    [],
    {"json": 3},
    {"json": {"card": 5}},
    {"json": {"card": "\ud800"}},
    {"json": {"card": "x" * 300_000}},
    {"field": "Id", "value": 3},
    {"field": "Cost", "value": "3"},
    {"field": "Cost", "value": True},
    {"field": "Cost", "value": -1},
    {"field": "Name", "value": "a\x00b"},
    {"field": "Name", "value": "a" * 100},
    {"field": "TargetOptions", "value": [99]},
    {"field": "TargetType", "value": "MOON"},
    {"field": ["x"], "value": 1},
    {"chip": [PLAYED, 0, "amount"], "value": "many"},
    {"chip": [PLAYED, 0, "amount"], "value": 10**12},
    {"chip": [PLAYED, 0, "Receiver"], "value": "OWNER"},
    {"chip": [PLAYED, 7, "amount"], "value": 1},
    {"chip": ["PRE_DAMAGE", 0, "amount"], "value": 1},
    {"chip": PLAYED, "value": 1},
    {"add": [PLAYED, 9], "row": {"idiom": "kill"}},
    {"add": [PLAYED, 0], "row": {"idiom": "fly"}},
    {"add": [PLAYED, 0], "row": {"idiom": "damage", "values": {"Input": "x"}}},
    {"add": [PLAYED, 0], "row": {"idiom": "damage", "values": 3}},
    {"remove": [PLAYED, -1]},
    {"remove": [PLAYED, True]},
    {"move": [PLAYED, 0, 5]},
    {"copy": [PLAYED, None]},
    {"addList": PLAYED},
    {"addList": "ON_MARCH@CURRENT_TILE"},
    {"addList": "NEVER"},
    {"removeList": "PRE_DAMAGE"},
    {"relist": [PLAYED, PLAYED]},
    {"text": 5},
    {"text": "a" * 2000},
    {"text": "a\x07b"},
]


@pytest.mark.parametrize("edit", WRONG, ids=lambda edit: str(edit)[:60])
def test_an_impossible_change_is_refused_with_a_sentence(edit: Any) -> None:
    sheet = own_skill(BOARD, OWN_UNITS, damage(2), KILL)
    with pytest.raises(BadEdit) as refused:
        edited(sheet, NUMBER, edit, CATALOGUE)
    assert str(refused.value).endswith(".")
    assert str(refused.value)[0].isupper()


def test_a_card_that_is_no_json_opens_and_can_only_be_rewritten() -> None:
    sheet = CardSheet('{"Id": 100, "EntityType": "UNIT" "Cost": 1}')
    found = shown(sheet)
    assert (found["lists"], found["card"], found["faces"], found["canAddList"]) == ([], None, {}, False)
    assert found["problems"][0]["at"] == {"json": {"line": 1, "column": 34, "illustration": False}}
    with pytest.raises(BadEdit):
        change(sheet, field="Cost", value=2)
    mended = change(sheet, json={"card": sheet.card.replace('" "', '", "')})
    assert [problem for problem in shown(mended)["problems"] if not problem["warning"]] == []
    for text in ("", "[]", "null", "{", '{"Id": 100}', "\x00"):
        assert shown(CardSheet(text, text))["problems"]


def test_whatever_is_in_the_texts_and_is_asked_for_the_answer_is_a_sheet_or_a_sentence() -> None:
    dice, rng = Dice(5), random.Random(5)
    places = [*JUNK, PLAYED, [PLAYED, 0], [PLAYED, 0, "amount"], ["ON_END_OF_TURN@BOARD", 1, "TargetPlayer"], "Hp"]
    cards = sheets_in(SHIPPED)
    refused = 0
    for turn in range(60):
        number, sheet = rng.choice(cards)
        if turn % 2:
            sheet = CardSheet(damaged_text(sheet.card, dice), sheet.illustration)
        elif turn % 4:
            drawn = json.dumps(damaged_value(json.loads(sheet.illustration), dice))
            sheet = CardSheet(json.dumps(damaged_value(json.loads(sheet.card), dice)), drawn)
        found = shown(sheet, number)
        assert json.loads(json.dumps(found))["json"]["card"] == sheet.card
        for problem in found["problems"]:
            for mend in problem["mends"]:
                assert edited(sheet, number, mend["edit"], CATALOGUE) != sheet
        for kind in (*EDITS, "json"):
            edit = {kind: rng.choice(places), "value": rng.choice(places), "row": rng.choice(places)}
            try:
                assert isinstance(edited(sheet, number, edit, CATALOGUE), CardSheet)
            except BadEdit as error:
                refused += str(error).endswith(".")
    assert refused > 100


def test_changes_are_told() -> None:
    assert told_edit({"field": "Cost", "value": 3}) == "changed the cost to 3"
    assert told_edit({"field": "TargetOptions", "value": [0]}) == "changed where it is played"
    assert told_edit({"field": "Rarity", "value": 1}) == "changed the copies in a deck to three"
    assert told_edit({"add": [PLAYED, 0]}) == "added a step"
    assert told_edit({"writeText": True}) == "had the text written"
    assert told_edit({"remove": [PLAYED, 0], "told": "mended: remove this step"}) == "mended: remove this step"
    assert told_edit({"told": "\n"}) == "changed it"


def test_a_step_stands_where_it_was_put() -> None:
    sheet = take(start_sheet(NUMBER, CATALOGUE, kind="SKILL"), "When this is played", lists=True)
    sheet = take(sheet, "You gain 1 gold", add=[PLAYED, 0])
    sheet = take(sheet, "You draw 1 card", add=[PLAYED, 0])
    assert says(sheet)[1:] == ["  [You] draw [1] card", "  [You] [gain] [1] gold"]
    assert says(change(sheet, move=[PLAYED, 0, 1]))[1:] == ["  [You] [gain] [1] gold", "  [You] draw [1] card"]
