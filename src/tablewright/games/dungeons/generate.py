"""Dungeons by chance: whole ones, and what the party has not seen yet of a real one.

What a party imagines behind a door is a room as most dungeons have them, no more: nothing of the real one goes into it
but what is known, namely the doors that lead there and the number of rooms.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablewright.core.dice import Dice
from tablewright.games.dungeons.floor import SIDE, field_at
from tablewright.games.dungeons.kinds import AMMUNITION, POTION
from tablewright.games.dungeons.pieces import NOTHING, Foe, Hoard
from tablewright.games.dungeons.setup import FIRST_ROOM, MOST_HEROES, WAY_OUT, Room
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.dungeons.tables import FOES, ITEMS

BOSSES = [kind for kind in FOES if kind.boss]
MINIONS = [kind for kind in FOES if not kind.boss]

#: The smallest and largest side of a room, and the most foes in it.
SIZES = (3, SIDE)
DANGER = 4


def random_hoard(dice: Dice, field: int) -> Hoard:
    """Return a chest with up to four kinds of items."""
    items = list(NOTHING)
    for _ in range(dice.roll(4)):
        item = ITEMS[dice.roll(len(ITEMS)) - 1]
        most = 20 if item.kind == AMMUNITION else 3 if item.kind == POTION else 1
        items[item.number] += dice.roll(most)
    return Hoard(field, True, 3 + dice.roll(15), False, tuple(items))


def random_room(
    dice: Dice, room_id: int, behind: Iterable[int], boss: bool, sizes: tuple[int, int] = SIZES, danger: int = DANGER
) -> Room:
    """Return a room with a door to each room behind, up to ``danger`` foes, perhaps a boss, and up to two chests.

    Width and height lie between the two ``sizes``, or up to 9 where everything would not fit in.
    """
    doors = list(behind)
    count = dice.roll(danger) if danger else 0
    kinds = [MINIONS[dice.roll(len(MINIONS)) - 1] for _ in range(count - 1 if boss else count)]
    if boss:
        kinds.append(BOSSES[dice.roll(len(BOSSES)) - 1])
    chests = dice.roll(3) - 1
    wanted = len(doors) + len(kinds) + chests
    smallest, largest = sizes
    width = height = 0
    while width * height < wanted + MOST_HEROES:
        width = smallest - 1 + dice.roll(largest - smallest + 1)
        height = smallest - 1 + dice.roll(largest - smallest + 1)
        largest = min(SIDE, largest + 1)
    fields = _different_fields(dice, wanted, width, height)
    foes = [
        Foe(kind, 1 + sum(1 for other in kinds[:number] if other is kind), fields.pop(), kind.health)
        for number, kind in enumerate(kinds)
    ]
    return Room(
        room_id,
        width,
        height,
        [(fields.pop(), room) for room in doors],
        foes,
        [random_hoard(dice, fields.pop()) for _ in range(chests)],
    )


def _different_fields(dice: Dice, count: int, width: int, height: int) -> list[int]:
    fields: list[int] = []
    while len(fields) < count:
        field = field_at(dice.roll(height), dice.roll(width))
        if field not in fields:
            fields.append(field)
    return fields


def random_dungeon(dice: Dice, rooms: int, sizes: tuple[int, int] = SIZES, danger: int = DANGER) -> list[Room]:
    """Return a dungeon of 1 to 9 rooms, all of which can be reached; the boss is in the last one."""
    links: dict[int, list[int]] = {FIRST_ROOM: [WAY_OUT]}
    for room_id in range(2, rooms + 1):
        links[room_id] = []
        _connect(links, room_id, dice.roll(room_id - 1))
    if rooms > 2:
        _connect(links, dice.roll(rooms), dice.roll(rooms))
    return [random_room(dice, room_id, links[room_id], room_id == rooms, sizes, danger) for room_id in links]


def _connect(links: dict[int, list[int]], one: int, other: int) -> None:
    if one != other and other not in links[one]:
        links[one].append(other)
        links[other].append(one)


def imagine(state: DungeonsState, dice: Dice) -> DungeonsState:
    """Return a state that the party cannot tell from this one: other chests, other rooms to come, other dice.

    It depends on what the party has seen and on the dice: neither what a chest holds nor the order of the dungeon file
    has a part in it. Which doors lead nowhere, a mistake that few authors make, counts as seen.
    """
    twin = state.clone()
    twin.dice = Dice(dice.raw())
    rooms: list[Room] = []
    memory: list[tuple[Hoard, ...] | None] = []
    for room, left in _entered(state):
        here = room is state.room
        hoards = state.hoards if here else left
        dealt = {hoard.field: _other_contents(hoard, dice) for hoard in hoards if hoard.chest}
        if dealt:
            chests = [_untried(dealt[chest.field]) if chest.field in dealt else chest for chest in room.chests]
            room = Room(room.id, room.floor.width, room.floor.height, room.doors, room.foes, chests)
            hoards = (*dealt.values(), *[hoard for hoard in hoards if not hoard.chest])
        if here:
            twin.room = room
            twin.hoards = hoards
        rooms.append(room)
        memory.append(left if here else hoards)
    unseen = _unseen_rooms(state, dice)
    twin.memory = (*memory, *[None for _ in unseen])
    twin.setup = state.setup.with_rooms(rooms + unseen)
    return twin


def _entered(state: DungeonsState) -> list[tuple[Room, tuple[Hoard, ...]]]:
    """List the rooms that the party has entered with what was left in each, in an order that the view tells.

    The view lists the rooms that were left as they stand in the dungeon file, but not where between them the room is
    that the party is in: that one goes before the first room with a higher number.
    """
    known = [
        (room, hoards)
        for room, hoards in zip(state.setup.rooms, state.memory, strict=True)
        if hoards is not None and room is not state.room
    ]
    place = next((i for i, (room, _) in enumerate(known) if room.id > state.room.id), len(known))
    known.insert(place, (state.room, ()))
    return known


def _other_contents(hoard: Hoard, dice: Dice) -> Hoard:
    dealt = random_hoard(dice, hoard.field)
    value = hoard.value if hoard.tried else dealt.value
    return Hoard(hoard.field, True, value, hoard.tried, dealt.items)


def _untried(hoard: Hoard) -> Hoard:
    return Hoard(hoard.field, True, hoard.value, False, hoard.items)


def _unseen_rooms(state: DungeonsState, dice: Dice) -> list[Room]:
    """Return rooms in place of those never entered: behind the known doors, and the rest behind those."""
    positions = state.setup.positions
    entered = [room for room, hoards in zip(state.setup.rooms, state.memory, strict=True) if hoards is not None]
    doors = {(room.id, behind) for room in entered for _, behind in room.doors}
    ids = {room.id for room in entered}
    links: dict[int, list[int]] = {}
    for origin, behind in sorted(doors):
        if behind not in ids and behind != WAY_OUT and positions[behind] >= 0:
            links.setdefault(behind, []).append(origin)
    unused = [room_id for room_id in range(1, SIDE + 1) if room_id not in ids and room_id not in [b for _, b in doors]]
    for room_id in unused[: len(state.setup.rooms) - len(ids) - len(links)]:
        before = list(links)
        links[room_id] = []
        if before:
            _connect(links, room_id, before[dice.roll(len(before)) - 1])
    boss = not any(foe.kind.boss for room in entered for foe in room.foes)
    last = next(reversed(links), WAY_OUT)
    return [random_room(dice, room_id, behind, boss and room_id == last) for room_id, behind in links.items()]
