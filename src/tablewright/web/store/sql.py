"""The store in an SQL database, written with SQLAlchemy Core so that nothing in it belongs to one database only."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, select, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from tablewright.core.dealing import canonical
from tablewright.table.charter import Charter, LogEntry
from tablewright.web.store import (
    WAITING,
    BadStore,
    MatchStore,
    NewMatch,
    Overtaken,
    Progress,
    StoredMatch,
    StoreFailed,
)
from tablewright.web.store.migrate import upgrade
from tablewright.web.store.tables import ENTRIES, INVITES, MATCHES, SECRETS, TOKENS
from tablewright.web.store.writer import Writer

#: Reads that may go on at the same time.
READERS = 4

Found = TypeVar("Found")


class SqlStore(MatchStore):
    """A store in an SQLite file: one thread writes, some read."""

    def __init__(self, url: str) -> None:
        try:
            self._engine = open_engine(make_url(url))
            with self._engine.connect() as connection:
                upgrade(connection)
                connection.commit()
        except (ArgumentError, SQLAlchemyError, OSError) as error:
            raise BadStore(f"the store cannot be opened: {_reason(error)}") from error
        self._writer = Writer(self._engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store reader")

    async def _write(self, work: Callable[[Connection], Found]) -> Found:
        try:
            return await asyncio.shield(asyncio.wrap_future(self._writer.do(work)))
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(_reason(error)) from error

    async def _read(self, work: Callable[[Connection], Found]) -> Found:
        def read() -> Found:
            with self._engine.connect().execution_options(reads=True) as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, read)
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(_reason(error)) from error

    async def create(self, new: NewMatch) -> None:
        await self._write(lambda connection: _create(connection, new))

    async def load(self, match: str) -> StoredMatch | None:
        return await self._read(lambda connection: _load(connection, match))

    async def append(self, match: str, progress: Progress) -> None:
        try:
            await self._write(lambda connection: _append(connection, match, progress))
        except IntegrityError as error:
            raise Overtaken(f"the log of {match} has gone on elsewhere") from error

    async def tokens(self, match: str) -> dict[int, bytes]:
        query = select(TOKENS.c.seat, TOKENS.c.hash).where(TOKENS.c.match == match)
        return await self._read(lambda connection: {row.seat: row.hash for row in connection.execute(query)})

    async def invites(self, match: str) -> dict[int, bytes]:
        query = select(INVITES.c.seat, INVITES.c.hash).where(INVITES.c.match == match)
        return await self._read(lambda connection: {row.seat: row.hash for row in connection.execute(query)})

    async def waiting(self, since: int, most: int) -> list[str]:
        query = (
            select(MATCHES.c.id)
            .where(MATCHES.c.status == WAITING, MATCHES.c.free > 0, MATCHES.c.created >= since)
            .order_by(MATCHES.c.created.desc(), MATCHES.c.id)
            .limit(most)
        )
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()


def open_engine(url: URL) -> Engine:
    """Return the engine of a database; the folder of an SQLite file is made if it is missing."""
    if url.get_backend_name() != "sqlite":
        raise BadStore(
            f'the store "{url.get_backend_name()}" is not supported; the URL of an SQLite file is, sqlite:///...'
        )
    if url.database in (None, "", ":memory:"):
        raise BadStore("the store needs a file, as in sqlite:///matches.db")
    path = Path(url.database or "")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # secrets of running matches are in it
    engine = create_engine(url, pool_size=READERS + 1)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(raw: Any, _: Any) -> None:
    """Prepare a connection to SQLite: what is committed survives also when the power fails."""
    raw.isolation_level = None  # transactions begin where SQLAlchemy says, not where the driver guesses
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        raw.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Begin a transaction. Only the writer asks for the lock, and does so first: halfway it could not be waited for."""
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reads") else "BEGIN IMMEDIATE")


def _reason(error: Exception) -> str:
    """Return what a database says, without the SQL and without an address that may hold a password."""
    words = getattr(error, "orig", None) or getattr(error, "strerror", None)
    return str(words or (error if isinstance(error, OSError) else "its address is not readable"))


def _create(connection: Connection, new: NewMatch) -> None:
    charter = new.charter
    values = {"id": charter.id, "status": WAITING, "free": new.free, "created": charter.created}
    connection.execute(insert(MATCHES).values(charter=canonical(charter.write()), **values))
    connection.execute(insert(SECRETS).values(match=charter.id, secret=new.secret))
    for table, hashes in ((TOKENS, new.tokens), (INVITES, new.invites)):
        if hashes:
            rows = [{"match": charter.id, "seat": seat, "hash": digest} for seat, digest in hashes.items()]
            connection.execute(insert(table), rows)


def _load(connection: Connection, match: str) -> StoredMatch | None:
    written = connection.execute(select(MATCHES.c.charter).where(MATCHES.c.id == match)).scalar()
    if written is None:
        return None
    secret = connection.execute(select(SECRETS.c.secret).where(SECRETS.c.match == match)).scalar_one()
    rows = connection.execute(select(ENTRIES).where(ENTRIES.c.match == match).order_by(ENTRIES.c.seq))
    entries = [LogEntry(row.seq, row.at, row.kind, row.seat, row.act, json.loads(row.body)) for row in rows]
    return StoredMatch(Charter.read(json.loads(written)), secret, entries)


def _append(connection: Connection, match: str, progress: Progress) -> None:
    if progress.entries:
        rows = [
            {
                "match": match,
                "seq": entry.seq,
                "at": entry.at,
                "kind": entry.kind,
                "seat": entry.seat,
                "act": entry.act,
                "body": canonical(entry.body),
            }
            for entry in progress.entries
        ]
        connection.execute(insert(ENTRIES), rows)
    for seat, digest in progress.tokens.items():
        connection.execute(insert(TOKENS).values(match=match, seat=seat, hash=digest))
        connection.execute(delete(INVITES).where(INVITES.c.match == match, INVITES.c.seat == seat))
    changed = update(MATCHES).where(MATCHES.c.id == match)
    connection.execute(changed.values(status=progress.status, free=progress.free))
