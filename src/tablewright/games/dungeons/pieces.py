"""What stands in a room: heroes, foes, and what can be looted.

All pieces are immutable: a change makes a new one in place of the old, so that clones of a state share them.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final, mypyc_attr
from tablewright.games.dungeons.actions import USES, DungeonsAction
from tablewright.games.dungeons.kinds import NONE
from tablewright.games.dungeons.tables import ITEMS

if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Final

    from tablewright.games.dungeons.kinds import Attack, FoeKind, HeroKind

#: Amounts by item number; all zero.
NOTHING: Final = (0,) * len(ITEMS)


def added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sums of two lists of amounts."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def changed(amounts: tuple[int, ...], item: int, by: int) -> tuple[int, ...]:
    """Return amounts with more or less of one item."""
    new = list(amounts)
    new[item] += by
    return tuple(new)


@final
class DungeonsPlayer:
    """Who leads a hero: constant for a match."""

    __slots__ = ("kind", "label", "name", "number", "seat")

    def __init__(self, number: int, name: str, kind: HeroKind, seat: int) -> None:
        #: Players count from 0 here, from 1 on the screen.
        self.number = number
        self.name = name
        self.kind = kind
        self.seat = seat
        #: The hero as the rulebook writes it.
        self.label = f'{kind.name} [{kind.letter}] "{name}"'


@final
@mypyc_attr(acyclic=True)
class Gear:
    """What a hero has, and what follows from it. The equipped items are not in the bag."""

    __slots__ = ("armor", "attack", "av", "bag", "uses", "weapon")

    def __init__(
        self,
        bag: tuple[int, ...],
        armor: int,
        weapon: int,
        av: int,
        attack: Attack | None,
        uses: tuple[DungeonsAction, ...],
    ) -> None:
        self.bag = bag
        #: Item numbers, or ``NONE``.
        self.armor = armor
        self.weapon = weapon
        #: The armour value in force.
        self.av = av
        #: What the equipped weapon does in these hands.
        self.attack = attack
        #: The actions that use an item.
        self.uses = uses

    def shot(self, ammunition: int) -> Gear:
        """Return the gear with one piece of ammunition less."""
        bag = changed(self.bag, ammunition, -1)
        return Gear(bag, self.armor, self.weapon, self.av, self.attack, self.uses)

    def everything(self) -> tuple[int, ...]:
        """Return the amounts of all items, equipped ones included."""
        amounts = list(self.bag)
        for item in (self.armor, self.weapon):
            if item != NONE:
                amounts[item] += 1
        return tuple(amounts)


def outfit(kind: HeroKind, bag: tuple[int, ...], armor: int, weapon: int) -> Gear:
    """Return the gear of a hero of some kind."""
    av = kind.av if armor == NONE else max(kind.av, kind.armor_values[armor])
    attack = None if weapon == NONE else kind.attacks[weapon]
    uses = [
        use
        for use in USES[kind.number]
        if use is not None and (bag[use.item] or use.item == weapon or use.item == armor)
    ]
    return Gear(bag, armor, weapon, av, attack, tuple(uses))


@final
@mypyc_attr(acyclic=True)
class Hero:
    """A player's character. A fallen one has no health, no field and no items."""

    __slots__ = ("field", "gear", "health", "player", "resists")

    def __init__(self, player: DungeonsPlayer, field: int, health: int, resists: int, gear: Gear) -> None:
        self.player = player
        self.field = field
        self.health = health
        #: A damage type, or ``NONE``.
        self.resists = resists
        self.gear = gear

    @property
    def name(self) -> str:
        """The name as the player typed it."""
        return self.player.name

    @property
    def label(self) -> str:
        """Type, letter and name."""
        return self.player.label

    @property
    def av(self) -> int:
        """The armour value in force."""
        return self.gear.av

    def moved(self, field: int) -> Hero:
        """Return the hero on another field."""
        return Hero(self.player, field, self.health, self.resists, self.gear)

    def with_health(self, health: int) -> Hero:
        """Return the hero with other health."""
        return Hero(self.player, self.field, health, self.resists, self.gear)

    def with_gear(self, gear: Gear) -> Hero:
        """Return the hero with other gear."""
        return Hero(self.player, self.field, self.health, self.resists, gear)

    def resistant(self, damage: int) -> Hero:
        """Return the hero with resistance to a damage type."""
        return Hero(self.player, self.field, self.health, damage, self.gear)

    def fallen(self) -> Hero:
        """Return the hero defeated."""
        return Hero(self.player, NONE, 0, NONE, outfit(self.player.kind, NOTHING, NONE, NONE))

    def key(self) -> Hashable:
        """Return a value of everything that can change."""
        return (self.field, self.health, self.resists, self.gear.bag, self.gear.armor, self.gear.weapon)


@final
@mypyc_attr(acyclic=True)
class Foe:
    """An enemy. A fallen one has no health and no field."""

    __slots__ = ("field", "health", "id", "kind")

    def __init__(self, kind: FoeKind, foe_id: int, field: int, health: int) -> None:
        self.kind = kind
        self.id = foe_id
        self.field = field
        self.health = health

    @property
    def name(self) -> str:
        """Type and id."""
        return f"{self.kind.name} {self.id}"

    @property
    def label(self) -> str:
        """Type, id and abbreviation."""
        return f"{self.kind.name} {self.id} [{self.kind.letter}{self.id}]"

    @property
    def av(self) -> int:
        """The armour value."""
        return self.kind.av

    def moved(self, field: int) -> Foe:
        """Return the foe on another field."""
        return Foe(self.kind, self.id, field, self.health)

    def with_health(self, health: int) -> Foe:
        """Return the foe with other health."""
        return Foe(self.kind, self.id, self.field, health)

    def fallen(self) -> Foe:
        """Return the foe defeated."""
        return Foe(self.kind, self.id, NONE, 0)

    def key(self) -> Hashable:
        """Return a value of everything."""
        return (self.kind.number, self.id, self.field, self.health)


@final
@mypyc_attr(acyclic=True)
class Hoard:
    """Something to loot: a treasure chest with the value that unlocks it, or a death location."""

    __slots__ = ("chest", "field", "items", "tried", "value")

    def __init__(self, field: int, chest: bool, value: int, tried: bool, items: tuple[int, ...]) -> None:
        self.field = field
        self.chest = chest
        self.value = value
        #: Has anybody tried to unlock the chest? From then on its value is known.
        self.tried = tried
        self.items = items

    def key(self) -> Hashable:
        """Return a value of everything."""
        return (self.field, self.chest, self.value, self.tried, self.items)
