"""What happens on the wire of a socket before there is a message: limits on what the protocol itself lets through."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tablewright.web.gathering import GatheringTransport
from tablewright.web.limits import CONTROLS, Bucket
from tablewright.web.link import LIMIT

#: A message comes in at most so many pieces.
MOST_PIECES = 16
#: Who was told that the socket is closed has so many seconds to agree.
CLOSING_SECONDS = 2.0
#: What the standard has for text that is none.
NOT_UTF8 = 1007


class BoundedProtocol(WebSocketsSansIOProtocol):
    """Sockets for strangers. Pings are answered and pieces are kept without asking us, so they are counted here."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.close_timeout = CLOSING_SECONDS
        self._controls = Bucket(CONTROLS, self.loop.time())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        gathering = GatheringTransport(cast(asyncio.Transport, transport), self.loop)
        super().connection_made(cast(asyncio.Transport, gathering))

    def handle_ping(self) -> None:
        if self._controlled():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._controlled():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_PIECES:
            self._cut(LIMIT)
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._cut(NOT_UTF8)
                return
        super().send_receive_event_to_app()

    def _controlled(self) -> bool:
        """Say whether a frame that is no message is one of a few."""
        fine = self._controls.take(self.loop.time()) == 0
        if not fine:
            self._cut(LIMIT)
        return fine

    def _cut(self, code: int) -> None:
        self.frames = []
        if not self.close_sent:
            self.conn.send_close(code)
            self.handle_parser_exception()
