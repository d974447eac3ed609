"""Rooms, heroes and items as the rulebook writes them."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.dungeons.floor import CHEST, DOOR, EMPTY, FOE, HERO, REMAINS, field_at
from tablewright.games.dungeons.kinds import ARMOR, NONE, WEAPON
from tablewright.games.dungeons.rules import door_is_open
from tablewright.games.dungeons.tables import ITEMS

if TYPE_CHECKING:
    from tablewright.games.dungeons.pieces import Hero
    from tablewright.games.dungeons.state import DungeonsState


def header(state: DungeonsState) -> str:
    """Return the line that says where the party is and how far it has come."""
    progress = f"{state.completed()}/{len(state.setup.rooms)}"
    return f"-- ROOM {state.room.id} ({progress} completed) --------------------\n"


def room_map(state: DungeonsState) -> str:
    """Return the map of the room."""
    floor, board = state.room.floor, state.board
    rule = "   +" + "---+" * floor.width + "\n"
    lines = ["    " + "".join([f" {column}  " for column in range(1, floor.width + 1)]) + "\n", rule]
    for row in range(1, floor.height + 1):
        first = field_at(row, 1)
        fields = ["   " if board[f] == EMPTY else symbol(state, f) for f in range(first, first + floor.width)]
        lines += [f" {row} |{'|'.join(fields)}|\n", rule]
    return "".join(lines)


def symbol(state: DungeonsState, field: int) -> str:
    """Return the three characters of a field that is not empty."""
    content = state.board[field]
    if content == DOOR:
        return f"{' ' if door_is_open(state, field) else '#'}D{state.room.behind(field)}"
    if content == CHEST:
        return "#T "
    if content == REMAINS:
        return " X "
    if content >= FOE:
        foe = state.foes[content - FOE]
        return f" {foe.kind.letter}{foe.id}"
    return f" {state.heroes[content - HERO].player.kind.letter} "


def foe_line(state: DungeonsState) -> str:
    """Return the line with the health of all foes; an empty one if none is left."""
    foes = [f"{foe.kind.letter}{foe.id}: {foe.health}/{foe.kind.health}" for foe in state.foes if foe.health]
    return f"   {', '.join(foes)}\n" if foes else "\n"


def inventory(hero: Hero) -> str:
    """Return what a hero wears, wields and carries."""
    gear = hero.gear
    return (
        f'Inventory "{hero.name}"\n'
        f"  Equipped Armor: {_equipped(gear.armor)}\n"
        f"  Equipped Weapon: {_equipped(gear.weapon)}\n" + item_lines(gear.bag)
    )


def _equipped(item: int) -> str:
    return "[-] None" if item == NONE else f"[{ITEMS[item].abbreviation}] {ITEMS[item].name}"


def item_lines(amounts: tuple[int, ...]) -> str:
    """Return amounts of items in a line for each section that has any."""
    sections: dict[str, list[str]] = {"Armor": [], "Weapons": [], "Consumables": []}
    for item, amount in zip(ITEMS, amounts, strict=True):
        if amount:
            section = "Armor" if item.kind == ARMOR else "Weapons" if item.kind == WEAPON else "Consumables"
            sections[section].append(f"[{item.abbreviation}] {item.name} ({amount})")
    return "".join([f"  {section}: {', '.join(entries)}\n" for section, entries in sections.items() if entries])


def picture(state: DungeonsState) -> str:
    """Draw the room and the party."""
    lines = [header(state), "\n", room_map(state), foe_line(state)]
    for hero in state.heroes:
        health = f"{hero.health}/{hero.player.kind.health}" if hero.health else "defeated"
        lines.append(f"{hero.label}: {health}\n")
    return "".join(lines)
