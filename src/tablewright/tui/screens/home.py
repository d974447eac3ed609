"""The first screen: what can be played, gone on with and watched."""

from __future__ import annotations

import asyncio
import os
import time
from datetime import date
from functools import lru_cache
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from tablewright.core.daily import DailyPuzzle
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.outside import plain
from tablewright.table.players import by_names
from tablewright.table.saves import Saved, list_saves
from tablewright.table.wording import Scene, wording_of
from tablewright.tui.boards import board_of
from tablewright.tui.boards.canvas import Canvas
from tablewright.tui.daily import best_of, puzzle_game, puzzle_of
from tablewright.tui.numbering import DIGITS
from tablewright.tui.screens.small import HelpScreen
from tablewright.tui.widgets import BoardView, ChoiceList, shown

#: How many saves of each kind are listed, the newest first.
LISTED = 20
#: The lines of a picture, and of what else there is besides the list.
PICTURE, FRAME = 15, 6
#: A picture shows the position after so many random actions.
LATER = 40
#: How much is said of a save, and how much of who plays in it.
LONGEST_SAVE = 240
LONGEST_PARTY = 120


class HomeScreen(Screen[None]):
    """A list of games and saves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Rules", key_display="?"),
        Binding("c", "go_on", "Go on"),
        Binding("d", "daily", "Puzzle of the day", show=False),
        Binding("w", "watch", "Watch"),
        Binding("t", "app.turn_theme", "Dark, light"),
        Binding("q", "app.quit", "Quit"),
    ]

    class Chosen(Message):
        """A game or a save was chosen."""

        def __init__(self, what: Any, watch: bool = False) -> None:
            super().__init__()
            self.what = what
            self.watch = watch

    def __init__(self, games: list[Game], folder: str, today: date) -> None:
        super().__init__()
        self.games = games
        self.folder = folder
        self.today = today
        #: What each line stands for; a date stands for the puzzle of that day, ``None`` is a heading.
        self.lines: list[Game | Saved | date | None] = []
        #: What is known of the puzzle of today.
        self.puzzle: DailyPuzzle | None = None
        self.best: int | None = None

    def compose(self) -> ComposeResult:
        yield Static("T A B L E W R I G H T", id="banner")
        yield ChoiceList(id="home")
        yield BoardView()
        yield Static("", id="message")
        yield Footer()

    def on_mount(self) -> None:
        """Fill the list, and find out about the puzzle of the day."""
        self.fill()
        self.solve()

    @work
    async def solve(self) -> None:
        """Solve the puzzle of the day in a thread, for it may take a moment."""
        self.puzzle = await asyncio.to_thread(puzzle_of, self.today)
        if self.is_attached:
            self.fill()

    def on_screen_resume(self) -> None:
        """Look for new saves."""
        self.fill()

    def fill(self) -> None:
        """List games, then matches to go on with, then those that are over, then what cannot be read."""
        saves = list_saves(self.folder)
        going = [save for save in saves if save.record is not None and not save.record.result]
        over = [save for save in saves if save.record is not None and save.record.result]
        broken = [save for save in saves if save.record is None]
        self.best = None if self.puzzle is None else best_of(self.puzzle, saves)
        self.lines = []
        options: list[Option] = []
        keys: list[str] = []
        number = 0
        groups: list[tuple[str, list[Any]]] = [
            ("Right away", [*going[:1], *([self.today] if puzzle_game() is not None else [])]),
            ("A new match", list(self.games)),
            ("Go on with", going),
            ("Watch again", over),
            ("Cannot be read (nothing was changed)", broken),
        ]
        for heading, members in groups:
            if not members:
                continue
            options.append(Option(Content.styled(heading, "bold underline"), disabled=True))
            self.lines.append(None)
            keys.append("")
            for member in members[:LISTED]:
                if heading == "Right away":
                    key, first = ("d", "") if isinstance(member, date) else ("c", "Go on with ")
                else:
                    key, first = DIGITS[number] if number < len(DIGITS) else " ", ""
                    number += 1
                keys.append(key)
                options.append(Option(Content.assemble((f" {key}  ", "bold"), first + self.describe(member))))
                self.lines.append(member)
        choices = self.query_one(ChoiceList)
        before = choices.highlighted
        choices.keys = keys
        choices.clear_options()
        choices.add_options(options)
        choices.highlighted = before if before is not None and before < len(options) else 1
        choices.focus()

    def describe(self, member: Game | Saved | date) -> str:
        """Return the line of a game, a save or the puzzle of a day."""
        if isinstance(member, Game):
            return member.title
        if isinstance(member, date):
            title, about = ("Puzzle of the day", "") if self.puzzle is None else (self.puzzle.title, self.puzzle.about)
            best = f"; your best: {self.best}" if self.best is not None else "; not yet won" if about else ""
            return f"{title} ({member.isoformat()}) {about}{best}"
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(member.when))
        if member.record is None:
            name = plain(os.path.basename(member.path), LONGEST_PARTY)
            return f"{when}  {name}: {plain(member.fault, LONGEST_SAVE)}"
        record = member.record
        count = len(record.actions)
        end = by_names(record.result, record.seats) or f"{count} action{'' if count == 1 else 's'}"
        party = plain(" and ".join(record.seats), LONGEST_PARTY)
        torn = ", its end is missing" if record.cut else ""
        return f"{when}  {record.game.title}, {party}, {plain(end, LONGEST_PARTY)}{torn}"

    def game_of(self, what: Game | Saved | date | None) -> Game | None:
        """Return which game a line is about."""
        if isinstance(what, date):
            return puzzle_game()
        if isinstance(what, Saved):
            return None if what.record is None else what.record.game
        return what

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show a picture of the game and what it is about."""
        game = self.game_of(self.lines[event.option_index])
        view = self.query_one(BoardView)
        width, height = self.app.size
        view.display = game is not None and len(self.lines) + PICTURE + FRAME <= height
        if game is not None:
            self.query_one("#message", Static).update(shown(game.about))
            if view.display:
                view.show(picture(game, width, PICTURE))

    def on_resize(self) -> None:
        """Fill the list for the new size."""
        if self.is_mounted:
            self.fill()

    def action_go_on(self) -> None:
        """Go on with the last match."""
        self._take("c", "There is no match to go on with.")

    def action_daily(self) -> None:
        """Play the puzzle of the day."""
        self._take("d", "No game has a puzzle of the day.")

    def _take(self, key: str, sentence: str) -> None:
        choices = self.query_one(ChoiceList)
        if key in choices.keys:
            choices.action_pick(key)
        else:
            self.query_one("#message", Static).update(shown(sentence))

    def chosen(self) -> Game | Saved | date | None:
        """Return what is highlighted."""
        index = self.query_one(ChoiceList).highlighted
        return None if index is None else self.lines[index]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play, go on or watch."""
        what = self.lines[event.option_index]
        if isinstance(what, Saved) and what.record is None:
            self.query_one("#message", Static).update(shown(f"✗ {what.fault}"))
        elif what is not None:
            over = isinstance(what, Saved) and what.record is not None and bool(what.record.result)
            self.post_message(self.Chosen(what, watch=over))

    def action_watch(self) -> None:
        """Watch a save instead of going on with it."""
        what = self.chosen()
        if isinstance(what, Saved) and what.record is not None:
            self.post_message(self.Chosen(what, watch=True))

    def action_help(self) -> None:
        """Show the rules of the game that is highlighted."""
        game = self.game_of(self.chosen())
        if game is not None:
            self.app.push_screen(HelpScreen(game))


@lru_cache(32)
def picture(game: Game, width: int, height: int) -> Canvas:
    """Return a board of a game in the middle of a match of nobody."""
    setup, dice = game.setup(), Dice(4)
    state = game.new(setup, 4)
    for _ in range(LATER):
        legal = state.legal_actions()
        if not legal:
            break
        state.apply(legal[dice.roll(len(legal)) - 1])
    names = [f"Player {seat + 1}" for seat in range(setup.seats)]
    return board_of(wording_of(game, setup)).draw(Scene(state, None, names), width, height, frozenset())
