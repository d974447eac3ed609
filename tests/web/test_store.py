"""What every store promises: what is appended is kept whole, in order and once; tables go forward and back."""

from __future__ import annotations

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, inspect, text
from sqlalchemy.engine import make_url

from tablewright.table.charter import BOT, OPEN, PERSON, Branch, LogEntry, SeatPlan
from tablewright.web.making import hash_of
from tablewright.web.store import OVER, RUNNING, WAITING, Overtaken, Progress, StoredMatch
from tablewright.web.store.engines import open_engine
from tablewright.web.store.migrate import NOTHING, downgrade, upgrade
from tablewright.web.store.sql import SqlStore
from tablewright.web.store.tables import METADATA

from .storing import address as address
from .storing import entry, table, told


def test_a_match_comes_back_as_it_was_stored(address: str) -> None:
    made = table()
    made_from = table(branch=Branch("abc", "the text \0 \ud800", 3))
    texts = {"text": "grüße \ud800 \U0001f600", "\0": "\0 \\u0000 \x1b", "long": "ß" * 100_000}
    entries = [entry(1), LogEntry(2, 2**52, "substitute", None, 2**62, texts), entry(3)]

    async def keep(store: SqlStore) -> None:
        await store.create(made.new)
        await store.create(made_from.new)
        await store.append(made.new.charter.id, 0, Progress(entries[:2], RUNNING, 0))
        await store.append(made.new.charter.id, 0, Progress(entries[2:], RUNNING, 0))

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

    told(address, keep)
    told(address, look)


def test_a_number_is_given_once(address: str) -> None:
    made, other = table(), table()
    match = made.new.charter.id

    async def story(store: SqlStore) -> None:
        await store.create(made.new)
        await store.create(other.new)
        await store.append(match, 0, Progress([entry(1)], RUNNING, 0))
        # Both in one transaction with something else: only the one that came too late is refused.
        late, fine, third = await asyncio.gather(
            store.append(match, 0, Progress([entry(2), entry(1, late=True)], OVER, 0)),
            store.append(match, 0, Progress([entry(2)], RUNNING, 0)),
            store.append(other.new.charter.id, 0, Progress([entry(1)], RUNNING, 0)),
            return_exceptions=True,
        )
        assert isinstance(late, Overtaken)
        assert fine is None
        assert third is None
        found = await store.load(match)
        assert found is not None
        assert list(found.entries) == [entry(1), entry(2)]
        with pytest.raises(Overtaken):
            await store.append("nothing", 0, Progress([entry(1)], RUNNING, 0))

    told(address, story)


def test_a_seat_has_one_token_and_an_invitation_is_used_up_with_it(address: str) -> None:
    made = table()
    match = made.new.charter.id

    async def story(store: SqlStore) -> None:
        await store.create(made.new)
        await store.append(match, 0, Progress([entry(1)], WAITING, 0, {1: b"first"}))
        assert await store.invites(match) == {}
        with pytest.raises(Overtaken):
            await store.append(match, 0, Progress([entry(2)], WAITING, 0, {1: b"second"}))
        assert (await store.tokens(match))[1] == b"first"
        found = await store.load(match)
        assert found is not None
        assert len(found.entries) == 1, "all of it or nothing"

    told(address, story)


def test_tables_are_listed_while_anybody_may_sit_down(address: str) -> None:
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
        await store.append(names[0], 0, Progress([entry(1)], WAITING, 0))
        assert await store.waiting(0, 10) == names[1:]

    told(address, story)


def test_what_many_matches_write_at_once_shares_its_commits(address: str) -> None:
    made = [table() for _ in range(50)]

    async def story(store: SqlStore) -> None:
        await asyncio.gather(*(store.create(one.new) for one in made))
        commits: list[object] = []
        event.listen(store._engine, "commit", commits.append)
        for number in range(1, 6):
            writes = (store.append(one.new.charter.id, 0, Progress([entry(number)], RUNNING, 0)) for one in made)
            await asyncio.gather(*writes)
        assert 5 <= len(commits) <= 20, "250 actions"

    told(address, story)


def test_what_many_ask_for_at_once_is_read_together_and_each_gets_its_own(address: str) -> None:
    tables = [table() for _ in range(150)]
    ids = [made.new.charter.id for made in tables]
    broken, gone = ids[3], ids[120]

    async def story(store: SqlStore) -> None:
        await asyncio.gather(*(store.create(made.new) for made in tables))
        await asyncio.gather(*(store.append(match, 0, Progress([entry(1)], RUNNING, 0)) for match in ids))
        with store._engine.begin() as connection:
            spoil = text("update entries set body = '{' where match = :match")
            connection.execute(spoil, {"match": broken})
        questions: list[str] = []
        event.listen(store._engine, "before_cursor_execute", lambda *about: questions.append(about[2]))
        asking = {match: asyncio.create_task(store.load(match)) for match in [*ids, "nothing"]}
        await asyncio.sleep(0)
        asking[gone].cancel()  # who does not wait any more is in nobody's way
        found = dict(zip(asking, await asyncio.gather(*asking.values(), return_exceptions=True), strict=True))
        assert 0 < sum("FROM entries" in question for question in questions) <= 3
        assert isinstance(found.pop(gone), asyncio.CancelledError)
        assert isinstance(found.pop(broken), ValueError)
        assert found.pop("nothing") is None
        for made in tables:
            if (match := made.new.charter.id) in found:
                stored = found[match]
                assert isinstance(stored, StoredMatch)
                assert (stored.charter, stored.secret, stored.entries) == (
                    made.new.charter,
                    made.new.secret,
                    [entry(1)],
                )
        tokens = await asyncio.gather(*map(store.tokens, ids))
        assert tokens == [{0: hash_of(made.tokens[0])} for made in tables]

    told(address, story)


def test_the_tables_go_up_and_down_and_are_what_they_are_described_as(address: str) -> None:
    engine = open_engine(make_url(address))
    with engine.connect() as connection:
        upgrade(connection)
        made = set(inspect(connection).get_table_names())
        assert made == {*METADATA.tables, "alembic_version"}
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []
        upgrade(connection)
        connection.commit()
    match = table()

    async def keep(store: SqlStore) -> None:
        await store.create(match.new)
        await store.take(match.new.charter.id, "worker")

    async def look(store: SqlStore) -> None:
        found = await store.load(match.new.charter.id)
        assert found is not None
        assert found.charter == match.new.charter

    told(address, keep)
    with engine.connect() as connection:
        downgrade(connection, "0001")
        connection.commit()
    told(address, look)
    with engine.connect() as connection:
        downgrade(connection, NOTHING)
        assert inspect(connection).get_table_names() == ["alembic_version"]
        upgrade(connection)
        assert connection.execute(text("select count(*) from matches")).scalar() == 0
    engine.dispose()
