"""Setups and snapshots as JSON values, written and read back with every mistake named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from tablewright.core.dice import dice_at
from tablewright.games.dungeons.events import ENDINGS
from tablewright.games.dungeons.floor import CHEST, EMPTY, FOE, HERO, OUTSIDE, REMAINS, SIDE, field_at
from tablewright.games.dungeons.kinds import ARMOR, DAMAGE_TYPES, NONE, WEAPON
from tablewright.games.dungeons.pieces import NOTHING, Foe, Hero, Hoard, outfit
from tablewright.games.dungeons.reader import LARGEST_NUMBER, PLAYABLE, parse_rooms
from tablewright.games.dungeons.setup import MOST_HEROES, DungeonsSetup, party, too_small
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.dungeons.tables import ITEM_OF
from tablewright.games.dungeons.views import abbreviation, amounts, position

if TYPE_CHECKING:
    from tablewright.games.dungeons.pieces import DungeonsPlayer

T = TypeVar("T")

VERSION = 1
#: The longest line of a dungeon in a setup: a full room needs far less.
LONGEST_LINE = 10_000
#: A snapshot's dice are rolled again up to where they were, which takes time.
MOST_DRAWS = 10_000_000


def write_setup(setup: DungeonsSetup) -> dict[str, Any]:
    """Return a setup as a JSON value."""
    return {
        "dungeon": [room.line() for room in setup.rooms],
        "heroes": [{"name": player.name, "type": player.kind.letter} for player in setup.players],
        "seats": setup.seats,
        "limit": setup.limit,
    }


def read_setup(value: Any) -> DungeonsSetup:
    """Return the setup of a JSON value; raises ``ValueError`` with a sentence."""
    fields = _object(value, ("dungeon", "heroes", "seats", "limit"), "a setup")
    lines = _list(fields["dungeon"], SIDE, "the dungeon")
    for line in lines:
        if not isinstance(line, str) or len(line) > LONGEST_LINE:
            raise ValueError(f"a room of the dungeon should be a text of at most {LONGEST_LINE} characters")
    rooms, problems = parse_rooms(lines, "dungeon")
    for problem in problems:
        if problem.code not in PLAYABLE:
            raise ValueError(f"the dungeon cannot be played: {problem.message}")
    heroes = []
    for hero in _list(fields["heroes"], MOST_HEROES, "the heroes"):
        names = _object(hero, ("name", "type"), "a hero")
        if not isinstance(names["name"], str) or not isinstance(names["type"], str):
            raise ValueError("the name and the type of a hero should be texts")
        heroes.append((names["name"], names["type"]))
    seats = _number(fields["seats"], 1, MOST_HEROES, "the number of seats")
    limit = _number(fields["limit"], 0, LARGEST_NUMBER, "the limit of actions")
    small = too_small(rooms, len(heroes))
    if small is not None:
        raise ValueError(f"room {small.id} of the dungeon has only {small.free()} free fields for {len(heroes)} heroes")
    return DungeonsSetup(rooms, party(heroes, seats), seats, limit)


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
        "bag": amounts(hero.gear.bag),
    }


def _write_hoard(hoard: Hoard) -> dict[str, Any]:
    chest = {"value": hoard.value, "tried": hoard.tried} if hoard.chest else None
    return {"at": position(hoard.field), "chest": chest, "items": amounts(hoard.items)}


def restore(value: Any) -> DungeonsState:
    """Return the state of a snapshot; raises ``ValueError`` with a sentence."""
    keys = ("version", "setup", "dice", "outcome", "room", "count", "total", "heroes", "foes", "hoards", "memory")
    fields = _object(value, keys, "a snapshot")
    if fields["version"] != VERSION:
        raise ValueError(f"the snapshot has version {fields['version']!r}, this program reads version {VERSION}")
    setup = read_setup(fields["setup"])
    drawn = _list(fields["dice"], 2, "the dice")
    if len(drawn) != 2:
        raise ValueError("the dice should be a seed and a number of draws")
    dice = dice_at(_number(drawn[0], 0, 2**32 - 1, "the seed"), _number(drawn[1], 0, MOST_DRAWS, "the draws"))
    place = setup.positions[_number(fields["room"], 1, SIDE, "the room")]
    if place < 0:
        raise ValueError(f"the dungeon has no room {fields['room']}")
    room = setup.rooms[place]
    board = room.bare.copy()

    heroes = [
        _read_hero(hero, player, board) for hero, player in _paired(fields["heroes"], setup.players, "the heroes")
    ]
    foes: list[Foe] = []
    if fields["foes"] != []:  # rooms that were left are entered again without them
        for foe, origin in _paired(fields["foes"], room.foes, "the foes"):
            foes.append(_read_foe(foe, origin, board, len(foes)))
    hoards = _read_hoards(fields["hoards"], board)
    memory = [
        None if hoards is None else _read_hoards(hoards, other.bare.copy())
        for hoards, other in _paired(fields["memory"], setup.rooms, "the memory")
    ]
    if memory[place] != ():
        raise ValueError("the memory of the room that the heroes are in should be empty")
    most = len(heroes) - (1 if fields["outcome"] is None else 0)  # the last action of a phase may end the match
    count = _number(fields["count"], 0, most, "the number of actions in this phase")
    total = _number(fields["total"], 0, LARGEST_NUMBER, "the number of actions")
    alive = [hero.player.seat for hero in heroes if hero.health]
    left = sum(1 for foe in foes if foe.health)
    state = DungeonsState(
        setup,
        dice,
        alive[0] if alive else 0,
        None,
        room,
        board,
        heroes,
        foes,
        left,
        hoards,
        tuple(memory),
        count,
        total,
    )
    cause = fields["outcome"]
    if cause is not None:
        if cause not in ENDINGS:
            raise ValueError(f'there is no ending "{cause}"')
        state.end(cause)
    elif not alive:
        raise ValueError("no hero is alive, but the match goes on")
    return state


def _read_hero(value: Any, player: DungeonsPlayer, board: list[int]) -> Hero:
    keys = ("at", "health", "resists", "armor", "weapon", "bag")
    fields = _object(value, keys, "a hero")
    health = _number(fields["health"], 0, player.kind.health, f"the health of {player.name}")
    bag = _read_amounts(fields["bag"])
    resists = fields["resists"]
    if resists is not None and resists not in DAMAGE_TYPES:
        raise ValueError(f"{resists!r} is no damage type")
    worn = []
    for slot, kind in (("armor", ARMOR), ("weapon", WEAPON)):
        item = fields[slot]
        if item is not None and (item not in ITEM_OF or ITEM_OF[item].kind != kind):
            raise ValueError(f"{item!r} cannot be equipped as {slot}")
        worn.append(NONE if item is None else ITEM_OF[item].number)
    gear = outfit(player.kind, bag, worn[0], worn[1])
    if not health:
        if fields["at"] is not None or gear.everything() != NOTHING or resists is not None:
            raise ValueError(f"{player.name} is defeated, but still has a place, an item or a resistance")
        return Hero(player, NONE, 0, NONE, gear)
    if not gear.uses:
        raise ValueError(f"{player.name} has no weapon, which no hero can lose")
    field = _stand(fields["at"], board, HERO + player.number)
    return Hero(player, field, health, NONE if resists is None else DAMAGE_TYPES.index(resists), gear)


def _read_foe(value: Any, origin: Foe, board: list[int], number: int) -> Foe:
    fields = _object(value, ("at", "health"), "a foe")
    health = _number(fields["health"], 0, origin.kind.health, f"the health of {origin.name}")
    if not health:
        if fields["at"] is not None:
            raise ValueError(f"{origin.name} is defeated, but still has a place")
        return origin.fallen()
    return Foe(origin.kind, origin.id, _stand(fields["at"], board, FOE + number), health)


def _read_hoards(value: Any, board: list[int]) -> tuple[Hoard, ...]:
    hoards = []
    for hoard in _list(value, SIDE * SIDE, "what can be looted"):
        fields = _object(hoard, ("at", "chest", "items"), "something to loot")
        items = _read_amounts(fields["items"])
        if fields["chest"] is None:
            hoards.append(Hoard(_stand(fields["at"], board, REMAINS), False, 0, False, items))
        else:
            chest = _object(fields["chest"], ("value", "tried"), "a chest")
            needed = _number(chest["value"], 0, LARGEST_NUMBER, "the value of a chest")
            hoards.append(Hoard(_stand(fields["at"], board, CHEST), True, needed, chest["tried"] is True, items))
    return tuple(hoards)


def _stand(value: Any, board: list[int], content: int) -> int:
    """Put something on a field, which has to be empty, and return the field."""
    at = _list(value, 2, "a position")
    if len(at) != 2:
        raise ValueError("a position should be a row and a column")
    field = field_at(_number(at[0], 1, SIDE, "a row"), _number(at[1], 1, SIDE, "a column"))
    if board[field] == OUTSIDE:
        raise ValueError(f"({at[0]},{at[1]}) is outside the room")
    if board[field] != EMPTY:
        raise ValueError(f"there are two things on ({at[0]},{at[1]})")
    board[field] = content
    return field


def _read_amounts(value: Any) -> tuple[int, ...]:
    if not isinstance(value, dict):
        raise ValueError("items should be an object of amounts by abbreviation")
    items = list(NOTHING)
    for name, amount in value.items():
        if name not in ITEM_OF:
            raise ValueError(f'there is no item "{name}"')
        items[ITEM_OF[name].number] = _number(amount, 1, LARGEST_NUMBER, f"the amount of {name}")
    return tuple(items)


def _object(value: Any, keys: tuple[str, ...], what: str) -> dict[str, Any]:
    if not isinstance(value, dict) or set(value) != set(keys):
        raise ValueError(f"{what} should be an object with exactly {', '.join(keys)}")
    return value


def _list(value: Any, most: int, what: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError(f"{what} should be a list of at most {most} entries")
    return value


def _paired(value: Any, partners: tuple[T, ...], what: str) -> list[tuple[Any, T]]:
    if not isinstance(value, list) or len(value) != len(partners):
        raise ValueError(f"{what} should be a list of {len(partners)} entries")
    return list(zip(value, partners, strict=True))


def _number(value: Any, low: int, high: int, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{what} should be a number from {low} to {high}, not {value!r}"[:200])
    return value
