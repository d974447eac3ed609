"""Who may know what of a deal, in the application."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tablewright.bots.registry import make_bot
from tablewright.core.dealing import SecretDeal
from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.table.players import new_record
from tablewright.table.table import Table
from tablewright.testing import random_record
from tablewright.tui.app import TablewrightApp
from tablewright.tui.screens.home import HomeScreen
from tablewright.tui.screens.match import MatchScreen
from tablewright.tui.screens.new import NewScreen
from tablewright.tui.screens.replay import ReplayScreen
from tablewright.tui.screens.small import CoverScreen
from tablewright.tui.widgets import ChoiceRow

from ..tui.support import drive, press, screen, see, settle


def test_the_form_asks_for_a_seed_only_where_nobody_could_be_cheated_with_it() -> None:
    app = TablewrightApp(find_game("ooperations"), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        form = app.screen
        assert isinstance(form, NewScreen)
        assert "Seed" in screen(app)
        assert "dealt from a secret" not in screen(app)
        row = form.query_one("#seat-1", ChoiceRow)
        while row.value != "person":
            row.action_turn(1)
        await settle(pilot)
        assert "Seed" not in screen(app)
        await see(pilot, "The cards are dealt from a secret.")
        form.query_one("#name-1").value = form.query_one("#name-0").value.upper()  # type: ignore[attr-defined]
        form.query_one("#name-1").focus()
        assert "look the same" in await press(pilot, "enter")
        form.query_one("#name-1").value = "Bea"  # type: ignore[attr-defined]
        await press(pilot, "enter")
        assert isinstance(app.screen, CoverScreen)
        playing = app.screen_stack[-2]
        assert isinstance(playing, MatchScreen)
        deal = playing.match.deal
        assert isinstance(deal, SecretDeal)
        assert playing.match.owner_loses
        assert playing.match.seal in screen(app)  # before anybody has seen a card
        shown = await press(pilot, "enter")
        assert f"deal {playing.match.seal[:8]}" in shown
        assert "seed" not in shown
        shown = await press(pilot, "e")
        if not isinstance(app.screen, CoverScreen):  # something could still be played, which is asked once
            shown = await press(pilot, "e")
        assert "The next turn is Bea's." in shown
        assert playing.match.seal not in shown

    drive(app, story)


@pytest.mark.parametrize(("key", "seats"), [("dungeons", ["Ann"]), ("ooperations", ["Ann", "bot easy"])])
def test_where_nothing_is_hidden_between_people_the_seed_is_shown(key: str, seats: list[str]) -> None:
    game = find_game(key)
    app = TablewrightApp(new_record(game, game.setup(), seats, 7), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, MatchScreen)
        assert "seed 7" in screen(app)

    drive(app, story)


def test_a_number_that_somebody_asked_for_is_used_and_not_shown_before_the_end() -> None:
    game = find_game("ooperations")
    app = TablewrightApp(new_record(game, game.setup(), ["Ann", "Bea"], 717171), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        shown = await press(pilot, "enter")
        assert isinstance(app.screen, MatchScreen)
        assert app.screen.match.seed == 717171
        assert "717171" not in shown
        assert "deal " not in shown.split("\n")[0]

    drive(app, story)


def test_a_secret_match_cannot_be_watched_before_its_end(home: Path) -> None:
    game = find_game("ooperations")
    saves = home / "saves"
    saves.mkdir(parents=True)
    (saves / "a.record").write_text(str(Record(game, game.setup(), SecretDeal.make(2).public(), ["Ann", "Bea"])))
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        app.screen.query_one("#home").highlighted = len(app.screen.lines) - 1  # type: ignore[attr-defined]
        await press(pilot, "w")
        assert isinstance(app.screen, HomeScreen)
        assert [note.message for note in app._notifications] == [
            "This match cannot be watched: the cards of this match are secret until its end."
        ]

    drive(app, story)


def test_a_rematch_is_dealt_afresh() -> None:
    game = find_game("ooperations")
    match = Match(game, game.setup(), SecretDeal.make(2), ["Ann", "Bea"])
    match.play([make_bot("random", game, 1), make_bot("random", game, 2)])
    app = TablewrightApp(Table(match.record()), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert f"deal {match.seal[:8]}" in screen(app)
        await press(pilot, "1")
        playing = app.screen_stack[-2]
        assert isinstance(playing, MatchScreen)
        assert isinstance(playing.match.deal, SecretDeal)
        assert playing.match.deal.commitment != match.deal.commitment  # type: ignore[attr-defined]

    drive(app, story)


def test_a_record_without_its_end_is_said_to_be_an_earlier_position(home: Path) -> None:
    game = find_game("ooperations")
    saves = home / "saves"
    saves.mkdir(parents=True)
    lines = str(random_record(game, game.setup(), 1)).split("\n")
    (saves / "a.record").write_text("\n".join(lines[: len(lines) // 2]) + "\n")
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert "its end is missing" in " ".join(screen(app).split())
        app.screen.query_one("#home").highlighted = len(app.screen.lines) - 1  # type: ignore[attr-defined]
        shown = await press(pilot, "w")
        assert isinstance(app.screen, ReplayScreen)
        assert "its end is missing, so this is an earlier position" in " ".join(shown.split())

    drive(app, story)
