"""The first screen: what can be played right away."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tablewright.core.match import Match
from tablewright.core.registry import find_game
from tablewright.games.maze.solver.puzzles import daily_puzzle
from tablewright.table.table import Table
from tablewright.tui.app import TablewrightApp
from tablewright.tui.daily import daily_record, puzzle_of
from tablewright.tui.screens.match import MatchScreen

from ..support.tables import new_record
from .support import drive, press, screen, see


def test_the_last_match_goes_on_with_one_key(home: Path) -> None:
    first = TablewrightApp(new_record(find_game("ooperations"), 7, "Ann", "bot easy"), pace=0)

    async def play(pilot: Pilot[Any]) -> None:
        await press(pilot, "1", "3", "q", "y")
        assert "c Go on with" in " ".join(screen(first).split())

    drive(first, play)
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "enter")  # it is where the cursor is
        assert isinstance(app.screen, MatchScreen)
        assert [action.text for action in app.screen.match.actions] == ["creature SQIRL F3"]

    drive(app, story)


def test_without_a_match_the_key_says_so(home: Path) -> None:
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert "There is no match to go on with." in await press(pilot, "c")

    drive(app, story)


DAY = date(2026, 1, 1)


def test_the_puzzle_of_the_day_and_the_best_score(home: Path) -> None:
    app, puzzle, solved = TablewrightApp(pace=0, today=DAY), puzzle_of(DAY), daily_puzzle(DAY)
    assert puzzle is not None

    async def story(pilot: Pilot[Any]) -> None:
        await see(pilot, f"Maze of the day (2026-01-01) {puzzle.about}; not yet won")
        await press(pilot, "d")
        playing = app.screen
        assert isinstance(playing, MatchScreen)
        assert playing.match.setup.layout == solved.layout
        for line in solved.solution.commands:
            assert playing.submit(line)
        await see(pilot, "The match is over")
        await press(pilot, "q")
        await see(pilot, f"your best: {solved.flips}")

    drive(app, story)


def test_a_record_of_the_daily_puzzle_can_be_replayed() -> None:
    puzzle = puzzle_of(DAY)
    assert puzzle is not None
    match = Match.replay(daily_record(puzzle, "Ann"))
    assert Table(match.record()).match.state == match.state


def test_games_have_pictures_where_there_is_room(home: Path) -> None:
    for size, shown in (((100, 30), True), ((80, 24), False), ((160, 50), True)):
        app = TablewrightApp(pace=0)

        async def story(pilot: Pilot[Any], app: TablewrightApp = app, shown: bool = shown) -> None:
            for _ in range(4):
                drawn = await press(pilot, "down")
                assert app.screen.query_one("BoardView").display == shown
            assert ("health 20" in drawn or "mana" in drawn) == shown
            assert "seven lanes" in drawn

        drive(app, story, size)
