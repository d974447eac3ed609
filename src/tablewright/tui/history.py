"""Every position of a match and what was told on the way, rebuilt from its record."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import Refused

if TYPE_CHECKING:
    from typing import Any

    from tablewright.core.record import Record
    from tablewright.core.state import Event, State

#: A copy of the position is kept after every so many actions; those between are played again when asked for.
KEPT_EVERY = 20


class History:
    """A match up to now. Positions are numbered by the actions before them, so 0 is the start.

    A record that does not replay is kept as far as it goes, with the complaint in ``fault``.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        #: The position now; changed only by ``do``.
        self.state: State = record.game.new(record.setup, record.seed)
        #: Who took each action.
        self.seats: list[int] = []
        #: What was told during each action.
        self.events: list[list[Event]] = []
        self.fault = ""
        self._kept: list[State] = [self.state.clone()]
        for number, line in enumerate(record.actions, 1):
            try:
                action = self.state.parse(line)
                reason = self.state.why_not(action)
            except Refused as refusal:
                reason = refusal.reason
            if reason is not None:
                self.fault = f'action {number}, "{line}", does not fit this match: {reason}'
                return
            self._apply(action)
        reached = "" if self.state.outcome is None else str(self.state.outcome)
        if record.result and record.result != reached:
            self.fault = f'the record says "{record.result}", but its actions lead to "{reached or "no end"}"'

    def __len__(self) -> int:
        return len(self.seats)

    def do(self, action: Any) -> None:
        """Do a legal action and note it in the record."""
        self._apply(action)
        self.record.add(self.state, action.text)

    def _apply(self, action: Any) -> None:
        self.seats.append(self.state.seat_of(action))
        events: list[Event] = []
        self.state.watch = events.append
        self.state.apply(action)
        self.state.watch = None
        self.events.append(events)
        if len(self) % KEPT_EVERY == 0:
            self._kept.append(self.state.clone())

    def at(self, number: int) -> State:
        """Return a copy of an earlier position."""
        kept = number // KEPT_EVERY
        state: State = self._kept[kept].clone()
        for line in self.record.actions[kept * KEPT_EVERY : number]:
            state.apply(state.parse(line))
        return state

    def cut(self, number: int) -> None:
        """Go back to an earlier position and forget everything behind it."""
        self.state = self.at(number)
        del self.seats[number:], self.events[number:], self.record.actions[number:]
        del self._kept[number // KEPT_EVERY + 1 :]
        self.record.result = ""

    def told(self, number: int, seat: int | None) -> list[str]:
        """Return what a seat was told on the way to a position."""
        return [line for event in self.events[number - 1] if (line := event.told(seat))]

    def name(self, seat: int) -> str:
        """Return who sits in a seat."""
        return self.record.seats[seat] if seat < len(self.record.seats) else f"Seat {seat + 1}"

    def turns(self) -> list[int]:
        """Return the positions at which another seat took over, with start and end; alone, every tenth one."""
        if len(set(self.seats)) < 2:
            marks = list(range(0, len(self), 10))
        else:
            marks = [n for n in range(len(self)) if n == 0 or self.seats[n] != self.seats[n - 1]]
        return [*marks, len(self)]
