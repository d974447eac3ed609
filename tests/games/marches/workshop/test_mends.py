"""Problems stand at their places, and what is said to mend them does."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tablewright.games.marches.workshop.draft import Draft
from tablewright.games.marches.workshop.sheet import CardSheet, edited, start_sheet
from tests.games.marches.authoring.cards import (
    ACTOR,
    ANY,
    BOARD,
    KILL,
    MARCH,
    OWN_UNITS,
    building,
    damage,
    gold,
    modify,
    role,
    skill,
    summon,
    unit,
)
from tests.games.marches.workshop.sheets import CATALOGUE, NUMBER, random_sheets, shown

ENTERS = "UNIT_ENTERS_BUILDING"
ROW: dict[str, Any] = {"list": "WHEN_PLAYED", "row": 0}
ENTERED = {"list": ENTERS, "row": 1}
MARCHED = {"list": "ON_MARCH@BOARD"}
HURT = {"list": "POST_DAMAGE", "row": 0}
NOBODY = {**ACTOR, "SearchCriterion": "AFFECTED_ENTITY"}
FOREST = {**BOARD, "EffectLocation": "FOREST"}
CLASS = {**building(), "EntityType": "PLAYER", "ActivePowerId": 2}
POWER = {"field": "ActivePowerId"}
THIRD = {**ROW, "row": 2}
DRAWN = {"Id": NUMBER, "Name": "SQUIRE", "Text": "", "Tribe": "BASE"}
#: A card with a mistake, its illustration, the code, where it is shown, and a click that mends it.
MISTAKES: list[tuple[Any, Any, str, Any, str]] = [
    (skill([damage(0)]), None, "no-change", ROW, "Say “1”"),
    (skill([KILL]), None, "no-targets", ROW, "Remove this step"),
    (skill([KILL]), None, "no-targets", ROW, "Before it: choose every friendly unit on the board"),
    (skill([summon(2)]), None, "summons-nobody", ROW, "Before it: mark the plains"),
    (skill([BOARD, summon(2)]), None, "summons-nobody", ROW, "Say “the plains”"),
    (skill([BOARD, FOREST, summon(7777)]), None, "summons-nobody", THIRD, "Say “MILITIA”"),
    (skill([OWN_UNITS, KILL]), None, "empty-targets", ROW, "Before it: mark the board"),
    (skill([NOBODY, damage(1)]), None, "empty-targets", ROW, "Remove this step"),
    (skill([BOARD, OWN_UNITS, damage(1, Input="ACC")]), None, "always-zero", ROW, "Say “1”"),
    (skill([gold(1, MultiInputProcessing="SUM")]), None, "unused-parameter", ROW, "Remove “MultiInputProcessing”"),
    (skill([{**gold(1), "TargetPlayer": "NONE"}]), None, "missing-parameter", ROW, "Say “You”"),
    (skill([role("ACTOR_ENTITY"), gold(1)]), None, "needless-assert", ROW, "Remove this step"),
    (skill([role("ACTOR_ENTITY", ModifierOperation="NOT"), gold(1)]), None, "always-ends", ROW, "Remove this step"),
    (skill([gold(1), BOARD]), None, "unread-result", {**ROW, "row": 1}, "Remove this step"),
    (skill([modify("DAMAGE_AMOUNT")]), None, "cannot-write", ROW, "Remove this step"),
    (skill([]), None, "empty-list", {"list": "WHEN_PLAYED"}, "Remove this occasion"),
    (skill([gold(1)]), None, "no-text", {"text": True}, "Write the text for me"),
    (unit("BOARD ON_MARCH", [gold(1)]), None, "never-runs", MARCHED, "Do this instead: when this is played"),
    (building(ENTERS, [ACTOR, ANY, summon(2)]), None, "summons-nobody", ENTERED, "Before it: mark the plains"),
    (unit("POST_DAMAGE", [modify("DAMAGE_AMOUNT", n=1)]), None, "late-change", HURT, "Remove this step"),
    (unit(Rarity=9), None, "out-of-range", {"field": "Rarity"}, "Take 3"),
    (unit(Rarity=0), None, "never-played", {"field": "Rarity"}, "Let decks have three of it"),
    (unit(TargetOptions=None), None, "never-played", {"field": "TargetOptions"}, "Let it be played everywhere"),
    (unit(TargetOptions=[0, 0, 99]), None, "odd-options", None, "Leave only places that exist"),
    (unit(Hp=0), None, "dies-at-once", {"field": "Hp"}, "Give it 1 HP"),
    (unit(Name="MILITIA"), None, "same-name", {"field": "Name"}, "Call it MILITIA 2"),
    (unit(Atack=3), None, "unknown-key", None, "Write “Attack”"),
    (unit(Shoe=3), None, "ignored-key", None, "Remove “Shoe”"),
    (building(Attack=3), None, "unused-field", {"field": "Attack"}, "Remove “Attack”"),
    (unit(EntityType="UNITT"), None, "unknown-word", {"field": "EntityType"}, "Write “UNIT”"),
    (unit(Cost="4"), None, "wrong-kind", {"field": "Cost"}, "Write the number 4"),
    (unit(Id=5), None, "wrong-id", {"field": "Id"}, "Take the number 100"),
    ({"Id": NUMBER, "Name": "X"}, None, "missing-field", None, "Make it a unit"),
    (skill([{**damage(1), "EffectType": "EFECT_DAMAGE"}]), None, "unknown-word", None, "Write “EFFECT_DAMAGE”"),
    (skill([modify("TARGET_COUNT")]), None, "impossible-effect", None, "Write “TARGET_ATTACK”"),
    (skill([]), {**DRAWN, "Cost": "9"}, "illustration-differs", {"field": "Cost"}, "Copy the values of the card"),
    (unit(), {**DRAWN, "Name": "KNIGHT"}, "illustration-differs", {"field": "Name"}, "Copy the values of the card"),
    (unit(), {**DRAWN, "Tribe": "GILD"}, "unknown-tribe", {"field": "Tribe"}, "Take the tribe GUILD"),
    (skill([gold(2)]), {**DRAWN, "Text": "Draw a card."}, "text-differs", {"text": True}, "Write the text for me"),
    (skill([gold(2)]), {**DRAWN, "Text": "You get 2 *gold."}, "bad-markup", {"text": True}, "Remove the *"),
    (skill([gold(2)]), {**DRAWN, "Text": "You get 2 *golt.*"}, "unknown-keyword", {"text": True}, "Write “gold”"),
    (skill([gold(2)]), {**DRAWN, "Text": "You #get# 2 gold."}, "unknown-name", {"text": True}, "Remove the #"),
    (CLASS, None, "bad-class", POWER, "Give it the power CONSCRIPTION"),
    (skill([BOARD, OWN_UNITS, MARCH]), {**DRAWN, "Colour": 1}, "ignored-key", None, "Remove “Colour”"),
]  # fmt: skip


@pytest.mark.parametrize(("card", "drawn", "code", "at", "title"), MISTAKES, ids=[f"{m[2]} {m[4]}" for m in MISTAKES])
def test_a_click_mends_it(card: Any, drawn: Any, code: str, at: Any, title: str) -> None:
    sheet = CardSheet(json.dumps(card), "" if drawn is None else json.dumps(drawn))
    found = shown(sheet)
    problems = [problem for problem in found["problems"] if problem["code"] == code]
    assert problems, found["problems"]
    if at is not None:
        assert at in [problem["at"] for problem in problems]
    clicks = {mend["title"]: mend["edit"] for problem in problems for mend in problem["mends"]}
    assert title in clicks
    after = shown(edited(sheet, NUMBER, clicks[title], CATALOGUE))
    assert Counter(problem["code"] for problem in after["problems"])[code] < len(problems)
    for one in found["lists"]:
        for number, row in enumerate(one["rows"]):
            noted = [found["problems"][index]["at"] for index in row["problems"]]
            assert noted == [{"list": one["id"], "row": number}] * len(noted)


def test_every_mend_of_random_cards_mends_and_breaks_nothing() -> None:
    count = 0
    for sheet in random_sheets(2, 8):
        found = shown(sheet)["problems"]
        before = Counter(problem["code"] for problem in found)
        for problem in found:
            for mend in problem["mends"][:1]:
                after = Draft(edited(sheet, NUMBER, mend["edit"], CATALOGUE), NUMBER, CATALOGUE).problems
                assert Counter(one.code for one in after)[problem["code"]] < before[problem["code"]]
                assert {one.code for one in after if not one.warning} <= set(before)
                count += 1
    assert count > 30


def test_clicks_alone_mend_a_card_that_somebody_mistyped() -> None:
    card = {**unit("WHEN_PLAYED", [KILL]), "Cost": "2", "Rarity": 9, "Movment": 2}
    sheet = CardSheet(json.dumps(card), json.dumps({**DRAWN, "Cost": "9"}))
    for _ in range(20):
        mends = [mend for problem in shown(sheet)["problems"] for mend in problem["mends"]]
        if not mends:
            break
        sheet = edited(sheet, NUMBER, mends[0]["edit"], CATALOGUE)
    assert shown(sheet)["problems"] == []


def test_problems_of_rows_speak_in_the_words_of_rows() -> None:
    def message(*effects: Any) -> str:
        return str(shown(CardSheet(json.dumps(skill([*effects]))))["problems"][0]["message"])

    assert message(KILL) == "the killing does nothing: the target is a skill, which cannot be hurt or killed"
    unknown = {"EffectType": "EFFECT_DAMAGE", "Input": "ACC"}
    assert message(BOARD, OWN_UNITS, unknown) == "that number is always 0 here: nothing has been put into it"
    assert message(modify("DAMAGE_AMOUNT")).startswith("there is no damage in “when this is played”")


def test_a_right_card_has_no_problems() -> None:
    assert shown(start_sheet(NUMBER, CATALOGUE))["problems"] == []
