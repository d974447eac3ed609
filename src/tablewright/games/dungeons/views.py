"""What the party may know. All seats share one party, so everybody, spectators included, knows the same.

Hidden are rooms never entered, what is in a chest, and the value of its lock until somebody has tried it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablewright.games.dungeons.floor import column_of, row_of
from tablewright.games.dungeons.kinds import DAMAGE_TYPES, NONE
from tablewright.games.dungeons.rules import door_is_open
from tablewright.games.dungeons.tables import ITEMS

if TYPE_CHECKING:
    from tablewright.games.dungeons.pieces import Foe, Hero, Hoard
    from tablewright.games.dungeons.setup import Room
    from tablewright.games.dungeons.state import DungeonsState


def position(field: int) -> list[int] | None:
    """Return a field as [row, column]; ``None`` for no field."""
    return None if field == NONE else [row_of(field), column_of(field)]


def abbreviation(item: int) -> str | None:
    """Return an item as its abbreviation; ``None`` for no item."""
    return None if item == NONE else ITEMS[item].abbreviation


def amounts(items: tuple[int, ...]) -> dict[str, int]:
    """Return amounts by abbreviation."""
    return {item.abbreviation: amount for item, amount in zip(ITEMS, items, strict=True) if amount}


def view(state: DungeonsState) -> dict[str, Any]:
    """Return the position as the party sees it."""
    setup = state.setup
    here = _room(state.room, state.hoards)
    for door, (field, _) in zip(here["doors"], state.room.doors, strict=True):
        door["open"] = door_is_open(state, field)
    here["foes"] = [_foe(foe) for foe in state.foes if foe.health]
    left = [
        _room(room, hoards)
        for room, hoards in zip(setup.rooms, state.memory, strict=True)
        if hoards is not None and room is not state.room
    ]
    return {
        "heroes": [_hero(hero) for hero in state.heroes],
        "room": here,
        "left": left,
        "rooms": len(setup.rooms),
        "completed": state.completed(),
        "actions": {"phase": state.count, "per_phase": len(state.heroes), "total": state.total, "limit": setup.limit},
        "outcome": None if state.outcome is None else state.outcome.cause,
    }


def _room(room: Room, hoards: tuple[Hoard, ...]) -> dict[str, Any]:
    return {
        "id": room.id,
        "width": room.floor.width,
        "height": room.floor.height,
        "doors": [{"at": position(field), "to": behind} for field, behind in room.doors],
        "chests": [
            {"at": position(hoard.field), "value": hoard.value if hoard.tried else None}
            for hoard in hoards
            if hoard.chest
        ],
        "remains": [
            {"at": position(hoard.field), "items": amounts(hoard.items)} for hoard in hoards if not hoard.chest
        ],
    }


def _foe(foe: Foe) -> dict[str, Any]:
    return {
        "type": foe.kind.letter,
        "id": foe.id,
        "at": position(foe.field),
        "health": foe.health,
        "max_health": foe.kind.health,
    }


def _hero(hero: Hero) -> dict[str, Any]:
    gear = hero.gear
    return {
        "type": hero.player.kind.letter,
        "name": hero.name,
        "seat": hero.player.seat,
        "at": position(hero.field),
        "health": hero.health,
        "max_health": hero.player.kind.health,
        "armor_value": gear.av if hero.health else None,
        "armor": abbreviation(gear.armor),
        "weapon": abbreviation(gear.weapon),
        "bag": amounts(gear.bag),
        "resists": None if hero.resists == NONE else DAMAGE_TYPES[hero.resists],
    }
