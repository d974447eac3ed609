"""Links between people and servers. They are streams: what is lost is lost together with the link, and everything
before it has come in order; but links break at any moment, also without anybody noticing.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextvars import Context
from typing import TYPE_CHECKING, Any, Protocol, cast

import httpx
from starlette.types import Scope
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from tablewright.web.hosting import GivenUp, Hosting
from tablewright.web.relay import CONNECT_SECONDS, PeerClient, Unreachable
from tablewright.web.store import Lease

if TYPE_CHECKING:
    from tests.simulation.workers import Worker

#: A server stops writing while so many characters are on their way.
MOST_AHEAD = 64_000
#: Seconds after which a server notices by its own pings that nobody is at the other end.
NOTICED = 40.0
UP, DOWN = "up", "down"
#: The code of a link that nobody takes at the other end.
REFUSED = -1


class NetDown(Exception):
    """A request was not answered: perhaps it was done, perhaps not."""


class LinkGone(OSError):
    """What a server gets that writes into a link that is gone; whoever runs it takes that for its end."""


class AnswerBody(httpx.AsyncByteStream):
    """What another server has answered, to be read once."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._body


class End(Protocol):
    """Whoever uses a link on the people's side."""

    def opened(self, link: SimulatedLink) -> None: ...
    def heard(self, link: SimulatedLink, text: str) -> None: ...
    def closed(self, link: SimulatedLink, code: int) -> None: ...


class SimulatedLink:
    """A socket between somebody and a server."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        dice: random.Random,
        worker: Worker,
        path: str,
        end: End,
        peer: bool = False,
    ) -> None:
        self._loop = loop
        self._dice = dice
        self._worker = worker
        self._peer = peer
        self._end: End | None = end
        #: Do messages arrive at all?
        self.broken = False
        self._server_gone = False
        self._frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._frames.put_nowait({"type": "websocket.connect"})
        #: What is on its way in each direction, and when the last of it arrives: nothing overtakes anything.
        self._moving: dict[str, deque[tuple[Callable[..., None], Any]]] = {UP: deque(), DOWN: deque()}
        self._last = {UP: loop.time(), DOWN: loop.time()}
        self._ahead = 0
        self._drained = asyncio.Event()
        self._slow = dice.choice((0.001, 0.02, 0.02, 0.3))
        self._later(DOWN, self._connect, path)

    def _later(self, way: str, do: Callable[..., None], *arguments: Any) -> None:
        """Let something arrive at the other end, after everything that was sent before it."""
        when = self._last[way] = max(self._last[way], self._loop.time() + self._slow * self._dice.random())
        self._moving[way].append((do, arguments))
        self._loop.call_at(when, self._arrive, way, context=Context())  # it leaves the process that sent it

    def _arrive(self, way: str) -> None:
        do, arguments = self._moving[way].popleft()
        if not self.broken:
            do(*arguments)

    # --- the server's side

    def _connect(self, path: str) -> None:
        worker = self._worker
        if not worker.answers(self._peer):
            if not worker.silent(self._peer):
                self._close_end(REFUSED)
            return
        worker.links[self] = None
        scope = {"type": "websocket", "scheme": "ws", "subprotocols": [], **_scope(path)}
        task = worker.run(worker.app_for(self._peer)(scope, self._frames.get, self._send))
        task.add_done_callback(self._served)

    def _served(self, task: asyncio.Task[None]) -> None:
        self._worker.links.pop(self, None)
        if not task.cancelled() and not isinstance(task.exception(), LinkGone | type(None)):
            self._worker.note_fault(task.exception())
        if not self._server_gone:
            self._server_gone = True
            self._later(DOWN, self._close_end, 1006)

    async def _send(self, message: dict[str, Any]) -> None:
        if self._server_gone:
            raise LinkGone
        if message["type"] == "websocket.accept":
            self._later(DOWN, self._open_end)
        elif message["type"] == "websocket.close":
            self._server_gone = True
            self._later(DOWN, self._close_end, message.get("code", 1000))
        else:
            text = message["text"]
            self._ahead += len(text)
            self._later(DOWN, self._deliver, text)
            while self._ahead > MOST_AHEAD:
                self._drained.clear()
                await self._drained.wait()
                if self._server_gone:
                    raise LinkGone

    # --- the people's side

    def _open_end(self) -> None:
        if self._end is not None:
            self._end.opened(self)

    def _deliver(self, text: str) -> None:
        self._ahead -= len(text)
        self._drained.set()
        if self._end is not None:
            self._end.heard(self, text)

    def _close_end(self, code: int) -> None:
        end, self._end = self._end, None
        if end is not None:
            end.closed(self, code)

    def send(self, text: str) -> None:
        """Send a frame to the server."""
        self._later(UP, self._frames.put_nowait, {"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """Let go of the link on the people's side; the server hears of it if the link still works."""
        self._end = None
        self._later(UP, self._hang_up)

    def _hang_up(self) -> None:
        self._server_gone = True
        self._drained.set()
        self._frames.put_nowait({"type": "websocket.disconnect", "code": 1006})

    # --- trouble

    def cut(self, silently: bool, kept: bool = False) -> None:
        """Break the link, with everything that is on its way; silently, both ends find out by themselves only.

        ``kept``: what the server has sent still arrives.
        """
        if kept and not silently:
            self._later(DOWN, self._close_end, 1006)
            self._hang_up()
            return
        self.broken = True
        self._loop.call_later(NOTICED if silently else self._dice.random(), self._hang_up)
        if not silently:
            self._loop.call_later(self._dice.random(), self._close_end, 1006)


