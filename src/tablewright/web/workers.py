"""Several workers on one machine: processes that accept on the same listener, and a parent that keeps them going."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from tablewright.core.own import from_environment
from tablewright.core.registry import use_content
from tablewright.web.app import ServerOptions
from tablewright.web.logs import begin_log
from tablewright.web.running import listen, serve
from tablewright.web.store import BadStore
from tablewright.web.store.sql import SqlStore

#: Seconds until a worker that was asked to stop has stopped; then it is killed.
PATIENCE = 20.0
#: A worker that has lived for so many seconds is started again at once when it dies; before another one that did not,
#: there is a pause, which grows.
LIVED = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0

LOG = logging.getLogger("tablewright.web")


@dataclass(frozen=True, slots=True)
class WorkerPlan:
    """What a worker needs to know to begin."""

    store: str
    options: ServerOptions
    #: Where it listens for other workers; port 0 is any.
    host: str
    port: int


@dataclass(slots=True)
class Running:
    """A worker that was started, or is to be started again."""

    plan: WorkerPlan
    process: BaseProcess
    began: float
    pause: float = 0.0
    #: When it is started again; ``None`` while it runs.
    due: float | None = None


class Workers:
    """The parent of workers."""

    def __init__(self, plans: list[WorkerPlan], listener: socket.socket) -> None:
        self._plans = plans
        self._listener = listener
        self._spawn = multiprocessing.get_context("spawn")
        self._ready, self._says_ready = self._spawn.Pipe(duplex=False)
        self._running: list[Running] = []
        #: How often somebody has asked us to stop.
        self._asked = 0

    def run(self, announce: Callable[[], None]) -> int:
        """Keep the workers going until somebody stops us; returns the exit status."""
        begin_log()
        with self._signals() as signals:
            try:
                self._running = [Running(plan, self._start(plan), time.monotonic()) for plan in self._plans]
                begun = 0
                while not self._asked:
                    happened = wait([self._ready, signals, *self._sentinels()], self._pause())
                    if self._ready in happened:
                        self._ready.recv()
                        begun += 1
                        if begun == len(self._running):
                            announce()
                    if not self._look_after(begun):
                        return 1
                return 0
            finally:
                self._stop(signals)

    def _start(self, plan: WorkerPlan) -> BaseProcess:
        process = self._spawn.Process(target=_work, args=(plan, self._listener, self._says_ready))
        # Ctrl-C reaches all of us; workers are deaf to it from the first moment, and we pass it on.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            process.start()
        finally:
            signal.signal(signal.SIGINT, before)
        return process

    def _sentinels(self) -> list[int]:
        return [worker.process.sentinel for worker in self._running if worker.due is None]

    def _pause(self) -> float | None:
        """Return the seconds until a worker is to be started again; ``None`` if all run."""
        due = min((worker.due for worker in self._running if worker.due is not None), default=None)
        return None if due is None else max(0.0, due - time.monotonic())

    def _look_after(self, begun: int) -> bool:
        """Start again what has died; ``False`` if a worker does not even begin."""
        now = time.monotonic()
        for worker in self._running:
            if worker.due is None and not worker.process.is_alive():
                if begun < len(self._running):
                    return False
                LOG.warning("a worker has ended with status %s, and is started again", worker.process.exitcode)
                lived = now - worker.began > LIVED
                worker.due = now + (0.0 if lived else worker.pause)
                worker.pause = FIRST_PAUSE if lived else min(max(FIRST_PAUSE, 2 * worker.pause), LONGEST_PAUSE)
            if worker.due is not None and worker.due <= now:
                worker.process, worker.began, worker.due = self._start(worker.plan), now, None
        return True

    def _stop(self, signals: socket.socket) -> None:
        """Ask all to stop, and kill those that do not; who asks again does not want to wait."""
        for worker in self._running:
            if worker.process.is_alive():
                worker.process.terminate()
        asked, end = self._asked, time.monotonic() + PATIENCE
        while self._asked == asked and (left := end - time.monotonic()) > 0:
            alive = [worker.process.sentinel for worker in self._running if worker.process.is_alive()]
            if not alive:
                break
            if signals in wait([signals, *alive], left):
                signals.recv(1)
        for worker in self._running:
            worker.process.kill()
            worker.process.join()

    @contextlib.contextmanager
    def _signals(self) -> Iterator[socket.socket]:
        """Count what we are asked by signals; what is yielded can be read then, which ends a wait."""
        inside, outside = socket.socketpair()
        with inside, outside:
            outside.setblocking(False)

            def ask(number: int, frame: object) -> None:
                self._asked += 1
                outside.send(b"x")

            before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
            try:
                yield inside
            finally:
                for number, handler in before.items():
                    signal.signal(number, handler)


def _work(plan: WorkerPlan, listener: socket.socket, ready: Connection) -> None:
    """Be a worker, until it is asked to stop or the parent has gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        use_content(from_environment())
        peer = listen(plan.host, plan.port)
        store = SqlStore(plan.store)
    except (BadStore, OSError, ValueError) as error:
        sys.exit(f"A worker cannot begin: {getattr(error, 'strerror', None) or error}.")

    def say_ready() -> None:
        with contextlib.suppress(OSError):  # the parent has gone, and we go too
            ready.send(None)

    serve(store, plan.options, listener, say_ready, peer)


def _end_with_parent() -> None:
    """Stop politely when the parent has ended, however it did; nobody else would."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os._exit(1)
