"""Reads that many ask for at the same moment, as after a restart: what is asked for while one is under way is read
together with the next, for a question costs more than its answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

#: So many matches are read at once.
MOST = 100

Found = TypeVar("Found")


class Reader(Generic[Found]):
    """Reads something of matches; ``read_all`` does so for several of them at once."""

    def __init__(self, read_all: Callable[[Sequence[str]], Awaitable[Mapping[str, Found]]]) -> None:
        self._read_all = read_all
        self._asked: list[tuple[str, asyncio.Future[Found | None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def read(self, match: str) -> Found | None:
        """Return what is stored of a match, no older than the question; ``None`` if there is nothing."""
        future: asyncio.Future[Found | None] = asyncio.get_running_loop().create_future()
        self._asked.append((match, future))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await future

    async def _run(self) -> None:
        while self._asked:
            asked, self._asked = self._asked[:MOST], self._asked[MOST:]
            found: Mapping[str, Found] = {}
            fault: Exception | None = None
            try:
                found = await self._read_all([match for match, _ in asked])
            except Exception as error:
                fault = error
            for match, future in asked:
                if future.done():  # nobody waits any more
                    continue
                if fault is None:
                    future.set_result(found.get(match))
                else:
                    future.set_exception(fault)
        self._task = None
