"""Running the server: one process, one event loop, and a polite end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablewright.web.app import ServerOptions, WebServer
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
        self.loop.call_later(ASK_SECONDS, self._give_up, self.cycle)

    def _give_up(self, before: object) -> None:
        """Close the connection if no request has come since; one that became a socket is not ours any more."""
        if self.cycle is before and self.transport.get_protocol() is self:
            self.transport.close()


class PoliteServer(uvicorn.Server):
    """Tells everybody before it stops, and ends as a command that has done its work."""

    def __init__(self, config: uvicorn.Config, web: WebServer, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._web = web
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._web.say_goodbye()
        await asyncio.sleep(GOODBYE_SECONDS)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(store: MatchStore, options: ServerOptions, listener: socket.socket, announce: Callable[[], None]) -> None:
    """Serve until somebody stops the process; ``announce`` is called when everybody can come."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    asyncio.run(_serve(store, options, listener, announce))


async def _serve(
    store: MatchStore, options: ServerOptions, listener: socket.socket, announce: Callable[[], None]
) -> None:
    web = WebServer(store, options)
    config = uvicorn.Config(
        web.app,
        http=BusyProtocol,
        ws_max_size=MOST_BYTES,
        ws_max_queue=16,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,  # addresses are nobody's business
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        lifespan="on",
    )
    await PoliteServer(config, web, announce).serve([listener])
