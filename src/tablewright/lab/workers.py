"""Processes that play matches for somebody who collects the results."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from threading import Thread


def worker_pool(jobs: int) -> ProcessPoolExecutor:
    """Return a pool of worker processes that leave Ctrl-C to this process and end when it is gone."""
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_serve)


def _serve() -> None:
    # Ctrl-C reaches every process of the group; only the one that keeps the results should answer it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_the_parent, daemon=True).start()


def _leave_with_the_parent() -> None:
    """End this process with the one that started it: after a ``kill -9`` nobody else would."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
