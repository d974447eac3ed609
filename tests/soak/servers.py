"""Servers that are killed under load: what was acknowledged is stored once, and everybody is back soon."""

from __future__ import annotations

import asyncio
import json
import random
import re
import tempfile
import time
from collections import Counter
from pathlib import Path

import httpx
import psutil
from sqlalchemy import Engine, func, make_url, select

from tablewright.web.store.engines import open_engine
from tablewright.web.store.tables import ENTRIES
from tests.support.postgresql import new_database, running
from tests.web.serving import Serving

from .sockets import PATIENCE, Closed, QuickSocket

#: So many pairs play while the server is killed.
PAIRS = 20
#: A kill comes after at most so many actions.
MOST_BETWEEN = 400
GAMES = ("marches", "ooperations")
PEOPLE = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bea"}]
#: With so many matches everybody is back so many seconds after the kill.
ALL, SOON = 1_000, 5.0

#: A match and the token of a seat.
Seat = tuple[str, str]


async def make(http: httpx.AsyncClient, game: str) -> list[Seat]:
    """Make a table for two; returns its seats."""
    made = (await http.post("/api/v1/matches", json={"game": game, "seats": PEOPLE})).json()
    return [(made["id"], seat["token"]) for seat in made["seats"]]


class Ledger:
    """What was acknowledged to everybody, over all lives of a server."""

    def __init__(self) -> None:
        #: By match, seat and number of the action: the number of its entry and its line.
        self.acknowledged: dict[tuple[str, int, int], tuple[int, str]] = {}
        self.sent = 0

    def check(self, store: Engine, seen: Counter[str]) -> None:
        """Compare with what is stored."""
        stored: dict[tuple[str, int, int], tuple[int, str]] = {}
        columns = (ENTRIES.c.match, ENTRIES.c.seat, ENTRIES.c.act, ENTRIES.c.seq, ENTRIES.c.body)
        torn = select(ENTRIES.c.match).group_by(ENTRIES.c.match).having(func.max(ENTRIES.c.seq) != func.count())
        with store.connect().execution_options(reads=True) as connection:
            for match, seat, act, seq, body in connection.execute(select(*columns).where(ENTRIES.c.act.is_not(None))):
                assert (match, seat, act) not in stored, f"action {act} of seat {seat} at {match} is there twice"
                stored[match, seat, act] = (seq, json.loads(body)["line"])
            assert connection.execute(torn).all() == [], "a log has a hole"
        for key, entry in self.acknowledged.items():
            assert stored.get(key) == entry, f"{key} was acknowledged as {entry}, stored is {stored.get(key)}"
        seen["stored but not said"] = len(stored) - len(self.acknowledged)
        seen["acknowledged"] = len(self.acknowledged)


class Eager:
    """Somebody who acts as fast as the server lets them, and comes back whenever it has gone."""

    def __init__(self, server: Serving, seat: Seat, ledger: Ledger, rng: random.Random) -> None:
        self._server = server
        self._match, self._token = seat
        self._ledger = ledger
        self._rng = rng
        #: The action that was sent and not answered: its number and its line.
        self._open: tuple[int, str] | None = None
        self._acts = 0

    async def play(self) -> None:
        """Play to the end of the match."""
        while True:
            try:
                socket = await QuickSocket.open(self._server.port, self._match)
            except (OSError, Closed):
                await asyncio.sleep(0.05)
                continue
            try:
                if await self._visit(socket):
                    return
            except Closed as closed:
                assert closed.code in (1006, 1008, 1012), closed.code
                await asyncio.sleep(0.05)
            finally:
                socket.close()

    async def _visit(self, socket: QuickSocket) -> bool:
        socket.send(t="hello", token=self._token, since=-1)
        async with asyncio.timeout(PATIENCE):
            welcome = await socket.until("welcome")
        (seat,) = welcome["you"]
        self._acts = max(self._acts, welcome["acts"])
        request: dict[str, object] = {}
        while True:
            async with asyncio.timeout(PATIENCE):
                message = await socket.hear()
            if message["t"] in ("snap", "request"):
                request = message["request"] if message["t"] == "snap" else message
                if request.get("over"):
                    return True
            elif message["t"] == "ack":
                assert self._open is not None
                assert message["id"] == self._open[0]
                self._ledger.acknowledged[self._match, seat, message["id"]] = (message["seq"], self._open[1])
                self._open = None
            elif message["t"] == "nack" and self._open is not None and message.get("id") == self._open[0]:
                # Refused by a limit; or answered from a position that was given up, and then it did not happen.
                assert message["code"] in ("LIMIT", "STALE"), message
                await asyncio.sleep(message.get("wait", 0))
                self._open = None
            if self._open is None and message["t"] in ("snap", "request", "nack") and "choices" in request:
                legal = [choice["action"] for choice in request["choices"] if "reason" not in choice]  # type: ignore[attr-defined]
                self._acts += 1
                self._open = (self._acts, self._rng.choice(legal))
                self._send(socket, request)
            elif self._open is not None and message["t"] == "snap":
                self._send(socket, request)  # the same again: it may have been stored, or not

    def _send(self, socket: QuickSocket, request: dict[str, object]) -> None:
        assert self._open is not None
        self._ledger.sent += 1
        socket.send(t="act", id=self._open[0], request=request["id"], action=self._open[1])


def kill_servers(kills: int, seed: int) -> Counter[str]:
    """Kill a server so many times while pairs play at it as fast as they can; returns what was seen on the way."""
    with tempfile.TemporaryDirectory() as home:
        url = f"sqlite:///{home}/matches.db"
        return asyncio.run(_kill_servers(kills, random.Random(seed), Path(home), url, "1"))


