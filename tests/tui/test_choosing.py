"""Choosing at the table: advice in words, keys that stay, steering, and a palette with everything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tablewright.core.registry import find_game
from tablewright.tui.app import TablewrightApp
from tablewright.tui.screens.home import HomeScreen
from tablewright.tui.screens.match import MatchScreen
from tablewright.tui.screens.small import CoverScreen

from ..support.tables import new_record
from .support import drive, press, screen, settle


def match_app(key: str, seed: int, *seats: str, **chosen: str) -> TablewrightApp:
    return TablewrightApp(new_record(find_game(key), seed, *seats, **chosen), pace=0)


def current(pilot: Pilot[Any]) -> MatchScreen:
    assert isinstance(pilot.app.screen, MatchScreen), pilot.app.screen
    return pilot.app.screen


def keys_of(playing: MatchScreen) -> dict[str, str]:
    return {entry.command: entry.key for entry in playing.entries}


def test_a_hint_moves_the_cursor_and_enter_plays_it() -> None:
    app = match_app("dungeons", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        shown = await press(pilot, "H")
        playing = current(pilot)
        number, command, why = playing.advised
        assert number == 0
        assert "Hint: " in shown
        assert why not in shown
        assert playing.lines.highlighted is not None
        assert playing.entries[playing.lines.highlighted].command == command
        assert f"The adviser: {why}." in await press(pilot, "i")
        await press(pilot, "escape", "enter")
        assert [action.text for action in playing.match.actions[:1]] == [command]

    drive(app, story)


def test_the_line_with_the_cursor_is_marked_without_colour() -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        assert "►1 Play Squirrel" in screen(app)
        shown = await press(pilot, "down")
        assert "►1 Play" not in shown
        assert "►2 Redraw" in shown

    drive(app, story)


def test_numbers_stay_with_their_hero_and_slots_have_the_number_of_their_lane() -> None:
    app = match_app("dungeons", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        playing = current(pilot)
        before = keys_of(playing)
        for _ in range(6):
            legal = [action for action in playing.match.legal_actions() if action.text.startswith("move b")]
            playing.do(legal[0])
            await settle(pilot)
            now = {command.rpartition(" ")[0] or command: key for command, key in keys_of(playing).items()}
            both = {command: key for command, key in keys_of(playing).items() if command in before}
            assert both == {command: before[command] for command in both}
            assert now

    drive(app, story)
    lanes = match_app("ooperations", 7, "Ann")

    async def slots(pilot: Pilot[Any]) -> None:
        await press(pilot, "1")
        assert [entry.key for entry in current(pilot).entries] == [str(lane) for lane in range(1, 8)]
        await press(pilot, "5")
        assert [action.text for action in current(pilot).match.actions] == ["creature SQIRL F5"]

    drive(lanes, slots)


def test_the_end_of_a_turn_is_asked_about_once() -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        playing = current(pilot)
        assert "Once more ends the turn." in await press(pilot, "e")
        (redraw,) = [entry for entry in playing.entries if entry.command == "redraw"]
        await press(pilot, redraw.key)
        assert [action.text for action in playing.match.actions] == ["redraw"]
        await press(pilot, "e")  # though something can still be done
        assert [action.text for action in playing.match.actions][:2] == ["redraw", "done"]

    drive(app, story)


def test_arrows_move_the_chosen_character_and_space_flips() -> None:
    app = match_app("maze", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        playing = current(pilot)
        for _ in range(4):
            card = playing.match.state.view(0)["card"]
            for letter in "tfs":
                assert f"The arrow keys move {letter.upper()}." in await press(pilot, letter)
                before = len(playing.match)
                legal = f"move {letter.upper()} {card}" in [a.text for a in playing.match.legal_actions()]
                shown = await press(pilot, card)
                assert (len(playing.match) > before) == legal
                assert legal or "✗ Not possible: " in shown
            await press(pilot, "space")
            assert playing.match.actions[-1].text == "flip"

    drive(app, story)


def test_one_can_leave_from_the_pass_screen() -> None:
    app = match_app("ooperations", 7, "Ann", "Bea")

    async def story(pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, CoverScreen)
        assert "Leave this match?" in await press(pilot, "q")
        await press(pilot, "n")
        assert isinstance(app.screen, CoverScreen)
        await press(pilot, "q", "y")
        assert isinstance(app.screen, HomeScreen)

    drive(app, story)


def test_the_palette_has_every_action_of_the_screen(home: Path) -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        titles = {command.title for command in app.get_system_commands(app.screen)}
        assert {"End turn", "Undo", "Hint", "Type", "Leave", "Help", "Log", "Look back", "Return to now"} <= titles
        assert {"Next possible choice", "What cannot be done", "More about it"} <= titles
        await press(pilot, "ctrl+p")
        for letter in "undo":
            await pilot.press(letter)
        for _ in range(100):  # the palette looks for commands in the background
            await pilot.pause(0.02)
            if "Key u" in screen(app):
                break
        await press(pilot, "down", "enter")
        for _ in range(100):
            await pilot.pause(0.02)
            if "No undo" in screen(app):
                break
        assert "No undo: there is nothing to take back" in screen(app)

    drive(app, story)
