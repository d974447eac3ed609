"""A tiny game in which all seats may act at once: whoever still has tokens puts some into the middle.

A seat that falls no longer acts; a seat without tokens acts but can do nothing.
"""

from __future__ import annotations

from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.state import MATCH_OVER, Action, Event, Malformed, Outcome, Reason, State

FALLEN = Reason("FALLEN", "seat {seat} has fallen")
NO_TOKENS = Reason("NO_TOKENS", "seat {seat} has no tokens")
NO_COMMAND = Reason("NO_COMMAND", "say put and a seat")


class PartySetup:
    def __init__(self, tokens: tuple[int, ...]) -> None:
        self.tokens = tokens
        self.seats = len(tokens)


class Put(Event):
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def told(self, seat: int | None) -> str:
        return f"seat {self.seat} puts a token"


class PartyState(State):
    __slots__ = ("fallen", "tokens")

    game = "party"

    def __init__(self, tokens: list[int], fallen: set[int]) -> None:
        super().__init__(0)
        self.tokens = tokens
        self.fallen = fallen

    def acting_seats(self) -> tuple[int, ...]:
        standing = [seat for seat in range(len(self.tokens)) if seat not in self.fallen]
        return () if self.outcome is not None else tuple(standing)

    def seat_of(self, action: Action) -> int:
        return action.number

    def legal_actions(self) -> list[Action]:
        return [action for action in GAME.table[: len(self.tokens)] if self.why_not(action) is None]

    def why_not(self, action: Action) -> Reason | None:
        if self.outcome is not None:
            return MATCH_OVER
        if action.number in self.fallen:
            return FALLEN.of(seat=action.number)
        return None if self.tokens[action.number] else NO_TOKENS.of(seat=action.number)

    def apply(self, action: Action) -> None:
        self.tokens[action.number] -= 1
        if self.watch is not None:
            self.watch(Put(action.number))
        if not any(count for seat, count in enumerate(self.tokens) if seat not in self.fallen):
            self.outcome = Outcome("all in", (1.0,) * len(self.tokens))

    def parse(self, line: str) -> Action:
        for action in GAME.table:
            if action.text == line:
                return action
        raise Malformed(NO_COMMAND)

    def clone(self) -> PartyState:
        twin = PartyState(list(self.tokens), set(self.fallen))
        twin.outcome = self.outcome
        return twin

    def key(self) -> tuple[object, ...]:
        return (tuple(self.tokens), tuple(sorted(self.fallen)), self.outcome)

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"tokens": list(self.tokens)}

    def picture(self, seat: int | None) -> str:
        return str(self.tokens)

    def resample(self, seat: int | None, dice: Dice) -> PartyState:
        return self.clone()


class Party(Game):
    key = "party"
    title = "Party"
    version = 1
    about = "Put all tokens into the middle."
    hidden = False
    chance = False
    cooperative = True
    seats = (1, 4)

    def __init__(self) -> None:
        self.table = [Action(seat, f"put {seat}") for seat in range(4)]

    def setup(self, **chosen: str) -> PartySetup:
        return PartySetup((2, 2, 2))

    def new(self, setup: PartySetup, seed: int) -> PartyState:
        return PartyState(list(setup.tokens), set())

    def actions(self, setup: PartySetup) -> list[Action]:
        return self.table[: setup.seats]


GAME = Party()
