"""An event loop whose time is a number: it jumps to whatever is next, and one seed decides everything that is open."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import Context, ContextVar
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from tablewright.web.link import Link

#: What a pass through the loop costs, in seconds: while callbacks run, timers come due and get in between.
COSTS = (0.0, 0.0, 0.0, 0.000_1, 0.002)
#: The date on which every world begins, in seconds since 1970.
BEGINNING = 1_700_000_000

#: The process that code belongs to; ``None`` for what is outside of all servers.
PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)


class Process:
    """A process of the world: its tasks, and a clock on its wall that somebody may have set wrong."""

    def __init__(self) -> None:
        self.tasks: dict[WorldTask, None] = {}
        self.dead = False
        #: Seconds by which the wall clock is wrong.
        self.wrong = 0.0
        self.context = Context()
        self.context.run(PROCESS.set, self)

    def kill(self) -> None:
        """Let nothing of it go on. Whoever could notice that tasks still clean up has to be deaf already."""
        self.dead = True
        for task in list(self.tasks):
            task.cancel()


class WorldTask(asyncio.Task[Any]):
    """A task with a hash of its own, not one of its address: sets of tasks have the same order in every run."""

    def __new__(cls, *_: Any, loop: VirtualLoop, **__: Any) -> WorldTask:
        task = super().__new__(cls)
        task.serial = next(loop.serials)
        return task

    serial: int

    def __hash__(self) -> int:
        return self.serial

    def __eq__(self, other: object) -> bool:
        return self is other


class NothingHappens(Exception):
    """Everybody waits for ever."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs callbacks in the order that asyncio promises; where it promises none, and how long all takes, dice say."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__()
        self.serials = itertools.count()
        self._dice = dice
        self._now = 0.0
        self._thread = threading.get_ident()
        self._clock_resolution = 1e-9
        self._selector = SimpleNamespace(select=self._select, close=lambda: None)
        self.set_task_factory(_make_task)

    def time(self) -> float:
        return self._now

    def _select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise NothingHappens
        if timeout > 0:
            self._now = max(self._now, self._scheduled[0].when())  # type: ignore[attr-defined]
        else:
            self._now += self._dice.choice(COSTS)
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        assert threading.get_ident() == self._thread, "there are no threads in a world"

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        # What is due at the same moment comes in any order.
        return super().call_at(when + self._dice.random() * 1e-6, callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        """Do the work of another thread or process a little later, at once and undisturbed."""
        future = self.create_future()

        def work() -> None:
            if not future.done():
                try:
                    future.set_result(func(*args))
                except Exception as error:
                    future.set_exception(error)

        if executor is None:
            self.call_later(self._dice.random() * 0.02, work)
        else:
            executor.begin(self, future, work)
        return future


def _make_task(loop: VirtualLoop, coro: Coroutine[Any, Any, Any], **more: Any) -> WorldTask:
    task = WorldTask(coro, loop=loop, **more)
    context = more.get("context")
    process = PROCESS.get() if context is None else context.get(PROCESS)
    if process is not None:
        process.tasks[task] = None
        task.add_done_callback(lambda done: process.tasks.pop(done, None))
    return task


@contextmanager
def nothing_else(loop: VirtualLoop, dice: random.Random) -> Iterator[None]:
    """Give the server no other time and no other entropy than the world's, and an order to its sets of links."""

    def wall() -> int:
        process = PROCESS.get()
        return int((BEGINNING + loop.time() + (0 if process is None else process.wrong)) * 1e9)

    clock = SimpleNamespace(
        monotonic=loop.time, monotonic_ns=lambda: int(loop.time() * 1e9), time_ns=wall, time=lambda: wall() / 1e9
    )
    entropy = SimpleNamespace(
        token_bytes=dice.randbytes,
        token_hex=lambda count: dice.randbytes(count).hex(),
        token_urlsafe=lambda count: dice.randbytes(count).hex(),
        choice=dice.choice,
    )
    serials: Iterator[int] = itertools.count()

    def hash_of_link(link: Link) -> int:
        return link.__dict__.setdefault("serial", next(serials))

    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.startswith("tablewright.web."):
                for ambient, instead in ((time, clock), (secrets, entropy)):
                    found = [key for key, value in vars(module).items() if value is ambient]
                    for key in found:
                        stack.enter_context(patch.object(module, key, instead))
        stack.enter_context(patch.object(Link, "__hash__", hash_of_link))
        yield
