"""Somebody's window on a table, as ``client/lib/port.js`` and ``table.js`` are: it comes back by itself, sends what was
not answered again with the same number, and knows nothing but what messages told it.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

from tests.simulation.network import SimulatedLink

Message = dict[str, Any]

#: Seconds, as in port.js.
FIRST, LONGEST, PING, DEAD, AGAIN = 0.15, 8.0, 5.0, 10.0, 2.0
QUICK = 40
#: Codes after which nobody comes back by itself.
TAKEN, REFUSED = 4009, (4001, 4003, 4004)

WHOLE = ("seats", "offers", "outcome", "picture", "paused")


def nothing() -> Message:
    """Return what is known of a table at first."""
    return {"seq": -1, "you": [], "waiting": True, "eye": None, "view": None, "log": [], "request": {}, "offers": {}}


def reduce(table: Message, message: Message) -> Message:
    """Return what is known after a message."""
    kind = message["t"]
    if kind == "welcome":
        return table | {key: message[key] for key in ("you", "seats", "waiting", "rematch", "seal")} | {"gap": False}
    if kind == "snap":
        return table | {"outcome": None, "gap": False} | {key: message[key] for key in message if key != "t"}
    if kind in ("ev", "tail"):
        for event in message["events"] if kind == "tail" else [message]:
            table = happen(table, event)
        return table
    if kind == "request":
        request = {key: message[key] for key in message if key != "t"}
        return table | {"request": request, "eye": request.get("eye", table["eye"])}
    return table


def happen(table: Message, event: Message) -> Message:
    """Return what is known after an event."""
    if event["seq"] <= table["seq"]:
        return table
    if not table["waiting"] and event["seq"] > table["seq"] + 1:
        return table | {"gap": True}
    table = table | {"seq": event["seq"]} | {name: event[name] for name in ("view", *WHOLE) if name in event}
    if event.get("told"):
        table["log"] = [*table["log"], {"seq": event["seq"], "seat": event.get("seat"), "told": event["told"]}]
    return table


class Client:
    """A window. ``connect`` opens a link to some server for it; ``watch`` is called for every message."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        dice: random.Random,
        name: str,
        tokens: list[str],
        connect: Callable[[Client], SimulatedLink],
        watch: Callable[[Client, Message], None],
    ) -> None:
        self._loop = loop
        self._dice = dice
        self.name = name
        self.tokens = tokens
        self._connect = connect
        self._watch = watch
        self.table = nothing()
        self.nonce = dice.randbytes(16).hex()
        self.state = "away"
        self._link: SimulatedLink | None = None
        self._attempt = 0
        self._next = self._heard = self._pinged = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._last_id = 0
        self._leap = dice.randrange(1_000_000)
        #: Acts without an answer, and when they are sent again.
        self.unanswered: dict[int, tuple[Message, float]] = {}
        #: What was acknowledged: the line and its number in the log, by the number of the act; and what was refused.
        self.acked: dict[int, tuple[str, int]] = {}
        self.refused: dict[int, str] = {}
        self.sent_again: set[int] = set()
        #: Every message, with the seat that was looked through and the number that was known when it came.
        self.messages: list[tuple[int | None, int, Message]] = []
        self.heard_at = 0.0

    # --- what a person does

    def open(self) -> None:
        """Look at the table, or take it over again."""
        self._attempt = 0
        self._open()

    def leave(self) -> None:
        """Close the window; what was sent and not answered is forgotten."""
        self._drop()
        self.state = "away"
        self._next = 0.0
        self.unanswered.clear()

    def send(self, kind: str, /, **parts: Any) -> None:
        """Say something now, if there is a link."""
        self._write({"t": kind, **parts})

    def _write(self, message: Message) -> None:
        if self.state == "live" and self._link is not None:
            self._link.send(json.dumps(message))

    def act(self, line: str) -> None:
        """Do something, as often as it takes until it is answered."""
        self._last_id += 1
        message = {"t": "act", "id": self._last_id, "request": self.table["request"]["id"], "action": line}
        self.unanswered[self._last_id] = (message, self._loop.time() + AGAIN)
        self._write(message)
        self._arm(self._loop.time() + AGAIN)

    def legal(self) -> list[str]:
        """Return what can be done."""
        return [choice["action"] for choice in self.table["request"].get("choices", []) if "reason" not in choice]

    @property
    def settled(self) -> bool:
        """Does it wait for nothing?"""
        return self.state in ("live", "taken", "away") and not self.unanswered

    # --- the link

    def _open(self) -> None:
        self._drop()
        self.state = "connecting"
        self._next = 0.0
        self._heard = self._pinged = self._loop.time()
        self._link = self._connect(self)
        self._arm(self._heard + DEAD)

    def _drop(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()

    def opened(self, link: SimulatedLink) -> None:
        hello = {"t": "hello", "tokens": self.tokens, "since": self.table["seq"], "nonce": self.nonce}
        link.send(json.dumps(hello))

    def heard(self, link: SimulatedLink, text: str) -> None:
        if link is not self._link:
            return
        self._heard = self._loop.time()
        if text == "0":
            return
        message = json.loads(text)
        self.heard_at = self._heard
        kind = message["t"]
        if kind == "bye":
            self._lost(message["code"], message.get("wait", 0))
            return
        if kind in ("ack", "nack"):
            self._answer(message)
        if kind == "welcome":
            self._attempt = 0
            if not self._last_id or message["acts"] > self._last_id:
                self._last_id = message["acts"] + self._leap
            self.state = "live"
        self.messages.append((self.table["eye"], self.table["seq"], message))
        self.table = reduce(self.table, message)
        if self.table.get("gap"):
            self.open()
            return
        if kind == "welcome":
            self._resend(everything=True)
        self._watch(self, message)

    def closed(self, link: SimulatedLink, code: int) -> None:
        if link is self._link:
            self._lost(code)

    def _answer(self, message: Message) -> None:
        number = message.get("id")
        if number not in self.unanswered:
            return
        act, _ = self.unanswered[number]
        if message.get("code") == "LIMIT" and message.get("wait"):
            self.unanswered[number] = (act, self._loop.time() + message["wait"])
            self._arm(self._loop.time() + message["wait"])
            return
        del self.unanswered[number]
        if message["t"] == "ack":
            self.acked[number] = (act["action"], message["seq"])
        else:
            self.refused[number] = message["code"]

    def _lost(self, code: int, wait: float = 0.0) -> None:
        self._drop()
        if code == TAKEN or code in REFUSED:
            self.state = "taken" if code == TAKEN else "refused"
            self.unanswered.clear()  # nobody knows what became of it
            return
        self.state = "lost"
        self._attempt += 1
        doublings = min(self._attempt - 1, max(2, self._attempt - QUICK))
        pause = min(FIRST * 2**doublings, LONGEST) * (0.75 + 0.5 * self._dice.random())
        self._next = self._loop.time() + max(wait, pause)
        self._arm(self._next)

    def _resend(self, everything: bool = False) -> None:
        now = self._loop.time()
        for number, (message, again) in list(self.unanswered.items()):
            if everything or now >= again:
                self.unanswered[number] = (message, now + AGAIN)
                self.sent_again.add(number)
                self._write(message)

    # --- time

    def _arm(self, when: float) -> None:
        """See to it that something is done at a time, or sooner."""
        if self._timer is None or when < self._timer.when():
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._loop.call_at(when, self._beat)

    def _beat(self) -> None:
        self._timer = None
        now = self._loop.time()
        if self._link is None:
            if self._next and now >= self._next:
                self._open()
            elif self._next:
                self._arm(self._next)
            return
        if now - self._heard >= DEAD:
            self._lost(0)
            return
        times = [self._heard + DEAD]
        if self.state == "live":
            if now - self._pinged >= PING:
                self._pinged = now
                self._link.send("p")
            self._resend()
            times += [self._pinged + PING, *(again for _, again in self.unanswered.values())]
        self._arm(min(times))
