"""What stands before the application of a worker among others: what is about a match of another worker goes there.

So one worker serves a match to everybody, whichever worker they came to. What comes from another worker is never passed
on again; it comes in by a listener of its own.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import quote

import httpx
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.uri import parse_uri

from tablewright.web.guard import HEADERS
from tablewright.web.hosting import Hosting
from tablewright.web.link import REASONS, RESTART
from tablewright.web.live import LOG, GivenUp, HeldElsewhere, NoMatch
from tablewright.web.making import is_id
from tablewright.web.store import Lease

#: Seconds until another worker must have taken a connection, and have answered a request.
CONNECT_SECONDS, ANSWER_SECONDS = 2.0, 60.0
#: So many bytes may wait here for a viewer that does not read; the rest waits where the match is, and is counted there.
RECEIVE_BUFFER = 64 * 1024
#: How often we look who has a match before we give up.
TRIES = 3
#: Headers that belong to one connection, those that we say anew for another worker, and those that the guard adds.
HOPS = {b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade"}
OURS = {*HOPS, b"content-length", b"expect", b"x-forwarded-for", b"x-forwarded-proto"}
DROPPED = {*HOPS, *(name for name, _ in HEADERS)}
#: The code of a socket that was not closed at all, and what a viewer is told then.
ABNORMAL = 1006
BYE = {"t": "bye", "code": RESTART, "text": REASONS[RESTART]}

PATH = re.compile(r"/api/v1/matches/([^/]+)(?:/.*)?")


class Unreachable(Exception):
    """A worker takes no connections: it has died."""


class PeerClient:
    """Asks other workers."""

    def __init__(self, hosting: Hosting) -> None:
        self._hosting = hosting
        timeout = httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS)
        # A connection for each request: one that was kept could be closed at the other end in the very moment.
        limits = httpx.Limits(max_keepalive_connections=0)
        # Workers speak plain HTTP, so nothing is loaded that would verify somebody.
        self._http = httpx.AsyncClient(timeout=timeout, limits=limits, trust_env=False, verify=False)

    async def close(self) -> None:
        """Let go of all connections."""
        await self._http.aclose()

    async def send(
        self, lease: Lease, method: str, target: str, headers: Iterable[tuple[bytes, bytes]], body: bytes = b""
    ) -> httpx.Response:
        """Return the answer of a worker, of which the body is still to be read; raises ``Unreachable``, ``GivenUp``."""
        request = httpx.Request(method, f"http://{lease.address}{target}", headers=list(headers), content=body or None)
        try:
            return await self._http.send(request, stream=True)
        except httpx.ConnectError as error:
            self._hosting.dead.add(lease.worker)
            raise Unreachable from error
        except httpx.HTTPError as error:
            raise GivenUp from error

    async def get(self, lease: Lease, target: str) -> httpx.Response:
        """Return the whole answer of a worker that has a match; raises ``GivenUp`` if there is none."""
        try:
            answer = await self.send(lease, "GET", target, [(b"host", b"localhost")])
            await answer.aread()
            answer.raise_for_status()
        except (Unreachable, httpx.HTTPError) as error:
            raise GivenUp from error
        return answer

    async def open(self, lease: Lease, scope: Scope) -> ClientConnection:
        """Return a socket to a worker for one that came here; raises ``Unreachable``, ``GivenUp``."""
        names = {name: value.decode("latin-1") for name, value in scope["headers"]}
        headers = [(name.decode(), value.decode()) for name, value in _client(scope)]
        if b"origin" in names:
            headers.append(("origin", names[b"origin"]))
        uri = f"ws://{names.get(b'host', '')}{_target(scope)}"
        try:
            parse_uri(uri)  # what stands in a request may be no host at all
            return await connect(
                uri,
                sock=await self._connect(lease),
                additional_headers=headers,
                user_agent_header=None,
                compression=None,
                proxy=None,
                open_timeout=CONNECT_SECONDS,
                close_timeout=CONNECT_SECONDS,
                ping_interval=None,  # both ends ping already
                max_size=None,
            )
        except (OSError, EOFError, ValueError, WebSocketException) as error:
            raise GivenUp from error

    async def _connect(self, lease: Lease) -> socket.socket:
        host, _, port = lease.address.rpartition(":")
        pipe = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            pipe.setblocking(False)
            pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
            async with asyncio.timeout(CONNECT_SECONDS):
                await asyncio.get_running_loop().sock_connect(pipe, (host.strip("[]"), int(port)))
        except BaseException as error:
            pipe.close()
            if isinstance(error, TimeoutError) or not isinstance(error, OSError):
                raise
            self._hosting.dead.add(lease.worker)
            raise Unreachable from error
        return pipe


class Relay:
    """Passes on what is about matches of other workers, and leaves the rest to the application."""

    def __init__(self, app: ASGIApp, hosting: Hosting, peers: PeerClient) -> None:
        self._app = app
        self._hosting = hosting
        self._peers = peers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope.get("path", ""))
        if found is None or not is_id(found[1]):
            await self._app(scope, receive, send)
            return
        # What is sent with a request comes as one message: the guard has read it. A socket begins with its wish to.
        first = [] if scope.get("method") in ("GET", "HEAD") else [await receive()]
        relay = self._request if scope["type"] == "http" else self._socket
        with suppress(GivenUp, NoMatch):  # the application finds the same, and says it
            for _ in range(TRIES):
                try:
                    await self._hosting.match(found[1]).ask(lambda session, now: None)
                    break
                except HeldElsewhere as elsewhere:
                    self._hosting.metrics.relayed += 1
                    with suppress(Unreachable):
                        await relay(elsewhere.lease, scope, first, receive, send)
                        return

        async def read() -> Message:
            return first.pop() if first else await receive()

        await self._app(scope, read, send)

    async def _request(self, lease: Lease, scope: Scope, first: list[Message], receive: Receive, send: Send) -> None:
        """Have a request answered by the worker that has the match, piece by piece as it is taken."""
        headers = [pair for pair in scope["headers"] if pair[0] not in OURS]
        body = first[0].get("body", b"") if first else b""
        answer = await self._peers.send(lease, scope["method"], _target(scope), [*headers, *_client(scope)], body)
        try:
            kept = [pair for pair in answer.headers.raw if pair[0].lower() not in DROPPED]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": kept})
            async for piece in answer.aiter_raw():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except httpx.HTTPError as error:  # in the middle of an answer nothing else can be said any more
            LOG.warning("a worker has died while it answered: %s", type(error).__name__)
        finally:
            await answer.aclose()

    async def _socket(self, lease: Lease, scope: Scope, first: list[Message], receive: Receive, send: Send) -> None:
        """Be the link between a viewer and the worker that has the match, until one of them ends it."""
        there = await self._peers.open(lease, scope)
        first.clear()
        await send({"type": "websocket.accept"})
        down = asyncio.create_task(_bring(there, send))
        up = asyncio.create_task(_fetch(there, receive, down))
        try:
            await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
            await there.close()


def _target(scope: Scope) -> str:
    """Return path and query as they came."""
    path, query = quote(scope["path"]), scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path


def _client(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Return the headers that say for whom we ask, so that limits count there and once."""
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    headers = [(b"x-forwarded-proto", str(scheme).encode())]
    if scope.get("client"):
        headers.append((b"x-forwarded-for", scope["client"][0].encode()))
    return headers


async def _fetch(there: ClientConnection, receive: Receive, down: asyncio.Task[None]) -> None:
    """Pass on what a viewer sends."""
    try:
        while (frame := await receive())["type"] != "websocket.disconnect":
            text = frame.get("text")
            await there.send(frame["bytes"] if text is None else text)
    except ConnectionClosed:
        await down  # which says why


async def _bring(there: ClientConnection, send: Send) -> None:
    """Pass on what a viewer is told, until the other end closes the socket; a worker that dies has no last word."""
    with suppress(OSError):  # the viewer has gone
        with suppress(ConnectionClosed):
            while True:
                text = await there.recv()
                await send({"type": "websocket.send", "text": text})
        if there.close_code is None or there.close_code == ABNORMAL:
            await send({"type": "websocket.send", "text": json.dumps(BYE)})
            await send({"type": "websocket.close", "code": RESTART})
        else:
            await send({"type": "websocket.close", "code": there.close_code})
