"""Processes that think: they die, they take too long, they fail, and the server goes on."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable

import pytest

from tablewright.core.registry import find_game
from tablewright.testing import random_record
from tablewright.web.curve import POINTS, curve_of
from tablewright.web.thinking import CannotThink, ThoughtPool
from tests.core.toy import GAME as TOY


def think(story: Callable[[ThoughtPool], Awaitable[None]]) -> None:
    async def tell() -> None:
        thinking = ThoughtPool(2)
        try:
            await story(thinking)
        finally:
            thinking.close()

    asyncio.run(tell())


def die() -> None:
    os._exit(1)


def test_work_is_done_elsewhere() -> None:
    async def story(thinking: ThoughtPool) -> None:
        assert await thinking.do(os.getpid) != os.getpid()
        assert await thinking.do(max, 3, 7) == 7

    think(story)


def test_a_dead_process_and_one_that_does_not_end_are_replaced() -> None:
    async def story(thinking: ThoughtPool) -> None:
        with pytest.raises(CannotThink, match="died"):
            await thinking.do(die)
        assert await thinking.do(max, 3, 7) == 7
        with pytest.raises(CannotThink, match="more than 0 seconds"):
            await thinking.do(time.sleep, 30, limit=0.2)
        assert await thinking.do(max, 3, 7) == 7

    think(story)


def test_work_beside_one_that_does_not_end_is_done_again() -> None:
    async def story(thinking: ThoughtPool) -> None:
        await thinking.do(os.getpid)
        other = asyncio.create_task(thinking.do(time.sleep, 1.0))
        with pytest.raises(CannotThink):
            await thinking.do(time.sleep, 30, limit=0.3)
        assert await other is None

    think(story)


def test_a_mistake_of_a_bot_is_no_mistake_of_the_server() -> None:
    async def story(thinking: ThoughtPool) -> None:
        with pytest.raises(CannotThink, match="it failed: ValueError"):
            await thinking.do(int, "x")

    think(story)


def test_a_curve_has_few_points_from_the_start_to_the_end() -> None:
    game = find_game("ooperations")
    record = random_record(game, game.setup(), 1)
    curve = curve_of(str(record))
    assert curve is not None
    assert len(curve) <= POINTS + 2
    assert curve[0][0] == 0
    assert curve[-1][0] == len(record.actions)
    assert curve[-1][1] in (0, 1)
    assert all(0 <= value <= 1 for _, value in curve)


def test_a_game_without_heuristics_has_no_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    from tablewright.core import registry

    monkeypatch.setitem(registry._registered, "games", {"toy": TOY})
    assert curve_of(str(random_record(TOY, TOY.setup(), 1))) is None
