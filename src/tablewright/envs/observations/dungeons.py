"""What the party of Dungeons & Classes sees, as numbers."""

from __future__ import annotations

from array import array
from typing import Any, Final

from tablewright.envs.observations.layout import MOST_ROWS, Encoder, Layout, Piece
from tablewright.games.dungeons.floor import FIELDS, SIDE, field_at
from tablewright.games.dungeons.kinds import DAMAGE_TYPES
from tablewright.games.dungeons.pieces import Gear
from tablewright.games.dungeons.rules import door_is_open
from tablewright.games.dungeons.setup import WAY_OUT, DungeonsSetup
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.dungeons.tables import FOE_OF, FOES, HERO_OF, HEROES, ITEM_OF, ITEMS

#: What is told of every hero; the amounts of the items in the bag follow.
HERO_COLUMNS: Final = ("present", "mine", "health", "row", "column", "armor value", "armor", "weapon", "resists")
BAG: Final = len(HERO_COLUMNS)
HERO_WIDTH: Final = BAG + len(ITEMS)

#: What is told of every field; the heroes and the health of each kind of foe follow.
FIELD_COLUMNS: Final = ("floor", "door", "open", "new", "exit", "chest", "lock", "remains")
FLOOR, DOORS, OPEN, NEW, EXIT, CHESTS, LOCK, LEFT = range(len(FIELD_COLUMNS))
FIRST_HERO: Final = len(FIELD_COLUMNS)
FIRST_FOE: Final = FIRST_HERO + len(HEROES)
FIELD_WIDTH: Final = FIRST_FOE + len(FOES)

#: More of an item than this, and longer matches, are told as this much.
MOST: Final = 9999
#: So is a lock that needs more than this; nobody opens it.
HIGHEST_LOCK: Final = 999


def layout(setup: DungeonsSetup) -> Layout:
    """Declare the numbers of an observation."""
    return Layout(
        [
            Piece("room", 0, SIDE, "number of the room"),
            Piece("rooms", 0, SIDE, "rooms of the dungeon"),
            Piece("completed", 0, SIDE, "rooms without a foe"),
            Piece("phase", 0, len(HEROES), "actions in this phase of the heroes"),
            Piece("per phase", 0, len(HEROES), "actions of the heroes between two phases of the foes"),
            Piece("actions left", 0, MOST, "actions until the table ends the match; 0 if it has no limit"),
            Piece(
                "heroes",
                0,
                MOST,
                "every kind of hero: 1 if in the party, 1 if led by this seat, health, place, armour value; armour and "
                "weapon as numbers of items and the damage resisted as a number, all from 1 with 0 for none; and how "
                "many of each item are in the bag",
                tuple(kind.name for kind in HEROES),
                (*HERO_COLUMNS, *(item.abbreviation for item in ITEMS)),
            ),
            Piece(
                "fields",
                0,
                HIGHEST_LOCK,
                "every field by row and column: 1 for floor, for a door, an open one, one to a room never entered, one "
                "out of the dungeon, and for a chest; the value of its lock if known; 1 for remains and for each kind "
                "of hero; the health of each kind of foe",
                tuple(f"{row},{column}" for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)),
                (*FIELD_COLUMNS, *(kind.name for kind in HEROES), *(f"{kind.name} health" for kind in FOES)),
            ),
        ]
    )


