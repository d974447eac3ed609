"""What can happen in the maze. The table lies open: every seat and every spectator is told the same."""

from __future__ import annotations

from tablewright.core.light import final
from tablewright.core.state import Event
from tablewright.games.maze.pieces import DIRECTIONS, NAMES


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}s" if number > 1 else f"a {thing}"


@final
class Flipped(Event):
    """The next card shows its direction."""

    __slots__ = ("card", "counter")

    def __init__(self, card: int, counter: int) -> None:
        self.card = card
        self.counter = counter

    def told(self, seat: int | None) -> str:
        return f"Flip {self.counter}: the card shows {DIRECTIONS[self.card]}."


@final
class Moved(Event):
    """A character went from one tile to another."""

    __slots__ = ("direction", "end", "start", "steps", "who")

    def __init__(self, who: int, direction: int, steps: int, start: int, end: int) -> None:
        self.who = who
        self.direction = direction
        self.steps = steps
        self.start = start
        self.end = end

    def told(self, seat: int | None) -> str:
        return f"The {NAMES[self.who]} goes {DIRECTIONS[self.direction]} {self.steps}."


@final
class Revealed(Event):
    """A room is known from now on."""

    __slots__ = ("place", "room")

    def __init__(self, place: int, room: str) -> None:
        self.place = place
        self.room = room

    def told(self, seat: int | None) -> str:
        return f"Room {self.room} is revealed."


@final
class HourglassUsed(Event):
    """A character stopped on an hourglass."""

    __slots__ = ("counter", "tile", "who")

    def __init__(self, who: int, tile: int, counter: int) -> None:
        self.who = who
        self.tile = tile
        self.counter = counter

    def told(self, seat: int | None) -> str:
        return f"The {NAMES[self.who]} turns an hourglass: the counter falls to {self.counter}."


@final
class SwitchesPressed(Event):
    """All three stood on their switches: every secret door is open."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return "All three switches are pressed: the secret doors open."


@final
class Unlocked(Event):
    """The thief opened doors."""

    __slots__ = ("tiles",)

    def __init__(self, tiles: tuple[int, ...]) -> None:
        self.tiles = tiles

    def told(self, seat: int | None) -> str:
        return f"The Thief unlocks {_many(len(self.tiles), 'door')}."


@final
class Fought(Event):
    """The fighter beat monsters."""

    __slots__ = ("tiles",)

    def __init__(self, tiles: tuple[int, ...]) -> None:
        self.tiles = tiles

    def told(self, seat: int | None) -> str:
        return f"The Fighter beats {_many(len(self.tiles), 'monster')}."


@final
class Scried(Event):
    """The seer used up a crystal ball; the room that it showed is told by ``Revealed``."""

    __slots__ = ("tile",)

    def __init__(self, tile: int) -> None:
        self.tile = tile

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


@final
class Lost(Event):
    """The counter went above the limit of the table."""

    __slots__ = ("counter",)

    def __init__(self, counter: int) -> None:
        self.counter = counter

    def told(self, seat: int | None) -> str:
        return f"{self.counter} card flips are too many: the treasure stays hidden."
