"""Driving the application as a person does, and reading its screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import textual._wait
from textual.pilot import Pilot

from tablewright.tui.app import TablewrightApp

# The pilot waits until the process looks idle, in steps of this many seconds; the default makes long stories too slow.
textual._wait.SLEEP_GRANULARITY = textual._wait.SLEEP_IDLE = 0.001

SIZE = (100, 30)


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
