"""A WebSocket of a client that costs little, so that the load is never what is measured."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

OPENING_SECONDS = 60
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
#: The key of RFC 6455's own example: nobody checks that it is random.
HELLO = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Protocol):
    """One socket: ``heard`` is called with it and every text, in the turn of the loop in which it comes."""

    def __init__(self, host: str, path: str, heard: Callable[[Wire, str], None]) -> None:
        self._hello = HELLO.format(host=host, path=path).encode()
        self.heard = heard
        self._buffer = bytearray()
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        #: Why it was closed by the server; ``None`` while it is open.
        self.closed: int | None = None

    @classmethod
    async def open(cls, host: str, path: str, heard: Callable[[Wire, str], None]) -> Wire:
        """Return an open socket."""
        name, _, port = host.partition(":")
        _, wire = await asyncio.get_running_loop().create_connection(lambda: cls(host, path, heard), name, int(port))
        async with asyncio.timeout(OPENING_SECONDS):
            await wire._opened
        return wire

    def send(self, text: str) -> None:
        """Send a text."""
        self._send(TEXT, text.encode())

    def close(self) -> None:
        """Let go without a word."""
        if self._transport is not None:
            self._transport.abort()

    def _send(self, kind: int, data: bytes) -> None:
        size = len(data)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        # Masked with zeros, which is a mask like any other.
        self._transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + data)  # type: ignore[union-attr]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._hello)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = self.closed or 1006
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("the server does not open a socket"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._opened.done():
            head, end, _ = buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.close()
                return
            del buffer[: len(head) + len(end)]
            self._opened.set_result(None)
        while len(buffer) >= 2:
            kind, size, first = buffer[0] & 15, buffer[1], 2
            if size > 125:
                first = 4 if size == 126 else 10
                size = int.from_bytes(buffer[2:first])
            if len(buffer) < first + size:
                return
            body = bytes(buffer[first : first + size])
            del buffer[: first + size]
            if kind == TEXT:
                self.heard(self, body.decode())
            elif kind == PING:
                self._send(PONG, body)
            elif kind == CLOSE:
                self.closed = int.from_bytes(body[:2])
