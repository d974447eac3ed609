"""Who does the work: this process, all cores, or a Ray cluster. The results are the same bytes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from tablewright.bots.workers import worker_pool
from tablewright.lab.play import play_chunk
from tablewright.lab.study import Chunk, Study

#: Pieces handed out ahead of those that come back, per worker.
AHEAD = 4

Runner = Callable[[Study, list[Chunk]], Iterator[tuple[Chunk, str]]]


class LostWorker(Exception):
    """A worker is gone; the message is a sentence."""


def here(study: Study, chunks: list[Chunk]) -> Iterator[tuple[Chunk, str]]:
    """Play the pieces one after the other in this process."""
    for chunk in chunks:
        yield chunk, play_chunk(study, chunk)


def on_cores(jobs: int) -> Runner:
    """Return a runner that plays on several cores of this machine."""

    def run(study: Study, chunks: list[Chunk]) -> Iterator[tuple[Chunk, str]]:
        pool = worker_pool(jobs)
        try:
            waiting: dict[Future[str], Chunk] = {}
            todo = iter(chunks)
            while True:
                for chunk in todo:
                    waiting[pool.submit(play_chunk, study, chunk)] = chunk
                    if len(waiting) >= AHEAD * jobs:
                        break
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool as error:
            raise LostWorker("a worker process died; what is finished is kept, run the study again to go on") from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    return run


def on_ray(address: str | None) -> Runner:
    """Return a runner that plays on a Ray cluster; without an address a local one is started."""
    try:
        import ray
    except ImportError as error:
        raise LostWorker("--on ray needs the extra [cluster]: pip install 'tablewright[cluster]'") from error

    # A cluster that is started here stays here, whatever networks this machine has.
    where = {"address": address} if address else {"_node_ip_address": "127.0.0.1", "include_dashboard": False}

    def run(study: Study, chunks: list[Chunk]) -> Iterator[tuple[Chunk, str]]:
        try:
            if not ray.is_initialized():
                ray.init(log_to_driver=False, logging_level=logging.ERROR, **where)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise LostWorker(f"there is no Ray cluster at {address or 'this machine'}: {error}") from error
        try:
            remote = ray.remote(play_chunk)
            everywhere = ray.put(study)
            resources: Callable[[], dict[str, float]] = ray.cluster_resources
            ahead = AHEAD * max(1, int(resources().get("CPU", 1)))
            waiting: dict[Any, Chunk] = {}
            todo = iter(chunks)
            while True:
                for chunk in todo:
                    waiting[remote.remote(everywhere, chunk)] = chunk
                    if len(waiting) >= ahead:
                        break
                if not waiting:
                    return
                done, _ = ray.wait(list(waiting))
                for reference in done:
                    yield waiting.pop(reference), ray.get(reference)
        except ray.exceptions.RayError as error:
            raise LostWorker(f"the Ray cluster lost a task: {error}; what is finished is kept") from error
        finally:
            ray.shutdown()

    return run
