"""A world: one match, the servers that carry it, the people around it, and everything that goes wrong.

One seed decides all of it. First there is a storm of faults, then calm, in which everybody has to get on, then silence,
in which everything that is known anywhere has to agree with what is stored.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import fastapi.dependencies.models

import tablewright
from tests.simulation.clients import Client, Message
from tests.simulation.disk import Disk
from tests.simulation.loop import VirtualLoop, nothing_else
from tests.simulation.network import NetDown, SimulatedLink, ask
from tests.simulation.people import Person
from tests.simulation.workers import Worker

GAMES = ("ooperations", "marches", "dungeons", "maze")
API = "/api/v1/matches"
#: Seconds that the storm lasts, and at most the calm and the silence after it.
STORM = (10.0, 35.0)
CALM, SILENCE = 90.0, 90.0
#: Everybody is back so many seconds after the storm, the ones included who had not noticed that their link was dead.
BACK = 30.0
#: Seconds without a message after which nothing is on its way any more.
STILL = 2.5

KINDS = (("person", "person"), ("person", "bot"), ("person", "open"), ("friend", "person"), ("shared", "shared"))


class Stuck(AssertionError):
    """Somebody waits for ever."""


class World:
    """Everything that one seed leads to."""

    def __init__(self, seed: int, disk: Disk | None = None, workers: int | None = None) -> None:
        self.seed = seed
        self.dice = random.Random(f"world {seed}")
        self.loop = VirtualLoop(random.Random(f"loop {seed}"))
        self.disk = disk or Disk()
        self.done: Counter[str] = Counter()
        self._hash = hashlib.sha256()
        self._story: list[str] = []
        self._count = workers
        self._numbers = 0
        self._is_calm = False
        self.workers: list[Worker] = []
        self.people: list[Person] = []
        self.clients: list[Client] = []
        #: The windows that people looked at in the end.
        self.witnesses: list[Client] = []
        self.match = ""
        self.faults: list[str] = []
        self.record = ""

    # --- what is noted

    def note(self, text: str, kind: str = "") -> None:
        """Write down what happens; equal worlds have equal notes. What has a kind is counted."""
        line = f"{self.loop.time():.6f} {text}"
        self._hash.update(line.encode())
        self._story.append(line[:200])
        if kind:
            self.done[kind] += 1

    @property
    def trace(self) -> str:
        """The hash of everything that happened."""
        return self._hash.hexdigest()

    def story(self, last: int = 60) -> str:
        """Return the last things that happened, for whoever looks for a fault."""
        return "\n".join(self._story[-last:])

    # --- running

    def run(self) -> None:
        """Let everything happen; raises ``AssertionError`` if somebody waits for ever or a server makes a mistake."""
        log, listener = logging.getLogger("tablewright.web"), _Listener(self.faults)
        log.addHandler(listener)
        propagate, log.propagate = log.propagate, False
        self.loop.set_exception_handler(lambda _, context: self.faults.append(str(context)))
        try:
            with nothing_else(self.loop, random.Random(f"entropy {self.seed}")):
                try:
                    self.loop.run_until_complete(self._run())
                finally:
                    for worker in self.workers:
                        worker.end()
                    self.loop.run_until_complete(asyncio.sleep(1))
        finally:
            log.removeHandler(listener)
            log.propagate = propagate
            self.loop.close()
            _forget_routes()
        faults = [*self.faults, *(fault for worker in self.workers for fault in worker.faults)]
        assert not faults, "\n".join(faults)

    async def _run(self) -> None:
        dice = self.dice
        names = ["worker 0", "worker 1"][: self._count or dice.choice((1, 2))]
        at = self._at if len(names) > 1 else None
        self.workers = [Worker(self.loop, name, self.disk, self._dice(), self.note, at) for name in names]
        await asyncio.sleep(0.1)
        await self._make_table()
        storm = self.loop.time() + dice.uniform(*STORM)
        while self.loop.time() < storm:
            await asyncio.sleep(dice.choice((0.05, 0.5, 2.0, 4.0)) * dice.random())
            await self._trouble()
        await self._calm()
        await self._silence()

    def _at(self, address: str) -> Worker:
        return next(worker for worker in self.workers if address in worker.addresses)

    def _dice(self) -> random.Random:
        self._numbers += 1
        return random.Random(f"{self.seed} {self._numbers}")

    # --- the table

    async def _make_table(self) -> None:
        dice = self.dice
        key = GAMES[self.seed % len(GAMES)]
        game = tablewright.game(key)
        chosen = {choice.key: dice.choice(choice.options).name for choice in game.choices()}
        count = game.setup(**chosen).seats
        kinds = dice.choice(KINDS)[:count] if count <= 2 else ("person",) * count
        if count == 1:
            kinds = ("person",)
        shared = kinds[0] == "shared"
        seats = [
            {"kind": "bot", "bot": "easy"}
            if kind == "bot"
            else {"kind": "person", "name": f"{{P{seat}}}"}
            if kind in ("person", "shared")
            else {"kind": kind}
            for seat, kind in enumerate(kinds)
        ]
        clock = dice.choice([None, None, {"total": dice.choice([20, 600]), "increment": 2}, {"turn": 15}])
        options = {"clock": clock, "absence": dice.choice([None, 10])}
        wish = {"game": key, "setup": chosen, "seats": seats, "options": options}
        status, made = await self._ask("POST", API, lambda: wish)
        assert status == 201, made
        self.match = made["id"]
        tokens = {one["seat"]: one["token"] for one in made["seats"] if "token" in one}
        if shared:
            self._come("both", list(tokens.values()))
        else:
            for seat, token in tokens.items():
                self._come(f"seat {seat}", [token])
        for one in made["seats"]:
            if one["kind"] in ("friend", "open"):
                self.loop.create_task(self._join(one))
        for number in range(dice.choice((0, 1, 2))):
            self._come(f"watcher {number}", [])

    async def _join(self, seat: Message) -> None:
        token = self._dice().randbytes(32).hex()
        wish = {"name": "Joan", "token": token} | ({"invite": seat["invite"]} if seat["kind"] == "friend" else {})
        status, joined = await self._ask("POST", f"{API}/{self.match}/join", lambda: wish)
        assert (status, joined) == (200, {"seat": seat["seat"], "token": token}), joined
        self._come(f"seat {seat['seat']}", [token])

    async def _ask(self, method: str, path: str, body: Callable[[], Any]) -> tuple[int, Any]:
        """Ask by HTTP until there is an answer."""
        dice, loss = self._dice(), 0.1
        for _ in range(100):
            try:
                status, said = await ask(dice, dice.choice(self.workers), method, path, body(), loss)
            except NetDown:
                status, said = 503, None
            self.note(f"{method} {path.split('/')[-1]} {status}")
            if status != 503:
                return status, said
            await asyncio.sleep(1)
        raise Stuck(f"{method} {path} has no answer")

    def _come(self, name: str, tokens: list[str]) -> None:
        def make(name: str) -> Client:
            client = Client(self.loop, self._dice(), name, tokens, self._connect, self._watch)
            self.clients.append(client)
            return client

        self.people.append(Person(self.loop, self._dice(), name, make, bool(tokens)))
        if self._is_calm:
            self.people[-1].settle_down()

    def _connect(self, client: Client) -> SimulatedLink:
        worker = self.dice.choice(self.workers)  # nothing may depend on where somebody comes to
        return SimulatedLink(self.loop, self._dice(), worker, f"{API}/{self.match}/socket", client)

    def _watch(self, client: Client, message: Message) -> None:
        self.note(f"{client.name} hears {message}", "messages")

    # --- what goes wrong

    async def _trouble(self) -> None:
        dice = self.dice
        worker = dice.choice(self.workers)
        roll = dice.random()
        if roll < 0.35:
            self._cut([link for worker in self.workers for link in worker.links])
        elif roll < 0.45:
            worker.store_troubles.share = dice.choice((0.0, 0.05, 0.3))
            worker.thought_troubles.share = dice.choice((0.0, 0.3))
        elif roll < 0.53:
            worker.store_troubles.hung_until = self.loop.time() + 15 * dice.random()
        elif roll < 0.68:
            worker.be_deaf(20 * dice.random(), dice.random() < 0.3)
            self._cut(list(worker.links))
        elif roll < 0.75 and worker.up:
            worker.crash()
            self._restart(worker)
        elif roll < 0.79 and worker.up:
            self.loop.create_task(self._drain(worker))

    def _cut(self, links: list[SimulatedLink]) -> None:
        if links:
            self.note("cut", "cuts")
            self.dice.choice(links).cut(self.dice.random() < 0.3, self.dice.random() < 0.3)

    def _restart(self, worker: Worker) -> None:
        worker.wrong = self.dice.choice((0.0, 0.0, 3600.0, -3600.0))
        self.loop.call_later(self.dice.choice((0.1, 1.0, 4.0)) * self.dice.random(), worker.start)

    async def _drain(self, worker: Worker) -> None:
        if await worker.drain():
            self._restart(worker)

    async def _calm(self) -> None:
        """Let everybody get on without faults."""
        for worker in self.workers:
            worker.get_well()
        self.note("calm")
        self._is_calm = True
        for person in self.people:
            person.settle_down()
        await asyncio.sleep(BACK)
        for person in self.people:
            if person.client.state != "live":
                raise Stuck(f"{person.name} is {person.client.state}, {BACK:.0f} seconds after the last fault")
        before = self._acts()
        await self._until(lambda: self.over or self._acts() > before + 2, CALM, "nobody gets on")

    def _acts(self) -> int:
        entries = self.disk.matches[self.match].entries.values()
        return sum(entry.kind == "act" for entry in entries)

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.disk.matches[self.match].status == "over"

    async def _silence(self) -> None:
        for person in self.people:
            person.be_quiet()
        self.note("silence")
        await self._until(self._still, SILENCE, "somebody waits for an answer, or it never ends")
        self.witnesses = [person.client for person in self.people]
        if self.over:
            status, self.record = await self._ask("GET", f"{API}/{self.match}/record", lambda: None)
            assert status == 200, self.record

    def _still(self) -> bool:
        now = self.loop.time()
        return all(client.settled and now - client.heard_at > STILL for client in self.clients)

    async def _until(self, condition: Callable[[], bool], limit: float, what: str) -> None:
        end = self.loop.time() + limit
        while not condition():
            if self.loop.time() > end:
                raise Stuck(f"{what}, {limit:.0f} seconds later")
            await asyncio.sleep(0.5)


def _forget_routes() -> None:
    """Empty the memory that FastAPI has of functions: with each of them it keeps a whole world."""
    for remembering in vars(fastapi.dependencies.models).values():
        if hasattr(remembering, "cache_clear"):
            remembering.cache_clear()


class _Listener(logging.Handler):
    """Collects the mistakes that servers have noted; what only says that the store failed is none."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__()
        self._faults = faults

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self._faults.append(f"{record.getMessage()}\n{logging.Formatter().formatException(record.exc_info)}")
