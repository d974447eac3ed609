"""The application: which screen follows which."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import partial
from typing import Any, ClassVar

from textual import events, work
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.theme import Theme

from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.outside import plain
from tablewright.core.record import BadRecord, Record
from tablewright.core.registry import find_game, game_keys
from tablewright.table.players import new_record
from tablewright.table.saves import CannotSave, Saved
from tablewright.table.table import Table
from tablewright.table.wording import CUT
from tablewright.tui.daily import daily_record, puzzle_of
from tablewright.tui.limits import too_small
from tablewright.tui.places import saves_folder
from tablewright.tui.screens.home import HomeScreen
from tablewright.tui.screens.match import MatchScreen
from tablewright.tui.screens.new import NewScreen
from tablewright.tui.screens.replay import ReplayScreen
from tablewright.tui.screens.small import TooSmallScreen
from tablewright.tui.settings import Settings

#: Seconds for which every action of a bot and every lane of a battle is shown, so that one can follow it.
PACE = 0.8

#: What to begin with: a form, a new match, one that goes on, one to watch, or the list of everything.
Start = Game | Record | Table | Match | None

DARK = Theme(
    name="tablewright-dark",
    primary="#7aa2d6",
    secondary="#8fb573",
    accent="#e0af68",
    warning="#e08a5b",
    error="#e06c75",
    success="#8fb573",
    background="#16181d",
    surface="#1e2128",
    panel="#2a2e37",
    dark=True,
)
LIGHT = Theme(
    name="tablewright-light",
    primary="#2f5f9e",
    secondary="#4b7a2b",
    accent="#7a4f00",
    warning="#a34a12",
    error="#a3212f",
    success="#3d6b22",
    background="#f7f5f0",
    surface="#efece4",
    panel="#e2ded3",
    dark=False,
)


def all_games() -> list[Game]:
    """Return the games that can be played."""
    return [find_game(key) for key in game_keys()]


class TablewrightApp(App[int]):
    """All games, saves and replays."""

    TITLE = "Tablewright"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        start: Start = None,
        *,
        light: bool = False,
        pace: float = PACE,
        cut: bool = False,
        today: date | None = None,
    ) -> None:
        super().__init__()
        #: The day whose puzzle is offered: that of UTC, the same for everybody.
        self.today = today or datetime.now(UTC).date()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = LIGHT.name if light else DARK.name
        self.settings = Settings()
        self.start = start
        #: Is the end of the record missing that is begun with?
        self.cut = cut
        self.pace = pace
        self.folder = saves_folder()

    def on_mount(self) -> None:
        """Show the first screen and what was asked for on top of it."""
        self.push_screen(HomeScreen(all_games(), self.folder, self.today))
        if self.settings.fault:
            self.notify(self.settings.fault, severity="warning")
        start = self.start
        if isinstance(start, Game):
            self.push_screen(NewScreen(start, self.settings))
        elif isinstance(start, Record):
            self.begin(start)
        elif isinstance(start, Table):
            self.go_on(start, self.cut)
        elif isinstance(start, Match):
            self.push_screen(ReplayScreen(start, cut=self.cut))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """List every action of a screen in the command palette, with its key."""
        seen = set()
        for node, binding, enabled, _ in screen.active_bindings.values():
            if binding.description and enabled and binding.action not in seen and binding.action != "command_palette":
                seen.add(binding.action)
                key = binding.key_display or self.get_key_display(binding)
                yield SystemCommand(binding.description, f"Key {key}", partial(self.run_action, binding.action, node))
        yield from super().get_system_commands(screen)

    def on_resize(self, event: events.Resize) -> None:
        """Wait for more room when there is too little."""
        small = too_small(*event.size)
        if small and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen())
        elif not small and isinstance(self.screen, TooSmallScreen):
            self.pop_screen()

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Tell something. It may quote a file or a name, so it is plain text, whoever tells it."""
        super().notify(plain(message), title=plain(title), severity=severity, timeout=timeout, markup=False)

    def begin(self, record: Record) -> None:
        """Start a match that is saved from its first action on."""
        self.push_screen(MatchScreen(Table(record, folder=self.folder), self.pace))

    @work
    async def begin_daily(self, day: date) -> None:
        """Start the puzzle of a day."""
        puzzle = await asyncio.to_thread(puzzle_of, day)
        if puzzle is not None and isinstance(self.screen, HomeScreen):
            self.begin(daily_record(puzzle, self.settings.name))

    def resume(self, saved: Saved) -> None:
        """Go on with a save."""
        try:
            table = Table.resume(saved.path)
        except (BadRecord, CannotSave) as error:
            self.notify(str(error), severity="error", timeout=20)
        else:
            self.go_on(table, saved.record is not None and saved.record.cut)

    def go_on(self, table: Table, cut: bool) -> None:
        """Go on with a match; if the end of its save is missing, say so."""
        self.push_screen(MatchScreen(table, self.pace))
        if cut:
            self.notify(f"This save is not whole: {CUT}.", severity="warning", timeout=20)

    def show_save(self, saved: Saved) -> None:
        """Watch a save, unless its cards are still secret."""
        assert saved.record is not None
        try:
            match = Match.replay(saved.record, strict=False)
        except BadRecord as error:
            self.notify(f"This match cannot be watched: {error}.", severity="error", timeout=20)
        else:
            self.push_screen(ReplayScreen(match, cut=saved.record.cut))

    def action_turn_theme(self) -> None:
        """Change between dark and light, and remember it."""
        light = self.theme != LIGHT.name
        self.theme = LIGHT.name if light else DARK.name
        self.settings.theme = "light" if light else "dark"
        self.settings.write()

    def on_home_screen_chosen(self, event: HomeScreen.Chosen) -> None:
        """Open the form, go on with a save or watch it."""
        if isinstance(event.what, Game):
            self.push_screen(NewScreen(event.what, self.settings))
        elif isinstance(event.what, date):
            self.begin_daily(event.what)
        elif event.watch:
            self.show_save(event.what)
        else:
            self.resume(event.what)

    def on_new_screen_started(self, event: NewScreen.Started) -> None:
        """Start what the form says."""
        self.pop_screen()
        self.begin(event.record)

    def on_match_screen_ended(self, event: MatchScreen.Ended) -> None:
        """Play again, watch, or go back to the games."""
        self.pop_screen()
        old = event.table.match
        if event.then in ("again", "swapped"):
            names = old.names if event.then == "again" else old.names[::-1]
            self.begin(new_record(old.game, old.setup, names))
        elif event.then == "replay":
            self.push_screen(ReplayScreen(old))

    def on_replay_screen_branched(self, event: ReplayScreen.Branched) -> None:
        """Ask who plays on."""
        self.pop_screen()
        self.push_screen(NewScreen(event.record.game, self.settings, event.record))

    def on_replay_screen_left(self) -> None:
        """Go back to where the replay was opened."""
        self.pop_screen()
