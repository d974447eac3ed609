"""What the check says about effects that can be played but do not do what they seem to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.marches.authoring.cards import (
    ACTOR,
    ANY,
    BOARD,
    KILL,
    MARCH,
    OWN_UNITS,
    building,
    check_card,
    damage,
    found,
    gold,
    modify,
    role,
    skill,
    summon,
    unit,
)

DRAW = {"EffectType": "CARD_DRAW", "TargetPlayer": "OWNER", "TempVariable": 1}
PLAY_TARGET = {**ACTOR, "SearchCriterion": "PLAY_TARGET_ENTITY"}
ENTERS = "UNIT_ENTERS_BUILDING"
HERE = "CURRENT_TILE ON_MARCH"
END = "BOARD ON_END_OF_TURN"
FOREST = {**BOARD, "EffectLocation": "FOREST"}
TILES = {**BOARD, "EffectLocation": "CURRENT_TILE"}
PLAYED = {**BOARD, "EffectLocation": "PLAY_TARGET"}

#: A card, the code it must get, and part of the message.
WRONG: list[tuple[dict[str, Any], str, str]] = [
    # parameters
    (skill([{**gold(), "EffectLocation": "BOARD"}]), "unused-parameter", "MODIFIER does not use EffectLocation"),
    (skill([gold(Input="PLAYERS_GOLD")]), "unused-parameter", "TempVariable when its Input is PLAYERS_GOLD"),
    (
        skill([gold(MultiInputProcessing="SUM")]),
        "unused-parameter",
        "MultiInputProcessing when its Input is TEMP_VARIABLE",
    ),
    (unit("WHEN_PLAYED", [modify("TARGET_HP", TargetPlayer="OWNER")]), "unused-parameter", "its Output is TARGET_HP"),
    (skill([BOARD, {**OWN_UNITS, "TempVariable": 3}, MARCH]), "unused-parameter", "its SearchCriterion is ALL"),
    (
        skill([BOARD, {k: v for k, v in OWN_UNITS.items() if k != "TargetPlayer"}, MARCH]),
        "missing-parameter",
        "TargetPlayer",
    ),
    (skill([BOARD, {**OWN_UNITS, "TargetType": "NONE"}, MARCH]), "missing-parameter", "without a TargetType"),
    (skill([gold(TargetPlayer="NONE")]), "missing-parameter", "without a TargetPlayer"),
    (skill([{**DRAW, "TargetPlayer": ""}]), "missing-parameter", "CARD_DRAW does nothing without a TargetPlayer"),
    (unit("POST_DAMAGE", [{"EffectType": "ASSERT_ROLE"}, gold()]), "missing-parameter", "without a SearchCriterion"),
    (
        skill([BOARD, {**OWN_UNITS, "SearchCriterion": "ACTOR_ENTITY"}, MARCH]),
        "senseless-word",
        "ORDINAL, QUANTITY, ALL",
    ),
    (skill([{**PLAY_TARGET, "SearchCriterion": "ORDINAL"}, KILL], TargetType="UNIT"), "senseless-word", "ORDINAL"),
    (unit("POST_DAMAGE", [role("ACTOR_ENTITY", ModifierOperation="SET"), gold()]), "senseless-word", "it takes NOT"),
    # inputs and outputs
    (
        skill([BOARD, OWN_UNITS, {**ANY, "Input": "TARGET_HP", "MultiInputProcessing": "EACH"}, MARCH]),
        "each-as-first",
        "ASSERT",
    ),
    (skill([gold(Input="DAMAGE_AMOUNT", TempVariable=0)]), "always-zero", "DAMAGE_AMOUNT is always 0 in WHEN_PLAYED"),
    (skill([gold(Input="ACC", TempVariable=0)]), "always-zero", "nothing has been put into it"),
    (building(ENTERS, [gold(Input="TARGET_ATTACK", TempVariable=0)]), "always-zero", "a building, which has none"),
    (unit("WHEN_PLAYED", [modify("DAMAGE_AMOUNT")]), "cannot-write", "no DAMAGE_AMOUNT in WHEN_PLAYED"),
    (unit(END, [modify("MARCH_CURRENT_MOVEMENT")]), "cannot-write", "no MARCH_CURRENT_MOVEMENT in ON_END_OF_TURN"),
    (building(ENTERS, [modify("TARGET_ATTACK")]), "cannot-write", "the target is a building"),
    (skill([modify("TARGET_HP")]), "cannot-write", "the target is a skill"),
    (unit("POST_DAMAGE", [modify("DAMAGE_AMOUNT")]), "late-change", "use PRE_DAMAGE"),
    (skill([gold(0)]), "no-change", "ADD 0 changes nothing"),
    (unit("WHEN_PLAYED", [modify("TARGET_HP", "MULTIPLY", 1)]), "no-change", "MULTIPLY 1 changes nothing"),
    (skill([BOARD, OWN_UNITS, damage(0)]), "no-change", "0 damage is nothing"),
    (skill([{**DRAW, "TempVariable": -1}]), "no-change", "-1 cards is nothing"),
    # choosing
    (skill([OWN_UNITS, MARCH]), "empty-targets", "no place has been added before"),
    (skill([BOARD, {**OWN_UNITS, "TargetType": "SKILL"}, KILL]), "empty-targets", "skills are nowhere"),
    (skill([BOARD, {**OWN_UNITS, "SearchCriterion": "QUANTITY"}, MARCH]), "empty-targets", "it takes 0"),
    (
        skill(
            [BOARD, {**OWN_UNITS, "SearchCriterion": "ORDINAL", "TargetType": "PLAYER", "TempVariable": 1}, damage()]
        ),
        "empty-targets",
        "there is no such number",
    ),
    (skill([PLAY_TARGET, KILL]), "empty-targets", "no PLAY_TARGET_ENTITY on this occasion"),
    (building(ENTERS, [{**ACTOR, "TargetType": "PLAYER"}, KILL]), "empty-targets", "and that is a unit"),
    (
        skill([{**PLAY_TARGET, "TargetPlayer": "OPPONENT"}, KILL], TargetType="UNIT"),
        "empty-targets",
        "the card's owner",
    ),
    (
        skill([{**PLAY_TARGET, "TargetPlayer": "OWNER"}, KILL], TargetType="UNIT", TargetOwner="OPPONENT"),
        "empty-targets",
        "belongs to the opponent",
    ),
    (building(ENTERS, [PLAYED, OWN_UNITS, MARCH]), "empty-places", "in UNIT_ENTERS_BUILDING nothing is being played"),
    (skill([TILES, OWN_UNITS, MARCH]), "empty-places", "the target is a skill, which is on no tile"),
    (
        skill([BOARD, OWN_UNITS, {**ANY, "ModifierOperation": "NOT"}, TILES, summon()]),
        "empty-places",
        "no targets here",
    ),
    (skill([BOARD, OWN_UNITS, {**ANY, "ModifierOperation": "NOT"}, MARCH]), "no-targets", "there are no targets here"),
    (building(ENTERS, [MARCH]), "no-targets", "the target is a building, which cannot march"),
    (skill([KILL]), "no-targets", "the target is a skill, which cannot be hurt or killed"),
    # summoning
    (skill([summon()]), "summons-nobody", "no place has been added before"),
    (skill([BOARD, summon()]), "summons-nobody", "one cannot summon on the board"),
    (skill([PLAYED, summon()]), "summons-nobody", "one cannot summon on the board"),
    (skill([BOARD, FOREST, summon(), summon(9)]), "unread-result", "nobody is summoned on the board"),
    (skill([gold(ModifierOperation="ABSOLUTE_SET")]), "senseless-word", "the same as SET for PLAYERS_GOLD"),
    (skill([gold(ModifierOperation="NOT")]), "senseless-word", "NOT of the number 1 always gives 0"),
    (skill([gold(0, ModifierOperation="MULTIPLY")]), "senseless-word", "MULTIPLY 0 always gives 0; write SET"),
    (skill([FOREST, summon(777)]), "summons-nobody", "there is no card 777"),
    (skill([FOREST, summon(3)]), "summons-nobody", "card 3, WORKSHOP, is not a unit"),
    # asserts
    (skill([{"EffectType": "ASSERT", "TempVariable": 0}, gold()]), "always-ends", "the effect behind it never happens"),
    (skill([{"EffectType": "ASSERT"}, gold(), gold(2)]), "always-ends", "the 2 effects behind it never happen"),
    (skill([gold(), {"EffectType": "ASSERT"}]), "unread-result", "nothing happens behind this assert"),
    (skill([{"EffectType": "ASSERT", "TempVariable": 1}, gold()]), "needless-assert", "TEMP_VARIABLE is always 1 here"),
    (skill([ANY, gold()]), "needless-assert", "there always is a target"),
    (
        skill([BOARD, {**OWN_UNITS, "TargetType": "UNIT|PLAYER"}, ANY, damage()]),
        "needless-assert",
        "there always is a target",
    ),
    (unit("WHEN_PLAYED", [role("ACTOR_ENTITY"), gold()]), "needless-assert", "ACTOR_ENTITY is always the card itself"),
    (building(ENTERS, [role("ACTOR_ENTITY"), gold()]), "always-ends", "ACTOR_ENTITY is never the card itself"),
    (unit(HERE, [role("ACTOR_ENTITY"), gold()]), "always-ends", "never the card itself"),
    (unit("WHEN_PLAYED", [role("AFFECTED_ENTITY"), gold()]), "always-ends", "no AFFECTED_ENTITY in WHEN_PLAYED"),
    # results
    (skill([BOARD, gold(), OWN_UNITS]), "unread-result", "nobody does anything with these targets"),
    (skill([gold(), BOARD]), "unread-result", "nobody searches or summons in this place"),
    (skill([modify("ACC"), gold()]), "unread-result", "nobody reads ACC behind this"),
    (unit("POST_DAMAGE", [gold(), role("ACTOR_ENTITY")]), "unread-result", "nothing happens behind this assert"),
    # occasions
    (unit("PLAINS ON_MARCH", [gold()]), "never-runs", "only heard at CURRENT_TILE or PLAY_TARGET, never at PLAINS"),
    (skill([gold()], Interactions={ENTERS: [gold()]}), "never-runs", "UNIT_ENTERS_BUILDING never happens to a SKILL"),
    (skill(Interactions={"PRE_DAMAGE": [gold()]}), "never-runs", "a SKILL that deals no damage"),
    (
        {
            "Id": 100,
            "EntityType": "PLAYER",
            "Name": "ABBOT",
            "Hp": 20,
            "Triggers": {"CURRENT_TILE": {"ON_MARCH": [gold()]}},
        },
        "never-runs",
        "heard on tiles, and a PLAYER stands on none",
    ),
    (unit("WHEN_PLAYED", []), "empty-list", "WHEN_PLAYED has no effects"),
    (unit(HERE, None), "empty-list", "ON_MARCH has no effects"),
    # loops
    (
        unit("PRE_DAMAGE", [{**ACTOR, "SearchCriterion": "AFFECTED_ENTITY"}, damage()]),
        "may-loop",
        "not the ACTOR_ENTITY",
    ),
    (unit("POST_DAMAGE", [role("AFFECTED_ENTITY"), damage()]), "may-loop", "happen again, inside of itself"),
    (unit("POST_DAMAGE", [role("AFFECTED_ENTITY"), ACTOR, damage()]), "may-loop", "until one of them is dead"),
    (
        unit("POST_DAMAGE", [role("ACTOR_ENTITY", ModifierOperation="NOT"), ACTOR, damage()]),
        "may-loop",
        "two of these hit each other back",
    ),
    (unit("PRE_DAMAGE", [role("AFFECTED_ENTITY"), BOARD, OWN_UNITS, damage()]), "may-loop", "for ever"),
    (unit(END, [FOREST, summon(100)]), "may-loop", "each of these brings another one at every end of turn"),
    (
        unit(END, [{**ACTOR, "TargetPlayer": "OWNER", "TargetType": "PLAYER"}, ANY, FOREST, summon(100)]),
        "may-loop",
        "until 256 are too many",
    ),
    (unit(HERE, [ACTOR, MARCH]), "may-loop", "this march makes ON_MARCH happen again"),
    (building(ENTERS, [TILES, summon()]), "may-loop", "that summons again"),
    (building(ENTERS, [FOREST, summon()]), "may-loop", "that summons again"),
    (unit(ENTERS, [FOREST, summon(100)]), "may-loop", "that summons again"),
]

#: Cards that look like some of the above, and are right.
RIGHT: list[dict[str, Any]] = [
    unit(),
    building(),
    skill([gold()]),
    skill([BOARD, {**OWN_UNITS, "TempVariable": -1}, MARCH]),
    skill([modify("ACC", Input="TARGET_COUNT", TempVariable=0), gold(Input="ACC", TempVariable=0)]),
    skill([modify("ACC", "SET", 3), modify("ACC", "MULTIPLY", 2), gold(Input="ACC", TempVariable=0)]),
    skill([BOARD, OWN_UNITS, ANY, MARCH]),
    skill([BOARD, OWN_UNITS, {**ANY, "ModifierOperation": "NOT"}, FOREST, summon()]),
    skill([FOREST, OWN_UNITS, TILES, summon()]),
    skill([PLAYED, summon()], TargetType="LANE"),
    skill([PLAY_TARGET, KILL], TargetType="UNIT"),
    skill([FOREST, OWN_UNITS, summon(0, Input="TARGET_COUNT")]),
    skill([BOARD, {**OWN_UNITS, "TargetPlayer": "OPPONENT", "TargetType": "PLAYER"}, damage()]),
    unit("WHEN_PLAYED", [modify("TARGET_ATTACK", Input="PLAYERS_GOLD", TempVariable=0)]),
    unit("PRE_DAMAGE", [role("ACTOR_ENTITY"), modify("DAMAGE_AMOUNT", "MULTIPLY")]),
    unit("POST_DAMAGE", [role("AFFECTED_ENTITY"), {**ACTOR, "TargetType": "BUILDING|PLAYER"}, damage()]),
    # Only damage above 1 is answered, and the answer is 1.
    unit(
        "POST_DAMAGE",
        [
            role("ACTOR_ENTITY", ModifierOperation="NOT"),
            modify("ACC", Input="DAMAGE_AMOUNT", TempVariable=0),
            modify("ACC", "ADD", -1),
            {"EffectType": "ASSERT", "Input": "ACC"},
            ACTOR,
            damage(1),
        ],
    ),
    building("POST_DAMAGE", [ACTOR, damage(1)]),
    unit(END, [FOREST, summon()]),
    unit(END, [FOREST, OWN_UNITS, {**ANY, "ModifierOperation": "NOT"}, summon(100)]),
    building(END, [FOREST, summon()]),
    unit(HERE, [{**ACTOR, "TargetPlayer": "OPPONENT"}, ANY, modify("MARCH_CURRENT_MOVEMENT", "SET", 0)]),
    unit(ENTERS, [FOREST, summon()]),
    building(ENTERS, [{**ACTOR, "TargetPlayer": "OPPONENT"}, KILL]),
    building(ENTERS, [FOREST, summon()], TargetOptions=[9]),
    # The skill's own damage reads what its main list has chosen, and the other way round.
    skill(
        [modify("ACC", "SET", 3), BOARD, OWN_UNITS, damage(1)],
        Interactions={
            "WHEN_PLAYED": [modify("ACC", "SET", 3), BOARD, OWN_UNITS, damage(1)],
            "PRE_DAMAGE": [modify("DAMAGE_AMOUNT", Input="ACC", TempVariable=0)],
        },
    ),
    skill(
        [],
        Interactions={
            "WHEN_PLAYED": [BOARD, OWN_UNITS, damage(1), gold(Input="ACC", TempVariable=0)],
            "POST_DAMAGE": [modify("ACC", Input="DAMAGE_AMOUNT", TempVariable=0)],
        },
    ),
]
IGNORED = {"no-text", "no-name", "text-differs"}


@pytest.mark.parametrize(("card", "code", "part"), WRONG, ids=[f"{code}-{n}" for n, (_, code, _) in enumerate(WRONG)])
def test_each_senseless_effect_is_reported_once_with_the_reason(
    card: dict[str, Any], code: str, part: str, tmp_path: Path
) -> None:
    problems = [problem for problem in check_card(tmp_path, card) if problem.code not in IGNORED]
    assert [problem.code for problem in problems] == [code]
    assert part in problems[0].message
    assert problems[0].warning
    assert problems[0].line > 0


@pytest.mark.parametrize("card", RIGHT, ids=range(len(RIGHT)))
def test_sensible_cards_are_left_alone(card: dict[str, Any], tmp_path: Path) -> None:
    assert found(check_card(tmp_path, card)) <= IGNORED
