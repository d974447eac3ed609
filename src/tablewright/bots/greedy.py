"""The bot that takes what looks best right now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from tablewright.bots.bot import Bot, Profile
from tablewright.bots.heuristics import Heuristics, find_heuristics
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective

#: How many hidden worlds every action is tried in.
WORLDS = 2
#: What a prospect counts for while the match is not over: a win at once is better than one that seems certain.
NOT_OVER = 0.999


class GreedyBot(Bot):
    """Tries every action on copies of the table, lets happen what is under way, and keeps the best."""

    profile = Profile(
        knows="what its game's heuristics say a position is worth",
        thinks="one action ahead: tries each on a copy, lets happen what is under way, and compares",
        costs="about a millisecond a choice",
    )

    def __init__(self, heuristics: Heuristics, seed: int = 0) -> None:
        super().__init__(seed)
        self.heuristics = heuristics

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        if argument:
            raise ValueError(f'it takes nothing behind its name, but there is ":{argument}"')
        return cls(find_heuristics(game.key), seed)

    def choose(self, perspective: Perspective) -> Any:
        heuristics, seat = self.heuristics, perspective.seat
        dice = self.dice(perspective)
        worlds = [perspective.sample(dice) for _ in range(WORLDS)]
        actions = heuristics.shortlist(worlds[0], perspective.legal_actions())
        worths = [first_sight(heuristics, worlds, action, seat) for action in actions]
        most = max(worths)
        self.reason = f"at first sight the best of {len(actions)} actions, worth {most:+.2f} from -1 to +1"
        return actions[worths.index(most)]


def first_sight(heuristics: Heuristics, worlds: Sequence[Any], action: Any, seat: int) -> float:
    """Say what an action is worth to a seat at first sight, in the mean of some worlds, which stay as they are."""
    worth = 0.0
    for world in worlds:
        after = world.clone()
        after.apply(action)
        share = 1.0 if after.outcome is not None else NOT_OVER
        outlook = heuristics.outlook(after)
        if outlook:
            worth += share * outlook[seat]
    return worth / len(worlds)
