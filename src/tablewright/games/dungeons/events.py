"""What can happen. ``told`` is the sentence of the rulebook where it has one; everybody at the table learns the same.

Events hold the pieces as they are after the change (a fallen one as it was when it fell). What is seen of them calls
heroes, foes, fields and items as the view does: a hero by its type, of which there is one, a foe by type, id and field.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Event
from tablewright.games.dungeons.floor import place, position
from tablewright.games.dungeons.kinds import DAMAGE_TYPES
from tablewright.games.dungeons.pieces import Foe
from tablewright.games.dungeons.tables import ITEMS, abbreviation, amounts_by_name

if TYPE_CHECKING:
    from typing import Any

    from tablewright.games.dungeons.kinds import Attack, Item
    from tablewright.games.dungeons.pieces import Hero


def _hero(hero: Hero) -> dict[str, Any]:
    return {"hero": {"type": hero.player.kind.letter, "seat": hero.player.seat}}


def _foe(foe: Foe) -> dict[str, Any]:
    return {"foe": {"type": foe.kind.letter, "id": foe.id}}


def _who(who: Hero | Foe) -> dict[str, Any]:
    """Return whose event it is and where they stand, or stood when they fell."""
    name = _foe(who) if isinstance(who, Foe) else _hero(who)
    return {**name, "at": position(who.field)}


@final
class HeroMoved(Event):
    """A hero, who is still where it was, goes to a field; through a door the whole party follows."""

    __slots__ = ("field", "hero")

    def __init__(self, hero: Hero, field: int) -> None:
        self.hero = hero
        self.field = field

    def told(self, seat: int | None) -> str:
        return f"{self.hero.label} moved to {place(self.field)}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**_hero(self.hero), "from": position(self.hero.field), "to": position(self.field)}


@final
class RoomEntered(Event):
    """All living heroes are in another room."""

    __slots__ = ("first", "room")

    def __init__(self, room: int, first: bool) -> None:
        self.room = room
        #: Is this the first visit?
        self.first = first

    def told(self, seat: int | None) -> str:
        return f"The heroes enter room {self.room}{'' if self.first else ' again'}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"room": self.room, "first": self.first}


@final
class RoomCompleted(Event):
    """The last foe of the room has fallen; its doors are open from now on."""

    __slots__ = ("room",)

    def __init__(self, room: int) -> None:
        self.room = room

    def told(self, seat: int | None) -> str:
        return f"Room {self.room} is completed, its doors are open."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"room": self.room}


@final
class ChestTried(Event):
    """A hero is about to roll for the lock of a chest."""

    __slots__ = ("field", "hero", "minimum", "value")

    def __init__(self, hero: Hero, field: int, minimum: int, value: int) -> None:
        self.hero = hero
        self.field = field
        self.minimum = minimum
        self.value = value

    def told(self, seat: int | None) -> str:
        return f"To unlock this chest you need to roll at least {self.minimum} to reach the {self.value} needed."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**_hero(self.hero), "at": position(self.field), "minimum": self.minimum, "value": self.value}


@final
class ChestLocked(Event):
    """The roll was too low."""

    __slots__ = ("field", "hero")

    def __init__(self, hero: Hero, field: int) -> None:
        self.hero = hero
        self.field = field

    def told(self, seat: int | None) -> str:
        return "The chest remains locked."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**_hero(self.hero), "at": position(self.field)}


@final
class Looted(Event):
    """A hero received everything from a chest or a death location."""

    __slots__ = ("field", "hero", "items")

    def __init__(self, hero: Hero, field: int, items: tuple[int, ...]) -> None:
        self.hero = hero
        self.field = field
        #: Amounts by item number.
        self.items = items

    def told(self, seat: int | None) -> str:
        found = [f"{ITEMS[number].name} ({amount})" for number, amount in enumerate(self.items) if amount]
        return f"{self.hero.label} looted {', '.join(found) or 'nothing'}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**_hero(self.hero), "at": position(self.field), "items": amounts_by_name(self.items)}


@final
class Rolled(Event):
    """Dice were rolled."""

    __slots__ = ("dice", "sides", "total")

    def __init__(self, dice: int, sides: int, total: int) -> None:
        self.dice = dice
        self.sides = sides
        self.total = total

    def told(self, seat: int | None) -> str:
        return f"{self.dice} d{self.sides} {'shows' if self.dice == 1 else 'show'} {self.total}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"dice": self.dice, "sides": self.sides, "total": self.total}


@final
class Consumed(Event):
    """A hero drank a potion."""

    __slots__ = ("hero", "item")

    def __init__(self, hero: Hero, item: Item) -> None:
        self.hero = hero
        self.item = item

    def told(self, seat: int | None) -> str:
        return f'{self.hero.label} consumed "{self.item.name}".'

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**_hero(self.hero), "item": self.item.abbreviation}


@final
class Regenerated(Event):
    """A potion healed a hero, perhaps by nothing."""

    __slots__ = ("health", "hero")

    def __init__(self, hero: Hero, health: int) -> None:
        self.hero = hero
        self.health = health

    def told(self, seat: int | None) -> str:
        return f"{self.hero.label} regenerates {self.health} health."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**_hero(self.hero), "regenerated": self.health, "health": self.hero.health}


@final
class Resistant(Event):
    """A potion made a hero resistant."""

    __slots__ = ("damage", "hero")

    def __init__(self, hero: Hero, damage: int) -> None:
        self.hero = hero
        self.damage = damage

    def told(self, seat: int | None) -> str:
        return f'{self.hero.label} is now resistant to "{DAMAGE_TYPES[self.damage]}" until leaving the room.'

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**_hero(self.hero), "resists": DAMAGE_TYPES[self.damage]}


@final
class Equipped(Event):
    """A hero took armour or a weapon out of the bag, or put it back."""

    __slots__ = ("hero", "item", "on")

    def __init__(self, hero: Hero, item: Item, on: bool) -> None:
        self.hero = hero
        self.item = item
        self.on = on

    def told(self, seat: int | None) -> str:
        return f'{self.hero.label} {"equips" if self.on else "puts away"} "{self.item.name}".'

    def details(self, seat: int | None) -> dict[str, Any]:
        return {
            **_hero(self.hero),
            "item": self.item.abbreviation,
            "on": self.on,
            "armor": abbreviation(self.hero.gear.armor),
            "weapon": abbreviation(self.hero.gear.weapon),
            "armor_value": self.hero.av,
        }


@final
class Attacked(Event):
    """A hero or foe attacks; the damage follows."""

    __slots__ = ("aim", "attack", "fields", "foe", "who")

    def __init__(self, who: Hero | Foe, foe: bool, attack: Attack, aim: int, fields: tuple[int, ...]) -> None:
        self.who = who
        #: Is the attacker a foe?
        self.foe = foe
        self.attack = attack
        self.aim = aim
        #: All affected fields, ascending.
        self.fields = fields

    def told(self, seat: int | None) -> str:
        fields = ", ".join([place(field) for field in self.fields])
        return f'{self.who.label} used "{self.attack.weapon.name}" on {place(self.aim)} affecting {fields}.'

    def details(self, seat: int | None) -> dict[str, Any]:
        return {
            **_who(self.who),
            "weapon": self.attack.weapon.abbreviation,
            "aim": position(self.aim),
            "fields": [position(field) for field in self.fields],
        }


@final
class LostHealth(Event):
    """A character stood on an affected field; it may have lost nothing."""

    __slots__ = ("damage", "health", "lost", "resisted", "who")

    def __init__(self, who: Hero | Foe, lost: int, damage: int, resisted: bool, health: int) -> None:
        self.who = who
        self.lost = lost
        #: What is left.
        self.health = health
        #: The damage dealt on the field, before resistance and armour.
        self.damage = damage
        self.resisted = resisted

    def told(self, seat: int | None) -> str:
        share = "50 %" if self.resisted else "100 %"
        return f"{self.who.name} loses {self.lost} health ({self.damage} * {share} - {self.who.av})."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {
            **_who(self.who),
            "damage": self.damage,
            "resisted": self.resisted,
            "lost": self.lost,
            "health": self.health,
        }


@final
class Defeated(Event):
    """A character has no health left; a death location takes its place."""

    __slots__ = ("field", "who")

    def __init__(self, who: Hero | Foe, field: int) -> None:
        self.who = who
        self.field = field

    def told(self, seat: int | None) -> str:
        return f"{self.who.name} was defeated."

    def details(self, seat: int | None) -> dict[str, Any]:
        return _who(self.who)


@final
class FoeMoved(Event):
    """A foe that could attack nobody went to a field, perhaps its own."""

    __slots__ = ("foe", "origin")

    def __init__(self, foe: Foe, origin: int) -> None:
        self.foe = foe
        self.origin = origin

    def told(self, seat: int | None) -> str:
        return f"{self.foe.label} moved to {place(self.foe.field)}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**_foe(self.foe), "from": position(self.origin), "to": position(self.foe.field)}


@final
class ActionDone(Event):
    """An action is complete and the match goes on."""

    __slots__ = ("total",)

    def __init__(self, total: int) -> None:
        self.total = total

    def told(self, seat: int | None) -> str:
        return ""


@final
class FoesActed(Event):
    """The enemy phase is complete and the match goes on."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return ""


@final
class Ended(Event):
    """The match is over."""

    __slots__ = ("cause",)

    def __init__(self, cause: str) -> None:
        self.cause = cause

    def told(self, seat: int | None) -> str:
        return ENDINGS[self.cause]

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"outcome": self.cause}


DEFEAT = "defeat"
FLIGHT = "flight"
COMPLETION = "completion"
LIMIT = "limit"

ENDINGS = {
    DEFEAT: "All heroes are defeated.",
    FLIGHT: "The heroes flee from the dungeon.",
    COMPLETION: "The dungeon is completed, its master has fallen.",
    LIMIT: "The heroes have lost their way in the dungeon.",
}
