"""The maze solver as a bot, attentive or not."""

from __future__ import annotations

from typing import Any, Final, Self

from tablewright.bots.bot import Bot, Profile
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective
from tablewright.games.maze.pieces import DIRECTIONS
from tablewright.games.maze.solver.explore import next_leg
from tablewright.games.maze.state import MazeState

FLIP: Final = "flip"
#: Somebody who overlooks more than this hardly moves at all.
MOST_OVERLOOKED: Final = 95


class SolverBot(Bot):
    """Goes for whichever unknown room is nearest in flips, and for the treasure as soon as a way to it is known.

    One that overlooks things flips the next card, so many times in a hundred, instead of what it was about to do, and
    has to wait until its card comes again: everybody who has played the maze knows that.
    """

    games = ("maze",)
    profile = Profile(
        knows="the rules, the rooms in play, and what is revealed",
        thinks="finds the way to the next unknown room or the treasure that provably needs the fewest flips;"
        " solver:40 overlooks 40 of 100 chances to do what it had in mind",
        costs="a tenth of a second for each leg of the way, and nothing while it walks",
    )

    def __init__(self, seed: int = 0, overlooks: int = 0) -> None:
        super().__init__(seed)
        self.overlooks = overlooks
        #: The rest of the leg, and the world in which it was thought out: a card may come that was guessed otherwise.
        self._leg: tuple[str, ...] = ()
        self._guess: MazeState | None = None

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        if argument and not (argument.isascii() and argument.isdecimal() and int(argument[:9]) <= MOST_OVERLOOKED):
            raise ValueError(f'of 100 chances it can overlook 0 to {MOST_OVERLOOKED}, not "{argument}"')
        return cls(seed, int(argument or 0))

    def choose(self, perspective: Perspective) -> Any:
        dice = self.dice(perspective)
        overlooked = self.overlooks > 0 and dice.roll(100) <= self.overlooks
        guess = self._guess
        if guess is None or not self._leg or perspective.view != guess.view(perspective.seat):
            guess = self._guess = perspective.sample(dice)
            self._leg = next_leg(guess)
        if not self._leg:
            self.reason = "nothing more can be revealed, and no way leads to the treasure"
            return perspective.legal_actions()[0]
        command, flips = self._leg[0], self._leg.count(FLIP)
        if overlooked and command != FLIP:
            self.reason = "the card was turned before anybody noticed what it was good for"
            self._leg = (*[FLIP] * len(DIRECTIONS), *self._leg)
            command = FLIP
        else:
            self.reason = f"the next of {len(self._leg)} commands with {flips} flips; no way to this goal needs fewer"
        action = guess.parse(command)
        guess.apply(action)
        self._leg = self._leg[1:]
        return action
