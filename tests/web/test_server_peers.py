"""Workers in one process, without sockets: who is taken for dead, and what a clock that is behind does to a match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tablewright.core.registry import find_game
from tablewright.table.charter import PERSON, SeatPlan, TableOptions
from tablewright.web import peers
from tablewright.web.hosting import Hosting, steady_clock
from tablewright.web.link import MOST_CHARACTERS, Link
from tablewright.web.live import HeldElsewhere
from tablewright.web.making import TableWish, make_table
from tablewright.web.peers import Peers
from tablewright.web.relay import PeerClient, Relay
from tablewright.web.running import address_of, listen
from tablewright.web.store.sql import SqlStore

from .serving import PATIENCE

CLOCK = TableOptions(total=600)


class Machines:
    """Workers on one store, and a match of Ann and Bea with a clock."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self._all: list[Hosting] = []
        self._steady = steady_clock()
        game = find_game("marches")
        seats = (SeatPlan(PERSON, "Ann"), SeatPlan(PERSON, "Bea"))
        self.made = make_table(TableWish(game, game.setup(), {}, seats, CLOCK), self._steady())
        self.id = self.made.new.charter.id

    def worker(self, behind: int = 0) -> Hosting:
        """Return a worker whose clock is behind by so many milliseconds."""
        hosting = Hosting(self.store, cast(Any, None), clock=lambda: self._steady() - behind)
        hosting.alone = False
        self._all.append(hosting)
        return hosting

    async def play(self, worker: Hosting, number: int) -> None:
        """Let Ann and Bea, who share a screen, come to a worker and do something."""
        link = Link()
        live = worker.match(self.id)
        live.join(link, (0, 1), -1, None)
        request = await live.ask(lambda session, now: session.story.moved)
        act = {"t": "act", "id": number, "request": request, "action": "done"}
        await live.ask(lambda session, now: session.receive(link, act, now))
        live.leave(link)

    async def close(self) -> None:
        for one in self._all:
            await one.close()


def tell(folder: Path, story: Callable[[Machines], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqlStore(f"sqlite:///{folder / 'matches.db'}")
        machines = Machines(store)
        await store.create(machines.made.new)
        try:
            async with asyncio.timeout(PATIENCE):
                await story(machines)
        finally:
            await machines.close()
            await store.close()

    asyncio.run(run())


def test_a_log_never_goes_back_in_time(tmp_path: Path) -> None:
    async def story(machines: Machines) -> None:
        first, second = machines.worker(), machines.worker(behind=60_000)
        await machines.play(first, 1)
        await machines.play(second, 2)  # the first one is not registered, so that its match can be taken
        await machines.play(second, 3)
        stored = await machines.store.load(machines.id)
        assert stored is not None
        times = [entry.at for entry in stored.entries]
        assert times == sorted(times)
        assert len([entry for entry in stored.entries if entry.kind == "act"]) == 3
        left = await second.match(machines.id).ask(lambda session, now: session.story.clocks.left(now))
        assert all(590_000 < seconds <= 600_000 for seconds in left if seconds is not None), left

    tell(tmp_path, story)


def test_who_beats_no_more_is_dead_and_who_does_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(peers, "BEAT", 0.05)

    async def story(machines: Machines) -> None:
        first, second, third = (machines.worker() for _ in range(3))
        lives, looks = Peers(first, "1.2.3.4:5"), Peers(second, "1.2.3.4:6")
        await lives.join()
        await looks.join()
        await machines.store.beat(third.worker, "1.2.3.4:7")  # once, and never again
        await machines.play(first, 1)
        before = await machines.store.take(machines.id, third.worker)
        assert before is not None
        assert before.worker == first.worker
        while third.worker in await machines.store.beat(second.worker, ""):
            await asyncio.sleep(0.05)
        assert f"worker {third.worker} is dead" in caplog.text
        assert f"worker {first.worker} is dead" not in caplog.text
        with pytest.raises(HeldElsewhere) as held:
            await machines.play(second, 2)
        assert held.value.lease.address == "1.2.3.4:5"
        await lives.leave()
        await machines.play(second, 2)
        with pytest.raises(Exception, match="restarts"):
            await machines.play(first, 3)
        await looks.leave()
        assert await machines.store.beat("another", "") == {"another": 0}, "who leaves is off the register"

    caplog.set_level(logging.WARNING)
    tell(tmp_path, story)


def test_who_cannot_be_reached_by_us_alone_is_not_dead_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", 0.05)

    async def story(machines: Machines) -> None:
        first, second = machines.worker(), machines.worker()
        both = [Peers(first, "1.2.3.4:5"), Peers(second, "1.2.3.4:6")]
        for one in both:
            await one.join()
        await machines.play(first, 1)
        second.dead.add(first.worker)
        while first.worker in second.dead:
            await asyncio.sleep(0.02)
        with pytest.raises(HeldElsewhere):
            await machines.play(second, 2)
        for one in both:
            await one.leave()

    tell(tmp_path, story)


def test_what_a_viewer_does_not_take_waits_where_the_match_is(tmp_path: Path) -> None:
    async def story(machines: Machines) -> None:
        sent: list[int] = []
        taken: list[Any] = []
        wish = [{"type": "websocket.connect"}]

        async def flood(line: ServerConnection) -> None:
            with suppress(ConnectionClosed):
                while True:
                    await line.send("x" * 2000)
                    sent.append(2000)

        async def take(event: Any) -> None:
            taken.append(event)
            if len(taken) > 5:
                await asyncio.Event().wait()

        async def say() -> Any:
            if not wish:
                await asyncio.Event().wait()
            return wish.pop()

        hosting = machines.worker()
        async with serve(flood, sock=listen("127.0.0.1", 0), compression=None) as holder:
            await machines.store.beat("holder", address_of(next(iter(holder.sockets))))
            await machines.store.take(machines.id, "holder")
            relay = Relay(cast(Any, None), hosting, PeerClient(hosting))
            scope = {"type": "websocket", "path": f"/api/v1/matches/{machines.id}/socket", "query_string": b""}
            scope |= {"scheme": "ws", "client": ("10.0.0.1", 5), "headers": [(b"host", b"localhost")]}
            relayed = asyncio.create_task(relay(scope, say, take))
            before = -1
            while not sent or len(sent) > before:
                before = len(sent)
                await asyncio.sleep(0.3)
            assert len(taken) == 6
            assert sum(sent) < MOST_CHARACTERS / 2, "so that the holder notices, and cuts the viewer off"
            relayed.cancel()
            await asyncio.wait({relayed})

    tell(tmp_path, story)
