"""Studies on a server: one at a time in a space, few at a time in all, the others wait; each can be stopped.

Everything is told by files and locks, so that any worker can answer for a study that another one plays.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import multiprocessing
import os
from multiprocessing.process import BaseProcess
from typing import Any

from tablewright.core.disk import Lock, remove_file, write_whole
from tablewright.web.thinking import deaf_to_interrupts
from tablewright.web.workshop.playing import play
from tablewright.web.workshop.space import HIDDEN, STUDIES, WorkshopRefusal
from tablewright.web.workshop.studying import FAILED, LOCK, PLAYING, STOP, STOPPED, STUDY, WAITING, begun_study

Value = dict[str, Any]

LOG = logging.getLogger("tablewright.web")
#: Seconds between two looks at locks, marks and processes.
LOOK = 0.1
#: Seconds that a process has to stop, and somebody waits for it.
PATIENCE = 5.0
#: Studies that wait or are played on one worker, and of one space.
MOST_OPEN, MOST_OF_SPACE = 20, 3


class StudyDesk:
    """The studies that this worker plays."""

    def __init__(self, folder: str, at_once: int, seconds: float | None) -> None:
        #: Where the locks are of which each study that is played holds one.
        self._folder = folder
        self._at_once = at_once
        self._seconds = seconds
        #: What is under way, and in which folder.
        self._tasks: dict[asyncio.Task[None], str] = {}

    async def begin(self, folder: str, number: int, plan: Value) -> None:
        """Begin a study, or leave one alone that is under way."""
        if len(self._tasks) >= MOST_OPEN or list(self._tasks.values()).count(folder) >= MOST_OF_SPACE:
            raise WorkshopRefusal(409, "FULL", "Too many studies wait already; try again later.")
        studies = os.path.join(folder, HIDDEN, STUDIES)
        lock = await _take(os.path.join(studies, f"{number}{LOCK}"), 1.0)
        if lock is None:
            return
        path = os.path.join(studies, f"{number}{STUDY}")
        await asyncio.to_thread(_begin, path, plan)
        task = asyncio.create_task(self._run(lock, studies, path, plan))
        self._tasks[task] = folder
        task.add_done_callback(self._tasks.pop)

    async def stop(self, folder: str, number: int) -> None:
        """Ask whoever plays a study to stop, and wait until that is so."""
        studies = os.path.join(folder, HIDDEN, STUDIES)
        mark = os.path.join(studies, f"{number}{STOP}")
        if not os.path.exists(os.path.join(studies, f"{number}{STUDY}")):
            return
        await asyncio.to_thread(write_whole, mark, b"")
        lock = await _take(os.path.join(studies, f"{number}{LOCK}"), 2 * PATIENCE)
        if lock is not None:
            await asyncio.to_thread(remove_file, mark)
            lock.release()

    async def close(self) -> None:
        """Stop all studies of this worker."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, lock: Lock, studies: str, path: str, plan: Value) -> None:
        mark = path.removesuffix(STUDY) + STOP
        with lock, contextlib.ExitStack() as held:
            ended = WAITING
            try:
                while not os.path.exists(mark):
                    if self._take_places(studies, held):
                        ended = await self._play(path, mark, plan)
                        break
                    await asyncio.sleep(LOOK)
                else:
                    ended = STOPPED
            except asyncio.CancelledError:
                ended = STOPPED
                raise
            except Exception as error:
                LOG.exception("a study cannot be played: %s", error)
                ended = FAILED
            finally:
                _end(path, ended)

    def _take_places(self, studies: str, held: contextlib.ExitStack) -> bool:
        """Take the place of the space and one of those of the server, or none."""
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(Lock(os.path.join(studies, "playing")))
            except BlockingIOError:
                return False
            for place in range(self._at_once):
                with contextlib.suppress(BlockingIOError):
                    stack.enter_context(Lock(os.path.join(self._folder, f"study-{place}")))
                    held.enter_context(stack.pop_all())
                    return True
        return False

    async def _play(self, path: str, mark: str, plan: Value) -> str:
        """Play a study in a process of its own; return how it ended if the process could not say so."""
        spawn = multiprocessing.get_context("spawn")
        process = spawn.Process(target=play, args=(plan, path))
        with deaf_to_interrupts():
            process.start()
        try:
            loop = asyncio.get_running_loop()
            end = None if self._seconds is None else loop.time() + self._seconds
            while process.is_alive():
                if os.path.exists(mark) or (end is not None and loop.time() > end):
                    break
                await asyncio.sleep(LOOK)
            return FAILED if not process.is_alive() and process.exitcode else STOPPED
        finally:
            await asyncio.shield(asyncio.to_thread(_finish, process))


def _finish(process: BaseProcess) -> None:
    process.terminate()
    process.join(PATIENCE)
    process.kill()
    process.join()


async def _take(path: str, seconds: float) -> Lock | None:
    """Return a lock, or ``None`` if somebody holds it for so long."""
    end = asyncio.get_running_loop().time() + seconds
    while True:
        try:
            return Lock(path)
        except BlockingIOError:
            if asyncio.get_running_loop().time() > end:
                return None
            await asyncio.sleep(0.02)


def _begin(path: str, plan: Value) -> None:
    remove_file(path.removesuffix(STUDY) + STOP)
    write_whole(path, json.dumps(begun_study(plan, WAITING)).encode())


def _end(path: str, state: str) -> None:
    """Write down how a study ended, where nobody else has."""
    with contextlib.suppress(OSError):
        remove_file(path.removesuffix(STUDY) + STOP)
        with open(path, "rb") as file:
            study = json.loads(file.read())
        if study["state"] in (WAITING, PLAYING):
            write_whole(path, json.dumps({**study, "state": state}).encode())
