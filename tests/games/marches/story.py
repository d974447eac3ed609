"""Positions and cards for tests, written as in scenario files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tablewright.games.marches.language.reader import Document, parse
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.scenarios.scenario import read_scenario
from tablewright.games.marches.scenarios.staging import scenario_start
from tablewright.games.marches.state import MarchesState
from tests.support.transcript import CONFORMANCE

FOLDER = Path(__file__).parent
SCENARIOS = FOLDER / "scenarios"
REFERENCE = CONFORMANCE / "marches"

Json = dict[str, Any]


def effect(name: str, **parameters: Any) -> Json:
    return {"EffectType": name, **parameters}


def find(owner: str, kind: str, criterion: str = "ALL", **more: Any) -> Json:
    return effect("FIND_ENTITIES", SearchCriterion=criterion, TargetPlayer=owner, TargetType=kind, **more)


def modify(output: str, operation: str, n: int = 0, **more: Any) -> Json:
    return effect("MODIFIER", Output=output, ModifierOperation=operation, TempVariable=n, **more)


def gold(n: int = 1) -> Json:
    return modify("PLAYERS_GOLD", "ADD", n, TargetPlayer="OWNER")


BOARD = effect("ADD_LOCATION_REFERENCE", EffectLocation="BOARD")


def skill(number: int, *effects: Json, **more: Any) -> Json:
    card = {"Id": number, "EntityType": "SKILL", "TargetOptions": [0], "Interactions": {"WHEN_PLAYED": list(effects)}}
    return {**card, **more}


def unit(number: int, hp: int = 5, attack: int = 1, movement: int = 1, **more: Any) -> Json:
    card = {"Id": number, "EntityType": "UNIT", "Name": f"UNIT {number}", "Hp": hp, "Attack": attack}
    return {**card, "Movement": movement, "TargetOptions": [0, 4, 10], **more}


def document(value: object, path: str = "") -> Document:
    return parse(json.dumps(value), path)


def scenario_value(cards: list[Json] | None = None, options: Json | None = None, **state: Any) -> Json:
    value: Json = {"format": "marches-scenario/1", "id": "story", "title": "", "covers": [], "basis": []}
    return {**value, "cards": cards or [], "options": options or {}, "state": state, "steps": []}


def table(
    cards: list[Json] | None = None, options: Json | None = None, **state: Any
) -> tuple[MarchesState, dict[str, int]]:
    """Return a position and the numbers of its named entities; ``state`` is that of a scenario."""
    read = document(scenario_value(cards, options, **state))
    scenario = read_scenario(read)
    assert scenario is not None, read.problems
    return scenario_start(scenario)


def place(ref: str, card: int, owner: str, tile: int, **more: Any) -> Json:
    return {"ref": ref, "card": card, "owner": owner, "tile": tile, **more}


def do(state: MarchesState, *lines: str) -> list[str]:
    """Do some commands and return what was told about them."""
    told: list[str] = []
    state.watch = lambda event: told.append(event.told(None))
    for line in lines:
        state.submit(state.parse(line))
    state.watch = None
    return told


def problems(found: Document) -> list[str]:
    return [f"{problem.line}:{problem.column} {problem.code} {problem.message}" for problem in found.problems]


def made(card: MarchesCard | None) -> MarchesCard:
    assert card is not None
    return card
