"""One thread that writes. What comes in while it is busy, from all matches, becomes one transaction: commits are what
costs time, and a hundred matches share them.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

#: Transactions begin at least so many seconds apart; whoever writes when nobody else does need not wait.
TICK = 0.01
#: A transaction has at most so many pieces of work.
MOST = 500

Result = TypeVar("Result")


class Writer:
    """Does pieces of work in transactions, each of them wholly or not at all."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[tuple[Callable[[Connection], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Connection], Result]) -> Future[Result]:
        """Return what comes of a piece of work once it is durable."""
        future: Future[Result] = Future()
        self._queue.put((work, future))
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

    def _commit(self, jobs: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        """Do all jobs in one transaction; one that fails undoes its own work only."""
        results: list[tuple[Future[Any], Any]] = []
        try:
            with self._engine.begin() as connection:
                for work, future in jobs:
                    try:
                        with connection.begin_nested():
                            results.append((future, work(connection)))
                    except Exception as error:
                        future.set_exception(error)
        except Exception as error:  # the commit itself failed: a full disk, a database that went away
            for _, future in jobs:
                if not future.done():
                    future.set_exception(error)
            return
        for future, result in results:
            future.set_result(result)
