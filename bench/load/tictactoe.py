"""Tic-tac-toe as somebody else would write it for our server: the game that boardgame.io is measured with.

A won or full board counts and is cleared, so that a match lasts as long as the benchmark.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Self

from tablewright.core.dice import Dice
from tablewright.core.game import Choice, Game
from tablewright.core.state import Action, Event, Malformed, Reason, State

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ACTIONS = [Action(cell, f"place {cell + 1}") for cell in range(9)]
BY_TEXT = {action.text: action for action in ACTIONS}
TAKEN = Reason("TAKEN", "there is a mark already")
NO_CELL = Reason("NO_CELL", "cells are called 1 to 9")


class Placed(Event):
    """A mark was placed."""

    __slots__ = ("cell", "seat")

    def __init__(self, seat: int, cell: int) -> None:
        self.seat = seat
        self.cell = cell

    def told(self, seat: int | None) -> str:
        return f"Player {self.seat + 1} takes cell {self.cell + 1}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"seat": self.seat, "cell": self.cell}


class TicTacToeState(State[Action]):
    """A board, and how many were won and tied before it."""

    __slots__ = ("cells", "tied", "won")
    game = "tictactoe"

    def __init__(self, seat_to_act: int, cells: list[int | None], won: list[int], tied: int) -> None:
        super().__init__(seat_to_act)
        self.cells = cells
        self.won = won
        self.tied = tied

    def legal_actions(self) -> list[Action]:
        return [action for action in ACTIONS if self.cells[action.number] is None]

    def why_not(self, action: Action) -> Reason | None:
        return None if self.cells[action.number] is None else TAKEN

    def apply(self, action: Action) -> None:
        seat, cells = self.seat_to_act, self.cells
        cells[action.number] = seat
        if self.watch is not None:
            self.watch(Placed(seat, action.number))
        self.seat_to_act = 1 - seat
        if any(all(cells[cell] == seat for cell in line) for line in LINES):
            self.won[seat] += 1
        elif None not in cells:
            self.tied += 1
        else:
            return
        self.cells = [None] * 9

    def parse(self, line: str) -> Action:
        if line not in BY_TEXT:
            raise Malformed(NO_CELL)
        return BY_TEXT[line]

    def clone(self) -> Self:
        return type(self)(self.seat_to_act, self.cells[:], self.won[:], self.tied)

    def key(self) -> Hashable:
        return self.seat_to_act, tuple(self.cells), tuple(self.won), self.tied

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"cells": self.cells[:], "won": self.won[:], "tied": self.tied, "turn": self.seat_to_act}

    def picture(self, seat: int | None) -> str:
        marks = ["." if cell is None else "XO"[cell] for cell in self.cells]
        return "\n".join("".join(marks[row : row + 3]) for row in (0, 3, 6))

    def resample(self, seat: int | None, dice: Dice) -> Self:
        return self.clone()

    def snapshot(self) -> dict[str, Any]:
        return self.view(None)


class TicTacToeSetup:
    """Nothing to choose."""

    seats = 2


class TicTacToeGame(Game):
    """Two players, nine cells."""

    key, title, version = "tictactoe", "Tic-tac-toe", 1
    about = "Three in a row."
    hidden = chance = cooperative = False
    seats = (2, 2)

    def choices(self) -> list[Choice]:
        return []

    def setup(self, **chosen: str) -> TicTacToeSetup:
        self.pick(chosen)
        return TicTacToeSetup()

    def deal(self, setup: TicTacToeSetup, dice: Dice) -> TicTacToeState:
        return TicTacToeState(0, [None] * 9, [0, 0], 0)

    def actions(self, setup: TicTacToeSetup) -> Sequence[Action]:
        return ACTIONS

    def write_setup(self, setup: TicTacToeSetup) -> Any:
        return {}

    def read_setup(self, value: Any) -> TicTacToeSetup:
        return TicTacToeSetup()

    def restore(self, snapshot: Any) -> TicTacToeState:
        return TicTacToeState(snapshot["turn"], snapshot["cells"], snapshot["won"], snapshot["tied"])
