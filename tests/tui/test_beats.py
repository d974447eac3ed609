"""What others do can be followed: beat by beat, with what has changed marked, held and hurried."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.pilot import Pilot

from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.registry import find_game
from tablewright.table.wording import Scene, wording_of
from tablewright.testing import random_record
from tablewright.tui.app import TablewrightApp
from tablewright.tui.beats import beats
from tablewright.tui.boards.canvas import CHANGED, Canvas
from tablewright.tui.screens.match import MatchScreen
from tablewright.tui.screens.replay import ReplayScreen

from ..support.tables import every_game, new_record
from .support import drive, press, screen

NAMES = ["Ann", "Bea", "Cy"]


@pytest.mark.parametrize("game", every_game())
def test_beats_lead_from_position_to_position_and_tell_everything_once(game: Game) -> None:
    match = Match.replay(random_record(game, game.setup(), 3))
    wording = wording_of(game, match.setup)
    for seat in (0, None):
        for number in range(1, min(60, len(match)) + 1):
            found = beats(match, number, wording, lambda n, seat=seat: Scene(match.at(n), seat, match.names))  # type: ignore[misc]
            assert found[-1].scene.view == match.at(number).view(seat)
            assert sum(len(beat.told) for beat in found) == len(match.told(number, seat))


def test_the_lanes_of_a_battle_are_beats_of_their_own() -> None:
    game = find_game("ooperations")
    match = Match.replay(random_record(game, game.setup(), 3))
    wording = wording_of(game, match.setup)
    hits = 0
    for number in range(1, len(match) + 1):
        events = [event.seen(None) or {"kind": ""} for event in match.events(number)]
        lanes = [event for event in events if event["kind"] in ("FightStarted", "DirectHit")]
        found = beats(match, number, wording, lambda n: Scene(match.at(n), None, match.names))
        if lanes:
            assert len(found) > len(lanes)
        for beat in found:
            for event in lanes:
                hit = event["kind"] == "DirectHit" and f"directly for {event['damage']} in lane" in beat.told[0]
                if hit and event["target"]["health"] == beat.scene.view["players"][event["target"]["seat"]]["health"]:
                    hits += 1
    assert hits


def test_what_has_changed_is_underlined_and_other_sizes_are_not_compared() -> None:
    old, new = Canvas(4, 1), Canvas(4, 1)
    old.put(0, 0, "a1►x")
    new.put(0, 0, "a2 y", "$text-error")
    new.mark_changes(old)
    assert new.runs(0) == [
        ("a", "$text-error"),
        ("2", f"$text-error {CHANGED}"),
        (" ", "$text-error"),
        ("y", f"$text-error {CHANGED}"),
    ]
    other = Canvas(5, 1)
    other.mark_changes(old)
    assert other.runs(0) == [("     ", "")]


async def until(pilot: Pilot[Any], text: str) -> None:
    for _ in range(400):
        if text in screen(pilot.app):
            return
        await asyncio.sleep(0.02)
        await pilot.pause()
    raise AssertionError(f"{text} does not appear in\n{screen(pilot.app)}")


def test_the_turn_of_a_bot_can_be_paused_and_skipped() -> None:
    app = TablewrightApp(new_record(find_game("ooperations"), 7, "Ann", "bot easy"), pace=0.2)

    async def story(pilot: Pilot[Any]) -> None:
        playing = app.screen
        assert isinstance(playing, MatchScreen)
        assert "Nothing is being shown that could be paused." in await press(pilot, "p")
        assert "Nothing is being shown that could be skipped." in await press(pilot, "s")
        assert "shown for 0.4 seconds" in await press(pilot, "minus")
        assert "shown for 0.1 seconds" in await press(pilot, "plus", "plus")
        playing.pace = 0.2
        await pilot.press("e", "e", "p")
        await until(pilot, "Paused; p goes on, s skips.")
        held = len(playing.match)
        for _ in range(20):
            await asyncio.sleep(0.03)
            await pilot.pause()
        assert len(playing.match) == held
        assert playing.choices is None
        playing.pace = 1000
        await pilot.press("s")
        await until(pilot, "it is your turn")
        assert len(playing.match) > held
        assert playing.before is not None
        shown = app.screen.query_one("BoardView").canvas  # type: ignore[attr-defined]
        styles = [style for row in range(shown.height) for _, style in shown.runs(row)]
        assert any(style.endswith(CHANGED) for style in styles)

    drive(app, story)


def test_a_replay_shows_the_lanes_too_and_tells_what_happens() -> None:
    game = find_game("ooperations")
    match = Match.replay(random_record(game, game.setup(), 3))
    wording = wording_of(game, match.setup)
    number = next(n for n in range(1, len(match)) if sum(wording.pauses(seen) for seen in match.seen(n, None)) > 3)
    app = TablewrightApp(match, pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        replay.look(number - 1)
        ticks = 0
        while replay.position < number:
            replay.tick()
            ticks += 1
        assert ticks > 3
        await pilot.pause()
        assert replay.told_at(number)[0] in screen(app)

    drive(app, story)


def test_people_at_one_keyboard_see_what_has_changed_since_their_own_turn() -> None:
    app = TablewrightApp(new_record(find_game("marches"), 7, "Ann", "Bea"), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "enter")
        playing = app.screen
        assert isinstance(playing, MatchScreen)
        for _ in range(2):
            assert playing.before is None
            playing.submit("done")
            await press(pilot, "enter")
        assert playing.viewer == 0
        assert playing.before is not None
        assert playing.before.view == playing.match.at(1).view(0)

    drive(app, story)
