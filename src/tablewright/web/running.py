"""Running the server: one process, one event loop, and a polite end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablewright.web.app import ServerOptions, WebServer
from tablewright.web.bounds import BoundedProtocol
from tablewright.web.logs import begin_log
from tablewright.web.store import MatchStore

#: A frame has at most so many bytes.
MOST_BYTES = 8192
#: So many connections may wait to be accepted.
BACKLOG = 512
#: So many bytes may be on their way to a browser before the server notices that it does not read.
SEND_BUFFER = 64 * 1024
#: After so many milliseconds a connection is given up whose other end takes nothing.
PATIENCE = 30_000
#: Who has opened a connection and asked for nothing after so many seconds is not waited for.
ASK_SECONDS = 20.0
#: Seconds that everybody has to hear that the server stops, and that requests have to end.
GOODBYE_SECONDS = 0.3
STOP_SECONDS = 5
#: After so many new objects the newest are looked through for garbage; all of them, matches that were put away among
#: them, after so many times so many such.
GARBAGE = (10_000, 10, 3)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises ``OSError``."""
    family, kind, protocol, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # What is set here holds for all connections that come in.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        with contextlib.suppress(AttributeError, OSError):  # Linux only
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


class BusyProtocol(H11Protocol):
    """HTTP for those who want something: connections that only wait are closed, for there are not so many to have."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect()

    def _expect(self) -> None:
        self._patience = self.loop.call_later(ASK_SECONDS, self._give_up, self.cycle)

    def _give_up(self, before: object) -> None:
        """Close the connection if no request has come since."""
        if self.cycle is before:
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._patience.cancel()  # from now on it is another protocol's, and nothing of this one is kept
        super().handle_websocket_upgrade(event)


class PoliteServer(uvicorn.Server):
    """Tells everybody before it stops, and ends as a command that has done its work."""

    def __init__(self, web: WebServer, announce: Callable[[], None], peer: socket.socket | None) -> None:
        super().__init__(_config(web.app, lifespan="on"))
        self._web = web
        self._announce = announce
        self._peer = peer
        # Other workers are believed when they say for whom they ask.
        self._peers = uvicorn.Server(_config(web.peer_app, lifespan="off", date_header=False, forwarded_allow_ips="*"))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self._peer is not None:  # before it is registered
            self._peers.config.load()
            self._peers.lifespan = self._peers.config.lifespan_class(self._peers.config)
            await self._peers.startup([self._peer])
        await super().startup(sockets)
        self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:  # whoever comes back should not come here
            server.close()
        await self._web.say_goodbye()
        await asyncio.sleep(GOODBYE_SECONDS)
        if self._peer is not None:
            await self._peers.shutdown([self._peer])
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        heard = [number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) != signal.SIG_IGN]
        before = {number: signal.signal(number, self.handle_exit) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def spare_the_living() -> None:
    """Look for garbage less often: a thousand matches are many objects, of which nearly none is garbage.

    Most of what is let go goes at once; only what refers to itself waits for this.
    """
    gc.collect()
    gc.freeze()  # the program itself
    gc.set_threshold(*GARBAGE)


def _config(app: ASGIApp, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=BusyProtocol,
        ws=BoundedProtocol,
        ws_max_size=MOST_BYTES,
        ws_max_queue=16,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,  # addresses are nobody's business
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        **more,
    )


def serve(
    store: MatchStore,
    options: ServerOptions,
    listener: socket.socket,
    announce: Callable[[], None],
    peer: socket.socket | None = None,
) -> None:
    """Serve until somebody stops the process; ``announce`` is called when everybody can come, and other workers come by
    the listener ``peer``.
    """
    begin_log()
    spare_the_living()
    asyncio.run(_serve(store, options, listener, announce, peer))


async def _serve(
    store: MatchStore,
    options: ServerOptions,
    listener: socket.socket,
    announce: Callable[[], None],
    peer: socket.socket | None,
) -> None:
    if peer is not None:
        options = replace(options, peer=address_of(peer))
    await PoliteServer(WebServer(store, options), announce, peer).serve([listener])


def address_of(listener: socket.socket) -> str:
    """Return host and port of a listener."""
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
