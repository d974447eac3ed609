"""Stores under test, and what is kept in them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tablewright.core.registry import find_game
from tablewright.table.charter import FRIEND, PERSON, LogEntry, SeatPlan, TableOptions
from tablewright.web.making import MadeTable, TableWish, make_table
from tablewright.web.store.sql import SqlStore

#: How long anything may take before a test gives it up, in seconds.
PATIENCE = 30


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, of both kinds in turn."""
    if request.param == "postgresql":
        url: str = request.getfixturevalue("database")
        return url
    return f"sqlite:///{tmp_path / 'data' / 'matches.db'}"


def told(url: str, story: Callable[..., Awaitable[None]], stores: int = 1) -> None:
    """Tell a story with a store, or with some that share a database, and close them."""

    async def tell() -> None:
        opened: list[SqlStore] = []
        try:
            opened.extend(SqlStore(url) for _ in range(stores))
            async with asyncio.timeout(PATIENCE):
                await story(*opened)
        finally:
            for store in opened:
                await store.close()

    asyncio.run(tell())


def table(*seats: SeatPlan, now: int = 1_000, **more: Any) -> MadeTable:
    game = find_game("ooperations")
    plans = seats or (SeatPlan(PERSON, "Ann"), SeatPlan(FRIEND))
    wish = TableWish(game, game.setup(), {"deck1": "storm"}, plans, TableOptions(total=300, increment=3), **more)
    return make_table(wish, now)


def entry(seq: int, **body: Any) -> LogEntry:
    return LogEntry(seq, 1_000 + seq, "act", 1, seq, {"line": f"done {seq}", **body})
