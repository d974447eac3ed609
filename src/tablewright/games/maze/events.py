"""What can happen in the maze. The table lies open: every seat and every spectator is told the same.

Tiles are told by row and column on the whole board, rooms by place and letter, as in a view.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Event
from tablewright.games.maze.pieces import CHARACTERS, DIRECTIONS, NAMES

if TYPE_CHECKING:
    from typing import Any

    #: Row and column of a tile.
    Spot = tuple[int, int]


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}s" if number > 1 else f"a {thing}"


class TilesCleared(Event):
    """Revealed tiles became passages; the subclasses say why."""

    __slots__ = ("cleared",)

    def __init__(self, cleared: tuple[Spot, ...]) -> None:
        self.cleared = cleared

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"cleared": [list(spot) for spot in self.cleared]}


@final
class Flipped(Event):
    """The next card shows its direction."""

    __slots__ = ("card", "counter")

    def __init__(self, card: int, counter: int) -> None:
        self.card = card
        self.counter = counter

    def told(self, seat: int | None) -> str:
        return f"Flip {self.counter}: the card shows {DIRECTIONS[self.card]}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"card": DIRECTIONS[self.card], "counter": self.counter}


@final
class Moved(Event):
    """A character went from one tile to another."""

    __slots__ = ("direction", "end", "start", "steps", "who")

    def __init__(self, who: int, direction: int, steps: int, start: Spot, end: Spot) -> None:
        self.who = who
        self.direction = direction
        self.steps = steps
        self.start = start
        self.end = end

    def told(self, seat: int | None) -> str:
        return f"The {NAMES[self.who]} goes {DIRECTIONS[self.direction]} {self.steps}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"character": CHARACTERS[self.who], "from": list(self.start), "to": list(self.end)}


@final
class Revealed(Event):
    """A room is known from now on."""

    __slots__ = ("place", "room", "tiles")

    def __init__(self, place: int, room: str, tiles: bytes) -> None:
        self.place = place
        self.room = room
        self.tiles = tiles

    def told(self, seat: int | None) -> str:
        return f"Room {self.room} is revealed."

    def details(self, seat: int | None) -> dict[str, Any]:
        from tablewright.games.maze.files import plan_lines

        return {"place": self.place, "room": self.room, "tiles": plan_lines(self.tiles)}


@final
class HourglassUsed(TilesCleared):
    """A character stopped on an hourglass."""

    __slots__ = ("counter", "who")

    def __init__(self, who: int, tile: Spot, counter: int) -> None:
        super().__init__((tile,))
        self.who = who
        self.counter = counter

    def told(self, seat: int | None) -> str:
        return f"The {NAMES[self.who]} turns an hourglass: the counter falls to {self.counter}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"character": CHARACTERS[self.who], "counter": self.counter, **super().details(seat)}


@final
class SwitchesPressed(TilesCleared):
    """All three stood on their switches: every secret door is open."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return "All three switches are pressed: the secret doors open."


@final
class Unlocked(TilesCleared):
    """The thief opened doors."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"The Thief unlocks {_many(len(self.cleared), 'door')}."


@final
class Fought(TilesCleared):
    """The fighter beat monsters."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"The Fighter beats {_many(len(self.cleared), 'monster')}."


@final
class Scried(TilesCleared):
    """The seer used up a crystal ball; the room that it showed is told by ``Revealed``."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return "The Seer looks into the crystal ball."


@final
class Won(Event):
    """All three found the treasure."""

    __slots__ = ("counter",)

    def __init__(self, counter: int) -> None:
        self.counter = counter

    def told(self, seat: int | None) -> str:
        return f"The treasure is found after {self.counter} card flips."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"counter": self.counter}


@final
class Lost(Event):
    """The counter went above the limit of the table."""

    __slots__ = ("counter",)

    def __init__(self, counter: int) -> None:
        self.counter = counter

    def told(self, seat: int | None) -> str:
        return f"{self.counter} card flips are too many: the treasure stays hidden."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"counter": self.counter}
