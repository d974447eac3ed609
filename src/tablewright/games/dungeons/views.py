"""What the party may know, and the whole position, as JSON values; what comes back is checked, and mistakes are named.

All seats share one party, so everybody, spectators included, knows the same. Hidden are rooms never entered, what is in
a chest, and the value of its lock until somebody has tried it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tablewright.core.dice import Dice, dice_at
from tablewright.core.outside import plain
from tablewright.core.values import fields, flag, items, number, one_of, text
from tablewright.games.dungeons.events import COMPLETION, DEFEAT, ENDINGS, FLIGHT, LIMIT
from tablewright.games.dungeons.files import LARGEST_NUMBER, PLAYABLE, parse_rooms
from tablewright.games.dungeons.floor import (
    CHEST,
    EMPTY,
    FIELDS,
    FOE,
    HERO,
    OUTSIDE,
    REMAINS,
    SIDE,
    column_of,
    field_at,
    position,
    row_of,
)
from tablewright.games.dungeons.kinds import ARMOR, DAMAGE_TYPES, NONE, WEAPON
from tablewright.games.dungeons.pieces import NOTHING, DungeonsPlayer, Foe, Hero, Hoard, added, outfit
from tablewright.games.dungeons.rules import door_is_open
from tablewright.games.dungeons.setup import (
    FIRST_ROOM,
    LONGEST_NAME,
    MOST_HEROES,
    WAY_OUT,
    DungeonsSetup,
    Room,
    party,
    too_small,
)
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.dungeons.tables import (
    DATA,
    HERO_OF,
    ITEM_OF,
    ITEM_SECTIONS,
    ITEMS,
    abbreviation,
    amounts_by_name,
    table_lines,
)

VERSION = 1
#: The longest line of a dungeon in a setup: a room full of chests that are full of everything needs less.
LONGEST_LINE = 40_000
#: A snapshot's dice are rolled again up to where they were, which takes time: half a second for so many, a hundred for
#: each action of the longest match.
MOST_DRAWS = 2_000_000
#: All chests of a dungeon together hold less of one item.
MOST_AMOUNT = FIELDS * SIDE * LARGEST_NUMBER
#: The damage types that a potion makes resistant to.
RESISTED = [DAMAGE_TYPES[item.resists] for item in ITEMS if item.resists != NONE]


# --- What the party may know


def view(state: DungeonsState) -> dict[str, Any]:
    """Return the position as the party sees it."""
    setup = state.setup
    here = _view_room(state.room, state.hoards)
    for door, (field, _) in zip(here["doors"], state.room.doors, strict=True):
        door["open"] = door_is_open(state, field)
    here["foes"] = [_view_foe(foe) for foe in state.foes if foe.health]
    left = [
        _view_room(room, hoards)
        for room, hoards in zip(setup.rooms, state.memory, strict=True)
        if hoards is not None and room is not state.room
    ]
    return {
        "heroes": [_view_hero(hero) for hero in state.heroes],
        "room": here,
        "left": left,
        "rooms": len(setup.rooms),
        "completed": state.completed(),
        "actions": {"phase": state.count, "per_phase": len(state.heroes), "total": state.total, "limit": setup.limit},
        "outcome": None if state.outcome is None else state.outcome.cause,
    }


def _view_room(room: Room, hoards: tuple[Hoard, ...]) -> dict[str, Any]:
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
            {"at": position(hoard.field), "items": amounts_by_name(hoard.items)} for hoard in hoards if not hoard.chest
        ],
    }


def _view_foe(foe: Foe) -> dict[str, Any]:
    return {
        "type": foe.kind.letter,
        "id": foe.id,
        "at": position(foe.field),
        "health": foe.health,
        "max_health": foe.kind.health,
    }


def _view_hero(hero: Hero) -> dict[str, Any]:
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
        "bag": amounts_by_name(gear.bag),
        "resists": None if hero.resists == NONE else DAMAGE_TYPES[hero.resists],
    }


# --- Setups


def write_setup(setup: DungeonsSetup) -> dict[str, Any]:
    """Return a setup as a JSON value; names are written as they are read, so that it comes back as the same setup."""
    return {
        "dungeon": [room.line() for room in setup.rooms],
        "heroes": [{"name": plain(player.name), "type": player.kind.letter} for player in setup.players],
        "seats": setup.seats,
        "limit": setup.limit,
    }


def read_setup(value: Any) -> DungeonsSetup:
    """Return the setup of a JSON value; raises ``ValueError`` with a sentence."""
    setup = fields(value, "a setup", ("dungeon", "heroes", "seats", "limit"))
    lines = [
        text(line, "a room of the dungeon", LONGEST_LINE) for line in items(setup["dungeon"], "the dungeon", 0, SIDE)
    ]
    rooms, problems = parse_rooms(lines, "dungeon")
    for problem in problems:
        if problem.code not in PLAYABLE:
            raise ValueError(f"the dungeon cannot be played: {problem.message}")
    heroes = []
    for entry in items(setup["heroes"], "the heroes", 1, MOST_HEROES):
        hero = fields(entry, "a hero", ("name", "type"))
        name = plain(text(hero["name"], "the name of a hero", LONGEST_NAME))
        heroes.append((name, one_of(hero["type"], "the type of a hero", HERO_OF)))
    seats = number(setup["seats"], "the number of seats", 1, MOST_HEROES)
    limit = number(setup["limit"], "the limit of actions", 0, LARGEST_NUMBER)
    small = too_small(rooms, len(heroes))
    if small is not None:
        raise ValueError(f"room {small.id} of the dungeon has only {small.free()} free fields for {len(heroes)} heroes")
    return DungeonsSetup(rooms, party(heroes, seats), seats, limit)


@cache
def _table_lines() -> dict[str, str]:
    return table_lines(DATA)


def shipped_content(setup: DungeonsSetup) -> dict[str, str]:
    """Return what the tables of the rulebook say of the heroes and foes of a setup, and of all items."""
    kinds = {player.kind.name for player in setup.players} | {
        foe.kind.name for room in setup.rooms for foe in room.foes
    }
    return {name: line for name, line in _table_lines().items() if name in kinds or name in ITEM_SECTIONS}


# --- Snapshots


def snapshot(state: DungeonsState) -> dict[str, Any]:
    """Return the whole position as a JSON value."""
    return {
        "version": VERSION,
        "setup": write_setup(state.setup),
        "dice": list(state.dice.key()),
        "outcome": None if state.outcome is None else state.outcome.cause,
        "room": state.room.id,
        "count": state.count,
        "total": state.total,
        "heroes": [_write_hero(hero) for hero in state.heroes],
        "foes": [{"at": position(foe.field), "health": foe.health} for foe in state.foes],
        "hoards": [_write_hoard(hoard) for hoard in state.hoards],
        "memory": [None if hoards is None else [_write_hoard(hoard) for hoard in hoards] for hoards in state.memory],
    }


def _write_hero(hero: Hero) -> dict[str, Any]:
    return {
        "at": position(hero.field),
        "health": hero.health,
        "resists": None if hero.resists == NONE else DAMAGE_TYPES[hero.resists],
        "armor": abbreviation(hero.gear.armor),
        "weapon": abbreviation(hero.gear.weapon),
        "bag": amounts_by_name(hero.gear.bag),
    }


def _write_hoard(hoard: Hoard) -> dict[str, Any]:
    chest = {"value": hoard.value, "tried": hoard.tried} if hoard.chest else None
    return {"at": position(hoard.field), "chest": chest, "items": amounts_by_name(hoard.items)}


def restore(value: Any) -> DungeonsState:
    """Return the state of a snapshot; raises ``ValueError`` with a sentence."""
    names = ("version", "setup", "dice", "outcome", "room", "count", "total", "heroes", "foes", "hoards", "memory")
    whole = fields(value, "a snapshot", names)
    if whole["version"] != VERSION:
        raise ValueError(
            f"the snapshot has version {repr(whole['version'])[:20]}, this program reads version {VERSION}"
        )
    setup = read_setup(whole["setup"])
    place = setup.positions[number(whole["room"], "the room", 1, SIDE)]
    if place < 0:
        raise ValueError(f"the dungeon has no room {whole['room']}")
    room = setup.rooms[place]
    board = room.bare.copy()

    players = setup.players
    entries = items(whole["heroes"], "the heroes", len(players), len(players))
    heroes = [_read_hero(entry, player, board) for entry, player in zip(entries, players, strict=True)]
    foes: list[Foe] = []
    if whole["foes"] != []:  # rooms that were left are entered again without them
        entries = items(whole["foes"], "the foes", len(room.foes), len(room.foes))
        foes = [_read_foe(entry, room.foes[i], board, i) for i, entry in enumerate(entries)]
    hoards = _read_hoards(whole["hoards"], room, board)
    entries = items(whole["memory"], "the memory", len(setup.rooms), len(setup.rooms))
    memory = [
        None if entry is None else _read_hoards(entry, other, other.bare.copy())
        for entry, other in zip(entries, setup.rooms, strict=True)
    ]
    if memory[place] != ():
        raise ValueError("the memory of the room that the heroes are in should be empty")

    cause = None if whole["outcome"] is None else one_of(whole["outcome"], "the outcome", ENDINGS)
    total = number(whole["total"], "the number of actions", 0, setup.limit or LARGEST_NUMBER)
    most = len(heroes) - (1 if cause is None else 0)  # the last action of a phase may end the match
    count = number(whole["count"], "the number of actions in this phase", 0, min(most, total))
    alive = [hero.player.seat for hero in heroes if hero.health]
    left = sum(1 for foe in foes if foe.health)
    seat = alive[0] if alive else 0
    dice = _read_dice(whole["dice"])
    state = DungeonsState(setup, dice, seat, None, room, board, heroes, foes, left, hoards, tuple(memory), count, total)
    _check_rooms(state)
    _check_loot(state)
    _check_end(state, cause)
    if cause is not None:
        state.end(cause)
    return state


def _read_dice(value: Any) -> Dice:
    seed, drawn = items(value, "the dice", 2, 2)
    if seed == -1:  # see core.dealing.SecretDice
        raise ValueError("the match was dealt from a secret, and its dice come back from its record only")
    return dice_at(number(seed, "the seed", 0, 2**32 - 1), number(drawn, "the draws", 0, MOST_DRAWS))


def _fallen(state: DungeonsState, room: Room) -> list[Foe]:
    """Return the foes of an entered room that have fallen: all, except in the room that the party is in."""
    return [foe for foe in state.foes if not foe.health] if room is state.room and state.foes else list(room.foes)


def _check_rooms(state: DungeonsState) -> None:
    """Refuse rooms that nobody can have come to."""
    entered = {
        room.id: room for room, hoards in zip(state.setup.rooms, state.memory, strict=True) if hoards is not None
    }
    reached, found = {FIRST_ROOM}, [FIRST_ROOM] if FIRST_ROOM in entered else []
    while found:
        onward = {behind for _, behind in entered[found.pop()].doors if behind in entered} - reached
        reached |= onward
        found += onward
    for room_id, room in entered.items():
        if room_id not in reached or FIRST_ROOM not in entered:
            raise ValueError(f"no way from room {FIRST_ROOM} to room {room_id} was taken")
        if (room is not state.room or not state.foes) and any(foe.kind.boss for foe in room.foes):
            raise ValueError(f"room {room_id} was left, but the match ends when its boss falls")


def _check_loot(state: DungeonsState) -> None:
    """Refuse death locations of nobody, and items out of nowhere; armour and weapons do not get lost either."""
    there = have = NOTHING
    nobodys = -sum(1 for hero in state.heroes if not hero.health)
    for hero in state.heroes:
        kind = hero.player.kind
        there = added(there, outfit(kind, kind.bag, kind.armor, kind.weapon).everything())
        have = added(have, hero.gear.everything())
    for room, left in zip(state.setup.rooms, state.memory, strict=True):
        if left is None:
            continue
        hoards = state.hoards if room is state.room else left
        fallen = _fallen(state, room)
        for source in (*[chest.items for chest in room.chests], *[foe.kind.loot for foe in fallen]):
            there = added(there, source)
        for hoard in hoards:
            have = added(have, hoard.items)
        nobodys += max(0, sum(1 for hoard in hoards if not hoard.chest) - len(fallen))
    if nobodys > 0:  # they would take the fields that heroes need when they enter
        raise ValueError("there are more death locations than heroes and foes have fallen")
    for item, real, written in zip(ITEMS, there, have, strict=True):
        if written > real or (written < real and item.kind in (ARMOR, WEAPON)):
            raise ValueError(f"there are {written} {item.abbreviation} in the match, where {real} can be found")


def _check_end(state: DungeonsState, cause: str | None) -> None:
    """Refuse an outcome that does not follow from the position, and a position from which one would follow."""
    room, limit = state.room, state.setup.limit
    if (cause == DEFEAT) == any(hero.health for hero in state.heroes):
        raise ValueError("a match ends by defeat exactly if no hero is alive")
    if (cause == COMPLETION) != any(foe.kind.boss and not foe.health for foe in state.foes):
        raise ValueError("a match ends by completion exactly if a boss has fallen")
    if cause == FLIGHT and (state.foes_left or WAY_OUT not in [behind for _, behind in room.doors]):
        raise ValueError(f"nobody can flee from room {room.id}")
    if (cause is None and limit and state.total == limit) or (cause == LIMIT and (not limit or state.total < limit)):
        raise ValueError("a match ends by its limit exactly if so many actions were done")


def _read_hero(value: Any, player: DungeonsPlayer, board: list[int]) -> Hero:
    hero = fields(value, "a hero", ("at", "health", "resists", "armor", "weapon", "bag"))
    name, kind = player.name, player.kind
    health = number(hero["health"], f"the health of {name}", 0, kind.health)
    resists = NONE
    if hero["resists"] is not None:
        resists = DAMAGE_TYPES.index(one_of(hero["resists"], f"the resistance of {name}", RESISTED))
    armor = _read_worn(hero["armor"], f"the armor of {name}", ARMOR)
    weapon = _read_worn(hero["weapon"], f"the weapon of {name}", WEAPON)
    gear = outfit(kind, _read_amounts(hero["bag"]), armor, weapon)
    if not health:
        if hero["at"] is not None or gear.everything() != NOTHING or resists != NONE:
            raise ValueError(f"{name} is defeated, but still has a place, an item or a resistance")
        return Hero(player, NONE, 0, NONE, gear)
    if not any(amount and item.kind == WEAPON for item, amount in zip(ITEMS, gear.everything(), strict=True)):
        raise ValueError(f"{name} has no weapon, which no hero can lose")
    return Hero(player, _stand(hero["at"], board, HERO + player.number), health, resists, gear)


def _read_worn(value: Any, what: str, kind: int) -> int:
    if value is None:
        return NONE
    return ITEM_OF[one_of(value, what, [item.abbreviation for item in ITEMS if item.kind == kind])].number


def _read_foe(value: Any, origin: Foe, board: list[int], place: int) -> Foe:
    foe = fields(value, "a foe", ("at", "health"))
    health = number(foe["health"], f"the health of {origin.name}", 0, origin.kind.health)
    if not health:
        if foe["at"] is not None:
            raise ValueError(f"{origin.name} is defeated, but still has a place")
        return origin.fallen()
    return Foe(origin.kind, origin.id, _stand(foe["at"], board, FOE + place), health)


def _read_hoards(value: Any, room: Room, board: list[int]) -> tuple[Hoard, ...]:
    hoards = []
    for entry in items(value, "what can be looted", 0, FIELDS):
        hoard = fields(entry, "something to loot", ("at", "chest", "items"))
        content = _read_amounts(hoard["items"])
        if hoard["chest"] is None:
            hoards.append(Hoard(_stand(hoard["at"], board, REMAINS), False, 0, False, content))
            continue
        chest = fields(hoard["chest"], "a chest", ("value", "tried"))
        needed = number(chest["value"], "the value of a chest", 0, LARGEST_NUMBER)
        tried = flag(chest["tried"], "whether a chest was tried")
        field = _stand(hoard["at"], board, CHEST)
        if (field, needed, content) not in [(other.field, other.value, other.items) for other in room.chests]:
            raise ValueError(f"room {room.id} has no such chest on ({row_of(field)},{column_of(field)})")
        hoards.append(Hoard(field, True, needed, tried, content))
    return tuple(hoards)


def _stand(value: Any, board: list[int], content: int) -> int:
    """Put something on a field, which has to be empty, and return the field."""
    row, column = items(value, "a position", 2, 2)
    field = field_at(number(row, "a row", 1, SIDE), number(column, "a column", 1, SIDE))
    if board[field] == OUTSIDE:
        raise ValueError(f"({row},{column}) is outside the room")
    if board[field] != EMPTY:
        raise ValueError(f"there are two things on ({row},{column})")
    board[field] = content
    return field


def _read_amounts(value: Any) -> tuple[int, ...]:
    counts = list(NOTHING)
    for name, amount in fields(value, "a bag of items", (), ITEM_OF).items():
        counts[ITEM_OF[name].number] = number(amount, f"the amount of {name}", 1, MOST_AMOUNT)
    return tuple(counts)
