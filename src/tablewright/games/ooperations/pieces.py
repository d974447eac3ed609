"""Traits, card types, and the creatures that are made of them: what states share and never change."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final, mypyc_attr

if TYPE_CHECKING:
    from typing import Any, Final

    from tablewright.games.ooperations.actions import OoperationsAction, Row

LANES: Final = 7

# Traits are flags of one int, in the alphabetical order of their letters and names.
BRUTAL: Final = 1 << 0
CHALLENGER: Final = 1 << 1
FIRST_STRIKE: Final = 1 << 2
HASTE: Final = 1 << 3
LIFESTEAL: Final = 1 << 4
POISONED: Final = 1 << 5
REGENERATE: Final = 1 << 6
TEMPORARY: Final = 1 << 7
UNDYING: Final = 1 << 8
VENOMOUS: Final = 1 << 9

TRAIT_LETTERS: Final = "BCFHLPRTUV"
TRAIT_NAMES: Final = (
    "Brutal",
    "Challenger",
    "First Strike",
    "Haste",
    "Lifesteal",
    "Poisoned",
    "Regenerate",
    "Temporary",
    "Undying",
    "Venomous",
)

# What a spell is aimed at; a creature card is aimed at a slot of its own Field Zone.
CREATURE: Final = 0
OWN_CREATURES: Final = 1
ENEMY_CREATURES: Final = 2
ALL_CREATURES: Final = 3
TARGET: Final = 4
GRAVEYARD: Final = 5

# How the mana cost of a spell comes about.
FIXED: Final = 0
HALF: Final = 1  # half the mana of the creature it is cast on, rounded up
ONE_MORE: Final = 2  # the mana of the creature it is cast on, plus one

# What a spell does, each with an amount or a set of traits.
GAIN: Final = 0
ATTACK: Final = 1
HEALTH: Final = 2
HALVE: Final = 3
AMPUTATE: Final = 4
CLONE: Final = 5
REMEMBER: Final = 6
REVIVE: Final = 7


def trait_letters(traits: int) -> str:
    """Return the letters of a set of traits, sorted."""
    return "".join(letter for bit, letter in enumerate(TRAIT_LETTERS) if traits >> bit & 1)


def trait_names(traits: int) -> list[str]:
    """Return the names of a set of traits, sorted."""
    return [name for bit, name in enumerate(TRAIT_NAMES) if traits >> bit & 1]


@final
class OoperationsCard:
    """A card type: what never changes about all cards with this ID. Compared by identity within a card set.

    ``aim`` says whether it is a creature and, if not, what the spell is aimed at. ``mana`` is 0 where ``cost`` makes
    it depend on a creature. ``effects`` are pairs of what the spell does and how much.
    """

    __slots__ = (
        "actions",
        "aim",
        "attack",
        "bit",
        "cost",
        "effects",
        "health",
        "index",
        "key",
        "mana",
        "name",
        "row",
        "traits",
    )

    def __init__(
        self,
        index: int,
        key: str,
        name: str,
        mana: int,
        aim: int,
        attack: int,
        health: int,
        traits: int,
        cost: int,
        effects: tuple[tuple[int, int], ...],
    ) -> None:
        self.index = index
        #: Its place in sets of cards that are one int.
        self.bit = 1 << index
        self.key = key
        self.name = name
        self.mana = mana
        self.aim = aim
        self.attack = attack
        self.health = health
        self.traits = traits
        self.cost = cost
        self.effects = effects
        #: The actions that play this card, by slot or by the index of the buried card; filled by ``CardSet``.
        self.actions: list[OoperationsAction] = []
        #: Those of a creature.
        self.row: Row | None = None

    def __repr__(self) -> str:
        return f"<{self.key}>"

    def cost_on(self, card: OoperationsCard) -> int:
        """Return the mana that casting this spell on a creature of the given type takes."""
        if self.cost == FIXED:
            return self.mana
        return (card.mana + 1) // 2 if self.cost == HALF else card.mana + 1


@final
@mypyc_attr(acyclic=True)
class Creature:
    """A creature on the board or in a graveyard. Never changed, only replaced, so that clones can share it."""

    __slots__ = ("attack", "card", "entered", "health", "traits")

    def __init__(self, card: OoperationsCard, attack: int, health: int, traits: int, entered: int) -> None:
        self.card = card
        self.attack = attack
        self.health = health
        self.traits = traits
        #: The round in which it entered the board.
        self.entered = entered

    def with_health(self, health: int) -> Creature:
        """Return this creature with another current health."""
        return Creature(self.card, self.attack, health, self.traits, self.entered)

    def with_traits(self, traits: int) -> Creature:
        """Return this creature with other current traits."""
        return Creature(self.card, self.attack, self.health, traits, self.entered)

    def key(self) -> tuple[int, int, int, int, int]:
        """Return everything about it as a hashable value."""
        return (self.card.index, self.attack, self.health, self.traits, self.entered)

    def view(self) -> dict[str, Any]:
        """Return everything about it as a JSON value; nothing of it is hidden from anybody."""
        return {
            "card": self.card.key,
            "attack": self.attack,
            "health": self.health,
            "traits": trait_letters(self.traits),
            "entered": self.entered,
        }


def summoned(card: OoperationsCard, entered: int) -> Creature:
    """Return a creature that enters the board: all its values are the base values of its card."""
    return Creature(card, card.attack, card.health, card.traits, entered)
