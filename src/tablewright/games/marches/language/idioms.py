"""Idioms: effects that belong together, declared once as a pattern with its sentence, and read in both directions.

``rows_of`` reads an effect list as rows, each an idiom with the values of its slots; ``effects_of`` writes the list
that rows stand for. Every list can be read, because each effect by itself is an idiom too. The plain words of cards are
made of these sentences, so that whoever edits rows and whoever reads about a card see the same.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import EFFECT_OF_NAME, EFFECTS, said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Final

    from tablewright.games.marches.language.effects import CardName, Effect
    from tablewright.games.marches.language.shapes import Parameter
    from tablewright.games.marches.machine.chain import Instruction

#: In a pattern: whatever stands there is the value of a slot with the name of the parameter.
SLOT: Final = "..."


class Idiom:
    """A pattern of effects and its sentence.

    A step of the pattern is an effect as it is written in a card. Parameters that it does not name have their default
    values; one that is a ``SLOT`` may have any, the same wherever the slot occurs in the pattern.
    """

    __slots__ = ("effects", "fixed", "name", "parameters", "says", "slots")

    def __init__(self, name: str, says: str, *steps: Mapping[str, str | int]) -> None:
        self.name = name
        #: A sentence with the names of slots, and ``{amount}`` for n, as placeholders.
        self.says = says
        self.effects: list[Effect] = []
        #: For each step, the values that must be there and the slots.
        self.fixed: list[dict[str, int]] = []
        self.slots: list[list[str]] = []
        #: What the values of slots mean.
        self.parameters: dict[str, Parameter] = {}
        for step in steps:
            effect = EFFECT_OF_NAME[str(step["EffectType"])]
            fixed = effect.complete({})
            slots = [parameter for parameter, value in step.items() if value == SLOT]
            for parameter, value in step.items():
                vocabulary = effect.parameters[parameter].vocabulary if parameter in effect.parameters else None
                if value == SLOT:
                    del fixed[parameter]
                    self.parameters.setdefault(parameter, effect.parameters[parameter])
                elif vocabulary is not None:
                    number = vocabulary.read(str(value))
                    assert number is not None, (name, parameter, value)
                    fixed[parameter] = number
                elif parameter != "EffectType":
                    fixed[parameter] = int(value)
            self.effects.append(effect)
            self.fixed.append(fixed)
            self.slots.append(slots)

    def read(self, instructions: Sequence[Instruction], start: int = 0) -> dict[str, int] | None:
        """Return the values of the slots if the pattern begins at a place of an effect list; ``None`` if not."""
        values: dict[str, int] = {}
        if start + len(self.effects) > len(instructions):
            return None
        for index, effect in enumerate(self.effects):
            step = instructions[start + index]
            if step.effect is not effect:
                return None
            if any(step.values[name] != value for name, value in self.fixed[index].items()):
                return None
            if any(values.setdefault(name, step.values[name]) != step.values[name] for name in self.slots[index]):
                return None
        return values

    def write(self, values: Mapping[str, int]) -> list[dict[str, str | int]]:
        """Return the effects of the pattern as they stand in a card; defaults are left out."""
        found = []
        for effect, fixed, slots in zip(self.effects, self.fixed, self.slots, strict=True):
            written: dict[str, str | int] = {"EffectType": effect.name}
            complete = {**fixed, **{name: values[name] for name in slots}}
            for name, parameter in effect.parameters.items():
                if complete[name] != parameter.default:
                    words = parameter.vocabulary
                    written[name] = complete[name] if words is None else words.write(complete[name])
            found.append(written)
        return found

    def say(self, values: Mapping[str, int], card_name: CardName | None = None) -> str:
        """Say the idiom with these values; ``card_name`` names the card of a number."""
        return said(self.says, self.parameters, values, any(step.card_number for step in self.effects), card_name)

    def __repr__(self) -> str:
        return f"<{self.name}>"


class EffectRow:
    """An idiom in an effect list, with the values of its slots."""

    __slots__ = ("idiom", "values")

    def __init__(self, idiom: Idiom, values: Mapping[str, int]) -> None:
        self.idiom = idiom
        self.values = values

    def __str__(self) -> str:
        return self.idiom.say(self.values)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EffectRow) and self.idiom is other.idiom and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.idiom.name, tuple(sorted(self.values.items()))))


# ------------------------------------------------------------------------------------------------------- the table

WHO: Final = {"EffectType": "SELECT_ENTITY", "SearchCriterion": SLOT, "TargetPlayer": SLOT, "TargetType": SLOT}
PLACE: Final = {"EffectType": "ADD_LOCATION_REFERENCE", "EffectLocation": SLOT}
ALL_OF: Final = {"EffectType": "FIND_ENTITIES", "SearchCriterion": "ALL", "TargetPlayer": SLOT, "TargetType": SLOT}
ANY: Final = {"EffectType": "ASSERT", "Input": "TARGET_COUNT"}
NONE: Final = {**ANY, "ModifierOperation": "NOT"}
AMOUNT: Final = {"Input": SLOT, "MultiInputProcessing": SLOT, "TempVariable": SLOT}
KEPT: Final = {"EffectType": "MODIFIER", "Output": "ACC"}
COUNTED: Final = {**KEPT, "ModifierOperation": "SET", "Input": "TARGET_COUNT"}
NEGATED: Final[dict[str, str | int]] = {**KEPT, "ModifierOperation": "MULTIPLY", "TempVariable": -1}

CHANGE_IN_NUMBER: Final = Idiom(
    "change-in-number",
    "deal {TempVariable} damage to every {TargetPlayer} {TargetType} in the places, and see how their number changes",
    ALL_OF,
    COUNTED,
    {"EffectType": "EFFECT_DAMAGE", "TempVariable": SLOT},
    NEGATED,
    ALL_OF,
    {**KEPT, "ModifierOperation": "ADD", "Input": "TARGET_COUNT"},
)
IDIOMS: Final = (
    CHANGE_IN_NUMBER,
    Idiom("if-who", "go on only if {SearchCriterion} is {TargetPlayer} {TargetType}", WHO, ANY),
    Idiom("unless-who", "go on only if {SearchCriterion} is not {TargetPlayer} {TargetType}", WHO, NONE),
    Idiom("if-there", "go on only if there is a {TargetPlayer} {TargetType} on {EffectLocation}", PLACE, ALL_OF, ANY),
    Idiom(
        "unless-there", "go on only if there is no {TargetPlayer} {TargetType} on {EffectLocation}", PLACE, ALL_OF, NONE
    ),
    Idiom("all-there", "target every {TargetPlayer} {TargetType} on {EffectLocation}", PLACE, ALL_OF),
    # What is kept from effect to effect is called "that number", never by the name of its register.
    Idiom("count", "count the targets", COUNTED),
    Idiom("negative", "take the negative of that number", NEGATED),
    Idiom("take", "take {amount}", {**KEPT, **AMOUNT, "ModifierOperation": "SET"}),
    Idiom("take-plainly", "take {amount}", {**KEPT, **AMOUNT, "ModifierOperation": "ABSOLUTE_SET"}),
    Idiom("increase", "add {amount} to that number", {**KEPT, **AMOUNT, "ModifierOperation": "ADD"}),
    Idiom("multiply", "multiply that number by {amount}", {**KEPT, **AMOUNT, "ModifierOperation": "MULTIPLY"}),
    Idiom("turn-round", "take 1 if {amount} is 0, otherwise 0", {**KEPT, **AMOUNT, "ModifierOperation": "NOT"}),
)
#: Each effect by itself, with all of its parameters.
SINGLES: Final = tuple(
    Idiom(effect.name, effect.says, {"EffectType": effect.name, **dict.fromkeys(effect.parameters, SLOT)})
    for effect in EFFECTS
)
#: In the order in which they are tried.
TABLE: Final = tuple(sorted(IDIOMS, key=lambda idiom: -len(idiom.effects))) + SINGLES


def row_at(instructions: Sequence[Instruction], start: int, most: int = codes.MOST_EFFECTS) -> EffectRow:
    """Return the idiom of the most effects, but not more than ``most``, that begins at a place of an effect list."""
    placed = any(step.effect.name == PLACE["EffectType"] for step in instructions[:start])
    for idiom in TABLE:
        # What says a place says only that one, so there must be no others from before.
        if len(idiom.effects) <= most and not (placed and "EffectLocation" in idiom.parameters and idiom in IDIOMS):
            values = idiom.read(instructions, start)
            if values is not None:
                return EffectRow(idiom, values)
    raise AssertionError(f"{instructions[start].effect} is in no idiom")


def rows_of(instructions: Sequence[Instruction]) -> list[EffectRow]:
    """Read an effect list as rows."""
    rows: list[EffectRow] = []
    start = 0
    while start < len(instructions):
        rows.append(row_at(instructions, start))
        start += len(rows[-1].idiom.effects)
    return rows


def effects_of(rows: Iterable[EffectRow]) -> list[dict[str, str | int]]:
    """Write the effects that rows stand for, as they stand in a card."""
    return [effect for row in rows for effect in row.idiom.write(row.values)]
