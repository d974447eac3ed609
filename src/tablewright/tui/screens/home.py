"""The first screen: what can be played, gone on with and watched."""

from __future__ import annotations

import os
import time
from textwrap import wrap
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from tablewright.core.game import Game
from tablewright.core.outside import plain
from tablewright.table.saves import Saved, list_saves
from tablewright.tui.numbering import DIGITS
from tablewright.tui.screens.small import HelpScreen
from tablewright.tui.widgets import ChoiceList, shown

#: How many saves of each kind are listed, the newest first.
LISTED = 20
INDENT = " " * 6
#: How much is said of a save, and how much of who plays in it.
LONGEST_SAVE = 240
LONGEST_PARTY = 120


class HomeScreen(Screen[None]):
    """A list of games and saves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Rules", key_display="?"),
        Binding("w", "watch", "Watch a saved match"),
        Binding("t", "app.turn_theme", "Dark or light"),
        Binding("q", "app.quit", "Quit"),
    ]

    class Chosen(Message):
        """A game or a save was chosen."""

        def __init__(self, what: Any, watch: bool = False) -> None:
            super().__init__()
            self.what = what
            self.watch = watch

    def __init__(self, games: list[Game], folder: str) -> None:
        super().__init__()
        self.games = games
        self.folder = folder
        self.lines: list[Game | Saved | None] = []

    def compose(self) -> ComposeResult:
        yield Static("T A B L E W R I G H T", id="banner")
        yield ChoiceList(id="home")
        yield Static("", id="message")
        yield Footer()

    def on_mount(self) -> None:
        """Fill the list."""
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
        self.lines = []
        options: list[Option] = []
        keys: list[str] = []
        number = 0
        groups: list[tuple[str, list[Any]]] = [
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
                key = DIGITS[number] if number < len(DIGITS) else " "
                number += 1
                keys.append(key)
                options.append(Option(Content.assemble((f" {key}  ", "bold"), self.describe(member))))
                self.lines.append(member)
        choices = self.query_one(ChoiceList)
        before = choices.highlighted
        choices.keys = keys
        choices.clear_options()
        choices.add_options(options)
        choices.highlighted = before if before is not None and before < len(options) else 1
        choices.focus()

    def describe(self, member: Game | Saved) -> str:
        """Return the line of a game or a save."""
        if isinstance(member, Game):
            return "\n".join(
                [
                    member.title,
                    *wrap(member.about, self.app.size.width - 8, initial_indent=INDENT, subsequent_indent=INDENT),
                ]
            )
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(member.when))
        if member.record is None:
            name = plain(os.path.basename(member.path), LONGEST_PARTY)
            return f"{when}  {name}: {plain(member.fault, LONGEST_SAVE)}"
        record = member.record
        count = len(record.actions)
        end = record.result or f"{count} action{'' if count == 1 else 's'}"
        party = plain(" and ".join(record.seats), LONGEST_PARTY)
        cut = ", its end is missing" if record.cut else ""
        return f"{when}  {record.game.title}, {party}, {plain(end, LONGEST_PARTY)}{cut}"

    def chosen(self) -> Game | Saved | None:
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
        what = self.chosen()
        if isinstance(what, Saved):
            what = what.record.game if what.record is not None else None
        if what is not None:
            self.app.push_screen(HelpScreen(what))
