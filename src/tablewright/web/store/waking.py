"""Word between workers that share a PostgreSQL store: who has lost a match to another one hears of it at once.

It is sent in the transaction that takes the match, so it comes neither before that nor without it. What is sent while
nobody listens is lost; that costs time and nothing else, because everybody also asks now and then.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable
from contextlib import closing
from selectors import EVENT_READ, DefaultSelector
from typing import TYPE_CHECKING, cast

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from tablewright.web.store.engines import reason

if TYPE_CHECKING:
    import psycopg

CHANNEL = "tablewright"
#: Seconds after which a listener whose connection was lost tries again.
AGAIN = 1.0

LOG = logging.getLogger("tablewright.web")


def tell_loser(connection: Connection, worker: str, match: str) -> None:
    """Let a worker know that it has lost a match, when the transaction is committed; SQLite has no such thing."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, f"{worker} {match}")))


class Listener:
    """A thread that hears which matches a worker has lost; what comes together is told together."""

    def __init__(self, engine: Engine, worker: str, told: Callable[[list[str]], None]) -> None:
        self._engine = engine
        self._worker = worker
        self._told = told
        self._well = True
        self._stop, self._stopped = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="store listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.close()
        self._thread.join()
        self._stopped.close()

    def _run(self) -> None:
        from psycopg import Error

        while True:
            try:
                pooled = self._engine.raw_connection()
                with closing(cast("psycopg.Connection", pooled.driver_connection)) as connection:
                    pooled.detach()  # nobody else should get a connection that is woken up
                    self._listen(connection)
                return
            except (SQLAlchemyError, Error) as error:
                if self._well:  # once is enough, however long it takes
                    LOG.warning("wake-ups from other workers do not come through: %s", reason(error))
                self._well = False
            with DefaultSelector() as selector:
                selector.register(self._stopped, EVENT_READ)
                if selector.select(AGAIN):
                    return

    def _listen(self, connection: psycopg.Connection) -> None:
        """Listen until somebody stops it."""
        connection.autocommit = True
        connection.execute(f"listen {CHANNEL}")
        self._well = True
        with DefaultSelector() as selector:
            selector.register(self._stopped, EVENT_READ)
            selector.register(connection, EVENT_READ)
            while all(key.fileobj is connection for key, _ in selector.select()):
                words = [notice.payload.rpartition(" ") for notice in connection.notifies(timeout=0)]
                if lost := [match for worker, _, match in words if worker == self._worker]:
                    self._told(lost)
