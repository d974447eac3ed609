"""Sockets by hand, as fast as Python can, for those who attack a server and for thousands who come back to one."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Self

CONT, TEXT, BINARY, CLOSE, PING = 0, 1, 2, 8, 9
#: How long anything may take before it is given up, in seconds.
PATIENCE = 60


class Closed(Exception):
    """The socket is closed; the code says why, 1006 where nobody said anything."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


def frame(opcode: int, content: bytes = b"", fin: bool = True) -> bytes:
    """Return a frame as a client sends it; its mask is 0."""
    length = len(content)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes([fin << 7 | opcode]) + size + b"\0\0\0\0" + content


class QuickSocket:
    """A socket of a match."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, match: str) -> Self:
        """Open the socket of a match; raises ``OSError`` or ``Closed`` if nobody answers."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET /api/v1/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except BaseException as error:
            writer.close()
            if isinstance(error, (asyncio.IncompleteReadError, ConnectionError)):
                raise Closed(1006) from error
            raise
        assert head.startswith(b"HTTP/1.1 101"), head
        return cls(reader, writer)

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.writer.write(frame(TEXT, json.dumps(message).encode()))

    async def hear(self) -> dict[str, Any]:
        """Return the next message; raises ``Closed``."""
        while True:
            try:
                head = await self.reader.readexactly(2)
                length = head[1]
                if length >= 126:
                    length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8), "big")
                content = await self.reader.readexactly(length)
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                raise Closed(1006) from error
            if head[0] & 15 == CLOSE:
                raise Closed(int.from_bytes(content[:2], "big"))
            if head[0] & 15 == TEXT and content != b"0":
                message: dict[str, Any] = json.loads(content)
                return message

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds."""
        while (message := await self.hear())["t"] not in kinds:
            pass
        return message

    def close(self) -> None:
        """Let go, without a word."""
        with suppress(RuntimeError):  # the loop has ended
            self.writer.close()
