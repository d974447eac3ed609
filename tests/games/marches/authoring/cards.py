"""Small cards without mistakes, to put mistakes into."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tablewright.core.problems import Problem
from tablewright.games.marches.authoring.lint import check

Effect = dict[str, Any]

BOARD: Effect = {"EffectType": "ADD_LOCATION_REFERENCE", "EffectLocation": "BOARD"}
OWN_UNITS: Effect = {
    "EffectType": "FIND_ENTITIES",
    "SearchCriterion": "ALL",
    "TargetPlayer": "OWNER",
    "TargetType": "UNIT",
}
ACTOR: Effect = {
    "EffectType": "SELECT_ENTITY",
    "SearchCriterion": "ACTOR_ENTITY",
    "TargetPlayer": "BOTH",
    "TargetType": "UNIT",
}
ANY: Effect = {"EffectType": "ASSERT", "Input": "TARGET_COUNT"}
KILL: Effect = {"EffectType": "KILL_ENTITIES"}
MARCH: Effect = {"EffectType": "MARCH_ENTITIES"}


def damage(n: int = 2, **more: Any) -> Effect:
    return {"EffectType": "EFFECT_DAMAGE", "TempVariable": n, **more}


def gold(n: int = 1, **more: Any) -> Effect:
    effect = {"EffectType": "MODIFIER", "Output": "PLAYERS_GOLD", "ModifierOperation": "ADD", "TargetPlayer": "OWNER"}
    return {**effect, "TempVariable": n, **more}


def modify(output: str, operation: str = "ADD", n: int = 2, **more: Any) -> Effect:
    return {"EffectType": "MODIFIER", "Output": output, "ModifierOperation": operation, "TempVariable": n, **more}


def role(criterion: str, **more: Any) -> Effect:
    return {"EffectType": "ASSERT_ROLE", "SearchCriterion": criterion, **more}


def summon(n: int = 2, **more: Any) -> Effect:
    return {"EffectType": "SUMMON_UNIT", "TargetPlayer": "OWNER", "TempVariable": n, **more}


def unit(occasion: str = "", effects: list[Effect] | None = None, **fields: Any) -> dict[str, Any]:
    card = {"Id": 100, "EntityType": "UNIT", "Name": "SQUIRE", "Cost": 1, "Rarity": 1, "Hp": 2, "Attack": 1}
    return _with({**card, "Movement": 1, "TargetOptions": [0, 4, 10]}, occasion, effects, fields)


def building(occasion: str = "", effects: list[Effect] | None = None, **fields: Any) -> dict[str, Any]:
    card = {"Id": 100, "EntityType": "BUILDING", "Name": "INN", "Cost": 1, "Rarity": 1, "Hp": 2, "TargetOptions": []}
    return _with(card, occasion, effects, fields)


def skill(effects: list[Effect] | None = None, **fields: Any) -> dict[str, Any]:
    card = {"Id": 100, "EntityType": "SKILL", "Cost": 1, "Rarity": 1, "TargetOptions": [0]}
    return _with(card, "WHEN_PLAYED" if effects is not None else "", effects, fields)


def _with(card: dict[str, Any], occasion: str, effects: list[Effect] | None, fields: dict[str, Any]) -> dict[str, Any]:
    place, _, trigger = occasion.partition(" ")
    if trigger:
        card["Triggers"] = {place: {trigger: effects}}
    elif occasion:
        card["Interactions"] = {occasion: effects}
    return {**card, **fields}


def check_card(folder: Path, card: Any, illustration: Any = None, name: str = "100") -> list[Problem]:
    """Write a card, as JSON value or text, with its illustration, and check both."""
    paths = [folder / f"{name}.json"]
    paths[0].write_text(card if isinstance(card, str) else json.dumps(card, indent=2))
    if illustration is not None:
        paths.append(folder / f"{name}-illustration.json")
        paths[1].write_text(json.dumps(illustration, indent=2))
    return check([str(path) for path in paths])


def found(problems: list[Problem]) -> set[str]:
    return {problem.code for problem in problems}
