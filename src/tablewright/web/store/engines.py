"""Opening the database of a store: what SQLite and PostgreSQL are told so that both keep the same promises."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from tablewright.web.store import BadStore

#: Reads that may go on at the same time.
READERS = 4
#: Seconds after which nobody waits any longer for what another process holds.
PATIENCE = 10
#: Seconds that workers who make a new file at the same time may be in each other's way.
TURNING = 2.0
#: The oldest PostgreSQL that everything is tested with.
OLDEST = 15
#: How soon a database is noticed that went away without a word: seconds, and milliseconds where its library wants them.
LIFE_SIGNS = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 1000 * PATIENCE,
}
#: What all workers ask for that bring the tables of a PostgreSQL store up to date: one at a time.
MIGRATING = 0x7AB1E


def open_engine(url: URL) -> Engine:
    """Return the engine of a database; raises ``BadStore``, and what SQLAlchemy raises."""
    kind = url.get_backend_name()
    if kind == "sqlite":
        return _open_sqlite(url)
    if kind in ("postgresql", "postgres"):
        return _open_postgresql(url.set(drivername="postgresql+psycopg"))
    raise BadStore(f'the store "{kind}" is not supported; sqlite:///FILE and postgresql://HOST/DATABASE are')


def _open_sqlite(url: URL) -> Engine:
    """Open a file; it is made with its folder if it is missing."""
    if url.database in (None, "", ":memory:"):
        raise BadStore("the store needs a file, as in sqlite:///matches.db")
    path = Path(url.database or "")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # secrets of running matches are in it
    patient = url if "timeout" in url.query else url.update_query_dict({"timeout": str(PATIENCE)})
    engine = create_engine(patient, pool_size=READERS + 1, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare_sqlite(raw: Any, _: Any) -> None:
    """Prepare a connection: what is committed survives also when the power fails."""
    raw.isolation_level = None  # transactions begin where SQLAlchemy says, not where the driver guesses
    _turn_to_wal(raw)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        raw.execute(f"PRAGMA {pragma}")


def _turn_to_wal(raw: Any) -> None:
    """Ask again while another worker does the same to a new file: for that SQLite does not wait by itself."""
    given_up = time.monotonic() + TURNING
    while True:
        try:
            raw.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > given_up:
                raise
            time.sleep(0.01)


def _begin(connection: Connection) -> None:
    """Begin a transaction. Only the writer asks for the lock, and does so first: halfway it could not be waited for."""
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reads") else "BEGIN IMMEDIATE")


def _open_postgresql(url: URL) -> Engine:
    try:
        engine = create_engine(
            url,
            connect_args={name: value for name, value in LIFE_SIGNS.items() if name not in url.query},
            isolation_level="READ COMMITTED",
            pool_size=READERS + 2,  # the writer, and whoever listens for wake-ups
            pool_pre_ping=True,  # after the database was restarted, the first to come need not fail
            hide_parameters=True,
        )
    except ImportError as error:
        raise BadStore('a store in PostgreSQL needs its extra: pip install "tablewright[postgresql]"') from error
    event.listen(engine, "connect", _prepare_postgresql)
    return engine


def _prepare_postgresql(raw: Any, _: Any) -> None:
    """Prepare a connection: what is committed is on the disk, and a worker that hangs does not hold up the others."""
    raw.execute(
        "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit')"
        " not in ('on', 'remote_apply')"
    )
    for name in ("lock_timeout", "idle_in_transaction_session_timeout"):
        raw.execute(f"set {name} = '{PATIENCE}s'")
    raw.commit()


def lock_for_migrating(connection: Connection) -> None:
    """Wait until no other worker changes the tables, and keep it so until the end of the transaction.

    Raises ``BadStore`` if this is a PostgreSQL that cannot hold a store. SQLite has the one lock already.
    """
    if connection.dialect.name != "postgresql":
        return
    version = int(connection.execute(text("show server_version_num")).scalar_one()) // 10_000
    if version < OLDEST:
        raise BadStore(f"the store needs PostgreSQL {OLDEST} or newer, this is {version}")
    encoding = connection.execute(text("show server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise BadStore(f"the store needs a database with the encoding UTF8, this one has {encoding}")
    connection.execute(text("set local lock_timeout = 0"))
    connection.execute(text(f"select pg_advisory_xact_lock({MIGRATING})"))


def reason(error: Exception) -> str:
    """Return what a database says in one line, without the SQL, the values, and an address that may hold a password."""
    if isinstance(error, (ArgumentError, ValueError)):
        return "its address is not readable"
    said = getattr(error, "orig", None) or error
    words = getattr(getattr(said, "diag", None), "message_primary", None) or getattr(said, "strerror", None) or said
    return " ".join(str(words).split())
