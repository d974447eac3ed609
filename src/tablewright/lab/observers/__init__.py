"""What a study notes about a match beyond its result, for each game; a game without an observer gets the plain one."""

from __future__ import annotations

from typing import Any, ClassVar

from tablewright.core.registry import companion
from tablewright.core.state import State
from tablewright.lab.swaps import CardSwap


class Observer:
    """Watches one match."""

    #: How the game swaps a card against a plain one; ``None`` where there is nothing to swap.
    swaps: ClassVar[type[CardSwap] | None] = None

    def __init__(self, state: State) -> None:
        self.state = state

    def told(self, event: Any) -> None:
        """Take note of an event."""

    def notes(self) -> dict[str, Any]:
        """Return what was noted, as a JSON value; ``length`` is how long the match was in the game's own measure."""
        return {}


def observe(game: str, state: State) -> Observer:
    """Return an observer for a match that has just begun."""
    observer: Observer = (companion("observers", game) or Observer)(state)
    return observer
