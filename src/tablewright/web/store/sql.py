"""The store in an SQL database, written with SQLAlchemy Core so that nothing in it belongs to one database only."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from alembic.util import CommandError
from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tablewright.core.dealing import canonical
from tablewright.table.charter import Charter, LogEntry
from tablewright.web.store import (
    WAITING,
    BadStore,
    Lease,
    MatchStore,
    NewMatch,
    Overtaken,
    Progress,
    StoredMatch,
    StoreFailed,
)
from tablewright.web.store.engines import READERS, open_engine, reason
from tablewright.web.store.migrate import upgrade
from tablewright.web.store.reader import Reader
from tablewright.web.store.tables import ENTRIES, INVITES, MATCHES, SECRETS, TOKENS, WORKERS
from tablewright.web.store.waking import Listener, tell_loser
from tablewright.web.store.writer import Writer

#: So many matches are asked about at once: databases take only so many values in a question.
MOST_ASKED = 5_000

Found = TypeVar("Found")


class SqlStore(MatchStore):
    """A store in an SQLite file or in PostgreSQL: one thread writes, some read."""

    def __init__(self, url: str) -> None:
        self._engine = _open(url)
        self._writer = Writer(self._engine, _append_all)
        self.commits = self._writer.commits
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store reader")
        self._loads = Reader(lambda matches: self._read(lambda connection: _load_all(connection, matches)))
        self._tokens = Reader(lambda matches: self._read(lambda connection: _tokens_of_all(connection, matches)))
        self._listeners: list[Listener] = []

    async def _write(self, work: Callable[[Connection], Found]) -> Found:
        return await self._durable(self._writer.do(work))

    async def _durable(self, done: asyncio.Future[Found]) -> Found:
        try:
            return await done
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(reason(error)) from error

    async def _read(self, work: Callable[[Connection], Found]) -> Found:
        def read() -> Found:
            with self._engine.connect().execution_options(reads=True) as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, read)
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(reason(error)) from error

    async def create(self, new: NewMatch) -> None:
        await self._write(lambda connection: _create(connection, new))

    async def load(self, match: str) -> StoredMatch | None:
        found = await self._loads.read(match)
        if isinstance(found, Exception):
            raise found
        return found

    async def take(self, match: str, worker: str, dead: Collection[str] = ()) -> Lease | None:
        return await self._write(lambda connection: _take(connection, match, worker, dead))

    async def append(self, match: str, epoch: int, progress: Progress) -> None:
        await self._durable(self._writer.add(_Append(match, epoch, progress)))

    async def lost(self, worker: str, matches: Collection[str]) -> list[str]:
        return await self._read(lambda connection: _lost(connection, worker, sorted(matches)))

    def on_lost(self, worker: str, told: Callable[[list[str]], None]) -> None:
        if self._engine.dialect.name == "postgresql":
            self._listeners.append(Listener(self._engine, worker, told))

    async def beat(self, worker: str, address: str) -> dict[str, int]:
        return await self._write(lambda connection: _beat(connection, worker, address))

    async def retire(self, worker: str) -> None:
        await self._write(lambda connection: connection.execute(delete(WORKERS).where(WORKERS.c.id == worker)))

    async def tokens(self, match: str) -> dict[int, bytes]:
        return await self._tokens.read(match) or {}

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
        for listener in self._listeners:
            listener.close()
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()


def _open(url: str) -> Engine:
    """Return the engine of a database whose tables are up to date."""
    try:
        engine = open_engine(make_url(url))
        try:
            with engine.begin() as connection:
                upgrade(connection)
        except BaseException:
            engine.dispose()
            raise
    except CommandError as error:
        raise BadStore("the store belongs to a newer version of tablewright than this one") from error
    except (SQLAlchemyError, OSError, ValueError) as error:
        raise BadStore(f"the store cannot be opened: {reason(error)}") from error
    return engine


def _create(connection: Connection, new: NewMatch) -> None:
    charter = new.charter
    values = {"id": charter.id, "status": WAITING, "free": new.free, "created": charter.created}
    connection.execute(insert(MATCHES).values(charter=canonical(charter.write()), **values))
    connection.execute(insert(SECRETS).values(match=charter.id, secret=new.secret))
    for table, hashes in ((TOKENS, new.tokens), (INVITES, new.invites)):
        if hashes:
            rows = [{"match": charter.id, "seat": seat, "hash": digest} for seat, digest in hashes.items()]
            connection.execute(insert(table), rows)


def _load_all(connection: Connection, matches: Sequence[str]) -> dict[str, StoredMatch | Exception]:
    """Return what brings each match back, or what is wrong with it: the others need not suffer."""
    kept = select(MATCHES.c.id, MATCHES.c.charter, SECRETS.c.secret).join_from(MATCHES, SECRETS)
    written = connection.execute(kept.where(MATCHES.c.id.in_(matches))).all()
    logs: dict[str, list[Any]] = {row.id: [] for row in written}
    for row in connection.execute(select(ENTRIES).where(ENTRIES.c.match.in_(logs)).order_by(*ENTRIES.primary_key)):
        logs[row.match].append(row)
    found: dict[str, StoredMatch | Exception] = {}
    for match, charter, secret in written:
        try:
            rows = logs[match]
            entries = [LogEntry(row.seq, row.at, row.kind, row.seat, row.act, json.loads(row.body)) for row in rows]
            found[match] = StoredMatch(Charter.read(json.loads(charter)), secret, entries)
        except Exception as error:
            found[match] = error
    return found


def _tokens_of_all(connection: Connection, matches: Sequence[str]) -> dict[str, dict[int, bytes]]:
    found: dict[str, dict[int, bytes]] = {}
    for row in connection.execute(select(TOKENS).where(TOKENS.c.match.in_(matches))):
        found.setdefault(row.match, {})[row.seat] = row.hash
    return found


def _take(connection: Connection, match: str, worker: str, dead: Collection[str]) -> Lease | None:
    held = select(MATCHES.c.worker, MATCHES.c.epoch, WORKERS.c.address).where(MATCHES.c.id == match)
    row = connection.execute(held.outerjoin_from(MATCHES, WORKERS, MATCHES.c.worker == WORKERS.c.id)).first()
    if row is None:
        return None
    if row.address is not None and row.worker != worker and row.worker not in dead:
        return Lease(row.worker, row.epoch, row.address)
    # Of two that take it at the same moment, the second finds the epoch changed.
    taken = update(MATCHES).where(MATCHES.c.id == match, MATCHES.c.epoch == row.epoch)
    if connection.execute(taken.values(worker=worker, epoch=row.epoch + 1)).rowcount:
        if row.worker is not None and row.worker != worker:
            tell_loser(connection, row.worker, match)
        return Lease(worker, row.epoch + 1)
    return _take(connection, match, worker, dead)


def _lost(connection: Connection, worker: str, matches: list[str]) -> list[str]:
    found: list[str] = []
    for first in range(0, len(matches), MOST_ASKED):
        asked = MATCHES.c.id.in_(matches[first : first + MOST_ASKED])
        found += connection.execute(select(MATCHES.c.id).where(asked, MATCHES.c.worker != worker)).scalars()
    return found


def _beat(connection: Connection, worker: str, address: str) -> dict[str, int]:
    goes_on = update(WORKERS).where(WORKERS.c.id == worker).values(beat=WORKERS.c.beat + 1)
    if not connection.execute(goes_on).rowcount:
        connection.execute(insert(WORKERS).values(id=worker, address=address, beat=0))
    return {row.id: row.beat for row in connection.execute(select(WORKERS.c.id, WORKERS.c.beat))}


@dataclass(frozen=True, slots=True)
class _Append:
    """What is to be added to the log of a match."""

    match: str
    epoch: int
    progress: Progress


def _append_all(connection: Connection, appends: list[_Append]) -> None:
    """Go on with several matches at once; raises ``Overtaken`` if one of them cannot go on, without saying which."""
    held = select(MATCHES.c.id, MATCHES.c.epoch, MATCHES.c.status, MATCHES.c.free)
    # Whoever wants to take a match waits until these entries can be read. A lock that could be shared would not do: of
    # two that share it neither could change the row.
    held = held.where(MATCHES.c.id.in_([one.match for one in appends])).with_for_update(key_share=True)
    known = {row.id: row for row in connection.execute(held)}
    changed, rows = [], []
    for one in appends:
        match, progress, row = one.match, one.progress, known.get(one.match)
        if row is None or row.epoch != one.epoch:
            raise Overtaken(f"{match} was taken by another worker")
        if (row.status, row.free) != (progress.status, progress.free):
            changed.append({"changed": match, "status": progress.status, "free": progress.free})
        rows += [
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
    try:
        if changed:
            connection.execute(update(MATCHES).where(MATCHES.c.id == bindparam("changed")), changed)
        if rows:
            connection.execute(insert(ENTRIES), rows)
        for one in appends:
            for seat, digest in one.progress.tokens.items():
                connection.execute(insert(TOKENS).values(match=one.match, seat=seat, hash=digest))
                connection.execute(delete(INVITES).where(INVITES.c.match == one.match, INVITES.c.seat == seat))
    except IntegrityError as error:
        raise Overtaken(f"the log of {appends[0].match} has gone on elsewhere") from error
