"""One action as the few pictures in which people can follow it: the lanes of a battle, the steps of a march."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

from tablewright.core.match import Match
from tablewright.table.wording import Scene, Wording


class Beat:
    """What is told at once, and the position as it is then."""

    def __init__(self, told: list[str], scene: Scene) -> None:
        self.told = told
        self.scene = scene


def beats(match: Match, number: int, wording: Wording, scene_at: Callable[[int], Scene]) -> list[Beat]:
    """Return how an action leads to a position, for the viewer of the scenes; the last beat is that position."""
    before = scene_at(number - 1)
    view, found = before.view, list[Beat]()
    for event in match.events(number):
        told, seen = event.told(before.seat), event.seen(before.seat)
        if not told or seen is None:
            continue
        if not found or wording.pauses(seen):
            view = deepcopy(view)
            found.append(Beat([], Scene(match.state, before.seat, match.names, view)))
        found[-1].told.append(wording.tell(told, seen, match.names, lambda: before))
        wording.follow(view, seen)
    if not found:
        found.append(Beat([], before))
    found[-1].scene = scene_at(number)
    return found
