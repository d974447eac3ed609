"""Magical OOPerations in the browser: the cards of a table, with what they do in words and as data."""

from __future__ import annotations

from typing import Any

from tablewright.games.ooperations.files import AIMS, COSTS, EFFECTS, WITH_TRAITS
from tablewright.games.ooperations.pieces import (
    ALL_CREATURES,
    AMPUTATE,
    ATTACK,
    CLONE,
    CREATURE,
    ENEMY_CREATURES,
    FIXED,
    GAIN,
    GRAVEYARD,
    HALF,
    HALVE,
    HEALTH,
    OWN_CREATURES,
    REMEMBER,
    TARGET,
    OoperationsCard,
    trait_letters,
    trait_names,
)
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.web.boards import WebBoard

AIM_NAMES = {aim: name for name, aim in AIMS.items()}
COST_NAMES = {cost: name for name, cost in COSTS.items()}
EFFECT_NAMES = {effect: name for name, effect in EFFECTS.items()}
#: Where a number would stand on a card whose cost depends on a creature.
COST_SIGNS = {HALF: "½"}
COST_SENTENCES = {FIXED: "", HALF: " Costs half the mana of that creature, rounded up."}
SUBJECTS = {
    OWN_CREATURES: "All your creatures",
    ENEMY_CREATURES: "All creatures of the other player",
    ALL_CREATURES: "All creatures, yours too,",
    TARGET: "A creature",
    GRAVEYARD: "A creature in your graveyard",
}


def catalog(setup: OoperationsSetup) -> dict[str, Any]:
    """Return the cards that can come up, which everybody knows: deck lists are open, and clones are copies."""
    known = {card.key: card for deck in setup.decks for card in deck}
    return {"health": setup.health, "cards": {key: card_shown(known[key]) for key in sorted(known)}}


def card_shown(card: OoperationsCard) -> dict[str, Any]:
    """Return a card as the client draws it."""
    shown: dict[str, Any] = {"id": card.key, "name": card.name, "cost": card.mana}
    if card.aim == CREATURE:
        traits = trait_letters(card.traits)
        return {**shown, "kind": "creature", "attack": card.attack, "health": card.health, "traits": traits}
    if card.cost != FIXED:
        shown["cost"] = COST_SIGNS.get(card.cost, "+1")
        shown["costs"] = COST_NAMES[card.cost]
    # The traits that a spell gives colour its emblem.
    given = 0
    for what, amount in card.effects:
        if what in WITH_TRAITS:
            given |= amount
    return {
        **shown,
        "kind": "spell",
        "traits": trait_letters(given),
        "text": spell_text(card),
        "aim": AIM_NAMES[card.aim],
        "effects": [
            [EFFECT_NAMES[what], trait_letters(amount) if what in WITH_TRAITS else amount]
            for what, amount in card.effects
        ],
    }


def spell_text(card: OoperationsCard) -> str:
    """Say what a spell does, also one that somebody wrote tonight."""
    what, amount = card.effects[0]
    price = COST_SENTENCES.get(card.cost, " Costs one mana more than that creature.")
    if what == CLONE:
        return f"A creature is copied: the copy, with {_names(amount)}, enters your Field Zone.{price}"
    if card.aim == GRAVEYARD:
        goal = f"Field Zone, whole, with {_names(amount)}" if what == REMEMBER else "hand"
        return f"{SUBJECTS[GRAVEYARD]} returns to your {goal}.{price}"
    one = card.aim == TARGET
    return f"{SUBJECTS[card.aim]} {_listed([_effect(*effect, one) for effect in card.effects])}.{price}"


def _effect(what: int, amount: int, one: bool) -> str:
    """Return what an effect does, behind the one creature or the many it happens to."""
    s, their = ("s", "its") if one else ("", "their")
    if what == GAIN:
        return f"gain{s} {_names(amount)}"
    if what == ATTACK:
        return f"get{s} {amount:+} attack"
    if what == HEALTH:
        return f"take{s} {-amount} damage" if amount < 0 else f"get{s} {amount:+} health"
    if what == HALVE:
        return f"lose{s} half of {their} health, rounded down"
    assert what == AMPUTATE
    return f"lose{s} the alphabetically first of {their} traits"


def _names(traits: int) -> str:
    return _listed(trait_names(traits)) or "no trait"


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


BOARD = WebBoard("ooperations", catalog)