class DungeonsEncoder(Encoder):
    """Fills the layout."""

    canvas = (50, 32)

    def __init__(self, setup: DungeonsSetup) -> None:
        super().__init__(layout(setup))
        self.heroes = self.layout["heroes"]
        self.fields = self.layout["fields"]
        self._bags: dict[Gear, array[float]] = {}
        self._floors: dict[tuple[int, int], array[float]] = {}

    def write(self, state: DungeonsState, seat: int, out: array[float]) -> None:
        setup, room = state.setup, state.room
        left = setup.limit - state.total if setup.limit else 0
        self._head(out, room.id, len(setup.rooms), state.completed(), state.count, len(state.heroes), left)
        fields = self.fields
        out[fields:] = self._floor(room.floor.width, room.floor.height)
        for field, behind in room.doors:
            place = setup.positions[behind]
            new = behind != WAY_OUT and (place < 0 or state.memory[place] is None)
            self._door(out, fields + field * FIELD_WIDTH, door_is_open(state, field), new, behind == WAY_OUT)
        for hoard in state.hoards:
            base = fields + hoard.field * FIELD_WIDTH
            if hoard.chest:
                out[base + CHESTS] = 1.0
                if hoard.tried:
                    out[base + LOCK] = min(hoard.value, HIGHEST_LOCK)
            else:
                out[base + LEFT] = 1.0
        for foe in state.foes:
            if foe.health:
                out[fields + foe.field * FIELD_WIDTH + FIRST_FOE + foe.kind.number] = foe.health
        for hero in state.heroes:
            kind = hero.player.kind.number
            base = self.heroes + kind * HERO_WIDTH
            out[base] = 1.0
            out[base + 1] = hero.player.seat == seat
            if hero.health:
                field, gear = hero.field, hero.gear
                out[fields + field * FIELD_WIDTH + FIRST_HERO + kind] = 1.0
                out[base + 2] = hero.health
                out[base + 3] = field // SIDE + 1
                out[base + 4] = field % SIDE + 1
                out[base + 5] = gear.av
                out[base + 6] = gear.armor + 1
                out[base + 7] = gear.weapon + 1
                out[base + 8] = hero.resists + 1
                out[base + BAG : base + HERO_WIDTH] = self._bags.get(gear) or self._bag(gear)

    def _bag(self, gear: Gear) -> array[float]:
        """Return the amounts in a bag and keep them: gear is replaced when it changes."""
        bag = array("f", [min(amount, MOST) for amount in gear.bag])
        if len(self._bags) >= MOST_ROWS:
            self._bags.clear()
        self._bags[gear] = bag
        return bag

    def _head(
        self, out: array[float], room: int, rooms: int, completed: int, phase: int, per_phase: int, left: int
    ) -> None:
        out[0] = room
        out[1] = rooms
        out[2] = completed
        out[3] = phase
        out[4] = per_phase
        out[5] = min(left, MOST)

    def _door(self, out: array[float], base: int, is_open: bool, new: bool, way_out: bool) -> None:
        out[base + DOORS] = 1.0
        out[base + OPEN] = is_open
        out[base + NEW] = new
        out[base + EXIT] = way_out

    def _floor(self, width: int, height: int) -> array[float]:
        """Return the empty fields of a room of some size."""
        floor = self._floors.get((width, height))
        if floor is None:
            floor = self._floors[width, height] = array("f", bytes(4 * FIELDS * FIELD_WIDTH))
            for row in range(1, height + 1):
                for column in range(1, width + 1):
                    floor[field_at(row, column) * FIELD_WIDTH + FLOOR] = 1.0
        return floor

    def write_view(self, view: dict[str, Any], seat: int, out: array[float]) -> None:
        room, actions = view["room"], view["actions"]
        left = actions["limit"] - actions["total"] if actions["limit"] else 0
        self._head(out, room["id"], view["rooms"], view["completed"], actions["phase"], actions["per_phase"], left)
        out[self.fields :] = self._floor(room["width"], room["height"])
        entered = {WAY_OUT, room["id"], *(other["id"] for other in view["left"])}
        for door in room["doors"]:
            new = door["to"] not in entered
            self._door(out, self._base(door["at"]), door["open"], new, door["to"] == WAY_OUT)
        for chest in room["chests"]:
            out[self._base(chest["at"]) + CHESTS] = 1.0
            out[self._base(chest["at"]) + LOCK] = min(chest["value"] or 0, HIGHEST_LOCK)
        for remains in room["remains"]:
            out[self._base(remains["at"]) + LEFT] = 1.0
        for foe in room["foes"]:
            out[self._base(foe["at"]) + FIRST_FOE + FOE_OF[foe["type"]].number] = foe["health"]
        for hero in view["heroes"]:
            kind = HERO_OF[hero["type"]].number
            base = self.heroes + kind * HERO_WIDTH
            out[base] = 1.0
            out[base + 1] = hero["seat"] == seat
            if hero["at"] is not None:
                out[self._base(hero["at"]) + FIRST_HERO + kind] = 1.0
                out[base + 2] = hero["health"]
                out[base + 3], out[base + 4] = hero["at"]
                out[base + 5] = hero["armor_value"]
                out[base + 6] = 0 if hero["armor"] is None else ITEM_OF[hero["armor"]].number + 1
                out[base + 7] = 0 if hero["weapon"] is None else ITEM_OF[hero["weapon"]].number + 1
                out[base + 8] = 0 if hero["resists"] is None else DAMAGE_TYPES.index(hero["resists"]) + 1
                for item, amount in hero["bag"].items():
                    out[base + BAG + ITEM_OF[item].number] = min(amount, MOST)

    def _base(self, at: list[int]) -> int:
        return self.fields + field_at(at[0], at[1]) * FIELD_WIDTH


encoder = DungeonsEncoder
