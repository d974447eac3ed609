"""The bot that takes what looks best right now."""

from __future__ import annotations

from typing import Any, Self

from tablewright.bots.bot import Bot, Profile
from tablewright.bots.heuristics import Heuristics, find_heuristics
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective

#: How many hidden worlds every action is tried in.
WORLDS = 2


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
        best, best_worth = actions[0], -2.0
        for action in actions:
            worth = 0.0
            for world in worlds:
                after = world.clone()
                after.apply(action)
                outlook = heuristics.outlook(after)
                worth += outlook[seat] / WORLDS if outlook else 0.0
            if worth > best_worth:
                best, best_worth = action, worth
        self.reason = f"at first sight the best of {len(actions)} actions, worth {best_worth:+.2f} from -1 to +1"
        return best
