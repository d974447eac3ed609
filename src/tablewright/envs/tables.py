"""The tables of a vector environment, one call for all of them. Without numpy, so that it compiles with the rules."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, final

from tablewright.core.state import Action, State
from tablewright.envs.observations.layout import Encoder


@final
class RandomTable:
    """A match as its seat plays it while the others choose by chance: as ``Match`` leads it, with fewer steps.

    It keeps what was done and the position, and nothing that a record could bring back.
    """

    __slots__ = ("actions", "done", "draw", "legal", "seat", "seats", "state", "turn")

    def __init__(self, state: State, seat: int, seats: int, actions: Sequence[Any], draw: Callable[[int], int]) -> None:
        self.state = state
        #: The seat that is played from outside, and how many there are.
        self.seat = seat
        self.seats = seats
        #: All actions by their numbers, and those that were done.
        self.actions = actions
        self.done: list[Action] = []
        #: Draws so many random bits for the others.
        self.draw = draw
        #: The seat whose action is awaited, and what it can do.
        self.turn = -1
        self.legal: list[Any] = []
        self._look()
        self._let_others_act()

    def act(self, action: Any) -> None:
        """Do one of the legal actions, and let the others act until it is the seat's turn again."""
        self._do(action)
        self._let_others_act()

    def _let_others_act(self) -> None:
        while self.turn != self.seat and self.state.outcome is None:
            numbers = [action.number for action in self.legal]
            numbers.sort()
            # As Random.choice does it, so that the opponents of a single environment choose alike.
            count = len(numbers)
            bits = count.bit_length()
            index = self.draw(bits)
            while index >= count:
                index = self.draw(bits)
            self._do(self.actions[numbers[index]])

    def _do(self, action: Any) -> None:
        self.state.apply(action)
        self.done.append(action)
        self._look()

    def _look(self) -> None:
        """See whose turn it is; where several may act they take turns, as in ``Match``."""
        state = self.state
        acting = state.acting_seats()
        if not acting:
            self.legal = []
            return
        legal = state.legal_actions()
        if len(acting) == 1:
            self.turn = acting[0]
            self.legal = legal
            return
        deciders = [state.seat_of(action) for action in legal]
        for step in range(1, self.seats + 1):
            turn = (self.turn + step) % self.seats
            if turn in deciders:
                self.turn = turn
                break
        self.legal = [action for action, decider in zip(legal, deciders, strict=True) if decider == self.turn]


@final
class Rows:
    """Where the observations and masks of all tables stand, row behind row."""

    __slots__ = ("blank", "free", "masks", "observations", "size", "width")

    def __init__(self, observations: memoryview[float], masks: memoryview[int], tables: int) -> None:
        #: Numbers as floats and masks as bytes.
        self.observations = observations
        self.masks = masks
        self.size = len(observations) // tables
        self.width = len(masks) // tables
        self.blank = array("f", bytes(4 * self.size))
        self.free = bytes([1]) * self.width

    def write(self, row: int, encoder: Encoder, table: RandomTable) -> None:
        """Write the row of a table. After the end every action is as good as another: none is done."""
        out = self.blank[:]
        encoder.write(table.state, table.seat, out)
        self.observations[row * self.size : (row + 1) * self.size] = out
        if table.legal:
            mask = bytearray(self.width)
            for action in table.legal:
                mask[action.number] = 1
            self.masks[row * self.width : (row + 1) * self.width] = mask
        else:
            self.masks[row * self.width : (row + 1) * self.width] = self.free


def step_all(
    tables: list[RandomTable], numbers: list[int], waiting: bytearray, encoders: list[Encoder], rows: Rows
) -> tuple[list[int], list[int]]:
    """Act at every table that is not waiting and write its row; returns those that ended and those that refused."""
    ended: list[int] = []
    refused: list[int] = []
    masks, width = rows.masks, rows.width
    for row, table in enumerate(tables):
        if waiting[row]:
            continue
        number = numbers[row]
        if masks[row * width + number]:
            table.act(table.actions[number])
            if table.state.outcome is not None:
                ended.append(row)
            rows.write(row, encoders[row], table)
        else:
            refused.append(row)
    return ended, refused
