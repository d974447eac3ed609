"""What goes out to a browser in one turn of the event loop goes out in one piece: to hand something to the system costs
more than to write it.
"""

from __future__ import annotations

import asyncio
from typing import Any

#: So many bytes are handed on at once, so that a browser that does not read is noticed.
MOST_GATHERED = 64 * 1024


class GatheringTransport:
    """A transport that hands on what was written, and pauses reading, only once everybody else has had a turn."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._written: list[bytes] = []
        self._size = 0
        #: Is reading to be paused? Mostly it is to go on again before that has happened.
        self._pausing = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write something."""
        if not self._written:
            self._loop.call_soon(self._hand_on)
        self._written.append(data)
        self._size += len(data)
        if self._size >= MOST_GATHERED:
            self._hand_on()

    def _hand_on(self) -> None:
        if self._written:
            data = b"".join(self._written)
            self._written.clear()
            self._size = 0
            self._transport.write(data)

    def close(self) -> None:
        """Close once everything has gone out."""
        self._hand_on()
        self._transport.close()

    def pause_reading(self) -> None:
        """Read nothing for a while, unless that is taken back at once."""
        self._pausing = True
        self._loop.call_soon(self._pause)

    def _pause(self) -> None:
        if self._pausing:
            self._pausing = False
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        if self._pausing:
            self._pausing = False
        else:
            self._transport.resume_reading()
