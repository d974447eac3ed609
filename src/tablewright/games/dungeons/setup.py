"""What a table is started with: the rooms of a dungeon, and who goes into it."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.games.dungeons.floor import DOOR, EMPTY, FIELDS, OUTSIDE, SIDE, field_at, floor_of
from tablewright.games.dungeons.pieces import DungeonsPlayer
from tablewright.games.dungeons.tables import HERO_OF, ITEMS

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any, Final

    from tablewright.games.dungeons.pieces import Foe, Hoard

#: The most heroes that a party can have.
MOST_HEROES: Final = 3
#: The longest name of a hero, in bytes, as the original programs count.
LONGEST_NAME: Final = 10
#: The room behind the door that leads out of the dungeon.
WAY_OUT: Final = 0
FIRST_ROOM: Final = 1

#: The rules never force heroes to go on, so a table ends a match after this many actions; the console does not.
ACTION_LIMIT: Final = 2000
NO_LIMIT: Final = 0


@final
class Room:
    """A room as the dungeon file describes it. Doors are (field, room behind); foes stand in the order they act in."""

    __slots__ = ("bare", "chests", "doors", "floor", "foes", "id")

    def __init__(
        self,
        room_id: int,
        width: int,
        height: int,
        doors: Sequence[tuple[int, int]],
        foes: Sequence[Foe],
        chests: Sequence[Hoard],
    ) -> None:
        self.id = room_id
        self.floor = floor_of(width, height)
        self.doors = tuple(doors)
        self.foes = tuple(sorted(foes, key=foe_order))
        self.chests = tuple(chests)
        #: What is on each field besides characters and what can be looted.
        self.bare = [OUTSIDE] * FIELDS
        for field in self.floor.fields:
            self.bare[field] = EMPTY
        for field, _ in self.doors:
            self.bare[field] = DOOR

    def behind(self, door: int) -> int:
        """Return the id of the room behind the door on a field."""
        for field, room in self.doors:
            if field == door:
                return room
        raise ValueError(f"there is no door on field {door}")

    def entrance(self, origin: int) -> int:
        """Return the field around which heroes appear who come from another room.

        That is the door back; a room that should have one and has not is entered at its first door or corner.
        """
        for field, room in self.doors:
            if room == origin:
                return field
        return self.doors[0][0] if self.doors else field_at(1, 1)

    def free(self) -> int:
        """Return how many fields are empty at first.

        If the party fits in then, it always does: whoever falls leaves a death location, which takes one field too.
        """
        return len(self.floor.fields) - len(self.doors) - len(self.foes) - len(self.chests)

    def line(self) -> str:
        """Return the room as a line of a dungeon file."""
        parts = [f"{self.id}:{self.floor.width},{self.floor.height}"]
        parts += [f"D:{_position(field)}:{room}" for field, room in self.doors]
        parts += [f"{foe.kind.letter}:{_position(foe.field)}:{foe.id}" for foe in self.foes]
        for chest in self.chests:
            items = "".join(
                [f",{item.abbreviation},{chest.items[item.number]}" for item in ITEMS if chest.items[item.number]]
            )
            parts.append(f"T:{_position(chest.field)}:{chest.value}{items}")
        return ";".join(parts) + ";"


def foe_order(foe: Foe) -> tuple[int, int]:
    """Sort foes alphabetically, then by id."""
    return (foe.kind.number, foe.id)


def _position(field: int) -> str:
    return f"{field // SIDE + 1},{field % SIDE + 1}"


@final
class DungeonsSetup:
    """The dungeon, the party, how many seats share it, and after how many actions the match ends (0: never)."""

    __slots__ = ("_key", "leaders", "limit", "players", "positions", "rooms", "seats")

    def __init__(self, rooms: Sequence[Room], players: Sequence[DungeonsPlayer], seats: int, limit: int) -> None:
        self.rooms = tuple(rooms)
        self.players = tuple(players)
        self.seats = seats
        self.limit = limit
        #: By room id: the place of the room in the list, or -1 if there is none with this id.
        self.positions = [-1] * (SIDE + 1)
        for position, room in enumerate(self.rooms):
            self.positions[room.id] = position
        #: By the number of a player type: the number of the player who leads it, or -1.
        self.leaders = [-1] * len(HERO_OF)
        for player in self.players:
            self.leaders[player.kind.number] = player.number
        self._key: tuple[Hashable, ...] | None = None

    def key(self) -> tuple[Hashable, ...]:
        """Return a value of everything."""
        if self._key is None:
            party = tuple([player.label for player in self.players])
            self._key = (tuple([room.line() for room in self.rooms]), party, self.seats, self.limit)
        return self._key

    def with_rooms(self, rooms: Sequence[Room]) -> DungeonsSetup:
        """Return the same party before another dungeon."""
        return DungeonsSetup(rooms, self.players, self.seats, self.limit)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, DungeonsSetup) and self.key() == other.key())

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> Any:
        from tablewright.games.dungeons.views import read_setup, write_setup

        return (read_setup, (write_setup(self),))


def party(heroes: Sequence[tuple[str, str]], seats: int) -> list[DungeonsPlayer]:
    """Return the players of (name, letter of the player type) pairs; raises ``ValueError`` with a sentence.

    One seat leads all heroes; otherwise every hero has its own.
    """
    if not 1 <= len(heroes) <= MOST_HEROES:
        raise ValueError(f"a party has 1 to {MOST_HEROES} heroes, not {len(heroes)}")
    if seats not in (1, len(heroes)):
        raise ValueError(f"{len(heroes)} heroes are led by one seat or by one each, not by {seats}")
    players: list[DungeonsPlayer] = []
    for number, (name, letter) in enumerate(heroes):
        if letter not in HERO_OF:
            raise ValueError(f'"{letter}" is not a player type; there are {", ".join(HERO_OF)}')
        kind = HERO_OF[letter]
        if not name_fits(name, [player.name for player in players]):
            raise ValueError(f'"{name[:20]}" is used twice or longer than {LONGEST_NAME} characters')
        if any(player.kind is kind for player in players):
            raise ValueError(f"there can be only one {kind.name}")
        players.append(DungeonsPlayer(number, name, kind, number if seats > 1 else 0))
    return players


def too_small(rooms: Sequence[Room], heroes: int) -> Room | None:
    """Return a room that does not have an empty field for every hero, if there is one."""
    for room in rooms:
        if room.free() < heroes:
            return room
    return None


def name_fits(name: str, others: Sequence[str]) -> bool:
    """Say whether a hero may have this name besides the others."""
    return name not in others and len(name.encode("utf-8", "surrogateescape")) <= LONGEST_NAME
