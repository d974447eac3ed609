"""Hostile frames by the million, through real sockets at a real server with its limits as they are.

A socket sends as many frames as its limit lets through, so that most of them reach the session of a match; then another
is opened. Pairs of honest people play meanwhile in a process of their own.
"""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import random
import re
import tempfile
import time
from collections import Counter
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import psutil

from tests.web.serving import Player, Serving

from .sockets import BINARY, CONT, PATIENCE, PING, TEXT, Closed, QuickSocket, frame

#: So many sockets attack at the same time; so many visits are planned ahead.
ATTACKERS, AHEAD = 40, 120
#: What a player, a watcher and somebody without a hello may send before the limit.
PLAYERS, WATCHERS = 28, 18
#: After so many tenths of the frames as many matches are loaded as ever will be: those that clocks or absent players
#: keep going stay for minutes. From then on memory may grow by so much.
SETTLED, GROWTH = 3, 1.1
#: With fewer frames nothing can be said about that: the server has not been asked for everything yet.
ENOUGH = 200_000
#: Sockets are closed with one of these codes, or not at all.
CODES = {1002, 1006, 1007, 1008, 1009, 1013, 4001, 4004, 4009}
ANN, BEA, BOT = {"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bea"}, {"kind": "bot", "bot": "easy"}
WISHES: list[dict[str, Any]] = [
    {"game": "marches", "seats": [ANN, BEA]},
    {"game": "ooperations", "seats": [ANN, BEA]},
    {"game": "ooperations", "seats": [ANN, BEA], "options": {"clock": {"total": 60, "increment": 1}}},
    {"game": "ooperations", "seats": [ANN, {"kind": "friend"}]},
    {"game": "maze", "seats": [ANN], "options": {"chat": False, "hints": False}},
    {"game": "dungeons", "setup": {"players": "each"}, "seats": [ANN, BEA, {"kind": "person", "name": "Cid"}]},
    {"game": "ooperations", "seats": [ANN, BOT]},
]
LINES = ("done", "end", "flip", "creature 1 F1", "attack 1 F1", "move W north", "march 1", "undo", "help", "quit", "")
KINDS = ("takeback", "draw", "pause", "rematch", "resume", "claim", "substitute", "resign")


