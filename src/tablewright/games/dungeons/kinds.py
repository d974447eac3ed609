"""What the tables of the rulebook describe: items, damage patterns, attacks, and the kinds of characters.

All of it is immutable and shared by every table. Items are numbered in alphabetical order of their abbreviations, so
that amounts of items are plain tuples of numbers, and listing them in order is listing them sorted.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final

if TYPE_CHECKING:
    from typing import Final

#: Kinds of items.
POTION: Final = 0
AMMUNITION: Final = 1
ARMOR: Final = 2
WEAPON: Final = 3

#: Damage types are positions in this list.
DAMAGE_TYPES: Final = ("Physical", "Fire", "Cold", "Force", "Acid")

#: No item, no damage type, no field.
NONE: Final = -1


@final
class Item:
    """A kind of item; ``heals`` d ``sides`` is what a health potion rolls, ``resists`` what another potion gives."""

    __slots__ = ("abbreviation", "heals", "kind", "name", "number", "resists", "sides")

    def __init__(
        self, number: int, abbreviation: str, name: str, kind: int, heals: int, sides: int, resists: int
    ) -> None:
        self.number = number
        self.abbreviation = abbreviation
        self.name = name
        self.kind = kind
        self.heals = heals
        self.sides = sides
        self.resists = resists


@final
class Pattern:
    """The fields that an attack affects besides the one aimed at.

    ``straight`` fields in the direction from the attacker (the one aimed at is the first of them), ``sides`` fields to
    each side on the ring around the attacker, and ``around`` fields in each of the four directions from the field
    aimed at.
    """

    __slots__ = ("around", "name", "number", "sides", "straight")

    def __init__(self, number: int, name: str, straight: int, sides: int, around: int) -> None:
        self.number = number
        self.name = name
        self.straight = straight
        self.sides = sides
        self.around = around


@final
class Attack:
    """A weapon in the hands of one kind of character: ``dice`` d ``sides`` plus ``plus``, the attribute it uses."""

    __slots__ = ("ammunition", "damage", "dice", "pattern", "plus", "ranged", "sides", "weapon")

    def __init__(
        self,
        weapon: Item,
        ranged: bool,
        damage: int,
        pattern: Pattern,
        dice: int,
        sides: int,
        plus: int,
        ammunition: int,
    ) -> None:
        self.weapon = weapon
        self.ranged = ranged
        self.damage = damage
        self.pattern = pattern
        self.dice = dice
        self.sides = sides
        self.plus = plus
        #: The number of the item that each shot takes, or ``NONE``. Foes never run out of it.
        self.ammunition = ammunition


@final
class HeroKind:
    """A player type. ``attacks`` and ``armor_values`` are indexed by item number; ``bag`` is without the equipped."""

    __slots__ = (
        "armor",
        "armor_values",
        "attacks",
        "av",
        "bag",
        "health",
        "letter",
        "name",
        "number",
        "strength",
        "vitality",
        "weapon",
    )

    def __init__(
        self,
        number: int,
        letter: str,
        name: str,
        health: int,
        av: int,
        strength: int,
        vitality: int,
        attacks: tuple[Attack | None, ...],
        armor_values: tuple[int, ...],
        bag: tuple[int, ...],
        armor: int,
        weapon: int,
    ) -> None:
        self.number = number
        self.letter = letter
        self.name = name
        self.health = health
        self.av = av
        self.strength = strength
        self.vitality = vitality
        self.attacks = attacks
        self.armor_values = armor_values
        self.bag = bag
        #: The numbers of the items that are equipped at the start, or ``NONE``.
        self.armor = armor
        self.weapon = weapon


@final
class FoeKind:
    """A kind of enemy. The dungeon is completed when a ``boss`` falls."""

    __slots__ = (
        "attacks",
        "av",
        "boss",
        "health",
        "letter",
        "loot",
        "name",
        "number",
        "ranged",
        "resists",
        "strength",
        "vitality",
    )

    def __init__(
        self,
        number: int,
        letter: str,
        name: str,
        health: int,
        av: int,
        strength: int,
        vitality: int,
        boss: bool,
        resists: int,
        attacks: tuple[Attack, ...],
        loot: tuple[int, ...],
    ) -> None:
        #: The place in the alphabet: foes are listed and act in this order.
        self.number = number
        self.letter = letter
        self.name = name
        self.health = health
        self.av = av
        self.strength = strength
        self.vitality = vitality
        self.boss = boss
        self.resists = resists
        self.attacks = attacks
        #: The attacks that need no neighbour.
        self.ranged = tuple([attack for attack in attacks if attack.ranged])
        self.loot = loot


@final
class Tables:
    """All tables together."""

    __slots__ = ("foes", "heroes", "items", "patterns")

    def __init__(
        self,
        items: tuple[Item, ...],
        patterns: tuple[Pattern, ...],
        heroes: tuple[HeroKind, ...],
        foes: tuple[FoeKind, ...],
    ) -> None:
        self.items = items
        self.patterns = patterns
        self.heroes = heroes
        self.foes = foes