def kill_workers(kills: int, seed: int) -> Counter[str]:
    """Do the same to two workers on a PostgreSQL, of which one goes on or both are killed."""
    with running() as postgresql, new_database(postgresql.url) as url, tempfile.TemporaryDirectory() as home:
        return asyncio.run(_kill_servers(kills, random.Random(seed), Path(home), url, "2"))


async def _kill_servers(kills: int, rng: random.Random, home: Path, url: str, workers: str) -> Counter[str]:
    seen, ledger = Counter[str](), Ledger()
    server = await asyncio.to_thread(Serving, home, "--store", url, "--workers", workers)
    store = open_engine(make_url(url))
    playing = {asyncio.create_task(_play_on(server, ledger, rng, seen)) for _ in range(PAIRS)}
    try:
        while seen["kills"] < kills:
            await _moment(ledger, rng)
            assert not any(task.done() for task in playing), [task for task in playing if task.done()]
            crew = [one for one in psutil.Process(server.process.pid).children() if one.children()]
            one = workers != "1" and len(crew) > 1 and rng.random() < 0.5
            if one:
                rng.choice(crew).kill()  # the other one takes its matches over
            else:
                await asyncio.to_thread(server.end)
            seen["kills"] += 1
            seen["kills of one worker"] += one
            ledger.check(store, seen)
            if not one:
                await asyncio.to_thread(server.start)
    finally:
        for task in playing:
            task.cancel()
        results = await asyncio.gather(*playing, return_exceptions=True)
        server.end()
        store.dispose()
    for result in results:
        if isinstance(result, Exception):
            raise result
    told = "level=" if workers == "1" else "level=(error|critical)"  # that a worker has died is worth a warning
    assert not re.search(told, server.errors()), server.errors()
    seen["sent"] = ledger.sent
    return seen


async def _moment(ledger: Ledger, rng: random.Random) -> None:
    """Wait for the moment of a kill: somewhere in the middle, or while everybody comes back."""
    if rng.random() < 0.2:
        await asyncio.sleep(rng.uniform(0, 1))
        return
    enough = len(ledger.acknowledged) + rng.randrange(1, MOST_BETWEEN)
    async with asyncio.timeout(PATIENCE):
        while len(ledger.acknowledged) < enough:
            await asyncio.sleep(rng.uniform(0, 0.01))


async def _play_on(server: Serving, ledger: Ledger, rng: random.Random, seen: Counter[str]) -> None:
    """Let two play one match after the other."""
    while True:
        seats: list[Seat] = []
        while not seats:
            try:
                async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                    seats = await make(http, rng.choice(GAMES))
            except httpx.HTTPError:  # it was killed meanwhile
                await asyncio.sleep(0.05)
        await asyncio.gather(*(Eager(server, seat, ledger, rng).play() for seat in seats))
        seen["finished"] += 1


def come_back(matches: int, seed: int) -> Counter[str]:
    """Kill a server with so many live matches and start it again; everybody comes back at once, as browsers do."""
    return asyncio.run(_come_back(matches, random.Random(seed)))


async def _come_back(matches: int, rng: random.Random) -> Counter[str]:
    with tempfile.TemporaryDirectory() as home:
        server = await asyncio.to_thread(Serving, Path(home))
        try:
            seats: list[Seat] = []
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                for number in range(matches):
                    seats += await make(http, GAMES[number % len(GAMES)])
            few = asyncio.Semaphore(50)
            before = await asyncio.gather(*(_sit(server, seat, few) for seat in seats))
            await asyncio.to_thread(server.kill)
            began = time.monotonic()
            back = [
                asyncio.create_task(_return(server.port, seat, seq))
                for seat, (seq, _) in zip(seats, before, strict=True)
            ]
            await asyncio.to_thread(server.start)
            up = time.monotonic() - began
            async with asyncio.timeout(PATIENCE):
                sockets = await asyncio.gather(*back)
            took = time.monotonic() - began
            spent = psutil.Process(server.process.pid).cpu_times()
            for _, socket in before:
                socket.close()
            for socket in sockets:
                socket.close()
            assert "level=" not in server.errors(), server.errors()
        finally:
            server.end()
    seconds = spent.user + spent.system
    said = f"{matches} matches were back after {took:.1f} s: starting took {up:.1f}, all of it {seconds:.1f} s of CPU"
    assert took < SOON or matches < ALL, said
    figures = {"until all were back": took, "to start": up, "of CPU": seconds}
    return Counter({"sockets back": len(sockets)} | {f"ms {what}": round(1000 * one) for what, one in figures.items()})


async def _sit(server: Serving, seat: Seat, few: asyncio.Semaphore) -> tuple[int, QuickSocket]:
    """Sit down; returns the number of the last entry, and the socket."""
    async with few, asyncio.timeout(PATIENCE):
        socket = await QuickSocket.open(server.port, seat[0])
        socket.send(t="hello", token=seat[1], since=-1)
        return (await socket.until("snap"))["seq"], socket


async def _return(port: int, seat: Seat, seq: int) -> QuickSocket:
    """Come back as a browser does: try again and again, say what is known already, and wait for what there is to do."""
    while True:
        try:
            socket = await QuickSocket.open(port, seat[0])
            socket.send(t="hello", token=seat[1], since=seq)
            await socket.until("request", "snap")
            return socket
        except (OSError, Closed):
            await asyncio.sleep(0.15)
