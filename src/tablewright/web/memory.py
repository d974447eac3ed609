"""What was found out lately and would take long to find out again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

#: So many answers of a kind are remembered.
REMEMBERED = 300

Kept = TypeVar("Kept")


class Memory(Generic[Kept]):
    """What was found out lately, by name; several who ask at the same time wait for the same answer."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, asyncio.Task[Kept]] = OrderedDict()

    async def get(self, name: str, find: Callable[[], Awaitable[Kept]]) -> Kept:
        """Return what is known of something, and find it out if it is not; a failure is not remembered."""
        task = self._kept.get(name)
        if task is None:
            task = self._kept[name] = asyncio.ensure_future(_run(find))
            if len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        try:
            return await asyncio.shield(task)
        except Exception:
            self._kept.pop(name, None)
            raise


async def _run(find: Callable[[], Awaitable[Kept]]) -> Kept:
    return await find()
