"""Bots of other people at the table: they stand in the form, and one that fails says so and spoils nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tablewright.bots.bot import Bot, Profile
from tablewright.core import registry
from tablewright.core.perspective import Perspective
from tablewright.core.registry import find_game
from tablewright.table.saves import list_saves
from tablewright.tui.app import TablewrightApp
from tablewright.tui.screens.match import MatchScreen
from tablewright.tui.widgets import ChoiceRow

from ..support.tables import new_record
from .support import drive, press, screen, settle


class Last(Bot):
    profile = Profile("its legal actions", "the last one is the best", "nothing")

    def choose(self, perspective: Perspective) -> Any:
        return perspective.legal_actions()[-1]


class Silly(Bot):
    def choose(self, perspective: Perspective) -> Any:
        return None


@pytest.fixture
def theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, "bots", {"last": Last, "silly": Silly})


def test_bots_of_other_packages_stand_in_the_form_of_a_new_match(home: Path, theirs: None) -> None:
    app = TablewrightApp(find_game("ooperations"), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        row = app.screen.query_one("#seat-1", ChoiceRow)
        row.focus()
        # Behind the levels and the three opponents with a style.
        shown = await press(pilot, *["right"] * 5)
        assert row.value == "bot last"
        assert "the last one is the best" in shown
        assert "pipe" not in row.values
        await press(pilot, "enter")
        assert isinstance(app.screen, MatchScreen)
        assert app.screen.match.names[1] == "bot last"

    drive(app, story)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("silly", "seat 1 (bot silly) chose None, which is no action."),
        ("pipe:sh -c 'exit 5'", "seat 1 (pipe:sh -c 'exit 5') has ended with status 5."),
    ],
)
def test_a_bot_that_fails_is_named_and_the_match_stays(home: Path, theirs: None, bot: str, sentence: str) -> None:
    app = TablewrightApp(new_record(find_game("ooperations"), 7, f"bot {bot}", "Ann"), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        (note,) = app._notifications
        assert note.message.startswith(sentence)
        assert isinstance(app.screen, MatchScreen)
        assert len(app.screen.match) == 0
        await press(pilot, "escape")
        assert app.is_running

    drive(app, story)


def test_a_save_that_names_a_program_is_not_gone_on_with_from_the_menu(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = TablewrightApp(new_record(find_game("ooperations"), 7, "Ann", "bot pipe:touch owned"), pace=0)

    async def one_action(pilot: Pilot[Any]) -> None:
        screen_now = first.screen
        assert isinstance(screen_now, MatchScreen)
        screen_now.table.do(screen_now.match.legal_actions()[2])

    drive(first, one_action)
    (saved,) = list_saves(first.folder)
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        app.resume(saved)
        await settle(pilot)
        (note,) = app._notifications
        assert 'the bot "pipe:touch owned" would run a program, which nobody here has allowed' in note.message
        assert not isinstance(app.screen, MatchScreen), screen(app)

    drive(app, story)
    assert not (tmp_path / "owned").exists()
