"""A game that a card breaks sometimes, with few stones, or always, with many: for those who must not count that."""

from __future__ import annotations

from tablewright.core.dice import Dice
from tablewright.core.state import VOID, Action, Outcome
from tests.core import toy


class BrokenState(toy.ToyState):
    __slots__ = ()

    def apply(self, action: Action) -> None:
        super().apply(action)
        if self.outcome is not None and (
            self.setup.stones == 30 or (self.secrets[0] % 2 and 0 in self.outcome.winners)
        ):
            self.outcome = Outcome(VOID, (0.0, 0.0))


class Broken(toy.Toy):
    key = "broken"
    title = "Broken"

    def deal(self, setup: toy.ToySetup, dice: Dice) -> BrokenState:
        return BrokenState(setup, setup.stones, (dice.roll(100), dice.roll(100)), dice, 0)
