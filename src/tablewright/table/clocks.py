"""The clocks of the people at a table: they follow from the times in the log, so they replay as the match does."""

from __future__ import annotations

from collections.abc import Sequence

from tablewright.table.charter import TableOptions


class Clocks:
    """How much time every seat has left, in milliseconds; bots have no clock."""

    def __init__(self, options: TableOptions, people: Sequence[bool]) -> None:
        self._turn = None if options.turn is None else options.turn * 1000
        self._increment = options.increment * 1000
        total = options.turn if options.turn is not None else options.total
        self._left: list[int | None] = [total * 1000 if total is not None and person else None for person in people]
        #: The seats whose clocks run, and since when.
        self.running: tuple[int, ...] = ()
        self._since = 0

    def switch(self, running: Sequence[int], now: int) -> None:
        """Let the clocks of some seats run from now on, and those of no others.

        A seat whose clock stops has finished something and gets its increment; by turns, a seat that begins has the
        whole time again.
        """
        began = tuple(seat for seat in running if self._left[seat] is not None)
        for seat in self.running:
            left = max(0, (self._left[seat] or 0) - (now - self._since))
            self._left[seat] = left + (0 if seat in began else self._increment)
        if self._turn is not None:
            for seat in began:
                if seat not in self.running:
                    self._left[seat] = self._turn
        self.running, self._since = began, now

    def stop(self, now: int) -> None:
        """Stop all clocks without giving anybody an increment."""
        for seat in self.running:
            self._left[seat] = max(0, (self._left[seat] or 0) - (now - self._since))
        self.running = ()

    def forgive(self, now: int) -> None:
        """Do not count the time since the clocks were last set: the server was away."""
        self._since = now

    def left(self, now: int) -> list[int | None]:
        """Return what every seat has left; ``None`` without a clock."""
        left = list(self._left)
        for seat in self.running:
            left[seat] = max(0, (left[seat] or 0) - (now - self._since))
        return left

    @property
    def due(self) -> int | None:
        """When the first running clock will be at zero."""
        return min((self._since + (self._left[seat] or 0) for seat in self.running), default=None)

    def run_out(self, now: int) -> int | None:
        """Return a seat that has no time left; ``None`` if all have."""
        left = self.left(now)
        return next((seat for seat in self.running if left[seat] == 0), None)
