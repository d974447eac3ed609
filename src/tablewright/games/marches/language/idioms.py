"""Idioms: effects that belong together, declared once as a pattern with its sentence, and read in both directions.

``rows_of`` reads an effect list as rows, each an idiom with the values of its slots; ``effects_of`` writes the list
that rows stand for. Every list can be read, because each effect by itself is an idiom too. The plain words of cards are
made of these sentences, so that whoever edits rows and whoever reads about a card see the same.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import (
    EFFECT_OF_NAME,
    EFFECTS,
    RECEIVERS,
    amount_in_words,
    said,
)
from tablewright.games.marches.language.shapes import Parameter, Register
from tablewright.games.marches.language.vocabulary import REGISTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Final

    from tablewright.games.marches.language.effects import CardName, Effect
    from tablewright.games.marches.machine.chain import Instruction

    Step = Mapping[str, str | int | tuple[str, ...]]

#: In a pattern: whatever stands there is the value of a slot with the name of the parameter, or with the name that
#: follows. A tuple of words is a slot too, which takes only these.
SLOT: Final = "..."


class Idiom:
    """A pattern of effects and its sentence.

    A step of the pattern is an effect as it is written in a card. Parameters that it does not name have their default
    values; one that is a ``SLOT`` may have any, the same wherever the slot occurs in the pattern.
    """

    __slots__ = ("effects", "fixed", "name", "only", "parameters", "row", "says", "slots", "words")

    def __init__(
        self, name: str, says: str, *steps: Step, row: str = "", words: Mapping[str, Mapping[int, str]] | None = None
    ) -> None:
        self.name = name
        #: A sentence with the names of slots, and ``{amount}`` for n, as placeholders; "" is what its effect says.
        self.says = says
        #: The sentence of a row that can be edited, if it is another one; ``{targets}`` and ``{places}`` stand for
        #: those that are known there.
        self.row = row or says
        self.effects: list[Effect] = []
        #: For each step, the values that must be there and the slots by parameter.
        self.fixed: list[dict[str, int]] = []
        self.slots: list[dict[str, str]] = []
        #: What the values of slots mean, and those that some are limited to.
        self.parameters: dict[str, Parameter] = {}
        self.only: dict[str, frozenset[int]] = {}
        #: How the sentence of the row says single values of slots, where that differs from what effects say.
        self.words = words or {}
        for step in steps:
            effect = EFFECT_OF_NAME[str(step["EffectType"])]
            fixed = effect.complete({})
            slots: dict[str, str] = {}
            for name, value in step.items():
                if name == "EffectType":
                    continue
                parameter = effect.parameters[name]
                if isinstance(value, tuple) or str(value).startswith(SLOT):
                    slot = name if isinstance(value, tuple) else str(value)[len(SLOT) :] or name
                    slots[name] = slot
                    del fixed[name]
                    if isinstance(value, tuple):
                        self.only[slot] = frozenset(_number(parameter, word) for word in value)
                    self.parameters.setdefault(slot, parameter)
                else:
                    fixed[name] = _number(parameter, value)
            self.effects.append(effect)
            self.fixed.append(fixed)
            self.slots.append(slots)

    def read(self, instructions: Sequence[Instruction], start: int = 0) -> dict[str, int] | None:
        """Return the values of the slots if the pattern begins at a place of an effect list; ``None`` if not."""
        values: dict[str, int] = {}
        if start + len(self.effects) > len(instructions):
            return None
        for index, effect in enumerate(self.effects):
            if instructions[start + index].effect is not effect:
                return None
        for index, slots in enumerate(self.slots):
            found = instructions[start + index].values
            if any(found[name] != value for name, value in self.fixed[index].items()):
                return None
            for name, slot in slots.items():
                value = found[name]
                if values.setdefault(slot, value) != value or value not in self.only.get(slot, (value,)):
                    return None
        return values

    def complete(self, index: int, values: Mapping[str, int]) -> dict[str, int]:
        """Return all parameters of one of the effects."""
        return {**self.fixed[index], **{name: values[slot] for name, slot in self.slots[index].items()}}

    def write(self, values: Mapping[str, int]) -> list[dict[str, str | int]]:
        """Return the effects of the pattern as they stand in a card; defaults are left out."""
        found = []
        for index, effect in enumerate(self.effects):
            written: dict[str, str | int] = {"EffectType": effect.name}
            complete = self.complete(index, values)
            for name, parameter in effect.parameters.items():
                if complete[name] != parameter.default:
                    words = parameter.vocabulary
                    written[name] = complete[name] if words is None else words.write(complete[name])
            found.append(written)
        return found

    def say(self, values: Mapping[str, int], card_name: CardName | None = None) -> str:
        """Say the idiom with these values; ``card_name`` names the card of a number."""
        if not self.says:
            return self.effects[0].say(self.complete(0, values), card_name)
        more = {"targets": "every target", "places": "in every place"}
        if len(self.effects) > 1:
            more |= {slot: words[values[slot]] for slot, words in self.words.items() if values.get(slot) in words}
        if "Which" in self.parameters:
            more["of_how_many"] = amount_in_words(which_amount(values))
        return said(self.says, self.parameters, values, self.card_number, card_name, more)

    @property
    def card_number(self) -> bool:
        """Is the amount the number of a unit card?"""
        return any(effect.card_number for effect in self.effects)

    @property
    def places(self) -> bool:
        """Does the sentence say a place together with what happens there?"""
        return len(self.effects) > 1 and any(effect is ADDS_PLACE for effect in self.effects)

    def __repr__(self) -> str:
        return f"<{self.name}>"


def _number(parameter: Parameter, value: str | int) -> int:
    """Return the number that stands for a value as it is written in a pattern."""
    if parameter.vocabulary is None:
        return int(value)
    number = parameter.vocabulary.read(str(value))
    assert number is not None, (parameter.name, value)
    return number


def which_amount(values: Mapping[str, int]) -> dict[str, int]:
    """Return the n of a search whose slots are those of ``WHICH``."""
    return {
        "Input": values["WhichInput"],
        "MultiInputProcessing": values["WhichProcessing"],
        "TempVariable": values["WhichNumber"],
    }


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

ADDS_PLACE: Final = EFFECT_OF_NAME["ADD_LOCATION_REFERENCE"]
WHO: Final[Step] = {"EffectType": "SELECT_ENTITY", "SearchCriterion": SLOT, "TargetPlayer": SLOT, "TargetType": SLOT}
PLACE: Final[Step] = {"EffectType": "ADD_LOCATION_REFERENCE", "EffectLocation": SLOT}
ON_BOARD: Final[Step] = {"EffectType": "ADD_LOCATION_REFERENCE", "EffectLocation": "BOARD"}
ITS_TILE: Final[Step] = {"EffectType": "ADD_LOCATION_REFERENCE", "EffectLocation": "CURRENT_TILE"}
#: Whoever stands on the tile, while the slots with the names of the parameters are for those that are searched there.
STANDS: Final[Step] = {**WHO, "TargetPlayer": "...TilePlayer", "TargetType": "...TileType"}
FOUND: Final[Step] = {"EffectType": "FIND_ENTITIES", "TargetPlayer": SLOT, "TargetType": SLOT}
ALL_OF: Final[Step] = {**FOUND, "SearchCriterion": "ALL"}
WHICH: Final[Step] = {
    **FOUND,
    "SearchCriterion": "...Which",
    "Input": "...WhichInput",
    "MultiInputProcessing": "...WhichProcessing",
    "TempVariable": "...WhichNumber",
}
PLAYERS_THERE: Final[Step] = {**ALL_OF, "TargetType": "PLAYER"}
AMOUNT: Final[Step] = {"Input": SLOT, "MultiInputProcessing": SLOT, "TempVariable": SLOT}
IF: Final[Step] = {"EffectType": "ASSERT", "ModifierOperation": ("NONE", "NOT")}
ANY: Final[Step] = {**IF, "Input": "TARGET_COUNT"}
KEPT: Final[Step] = {"EffectType": "MODIFIER", "Output": "ACC"}
COUNTED: Final[Step] = {**KEPT, "ModifierOperation": "SET", "Input": "TARGET_COUNT"}
NEGATED: Final[Step] = {**KEPT, "ModifierOperation": "MULTIPLY", "TempVariable": -1}
DAMAGE: Final[Step] = {"EffectType": "EFFECT_DAMAGE", **AMOUNT}
CHANGE: Final[Step] = {"EffectType": "MODIFIER", "ModifierOperation": SLOT, **AMOUNT}
GOLD: Final[Step] = {**CHANGE, "Output": "PLAYERS_GOLD", "TargetPlayer": "...Receiver"}
STATS: Final = ("TARGET_HP", "TARGET_ATTACK", "TARGET_MOVEMENT", "TARGET_MOVEMENT_DENOMINATOR")

IS: Final = {codes.NO_OPERATION: "is", codes.NOT: "is not"}
IS_0: Final = {codes.NO_OPERATION: "is not", codes.NOT: "is"}
THERE_ARE: Final = {codes.NO_OPERATION: "there is any of", codes.NOT: "there is none of"}
THERE_IS: Final = {codes.NO_OPERATION: "there is", codes.NOT: "there is no"}
GROWS: Final = {
    codes.SET: "becomes",
    codes.ADD: "grows by",
    codes.MULTIPLY: "is multiplied by",
    codes.ABSOLUTE_SET: "becomes, base and all,",
    codes.NOT: "becomes 1 or 0, the opposite of",
}
NOUNS: Final = {
    codes.TARGET_HP: "HP",
    codes.TARGET_ATTACK: "attack",
    codes.TARGET_MOVEMENT: "movement",
    codes.TARGET_MOVEMENT_DENOMINATOR: "number of turns per march",
}
EACH_PLAYER: Final = {
    codes.OWNER: "you",
    codes.OPPONENT: "your opponent",
    codes.OWNER | codes.OPPONENT: "both players",
    0: "nobody",
}
WHOSE: Final = {
    codes.OWNER: "your",
    codes.OPPONENT: "your opponent's",
    codes.OWNER | codes.OPPONENT: "both players'",
    0: "nobody's",
}
FIRST_OF: Final = {
    codes.ALL: "every",
    codes.QUANTITY: "the first {of_how_many} of the",
    codes.ORDINAL: "number {of_how_many} (counted from 0) of the",
}
WORDS: Final[Mapping[str, Mapping[int, str]]] = {"Which": FIRST_OF, "Receiver": RECEIVERS}

ON_TILE: Final = "on the tile of {SearchCriterion} if it is {TilePlayer} {TileType}"

#: Who something is done to: name, sentence part, the steps that choose them, how slots are said.
CHOOSERS: Final[tuple[tuple[str, str, tuple[Step, ...], Mapping[str, Mapping[int, str]]], ...]] = (
    ("tile", f"{{Which}} {{TargetPlayer}} {{TargetType}} {ON_TILE}", (STANDS, ITS_TILE, WHICH), {}),
    ("player", "{TargetPlayer}", (ON_BOARD, PLAYERS_THERE), {"TargetPlayer": EACH_PLAYER}),
    ("there", "{Which} {TargetPlayer} {TargetType} on {EffectLocation}", (PLACE, WHICH), {}),
    ("found", "{Which} {TargetPlayer} {TargetType} {places}", (WHICH,), {}),
    ("one", "{SearchCriterion} if it is {TargetPlayer} {TargetType}", (WHO,), {}),
)
#: What is done: name, sentence, the step that does it, how slots are said, how it is said of one effect by itself.
ACTS: Final[tuple[tuple[str, str, Step, Mapping[str, Mapping[int, str]], str], ...]] = (
    ("damage", "deal {amount} damage to {who}", DAMAGE, {}, ""),
    ("kill", "kill {who}", {"EffectType": "KILL_ENTITIES"}, {}, ""),
    ("march", "make {who} march", {"EffectType": "MARCH_ENTITIES"}, {}, ""),
    (
        "stat",
        "the {Output} of {who} {ModifierOperation} {amount}",
        {**CHANGE, "Output": STATS},
        {"ModifierOperation": GROWS, "Output": NOUNS},
        "",
    ),
    (
        "gain",
        "for {who}, {Receiver} {ModifierOperation} {amount} gold",
        {**GOLD, "ModifierOperation": ("ADD",)},
        {"ModifierOperation": {codes.ADD: "gains"}},
        "",
    ),
    (
        "gold",
        "for {who}, {Receiver} gold {ModifierOperation} {amount}",
        GOLD,
        {"ModifierOperation": GROWS, "Receiver": {value: f"{says}'s" for value, says in RECEIVERS.items()}},
        "",
    ),
    (
        "draw",
        "for {who}, {Receiver} draws {amount} cards",
        {"EffectType": "CARD_DRAW", "TargetPlayer": "...Receiver", **AMOUNT},
        {},
        "",
    ),
    ("count", "count {who}", COUNTED, {}, "count the targets"),
)
SUMMON: Final[Step] = {"EffectType": "SUMMON_UNIT", "TargetPlayer": "...Receiver", **AMOUNT}
SUMMONED: Final = "summon {amount} for {Receiver} on "
SUMMONER: Final = {"Receiver": EACH_PLAYER}

#: Counting them before and after.
GONE: Final[tuple[Step, ...]] = (
    ALL_OF,
    COUNTED,
    {"EffectType": "EFFECT_DAMAGE", "TempVariable": SLOT},
    NEGATED,
    ALL_OF,
    {**KEPT, "ModifierOperation": "ADD", "Input": "TARGET_COUNT"},
)
CHANGE_IN_NUMBER: Final = Idiom(
    "change-in-number",
    "deal {TempVariable} damage to every {TargetPlayer} {TargetType} in the places, and see how their number changes",
    *GONE,
    row="deal {TempVariable} damage to every {TargetPlayer} {TargetType} {places}, and see how many are gone",
)
CHANGE_THERE: Final = Idiom(
    "change-there",
    "deal {TempVariable} damage to every {TargetPlayer} {TargetType} on {EffectLocation}, and see how many are gone",
    PLACE,
    *GONE,
)


def _composed() -> list[Idiom]:
    """Put together who something is done to and what is done."""
    found = []
    for act, sentence, step, said_of_act, _ in ACTS:
        for chooser, noun, steps, said_of_chooser in CHOOSERS:
            words = {**WORDS, **said_of_act, **said_of_chooser}
            says = sentence.replace("{who}", noun)
            if chooser == "player":
                if act == "stat":
                    says = "{TargetPlayer} {Output} {ModifierOperation} {amount}"
                    words["TargetPlayer"] = WHOSE
                elif act not in ("damage", "kill"):
                    continue  # what is done for a player is said otherwise
            elif " {who} " in sentence and "if it is" in noun:
                says = sentence.replace("{who}", noun.replace(" if it is", ", if it is") + ",")
            found.append(Idiom(f"{act}-{chooser}", says, *steps, step, words=words))
    return found


IDIOMS: Final = (
    CHANGE_THERE,
    CHANGE_IN_NUMBER,
    Idiom(
        "if-who",
        "if {SearchCriterion} {ModifierOperation} {TargetPlayer} {TargetType}",
        WHO,
        ANY,
        words={"ModifierOperation": IS},
    ),
    *(
        Idiom(
            f"if-{name}",
            f"if {{ModifierOperation}} {{TargetPlayer}} {{TargetType}} {where}",
            *steps,
            ALL_OF,
            ANY,
            words={"ModifierOperation": THERE_IS},
        )
        for name, where, steps in (
            ("tile", ON_TILE, (STANDS, ITS_TILE)),
            ("there", "on {EffectLocation}", (PLACE,)),
            ("found", "{places}", ()),
        )
    ),
    *_composed(),
    *(
        Idiom(
            f"choose-{name}",
            "" if len(steps) == 1 else f"choose {noun}",
            *steps,
            row=f"choose {noun}",
            words={**WORDS, **words},
        )
        for name, noun, steps, words in CHOOSERS
        if name != "player"
    ),
    Idiom("summon-tile", SUMMONED.removesuffix("on ") + ON_TILE, STANDS, ITS_TILE, SUMMON, words=SUMMONER),
    Idiom("summon-there", SUMMONED + "{EffectLocation}", PLACE, SUMMON, words=SUMMONER),
    # What is kept from effect to effect is called "that number", never by the name of its register.
    Idiom("negative", "take the negative of that number", NEGATED),
    *(
        Idiom(
            name,
            plain,
            step,
            row=sentence.replace("{who}", "{targets}"),
            words={**WORDS, **words},
        )
        for name, sentence, step, words, plain in ACTS
    ),
    Idiom("take", "take {amount}", {**KEPT, **AMOUNT, "ModifierOperation": "SET"}, row="remember {amount}"),
    Idiom(
        "take-plainly",
        "take {amount}",
        {**KEPT, **AMOUNT, "ModifierOperation": "ABSOLUTE_SET"},
        row="remember {amount}",
    ),
    Idiom("increase", "add {amount} to that number", {**KEPT, **AMOUNT, "ModifierOperation": "ADD"}),
    Idiom("multiply", "multiply that number by {amount}", {**KEPT, **AMOUNT, "ModifierOperation": "MULTIPLY"}),
    Idiom(
        "turn-round",
        "take 1 if {amount} is 0, otherwise 0",
        {**KEPT, **AMOUNT, "ModifierOperation": "NOT"},
        row="remember 1 if {amount} is 0, otherwise 0",
    ),
    Idiom(
        "steps",
        "",
        {**CHANGE, "Output": "MARCH_CURRENT_MOVEMENT"},
        row="the number of steps left of the march {ModifierOperation} {amount}",
        words={"ModifierOperation": GROWS},
    ),
    Idiom(
        "hit",
        "",
        {**CHANGE, "Output": "DAMAGE_AMOUNT"},
        row="the damage {ModifierOperation} {amount}",
        words={"ModifierOperation": GROWS},
    ),
    Idiom("if-any", "", ANY, row="if {ModifierOperation} {targets}", words={"ModifierOperation": THERE_ARE}),
    Idiom(
        "if-number",
        "",
        {**IF, **AMOUNT},
        row="if {amount} {ModifierOperation} 0",
        words={"ModifierOperation": IS_0},
    ),
    Idiom(
        "if-role",
        "",
        {"EffectType": "ASSERT_ROLE", "SearchCriterion": SLOT, "ModifierOperation": ("NONE", "NOT")},
        row="if {this} {ModifierOperation} {SearchCriterion}",
        words={"ModifierOperation": IS},
    ),
    Idiom(
        "summon",
        "",
        {**SUMMON, "TargetPlayer": SLOT},
        row="summon {amount} for {TargetPlayer} {places}",
        words={"TargetPlayer": EACH_PLAYER},
    ),
    Idiom("also-there", "", PLACE, row="mark {EffectLocation}{too}"),
)
#: How single effects are said as rows that no idiom before says; the words for what they do are those of idioms.
SINGLE_ROWS: Final = {
    "MODIFIER": "{Output} {ModifierOperation} {amount}",
    "ASSERT": "if {amount} {ModifierOperation} 0",
    "ASSERT_ROLE": "if {this} {ModifierOperation} {SearchCriterion}",
}
SINGLE_WORDS: Final[Mapping[str, Mapping[str, Mapping[int, str]]]] = {
    "MODIFIER": {
        "ModifierOperation": GROWS,
        "Output": {word.value: word.noun for word in REGISTERS.words if isinstance(word, Register)},
    },
    "ASSERT": {"ModifierOperation": dict.fromkeys(GROWS, "is not") | IS_0},
    "ASSERT_ROLE": {"ModifierOperation": dict.fromkeys(GROWS, "is") | IS},
}
#: Each effect by itself, with all of its parameters.
SINGLES: Final = tuple(
    Idiom(
        effect.name,
        "",
        {"EffectType": effect.name, **dict.fromkeys(effect.parameters, SLOT)},
        row=SINGLE_ROWS.get(effect.name, effect.says),
        words=SINGLE_WORDS.get(effect.name),
    )
    for effect in EFFECTS
)
#: In the order in which they are tried: the longest first, and those of the table before single effects.
TABLE: Final = tuple(sorted(IDIOMS, key=lambda idiom: -len(idiom.effects))) + SINGLES
IDIOM_OF_NAME: Final = {idiom.name: idiom for idiom in TABLE}
STARTING_WITH: Final = {
    effect.name: tuple(idiom for idiom in TABLE if idiom.effects[0] is effect) for effect in EFFECTS
}


def row_at(instructions: Sequence[Instruction], start: int, most: int = codes.MOST_EFFECTS) -> EffectRow:
    """Return the idiom of the most effects, but not more than ``most``, that begins at a place of an effect list."""
    placed = any(step.effect is ADDS_PLACE for step in instructions[:start])
    for idiom in STARTING_WITH[instructions[start].effect.name]:
        # What says a place says only that one, so there must be no others from before.
        if len(idiom.effects) <= most and not (placed and idiom.places):
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
