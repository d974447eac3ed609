"""Workers that share a store: leases, the register, word of what was lost, and races that exactly one wins."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest
from sqlalchemy import Connection

from tablewright.web.store import RUNNING, Lease, Overtaken, Progress
from tablewright.web.store.sql import SqlStore

from .storing import PATIENCE, entry, table, told
from .storing import address as address


def test_a_match_is_one_workers_until_it_retires_or_is_dead(address: str) -> None:
    made = table()
    match = made.new.charter.id

    async def story(store: SqlStore) -> None:
        await store.create(made.new)
        assert await store.take("nothing", "one") is None
        assert await store.beat("one", "http://one") == {"one": 0}
        assert await store.beat("two", "http://two") == {"one": 0, "two": 0}
        assert await store.beat("one", "http://one") == {"one": 1, "two": 0}
        assert await store.take(match, "one") == Lease("one", 1)
        assert await store.take(match, "two") == Lease("one", 1, "http://one")
        assert await store.take(match, "two", ["three"]) == Lease("one", 1, "http://one")
        assert await store.lost("one", [match, "nothing"]) == []
        await store.append(match, 1, Progress([entry(1)], RUNNING, 0))
        assert await store.take(match, "one") == Lease("one", 2), "whoever loads it anew has a new epoch"
        with pytest.raises(Overtaken):
            await store.append(match, 1, Progress([entry(2)], RUNNING, 0))
        assert await store.take(match, "two", ["one"]) == Lease("two", 3)
        assert await store.lost("one", [match, "nothing"]) == [match]
        assert await store.lost("two", [match]) == []
        with pytest.raises(Overtaken):
            await store.append(match, 2, Progress([entry(2)], RUNNING, 0))
        await store.retire("two")
        assert await store.beat("one", "http://one") == {"one": 2}
        assert await store.take(match, "one") == Lease("one", 4)
        found = await store.load(match)
        assert found is not None
        assert list(found.entries) == [entry(1)]

    told(address, story)


def test_a_worker_may_ask_about_more_matches_than_a_question_has_room_for(address: str) -> None:
    made = table()
    names = [made.new.charter.id, *(f"match {number}" for number in range(70_000))]

    async def story(store: SqlStore) -> None:
        await store.create(made.new)
        await store.take(names[0], "one")
        assert await store.lost("two", names) == names[:1]

    told(address, story)


class Wakened:
    """What a worker was told from another thread."""

    def __init__(self) -> None:
        self.heard: list[list[str]] = []

    @property
    def matches(self) -> set[str]:
        return {match for piece in self.heard for match in piece}

    async def until(self, matches: set[str]) -> None:
        """Wait until it has heard of some matches; the story has its limit."""
        while not matches <= self.matches:
            await asyncio.sleep(0.005)


async def listeners(store: SqlStore, cut: bool = False) -> int:
    """Return how many connections listen, and cut them if wished."""
    what = "pg_terminate_backend(pid)" if cut else "pid"
    query = f"select {what} from pg_stat_activity where datname = current_database() and query like 'listen %%'"
    return await store._read(lambda connection: len(connection.exec_driver_sql(query).all()))


def test_who_loses_matches_hears_of_it_at_once_and_together(database: str) -> None:
    made = [table() for _ in range(20)]
    names = {one.new.charter.id for one in made}
    here_heard, there_heard = Wakened(), Wakened()

    async def story(here: SqlStore, there: SqlStore) -> None:
        await asyncio.gather(here.beat("here", ""), there.beat("there", ""))
        here.on_lost("here", here_heard.heard.append)
        there.on_lost("there", there_heard.heard.append)
        await asyncio.gather(*(here.create(one.new) for one in made))
        await asyncio.gather(*(here.take(match, "here") for match in names))
        while await listeners(here) < 2:
            await asyncio.sleep(0.005)
        assert await there.take(min(names), "there") == Lease("here", 1), "nothing is lost by asking"
        await asyncio.gather(*(there.take(match, "there", ["here"]) for match in names))
        await here_heard.until(names)
        assert here_heard.matches == names
        assert len(here_heard.heard) < len(names) / 2, "a wake-up for each would be too many"
        await here.take(min(names), "here", ["there"])
        await there_heard.until({min(names)})
        assert there_heard.matches == {min(names)}, "what others have lost is not its business"

    told(database, story, stores=2)


def test_a_listener_whose_connection_was_cut_listens_again(database: str, caplog: pytest.LogCaptureFixture) -> None:
    made = table()
    match = made.new.charter.id
    wakened = Wakened()

    async def story(here: SqlStore, there: SqlStore) -> None:
        await here.create(made.new)
        here.on_lost("here", wakened.heard.append)
        while not await listeners(here, cut=True):
            await asyncio.sleep(0.005)
        while "do not come through" not in caplog.text or not await listeners(here):
            await asyncio.sleep(0.005)
        await here.take(match, "here")
        await there.take(match, "there")
        await wakened.until({match})

    told(database, story, stores=2)


@pytest.mark.parametrize("leases", [True, False], ids=["with leases", "without leases"])
def test_of_workers_that_race_for_a_match_one_wins_each_number(address: str, leases: bool) -> None:
    """Workers go on with one match from what they have read. Without leases the numbers alone must keep the order."""
    made = table()
    match = made.new.charter.id
    won: list[tuple[int, str]] = []
    overtaken: list[str] = []

    async def work(store: SqlStore, worker: str, others: list[str]) -> None:
        dice = random.Random(worker)
        for _ in range(12):
            lease = await store.take(match, worker, others) if leases else Lease(worker, 0)
            found = await store.load(match)
            assert lease is not None
            assert found is not None
            first = len(found.entries)
            try:
                for last in range(first, first + 2 * dice.randint(1, 4), 2):
                    pair = [entry(last + 1, by=worker), entry(last + 2, by=worker)]
                    await store.append(match, lease.epoch, Progress(pair, RUNNING, 0, {last + 2: worker.encode()}))
                    won.append((last + 2, worker))
                    await asyncio.sleep(dice.random() / 100)
            except Overtaken:
                overtaken.append(worker)

    async def story(*stores: SqlStore) -> None:
        await stores[0].create(made.new)
        names = [f"worker {number}" for number in range(len(stores))]
        await asyncio.gather(*(store.beat(name, "") for store, name in zip(stores, names, strict=True)))
        await asyncio.gather(*(work(store, name, names) for store, name in zip(stores, names, strict=True)))
        found = await stores[0].load(match)
        assert found is not None
        assert [one.seq for one in found.entries] == list(range(1, 2 * len(won) + 1))
        by = {one.seq: one.body["by"] for one in found.entries}
        assert {(seq, by[seq]) for seq in by if seq % 2 == 0} == set(won), "what was won is kept, and nothing else"
        assert all(by[seq] == by[seq + 1] for seq in by if seq % 2), "both of a pair or none"
        tokens = await stores[0].tokens(match)
        assert {seat: word.decode() for seat, word in tokens.items() if seat > 1} == dict(won)

    told(address, story, stores=3)
    assert len(overtaken) > 3, "it was no race"


def test_of_workers_that_take_at_the_same_moment_one_has_the_match(address: str) -> None:
    made = [table() for _ in range(30)]
    names = [one.new.charter.id for one in made]

    async def story(*stores: SqlStore) -> None:
        await asyncio.gather(*(stores[0].create(one.new) for one in made))
        workers = [f"worker {number}" for number in range(len(stores))]
        await asyncio.gather(*(store.beat(worker, "") for store, worker in zip(stores, workers, strict=True)))
        leases = await asyncio.gather(
            *(store.take(match, worker) for match in names for store, worker in zip(stores, workers, strict=True))
        )
        for first in range(0, len(leases), len(stores)):
            assert len(set(leases[first : first + len(stores)])) == 1, "all are told of the same one"
        assert {lease.epoch for lease in leases if lease is not None} == {1}

    told(address, story, stores=3)


def test_workers_that_wait_for_each_other_both_go_on(database: str) -> None:
    """Each holds one of two matches and wants the other: the database ends one of the transactions."""
    made = [table().new for _ in range(2)]
    both_hold = threading.Barrier(2, timeout=PATIENCE)
    visits: list[SqlStore] = []

    async def cross(store: SqlStore, first: str, second: str) -> list[Lease | None]:
        busy, go = threading.Event(), threading.Event()
        worker = f"worker {first}"

        def keep_busy(connection: Connection) -> None:
            busy.set()
            go.wait(PATIENCE)

        def meet(connection: Connection) -> None:
            visits.append(store)
            if visits.count(store) == 1:
                both_hold.wait()

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(store._write(keep_busy))
            await asyncio.to_thread(busy.wait, PATIENCE)
            # These become one transaction.
            taken = [tasks.create_task(store.take(first, worker))]
            tasks.create_task(store._write(meet))
            taken.append(tasks.create_task(store.take(second, worker)))
            await asyncio.sleep(0)
            go.set()
        return [task.result() for task in taken]

    async def story(here: SqlStore, there: SqlStore) -> None:
        for new in made:
            await here.create(new)
        one, two = (new.charter.id for new in made)
        mine, theirs = await asyncio.gather(cross(here, one, two), cross(there, two, one))
        for leases in zip(mine, reversed(theirs), strict=True):
            assert sorted(lease.epoch for lease in leases if lease) == [1, 2]

    told(database, story, stores=2)
    assert len(visits) == 3, "one of them was undone and done again"
