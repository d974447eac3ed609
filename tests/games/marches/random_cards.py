"""Random cards made of the declarations: any word where a word may stand, sensible or not."""

from __future__ import annotations

import random
from typing import Any

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import EFFECTS, Effect
from tablewright.games.marches.language.vocabulary import INTERACTIONS, KINDS, PLACES, PLAYERS, TARGETING, TRIGGERS


def random_effect(rng: random.Random) -> dict[str, Any]:
    effect = rng.choice(EFFECTS)
    values: dict[str, Any] = {"EffectType": effect.name}
    for parameter in effect.parameters.values():
        if rng.random() < 0.15 and effect.refuse is None:
            continue
        if parameter.vocabulary is None:
            values[parameter.name] = rng.choice([-2, -1, 0, 1, 2, 2, 2, 3])
        elif parameter.name == "Input" and rng.random() < 0.4:
            continue
        else:
            words = [word.name for word in (parameter.words if rng.random() < 0.9 else parameter.vocabulary.words)]
            values[parameter.name] = rng.choice(words)
    return values if possible(effect, values) else random_effect(rng)


def possible(effect: Effect, values: dict[str, Any]) -> bool:
    if effect.refuse is None:
        return True
    read = {
        name: values[name] if parameter.vocabulary is None else parameter.vocabulary.read(values[name])
        for name, parameter in effect.parameters.items()
        if name in values
    }
    return not effect.refuse(effect.complete(read))[0]


def random_list(rng: random.Random) -> list[dict[str, Any]]:
    return [random_effect(rng) for _ in range(rng.randint(1, 6))]


def random_card(rng: random.Random, number: int) -> dict[str, Any]:
    """Return the JSON value of a card that loads."""
    kind = rng.choice(["UNIT", "BUILDING", "SKILL"])
    card: dict[str, Any] = {"Id": number, "EntityType": kind, "Cost": rng.randint(0, 1), "TargetOptions": []}
    if kind == "SKILL":
        card["TargetType"] = rng.choice(TARGETING.words).name
        card["TargetOwner"] = rng.choice(PLAYERS.words).name
    else:
        card["Name"] = f"{kind} {number}"
        card["Hp"] = rng.randint(1, 6)
    if kind == "UNIT":
        card |= {"Attack": rng.randint(0, 4), "Movement": rng.randint(0, 3), "MovementDenominator": rng.randint(1, 2)}
    names = [name for name, occasion in INTERACTIONS.items() if rng.random() < 0.3]
    card["Interactions"] = {name: random_list(rng) for name in names}
    if kind == "SKILL":
        card["Interactions"].setdefault("WHEN_PLAYED", random_list(rng))
    else:
        card["Triggers"] = random_triggers(rng)
    return card


def random_triggers(rng: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, occasion in TRIGGERS.items():
        for place in PLACES.words:
            if rng.random() < (0.25 if place.value in occasion.places else 0.02):
                found.setdefault(place.name, {})[name] = random_list(rng)
    return found


def random_class(rng: random.Random, number: int) -> dict[str, Any]:
    card = {"Id": number, "EntityType": "PLAYER", "Name": f"CLASS {number}", "Hp": 30, "CurrentGold": 9}
    damage = {name: random_list(rng) for name in ("PRE_DAMAGE", "POST_DAMAGE") if rng.random() < 0.4}
    return {**card, "ActivePowerId": 1, "Interactions": damage, "Triggers": random_triggers(rng)}


def random_catalogue(rng: random.Random, count: int) -> tuple[Catalogue, list[int]]:
    """Return a catalogue with random cards from 100 on and the class -10, and the numbers of the cards."""
    catalogue = Catalogue()
    numbers = list(range(100, 100 + count))
    for number in numbers:
        catalogue.add_value(random_card(rng, number), None)
    catalogue.add_value(random_class(rng, -10), None)
    return catalogue, numbers


assert {word.value for word in KINDS.words} == {codes.UNIT, codes.BUILDING, codes.SKILL, codes.PLAYER}
