"""A database that several servers share, and the way to it: group commits take time, and they fail in every way that
the contract of a store allows.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from tablewright.core.dealing import canonical
from tablewright.table.charter import Charter, LogEntry
from tablewright.web.store import (
    WAITING,
    Lease,
    MatchStore,
    NewMatch,
    Overtaken,
    Progress,
    StoredMatch,
    StoreFailed,
)

#: Transactions begin at least so many seconds apart, as those of the real store.
TICK = 0.01

Found = TypeVar("Found")
#: Writes down what happens, and counts it as something.
Note = Callable[[str, str], None]


@dataclass
class KeptMatch:
    """What is durable of a match."""

    charter: str
    secret: bytes
    free: int
    created: int
    tokens: dict[int, bytes]
    invites: dict[int, bytes]
    status: str = WAITING
    worker: str | None = None
    epoch: int = 0
    entries: dict[int, LogEntry] = field(default_factory=dict)


class Disk:
    """What is durable. Every method is one piece of work in a transaction: all of it is done, or it raises."""

    def __init__(self) -> None:
        self.matches: dict[str, KeptMatch] = {}
        #: The address and the beats of every registered worker.
        self.workers: dict[str, tuple[str, int]] = {}
        #: Whom to tell that a match was taken from a worker.
        self.listeners: dict[str, Callable[[list[str]], None]] = {}

    def create(self, new: NewMatch) -> None:
        charter = new.charter
        text = canonical(charter.write())
        kept = KeptMatch(text, new.secret, new.free, charter.created, dict(new.tokens), dict(new.invites))
        assert charter.id not in self.matches, "two matches have the same id"
        self.matches[charter.id] = kept

    def load(self, match: str) -> StoredMatch | None:
        kept = self.matches.get(match)
        if kept is None:
            return None
        entries = [kept.entries[seq] for seq in sorted(kept.entries)]
        return StoredMatch(Charter.read(json.loads(kept.charter)), kept.secret, entries)

    def take(self, match: str, worker: str, dead: Collection[str]) -> Lease | None:
        kept = self.matches.get(match)
        if kept is None:
            return None
        held = kept.worker
        if held is not None and held in self.workers and held != worker and held not in dead:
            return Lease(held, kept.epoch, self.workers[held][0])
        kept.worker, kept.epoch = worker, kept.epoch + 1
        if held is not None and held != worker and held in self.listeners:
            self.listeners[held]([match])
        return Lease(worker, kept.epoch)

    def append(self, match: str, epoch: int, progress: Progress) -> None:
        kept = self.matches.get(match)
        if kept is None or kept.epoch != epoch:
            raise Overtaken(f"{match} was taken by another worker")
        if any(entry.seq in kept.entries for entry in progress.entries) or set(progress.tokens) & set(kept.tokens):
            raise Overtaken(f"the log of {match} has gone on elsewhere")
        self.keep(kept, progress)

    def keep(self, kept: KeptMatch, progress: Progress) -> None:
        """Keep what nothing speaks against."""
        kept.status, kept.free = progress.status, progress.free
        for entry in progress.entries:
            kept.entries[entry.seq] = replace(entry, body=json.loads(canonical(entry.body)))
        for seat, token in progress.tokens.items():
            kept.tokens[seat] = token
            kept.invites.pop(seat, None)

    def lost(self, worker: str, matches: Collection[str]) -> list[str]:
        held = [(match, self.matches[match].worker) for match in matches if match in self.matches]
        return [match for match, other in held if other not in (None, worker)]

    def beat(self, worker: str, address: str) -> dict[str, int]:
        known, count = self.workers.get(worker, (address, -1))
        self.workers[worker] = (known, count + 1)
        return {name: beats for name, (_, beats) in self.workers.items()}

    def retire(self, worker: str) -> None:
        self.workers.pop(worker, None)

    def waiting(self, since: int, most: int) -> list[str]:
        found = [
            (-kept.created, match)
            for match, kept in self.matches.items()
            if kept.status == WAITING and kept.free > 0 and kept.created >= since
        ]
        return [match for _, match in sorted(found)][:most]


class Troubles:
    """How the way to a database fails; none at all where every share is 0."""

    def __init__(self, dice: random.Random, share: float = 0.0) -> None:
        self.dice = dice
        #: How many of the commits and reads fail.
        self.share = share
        #: Until when nothing gets through, and then everything at once.
        self.hung_until = 0.0

    def latency(self, now: float) -> float:
        """Return the seconds that a commit or a read takes."""
        slow = self.dice.random() < self.share / 2
        took = self.dice.uniform(0.5, 4.0) if slow else self.dice.choice((0.0, 0.002, 0.01, 0.03)) * self.dice.random()
        return max(took, self.hung_until - now)

    def strike(self) -> bool:
        """Say whether something fails now."""
        return self.dice.random() < self.share


Job = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class SimulatedStore(MatchStore):
    """One process's way to the disk, with the contract of ``MatchStore``: pieces of work that come together are one
    transaction, of which all or nothing is durable; an answer may be lost.
    """

    def __init__(self, disk: Disk, troubles: Troubles, note: Note = lambda text, kind: None) -> None:
        self.disk = disk
        self._troubles = troubles
        self._note = note
        self._queue: list[Job] = []
        self._busy = False
        self._dead = False

    def die(self) -> None:
        """End with the process: what is in the queue is lost; of what is on its way nobody knows."""
        self._dead = True
        self._queue.clear()

    async def _write(self, work: Callable[[], Found]) -> Found:
        self._check()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Found] = loop.create_future()
        # Who was told to stop does not wait for it any more, but it goes on.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._queue.append((work, future))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._begin)
        return await asyncio.shield(future)

    def _check(self) -> None:
        if self._dead:
            raise asyncio.CancelledError

    def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        jobs, self._queue = self._queue, []
        self._busy = bool(jobs)
        if jobs:
            loop.call_later(self._troubles.latency(loop.time()), self._commit, jobs)

    def _commit(self, jobs: list[Job]) -> None:
        """Do all of it or nothing, say so or fail to."""
        loop, troubles = asyncio.get_running_loop(), self._troubles
        fails = troubles.strike() or (self._dead and troubles.dice.random() < 0.5)
        kept = not fails or troubles.dice.random() < 0.5
        kind = "commits" if not fails else "kept and failed commits" if kept else "failed commits"
        self._note(f"{kind}: {len(jobs)}", kind)
        results: list[Any] = []
        for work, _ in jobs if kept else ():
            try:
                results.append(work())
            except Overtaken as error:
                self._note(str(error), "overtaken")
                results.append(error)
        if self._dead:
            return
        for number, (_, future) in enumerate(jobs):
            if fails:
                future.set_exception(StoreFailed("the disk is on fire"))
            elif isinstance(results[number], Exception):
                future.set_exception(results[number])
            else:
                future.set_result(results[number])
        loop.call_later(TICK, self._begin)

    async def _read(self, work: Callable[[], Found]) -> Found:
        self._check()
        await asyncio.sleep(self._troubles.latency(asyncio.get_running_loop().time()))
        self._check()
        if self._troubles.strike():
            raise StoreFailed("the disk cannot be read")
        return work()

    async def create(self, new: NewMatch) -> None:
        await self._write(lambda: self.disk.create(new))

    async def load(self, match: str) -> StoredMatch | None:
        return await self._read(lambda: self.disk.load(match))

    async def take(self, match: str, worker: str, dead: Collection[str] = ()) -> Lease | None:
        return await self._write(lambda: self.disk.take(match, worker, dead))

    async def append(self, match: str, epoch: int, progress: Progress) -> None:
        progress = replace(progress, entries=list(progress.entries), tokens=dict(progress.tokens))
        await self._write(lambda: self.disk.append(match, epoch, progress))

    async def lost(self, worker: str, matches: Collection[str]) -> list[str]:
        return await self._read(lambda: self.disk.lost(worker, list(matches)))

    def on_lost(self, worker: str, told: Callable[[list[str]], None]) -> None:
        """Be woken up late, or not at all."""
        loop = asyncio.get_running_loop()

        def tell(lost: list[str]) -> None:
            if not self._dead and self._troubles.dice.random() < 0.7:
                loop.call_later(self._troubles.latency(loop.time()), told, lost)

        self.disk.listeners[worker] = tell

    async def beat(self, worker: str, address: str) -> dict[str, int]:
        return await self._write(lambda: self.disk.beat(worker, address))

    async def retire(self, worker: str) -> None:
        await self._write(lambda: self.disk.retire(worker))

    async def tokens(self, match: str) -> dict[int, bytes]:
        return await self._read(lambda: dict(self.disk.matches[match].tokens) if match in self.disk.matches else {})

    async def invites(self, match: str) -> dict[int, bytes]:
        return await self._read(lambda: dict(self.disk.matches[match].invites) if match in self.disk.matches else {})

    async def waiting(self, since: int, most: int) -> list[str]:
        return await self._read(lambda: self.disk.waiting(since, most))

    async def close(self) -> None:
        """Finish what is under way."""
        while self._busy or self._queue:
            await asyncio.sleep(TICK)
