"""Other deals of a match: positions that a seat cannot tell apart, found without asking ``resample`` for them."""

from __future__ import annotations

from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.state import State

#: So many other deals are tried at the start of a match; a few of those that some seat cannot tell from it play along.
TRIED = 3
KEPT = 2


class LaterDice(Dice):
    """Dice that fall like those of a seed for so many draws, and like others from there on, as their clones do."""

    __slots__ = ("_first", "_left")

    def __init__(self, seed: int, draws: int, other: int) -> None:
        super().__init__(other)  # nobody may take them for the dice of the seed
        self._first = Dice(seed)
        self._left = draws

    def raw(self) -> int:
        value, first = super().raw(), self._first.raw()
        self._left -= 1
        return first if self._left >= 0 else value


class ChangedDice(Dice):
    """Dice of a seed of which one roll turns out otherwise; the rolls behind it fall as they would have.

    A shuffle with one other roll leaves nearly all cards where they were, so that most seats see no difference.
    """

    __slots__ = ("_at", "_step")

    def __init__(self, seed: int, at: int, step: int) -> None:
        super().__init__(seed)
        self._at = at
        self._step = step

    def roll(self, sides: int) -> int:
        changed = self.drawn == self._at
        value = super().roll(sides)
        return (value - 1 + self._step) % sides + 1 if changed else value


def other_deals(game: Game, setup: Any, seed: int, drawn: int, dice: Dice) -> list[State]:
    """Deal a match of a seed otherwise: with other dice once it is dealt, and with one roll of the deal changed.

    ``drawn`` is how many numbers the deal of the seed draws.
    """
    others: list[Dice] = [LaterDice(seed, drawn, dice.raw())] if game.chance else []
    while drawn and len(others) < TRIED:
        others.append(ChangedDice(seed, dice.roll(drawn) - 1, 1 if dice.roll(2) == 1 else dice.roll(50)))
    return [game.deal(setup, one) for one in others]
