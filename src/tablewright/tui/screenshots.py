"""Pictures of every game for the documentation: the application itself, playing without a screen."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from datetime import date

from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.table.players import PREFIX
from tablewright.table.table import Table
from tablewright.tui.app import TablewrightApp, all_games
from tablewright.tui.places import HOME

SIZE, SMALL = (120, 36), (80, 24)
SEED, DAY = 4, date(2026, 1, 1)
LEVEL = "easy"
#: Who plays a game up to its picture instead, where that shows more of it.
LEVELS = {"maze": "hard"}


def sample(game: Game, seed: int, share: float) -> Record:
    """Return a match of bots up to some share of its length, with a person in the first seat."""
    setup = game.setup()
    bot = f"{PREFIX}{LEVELS.get(game.key, LEVEL)}"
    table = Table(Record(game, setup, seed, [bot] * setup.seats))
    table.match.play(table.seat_bots())
    mine = [number for number, seat in enumerate(table.match.seats) if seat == 0]
    number = mine[int(len(mine) * share)]
    actions = table.match.record().actions[:number]
    return Record(game, setup, seed, ["Ann", *[bot] * (setup.seats - 1)], actions)


def without_fonts(svg: str) -> str:
    """Return a picture that loads nothing from elsewhere; any font of equal widths will do, if blanks count."""
    return re.sub(r"\s*@font-face \{[^}]*\}", "", svg).replace("<svg ", '<svg xml:space="preserve" ', 1)


async def draw_all(folder: str) -> list[str]:
    """Draw a match of every installed game, the first screen, a replay, a page of rules; return the paths."""
    os.makedirs(folder, exist_ok=True)
    paths = []

    async def draw(name: str, app: TablewrightApp, *keys: str, size: tuple[int, int] = SIZE) -> None:
        async with app.run_test(size=size) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            path = os.path.join(folder, f"{name}.svg")
            with open(path, "w", encoding="utf-8") as file:
                file.write(without_fonts(app.export_screenshot(title="Tablewright")))
            paths.append(path)

    await draw("home", TablewrightApp(today=DAY), *["down"] * 4)
    for game in all_games():
        record = sample(game, SEED, 0.5)
        await draw(game.key, TablewrightApp(Table(record), pace=0), "n")
        if game.key == "ooperations":
            await draw("replay", TablewrightApp(Match.replay(record)), *["full_stop"] * (len(record.actions) // 2))
            await draw("rules", TablewrightApp(Table(record), pace=0), "question_mark")
            await draw("light", TablewrightApp(Table(record), pace=0, light=True), "n")
            await draw("small", TablewrightApp(Table(record), pace=0), "n", size=SMALL)
    return paths


def main(folder: str) -> list[str]:
    """Draw everything with settings and saves of nobody."""
    before = os.environ.get(HOME)
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME] = home
        try:
            return asyncio.run(draw_all(folder))
        finally:
            del os.environ[HOME]
            if before is not None:
                os.environ[HOME] = before
