"""What the board of The Marches knows of a match before its first card: lanes, cards, deck lists, all public."""

from __future__ import annotations

from typing import Any

from tablewright.games.marches.actions import Aim
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import CHAIN_PLACES, FLOW, TARGETS
from tablewright.games.marches.language.texts import program_text
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.machine.chain import Program
from tablewright.games.marches.pieces import ABSENT, LANES, STAT_NAMES, TILE_NAMES, MarchesCard
from tablewright.games.marches.setup import MarchesSetup
from tablewright.web.boards import WebBoard

#: What a card can be played on, in the words of the client.
PLAYED_ON = {codes.UNIT: "unit", codes.BUILDING: "building", codes.UNIT | codes.BUILDING: "both"}
HARMLESS = {TARGETS, CHAIN_PLACES, FLOW, "ACC", "PLAYERS_GOLD"}
OPERATIONS = {codes.SET: "set", codes.ADD: "add", codes.MULTIPLY: "multiply", codes.ABSOLUTE_SET: "set"}


def catalog(setup: MarchesSetup) -> dict[str, Any]:
    """Return the public parts of a setup: the decks are lists, their order is no part of it."""
    return {
        "lanes": [{"name": name, "letter": name[0], "first": first, "last": last} for name, first, last in LANES],
        "tiles": list(TILE_NAMES),
        "cards": {str(card.id): catalog_card(setup, card) for card in setup.cards.values()},
        "decks": [sorted(deck) for deck in setup.decks],
    }


def catalog_card(setup: MarchesSetup, card: MarchesCard) -> dict[str, Any]:
    """Return a card for people: numbers, text, how a command names it, and what it does in exact words."""
    stats = card.stats
    shown: dict[str, Any] = {
        "id": card.id,
        "name": card.name or f"Card {card.id}",
        "kind": "class" if card.kind == codes.PLAYER else KINDS.by_value[card.kind].says,
        "tribe": card.tribe or "BASE",
        "rarity": card.rarity,
        "text": card.text,
        "does": [program_text(card, program, lambda number: card_name(setup, number)) for program in card.programs],
        # Where something hears them, a march may go otherwise than the numbers alone say.
        "hears": sorted({program.name for program in card.programs if changes_board(program)} - {"WHEN_PLAYED"}),
    }
    if stats.hp is not ABSENT:
        shown["health"] = stats.hp.total - card.damage
    if card.kind == codes.PLAYER:
        shown |= {"gold": card.gold, "power": card.power}
        return shown
    shown["cost"] = card.cost
    if card.kind == codes.UNIT:
        wait = stats.denominator.total
        shown |= {"attack": stats.attack.total, "move": f"{stats.movement.total}{f'/{wait}' if wait != 1 else ''}"}
    aim = setup.actions.aims[0].get(card.id)
    if aim is not None:
        shown |= {"play": setup.actions.name_of(card), "on": PLAYED_ON.get(aim.kinds, ""), "owners": aim.owners}
        if card.kind == codes.SKILL:
            shown["effect"] = known_effect(card, aim)
    return shown


def changes_board(program: Program) -> bool:
    """Say whether a program can do more than find something, count, pay and draw."""
    return any(
        step.effect.name != "CARD_DRAW" and not step.effect.written(step.values) <= HARMLESS
        for step in program.instructions
    )


def card_name(setup: MarchesSetup, number: int) -> str:
    """Return the name of a card, also of one that is not in the match."""
    return setup.cards[number].name if number in setup.cards else f"card {number}"


def known_effect(card: MarchesCard, aim: Aim) -> list[list[Any]] | None:
    """Return what a skill does to the one it is played on, as (what, how, how much); ``None`` if more than that counts.

    Only lists that take the target and then change it by fixed numbers are simple enough to be foretold.
    """
    if card.played is None or not card.played.instructions:
        return []
    first, *others = card.played.instructions
    if first.effect.name != "SELECT_ENTITY" or first.values["SearchCriterion"] != codes.PLAY_TARGET_ENTITY:
        return None
    if aim.owners & ~first.values["TargetPlayer"] or aim.kinds & ~first.values["TargetType"]:
        return None
    steps: list[list[Any]] = []
    for step in others:
        values = step.values
        if values.get("Input", codes.TEMP_VARIABLE) != codes.TEMP_VARIABLE:
            return None
        if step.effect.name == "KILL_ENTITIES":
            steps.append(["kill", "", 0])
        elif step.effect.name == "EFFECT_DAMAGE":
            steps.append(["damage", "add", values["TempVariable"]])
        elif step.effect.name == "MODIFIER" and values["Output"] in STAT_NAMES:
            how = OPERATIONS.get(values["ModifierOperation"])
            if how is None:
                return None
            steps.append([STAT_NAMES[values["Output"]], how, values["TempVariable"]])
        else:
            return None
    return steps


BOARD = WebBoard("marches", catalog)
