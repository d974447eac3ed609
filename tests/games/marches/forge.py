"""Random cards: whatever the declarations allow, put together by dice."""

from __future__ import annotations

from typing import Any

from tablewright.core.dice import Dice
from tablewright.games.marches.files import Catalogue, make_setup
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import EFFECTS
from tablewright.games.marches.language.vocabulary import INTERACTIONS, OPERATIONS, PLACES, TARGETING, TRIGGERS
from tablewright.games.marches.setup import MarchesSetup
from tests.games.marches.story import Json

FIRST_ID = 200
KINDS = {"UNIT": codes.UNIT, "BUILDING": codes.BUILDING, "SKILL": codes.SKILL, "PLAYER": codes.PLAYER}


class Forge:
    """Makes random cards that load."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def number(self, low: int, high: int) -> int:
        return low + self.dice.roll(high - low + 1) - 1

    def one(self, items: Any) -> Any:
        listed = list(items)
        return listed[self.dice.roll(len(listed)) - 1]

    def chance(self, one_in: int) -> bool:
        return self.dice.roll(one_in) == 1

    def effect(self, kind: str) -> Json:
        """Make an effect. Classes never heal themselves, so that every match comes to an end."""
        while True:
            declared = self.one(EFFECTS)
            made: Json = {"EffectType": declared.name}
            values: dict[str, int] = {}
            for name, parameter in declared.parameters.items():
                if not parameter.needed and self.chance(2):
                    continue
                if parameter.vocabulary is None:
                    values[name] = made[name] = self.number(-3, 12)
                elif name == "Output":
                    word = self.one(w for w in parameter.words if getattr(w, "writable", False))
                    made[name], values[name] = word.name, word.value
                else:
                    word = self.one(parameter.words)
                    made[name], values[name] = word.name, word.value
            complete = declared.complete(values)
            if declared.refuse is not None and declared.refuse(complete)[0]:
                continue
            if complete.get("Output") == codes.TARGET_HP and complete["ModifierOperation"] != codes.ADD:
                continue
            if complete.get("Output") in (codes.TARGET_HP, codes.DAMAGE_AMOUNT) and kind == "PLAYER":
                continue
            return made

    def program(self, kind: str) -> list[Json]:
        effects = [self.effect(kind) for _ in range(self.number(1, 5))]
        if any(effect.get("Output") == "TARGET_HP" for effect in effects):
            for effect in effects:
                if "PLAYER" in str(effect.get("TargetType", "")):
                    effect["TargetType"] = "UNIT"
        return effects

    def card(self, number: int, kind: str) -> Json:
        made: Json = {"Id": number, "EntityType": kind, "Cost": self.number(0, 4), "Rarity": self.number(1, 3)}
        if kind != "SKILL":
            made |= {"Name": f"{kind} {number}", "Hp": self.number(0, 6)}
        if kind == "UNIT":
            made |= {
                "Attack": self.number(0, 4),
                "Movement": self.number(0, 4),
                "MovementDenominator": self.number(1, 3),
            }
        if kind == "PLAYER":
            made |= {"Hp": self.number(5, 20), "CurrentGold": self.number(0, 9)}
        if kind == "SKILL" and self.chance(2):
            made |= {
                "TargetType": self.one(TARGETING.words).name,
                "TargetOwner": self.one(("OWNER", "OPPONENT", "BOTH")),
            }
        if not self.chance(20):
            made["TargetOptions"] = [] if self.chance(3) else [self.number(0, 17) for _ in range(self.number(1, 8))]
        occasions = [name for name, occasion in INTERACTIONS.items() if occasion.kinds & KINDS[kind]]
        made["Interactions"] = {self.one(occasions): self.program(kind) for _ in range(self.number(0, 2))}
        if kind != "SKILL" and self.chance(2):
            place = self.one(PLACES.words).name
            made["Triggers"] = {place: {self.one(TRIGGERS): self.program(kind)}}
        return made

    def setup(self, cards: int = 12) -> MarchesSetup:
        """Make a match between two players of random classes with the same random cards."""
        catalogue = Catalogue()
        numbers = range(FIRST_ID, FIRST_ID + cards)
        for number in numbers:
            kind = self.one(("UNIT", "UNIT", "BUILDING", "SKILL"))
            catalogue.add_value(self.card(number, kind), None)
        classes = [-10, -11]
        for number in classes:
            catalogue.add_value(self.card(number, "PLAYER") | {"ActivePowerId": 1}, None)
        decks = [[self.one(numbers) for _ in range(15)] for _ in range(2)]
        return make_setup(decks, classes, {"any_deck": 1}, catalogue)


assert OPERATIONS.nothing == "NONE"
