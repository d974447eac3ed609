"""Ten ideas for cards, in the words in which somebody chooses them in the workshop.

Together they have every effect and every place of the language, each type of card, and each occasion: played, entered,
constructed, before and after damage, on a march, at the end of a turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Step:
    """A sentence that is taken from those offered, and what its chips say instead, in this order."""

    offer: str
    chips: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Idea:
    """A card: how it is called, what it is, its numbers and choices, and what happens when."""

    name: str
    kind: str
    lists: tuple[tuple[str, tuple[Step, ...]], ...]
    fields: dict[str, int] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    #: Where it is tried: the name of a tile, "" for the first place that is lit.
    at: str = ""
    #: A card of the hand that is played there too, after it.
    then: str = ""
    #: Turns that are ended on the board before what the card does is seen.
    ends: int = 0


YOUR_TURN = Step("If the player whose turn ends is you")

IDEAS = (
    Idea(
        "Sawmill",
        "Building",
        (
            (
                "At the end of a turn",
                (
                    YOUR_TURN,
                    Step(
                        "Deal 1 damage to every enemy unit on the board, and see how many are gone",
                        (("unit", "building"), ("the board", "the forest")),
                    ),
                    Step("If any are gone"),
                    Step("You gain 1 gold", (("1", "2"),)),
                ),
            ),
        ),
        fields={"gold": 3},
        ends=1,
    ),
    Idea(
        "Herald",
        "Unit",
        (
            (
                "When this is played",
                (Step("Make every friendly unit on the board march", (("the board", "the plains"),)),),
            ),
        ),
        fields={"gold": 3, "attack": 1},
    ),
    Idea(
        "Avalanche",
        "Skill",
        (("When this is played", (Step("Kill every enemy unit on the board", (("the board", "the mountain"),)),)),),
        fields={"gold": 6},
    ),
    Idea(
        "Spiked Gate",
        "Building",
        (
            (
                "When a unit enters this building",
                (Step("Deal 1 damage to this building", (("this building", "the unit that enters"),)),),
            ),
        ),
        at="F1",
        then="Militia",
    ),
    Idea(
        "Tithe Taker",
        "Unit",
        (
            (
                "After damage was dealt",
                (Step("If this unit is the one that deals the damage"), Step("You gain 1 gold")),
            ),
            (
                "Before damage is dealt",
                (
                    Step(
                        "If this unit is the one that deals the damage",
                        (("the one that deals the damage", "the one that suffers the damage"),),
                    ),
                    Step("The damage grows by 1", (("grows by", "falls by"),)),
                ),
            ),
        ),
        at="M1",
        ends=2,
    ),
    Idea(
        "Levy",
        "Skill",
        (
            (
                "When this is played",
                (
                    Step("If your gold is not 0"),
                    Step("Summon MILITIA for you on the plains", (("the plains", "the place it was played on"),)),
                ),
            ),
        ),
        choices={"what it is played on": "a lane"},
    ),
    Idea(
        "Master Builder",
        "Unit",
        (("When this unit constructs a building", (Step("You draw 1 card"),)),),
        at="M1",
        then="Stone Road",
    ),
    Idea(
        "Toll Bridge",
        "Building",
        (
            (
                "When a unit marches on from the tile where this is",
                (
                    Step("If the unit that marches is a friendly unit", (("a friendly", "an enemy"),)),
                    Step("The number of steps left of the march grows by 1", (("grows by", "becomes"), ("1", "0"))),
                ),
            ),
        ),
        at="M4",
        ends=1,
    ),
    Idea(
        "Ambush",
        "Skill",
        (
            (
                "When this is played",
                (Step("Deal 1 damage to every enemy unit on the tile of the unit it was played on", (("1", "3"),)),),
            ),
        ),
        choices={"what it is played on": "a unit", "whose": "the enemy's"},
    ),
    Idea(
        "Warden",
        "Class",
        (
            (
                "At the end of a turn",
                (YOUR_TURN, Step("The attack of every friendly unit on the board grows by 1")),
            ),
        ),
        ends=1,
    ),
)
