"""Driving the application as a person does, and reading its screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import textual._wait
from textual.pilot import Pilot

from tablewright.core.game import Game
from tablewright.core.record import Record
from tablewright.core.registry import find_game, game_keys
from tablewright.table.table import Table
from tablewright.tui.app import TablewrightApp

# The pilot waits until the process looks idle, in steps of this many seconds; the default makes long stories too slow.
textual._wait.SLEEP_GRANULARITY = textual._wait.SLEEP_IDLE = 0.001

SIZE = (100, 30)
SHIPPED = ("dungeons", "marches", "maze", "ooperations")

#: The stories with Magical OOPerations bring their own decks: what they are dealt must not depend on how the ready
#: decks are balanced.
DECKS = (
    "4 SQIRL 4 ASASN 4 GLDTR 4 NINJA 3 TUTOR 3 RAPTR 2 KINGV 2 SLAYR 2 RRUSH 2 MOBLZ",
    "4 ZOMBI 3 GUARD 3 HYDRA 2 LLICH 1 D_GOD 2 NITMR 3 MEMRY 3 REVIV 3 ZMBFY 3 SOLDR 3 VAMPS",
)


def every_game() -> list[Any]:
    """Return the games that ship, as pytest parameters."""
    return [pytest.param(find_game(key), id=key) for key in SHIPPED if key in game_keys()]


def cards(deck: str) -> list[str]:
    words = deck.split()
    return [key for count, key in zip(words[::2], words[1::2], strict=True) for _ in range(int(count))]


def new_record(game: Game, seed: int, *seats: str, **chosen: str) -> Record:
    setup = game.setup(**chosen)
    if game.key == "ooperations" and not chosen:
        setup = game.read_setup(game.write_setup(setup) | {"decks": [cards(deck) for deck in DECKS]})
    return Record(game, setup, seed, [*seats, *["bot easy"] * (setup.seats - len(seats))])


def new_table(key: str, seed: int, *seats: str, **chosen: str) -> Table:
    return Table(new_record(find_game(key), seed, *seats, **chosen))


def drive(app: TablewrightApp, story: Callable[[Pilot[Any]], Awaitable[None]], size: tuple[int, int] = SIZE) -> None:
    """Run the application without a terminal while a story presses its keys."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await story(pilot)

    asyncio.run(run())


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until bots have moved and everything is drawn."""
    await pilot.pause()
    while any(worker.is_running for worker in pilot.app.workers):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def see(pilot: Pilot[Any], text: str) -> None:
    """Wait until something is on the screen; a terminal's new size takes some messages to arrive."""
    for _ in range(500):
        if text in " ".join(screen(pilot.app).split()):
            return
        await settle(pilot)
    raise AssertionError(f'"{text}" does not appear in\n{screen(pilot.app)}')


async def press(pilot: Pilot[Any], *keys: str) -> str:
    """Press keys and return what is on the screen then."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)
    return screen(pilot.app)


def screen(app: Any) -> str:
    """Return the characters on the screen."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())
