"""The effects: one declaration each, from which everything that is known about an effect is derived.

An effect says how it is called, which parameters it takes, what it reads and writes, how it is said in words, an
example, and which operation it becomes. The loader, the linter, the schema, the reference page, the plain text of
cards, the trace and the dispatch all work from ``EFFECTS``.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.shapes import Parameter, Register
from tablewright.games.marches.language.vocabulary import (
    CRITERIA,
    OPERATIONS,
    PLACES,
    PLAYERS,
    PROCESSING,
    REGISTERS,
    TARGET_KINDS,
)
from tablewright.games.marches.machine import operations as op

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final

    from tablewright.games.marches.machine.chain import Operation

    Values = Mapping[str, int]
    CardName = Callable[[int], str]

# What effects read and write besides the registers of the vocabulary.
#: The reference entities of the chain.
TARGETS: Final = "targets"
#: The reference locations of the chain.
CHAIN_PLACES: Final = "places"
#: Who takes part in what is going on: actor, affected, play target.
PARTICIPANTS: Final = "participants"
#: Units, buildings, players, hands and decks.
TABLE: Final = "table"
#: Whether the effect list goes on.
FLOW: Final = "flow"
#: Stand for what these parameters name.
INPUT: Final = "Input"
OUTPUT: Final = "Output"
LOCATION: Final = "EffectLocation"


class Effect:
    """The declaration of an effect."""

    __slots__ = ("about", "build", "card_number", "example", "name", "parameters", "reads", "refuse", "says", "writes")

    def __init__(
        self,
        name: str,
        about: str,
        *,
        parameters: Sequence[Parameter],
        reads: Sequence[str],
        writes: Sequence[str],
        says: str,
        build: Callable[[Values], Operation],
        example: Mapping[str, str | int],
        card_number: bool = False,
        refuse: Callable[[Values], tuple[str, str]] | None = None,
    ) -> None:
        self.name = name
        self.about = about
        self.parameters: Mapping[str, Parameter] = {parameter.name: parameter for parameter in parameters}
        #: Parts of the machine and the table that it reads and writes; see ``read`` and ``written``.
        self.reads = tuple(reads)
        self.writes = tuple(writes)
        #: A sentence with parameter names, and ``{amount}`` for n, as placeholders.
        self.says = says
        #: Makes the operation.
        self.build = build
        #: A use of it, as it stands in a card file.
        self.example: Mapping[str, str | int] = {"EffectType": name, **example}
        #: Is n the number of a unit card?
        self.card_number = card_number
        #: Returns parameter and reason if values are impossible, ("", "") if they are not.
        self.refuse = refuse

    def complete(self, written: Values) -> dict[str, int]:
        """Return all parameters of the effect: those that are written, and the defaults of the others."""
        return {name: written.get(name, parameter.default) for name, parameter in self.parameters.items()}

    def read(self, values: Values) -> set[str]:
        """Return what an instruction reads: parts and the names of registers."""
        found: set[str] = set()
        for part in self.reads:
            if part == INPUT:
                register = register_of(values["Input"])
                found.add(register.name)
                if register.of_targets or register.value == codes.TARGET_COUNT:
                    found.add(TARGETS)
            elif part == LOCATION:
                place = values["EffectLocation"]
                if place == codes.CURRENT_TILE:
                    found.add(TARGETS)
                elif place == codes.PLAY_TARGET:
                    found.add(PARTICIPANTS)
            elif part == OUTPUT:
                register = register_of(values["Output"])
                if values["ModifierOperation"] in (codes.ADD, codes.MULTIPLY):
                    found.add(register.name)
                if register.of_targets:
                    found.add(TARGETS)
            else:
                found.add(part)
        return found

    def written(self, values: Values) -> set[str]:
        """Return what an instruction writes: parts and the names of registers."""
        return {register_of(values["Output"]).name if part == OUTPUT else part for part in self.writes}

    def say(self, values: Values, card_name: CardName | None = None) -> str:
        """Say an instruction in words; ``card_name`` names the card of a number."""
        return said(self.says, self.parameters, values, self.card_number, card_name)

    def __repr__(self) -> str:
        return f"<{self.name}>"


def said(
    sentence: str,
    parameters: Mapping[str, Parameter],
    values: Values,
    card_number: bool,
    card_name: CardName | None,
    more: Mapping[str, str] | None = None,
) -> str:
    """Put what values mean into a sentence; ``card_number`` tells that n is the number of a card.

    ``more`` is what other placeholders stand for, or what values mean in this sentence only.
    """
    words = {name: parameter.say(values[name]) for name, parameter in parameters.items()}
    words["amount"] = "n"  # for a word such as ORDINAL that means nothing to an effect without n
    if "Input" in parameters:
        words["amount"] = amount_in_words(values)
        if card_number and values["Input"] == codes.TEMP_VARIABLE:
            number = values["TempVariable"]
            words["amount"] = card_name(number) if card_name is not None else f"card {number}"
    words.update(more or {})
    while "{" in sentence:  # what is put in may have placeholders of its own
        sentence = sentence.format_map(words)
    return " ".join(sentence.split())


def register_of(value: int) -> Register:
    """Return the declaration of a register."""
    register = REGISTERS.by_value[value]
    assert isinstance(register, Register)
    return register


def amount_in_words(values: Values) -> str:
    """Say the number n that an instruction works with."""
    register = register_of(values["Input"])
    if register.value == codes.TEMP_VARIABLE:
        return str(values["TempVariable"])
    if register.of_targets:
        return PROCESSING.by_value[values["MultiInputProcessing"]].says.format(noun=register.noun)
    return register.says


def amount(values: Values) -> op.Amount:
    """Make the amount of an instruction."""
    register = register_of(values["Input"])
    if register.of_targets:
        return op.TargetsAmount(register.value, values["MultiInputProcessing"])
    if register.value == codes.TEMP_VARIABLE:
        return op.Amount(register.value, values["TempVariable"], False)
    return op.RegisterAmount(register.value)


# ------------------------------------------------------------------------------------------------------- parameters

FILTER_PLAYER: Final = Parameter(
    "TargetPlayer", PLAYERS, 0, "Whose entities count, seen from the owner of the card.", needed=True
)
FILTER_KIND: Final = Parameter("TargetType", TARGET_KINDS, 0, "Which types of entities count.", needed=True)
RECEIVERS: Final = {
    codes.OWNER: "its owner",
    codes.OPPONENT: "its owner's opponent",
    codes.OWNER | codes.OPPONENT: "both players",
    0: "nobody",
}
SUMMONERS: Final = {
    codes.OWNER: "the card's owner",
    codes.OPPONENT: "the opponent",
    codes.OWNER | codes.OPPONENT: "both players",
    0: "nobody",
}
PARTICIPANT: Final = ("EFFECT_OWNING_ENTITY", "ACTOR_ENTITY", "AFFECTED_ENTITY", "PLAY_TARGET_ENTITY")


def n(about: str) -> tuple[Parameter, Parameter, Parameter]:
    """Declare the three parameters that make the number n of an effect."""
    return (
        Parameter("Input", REGISTERS, codes.TEMP_VARIABLE, about),
        Parameter(
            "MultiInputProcessing", PROCESSING, codes.FIRST, "How one n is made if the Input exists once per target."
        ),
        Parameter("TempVariable", None, 0, "The n itself, if the Input is TEMP_VARIABLE."),
    )


# -------------------------------------------------------------------------------------------------------- MODIFIER


def refuse_modifier(values: Values) -> tuple[str, str]:
    """Say what is impossible about a MODIFIER."""
    register, operation = register_of(values["Output"]), values["ModifierOperation"]
    if not register.writable:
        return ("Output", f"{register.name} can only be read")
    if operation == codes.NO_OPERATION:
        return ("ModifierOperation", "a MODIFIER needs an operation")
    if operation == codes.NOT and register.of_targets and register.value != codes.PLAYERS_GOLD:
        return ("ModifierOperation", "NOT cannot be used on a stat")
    return ("", "")


def build_modifier(values: Values) -> Operation:
    """Make the operation of a MODIFIER, which depends on its output."""
    output, operation, by = values["Output"], values["ModifierOperation"], amount(values)
    if output in (codes.ACC, codes.MARCH_CURRENT_MOVEMENT, codes.DAMAGE_AMOUNT):
        return op.ModifyRegister(operation, output, by)
    if output == codes.PLAYERS_GOLD:
        return op.ModifyGold(operation, values["TargetPlayer"], by)
    return op.ModifyStat(operation, output, by)


# ---------------------------------------------------------------------------------------------------- the table

EFFECTS: Final = (
    Effect(
        "SELECT_ENTITY",
        "Makes one entity that takes part in what happens the only target, if owner and type fit; otherwise there are"
        " no targets.",
        parameters=(
            Parameter("SearchCriterion", CRITERIA, codes.NOTHING, "Who.", allowed=PARTICIPANT, needed=True),
            Parameter(
                "TargetPlayer",
                PLAYERS,
                0,
                "Whose it must be, seen from the owner of the card.",
                needed=True,
                says={codes.OWNER: "a friendly", codes.OPPONENT: "an enemy", codes.OWNER | codes.OPPONENT: "a"},
            ),
            FILTER_KIND,
        ),
        reads=(PARTICIPANTS,),
        writes=(TARGETS,),
        says="target {SearchCriterion} if it is {TargetPlayer} {TargetType}",
        build=lambda v: op.Select(v["SearchCriterion"], v["TargetPlayer"], v["TargetType"]),
        example={"SearchCriterion": "ACTOR_ENTITY", "TargetPlayer": "OPPONENT", "TargetType": "UNIT"},
    ),
    Effect(
        "FIND_ENTITIES",
        "Searches every place collected so far, in order, and makes what it finds the targets. In each place it finds"
        " a player, then what stands there in the order in which it was placed, then the other player; the card's"
        " owner comes first, or last if n is negative.",
        parameters=(
            Parameter(
                "SearchCriterion",
                CRITERIA,
                codes.NOTHING,
                "How many of those found.",
                allowed=("ORDINAL", "QUANTITY", "ALL"),
                needed=True,
            ),
            FILTER_PLAYER,
            FILTER_KIND,
            *n("The n of ORDINAL and QUANTITY; a negative one puts the opponent first."),
        ),
        reads=(CHAIN_PLACES, TABLE, INPUT),
        writes=(TARGETS,),
        says="target {SearchCriterion} {TargetPlayer} {TargetType} in the places",
        build=lambda v: op.Find(v["SearchCriterion"], v["TargetPlayer"], v["TargetType"], amount(v)),
        example={"SearchCriterion": "ALL", "TargetPlayer": "OWNER", "TargetType": "UNIT|BUILDING"},
    ),
    Effect(
        "ADD_LOCATION_REFERENCE",
        "Adds a place to those that later effects search or summon on. CURRENT_TILE adds one for every target.",
        parameters=(Parameter("EffectLocation", PLACES, codes.BOARD, "The place."),),
        reads=(CHAIN_PLACES, LOCATION),
        writes=(CHAIN_PLACES,),
        says="add {EffectLocation} to the places",
        build=lambda v: (
            op.AddTiles() if v["EffectLocation"] == codes.CURRENT_TILE else op.AddPlace(v["EffectLocation"])
        ),
        example={"EffectLocation": "FOREST"},
    ),
    Effect(
        "SUMMON_UNIT",
        "Brings the unit with card number n into play in every place: on a tile, or at the first tile of a lane for"
        " the player who gets it. Nothing can be summoned on the board.",
        parameters=(
            Parameter("TargetPlayer", PLAYERS, 0, "Who gets the unit.", needed=True, says=SUMMONERS),
            *n("The card number of the unit."),
        ),
        reads=(CHAIN_PLACES, INPUT),
        writes=(TABLE,),
        says="summon {amount} for {TargetPlayer} in every place",
        build=lambda v: op.Summon(v["TargetPlayer"], amount(v)),
        example={"TargetPlayer": "OWNER", "TempVariable": 2},
        card_number=True,
    ),
    Effect(
        "MODIFIER",
        "Changes a value by n: a stat of every target, gold, the accumulator, the steps of a march, the damage.",
        parameters=(
            Parameter("Output", REGISTERS, codes.TEMP_VARIABLE, "What is changed.", needed=True),
            Parameter("ModifierOperation", OPERATIONS, codes.NO_OPERATION, "How it is changed.", needed=True),
            Parameter(
                "TargetPlayer",
                PLAYERS,
                0,
                "Only for PLAYERS_GOLD: whose gold, seen from the owner of each target.",
                says=RECEIVERS,
            ),
            *n("The n that the value is changed by."),
        ),
        reads=(INPUT, OUTPUT),
        writes=(OUTPUT,),
        says="{ModifierOperation}",
        build=build_modifier,
        example={"Output": "TARGET_ATTACK", "ModifierOperation": "ADD", "TempVariable": 2},
        refuse=refuse_modifier,
    ),
    Effect(
        "ASSERT",
        "Ends the effect list unless n is something else than 0; with NOT, unless n is 0.",
        parameters=(
            Parameter(
                "ModifierOperation",
                OPERATIONS,
                codes.NO_OPERATION,
                "NOT turns the condition round.",
                allowed=("NOT",),
                says={operation.value: "not 0" for operation in OPERATIONS.words} | {0: "not 0", codes.NOT: "0"},
            ),
            *n("The n that is looked at."),
        ),
        reads=(INPUT,),
        writes=(FLOW,),
        says="go on only if {amount} is {ModifierOperation}",
        build=lambda v: op.Assert(v["ModifierOperation"] == codes.NOT, amount(v)),
        example={"Input": "TARGET_COUNT"},
    ),
    Effect(
        "ASSERT_ROLE",
        "Ends the effect list unless the card itself has the role; with NOT, unless it has not.",
        parameters=(
            Parameter("SearchCriterion", CRITERIA, codes.NOTHING, "The role.", allowed=PARTICIPANT, needed=True),
            Parameter(
                "ModifierOperation",
                OPERATIONS,
                codes.NO_OPERATION,
                "NOT turns the condition round.",
                allowed=("NOT",),
                says={operation.value: "" for operation in OPERATIONS.words} | {0: "", codes.NOT: "not "},
            ),
        ),
        reads=(PARTICIPANTS,),
        writes=(FLOW,),
        says="go on only if this is {ModifierOperation}{SearchCriterion}",
        build=lambda v: op.AssertRole(v["ModifierOperation"] == codes.NOT, v["SearchCriterion"]),
        example={"SearchCriterion": "ACTOR_ENTITY"},
    ),
    Effect(
        "KILL_ENTITIES",
        "Kills every target at once, without damage. A player who is killed has lost.",
        parameters=(),
        reads=(TARGETS,),
        writes=(TABLE,),
        says="kill every target",
        build=lambda v: op.Kill(),
        example={},
    ),
    Effect(
        "EFFECT_DAMAGE",
        "Deals n damage to every target. Nobody strikes back.",
        parameters=n("The damage."),
        reads=(TARGETS, INPUT),
        writes=(TABLE,),
        says="deal {amount} damage to every target",
        build=lambda v: op.DealDamage(amount(v)),
        example={"TempVariable": 2},
    ),
    Effect(
        "CARD_DRAW",
        "Lets players draw n cards, once per target. Nobody is hurt by an empty deck.",
        parameters=(
            Parameter(
                "TargetPlayer",
                PLAYERS,
                0,
                "Who draws, seen from the owner of each target.",
                needed=True,
                says=RECEIVERS,
            ),
            *n("How many cards."),
        ),
        reads=(TARGETS, INPUT),
        writes=(TABLE,),
        says="for every target, {TargetPlayer} draws {amount}",
        build=lambda v: op.Draw(v["TargetPlayer"], amount(v)),
        example={"TargetPlayer": "OWNER", "TempVariable": 1},
    ),
    Effect(
        "MARCH_ENTITIES",
        "Makes every target that is a unit march at once.",
        parameters=(),
        reads=(TARGETS,),
        writes=(TABLE,),
        says="march every target",
        build=lambda v: op.March(),
        example={},
    ),
)
EFFECT_OF_NAME: Final = {effect.name: effect for effect in EFFECTS}
