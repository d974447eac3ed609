"""What is offered: everything that fits, nothing that does not, and enough to say all that cards can say."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language.effects import EFFECTS
from tablewright.games.marches.language.vocabulary import KINDS, OCCASIONS, PLACES, REGISTERS
from tablewright.games.marches.workshop.draft import Draft
from tablewright.games.marches.workshop.sheet import BadEdit, CardSheet, edited, offers, start_sheet
from tests.games.marches.workshop.sheets import (
    CATALOGUE,
    NUMBER,
    SHIPPED,
    Shown,
    chips,
    codes_at,
    offered,
    random_sheets,
    sheets_in,
    shown,
    take,
)

PLAYED = "WHEN_PLAYED"


def check_chip(sheet: CardSheet, where: str, row: int, slot: str) -> None:
    """Take every word that is offered for a chip: the card loads, and nothing new is wrong with the row."""
    before = codes_at(sheet, where, row)
    found = offered(sheet, chip=[where, row, slot])
    titles = [offer["title"] for offer in found]
    assert len(titles) == len(set(titles))
    for offer in found:
        after = edited(sheet, NUMBER, offer["edit"], CATALOGUE)
        draft = Draft(after, NUMBER, CATALOGUE)
        assert draft.card is not None
        assert ("current" in offer) == (after == sheet), offer
        if len(draft.list_of(where).rows) == len(Draft(sheet, NUMBER, CATALOGUE).list_of(where).rows):
            assert codes_at(after, where, row) <= before | {"unread-result"}, offer


def check_new_rows(sheet: CardSheet, where: str, index: int) -> None:
    """Take every step that is offered: the card loads, and nothing is wrong but that its result is not used yet."""
    draft = Draft(sheet, NUMBER, CATALOGUE)
    start = sum(one.count for one in draft.list_of(where).rows[:index])
    for offer in offered(sheet, add=[where, index]):
        after = Draft(edited(sheet, NUMBER, offer["edit"], CATALOGUE), NUMBER, CATALOGUE)
        assert after.card is not None
        new = after.list_of(where)
        count = len(new.effects) - len(draft.list_of(where).effects)
        path = [(*new.path, start + step) for step in range(count)]
        bad = {spot.problem.code for spot in after.spots if spot.path and spot.path[: len(path[0])] in path}
        assert bad <= {"unread-result"}, offer
        assert offer["title"]
        assert offer["about"]
        assert offer["group"]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_offered_fits_into_random_cards(seed: int) -> None:
    rng = random.Random(seed)
    sheet = next(random_sheets(seed, 1))
    places = chips(sheet)
    if places:
        check_chip(sheet, *rng.choice(places))
    lists = [one for one in shown(sheet)["lists"] if "never-runs" not in lists_with(sheet, one["id"])]
    if lists:
        one = rng.choice(lists)
        check_new_rows(sheet, one["id"], rng.randint(0, len(one["rows"])))


def lists_with(sheet: CardSheet, name: str) -> set[str]:
    return {problem["code"] for problem in shown(sheet)["problems"] if problem["at"] == {"list": name}}


def test_what_is_offered_fits_into_shipped_cards() -> None:
    rng = random.Random(1)
    for number, sheet in rng.sample(sheets_in(SHIPPED), 12):
        renumbered = CardSheet(sheet.card.replace(f'"Id": {number},', f'"Id": {NUMBER},'))
        for where, row, slot in chips(renumbered)[:2]:
            check_chip(renumbered, where, row, slot)
        for one in shown(renumbered)["lists"][:1]:
            check_new_rows(renumbered, one["id"], rng.randint(0, len(one["rows"])))


def grown(sheet: CardSheet, **at: Any) -> list[CardSheet]:
    return [edited(sheet, NUMBER, offer["edit"], CATALOGUE) for offer in offered(sheet, **at)]


def parts_of(sheet: CardSheet) -> set[str]:
    """Return the effects, places, values and occasions that a card uses."""
    draft = Draft(sheet, NUMBER, CATALOGUE)
    found = {one.occasion.name for one in draft.lists}
    for one in draft.lists:
        found |= {PLACES.write(one.place)} if one.occasion.trigger else set()
        for step in one.program.instructions if one.program else ():
            found.add(step.effect.name)
            for name, value in step.values.items():
                vocabulary = step.effect.parameters[name].vocabulary
                found |= {vocabulary.write(value)} if vocabulary is not None else set()
    return found


def test_offers_alone_reach_every_effect_place_occasion_and_value() -> None:
    """From empty cards, two steps and one word each; what is offered deeper only adds to it."""
    found: set[str] = set()
    for kind in KINDS.words:
        empty = start_sheet(NUMBER, CATALOGUE, kind=kind.name)
        for with_list in grown(empty, lists=True):
            name = shown(with_list)["lists"][0]["id"]
            found |= parts_of(with_list)
            for one in grown(with_list, add=[name, 0]):
                found |= parts_of(one)
    skill = take(start_sheet(NUMBER, CATALOGUE, kind="SKILL"), "When this is played", lists=True)
    chosen = take(skill, "Choose every friendly unit on the board", add=[PLAYED, 0])
    for two in grown(chosen, add=[PLAYED, 1]):
        found |= parts_of(two)
    marching = take(start_sheet(NUMBER, CATALOGUE), "When a unit marches on from the tile where this is", lists=True)
    marching = take(marching, "If the HP of this unit is not 0", add=["ON_MARCH@CURRENT_TILE", 0])
    for one in grown(marching, chip=["ON_MARCH@CURRENT_TILE", 0, "amount"]):
        found |= parts_of(one)
    for title in ("Mark the board too", "Remember their total HP", "Their attack grows by 1"):
        two = take(chosen, title, add=[PLAYED, 1])
        for where, row, slot in chips(two):
            for three in grown(two, chip=[where, row, slot]):
                found |= parts_of(three)
    wanted = {effect.name for effect in EFFECTS} | {occasion.name for occasion in OCCASIONS}
    wanted |= {place.name for place in PLACES.words} | {register.name for register in REGISTERS.words}
    assert wanted - found == set()


def test_units_are_summoned_by_name() -> None:
    catalogue = Catalogue()
    catalogue.add_value({"Id": 200, "EntityType": "UNIT", "Name": "OTTER", "Hp": 1}, None)
    sheet = take(start_sheet(NUMBER, CATALOGUE, kind="SKILL"), "When this is played", lists=True)
    sheet = take(sheet, "Summon MILITIA for you on the plains", add=[PLAYED, 0])
    found = {offer["title"]: offer for offer in offers(sheet, NUMBER, {"chip": [PLAYED, 0, "amount"]}, catalogue)}
    assert found["OTTER"]["edit"] == {"chip": [PLAYED, 0, "amount"], "value": 200}
    assert found["MILITIA"]["current"]
    assert "WORKSHOP" not in found  # a building
    where = {offer["title"] for offer in offered(sheet, chip=[PLAYED, 0, "EffectLocation"])}
    assert where == {"the plains", "the forest", "the mountain"}  # nobody is summoned on the board


def test_words_that_mean_nothing_here_are_not_offered() -> None:
    sheet = start_sheet(NUMBER, CATALOGUE, kind="BUILDING")
    sheet = take(sheet, "When a unit enters this building", lists=True)
    name = "UNIT_ENTERS_BUILDING"
    titles = {offer["title"] for offer in offered(sheet, add=[name, 0])}
    assert "Kill the unit that enters" not in titles  # whose it is can be asked, so it is said
    assert "Kill this building" in titles
    assert not any("march grows" in title or "the damage" in title for title in titles)
    sheet = take(sheet, "Kill this building", add=[name, 0])
    found = {offer["title"] for offer in offered(sheet, chip=[name, 0, "SearchCriterion"])}
    assert found == {"this building", "the unit that enters"}


def test_occasions_that_a_card_has_are_not_offered_again() -> None:
    sheet = start_sheet(NUMBER, CATALOGUE, kind="PLAYER")
    count = len(offered(sheet, lists=True))
    while offers_left := offered(sheet, lists=True):
        sheet = edited(sheet, NUMBER, offers_left[0]["edit"], CATALOGUE)
    assert len(shown(sheet)["lists"]) == count == 3
    assert not shown(sheet)["canAddList"]
    one = shown(sheet)["lists"][0]["id"]
    assert [offer.get("current") for offer in offered(sheet, relist=one)] == [True]


def test_values_of_fields_are_said() -> None:
    def titles(sheet: CardSheet, key: str) -> dict[str, Shown]:
        return {offer["title"]: offer for offer in offered(sheet, field=key)}

    card = start_sheet(NUMBER, CATALOGUE, kind="SKILL")
    assert titles(card, "Rarity")["three"]["current"]
    assert set(titles(card, "Tribe")) == {"BASE", "FEN", "GUILD"}
    card = edited(card, NUMBER, titles(card, "TargetType")["a unit"]["edit"], CATALOGUE)
    assert set(titles(card, "TargetOwner")) == {"yours", "the enemy's", "anybody's"}
    powers = titles(start_sheet(NUMBER, CATALOGUE, kind="PLAYER"), "ActivePowerId")
    assert "CONSCRIPTION" in powers
    assert "ARROW VOLLEY" not in powers  # it is played on a unit


@pytest.mark.parametrize(
    "at",
    [{}, [], {"chip": []}, {"chip": [PLAYED, 0, "Output"]}, {"chip": [PLAYED, 0, 3]}, {"chip": [PLAYED, 5, "amount"]},
     {"add": [PLAYED, 9]}, {"add": ["x", 0]}, {"relist": "x"}, {"field": "Id"}, {"field": "Cost"}],
    ids=str,
)  # fmt: skip
def test_places_that_do_not_exist_are_refused(at: Any) -> None:
    sheet = take(start_sheet(NUMBER, CATALOGUE, kind="SKILL"), "When this is played", lists=True)
    sheet = take(sheet, "You draw 1 card", add=[PLAYED, 0])
    with pytest.raises(BadEdit):
        offers(sheet, NUMBER, at, CATALOGUE)
    with pytest.raises(BadEdit):
        offers(CardSheet("{"), NUMBER, {"lists": True}, CATALOGUE)
