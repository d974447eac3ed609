"""The puzzles of the day, found in processes of their own: a proof that a maze needs so many flips takes its time."""

from __future__ import annotations

import logging
from datetime import UTC, date, datetime, timedelta

from tablewright.core.daily import DailyPuzzle
from tablewright.core.registry import companion, names
from tablewright.web.hosting import Hosting
from tablewright.web.memory import Memory
from tablewright.web.models import PuzzleFacts
from tablewright.web.thinking import CannotThink

LOG = logging.getLogger("tablewright.web")


def puzzle_of(key: str, day: str) -> DailyPuzzle | None:
    """Return the puzzle of a game for a day, if it has any; work for a process."""
    find = companion("puzzles", key)
    return None if find is None else find(date.fromisoformat(day))


class Puzzles:
    """What a server knows of the puzzles of these days."""

    def __init__(self, hosting: Hosting) -> None:
        self._hosting = hosting
        self._found: Memory[DailyPuzzle | None] = Memory()

    def _day(self, later: int = 0) -> str:
        """Return the day of the server's clock, in UTC: the same for everybody."""
        now = datetime.fromtimestamp(self._hosting.now() / 1000, UTC)
        return (now + timedelta(days=later)).date().isoformat()

    async def of(self, key: str, day: str) -> DailyPuzzle:
        """Return the puzzle of a game; raises ``ValueError``. Yesterday's will do: pages are open at midnight too."""
        if day not in (self._day(), self._day(-1)):
            raise ValueError("there are puzzles of today only")
        try:
            puzzle = await self._found.get(f"{key} {day}", lambda: self._hosting.thinking.do(puzzle_of, key, day))
        except CannotThink as error:
            raise ValueError(f"the puzzle of the day cannot be had: {error}") from error
        if puzzle is None:
            raise ValueError("this game has no puzzle of the day")
        return puzzle

    async def today(self) -> list[PuzzleFacts]:
        """Return what people may know of the puzzles of today; one that cannot be had is left out."""
        day, found = self._day(), []
        for key in names("puzzles"):
            try:
                puzzle = await self.of(key, day)
            except ValueError as error:
                LOG.warning("the puzzle of %s: %s", key, error)
                continue
            found.append(PuzzleFacts(game=key, day=day, title=puzzle.title, about=puzzle.about))
        return found
