"""The maze solver as a bot."""

from __future__ import annotations

from typing import Any

from tablewright.bots.bot import Bot, Card
from tablewright.core.perspective import Perspective
from tablewright.games.maze.explore import _decide as next_leg
from tablewright.games.maze.rules import MazeState


class SolverBot(Bot):
    """Goes for whichever unknown room is nearest in flips, and for the treasure as soon as a way to it is known."""

    games = ("maze",)
    card = Card(
        knows="the rules, the rooms in play, and what is revealed",
        thinks="finds the way to the next unknown room or the treasure that provably needs the fewest flips",
        costs="a few milliseconds, a tenth of a second once the treasure is in reach",
    )

    def choose(self, perspective: Perspective) -> Any:
        state: MazeState = perspective.sample(self.dice(perspective))
        leg = next_leg(state)
        legal = perspective.legal_actions()
        if not leg:
            self.reason = "nothing more can be revealed, and no way leads to the treasure"
            return legal[0]
        flips = leg.count("flip")
        self.reason = f"the first of {len(leg)} commands, {flips} of them flips; no way to the next goal needs fewer"
        return state.parse(leg[0])
