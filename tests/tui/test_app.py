"""The application, played as a person plays it: by keys alone, looking at the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.games.maze.solver.solve import solve
from tablewright.table.choices import Entry
from tablewright.table.saves import list_saves
from tablewright.table.table import Table
from tablewright.testing import random_record
from tablewright.tui.app import DARK, LIGHT, TablewrightApp
from tablewright.tui.numbering import FOLD
from tablewright.tui.screens.home import HomeScreen
from tablewright.tui.screens.match import MatchScreen
from tablewright.tui.screens.new import NewScreen
from tablewright.tui.screens.replay import ReplayScreen
from tablewright.tui.screens.small import CoverScreen, HelpScreen, TooSmallScreen
from tablewright.tui.widgets import BoardView, ChoiceRow, CommandLine, LogPanel

from ..support.disk import full_disk
from ..support.tables import every_game, new_record, new_table
from .support import drive, press, screen, see, settle


def match_app(key: str, seed: int, *seats: str, **chosen: str) -> TablewrightApp:
    return TablewrightApp(new_record(find_game(key), seed, *seats, **chosen), pace=0)


def current(pilot: Pilot[Any]) -> MatchScreen:
    assert isinstance(pilot.app.screen, MatchScreen), pilot.app.screen
    return pilot.app.screen


def done(pilot: Pilot[Any]) -> list[str]:
    return [action.text for action in current(pilot).match.actions]


async def choose_at_random(pilot: Pilot[Any], dice: Dice) -> None:
    """Choose any possible line by keys: go to it with the arrows or its digit, then Enter."""
    playing = current(pilot)
    possible = [number for number, entry in enumerate(playing.entries) if not entry.reason and entry.command != FOLD]
    number = possible[dice.roll(len(possible)) - 1]
    entry = playing.entries[number]
    if entry.key.isdigit() and dice.roll(2) == 1:
        await pilot.press(entry.key)
    else:
        await go_to(pilot, number)
    await settle(pilot)


async def go_to(pilot: Pilot[Any], number: int) -> None:
    """Choose a line of the list by moving to it; j and k do so in every game."""
    lines = current(pilot).lines
    steps = number - (lines.highlighted or 0)
    await pilot.press(*["j" if steps > 0 else "k"] * abs(steps), "enter")


async def choose(pilot: Pilot[Any], text: str) -> None:
    """Choose an action by keys: its group, then the action in it."""
    playing = current(pilot)

    group = playing.wording.group(playing.match.state.parse(text))
    entries = playing.entries
    await pick(pilot, next(e for e in entries if not e.reason and e.command == (text if e.action else group)))
    if playing.entries is not entries and playing.path:
        await pick(pilot, next(e for e in playing.entries if e.action is not None and e.command == text))


async def pick(pilot: Pilot[Any], entry: Entry) -> None:
    """Choose a line by its key, or by moving to it."""
    if entry.key.isdigit():
        await pilot.press(entry.key)
    else:
        await go_to(pilot, current(pilot).entries.index(entry))
    await settle(pilot)


async def begin(pilot: Pilot[Any], game: Game, seed: int, *keys: str) -> MatchScreen:
    """Go from the first screen through the form to the table, against easy bots."""
    app = pilot.app
    assert "T A B L E W R I G H T" in screen(app)
    number = [other.key for other in app.screen.games].index(game.key)  # type: ignore[attr-defined]
    shown = await press(pilot, str(number + 1))
    assert f"A new match of {game.title}" in shown
    await press(pilot, *keys)
    for row in app.screen.query(ChoiceRow):
        if row.display and row.value == "bot normal":
            row.focus()
            await press(pilot, "left")
            assert row.value == "bot easy"
    app.screen.query_one("#seed").focus()
    await press(pilot, *["backspace"] * 6, *str(seed))
    shown = await press(pilot, "enter")
    assert app.size.width < 100 or f"{game.title} ·" in shown
    assert "it is your turn" in shown
    assert f"seed {seed}" in shown
    return current(pilot)


async def check_end(pilot: Pilot[Any], playing: MatchScreen, home: Path) -> None:
    """The screen tells the result, and the save has it."""
    shown = screen(pilot.app)
    assert "The match is over" in shown
    assert "Play again" in shown
    saved = list_saves(str(home / "saves"))[0].record
    assert saved is not None
    assert saved.result == str(playing.match.state.outcome)
    assert saved.replay() == playing.match.state
    await press(pilot, "q")
    assert isinstance(pilot.app.screen, HomeScreen)
    assert "Watch again" in screen(pilot.app)
    assert "seat " not in screen(pilot.app), "the list of matches speaks of people"


SIZES = pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50)], ids=["80x24", "100x30", "160x50"])


@SIZES
@pytest.mark.parametrize(("key", "seed"), [("ooperations", 3), ("marches", 4)])
def test_a_whole_game_by_keys_alone_from_the_first_screen_to_the_result(
    key: str, seed: int, size: tuple[int, int], home: Path
) -> None:
    app, dice = TablewrightApp(pace=0), Dice(seed)

    async def story(pilot: Pilot[Any]) -> None:
        playing = await begin(pilot, find_game(key), seed)
        while playing.match.state.outcome is None:
            await choose_at_random(pilot, dice)
        await check_end(pilot, playing, home)

    drive(app, story, size)


@SIZES
def test_a_dungeon_by_keys_alone_to_its_end(size: tuple[int, int], home: Path) -> None:
    game, app = find_game("dungeons"), TablewrightApp(pace=0)
    seed = next(seed for seed in range(100) if len(random_record(game, game.setup(), seed).actions) < 50)

    async def story(pilot: Pilot[Any]) -> None:
        playing = await begin(pilot, game, seed)
        for line in random_record(game, game.setup(), seed).actions:
            await choose(pilot, line)
        await check_end(pilot, playing, home)

    drive(app, story, size)


@SIZES
def test_the_maze_by_keys_alone_to_the_treasure(size: tuple[int, int], maze: Game, home: Path) -> None:
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        playing = await begin(pilot, maze, 2, "right")  # the second layout is the shortest
        for line in solve(playing.match.state.clone()).commands:  # type: ignore[arg-type]
            await choose(pilot, playing.match.state.parse(line).text)
        assert "the treasure is found" in screen(app)
        await check_end(pilot, playing, home)

    drive(app, story, size)


def test_choosing_a_card_then_a_slot() -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        assert "that cannot be done now" in screen(app)
        assert "Ninja costs 4 mana" not in screen(app)
        shown = await press(pilot, "1")
        assert "in F7" in shown
        assert "►SQIRL" in shown
        shown = await press(pilot, "down", "down")
        assert "►    F3" in shown
        shown = await press(pilot, "escape")
        assert "Redraw one card fewer" in shown
        await press(pilot, "1", "3")
        assert done(pilot) == ["creature SQIRL F3"]
        assert "Ann plays Squirrel Soldier in slot" in screen(app)

    drive(app, story)


def test_what_is_impossible_says_why_and_does_nothing() -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        shown = await press(pilot, "x")
        assert "✗ Play Ninja: Ninja costs 4 mana, you have 2" in shown
        (ninja,) = [entry for entry in current(pilot).entries if entry.title == "Play Ninja"]
        shown = await press(pilot, ninja.key)
        assert "✗ Not possible: Ninja costs 4 mana, you have 2." in shown
        assert done(pilot) == []
        await press(pilot, "n")
        assert current(pilot).lines.highlighted == 0
        await press(pilot, "n", "n")
        assert current(pilot).lines.highlighted == 2
        shown = await press(pilot, "x")
        assert "Ninja costs" not in shown
        await press(pilot, "x")
        (fold,) = [entry for entry in current(pilot).lines.entries if entry.title == "Play Ninja"]
        assert fold.reason

    drive(app, story)


def test_typing_a_command_with_completion_and_reasons_while_typing() -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        shown = await press(pilot, "colon", *"creature ninja f1".replace(" ", "_"))
        shown = await press(pilot, "escape", "colon")
        for key in "creature ninja f1":
            await pilot.press("space" if key == " " else key)
        await settle(pilot)
        shown = screen(app)
        assert "✗ Ninja costs 4 mana, you have 2" in shown
        shown = await press(pilot, "enter")
        assert "✗ Not possible: Ninja costs 4 mana, you have 2." in shown
        assert app.screen.query_one(CommandLine).display
        app.screen.query_one(CommandLine).value = "cr"
        shown = await press(pilot, "tab")
        assert app.screen.query_one(CommandLine).value == "creature SQIRL F"
        shown = await press(pilot, "5")
        assert "✓ Enter: creature SQIRL F5" in shown
        await press(pilot, "enter")
        assert done(pilot) == ["creature SQIRL F5"]
        assert not app.screen.query_one(CommandLine).display

    drive(app, story)


def test_undo_hint_and_end_of_turn_have_their_keys() -> None:
    app = match_app("ooperations", 7, "Ann", "bot easy")

    async def story(pilot: Pilot[Any]) -> None:
        shown = await press(pilot, "u")
        assert "No undo: there is nothing to take back" in shown
        await press(pilot, "1", "3")
        shown = await press(pilot, "u")
        assert "The last action was taken back." in shown
        assert done(pilot) == []
        shown = await press(pilot, "H")
        assert "Hint: " in shown
        shown = await press(pilot, "e")
        assert "You can still: Play Squirrel Soldier. Once more ends the turn." in shown
        assert done(pilot) == []
        await press(pilot, "e")
        assert done(pilot)[0] == "done"
        shown = await press(pilot, "u")
        assert "has shown something that was hidden" in shown

    drive(app, story)


def test_looking_back_while_the_match_goes_on() -> None:
    app = match_app("ooperations", 7, "Ann", "bot easy")

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "1", "3", "e")
        playing = current(pilot)
        count = len(playing.match)
        assert count > 2
        shown = await press(pilot, "home")
        assert f"LOOKING BACK at position 0 of {count}" in shown
        assert "SQIRL      " not in shown.split("Choices")[0].split("P1 Ann")[0]
        shown = await press(pilot, "full_stop")
        assert "position 1 of" in shown
        shown = await press(pilot, "right_square_bracket")
        assert "position 2 of" in shown
        shown = await press(pilot, "left_square_bracket", "comma")
        assert "position 0 of" in shown
        shown = await press(pilot, "end")
        assert "LOOKING BACK" not in shown
        shown = await press(pilot, "comma", "escape")
        assert "LOOKING BACK" not in shown
        await press(pilot, "comma", "e", "e")  # acting returns to now
        assert "LOOKING BACK" not in screen(app)
        assert len(playing.match) > count

    drive(app, story)


def test_a_cover_hides_hands_between_two_people() -> None:
    app = match_app("ooperations", 7, "Ann", "Bea")

    async def story(pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, CoverScreen)
        shown = screen(app)
        assert "The next turn is Ann's." in shown
        assert "SQIRL" not in shown
        shown = await press(pilot, "enter")
        assert "SQIRL" in shown
        shown = await press(pilot, "e", "e")
        assert "The next turn is Bea's." in shown
        bea = set(app.screen_stack[-2].match.state.view(1)["players"][1]["hand"])  # type: ignore[attr-defined]
        assert not any(card in shown for card in bea)
        under = app.screen_stack[-2].scene  # type: ignore[attr-defined]
        assert under.view["players"][0]["hand"] is None
        assert under.view["players"][1]["hand"] is None
        shown = await press(pilot, "space")
        assert all(card in shown for card in bea)
        assert "Ann draws Squirrel" not in shown

    drive(app, story)


def test_the_mouse_can_do_everything_too() -> None:
    app = match_app("ooperations", 7, "Ann")

    async def click(pilot: Pilot[Any], word: str) -> None:
        board = app.screen.query_one(BoardView)
        spot = next(
            (x, y)
            for y in range(board.canvas.height)
            for x in range(board.canvas.width)
            if word in board.canvas.at(x, y)
        )
        await pilot.hover(BoardView, offset=spot)
        await pilot.click(BoardView, offset=spot)
        await settle(pilot)

    async def story(pilot: Pilot[Any]) -> None:
        await click(pilot, "F2")
        assert "F2 (Esc: all choices)" in screen(app)
        await click(pilot, "NINJA")
        assert "Ninja costs 4 mana" in screen(app)
        await click(pilot, "OB2")
        assert "Nothing can be done with that now." in screen(app)
        await click(pilot, "SQIRL")
        assert "in F7" in screen(app)
        await click(pilot, "F4")
        assert done(pilot) == ["creature SQIRL F4"]
        await pilot.click("#choices", offset=(5, 1))
        await settle(pilot)
        assert done(pilot)[1] == "done"

    drive(app, story)


def test_more_about_a_card_and_the_rules() -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        shown = await press(pilot, "i")
        assert "Squirrel Soldier, 1 mana, attack 1, health 1; First Strike" in shown
        shown = await press(pilot, "escape", "question_mark")
        assert isinstance(app.screen, HelpScreen)
        assert "First Strike" in shown
        assert "Ctrl+P all commands" in shown
        await press(pilot, "escape")
        assert isinstance(app.screen, MatchScreen)

    drive(app, story)


@pytest.mark.parametrize("game", every_game())
def test_the_rules_of_every_game_fit_the_smallest_screen(game: Game) -> None:
    app = TablewrightApp(game, pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        shown = await press(pilot, "f1")
        assert "Ctrl+P all commands" in shown
        assert "p play (a replay)" in shown
        page = app.screen.query_one(".page")
        assert page.max_scroll_y == 0

    drive(app, story)


def test_leaving_asks_and_the_match_can_be_gone_on_with(home: Path) -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "1", "3")
        shown = await press(pilot, "q")
        assert "Leave this match? It is saved" in shown
        await press(pilot, "n")
        assert isinstance(app.screen, MatchScreen)
        shown = await press(pilot, "q", "y")
        assert isinstance(app.screen, HomeScreen)
        assert "Go on with" in shown
        assert "Ann and bot easy, 1 action" in shown
        shown = await press(pilot, "5")
        assert done(pilot) == ["creature SQIRL F3"]

    drive(app, story)


def test_a_broken_save_and_one_of_a_newer_version_are_listed_with_a_sentence(home: Path) -> None:
    saves = home / "saves"
    saves.mkdir(parents=True)
    record = new_record(find_game("ooperations"), 1, "Ann")
    (saves / "newer.record").write_text(str(record).replace("record 2", "record 9", 1))
    record.actions = ["creature DEVIL F1"]
    (saves / "odd.record").write_text(str(record))
    before = {path.name: path.read_bytes() for path in saves.iterdir()}
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        shown = screen(app)
        assert "Cannot be read (nothing was changed)" in shown
        assert "the record has format 9" in shown.replace("\n", " ")
        await press(pilot, "6")
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, "5")
        assert isinstance(app.screen, HomeScreen)
        notes = [note.message for note in app._notifications]
        assert any("can only be watched" in note for note in notes)
        await press(pilot, "w")
        assert isinstance(app.screen, ReplayScreen)
        assert "The record is good for 0 actions" in screen(app)

    drive(app, story)
    assert {path.name: path.read_bytes() for path in saves.iterdir()} == before


def test_the_form_says_what_is_wrong_before_it_starts() -> None:
    app = TablewrightApp(find_game("ooperations"), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, NewScreen)
        shown = await press(pilot, "right")
        assert "graveyard" in shown
        await press(pilot, "down", "down", "down")
        assert app.focused is not None
        assert app.focused.id == "name-0"
        await press(pilot, *["backspace"] * 20)
        shown = await press(pilot, "enter")
        assert "✗ Seat 1: a player needs a name" in shown
        for name, sentence in (("bot hard", "is how a bot is called"), ("x" * 21, "at most 20 characters")):
            app.focused.value = name  # type: ignore[attr-defined]
            shown = await press(pilot, "enter")
            assert sentence in shown
        app.focused.value = "Zoë"  # type: ignore[attr-defined]
        app.screen.query_one("#seed").value = "-3"  # type: ignore[attr-defined]
        shown = await press(pilot, "enter")
        assert "✗ the seed is a whole number from 0" in shown
        app.screen.query_one("#seed").value = "12"  # type: ignore[attr-defined]
        await press(pilot, "enter")
        match = current(pilot).match
        assert (match.names, match.seed) == (["Zoë", "bot normal"], 12)
        assert app.settings.name == "Zoë"
        await press(pilot, "q", "y")

    drive(app, story)


def test_an_opponent_with_a_style_introduces_itself_and_brings_its_deck() -> None:
    app = TablewrightApp(find_game("marches"), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        form = app.screen
        seat, deck = form.query_one("#seat-1", ChoiceRow), form.query_one("#choice-1", ChoiceRow)
        while seat.value != "bot builder":
            seat.action_turn(1)
            await settle(pilot)
        assert deck.value == "masons"
        assert "leads past something I built" in screen(app)
        deck.action_turn(1)
        other = deck.value
        await press(pilot, "enter")
        assert current(pilot).match.names[1] == "bot builder"
        assert other != "masons"
        await press(pilot, "q", "y")

    drive(app, story)


def test_the_number_of_seats_follows_the_setup() -> None:
    app = TablewrightApp(find_game("dungeons"), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        form = app.screen
        assert not form.query_one("#seat-1").display
        row = next(row for row in form.query(ChoiceRow) if row.label == "Players")
        row.action_turn(1)
        await settle(pilot)
        assert form.query_one("#seat-2").display
        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)

    drive(app, story)


def test_dark_light_and_no_colour(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert app.theme == DARK.name
        await press(pilot, "t")
        assert app.theme == LIGHT.name
        assert '"light"' in (home / "settings.json").read_text()
        await press(pilot, "t")
        assert app.theme == DARK.name

    drive(app, story)
    assert TablewrightApp(light=True).theme == LIGHT.name
    monkeypatch.setenv("NO_COLOR", "1")
    grey = match_app("ooperations", 7, "Ann")

    async def colourless(pilot: Pilot[Any]) -> None:
        await press(pilot, "1", "down")
        for strip in grey.screen._compositor.render_strips():
            for segment in strip.apply_filter(grey._filters[-1], grey.screen.background_colors[1]):
                style = segment.style
                if style is not None and style.color is not None and style.color.triplet is not None:
                    red, green, blue = style.color.triplet
                    assert red == green == blue
        shown = screen(grey)
        assert "►    F2" in shown
        assert "►SQIRL" in shown
        assert "✗" in (await press(pilot, "escape"))

    drive(grey, colourless)


def test_a_terminal_that_becomes_too_small_waits_and_loses_nothing() -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "1", "3")
        await pilot.resize_terminal(79, 24)
        await see(pilot, "The terminal has 79 columns and 24 lines; please give it at least 80 and 24.")
        assert isinstance(app.screen, TooSmallScreen)
        await pilot.resize_terminal(70, 20)
        await see(pilot, "70 columns")
        await pilot.resize_terminal(120, 40)
        await see(pilot, "your turn")
        assert done(pilot) == ["creature SQIRL F3"]
        assert "Squirrel Sol" in screen(app).split("Choices")[0]

    drive(app, story)


def test_a_small_terminal_waits_under_a_cover_too() -> None:
    app = match_app("ooperations", 7, "bot easy", "bot easy")

    async def story(pilot: Pilot[Any]) -> None:
        await pilot.resize_terminal(70, 24)
        await see(pilot, "70 columns")
        app.push_screen(CoverScreen("Ann"))
        await see(pilot, "Ann's")
        await pilot.resize_terminal(100, 30)
        await press(pilot, "enter")
        await see(pilot, "The match is over")

    drive(app, story)


def test_a_small_terminal_shows_one_panel_at_a_time() -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        shown = await press(pilot, "1", "3")
        assert "Choices" in shown
        assert "What happened" not in shown
        shown = await press(pilot, "tab")
        assert "Choices" not in shown
        assert "What happened" in shown
        await see(pilot, "Ann plays Squirrel Soldier in slot")
        shown = await press(pilot, "tab")
        assert "Choices" in shown
        await press(pilot, "tab")
        await pilot.resize_terminal(120, 36)
        await see(pilot, "Choices")
        assert "What happened" in screen(app)

    drive(app, story, (80, 24))


def replay_app(key: str = "ooperations", seed: int = 1) -> TablewrightApp:
    game = find_game(key)
    return TablewrightApp(Match.replay(random_record(game, game.setup(), seed)), pace=0)


def test_a_replay_steps_seeks_plays_and_changes_the_view() -> None:
    app = replay_app()

    async def story(pilot: Pilot[Any]) -> None:
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        count = len(replay.match)
        assert f"position 0 of {count}" in screen(app)
        shown = await press(pilot, "full_stop", "full_stop")
        assert f"position 2 of {count}" in shown
        shown = await press(pilot, "down")
        assert f"position 3 of {count}" in shown
        shown = await press(pilot, "home", "right_square_bracket")
        assert f"position {replay.match.turns()[1]} of" in shown
        shown = await press(pilot, "end")
        assert str(replay.match.result) in shown
        shown = await press(pilot, "g", "1", "7", "enter")
        assert f"position 17 of {count}" in shown
        shown = await press(pilot, "g", "escape")
        assert f"position 17 of {count}" in shown
        shown = await press(pilot, "v")
        assert "seen by random" in shown
        assert await press(pilot, "v", "v")
        assert "the public view" in screen(app)
        await press(pilot, "plus", "plus", "plus", "plus", "p")
        assert "playing" in screen(app)
        await press(pilot, "minus")
        while replay.position < 18:  # an action may have several beats
            replay.tick()
        await settle(pilot)
        shown = await press(pilot, "p")
        assert "paused" in shown
        played = next(n for n, line in enumerate(replay.match.record().actions, 1) if line.startswith("creature"))
        shown = await press(pilot, "g", *str(played), "enter", "i")
        assert "mana, attack" in shown
        await press(pilot, "escape", "home", "i", "q")
        assert isinstance(app.screen, HomeScreen)

    drive(app, story)


def test_a_replay_stops_at_its_end_and_starts_again() -> None:
    app = replay_app("maze")

    async def story(pilot: Pilot[Any]) -> None:
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        replay.look(len(replay.match) - 1)
        replay.action_play()
        replay.tick()
        assert replay.looking is None
        replay.tick()
        assert replay.timer is None
        replay.action_play()
        assert replay.position == 0
        replay.stop()

    drive(app, story)


def test_branching_from_a_replay_starts_a_new_match_with_the_same_beginning(home: Path) -> None:
    app = replay_app()

    async def story(pilot: Pilot[Any]) -> None:
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        original = replay.match.record().actions
        shown = await press(pilot, "g", "9", "enter", "b")
        assert "Magical OOPerations: play on after 9 actions" in shown
        await press(pilot, "enter")
        if isinstance(app.screen, CoverScreen):
            await press(pilot, "enter")
        playing = current(pilot)
        assert done(pilot)[:9] == original[:9]
        assert playing.match.at(9) == replay.match.at(9)
        assert list_saves(str(home / "saves")) == []
        await press(pilot, "e", "e")
        saved = list_saves(str(home / "saves"))[0].record
        assert saved is not None
        assert saved.actions[:10] == [*original[:9], "done"]

    drive(app, story)


def test_after_a_match_one_can_play_again_swapped_or_watch() -> None:
    game = find_game("ooperations")
    record = random_record(game, game.setup(), 1)
    record.seats = ["Ann", "bot easy"]
    app = TablewrightApp(Table(record), pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert "The match is over" in screen(app)
        assert "won: " in screen(app)
        assert "has no health left." in screen(app)
        log = app.screen.query_one(LogPanel)
        assert any(line.startswith(f"{len(record.actions)} actions in ") for line in log.lines)
        (first, *_) = [entry for entry in current(pilot).entries if entry.command == "look"]
        assert f"LOOKING BACK at position {first.action} of" in await press(pilot, first.key)
        await press(pilot, "end")
        await press(pilot, "e", "u", "H", "colon")
        await press(pilot, "3")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "q")
        assert isinstance(app.screen, HomeScreen)

    drive(app, story)
    again = TablewrightApp(Table(record), pace=0)

    async def swapped(pilot: Pilot[Any]) -> None:
        await press(pilot, "2")
        assert current(pilot).match.names == ["bot easy", "Ann"]
        assert current(pilot).match.seed != record.seed
        assert f"seed {current(pilot).match.seed}" in screen(again)

    drive(again, swapped)


def test_bots_can_be_watched() -> None:
    app = match_app("ooperations", 2, "bot easy", "bot easy")

    async def story(pilot: Pilot[Any]) -> None:
        playing = current(pilot)
        assert playing.match.state.outcome is not None
        assert playing.viewer is None

    drive(app, story)


def test_a_match_that_cannot_be_saved_is_played_all_the_same(home: Path) -> None:
    home.write_text("a file where a folder should be")
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "1", "3")
        notes = [note.message for note in app._notifications]
        assert any("the match cannot be saved" in note for note in notes)
        assert done(pilot) == ["creature SQIRL F3"]
        home.unlink()
        await press(pilot, "e")
        saved = list_saves(str(home / "saves"))[0].record
        assert saved is not None
        assert saved.actions == done(pilot)

    drive(app, story)


def test_a_save_that_fails_in_the_middle_is_told(tmp_path: Path) -> None:
    app = match_app("ooperations", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        await choose(pilot, "redraw")
        save = current(pilot).table.save
        assert save is not None
        with full_disk():
            await choose(pilot, "redraw")
        assert any("You can play on" in note.message for note in app._notifications)
        assert Record.read(save.path).actions == ["redraw"]
        await choose(pilot, "redraw")
        assert Record.read(save.path).actions == ["redraw"] * 3

    drive(app, story)


def test_settings_that_cannot_be_read_are_told(home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text("{")
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        assert any("the settings are the defaults" in note.message for note in app._notifications)

    drive(app, story)


def test_the_log_wraps_anew_when_the_terminal_changes() -> None:
    app = match_app("dungeons", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "1", "1")
        await pilot.resize_terminal(140, 40)
        await settle(pilot)
        log = app.screen.query_one(LogPanel)
        assert log.lines
        assert "moved to" in screen(app)

    drive(app, story)


def test_rules_and_saves_from_the_first_screen(home: Path) -> None:
    saves = home / "saves"
    saves.mkdir(parents=True)
    (saves / "a.record").write_text(str(new_record(find_game("maze"), 1, "Ann")))
    (saves / "b.record").write_text("nonsense")
    app = TablewrightApp(pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        await press(pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "escape", "down", "w")
        assert isinstance(app.screen, HomeScreen)
        choices = app.screen.query_one("#home")
        for line in range(len(app.screen.lines)):
            choices.highlighted = line  # type: ignore[attr-defined]
            shown = await press(pilot, "question_mark")
            if isinstance(app.screen, HelpScreen):
                assert "How to play" in shown
                await press(pilot, "escape")
        await press(pilot, "5")
        assert isinstance(app.screen, MatchScreen)

    drive(app, story)


def test_one_can_leave_while_a_bot_thinks(home: Path) -> None:
    app = TablewrightApp(new_record(find_game("ooperations"), 7, "Ann"), pace=1000)

    async def story(pilot: Pilot[Any]) -> None:
        await pilot.press("e", "e")
        await pilot.pause()
        assert "bot easy is thinking" in screen(app)
        await pilot.press("u")
        await pilot.pause()
        assert "Nothing can be taken back now." in screen(app)
        await pilot.press("q", "y")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)

    drive(app, story)
    saved = list_saves(str(home / "saves"))[0].record
    assert saved is not None
    assert saved.actions == ["done"]


def test_the_marches_stop_to_ask_which_of_several_is_meant() -> None:
    """Two own units on one tile: a building needs one of them as its constructor."""
    for seed in range(200):
        table, dice = new_table("marches", seed, "Ann", "Bea"), Dice(seed)
        while table.match.state.outcome is None and table.match.state.view(None)["choosing"] is None:
            legal = table.match.state.legal_actions()
            table.do(legal[dice.roll(len(legal)) - 1])
        if table.match.state.view(None)["choosing"] is not None:
            break
    app = TablewrightApp(table, pace=0)

    async def story(pilot: Pilot[Any]) -> None:
        shown = await press(pilot, "enter")
        assert "Choose a target for" in shown
        count = len(table.match)
        shown = await press(pilot, "1", "1")
        assert len(table.match) > count
        assert table.match.actions[count].text == "choose 1"

    drive(app, story)


def test_a_turn_of_nobody_in_particular_says_whose_hero_acts() -> None:
    app = match_app("dungeons", 7, "Ann", "bot easy", "Cy", players="each")

    async def story(pilot: Pilot[Any]) -> None:
        playing = current(pilot)
        assert playing.table.offered() == [0, 2]
        await press(pilot, "colon")
        line = app.screen.query_one(CommandLine)
        line.value = next(a.text for a in playing.match.state.legal_actions() if a.text.startswith("move b"))
        await settle(pilot)
        assert "✗ bot easy decides that" in screen(app)
        await press(pilot, "escape")
        assert not line.display

    drive(app, story)


def test_keys_that_have_nothing_to_do_say_so() -> None:
    app = match_app("maze", 7, "Ann")

    async def story(pilot: Pilot[Any]) -> None:
        for key in ("e", "z"):
            assert f"{key} does nothing here; ? shows the keys" in await press(pilot, key)
        assert done(pilot) == []
        await press(pilot, "colon")
        await press(pilot, "tab", "escape")
        await press(pilot, "tab")
        assert isinstance(app.focused, LogPanel)

    drive(app, story)


def test_the_keys_work_while_there_is_nothing_to_choose() -> None:
    app = TablewrightApp(new_record(find_game("ooperations"), 7, "Ann"), pace=1000)

    async def story(pilot: Pilot[Any]) -> None:
        await pilot.press("e", "e")
        await pilot.pause()
        count = len(current(pilot).match)
        await pilot.press("i", "n", "enter", "1", "e", "H", "colon", "comma", "end")
        await pilot.pause()
        assert "is thinking" in screen(app)
        assert len(current(pilot).match) == count
        for key in ("e", "H", "colon", "n", "x"):
            await pilot.press(key)
            await pilot.pause()
            assert "Not now: bot easy is thinking." in screen(app), key

    drive(app, story)
