"""Minimax for The Marches: whole turns of both players, in worlds in which nothing is hidden.

What the opponent holds is dealt several times (determinised). In each of these worlds a beam finds the best ends of
one's own turn, each of them is answered by the turn that hurts it most, and what is left counts for the action it began
with.
"""

from __future__ import annotations

from typing import Any, Final, Self

from tablewright.bots.bot import Bot, Profile
from tablewright.bots.marches.heuristics import TURNS, ahead
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective
from tablewright.games.marches.actions import MarchesAction
from tablewright.games.marches.state import MarchesState

#: Worlds that a bot looks at that is not told how many.
WORLDS: Final = 3
#: Positions kept while a turn is thought out, one's own and the opponent's; ends of one's own turn that get an answer.
WIDTH: Final = 6
ANSWER_WIDTH: Final = 2
ENDS: Final = 6
#: How much worse than the worst action that was looked at the others count.
UNSEEN: Final = 0.01


class MinimaxBot(Bot):
    """Takes the turn whose worst answer is best."""

    games = ("marches",)
    profile = Profile(
        knows="what units, buildings and gold are worth, and which cards the opponent could hold",
        thinks="out its whole turn and the opponent's whole answer, in several deals of what is hidden",
        costs="its budget, a number of deals: minimax:3 looks at three",
    )

    def __init__(self, worlds: int = WORLDS, seed: int = 0) -> None:
        super().__init__(seed)
        self.worlds = worlds

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        if argument and not (argument.isascii() and argument.isdecimal() and 0 < int(argument[:4]) == int(argument)):
            raise ValueError(f'its budget must be a number of deals, not "{argument}"')
        return cls(int(argument or WORLDS), seed)

    def choose(self, perspective: Perspective) -> Any:
        legal = perspective.legal_actions()
        if len(legal) == 1:
            self.reason = "there is nothing else to do"
            return legal[0]
        dice = self.dice(perspective)
        totals = dict.fromkeys((action.number for action in legal), 0.0)
        for _ in range(self.worlds):
            answered: dict[int, float] = {}
            for _, end, first in turn_ends(perspective.sample(dice), WIDTH)[:ENDS]:
                worth = -turn_ends(end, ANSWER_WIDTH)[0][0] if end.outcome is None else worth_to(end, perspective.seat)
                answered[first.number] = max(worth, answered.get(first.number, worth))
            worse = min(answered.values()) - UNSEEN
            for number in totals:
                totals[number] += answered.get(number, worse)
        best = max(legal, key=lambda action: totals[action.number])
        worth = totals[best.number] / self.worlds
        self.reason = (
            f"worth {worth:+.2f} from -1 to +1 after the best answer, in {self.worlds} deals of what is hidden"
        )
        return best


def turn_ends(state: MarchesState, width: int) -> list[tuple[float, MarchesState, MarchesAction]]:
    """Return how the turn can end: what that is worth to the mover, the position, and the turn's first action.

    The best come first. Positions that differ only in the order of independent plays are looked at once.
    """
    mover, turn = state.seat_to_act, state.turn
    ends: list[tuple[float, MarchesState, MarchesAction]] = []
    beam: list[tuple[float, MarchesState, MarchesAction | None]] = [(0.0, state, None)]
    while beam:
        found: dict[Any, tuple[float, MarchesState, MarchesAction | None]] = {}
        for _, before, first in beam:
            for action in before.legal_actions():
                after = before.clone()
                after.apply(action)
                began = first or action
                if after.turn != turn or after.outcome is not None:
                    ends.append((worth_to(after, mover), after, began))
                elif (key := after.table_key()) not in found:
                    found[key] = (worth_to(after, mover), after, began)
        beam = sorted(found.values(), key=_by_worth)[:width]
    ends.sort(key=_by_worth)
    return ends


def _by_worth(found: tuple[float, MarchesState, MarchesAction | None]) -> float:
    return -found[0]


def worth_to(state: MarchesState, seat: int) -> float:
    """Say what a position is worth to a seat, from -1 to 1."""
    return ahead(state.clone(), TURNS)[seat]
