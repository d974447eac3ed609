"""The bot for somebody's first match: it sees what greedy sees, but overlooks much of it."""

from __future__ import annotations

from typing import Any, Self

from tablewright.bots.bot import Bot, Profile
from tablewright.bots.greedy import WORLDS, first_sight
from tablewright.bots.heuristics import Heuristics, find_heuristics
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective

#: Of a hundred actions so many are overlooked by a bot that is not told how many.
OVERLOOKED = 50
#: What a match that is won is worth.
WON = 1.0


class CasualBot(Bot):
    """Takes the best of what it has noticed.

    It always notices what wins at once, and that it could do nothing: so it lets chances pass, but does nothing that
    looks worse than waiting, or foolish.
    """

    profile = Profile(
        knows="what its game's heuristics say a position is worth",
        thinks="one action ahead, of those that it notices: it overlooks some, but never what wins at once",
        costs="about a millisecond a choice; casual:40 overlooks 40 actions of 100",
    )

    def __init__(self, heuristics: Heuristics, overlooked: int, seed: int = 0) -> None:
        super().__init__(seed)
        self.heuristics = heuristics
        self.overlooked = overlooked

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        if argument and not (argument.isascii() and argument.isdecimal() and int(argument[:4]) <= 100):
            raise ValueError(f'how many of 100 actions it overlooks must be a number up to 100, not "{argument}"')
        return cls(find_heuristics(game.key), int(argument or OVERLOOKED), seed)

    def choose(self, perspective: Perspective) -> Any:
        heuristics, seat = self.heuristics, perspective.seat
        dice = self.dice(perspective)
        worlds = [perspective.sample(dice) for _ in range(WORLDS)]
        actions = heuristics.shortlist(worlds[0], perspective.legal_actions())
        actions = [action for action in actions if not heuristics.foolish(worlds[0], action)]
        idle = heuristics.idle(worlds[0])
        best, most, noticed = None, 0.0, 0
        for action in actions:
            seen = dice.roll(100) > self.overlooked or action is idle
            worth = first_sight(heuristics, worlds, action, seat)
            if seen or worth >= WON:
                noticed += 1
                if best is None or worth > most:
                    best, most = action, worth
        self.reason = f"the best of {noticed} actions that it noticed, worth {most:+.2f} from -1 to +1"
        return actions[0] if best is None else best
