"""Those who play: two at a table, each of whom acts as soon as it is asked. Ours, and those of boardgame.io."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from functools import partial
from typing import Any

from load.wire import Wire


class Pair:
    """Two viewers of one match, both seats of it, and when what was done reached both of them."""

    def __init__(self, host: str, seed: int, most: int, pause: float = 0.0) -> None:
        self.host = host
        self.dice = random.Random(seed)
        #: So many actions are done; then the two stop.
        self.most = most
        #: Seconds between being asked and acting.
        self.pause = pause
        self.wires: list[Wire] = []
        #: When each action was sent, and what it took until both had it, in seconds.
        self.sent: list[float] = []
        self.times: list[float] = []
        self.over = False
        self.refused = 0
        #: What each has to answer, and how many actions it has heard of.
        self._asked: list[Any] = [None, None]
        self._heard = [0, 0]
        self._going = False

    async def sit_down(self) -> None:
        """Open the sockets of both."""
        raise NotImplementedError

    @property
    def ready(self) -> bool:
        """Is one of the two asked for something?"""
        return any(asked is not None for asked in self._asked)

    @property
    def done(self) -> bool:
        """Has everything reached both, and is there nothing more to do?"""
        return (self.over or len(self.sent) >= self.most) and len(self.times) == len(self.sent)

    def go(self) -> None:
        """Begin."""
        self._going = True
        for seat in (0, 1):
            if self._asked[seat] is not None and self.pause:
                # In the middle of a match, as it were: all at once would be another load. What is left of a pause at
                # any moment is as the smaller of two.
                self._answer_in(min(self._think(), self._think()), seat)
            else:
                self._answer(seat)

    def stop(self) -> None:
        """Do nothing more."""
        self.most = len(self.sent)

    def close(self) -> None:
        for wire in self.wires:
            wire.close()

    def _ask(self, seat: int, asked: Any) -> None:
        self._asked[seat] = asked
        if self._going and asked is not None:
            if self.pause:
                self._answer_in(self._think(), seat)
            else:
                self._answer(seat)

    def _think(self) -> float:
        return self.dice.uniform(0, 2 * self.pause)

    def _answer_in(self, seconds: float, seat: int) -> None:
        asyncio.get_running_loop().call_later(seconds, self._answer, seat)

    def _answer(self, seat: int) -> None:
        asked, self._asked[seat] = self._asked[seat], None
        if asked is None or len(self.sent) >= self.most:
            return
        text = self._decide(seat, asked)
        self.sent.append(time.perf_counter())
        self.wires[seat].send(text)

    def _decide(self, seat: int, asked: Any) -> str:
        raise NotImplementedError

    def _note(self, seat: int) -> None:
        """Note that one of the two has heard of an action; they hear of all of them, in order."""
        self._heard[seat] += 1
        number = self._heard[seat]
        if number <= self._heard[1 - seat] and number <= len(self.sent):
            self.times.append(time.perf_counter() - self.sent[number - 1])


class OurPair(Pair):
    """Two at a table of ours."""

    def __init__(self, host: str, seed: int, most: int, table: dict[str, Any], pause: float = 0.0) -> None:
        super().__init__(host, seed, most, pause)
        self._table = table

    @staticmethod
    def make_tables(host: str, game: str, count: int) -> list[dict[str, Any]]:
        """Make some tables for two."""
        connection = http.client.HTTPConnection(host, timeout=60)
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
        wish = json.dumps({"game": game, "seats": seats})
        tables = []
        for _ in range(count):
            connection.request("POST", "/api/v1/matches", wish, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != 201:
                raise RuntimeError(f"no table was made: {text.decode()}")
            tables.append(json.loads(text))
        connection.close()
        return tables

    async def sit_down(self) -> None:
        for seat in (0, 1):
            path = f"/api/v1/matches/{self._table['id']}/socket"
            self.wires.append(await Wire.open(self.host, path, partial(self._hear, seat)))
            self.wires[seat].send(json.dumps({"t": "hello", "since": -1, "token": self._table["seats"][seat]["token"]}))

    def _hear(self, seat: int, wire: Wire, text: str) -> None:
        if text.startswith('{"t":"ev"'):
            self._note(seat)
        elif text.startswith('{"t":"request"'):
            self._read(seat, json.loads(text))
        elif text.startswith('{"t":"snap"'):
            self._read(seat, json.loads(text)["request"])
        elif text.startswith('{"t":"nack"'):
            self.refused += 1

    def _read(self, seat: int, request: dict[str, Any]) -> None:
        self.over = self.over or "over" in request
        self._ask(seat, request if request.get("choices") else None)

    def _decide(self, seat: int, asked: Any) -> str:
        possible = [choice["action"] for choice in asked["choices"] if "reason" not in choice]
        action = {"t": "act", "id": len(self.sent) + 1, "request": asked["id"], "action": self.dice.choice(possible)}
        return json.dumps(action)


class TheirPair(Pair):
    """Two at a table of boardgame.io, through socket.io: 4 is a message, 0 a connect, 2 an event."""

    def __init__(self, host: str, seed: int, most: int) -> None:
        super().__init__(host, seed, most)
        self._match = f"match{seed}"
        self._synced: set[int] = set()

    @property
    def ready(self) -> bool:
        return len(self._synced) == 2

    async def sit_down(self) -> None:
        for seat in (0, 1):
            path = "/socket.io/?EIO=4&transport=websocket"
            self.wires.append(await Wire.open(self.host, path, partial(self._hear, seat)))

    def _hear(self, seat: int, wire: Wire, text: str) -> None:
        if text.startswith("42"):
            kind, *values = json.loads(text[text.index("[") :])
            if kind == "update":
                self._note(seat)
                self._read(seat, values[1])
            elif kind == "sync":
                self._synced.add(seat)
                self._read(seat, values[1]["state"])
        elif text == "2":
            wire.send("3")
        elif text.startswith("40"):
            wire.send(f"42/tictactoe,{json.dumps(['sync', self._match, str(seat), None, 2])}")
        elif text.startswith("0"):
            wire.send("40/tictactoe,")

    def _read(self, seat: int, state: dict[str, Any]) -> None:
        self._ask(seat, state if state["ctx"]["currentPlayer"] == str(seat) else None)

    def _decide(self, seat: int, asked: Any) -> str:
        free = [cell for cell, mark in enumerate(asked["G"]["cells"]) if mark is None]
        payload = {"type": "place", "args": [self.dice.choice(free)], "playerID": str(seat)}
        event = ["update", {"type": "MAKE_MOVE", "payload": payload}, asked["_stateID"], self._match, str(seat)]
        return f"42/tictactoe,{json.dumps(event)}"
