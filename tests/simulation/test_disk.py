"""The simulated store is worth something only if it behaves as the real one: both are asked the same, and the real one
is torn apart in the middle of a commit to see that what is left are whole commits.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablewright.table.charter import LogEntry
from tablewright.web.store import OVER, RUNNING, MatchStore, NewMatch, Overtaken, Progress
from tablewright.web.store.sql import SqlStore
from tests.simulation.disk import Disk, SimulatedStore, Troubles
from tests.simulation.loop import VirtualLoop
from tests.support.sessions import SECRET, make_charter

WORKERS = ("a", "b", "c")
IDS = ("abcdefgh2345", "bbcdefgh2345", "cbcdefgh2345")
STEPS = 90


def new_match(name: str, created: int, free: int) -> NewMatch:
    charter = replace(make_charter("ooperations", ["Ann", "Marla"]), id=name, created=created)
    return NewMatch(charter, SECRET, {0: b"token"}, {1: b"invitation"}, free)


def some_progress(dice: random.Random, first: int, count: int, tokens: dict[int, bytes]) -> Progress:
    entries = [
        LogEntry(seq, dice.randrange(10**13), dice.choice(("act", "say")), dice.choice((None, 0)), None, {"é": [seq]})
        for seq in range(first, first + count)
    ]
    return Progress(entries, dice.choice((RUNNING, OVER)), 0, tokens)


Question = Callable[[MatchStore], Awaitable[Any]]


def some_question(dice: random.Random, disk: Disk, step: int) -> Question:
    """Return something that both stores are asked; half of the time it fits what is stored."""
    made = list(disk.matches)
    unknown = [one for one in IDS if one not in made]
    match, worker = dice.choice(IDS), dice.choice(WORKERS)
    kept = disk.matches.get(match)
    roll = dice.randrange(12)
    if unknown and roll < 2:
        new = new_match(unknown[0], step, dice.randrange(2))
        return lambda store: store.create(new)
    if roll < 6:
        epoch = (kept.epoch if kept is not None else 0) - (dice.random() < 0.3)
        first = (len(kept.entries) if kept is not None else 0) + 1 - (dice.random() < 0.3)
        tokens = {1: b"another"} if dice.random() < 0.2 else {}
        progress = some_progress(dice, max(1, first), dice.randrange(3), tokens)
        return lambda store: store.append(match, epoch, progress)
    dead = [name for name in WORKERS if dice.random() < 0.3]
    questions: list[Question] = [
        lambda store: store.take(match, worker, dead),
        lambda store: store.take(match, worker),
        lambda store: store.beat(worker, f"{worker}:1"),
        lambda store: store.retire(worker),
        lambda store: store.lost(worker, list(IDS)),
        lambda store: store.waiting(step - 40, 2),
    ]
    return dice.choice(questions)


@contextmanager
def two_stores(folder: Path) -> Iterator[tuple[Disk, Callable[[Question], tuple[Any, Any]]]]:
    """Give the disk of a simulated store, and a way to ask it and a real one the same."""
    disk, dice = Disk(), random.Random(1)
    with closing(VirtualLoop(dice)) as loop, asyncio.Runner() as runner:
        simulated, real = SimulatedStore(disk, Troubles(dice)), SqlStore(f"sqlite:///{folder}/matches.db")

        async def answer(question: Question, store: MatchStore) -> Any:
            try:
                return await question(store)
            except Overtaken:
                return Overtaken

        def ask(question: Question) -> tuple[Any, Any]:
            return loop.run_until_complete(answer(question, simulated)), runner.run(answer(question, real))

        yield disk, ask
        runner.run(real.close())


@pytest.mark.parametrize("seed", range(2))
def test_the_simulated_store_answers_as_the_real_one(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    overtaken = 0
    with two_stores(tmp_path) as (disk, ask):
        for step in range(STEPS):
            simulated, real = ask(some_question(dice, disk, step))
            if isinstance(real, list):
                simulated, real = sorted(simulated), sorted(real)
            assert simulated == real, f"step {step}"
            overtaken += real is Overtaken
        for match in IDS:
            for question in (lambda store: store.load(match), lambda store: store.tokens(match)):  # noqa: B023
                simulated, real = ask(question)
                assert simulated == real
    assert 5 < overtaken < STEPS / 2


def test_a_torn_log_of_the_real_store_keeps_a_prefix_of_whole_commits(tmp_path: Path) -> None:
    dice, match = random.Random(1), IDS[0]
    progress = [some_progress(dice, 1 + 3 * step, 3, {1: b"another"} if step == 5 else {}) for step in range(12)]
    with asyncio.Runner() as runner:
        store = SqlStore(f"sqlite:///{tmp_path}/whole.db")
        runner.run(store.create(new_match(match, 0, 0)))
        begun = (tmp_path / "whole.db-wal").stat().st_size
        for one in progress:
            runner.run(store.append(match, 0, one))
        log = (tmp_path / "whole.db-wal").read_bytes()
        shutil.copy(tmp_path / "whole.db", tmp_path / "base.db")
        runner.run(store.close())
        kept = set()
        for number in range(15):
            torn = tmp_path / f"torn{number}.db"
            shutil.copy(tmp_path / "base.db", torn)
            cut = dice.randrange(begun, len(log))
            torn.with_name(f"{torn.name}-wal").write_bytes(log[:cut] + dice.randbytes(dice.choice((0, 4096))))
            store = SqlStore(f"sqlite:///{torn}")
            loaded, tokens = runner.run(store.load(match)), runner.run(store.tokens(match))
            runner.run(store.close())
            assert loaded is not None
            whole, half = divmod(len(loaded.entries), 3)
            assert half == 0
            assert loaded.entries == [entry for one in progress[:whole] for entry in one.entries]
            assert (1 in tokens) == (whole > 5)
            kept.add(whole)
    assert len(kept) > 5