class Grammar:
    """Makes frames: messages as they should be, with wrong values in them, and bytes that were changed."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.request: Any = 0
        self._acts = 0
        #: Has somebody been shown what there is to do?
        self.shown = asyncio.Event()
        self.lines: list[str] = list(LINES)

    def value(self, depth: int = 0) -> Any:
        """Return a value that is probably wrong."""
        rng = self._rng
        match rng.randrange(12):
            case 0:
                return rng.choice([0, 1, -1, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**29])
            case 1:
                return rng.choice([0.0, -0.0, 1e308, 5e-324, 0.1])
            case 2:
                return rng.choice([None, True, False])
            case 3:
                return rng.choice(
                    ["", "\0", "\ud800", "\u202e", "__class__", "{0}", "%s", "'; --", "\n", "ß", "💥" * 9]
                )
            case 4:
                return "x" * rng.choice([1, 201, 1001, 3000])
            case 5 if depth < 5:
                return [self.value(depth + 1) for _ in range(rng.randrange(4))]
            case 6 if depth < 5:
                return {str(self.value(5)): self.value(depth + 1) for _ in range(rng.randrange(4))}
            case 7:
                return rng.choice(self.lines)
            case _:
                return rng.randrange(-2, 40)

    def message(self) -> dict[str, Any]:
        """Return a message whose parts are more or less what they should be."""
        rng = self._rng
        kind = rng.choices(
            ["act", "look", "say", "offer", "answer", "hello", "hint", "nonsense"], [50, 15, 6, 14, 8, 4, 0.05, 3]
        )[0]
        parts: dict[str, Any] = {
            "act": {
                "id": self._acts + rng.choice([1, 1, 1, 0, -1]),
                "request": self.request,
                "action": rng.choice(self.lines),
            },
            "look": {"seq": rng.randrange(-1, 60)},
            "say": {"text": rng.choice(["hello", "x" * 200, "\u202e\0"])},
            "offer": {"kind": rng.choices(KINDS, [9] * 7 + [0.3])[0]},
            "answer": {"kind": rng.choice(KINDS), "yes": rng.random() < 0.5},
            "hello": {"since": rng.randrange(-1, 9), "token": "x" * 43},
        }.get(kind, {})
        self._acts += kind == "act"
        message: dict[str, Any] = {"t": kind, **parts}
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            message[rng.choice([*message, "id", "x", "seat", "token"])] = self.value()
        return message

    def frame(self) -> bytes:
        """Return a frame, of which nearly all are whole ones."""
        rng = self._rng
        content = json.dumps(self.message(), ensure_ascii=rng.random() < 0.7).encode("utf-8", "surrogatepass")
        if rng.random() < 0.25:
            content = self._damaged(content)
        content = content[:8000]
        chance = rng.random()
        if chance < 0.98:
            # Text that is no UTF-8 closes the socket, so it comes seldom.
            fine = content if chance < 0.002 else content.decode("utf-8", "replace").encode()
            return frame(TEXT, fine[:8000])
        if chance < 0.99:
            return frame(BINARY, content)
        if chance < 0.995:
            cut = len(content) // 2
            return frame(TEXT, content[:cut].decode("utf-8", "ignore").encode(), fin=False) + frame(CONT, b'"}')
        if chance < 0.999:
            return frame(PING, content[:100])
        return rng.choice([frame(TEXT, b"x" * 9000), frame(5, b"x"), frame(CONT, b"x"), frame(PING, b"x", fin=False)])

    def _damaged(self, content: bytes) -> bytes:
        rng, changed = self._rng, bytearray(content)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(changed) + 1)
            match rng.randrange(5):
                case 0:
                    del changed[place:]
                case 1:
                    changed[place:place] = rng.choice(
                        [b"[" * 60, b"{", b'"', b"NaN", b"1e999", b"9" * 50, b"\\ud800", b"\0"]
                    )
                case 2 if place < len(changed):
                    changed[place] = rng.randrange(32, 127)
                case 3:
                    changed[place:place] = changed[: place // 2]
                case _:
                    del changed[place : place + rng.randrange(5)]
        return bytes(changed)


class Attack:
    """Those who attack a server."""

    def __init__(self, server: Serving, frames: int, seed: int) -> None:
        self._server = server
        self._rng = random.Random(seed)
        self._frames = frames
        #: Visits that are planned: a match, and the tokens to come with; ``None`` for somebody who does not say hello.
        self._visits: list[tuple[str, list[str] | None]] = []
        self.seen: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self._memory: list[int] = []
        self._loaded: list[int] = []

    async def run(self) -> None:
        """Send all frames."""
        async with httpx.AsyncClient(base_url=self._server.url, timeout=PATIENCE) as http:
            await asyncio.gather(self._make_tables(http), *(self._attack() for _ in range(ATTACKERS)))

    @property
    def _over(self) -> bool:
        return self.seen["frames"] >= self._frames

    async def _make_tables(self, http: httpx.AsyncClient) -> None:
        """Make new tables all the time, as fast as they are used up."""
        process = psutil.Process(self._server.process.pid)
        while not self._over:
            if len(self._memory) < 1 + 10 * self.seen["frames"] // self._frames:
                await self._look(process, http)
            if len(self._visits) >= AHEAD:
                await asyncio.sleep(0.01)
                continue
            answer = await http.post("/api/v1/matches", json=self._rng.choice(WISHES))
            assert answer.status_code == 201, answer.text
            made = answer.json()
            tokens = [seat["token"] for seat in made["seats"] if "token" in seat]
            # Each of these has a limit of its own.
            for words in (*([one] for one in tokens), tokens, [], [], None, ["x" * 43]):
                self._visits.append((made["id"], words))
            self._rng.shuffle(self._visits)
            self.seen["tables"] += 1
        await self._look(process, http)

    async def _look(self, process: psutil.Process, http: httpx.AsyncClient) -> None:
        """Note what the server has in memory."""
        self._memory.append(process.memory_info().rss // 10**6)
        loaded = re.search(r"^tablewright_matches (\d+)", (await http.get("/metrics")).text, re.MULTILINE)
        assert loaded is not None
        self._loaded.append(int(loaded[1]))

    async def _attack(self) -> None:
        while not self._over:
            if not self._visits:
                await asyncio.sleep(0.01)
                continue
            self.seen["sockets"] += 1
            async with asyncio.timeout(PATIENCE):
                await self._visit(*self._visits.pop())

    async def _visit(self, match: str, tokens: list[str] | None) -> None:
        rng, grammar = self._rng, Grammar(self._rng)
        socket = await QuickSocket.open(self._server.port, match)
        most = (PLAYERS if tokens else WATCHERS) * (3 if rng.random() < 0.02 else 1)  # some do not know when to stop
        answers = asyncio.create_task(self._listen(socket, grammar))
        try:
            if tokens is not None:
                socket.send(t="hello", since=rng.choice([-1, 0, 3]), tokens=tokens)
                await asyncio.wait(
                    {answers, shown := asyncio.create_task(grammar.shown.wait())},
                    timeout=5,
                    return_when="FIRST_COMPLETED",
                )
                shown.cancel()
            for number in range(most):
                if answers.done():
                    break
                socket.writer.write(grammar.frame())
                self.seen["frames"] += 1
                if number % 4 == 0:
                    await asyncio.sleep(0)  # to hear what there is to do now
            with suppress(ConnectionError):
                await socket.writer.drain()
            socket.writer.write(frame(TEXT, b'{"t":"look","seq":"last","id":4242}'))
            with suppress(TimeoutError):
                await asyncio.wait_for(answers, 5)
        finally:
            answers.cancel()
            socket.close()

    async def _listen(self, socket: QuickSocket, grammar: Grammar) -> None:
        """Take in what is answered, until the last frame is."""
        try:
            while True:
                message = await socket.hear()
                request = message.get("request", message) if message["t"] in ("snap", "request") else {}
                if message["t"] in ("snap", "request"):
                    grammar.shown.set()
                if isinstance(request, dict) and "choices" in request:
                    grammar.request = request["id"]
                    grammar.lines = [*LINES, *(choice["action"] for choice in request["choices"][:20])]
                if message["t"] in ("ack", "nack", "at"):
                    self.seen[f"answered {message['t']}"] += 1
                if message["t"] == "nack":
                    assert set(message) <= {"t", "code", "text", "seq", "id", "wait"}, message
                    self.refused[message["code"]] += 1
                    if message.get("id") == 4242:
                        return
        except Closed as closed:
            assert closed.code in CODES, closed.code
            self.seen["sockets closed"] += 1

    def check_memory(self) -> None:
        """See that the server needs hardly more memory at the end than when it had settled."""
        at, late = min(SETTLED, len(self._memory) - 1), self._memory[-1]
        early = self._memory[at]
        self.seen["MB when settled"], self.seen["MB at the end"] = early, late
        self.seen["matches loaded when settled"], self.seen["at the end"] = self._loaded[at], self._loaded[-1]
        if self._frames >= ENOUGH:
            found = f"at the start, after each tenth and at the end: {self._memory} MB, {self._loaded} matches loaded"
            assert late < GROWTH * early, f"memory grew; {found}; {self.seen}"
            print(found)


def attack(frames: int, seed: int) -> Counter[str]:
    """Send so many hostile frames to a server; returns what came of it."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # that nobody takes what is written any more is no news here
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as home:
        server = Serving(Path(home))
        here, there = spawn.Pipe()
        honest = spawn.Process(target=play_honestly, args=(server.port, there), daemon=True)
        try:
            honest.start()
            assert here.poll(PATIENCE)
            here.recv()
            attack = Attack(server, frames, seed)
            asyncio.run(attack.run())
            here.send("enough")
            assert here.poll(PATIENCE), "the honest ones have not come to an end"
            milliseconds = sorted(here.recv())
            assert server.errors() == "", server.errors()
            assert server.http.get("/healthz").status_code == 200
            answered = server.http.get("/metrics").text
            assert 'answers_total{status="5xx"}' not in answered
        finally:
            honest.kill()
            honest.join()
            server.end()
    seen = attack.seen
    seen["honest actions"] = len(milliseconds)
    seen["ms p95 of honest answers"] = round(milliseconds[int(len(milliseconds) * 0.95)])
    seen["refused by a limit"] = attack.refused["LIMIT"]
    attack.check_memory()
    return seen


def play_honestly(port: int, told: Connection) -> None:
    """Play at three tables, and send how many milliseconds each answer took, once somebody has heard enough."""
    rng, took = random.Random(1), list[float]()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:

        def sit_down() -> Player:
            made = http.post("/api/v1/matches", json=rng.choice(WISHES[:2])).json()
            player = Player(f"ws://127.0.0.1:{port}/api/v1/matches/{made['id']}/socket")
            player.send(t="hello", since=-1, tokens=[seat["token"] for seat in made["seats"]])
            return player

        tables = [sit_down() for _ in range(3)]
        told.send("they play")
        while not told.poll():
            for number, player in enumerate(tables):
                if "over" in player.wait_for_turn():
                    player.close()
                    tables[number] = sit_down()
                    continue
                began = time.monotonic()
                answer = player.act(rng.choice(player.choices()))
                took.append((time.monotonic() - began) * 1000)
                assert answer["t"] == "ack", answer
                time.sleep(0.08)  # within the limits of a player
        told.send(took)
        told.recv()
        for player in tables:
            player.close()
