"""What Squall brings besides its rules. Every face works without it, and better with it."""

from __future__ import annotations

from typing import Any, ClassVar

from squall.game import Landed, Sailed, SquallState
from tablewright import Event, State
from tablewright.bots.heuristics import Heuristics
from tablewright.lab.observers import Observer
from tablewright.table.wording import Scene, Wording

LEVELS = {"easy": "random", "normal": "greedy", "hard": "search:300"}


class SquallHeuristics(Heuristics):
    """What is landed counts in full, what is at sea by the chance that it survives one more voyage."""

    def outlook(self, state: SquallState) -> tuple[float, ...]:
        if state.outcome is not None:
            return state.outcome.returns
        one, two = (
            score + sum(goods) * max(0, 6 - len(goods)) / 6
            for score, goods in zip(state.scores, state.sea, strict=True)
        )
        lead = max(-1.0, min(1.0, (one - two) / 30))
        return (lead, -lead)


HEURISTICS = SquallHeuristics()


class SquallWording(Wording):
    """What the actions are called; "land" is what the key that ends a turn does."""

    ender = "land"
    late = ("land",)
    causes: ClassVar = {"all is landed or lost": "goods worth {score} are the most that anybody landed"}

    def group_title(self, group: str, scene: Scene) -> str:
        return {"land": "Land what is at sea", "sail": "Sail with goods worth"}[group]


def help_page() -> str:
    """Return the rules on one page."""
    return """[b]Squall[/b]

Send one of your goods out to sea (sail 4), draw another and roll a die. If it shows less than the number of goods that
you have at sea, a squall takes them all. Or land what is at sea (land), which scores its worth.

When nobody holds anything and nothing is at sea, the higher score wins.
"""


class SquallObserver(Observer):
    """Notes how many voyages each captain made, and what the weather took."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.voyages = [0, 0]
        self.lost = [0, 0]

    def told(self, event: Event) -> None:
        if isinstance(event, Sailed):
            self.lost[event.seat] += event.lost
        if isinstance(event, Landed):
            self.voyages[event.seat] += 1

    def notes(self) -> dict[str, Any]:
        return {"length": sum(self.voyages), "voyages": self.voyages, "lost": self.lost}
