"""Dungeons & Classes in the browser: the tables of the rulebook, and nothing of any dungeon.

A setup holds all rooms, chests and foes. None of them is looked at here, so that the catalog is the same for every
dungeon: who holds it knows what a Lich can do, but not where one waits.
"""

from __future__ import annotations

from typing import Any

from tablewright.games.dungeons.kinds import AMMUNITION, ARMOR, DAMAGE_TYPES, NONE, POTION, WEAPON, Attack, Item
from tablewright.games.dungeons.setup import DungeonsSetup
from tablewright.games.dungeons.tables import FOES, HEROES, ITEMS, TABLES, abbreviation, amounts_by_name
from tablewright.web.boards import WebBoard

KINDS = {POTION: "potion", AMMUNITION: "ammunition", ARMOR: "armor", WEAPON: "weapon"}


def catalog(setup: DungeonsSetup) -> dict[str, Any]:
    """Return items, patterns and characters as the rulebook prints them, whatever the dungeon is."""
    return {
        "items": {item.abbreviation: _item(item) for item in ITEMS},
        "patterns": {
            pattern.name: {"straight": pattern.straight, "sides": pattern.sides, "around": pattern.around}
            for pattern in TABLES.patterns
        },
        "heroes": {
            kind.letter: {
                "name": kind.name,
                "health": kind.health,
                "armor_value": kind.av,
                "strength": kind.strength,
                "vitality": kind.vitality,
                "attacks": _attacks(kind.attacks),
                "armor": {
                    item.abbreviation: max(kind.av, kind.armor_values[item.number])
                    for item in ITEMS
                    if item.kind == ARMOR
                },
            }
            for kind in HEROES
        },
        "foes": {
            kind.letter: {
                "name": kind.name,
                "health": kind.health,
                "armor_value": kind.av,
                "boss": kind.boss,
                "resists": _damage(kind.resists),
                "attacks": _attacks(kind.attacks),
                "leaves": amounts_by_name(kind.loot),
            }
            for kind in FOES
        },
    }


def _item(item: Item) -> dict[str, Any]:
    heals = [item.heals, item.sides] if item.heals else None
    return {"name": item.name, "kind": KINDS[item.kind], "heals": heals, "resists": _damage(item.resists)}


def _damage(kind: int) -> str | None:
    return None if kind == NONE else DAMAGE_TYPES[kind]


def _attacks(attacks: tuple[Attack | None, ...]) -> dict[str, Any]:
    """Return by weapon what it does in the hands of one kind of character."""
    return {
        attack.weapon.abbreviation: {
            "ranged": attack.ranged,
            "damage": _damage(attack.damage),
            "pattern": attack.pattern.name,
            "dice": attack.dice,
            "sides": attack.sides,
            "plus": attack.plus,
            "ammunition": abbreviation(attack.ammunition),
        }
        for attack in attacks
        if attack is not None
    }


BOARD = WebBoard("dungeons", catalog)
