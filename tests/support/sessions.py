"""A session with everybody around it, played without a server: what comes out is stored and delivered at once."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import tablewright
from tablewright.core.dealing import commitment_of
from tablewright.table.charter import BOT, PERSON, Branch, Charter, LogEntry, SeatPlan, TableOptions
from tablewright.table.session import Session

SECRET = bytes(range(32))
ID = "abcdefgh2345"


def entropy(count: int) -> bytes:
    return hashlib.sha256(b"entropy").digest()[:count]


def make_charter(
    game: str, seats: list[str], options: TableOptions | None = None, branch: Branch | None = None, **chosen: str
) -> Charter:
    """Return the charter of a table; a seat is a person's name or "bot LEVEL"."""
    rules = tablewright.game(game)
    setup = rules.setup(**chosen)
    plans = tuple(
        SeatPlan(BOT, "", seat.removeprefix("bot ")) if seat.startswith("bot ") else SeatPlan(PERSON, seat)
        for seat in seats
    )
    commitment = commitment_of(ID, SECRET).hex()
    return Charter(
        ID,
        game,
        rules.version,
        rules.write_setup(setup),
        plans,
        options or TableOptions(),
        commitment,
        0,
        rules.pick(chosen),
        branch=branch,
    )


class Room:
    """A session, the log that a store would have, and everything that each viewer was sent."""

    def __init__(self, charter: Charter, stored: list[LogEntry] | None = None, now: int = 1_000) -> None:
        self.charter = Charter.read(json.loads(json.dumps(charter.write())))  # as it comes from a store
        self.stored = list(stored or [])
        self.now = now
        self.session = Session(self.charter, SECRET, self.stored, now, entropy)
        self.sent: dict[Any, list[dict[str, Any]]] = {}
        self.closed: dict[Any, int] = {}
        self.acts: dict[Any, int] = {}
        self.rematch: Any = None
        self.pump()

    def pump(self) -> None:
        """Store and deliver until nothing more comes out; bots think at once."""
        while batch := self.session.drain():
            self.stored += batch.entries
            for viewer, message in batch.messages:
                self.sent.setdefault(viewer, []).append(json.loads(json.dumps(message)))
            self.closed.update(batch.closes)
            self.rematch = batch.rematch or self.rematch
            for thought in batch.thoughts:
                self.session.thought(thought, *thought.think(), self.now)

    def join(self, viewer: Any, *seats: int, since: int = -1, nonce: str | None = None) -> None:
        self.session.join(viewer, seats, since, nonce, self.now)
        self.pump()

    def say(self, viewer: Any, kind: str, /, **parts: Any) -> None:
        self.session.receive(viewer, {"t": kind, **parts}, self.now)
        self.pump()

    def wait(self, milliseconds: int) -> None:
        """Let time pass, with everything that is due on the way."""
        end = self.now + milliseconds
        while (due := self.session.due) is not None and due <= end:
            self.now = max(self.now, due)
            self.session.tick(self.now)
            self.pump()
        self.now = end

    def restart(self) -> Room:
        """Return the room after the server was killed and started again, without its viewers."""
        return Room(self.charter, self.stored, self.now)

    # --- what a viewer knows

    def last(self, viewer: Any, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.sent[viewer]) if message["t"] == kind)

    def request(self, viewer: Any) -> dict[str, Any]:
        for message in reversed(self.sent[viewer]):
            if message["t"] == "request":
                return message
            if message["t"] == "snap":
                request: dict[str, Any] = message["request"]
                return request
        raise AssertionError(f"{viewer} was never asked anything")

    def view(self, viewer: Any) -> Any:
        for message in reversed(self.sent[viewer]):
            for part in [message, *reversed(message.get("events", []))]:
                if "view" in part and part.get("t") != "at":
                    return part["view"]
        raise AssertionError(f"{viewer} has seen nothing")

    def legal(self, viewer: Any) -> list[str]:
        return [choice["action"] for choice in self.request(viewer).get("choices", []) if "reason" not in choice]

    def act(self, viewer: Any, line: str, **parts: Any) -> dict[str, Any]:
        """Do something as a client does, and return the answer."""
        self.acts[viewer] = number = self.acts.get(viewer, 0) + 1
        self.say(viewer, "act", **{"id": number, "request": self.request(viewer)["id"], "action": line} | parts)
        return next(m for m in reversed(self.sent[viewer]) if m["t"] in ("ack", "nack") and m.get("id"))

    def asked(self) -> Any:
        """Return the viewer that has something to decide."""
        return next((viewer for viewer in self.sent if viewer not in self.closed and self.legal(viewer)), None)
