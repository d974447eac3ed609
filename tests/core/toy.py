"""A tiny game for the tests of the core: two seats take one to three stones by turns, and a die adds some back.

Whoever takes the last stone wins. Each seat also holds a secret number that nobody else sees.
"""

from __future__ import annotations

from typing import Any

from tablewright.core.dice import Dice, dice_at
from tablewright.core.game import Choice, Game, Option
from tablewright.core.state import MATCH_OVER, Action, Event, Malformed, Outcome, Reason, State, words

TOO_MANY = Reason("TOO_MANY", "there are only {left} stones")
NO_COMMAND = Reason("NO_COMMAND", "say take and a number")


class ToySetup:
    seats = 2

    def __init__(self, stones: int) -> None:
        self.stones = stones


class Taken(Event):
    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count

    def told(self, seat: int | None) -> str:
        return f"{self.count} taken"


class ToyState(State):
    __slots__ = ("dice", "secrets", "setup", "stones")

    def __init__(self, setup: ToySetup, stones: int, secrets: tuple[int, int], dice: Dice, seat: int) -> None:
        super().__init__(seat)
        self.setup = setup
        self.stones = stones
        self.secrets = secrets
        self.dice = dice

    def legal_actions(self) -> list[Action]:
        return [] if self.outcome else GAME.table[: self.stones]

    def why_not(self, action: Action) -> Reason | None:
        if self.outcome:
            return MATCH_OVER
        return TOO_MANY.of(left=self.stones) if action.number >= self.stones else None

    def apply(self, action: Action) -> None:
        self.stones -= action.number + 1
        if self.watch is not None:
            self.watch(Taken(action.number + 1))
        if not self.stones:
            self.outcome = Outcome("last stone", (1.0, -1.0) if self.seat_to_act == 0 else (-1.0, 1.0))
        elif self.dice.roll(6) == 6:
            self.stones += 1
        self.seat_to_act = 1 - self.seat_to_act

    def parse(self, line: str) -> Action:
        for action in GAME.table:
            if words(line) == words(action.text):
                return action
        raise Malformed(NO_COMMAND)

    def clone(self) -> ToyState:
        twin = type(self)(self.setup, self.stones, self.secrets, self.dice.clone(), self.seat_to_act)
        twin.outcome = self.outcome
        return twin

    def key(self) -> tuple[object, ...]:
        return (self.stones, self.secrets, self.dice.key(), self.seat_to_act, self.outcome)

    def rolled(self) -> int:
        return self.dice.drawn

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"stones": self.stones, "secret": None if seat is None else self.secrets[seat]}

    def picture(self, seat: int | None) -> str:
        return str(self.view(seat))

    def resample(self, seat: int | None, dice: Dice) -> ToyState:
        sample = self.clone()
        one, two = (self.secrets[owner] if owner == seat else dice.roll(100) for owner in (0, 1))
        sample.secrets = (one, two)
        sample.dice = Dice(dice.raw())
        return sample

    def snapshot(self) -> dict[str, Any]:
        outcome = None if self.outcome is None else [self.outcome.cause, list(self.outcome.returns)]
        return {
            "setup": self.setup.stones,
            "stones": self.stones,
            "secrets": list(self.secrets),
            "dice": list(self.dice.key()),
            "seat": self.seat_to_act,
            "outcome": outcome,
        }


class Toy(Game):
    key = "toy"
    title = "Toy"
    version = 1
    about = "Take stones."
    hidden = True
    chance = True
    cooperative = False
    seats = (2, 2)

    def __init__(self) -> None:
        self.table = [Action(0, "take 1"), Action(1, "take 2"), Action(2, "take 3")]

    def choices(self) -> list[Choice]:
        return [Choice("stones", "Number of stones", [Option("12", "few"), Option("30", "many")])]

    def setup(self, **chosen: str) -> ToySetup:
        return ToySetup(int(self.pick(chosen)["stones"]))

    def deal(self, setup: ToySetup, dice: Dice) -> ToyState:
        return ToyState(setup, setup.stones, (dice.roll(100), dice.roll(100)), dice, 0)

    def actions(self, setup: ToySetup) -> list[Action]:
        return self.table

    def write_setup(self, setup: ToySetup) -> int:
        return setup.stones

    def read_setup(self, value: Any) -> ToySetup:
        if not isinstance(value, int):
            raise ValueError("a setup of Toy is a number")
        return ToySetup(value)

    def restore(self, snapshot: Any) -> ToyState:
        one, two = snapshot["secrets"]
        dice = dice_at(*snapshot["dice"])
        state = ToyState(ToySetup(snapshot["setup"]), snapshot["stones"], (one, two), dice, snapshot["seat"])
        if snapshot["outcome"]:
            cause, returns = snapshot["outcome"]
            state.outcome = Outcome(cause, tuple(returns))
        return state


GAME = Toy()
