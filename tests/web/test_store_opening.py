"""Opening a store: what it makes sure of, and what it says where it cannot be used."""

from __future__ import annotations

import asyncio
import sys
import threading
import traceback
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from tablewright.web.store import BadStore, Lease, StoreFailed
from tablewright.web.store.engines import MIGRATING, open_engine
from tablewright.web.store.sql import SqlStore

from ..support.postgresql import GUARDED, new_database
from .storing import PATIENCE, table, told
from .storing import address as address

SETTINGS = ("synchronous_commit", "transaction_isolation")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "not readable"),
        ("sqlite://", "needs a file"),
        ("mysql://me:secret@host/x", "not supported"),
        ("sqlite:////proc/nothing/x.db", "cannot be opened"),
        ("sqlite:////dev/null", "cannot be opened"),
        ("postgresql://me:secret@127.0.0.1:1/x", "cannot be opened: .*refused"),
        ("postgresql://me:secret@host:port/x", "not readable"),
        ("postgresql://me:secret@127.0.0.1:1/x?strange=1", "cannot be opened: .*strange"),
    ],
)
def test_a_store_that_cannot_be_opened_says_why_without_its_password(url: str, words: str) -> None:
    with pytest.raises(BadStore, match=words) as failed:
        SqlStore(url)
    assert "secret" not in str(failed.value)
    assert "\n" not in str(failed.value)


def test_a_wrong_password_is_not_repeated(postgresql: str) -> None:
    url = make_url(postgresql).set(username=GUARDED, password="not-this-one")
    with pytest.raises(BadStore, match=f'cannot be opened: .*"{GUARDED}"') as failed:
        SqlStore(url.render_as_string(hide_password=False))
    assert "not-this-one" not in "".join(traceback.format_exception(failed.value))


def test_a_file_is_for_its_owner_only(tmp_path: Path) -> None:
    async def nothing(store: SqlStore) -> None:
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
        for path in (tmp_path / "data").iterdir():
            assert path.stat().st_mode & 0o077 == 0, path

    told(f"sqlite:///{tmp_path / 'data' / 'matches.db'}", nothing)


def test_without_its_library_a_store_in_postgresql_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadStore, match=r'pip install "tablewright\[postgresql\]"'):
        SqlStore("postgresql://me:secret@host/x")


def test_what_a_postgresql_must_have_is_said(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = "encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0"
    with new_database(postgresql, other) as url, pytest.raises(BadStore, match="encoding UTF8, this one has LATIN1"):
        SqlStore(url)
    with new_database(postgresql) as url:
        monkeypatch.setattr("tablewright.web.store.engines.OLDEST", 99)
        with pytest.raises(BadStore, match=r"needs PostgreSQL 99 or newer, this is \d\d$"):
            SqlStore(url)


def test_a_store_of_a_newer_version_is_left_alone(address: str) -> None:
    async def nothing(store: SqlStore) -> None:
        pass

    told(address, nothing)
    engine = open_engine(make_url(address))
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    engine.dispose()
    with pytest.raises(BadStore, match="newer version"):
        SqlStore(address)


def test_workers_that_start_together_on_an_empty_database_all_do(address: str) -> None:
    start = threading.Barrier(6, timeout=PATIENCE)
    made = table()
    outcomes: list[object] = []

    def open_store() -> None:
        start.wait()
        try:
            store = SqlStore(address)
        except BaseException as error:
            outcomes.append(error)
        else:
            asyncio.run(store.close())
            outcomes.append(None)

    threads = [threading.Thread(target=open_store) for _ in range(start.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert outcomes == [None] * start.parties

    async def story(store: SqlStore) -> None:
        await store.create(made.new)

    told(address, story)


def test_who_migrates_is_waited_for_however_long_it_takes(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.web.store.engines.PATIENCE", 0.2)
    opened: list[SqlStore] = []
    thread = threading.Thread(target=lambda: opened.append(SqlStore(database)))
    with psycopg.connect(database) as busy:
        busy.execute(f"select pg_advisory_xact_lock({MIGRATING})")
        thread.start()
        thread.join(1)
        assert thread.is_alive(), "it waits"
    thread.join(PATIENCE)
    assert opened, "it had waited long enough"
    asyncio.run(opened[0].close())


def test_commits_are_durable_whatever_the_database_is_set_to(database: str) -> None:
    name = make_url(database).database

    def settings(connection: Connection) -> list[str]:
        return [connection.exec_driver_sql(f"show {name}").scalar_one() for name in SETTINGS]

    def asked(value: str) -> list[str]:
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute(f"alter database {name} set synchronous_commit = {value}")
            connection.execute(f"alter database {name} set default_transaction_isolation = serializable")
        answers: list[list[str]] = []

        async def ask(store: SqlStore) -> None:
            answers.append(await store._write(settings))

        told(database, ask)
        return answers[0]

    assert asked("off") == ["on", "read committed"]
    assert asked("local") == ["on", "read committed"]
    assert asked("remote_apply") == ["remote_apply", "read committed"], "which is even more"


def test_a_worker_that_hangs_does_not_hold_up_the_others(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is stopped in the middle of a transaction would keep its matches locked for ever."""
    monkeypatch.setattr("tablewright.web.store.engines.PATIENCE", 0.5)
    made = table()
    match = made.new.charter.id
    engine = open_engine(make_url(database))

    async def story(store: SqlStore) -> None:
        await store.create(made.new)
        with engine.connect() as hanging:
            hanging.execute(text("update matches set free = free"))
            while (lease := await taken(store)) is None:
                await asyncio.sleep(0.05)
            assert lease.epoch == 1
            hanging.invalidate()

    async def taken(store: SqlStore) -> Lease | None:
        try:
            return await store.take(match, "worker")
        except StoreFailed:
            return None

    told(database, story)
    engine.dispose()


def test_a_store_goes_on_after_all_its_connections_were_cut(database: str) -> None:
    made = table()

    async def story(store: SqlStore) -> None:
        await store.create(made.new)
        with psycopg.connect(database, autocommit=True) as connection:
            cut = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
            assert connection.execute(f"{cut} and pid <> pg_backend_pid()").fetchall()
        assert await store.take(made.new.charter.id, "worker") is not None
        assert await store.load(made.new.charter.id) is not None

    told(database, story)


def test_what_a_database_says_of_a_failure_has_no_values_in_it(address: str) -> None:
    made = table()

    async def story(store: SqlStore) -> None:
        await store.create(made.new)
        with pytest.raises(StoreFailed) as failed:
            await store.create(made.new)
        said = f"{failed.value} {failed.value.__cause__}"
        assert "unique" in said.lower()
        assert made.new.charter.id not in str(failed.value)
        assert made.new.secret.hex() not in said
        assert repr(made.new.secret) not in said

    told(address, story)
