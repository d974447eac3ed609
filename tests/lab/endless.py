"""A game that never ends, for those who have to stop it."""

from __future__ import annotations

from tablewright.core.dice import Dice
from tablewright.core.state import Action
from tests.core import toy


class EndlessState(toy.ToyState):
    __slots__ = ()

    def apply(self, action: Action) -> None:
        self.seat_to_act = 1 - self.seat_to_act


class Endless(toy.Toy):
    key = "endless"
    title = "Endless"

    def __init__(self, cooperative: bool = False) -> None:
        super().__init__()
        self.cooperative = cooperative

    def deal(self, setup: toy.ToySetup, dice: Dice) -> EndlessState:
        return EndlessState(setup, setup.stones, (1, 2), dice, 0)
