"""One socket of somebody who plays or watches, seen from the table: messages go out in order, and never block it."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import Any

import orjson

#: So many messages and characters may wait for a viewer; then its link is too slow, and it is cut off.
MOST_WAITING = 256
MOST_CHARACTERS = 2_000_000

#: Why a socket is closed; the first ones are those of the protocol, the others ours.
LIMIT, BROKEN, RESTART, SLOW = 1008, 1011, 1012, 1013
BAD_TOKEN, BAD_ORIGIN, NO_MATCH, SILENT, NEWER_TAB = 4001, 4003, 4004, 4008, 4009

#: What is said for each of them where there is nothing better to say.
REASONS = {
    LIMIT: "Too many messages",
    BROKEN: "Something went wrong at this table",
    RESTART: "The server restarts; the match goes on in a moment",
    SLOW: "The link is too slow for the messages of this table",
    BAD_TOKEN: "This link does not open a seat at this table",
    BAD_ORIGIN: "The page comes from another address than the server",
    NO_MATCH: "There is no such match",
    SILENT: "Nothing was said",
    NEWER_TAB: "This seat was opened in another tab or on another device",
}
#: What is said where the store fails, which is like a restart for everybody: what was acknowledged is there.
CANNOT_STORE = "The server can store nothing just now; the match goes on in a moment"


def write(message: dict[str, Any]) -> str:
    """Return a message as JSON."""
    try:
        return orjson.dumps(message).decode()
    except TypeError:  # of a large number, half a pair or a key that is no text it knows nothing; this is rare
        return json.dumps(message, separators=(",", ":"))


class Link:
    """The link to somebody at a table. What is sent waits here until the socket takes it."""

    def __init__(self) -> None:
        self._waiting: deque[str | int] = deque()
        #: Done when something waits again.
        self._more: asyncio.Future[None] | None = None
        self._characters = 0
        #: Why the socket is to be closed; ``None`` while it is open.
        self.closing: int | None = None
        #: Set when there is nothing more to be said.
        self.closed = asyncio.Event()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message, or cut off who has not taken the ones before."""
        if self.closing is not None:
            return
        if len(self._waiting) >= MOST_WAITING or self._characters > MOST_CHARACTERS:
            self._waiting.clear()
            self.bye(SLOW)
        else:
            self._put(write(message))

    def pong(self) -> None:
        """Answer a ping; while messages are on the way, they show well enough that the link lives."""
        if self.closing is None and not self._waiting:
            self._put("0")

    def bye(self, code: int, text: str = "", wait: int | None = None) -> None:
        """Say why, and close; nothing can be sent any more."""
        if self.closing is None:
            message: dict[str, Any] = {"t": "bye", "code": code, "text": text or REASONS.get(code, "")}
            if wait is not None:
                message["wait"] = wait
            self._put(write(message))
            self.close(code)

    def close(self, code: int) -> None:
        """Close once everything has gone out."""
        if self.closing is None:
            self.closing = code
            self._put(code)
            self.closed.set()

    def _put(self, text: str | int) -> None:
        self._waiting.append(text)
        if isinstance(text, str):
            self._characters += len(text)
        if self._more is not None and not self._more.done():
            self._more.set_result(None)

    async def next(self) -> str | int:
        """Return the next text to be sent, or the code to close the socket with; one at a time may wait for it."""
        if not self._waiting:
            self._more = asyncio.get_running_loop().create_future()
            await self._more
        text = self._waiting.popleft()
        if isinstance(text, str):
            self._characters -= len(text)
        return text
