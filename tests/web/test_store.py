"""The store: what is appended is kept whole, in order and once, and the tables can be brought forward and back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, event, inspect, text

from tablewright.core.registry import find_game
from tablewright.table.charter import BOT, FRIEND, OPEN, PERSON, Branch, LogEntry, SeatPlan, TableOptions
from tablewright.web.making import MadeTable, TableWish, hash_of, make_table
from tablewright.web.store import OVER, RUNNING, WAITING, BadStore, Overtaken, Progress
from tablewright.web.store.migrate import NOTHING, downgrade, upgrade
from tablewright.web.store.sql import SqlStore
from tablewright.web.store.tables import METADATA


def table(*seats: SeatPlan, now: int = 1_000, **more: Any) -> MadeTable:
    game = find_game("ooperations")
    plans = seats or (SeatPlan(PERSON, "Ann"), SeatPlan(FRIEND))
    wish = TableWish(game, game.setup(), {"deck1": "storm"}, plans, TableOptions(total=300, increment=3), **more)
    return make_table(wish, now)


def told(path: Path, story: Callable[[SqlStore], Awaitable[None]]) -> None:
    """Tell a story with a store, and close it."""

    async def tell() -> None:
        store = SqlStore(f"sqlite:///{path / 'data' / 'matches.db'}")
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(tell())


def entry(seq: int, **body: Any) -> LogEntry:
    return LogEntry(seq, 1_000 + seq, "act", 1, seq, {"line": f"done {seq}", **body})


def test_a_match_comes_back_as_it_was_stored(tmp_path: Path) -> None:
    made = table()
    made_from = table(branch=Branch("abc", "the text", 3))
    entries = [entry(1), LogEntry(2, 5, "say", None, None, {"text": "grüße \ud800 \U0001f600"}), entry(3)]

    async def keep(store: SqlStore) -> None:
        await store.create(made.new)
        await store.create(made_from.new)
        await store.append(made.new.charter.id, Progress(entries[:2], RUNNING, 0))
        await store.append(made.new.charter.id, Progress(entries[2:], RUNNING, 0))

    async def look(store: SqlStore) -> None:
        found = await store.load(made.new.charter.id)
        assert found is not None
        assert found.charter == made.new.charter
        assert found.secret == made.new.secret
        assert list(found.entries) == entries
        other = await store.load(made_from.new.charter.id)
        assert other is not None
        assert other.charter == made_from.new.charter
        assert list(other.entries) == []
        assert await store.load("nothing") is None
        assert await store.tokens(made.new.charter.id) == {0: hash_of(made.tokens[0])}
        assert await store.invites(made.new.charter.id) == {1: hash_of(made.invites[1])}

    told(tmp_path, keep)
    told(tmp_path, look)


def test_a_number_is_given_once(tmp_path: Path) -> None:
    made, other = table(), table()
    match = made.new.charter.id

    async def story(store: SqlStore) -> None:
        await store.create(made.new)
        await store.create(other.new)
        await store.append(match, Progress([entry(1)], RUNNING, 0))
        # Both in one transaction with something else: only the one that came too late is refused.
        late, fine, third = await asyncio.gather(
            store.append(match, Progress([entry(2), entry(1, late=True)], OVER, 0)),
            store.append(match, Progress([entry(2)], RUNNING, 0)),
            store.append(other.new.charter.id, Progress([entry(1)], RUNNING, 0)),
            return_exceptions=True,
        )
        assert isinstance(late, Overtaken)
        assert fine is None
        assert third is None
        found = await store.load(match)
        assert found is not None
        assert list(found.entries) == [entry(1), entry(2)]
        with pytest.raises(Overtaken):
            await store.append("nothing", Progress([entry(1)], RUNNING, 0))

    told(tmp_path, story)


def test_a_seat_has_one_token_and_an_invitation_is_used_up_with_it(tmp_path: Path) -> None:
    made = table()
    match = made.new.charter.id

    async def story(store: SqlStore) -> None:
        await store.create(made.new)
        await store.append(match, Progress([entry(1)], WAITING, 0, {1: b"first"}))
        assert await store.invites(match) == {}
        with pytest.raises(Overtaken):
            await store.append(match, Progress([entry(2)], WAITING, 0, {1: b"second"}))
        assert (await store.tokens(match))[1] == b"first"
        found = await store.load(match)
        assert found is not None
        assert len(found.entries) == 1, "all of it or nothing"

    told(tmp_path, story)


def test_tables_are_listed_while_anybody_may_sit_down(tmp_path: Path) -> None:
    person, somebody = SeatPlan(PERSON, "Ann"), SeatPlan(OPEN)
    old, new = table(person, somebody, now=1), table(person, somebody, now=2_000)
    closed, bots = table(now=3_000), table(person, SeatPlan(BOT, bot="easy"), now=3_000)

    async def story(store: SqlStore) -> None:
        for made in (old, new, closed, bots):
            await store.create(made.new)
        names = [made.new.charter.id for made in (new, old)]
        assert await store.waiting(0, 10) == names
        assert await store.waiting(0, 1) == names[:1]
        assert await store.waiting(1_000, 10) == names[:1]
        await store.append(names[0], Progress([entry(1)], WAITING, 0))
        assert await store.waiting(0, 10) == names[1:]

    told(tmp_path, story)


def test_what_many_matches_write_at_once_shares_its_commits(tmp_path: Path) -> None:
    made = [table() for _ in range(50)]

    async def story(store: SqlStore) -> None:
        await asyncio.gather(*(store.create(one.new) for one in made))
        commits: list[object] = []
        event.listen(store._engine, "commit", commits.append)
        for number in range(1, 6):
            writes = (store.append(one.new.charter.id, Progress([entry(number)], RUNNING, 0)) for one in made)
            await asyncio.gather(*writes)
        assert 5 <= len(commits) <= 20, "250 actions"

    told(tmp_path, story)


def test_the_tables_go_up_and_down_and_are_what_they_are_described_as(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    with engine.connect() as connection:
        upgrade(connection)
        made = set(inspect(connection).get_table_names())
        assert made == {*METADATA.tables, "alembic_version"}
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []
        upgrade(connection)
        downgrade(connection, NOTHING)
        assert inspect(connection).get_table_names() == ["alembic_version"]
        upgrade(connection)
        assert connection.execute(text("select count(*) from matches")).scalar() == 0
    engine.dispose()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "not readable"),
        ("sqlite://", "needs a file"),
        ("postgresql://me:secret@host/x", "not supported"),
        ("sqlite:////proc/nothing/x.db", "cannot be opened"),
        ("sqlite:////dev/null", "cannot be opened"),
    ],
)
def test_a_store_that_cannot_be_opened_says_why_without_its_password(url: str, words: str) -> None:
    with pytest.raises(BadStore, match=words) as failed:
        SqlStore(url)
    assert "secret" not in str(failed.value)


def test_the_store_is_for_its_owner_only(tmp_path: Path) -> None:
    async def nothing(store: SqlStore) -> None:
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
        for path in (tmp_path / "data").iterdir():
            assert path.stat().st_mode & 0o077 == 0, path

    told(tmp_path, nothing)
