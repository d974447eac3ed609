"""Who does the work: this process, all cores, or a Ray cluster. The results are the same bytes."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from tablewright.lab.play import PlayedChunk, play_chunk
from tablewright.lab.study import Chunk, Study
from tablewright.lab.workers import worker_pool

#: Pieces handed out ahead of those that come back, per worker.
AHEAD = 4

Runner = Callable[[Study, Iterable[Chunk]], Iterator[tuple[Chunk, PlayedChunk]]]


class LostWorker(Exception):
    """A worker is gone; the message is a sentence without its stop."""


class NoCluster(Exception):
    """There is no Ray cluster to play on; the message is a sentence."""


def runner_for(jobs: int) -> Runner:
    """Return the runner for so many processes; one job is done in this process."""
    return on_cores(jobs) if jobs > 1 else here


def here(study: Study, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, PlayedChunk]]:
    """Play the pieces one after the other in this process."""
    for chunk in chunks:
        yield chunk, play_chunk(study, chunk)


#: The study of which this process has played last, and what it was read from.
_known: tuple[bytes, Study] | None = None


def play_piece(written: bytes, chunk: Chunk) -> PlayedChunk:
    """Play a piece of a pickled study; it is read, and its tables are set up, once for all pieces in this process."""
    global _known
    if _known is None or _known[0] != written:
        _known = written, pickle.loads(written)
    return play_chunk(_known[1], chunk)


def on_cores(jobs: int) -> Runner:
    """Return a runner that plays on several cores of this machine."""

    def run(study: Study, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, PlayedChunk]]:
        pool = worker_pool(min(jobs, study.chunk_count(1)))
        written = pickle.dumps(study)
        try:
            waiting: dict[Future[PlayedChunk], Chunk] = {}
            todo = iter(chunks)
            while True:
                for chunk in todo:
                    waiting[pool.submit(play_piece, written, chunk)] = chunk
                    if len(waiting) >= AHEAD * jobs:
                        break
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool as error:
            raise LostWorker("a worker process died") from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    return run


def on_ray(address: str | None) -> Runner:
    """Return a runner that plays on a Ray cluster; without an address a local one is started."""
    try:
        import ray
    except ImportError as error:
        raise NoCluster("--on ray needs the extra [cluster]: pip install 'tablewright[cluster]'") from error

    # A cluster that is started here stays here, whatever networks this machine has.
    where = {"address": address} if address else {"_node_ip_address": "127.0.0.1", "include_dashboard": False}

    def run(study: Study, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, PlayedChunk]]:
        try:
            if not ray.is_initialized():
                ray.init(log_to_driver=False, logging_level=logging.ERROR, **where)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise NoCluster(f"there is no Ray cluster at {address or 'this machine'}: {error}") from error
        try:
            remote = ray.remote(play_piece)
            everywhere = ray.put(pickle.dumps(study))
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
            raise LostWorker(f"the Ray cluster lost a task: {error}") from error
        finally:
            ray.shutdown()

    return run