class PeerSocket:
    """A socket from one server to another, as the library of the real one gives it."""

    def __init__(self) -> None:
        self._texts: asyncio.Queue[str | None] = asyncio.Queue()
        self.begun = asyncio.get_running_loop().create_future()
        self.close_code: int | None = None
        self.link: SimulatedLink

    def opened(self, link: SimulatedLink) -> None:
        self._begin()

    def heard(self, link: SimulatedLink, text: str) -> None:
        self._texts.put_nowait(text)

    def closed(self, link: SimulatedLink, code: int) -> None:
        self.close_code = code
        self._texts.put_nowait(None)
        self._begin()

    def _begin(self) -> None:
        if not self.begun.done():
            self.begun.set_result(None)

    async def send(self, text: str) -> None:
        if self.close_code is not None:
            raise ConnectionClosedError(None, None)
        self.link.send(text)

    async def recv(self) -> str:
        text = None if self.close_code is not None and self._texts.empty() else await self._texts.get()
        if text is None:
            raise ConnectionClosedError(None, None)
        return text

    async def close(self) -> None:
        self.link.close()


class SimulatedPeers(PeerClient):
    """Asks other workers over the network of the world; what it raises and notes is what the real one does."""

    def __init__(self, hosting: Hosting, dice: random.Random, at: Callable[[str], Worker]) -> None:
        self._hosting = hosting
        self._dice = dice
        self._at = at

    async def close(self) -> None:
        pass

    async def send(
        self, lease: Lease, method: str, target: str, headers: Iterable[tuple[bytes, bytes]], body: bytes = b""
    ) -> httpx.Response:
        worker = self._at(lease.address)
        if not worker.answers(peer=True):
            await self._refuse(lease, worker)
        try:
            status, found, said = await serve(self._dice, worker, method, target, list(headers), body, peer=True)
        except NetDown as error:
            raise GivenUp from error
        return httpx.Response(status, headers=found, stream=AnswerBody(said))

    async def open(self, lease: Lease, scope: Scope) -> ClientConnection:
        worker, socket = self._at(lease.address), PeerSocket()
        socket.link = SimulatedLink(asyncio.get_running_loop(), self._dice, worker, scope["path"], socket, peer=True)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await socket.begun
        except TimeoutError as error:
            socket.link.close()
            raise GivenUp from error
        if socket.close_code == REFUSED:
            await self._refuse(lease, worker)
        return cast(ClientConnection, socket)

    async def _refuse(self, lease: Lease, worker: Worker) -> None:
        if worker.silent(peer=True):
            await asyncio.sleep(CONNECT_SECONDS)
            raise GivenUp
        self._hosting.dead.add(lease.worker)
        raise Unreachable


async def serve(
    dice: random.Random,
    worker: Worker,
    method: str,
    path: str,
    headers: list[tuple[bytes, bytes]],
    body: bytes,
    peer: bool = False,
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Have a request answered by a server; raises ``NetDown``."""
    await asyncio.sleep(dice.random() * 0.05)
    if not worker.answers(peer):
        raise NetDown
    said: list[dict[str, Any]] = []
    asked = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return asked.pop() if asked else await asyncio.get_running_loop().create_future()

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    scope = {"type": "http", "http_version": "1.1", "method": method, "scheme": "http", **_scope(path)}
    scope["headers"] = [*scope["headers"], *headers]
    task = worker.run(worker.app_for(peer)(scope, receive, send))
    await asyncio.wait({task})
    await asyncio.sleep(dice.random() * 0.05)
    if not task.cancelled() and task.exception() is not None:
        worker.note_fault(task.exception())
    if task.cancelled() or task.exception() is not None:
        raise NetDown
    return said[0]["status"], said[0]["headers"], b"".join(message.get("body", b"") for message in said[1:])


async def ask(
    dice: random.Random, worker: Worker, method: str, path: str, body: Any = None, loss: float = 0.0
) -> tuple[int, Any]:
    """Ask a server by HTTP; returns the status and what it says. Raises ``NetDown``, before or after it was done."""
    kind = [(b"content-type", b"application/json")]
    if dice.random() < loss:
        raise NetDown
    status, headers, said = await serve(dice, worker, method, path, kind, json.dumps(body).encode() if body else b"")
    if dice.random() < loss:
        raise NetDown
    return status, json.loads(said) if b"json" in dict(headers).get(b"content-type", b"") else said.decode()


def _scope(path: str) -> dict[str, Any]:
    return {
        "asgi": {"version": "3.0"},
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"table.example")],
        "client": ("10.0.0.1", 5000),
        "server": ("table.example", 80),
    }
