"""This worker among all that share a store: it shows that it lives, sees who does not, and hears what it has lost."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from tablewright.web.hosting import Hosting
from tablewright.web.live import LOG
from tablewright.web.store import StoreFailed

#: Seconds between two beats, and between two looks for matches that were lost.
BEAT, LOOK = 1.0, 2.0
#: After so many beats of our own in which another worker had none it is dead. Beats, not seconds: while the store is
#: away nobody has any, and who was stopped for a while does not take all others for dead.
MISSED = 5
#: Who leaves does not wait longer for a store that does not answer, in seconds.
LEAVE_SECONDS = 2.0


class Peers:
    """The register of workers, as one of them keeps it."""

    def __init__(self, hosting: Hosting, address: str) -> None:
        self._hosting = hosting
        self._address = address
        #: The beats of the others, and how many of ours have passed since they changed.
        self._seen: dict[str, tuple[int, int]] = {}
        self._stop = asyncio.Event()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        hosting.alone = False

    async def join(self) -> None:
        """Register, and go on showing that we live."""
        with contextlib.suppress(StoreFailed):  # it is said below, and tried again
            await self._beat()
        loop = asyncio.get_running_loop()

        def told(lost: list[str]) -> None:
            with contextlib.suppress(RuntimeError):  # we have stopped meanwhile
                loop.call_soon_threadsafe(self._wake.set)

        self._hosting.store.on_lost(self._hosting.worker, told)
        self._tasks = [
            asyncio.create_task(self._repeat(self._beat, BEAT, self._stop)),
            asyncio.create_task(self._repeat(self._look, LOOK, self._wake)),
        ]

    async def leave(self) -> None:
        """Take ourselves off the register: from now on others take our matches, and we take none."""
        self._hosting.leaving = True
        self._stop.set()
        self._wake.set()
        with contextlib.suppress(StoreFailed, TimeoutError):  # without us they find out by the beats
            async with asyncio.timeout(LEAVE_SECONDS):
                # A beat that is under way has to come first, or it would register us again.
                await asyncio.gather(*self._tasks)
                await self._hosting.store.retire(self._hosting.worker)

    async def _repeat(self, work: Callable[[], Awaitable[None]], seconds: float, sooner: asyncio.Event) -> None:
        failed = False
        while not self._stop.is_set():
            try:
                await work()
                failed = False
            except StoreFailed as error:
                if not failed:  # said once, and tried again and again
                    LOG.error("the register of workers cannot be reached: %s", error)
                failed = True
            except Exception:  # who does not go on is taken for dead
                LOG.exception("a mistake in the register of workers")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await sooner.wait()

    async def _beat(self) -> None:
        hosting = self._hosting
        beats = await hosting.store.beat(hosting.worker, self._address)
        for worker in self._count(beats):
            LOG.warning("worker %s is dead, and taken off the register", worker)
            await hosting.store.retire(worker)

    async def _look(self) -> None:
        self._wake.clear()
        await self._hosting.give_up_lost()

    def _count(self, beats: dict[str, int]) -> list[str]:
        """Note how the others are, and return those that are dead."""
        dead, seen = self._hosting.dead, {}
        for worker, beat in beats.items():
            before, missed = self._seen.get(worker, (-1, 0))
            seen[worker] = (beat, missed + 1 if beat == before else 0)
            if beat != before:
                dead.discard(worker)  # it did not answer us, but it lives
        self._seen = seen
        dead &= beats.keys()
        return [worker for worker, (_, missed) in seen.items() if missed >= MISSED]
