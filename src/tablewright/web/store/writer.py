"""One thread that writes. What comes in while it is busy, from all matches, becomes one transaction: commits are what
costs time, and a hundred matches share them.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from tablewright.web.metrics import Histogram

#: Transactions begin at least so many seconds apart; whoever writes when nobody else does need not wait.
TICK = 0.01
#: A transaction has at most so many pieces of work.
MOST = 500

Result = TypeVar("Result")
Item = TypeVar("Item")


@dataclass(slots=True)
class _Job(Generic[Item]):
    """A piece of work, or something to be added, and who waits for it."""

    future: asyncio.Future[Any]
    work: Callable[[Connection], Any] | None = None
    item: Item | None = None


class Writer(Generic[Item]):
    """Does pieces of work in transactions, each of them wholly or not at all.

    What comes most often is not a piece of work but an item: ``add_all`` adds those of a transaction at once.
    """

    def __init__(self, engine: Engine, add_all: Callable[[Connection, list[Item]], None]) -> None:
        self._engine = engine
        self._add_all = add_all
        self.commits = Histogram()
        self._queue: queue.SimpleQueue[_Job[Item] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Connection], Result]) -> asyncio.Future[Result]:
        """Return what comes of a piece of work once it is durable; it is done even if nobody waits any more."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._queue.put(_Job(future, work))
        return future

    def add(self, item: Item) -> asyncio.Future[None]:
        """Add an item; it is durable when the future is done, and added even if nobody waits any more."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(_Job(future, item=item))
        return future

    def close(self) -> None:
        """Finish what is under way."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        began = 0.0
        while (job := self._queue.get()) is not None:
            time.sleep(max(0.0, began + TICK - time.monotonic()))
            began = time.monotonic()
            jobs = [job]
            while len(jobs) < MOST and not self._queue.empty():
                job = self._queue.get()
                if job is None:
                    self._queue.put(None)
                    break
                jobs.append(job)
            self._commit(jobs)

    def _commit(self, jobs: list[_Job[Item]]) -> None:
        """Do all jobs in one transaction; if one of them fails, which is rare, each in a transaction of its own.

        That also helps where two workers wait for each other: who holds one match only is in nobody's way.
        """
        began, working = time.monotonic(), False
        results: list[Any] = []
        try:
            with self._engine.begin() as connection:
                working = True
                results = [None if job.work is None else job.work(connection) for job in jobs]
                items = [job.item for job in jobs if job.item is not None]
                if items:
                    self._add_all(connection, items)
                working = False
        except Exception as error:
            gone = isinstance(error, DBAPIError) and error.connection_invalidated
            if working and not gone and len(jobs) > 1:
                for job in jobs:
                    self._commit([job])
                return
            self.commits.failed += 1
            # The transaction could not begin, or its commit failed: a full disk, a database that went away.
            _tell([(job.future, None, error) for job in jobs])
            return
        self.commits.add(time.monotonic() - began)
        _tell([(job.future, result, None) for job, result in zip(jobs, results, strict=True)])


def _tell(results: list[tuple[asyncio.Future[Any], Any, Exception | None]]) -> None:
    """Tell all that wait what came of it. The loop is woken once, for that costs as much as what it does then."""

    def tell() -> None:
        for future, result, error in results:
            if future.done():  # nobody waits any more
                continue
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    with suppress(RuntimeError):  # the loop is closed, and everybody gone
        results[0][0].get_loop().call_soon_threadsafe(tell)
