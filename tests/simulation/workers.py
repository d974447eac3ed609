"""Servers of a world: the whole application of each, started, killed in the middle of anything, or stopped politely."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from tablewright.table.thoughts import Thought
from tablewright.web import app as web
from tablewright.web.app import ServerOptions, WebServer
from tablewright.web.hosting import Hosting
from tablewright.web.thinking import ThoughtPool
from tests.simulation.disk import Disk, Note, SimulatedStore, Troubles
from tests.simulation.loop import Process, VirtualLoop
from tests.simulation.network import SimulatedLink, SimulatedPeers

#: Files that do not change are read once for all worlds.
read_pages = functools.cache(web.Pages)
#: Seconds that everybody has to hear that a server stops, and that it has to stop, as in ``running``.
GOODBYE, STOPPING = 0.3, 5.0


class SimulatedPool:
    """Processes that think: they take their time, die, or never come to an end."""

    def __init__(self, troubles: Troubles) -> None:
        self._troubles = troubles

    def begin(self, loop: VirtualLoop, future: asyncio.Future[Any], work: Callable[[], None]) -> None:
        """Do a piece of work, or fail to."""
        dice, strikes = self._troubles.dice, self._troubles.strike()
        if not strikes:
            loop.call_later(dice.uniform(0.01, 0.6), work)
        elif dice.random() < 0.6:
            loop.call_later(dice.random(), _break, future)

    def shutdown(self, wait: bool) -> None:
        """End; what was not done is not done."""


def _break(future: asyncio.Future[Any]) -> None:
    if not future.done():
        future.set_exception(BrokenProcessPool("a process died"))


class QuickThoughts(ThoughtPool):
    """The real pool around processes that are none. What a bot decides does not matter here: it plays anything."""

    def __init__(self, troubles: Troubles) -> None:
        self._troubles = troubles
        super().__init__(2)

    def _new_pool(self) -> Any:
        return SimulatedPool(self._troubles)

    async def do(self, work: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        easy = [replace(one, bot="random") if isinstance(one, Thought) else one for one in arguments]
        return await super().do(work, *easy, **more)


class Worker:
    """A machine that runs a server, again and again."""

    def __init__(
        self,
        loop: VirtualLoop,
        name: str,
        disk: Disk,
        dice: random.Random,
        note: Note,
        at: Callable[[str], Worker] | None = None,
    ) -> None:
        self.loop = loop
        self.name = name
        self.disk = disk
        self.dice = dice
        self._note = note
        #: Who is at an address; ``None`` where this is the only server.
        self._at = at
        self.addresses: list[str] = []
        #: What went wrong in a server that never should.
        self.faults: list[str] = []
        self.store_troubles, self.thought_troubles = Troubles(dice), Troubles(dice)
        self.links: dict[SimulatedLink, None] = {}
        #: Does it take links of people, and of other servers? Does it not even refuse them?
        self._open = self._open_to_peers = self._silent = False
        #: Until when other servers do not reach it, although it lives, and whether they are refused or wait in vain.
        self._deaf_until, self._deaf_silently = 0.0, False
        self.wrong = 0.0
        self.start()

    @property
    def up(self) -> bool:
        """Can people come?"""
        return self._open

    def answers(self, peer: bool) -> bool:
        """Say whether it takes links."""
        return (self._open_to_peers and not self._is_deaf) if peer else self._open

    def silent(self, peer: bool) -> bool:
        """Say whether it does not even refuse links."""
        return self._silent or (peer and self._is_deaf and self._deaf_silently)

    @property
    def _is_deaf(self) -> bool:
        return self.loop.time() < self._deaf_until

    def be_deaf(self, seconds: float, silently: bool) -> None:
        """Take no links of other servers for a while."""
        self._deaf_until, self._deaf_silently = self.loop.time() + seconds, silently

    def get_well(self) -> None:
        """Have no troubles any more."""
        self.store_troubles.share = self.thought_troubles.share = 0.0
        self.store_troubles.hung_until = self._deaf_until = 0.0

    def app_for(self, peer: bool) -> Any:
        """Return the application for people, or the one for other servers."""
        return self.server.peer_app if peer else self.server.app

    def start(self) -> None:
        """Start a server, which knows nothing but the store."""
        self._note(f"{self.name} starts", "starts")
        self.process, self._silent = Process(), False
        self.process.wrong = self.wrong
        self.store = SimulatedStore(self.disk, self.store_troubles, self._note)
        options = ServerOptions(local=False)
        if self._at is not None:
            # The port of the process before is free again, and may be the same.
            if not self.addresses or self.dice.random() < 0.5:
                self.addresses.append(f"{self.name}:{len(self.addresses)}")
            options = replace(options, workers=2, peer=self.addresses[-1])
        parts = {
            "ThoughtPool": lambda workers: QuickThoughts(self.thought_troubles),
            "Hosting": functools.partial(Hosting, entropy=self.dice.randbytes),
            "PeerClient": lambda hosting: SimulatedPeers(hosting, self.dice, self._at or {}.__getitem__),
            "Pages": read_pages,
        }
        with patch.multiple(web, **parts):
            self.server = self.process.context.run(WebServer, self.store, options)
        self._open_to_peers = True
        self._life: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._life.put_nowait({"type": "lifespan.startup"})
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}}
        self._living = self.run(self.server.app(scope, self._life.get, self._lives))

    async def _lives(self, message: dict[str, Any]) -> None:
        if message["type"] == "lifespan.startup.complete":
            self._open = True

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something as a part of the server."""
        return self.loop.create_task(work, context=self.process.context.copy())

    def note_fault(self, error: BaseException | None) -> None:
        """Note that something came out of the application that should not."""
        self.faults.append(f"{self.name}: {type(error).__name__}: {error}")

    def crash(self) -> None:
        """End everything at once, as a killed process or a machine without power does."""
        self._note(f"{self.name} crashes", "crashes")
        self.end()

    def end(self) -> None:
        """Let nothing of it go on."""
        self._open = self._open_to_peers = False
        self._silent = self.dice.random() < 0.3
        self.store.die()
        for link in list(self.links):
            link.cut(self._silent, kept=self.dice.random() < 0.5)
        self.process.kill()

    async def drain(self) -> bool:
        """Stop politely, as ``PoliteServer`` does; says whether nobody has killed it before."""
        self._note(f"{self.name} drains", "drains")
        process, living = self.process, self._living
        self._open = False
        await asyncio.wait({self.run(self.server.say_goodbye())})
        await asyncio.sleep(GOODBYE)
        if not process.dead:
            self._open_to_peers = False
            for link in list(self.links):
                link.cut(silently=False, kept=True)
            end = self.loop.time() + STOPPING
            while self.links and self.loop.time() < end and not process.dead:
                await asyncio.sleep(0.05)
            self._life.put_nowait({"type": "lifespan.shutdown"})
            await asyncio.wait({living}, timeout=STOPPING)
        if process.dead:
            return False
        self.store.die()
        process.kill()
        return True
