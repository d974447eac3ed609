"""Bots think in processes of their own, so that the server answers everybody meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, TypeVar

from tablewright.bots.registry import make_bot
from tablewright.core.registry import all_games
from tablewright.table.players import LEVELS

#: A bot that has not decided after so many seconds is stopped; a simpler one decides then.
LIMIT = 30.0
#: How often work is given to a new pool when somebody else's has broken the old one.
TRIES = 2

Result = TypeVar("Result")


class CannotThink(Exception):
    """A piece of work took too long, or its process died."""


class ThoughtPool:
    """A pool of processes for work that takes long; it is rebuilt when a process dies or does not come to an end."""

    def __init__(self, workers: int | None = None, prepare: Callable[[], None] | None = None) -> None:
        # Two at least: advice for one should not have to wait for the bot of another.
        self._workers = workers or max(2, (os.cpu_count() or 2) - 1)
        #: What each process does before it is asked; where nothing is said, it gets to know games and bots.
        self._prepare = prepare or know_bots
        self._free = asyncio.Semaphore(self._workers)
        self._pool = self._new_pool()
        #: Work that waits or is being done, and how often it failed.
        self._open = 0
        self.failed = 0

    @property
    def running(self) -> int:
        """How much work is being done."""
        return min(self._open, self._workers)

    @property
    def waiting(self) -> int:
        """How much work waits for a process."""
        return self._open - self.running

    def _new_pool(self) -> ProcessPoolExecutor:
        # Nothing of the server, least of all its secrets, is in the memory of a process that was started anew.
        spawn = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(
            self._workers, mp_context=spawn, initializer=_begin_worker, initargs=(self._prepare,)
        )
        with deaf_to_interrupts():
            for _ in range(self._workers):  # started now, so that nobody has to wait for them later
                pool.submit(os.getpid)
        return pool

    async def do(self, work: Callable[..., Result], *arguments: Any, limit: float = LIMIT) -> Result:
        """Return what a function of a module returns in another process; raises ``CannotThink`` if it does not."""
        self._open += 1
        try:
            return await self._do(work, arguments, limit)
        except CannotThink:
            self.failed += 1
            raise
        finally:
            self._open -= 1

    async def _do(self, work: Callable[..., Result], arguments: tuple[Any, ...], limit: float) -> Result:
        async with self._free:  # the limit counts from when a process is free
            for _ in range(TRIES):
                pool = self._pool
                try:
                    future = asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
                    # Nobody may cancel it: a pool whose processes are killed stumbles over work that was (Python 3.11).
                    future.add_done_callback(_hear)
                    return await asyncio.wait_for(asyncio.shield(future), limit)
                except TimeoutError:
                    self._rebuild(pool)
                    raise CannotThink(f"it took more than {limit:.0f} seconds") from None
                except BrokenProcessPool:
                    self._rebuild(pool)
                except Exception as error:  # whatever a bot of somebody else may raise
                    raise CannotThink(f"it failed: {type(error).__name__}") from error
        raise CannotThink("its process died")

    def _rebuild(self, broken: ProcessPoolExecutor) -> None:
        if broken is self._pool:
            self._pool = self._new_pool()
        _kill(broken)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        _kill(self._pool)


def _hear(done: asyncio.Future[Any]) -> None:
    """Take note of what became of work that nobody waits for any more, or asyncio would complain of it."""
    if not done.cancelled():
        done.exception()


@contextlib.contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a moment: processes that are started then ignore it for ever, and end with the server."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _kill(pool: ProcessPoolExecutor) -> None:
    """End a pool at once. It has no public way to do so before Python 3.14: its own waits for what is under way."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    for process in processes:
        with contextlib.suppress(ValueError, OSError):  # it has ended meanwhile
            process.kill()
    pool.shutdown(wait=False)


def _begin_worker(prepare: Callable[[], None]) -> None:
    """Prepare a process: it ends with the server, however that ends, and knows what it needs before it is asked."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    prepare()


def know_bots() -> None:
    """Load the games and their bots."""
    for game in all_games():
        with contextlib.suppress(ValueError):
            for level in LEVELS:
                make_bot(level, game)


def _end_with_parent() -> None:
    """End this process when the server has ended, however it did."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
