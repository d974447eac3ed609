"""The sheet of a card: how it begins, what is shown of it, how two of them differ."""

from __future__ import annotations

import json

import pytest

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.workshop.sheet import BadEdit, CardSheet, difference, edited, shown_sheet, start_sheet
from tests.games.marches.authoring.cards import building
from tests.games.marches.workshop.sheets import CATALOGUE, NUMBER, SHIPPED, change, sheets_in, shown, take

PLAYED = "WHEN_PLAYED"


@pytest.mark.parametrize("kind", [word.name for word in KINDS.words])
def test_an_empty_card_of_each_kind_is_right_from_the_start(kind: str) -> None:
    sheet = start_sheet(NUMBER, CATALOGUE, kind=kind, name=" Great  new ")
    found = shown(sheet)
    assert found["problems"] == []
    assert (found["name"], found["kind"], found["lists"]) == ("GREAT NEW", kind, [])
    assert "GREAT NEW" in found["faces"]["console"]
    assert "GREAT NEW" in found["faces"]["terminal"]
    assert found["canAddList"]
    assert shown(start_sheet(NUMBER, CATALOGUE, kind=kind))["problems"] == []


def test_a_card_like_another_one_differs_in_number_and_name_only() -> None:
    for number, sheet in sheets_in(SHIPPED):
        found = start_sheet(NUMBER, CATALOGUE, like=number, name="My own")
        card, drawn = json.loads(found.card), json.loads(found.illustration)
        old, old_drawn = json.loads(sheet.card), json.loads(sheet.illustration)
        assert card == {**old, "Id": NUMBER, **({"Name": "MY OWN"} if "Name" in old else {})}
        assert drawn == {**old_drawn, "Id": NUMBER, "Name": "MY OWN"}
        codes = {problem["code"] for problem in shown(found)["problems"]}
        assert codes <= {"never-played", "unknown-tribe"}  # a power is one only with its class


def test_a_card_like_an_own_one() -> None:
    catalogue = Catalogue()
    catalogue.add_value({**building(), "Id": 200, "_note": "kept"}, None)
    sheet = start_sheet(NUMBER, catalogue, like=200)
    assert json.loads(sheet.card) == {**building(), "Id": NUMBER, "Name": "MY INN", "_note": "kept"}
    assert sheet.illustration == ""
    with pytest.raises(BadEdit, match="no card 7777"):
        start_sheet(NUMBER, catalogue, like=7777)
    with pytest.raises(BadEdit, match="no kind"):
        start_sheet(NUMBER, catalogue, kind="MOON")
    with pytest.raises(BadEdit, match="one line"):
        start_sheet(NUMBER, catalogue, name="x" * 99)


def test_fields_are_those_that_the_kind_has() -> None:
    def keys(kind: str) -> list[str]:
        return [field["key"] for field in shown(start_sheet(NUMBER, CATALOGUE, kind=kind))["fields"]]

    unit = ["Name", "Cost", "Rarity", "TargetOptions", "Hp", "Attack", "Movement", "MovementDenominator", "Tribe"]
    assert keys("UNIT") == unit
    assert keys("BUILDING") == ["Name", "Cost", "Rarity", "TargetOptions", "Hp", "Tribe"]
    assert keys("PLAYER") == ["Name", "Hp", "CurrentGold", "ActivePowerId", "Tribe"]
    assert keys("SKILL") == ["Name", "Cost", "Rarity", "TargetType", "Tribe"]
    skill = change(start_sheet(NUMBER, CATALOGUE, kind="SKILL"), field="TargetType", value="LANE")
    skill = change(skill, field="TargetOptions", value=[0, 2])
    options = next(field for field in shown(skill)["fields"] if field["key"] == "TargetOptions")
    assert (options["shape"], options["value"], options["tiles"]) == ("lanes", [0, 2], [0, 1, 2])
    assert shown(skill)["problems"] == []
    cost = next(field for field in shown(skill)["fields"] if field["key"] == "Cost")
    assert (cost["shape"], cost["low"], cost["value"], cost["title"]) == ("number", 0, 2, "gold")


def test_a_sheet_differs_in_words() -> None:
    old = take(start_sheet(NUMBER, CATALOGUE, kind="SKILL"), "When this is played", lists=True)
    new = take(change(old, field="Cost", value=3), "You gain 1 gold", add=[PLAYED, 0])
    assert difference(old, new, NUMBER, CATALOGUE) == [
        "Gold: 2 → 3",
        "- When this is played: nothing",
        "+ When this is played: You gain 1 gold",
    ]
    more = change(take(new, "You draw 1 card", add=[PLAYED, 1]), text="Get rich.")
    assert difference(new, more, NUMBER, CATALOGUE) == [
        "Text: nothing → Get rich.",
        "+ When this is played: You draw 1 card",
    ]
    assert difference(more, more, NUMBER, CATALOGUE) == []
    spaced = CardSheet(more.card + " ", more.illustration)
    assert difference(more, spaced, NUMBER, CATALOGUE) == ["Only the JSON is written in another way."]
    assert difference(more, CardSheet("{"), NUMBER, CATALOGUE)


def test_a_card_knows_itself_and_its_neighbours() -> None:
    catalogue = Catalogue()
    sheet = start_sheet(NUMBER, catalogue, kind="UNIT", name="Rabbit")
    sheet = edited(sheet, NUMBER, {"addList": PLAYED}, catalogue)
    row = {"idiom": "summon-there", "values": {"EffectLocation": "PLAINS", "TempVariable": NUMBER, "Receiver": "OWNER"}}
    sheet = edited(sheet, NUMBER, {"add": [PLAYED, 0], "row": row}, catalogue)
    found = shown_sheet(sheet, NUMBER, catalogue)
    assert found["lists"][0]["rows"][0]["says"] == "Summon RABBIT for you on the plains"
    assert {problem["code"] for problem in found["problems"]} == {"no-text"}
    assert NUMBER not in catalogue.cards
