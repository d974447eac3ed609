"""The maze solver as a bot."""

from __future__ import annotations

from typing import Any

from tablewright.bots.bot import Bot, Profile
from tablewright.core.perspective import Perspective
from tablewright.games.maze.solver.explore import next_leg
from tablewright.games.maze.state import MazeState


class SolverBot(Bot):
    """Goes for whichever unknown room is nearest in flips, and for the treasure as soon as a way to it is known."""

    games = ("maze",)
    profile = Profile(
        knows="the rules, the rooms in play, and what is revealed",
        thinks="finds the way to the next unknown room or the treasure that provably needs the fewest flips",
        costs="a tenth of a second for each leg of the way, and nothing while it walks",
    )

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        #: The rest of the leg, and the world in which it was thought out: a card may come that was guessed otherwise.
        self._leg: tuple[str, ...] = ()
        self._guess: MazeState | None = None

    def choose(self, perspective: Perspective) -> Any:
        guess = self._guess
        if guess is None or not self._leg or perspective.view != guess.view(perspective.seat):
            guess = self._guess = perspective.sample(self.dice(perspective))
            self._leg = next_leg(guess)
        if not self._leg:
            self.reason = "nothing more can be revealed, and no way leads to the treasure"
            return perspective.legal_actions()[0]
        command, flips = self._leg[0], self._leg.count("flip")
        self.reason = f"the next of {len(self._leg)} commands with {flips} flips; no way to this goal needs fewer"
        action = guess.parse(command)
        guess.apply(action)
        self._leg = self._leg[1:]
        return action
