"""What a card really does, in plain words."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tablewright.games.marches.files import shipped_card, shipped_cards
from tablewright.games.marches.language.cards import read_card
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.language.teller import joined
from tablewright.games.marches.language.texts import card_lines, card_text, played_text, stats_text
from tablewright.games.marches.pieces import MarchesCard
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
from tests.games.marches.random_cards import random_card, random_class
from tests.support.process import modules_imported_by

ENEMIES = {**OWN_UNITS, "TargetPlayer": "OPPONENT"}
EVERYBODY = {**OWN_UNITS, "TargetPlayer": "BOTH", "TargetType": "UNIT|PLAYER"}
PLAYERS = {**OWN_UNITS, "TargetPlayer": "BOTH", "TargetType": "PLAYER"}
FOREST = {**BOARD, "EffectLocation": "FOREST"}
PLAINS = {**BOARD, "EffectLocation": "PLAINS"}
MOUNTAIN = {**BOARD, "EffectLocation": "MOUNTAIN"}
KEPT = {"EffectType": "MODIFIER", "Output": "ACC"}
COUNT = {**KEPT, "ModifierOperation": "SET", "Input": "TARGET_COUNT"}
NEGATIVE = {**KEPT, "ModifierOperation": "MULTIPLY", "TempVariable": -1}
IF = {"EffectType": "ASSERT", "Input": "ACC"}
ITSELF = {**ACTOR, "SearchCriterion": "EFFECT_OWNING_ENTITY", "TargetType": "SKILL"}
TILES = {**BOARD, "EffectLocation": "CURRENT_TILE"}
PLAYED = {**BOARD, "EffectLocation": "PLAY_TARGET"}
DRAW = {"EffectType": "CARD_DRAW", "TargetPlayer": "OWNER", "TempVariable": 2}
NOT = {"ModifierOperation": "NOT"}
ENTERS = "UNIT_ENTERS_BUILDING"
HERE = "CURRENT_TILE ON_MARCH"


def loaded(card: dict[str, Any]) -> MarchesCard:
    document = parse(json.dumps(card))
    made = read_card(document)
    assert made is not None, document.problems
    return made


def name(number: int) -> str:
    card = shipped_card(number)
    return f"card {number}" if card is None else card.name


def find(criterion: str, n: int, **more: Any) -> dict[str, Any]:
    return {**OWN_UNITS, "SearchCriterion": criterion, "TempVariable": n, **more}


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (unit(), ""),
        (skill([gold(2)]), "When this is played: add 2 to your gold."),
        (skill([gold(-1)]), "When this is played: subtract 1 from your gold."),
        (skill([DRAW]), "When this is played: you draw 2 cards."),
        (skill([{**DRAW, "TargetPlayer": "BOTH"}]), "When this is played: both players draw 2 cards."),
        (skill([gold(TargetPlayer="BOTH")]), "When this is played: add 1 to the gold of both players."),
        (skill([BOARD, OWN_UNITS, MARCH]), "When this is played: march every friendly unit on the board."),
        (
            skill([BOARD, OWN_UNITS, gold(TargetPlayer="OPPONENT")]),
            "When this is played: add 1 to your opponent's gold, once for every friendly unit on the board.",
        ),
        (
            skill([BOARD, EVERYBODY, DRAW]),
            "When this is played: for every unit or player on the board, its owner draws 2 cards.",
        ),
        (skill([BOARD, PLAYERS, damage(3)]), "When this is played: deal 3 damage to both players."),
        (
            skill([BOARD, find("ORDINAL", 1), KILL]),
            "When this is played: kill the second of the friendly units on the board.",
        ),
        (
            skill([BOARD, find("ORDINAL", 7), KILL]),
            "When this is played: kill number 8 of the friendly units on the board.",
        ),
        (
            skill([FOREST, find("QUANTITY", 2), modify("TARGET_ATTACK"), modify("TARGET_HP", "SET", 9)]),
            "When this is played: add 2 to the attack of the first 2 of the friendly units on the forest;"
            " set the HP of each of them to 9.",
        ),
        (
            skill([BOARD, find("QUANTITY", 0, Input="PLAYERS_GOLD"), KILL]),
            "When this is played: kill as many of the friendly units on the board as the gold of the first target.",
        ),
        (
            skill([BOARD, find("ORDINAL", 0, Input="TARGET_COUNT"), KILL]),
            "When this is played: kill the one of the friendly units on the board that the number of targets counts to"
            " from 0.",
        ),
        (
            skill([BOARD, find("ORDINAL", 2), gold()]),
            "When this is played: add 1 to your gold, once for the third of the friendly units on the board.",
        ),
        (
            skill([BOARD, find("QUANTITY", 1), gold()]),
            "When this is played: add 1 to your gold, if there is a friendly unit on the board.",
        ),
        (
            skill([BOARD, OWN_UNITS, modify("TARGET_HP", "SET", Input="TARGET_HP", MultiInputProcessing="MAX")]),
            "When this is played: set the HP of every friendly unit on the board to the highest HP of them.",
        ),
        (
            skill([BOARD, OWN_UNITS, damage(0, Input="TARGET_HP", MultiInputProcessing="SUM")]),
            "When this is played: deal damage to every friendly unit on the board, as much as the HP of them together.",
        ),
        (
            skill([BOARD, OWN_UNITS, modify("ACC", "SET", Input="TARGET_COUNT"), gold(Input="ACC")]),
            "When this is played: add the number of friendly units on the board to your gold, once for each of them.",
        ),
        (
            skill([BOARD, OWN_UNITS, {**ANY, **NOT}, FOREST, summon()]),
            "When this is played, if there is no friendly unit on the board: summon MILITIA for you on the forest.",
        ),
        (
            skill([FOREST, OWN_UNITS, ANY, TILES, summon(TargetPlayer="OPPONENT")]),
            "When this is played, if there is a friendly unit on the forest: summon MILITIA for your opponent on the"
            " forest and their tiles.",
        ),
        (
            skill([PLAYED, PLAYED, PLAYED, summon()], TargetType="LANE"),
            "When this is played: summon MILITIA for you on the place it was played on (3 times).",
        ),
        (skill([OWN_UNITS, MARCH]), "When this is played: nothing happens."),
        (
            skill([gold(), {"EffectType": "ASSERT"}, DRAW]),
            "When this is played: add 1 to your gold; then, if 0 is not 0: nothing happens, because that is never so.",
        ),
        (
            unit("WHEN_PLAYED", [modify("TARGET_ATTACK", "SET", Input="PLAYERS_GOLD")]),
            "When this is played: set the attack of this unit to your gold.",
        ),
        (unit(ENTERS, [KILL]), "When this unit enters a building: kill this unit."),
        (
            building(ENTERS, [{**ACTOR, "TargetPlayer": "OPPONENT"}, damage(1), modify("TARGET_ATTACK")]),
            "When a unit enters this building: if the unit that enters is an enemy unit, deal 1 damage to it and add 2"
            " to its attack.",
        ),
        (
            unit("PRE_DAMAGE", [{**ACTOR, "TargetPlayer": "OPPONENT"}, modify("TARGET_HP"), modify("DAMAGE_AMOUNT")]),
            "Before damage is dealt: if whoever deals the damage is an enemy unit, add 2 to its HP; in any case, add 2"
            " to the damage.",
        ),
        (
            skill(
                Interactions={
                    "WHEN_PLAYED": [BOARD, OWN_UNITS, damage(1), KILL],
                    "POST_DAMAGE": [FOREST, ENEMIES, damage(2)],
                }
            ),
            "When this is played: deal 1 damage to every friendly unit on the board; kill every target. After damage"
            " was dealt: deal 2 damage to every enemy unit on the places and the forest.",
        ),
        (
            building(ENTERS, [{**ACTOR, "TargetPlayer": "OPPONENT"}, {**ANY, **NOT}, gold()]),
            "When a unit enters this building, if the unit that enters is not an enemy unit: nothing happens.",
        ),
        (
            building(ENTERS, [{**ACTOR, "TargetPlayer": "OPPONENT"}, KILL, {**ACTOR, "TargetPlayer": "OWNER"}, gold()]),
            "When a unit enters this building: if the unit that enters is an enemy unit, kill it; if the unit that"
            " enters is a friendly unit, add 1 to your gold.",
        ),
        (
            unit(
                HERE,
                [{**ACTOR, "TargetPlayer": "OPPONENT"}, modify("ACC", "SET", Input="TARGET_HP"), gold(Input="ACC")],
            ),
            "When a unit marches on from the tile where this is: take the HP of the unit that marches (0 if the unit"
            " that marches is not an enemy unit); if the unit that marches is an enemy unit, add that number to your"
            " opponent's gold.",
        ),
        (
            skill([BOARD, FOREST, {**PLAYERS, "TargetPlayer": "OPPONENT"}, damage(1)]),
            "When this is played: deal 1 damage to your opponent (once for every place).",
        ),
        (
            skill([OWN_UNITS, modify("ACC", "SET", Input="TARGET_COUNT"), modify("ACC", "NOT", Input="ACC"), MARCH]),
            "When this is played: take the number of targets; take 1 if that number is 0, otherwise 0.",
        ),
        (
            skill([PLAINS, MOUNTAIN, find("QUANTITY", 1), KILL]),
            "When this is played: kill the first of the friendly units on each of the plains and the mountain.",
        ),
        (
            skill([PLAINS, MOUNTAIN, find("ORDINAL", 1), KILL]),
            "When this is played: kill the second of the friendly units on each of the plains and the mountain.",
        ),
        (
            skill([FOREST, OWN_UNITS, TILES, find("QUANTITY", 2, TargetPlayer="OPPONENT"), KILL]),
            "When this is played: kill the first 2 of the enemy units on each of the forest and their tiles.",
        ),
        (
            skill([BOARD, ENEMIES, damage(1), FOREST, summon()]),
            "When this is played: deal 1 damage to every enemy unit on the board; summon MILITIA for you on the"
            " forest.",
        ),
        (
            building(ENTERS, [{**ACTOR, "TargetPlayer": "OPPONENT"}, gold(), damage(1), {**ACTOR}, KILL, DRAW]),
            "When a unit enters this building: if the unit that enters is an enemy unit, add 1 to your opponent's gold"
            " and deal 1 damage to it; kill the unit that enters; its owner draws 2 cards.",
        ),
        (
            skill(
                [
                    FOREST,
                    ENEMIES,
                    COUNT,
                    damage(1),
                    NEGATIVE,
                    ENEMIES,
                    {**COUNT, "ModifierOperation": "ADD"},
                    IF,
                    ITSELF,
                    gold(2),
                ]
            ),
            "When this is played: deal 1 damage to every enemy unit on the forest; then, if their number has changed:"
            " add 2 to your gold.",
        ),
        (
            skill([FOREST, ENEMIES, COUNT, KILL, ITSELF, gold(Input="ACC")]),
            "When this is played: count the enemy units on the forest; kill each of them; add that number to your"
            " gold.",
        ),
        (
            skill([modify("ACC", "SET", 3), NEGATIVE, gold(Input="ACC")]),
            "When this is played: take 3; take the negative of that number; add that number to your gold.",
        ),
        (
            building(ENTERS, [ACTOR, gold()]),
            "When a unit enters this building: add 1 to the gold of its owner.",
        ),
        (
            unit("POST_DAMAGE", [role("ACTOR_ENTITY", **NOT), gold()]),
            "After damage was dealt, if this unit is not the one that deals the damage: add 1 to your gold.",
        ),
        (
            unit("PRE_DAMAGE", [role("AFFECTED_ENTITY"), modify("DAMAGE_AMOUNT", "SET", 0)]),
            "Before damage is dealt, if this unit suffers the damage: set the damage to 0.",
        ),
        (
            unit(
                "PRE_DAMAGE", [{**ACTOR, "TargetType": "UNIT|BUILDING|SKILL|PLAYER", "TargetPlayer": "OPPONENT"}, KILL]
            ),
            "Before damage is dealt: if whoever deals the damage is an enemy one, kill it.",
        ),
        (
            unit(HERE, [ACTOR, ANY, gold(TargetPlayer="OPPONENT")]),
            "When a unit marches on from the tile where this is, if there is a target:"
            " add 1 to the gold of its owner's opponent.",
        ),
        (
            unit("PLAINS ON_END_OF_TURN", [gold()]),
            "At the end of a turn on the plains (which it never does): add 1 to your gold.",
        ),
        (
            {
                "Id": 100,
                "EntityType": "PLAYER",
                "Triggers": {"BOARD": {"ON_END_OF_TURN": [role("ACTOR_ENTITY"), damage(1)]}},
            },
            "At the end of a turn, if this player is the player whose turn ends: deal 1 damage to you.",
        ),
        (
            unit("WHEN_PLAYED", [role("ACTOR_ENTITY"), role("AFFECTED_ENTITY"), gold()]),
            "When this is played, if this is the one who acts and this is the one it is done to: nothing happens,"
            " because that is never so.",
        ),
    ],
)
def test_effects_are_said_in_plain_words(card: dict[str, Any], text: str) -> None:
    assert card_text(loaded(card), name) == text


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (skill([gold()]), "It is played on the board."),
        (skill([gold()], TargetOptions=None), "It cannot be played."),
        (skill([gold()], TargetType="LANE", TargetOptions=[]), "It is played on a lane."),
        (skill([gold()], TargetType="LANE", TargetOptions=[0, 2]), "It is played on the plains or the mountain."),
        (skill([gold()], TargetType="TILE", TargetOptions=[]), "It is played on a tile."),
        (skill([gold()], TargetType="UNIT", TargetOptions=[]), "It is played on one of your units."),
        (
            skill([gold()], TargetType="UNIT_AND_BUILDING", TargetOwner="BOTH", TargetOptions=[0, 4]),
            "It is played on any unit or building on P1 or F1.",
        ),
        (
            skill([gold()], TargetType="UNIT_AND_BUILDING", TargetOptions=[]),
            "It is played on one of your units or buildings.",
        ),
        (
            skill([gold()], TargetType="BUILDING", TargetOwner="OPPONENT", TargetOptions=[]),
            "It is played on an enemy building.",
        ),
        (building(), "It is played on one of your units where no building is yet."),
        (building(TargetOptions=[1]), "It is played on one of your units on P2."),
        (unit(), "It is played on P1, F1 or M1."),
        (unit(TargetOptions=[]), "It is played on a tile."),
    ],
)
def test_where_a_card_is_played_is_said(card: dict[str, Any], text: str) -> None:
    assert played_text(loaded(card)) == text


def test_numbers_and_copies_are_said() -> None:
    assert stats_text(loaded(unit(MovementDenominator=2, DamageTokens=1))) == (
        "unit, costs 1 gold, 2 HP with 1 damage, attack 1, movement 1/2"
    )
    lines = card_lines(loaded({"Id": -9, "EntityType": "PLAYER", "Name": "ABBOT", "Hp": 20, "CurrentGold": 3}), name)
    assert lines == ["ABBOT (-9): class, 20 HP, 3 gold at the start.", "Its power is CONSCRIPTION."]
    assert card_lines(loaded({"Id": -9, "EntityType": "PLAYER", "Name": "ABBOT"}))[1] == "Its power is card 1."
    assert card_lines(loaded(unit()))[-1] == "A deck may hold 3 of it."
    assert card_lines(loaded(unit(Rarity=0)))[-1] == "It cannot be in a deck."
    fen = shipped_card(21)
    assert fen is not None
    assert card_lines(fen)[-1] == "A deck may hold 3 of it; tribe FEN."
    assert joined(["one"]) == "one"


def test_shipped_cards_are_said_without_words_of_the_machine() -> None:
    for card in shipped_cards().values():
        text = card_text(card, name)
        assert "target" not in text
        assert "accumulator" not in text
        assert "{" not in text
        assert text.count(":") >= len(card.programs)


def test_random_cards_can_be_said() -> None:
    rng = random.Random(5)
    for number in range(300):
        for card in (random_card(rng, number), random_class(rng, -number - 1)):
            for line in card_lines(loaded(card), name):
                assert line[0].isupper()
                assert line.endswith(".")
                assert "{" not in line
                assert "accumulator" not in line


def test_the_words_load_nothing_heavy() -> None:
    heavy = {"typing", "dataclasses", "json", "re", "pathlib", "argparse", "enum"}
    assert modules_imported_by("tablewright.games.marches.language.texts") & heavy == set()
