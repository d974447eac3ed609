"""The socket of a match: frames are checked and counted here, then they are the session's."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from tablewright.core.outside import parse_json
from tablewright.web.guard import Addresses
from tablewright.web.hosting import Hosting
from tablewright.web.limits import (
    HINTS,
    MOST_SOCKETS,
    PLAYER_FRAMES,
    SAYINGS,
    SOCKETS,
    WATCHER_FRAMES,
    Bucket,
    Limiter,
    Rate,
    whose,
)
from tablewright.web.link import BAD_ORIGIN, BAD_TOKEN, CANNOT_STORE, LIMIT, NO_MATCH, RESTART, SILENT, Link
from tablewright.web.live import GivenUp, LiveMatch, NoMatch
from tablewright.web.making import is_id, opened_by
from tablewright.web.store import StoreFailed

#: Who says nothing for so many seconds after opening a socket is not waited for.
HELLO_SECONDS = 10.0
#: Who has too many sockets open should try again after so many seconds.
CROWDED_SECONDS = 60
#: How long a link that is to be closed may take for what it is still told.
CLOSING_SECONDS = 5.0
#: A message has at most so many values.
MOST_VALUES = 200
#: Who goes on after so many refusals because of a limit is cut off.
MOST_REFUSALS = 30
#: Nobody sits in more seats, nor has longer words to open them.
MOST_TOKENS = 20
LONGEST_TOKEN = 100


class BadFrame(Exception):
    """A frame is no message; the message is a sentence."""


def read_frame(text: str | None) -> dict[str, Any]:
    """Return the message in a frame; raises ``BadFrame``."""
    if text is None:
        raise BadFrame("Messages are text frames.")
    try:
        message = parse_json(text, MOST_VALUES)
    except ValueError as error:
        raise BadFrame(f"This is no message: {error}.") from error
    if not isinstance(message, dict) or not isinstance(message.get("t"), str):
        raise BadFrame('A message is an object with its type in "t".')
    return message


class SocketDoor:
    """Lets sockets in to the matches."""

    def __init__(
        self,
        hosting: Hosting,
        addresses: Addresses,
        hints: bool = True,
        watchers: bool = True,
        frames: Rate = PLAYER_FRAMES,
    ) -> None:
        self.hosting = hosting
        self.addresses = addresses
        #: What the host of the server allows at all.
        self.hints = hints
        self.watchers = watchers
        self.frames = Limiter(frames)
        self.sayings = Limiter(SAYINGS)
        self.advice = Limiter(HINTS)
        self.sockets = Limiter(*SOCKETS)
        #: The links that are open, and whose they are.
        self._open: dict[Link, str] = {}

    async def serve(self, websocket: WebSocket) -> None:
        """Serve a socket until it is closed."""
        await websocket.accept()
        link = Link()
        self._open[link] = whose(websocket.client.host if websocket.client is not None else "")
        visit = Visit(self, websocket, link)
        sender = asyncio.create_task(_send_all(websocket, link))
        reader = asyncio.create_task(visit.run())
        closing = asyncio.create_task(link.closed.wait())
        try:
            await asyncio.wait({sender, reader, closing}, return_when=asyncio.FIRST_COMPLETED)
            visit.leave()
            if link.closing is not None:
                await asyncio.wait({sender}, timeout=CLOSING_SECONDS)
        finally:
            del self._open[link]
            self.hosting.metrics.closes.update([] if link.closing is None else [link.closing])
            visit.leave()  # also when the server stops everything
            for task in (sender, reader, closing):
                task.cancel()
            for result in await asyncio.gather(sender, reader, closing, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result

    @property
    def open(self) -> int:
        """How many sockets are open."""
        return len(self._open)

    def wait_for(self, link: Link) -> int:
        """Return the seconds to wait before another socket from where this one comes; 0 if it may stay."""
        address = self._open[link]
        if wait := self.sockets.take(address, time.monotonic()):
            return wait
        return CROWDED_SECONDS if list(self._open.values()).count(address) > MOST_SOCKETS else 0

    def say_goodbye(self) -> None:
        """Tell everybody that the server stops."""
        for link in self._open:
            link.bye(RESTART)


async def _send_all(websocket: WebSocket, link: Link) -> None:
    with suppress(WebSocketDisconnect, OSError, RuntimeError):  # it was closed at the other end
        while not isinstance(text := await link.next(), int):
            await websocket.send_text(text)
        await websocket.close(text)


class Visit:
    """Somebody's socket, from its first frame to its last."""

    def __init__(self, door: SocketDoor, websocket: WebSocket, link: Link) -> None:
        self._door = door
        self._websocket = websocket
        self._link = link
        self._id: str = websocket.path_params["match"]
        self._live: LiveMatch | None = None
        self._seats: tuple[int, ...] = ()
        self._watching = Bucket(WATCHER_FRAMES, time.monotonic())
        self._refusals = 0

    async def run(self) -> None:
        """Read frames until the socket is closed."""
        link = self._link
        self._open()
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                while self._live is None and link.closing is None:
                    text = await self._next_frame()
                    if text is not None:
                        await self._hello(text)
        except TimeoutError:
            link.bye(SILENT)
        except WebSocketDisconnect:
            return
        with suppress(WebSocketDisconnect):
            while link.closing is None:
                text = await self._next_frame()
                if text is not None:
                    self._take(text)

    def _open(self) -> None:
        """Say why the socket cannot be opened at all, if so."""
        door, link, headers = self._door, self._link, self._websocket.headers
        if refusal := door.addresses.why_no_host(headers) or door.addresses.why_no_origin(headers):
            link.bye(BAD_ORIGIN, refusal)
        elif not is_id(self._id):
            link.bye(NO_MATCH)
        elif not door.addresses.private and (wait := door.wait_for(link)):
            link.bye(LIMIT, f"Too many connections; try again in {wait} s.", wait)

    async def _next_frame(self) -> str | None:
        """Return the next frame that counts; ``None`` for one that was answered already. Raises at the end."""
        frame = await self._websocket.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1000))
        text: str | None = frame.get("text")
        if wait := self._wait():
            self._limit(text, wait, "Too many messages")
            return None
        if text == "p":
            self._link.pong()
            return None
        if text is None:
            self._nack("MALFORMED", "Messages are text frames.")
        return text

    def _wait(self) -> int:
        now = time.monotonic()
        return self._door.frames.take((self._id, self._seats), now) if self._seats else self._watching.take(now)

    def _limit(self, text: str | None, wait: int, what: str) -> None:
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            self._link.bye(LIMIT, f"{what}; come back in {wait} s.", wait)
            return
        number = None
        with suppress(BadFrame):
            number = read_frame(text).get("id")
        self._nack("LIMIT", f"{what}; try again in {wait} s.", number, wait=wait)

    def _nack(self, code: str, text: str, number: object = None, **more: Any) -> None:
        self._door.hosting.metrics.refusals[code] += 1
        answer = {"t": "nack", "code": code, "text": text, **more}
        self._link.send(answer | {"id": number} if isinstance(number, int) else answer)

    # --- hello

    async def _hello(self, text: str) -> None:
        try:
            message = read_frame(text)
            words, since, nonce = _read_hello(message)
        except BadFrame as error:
            self._nack("MALFORMED", str(error))
            return
        live = self._door.hosting.match(self._id)
        try:
            open_to_all = await live.ask(lambda session, now: session.story.options.watchers)
        except NoMatch:
            self._link.bye(NO_MATCH)
            return
        except GivenUp as error:
            self._link.bye(error.code, str(error))
            return
        seats = {opened_by(word, live.tokens) for word in words}
        if None in seats:
            try:
                live.tokens = await self._door.hosting.store.tokens(self._id)
            except StoreFailed:
                self._link.bye(RESTART, CANNOT_STORE)
                return
            seats = {opened_by(word, live.tokens) for word in words}
        if None in seats:
            self._link.bye(BAD_TOKEN)
        elif not seats and not (open_to_all and self._door.watchers):
            self._link.bye(BAD_TOKEN, "Those who sit at this table play without watchers.")
        elif self._link.closing is None:
            self._seats = tuple(sorted(seat for seat in seats if seat is not None))
            # Asking took a while, in which the match may have been put away.
            self._live = self._door.hosting.match(self._id)
            self._live.join(self._link, self._seats, since, nonce)

    def leave(self) -> None:
        """Let go of the match."""
        if self._live is not None:
            self._live.leave(self._link)
            self._live = None

    # --- everything else

    def _take(self, text: str) -> None:
        try:
            message = read_frame(text)
        except BadFrame as error:
            self._nack("MALFORMED", str(error))
            return
        kind, number = message["t"], message.get("id")
        if kind == "hello":
            self._nack("MALFORMED", "Hello was said already.", number)
        elif kind == "hint" and not self._door.hints:
            self._nack("NO_HINTS", "There are no hints on this server.", number)
        elif kind == "say" and (wait := self._door.sayings.take((self._id, self._seats), time.monotonic())):
            self._nack("LIMIT", f"You have said a lot; try again in {wait} s.", number, wait=wait)
        elif kind == "hint" and (wait := self._wait_for_advice()):
            self._nack("LIMIT", f"You have asked for a lot of hints; try again in {wait} s.", number, wait=wait)
        elif self._live is not None:
            link = self._link
            self._live.tell(lambda session, now: session.receive(link, message, now))

    def _wait_for_advice(self) -> int:
        """Return the seconds to wait for advice; alone on their own machine people may ask as often as they like."""
        door = self._door
        return 0 if door.addresses.private else door.advice.take((self._id, self._seats), time.monotonic())


def _read_hello(message: dict[str, Any]) -> tuple[list[str], int, str | None]:
    """Return the tokens, the last number held and the nonce; raises ``BadFrame``."""
    if message["t"] != "hello":
        raise BadFrame("Say hello first.")
    token, tokens = message.get("token"), message.get("tokens")
    words = [*([] if token is None else [token]), *(tokens if isinstance(tokens, list) else [])]
    fine = all(isinstance(word, str) and len(word) <= LONGEST_TOKEN for word in words) and len(words) <= MOST_TOKENS
    if not fine or not (tokens is None or isinstance(tokens, list)):
        raise BadFrame("Tokens are texts.")
    since, nonce = message.get("since", -1), message.get("nonce")
    if not isinstance(since, int) or isinstance(since, bool):
        raise BadFrame('"since" is the number of the last event that you have, or -1.')
    if nonce is not None and not isinstance(nonce, str):
        raise BadFrame('"nonce" has 32 digits from 0 to 9 and a to f.')
    return words, since, nonce
