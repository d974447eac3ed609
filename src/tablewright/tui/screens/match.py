"""Playing: choices for people, thinking for bots, and everything saved on the way."""

from __future__ import annotations

import asyncio
import time
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input, OptionList

from tablewright.bots.registry import make_bot
from tablewright.core.record import Record
from tablewright.core.state import Refused
from tablewright.table.saves import CannotSave
from tablewright.table.table import Table
from tablewright.tui.menu import Entry, Menu
from tablewright.tui.screens.position import PositionScreen
from tablewright.tui.screens.small import ConfirmScreen, CoverScreen
from tablewright.tui.widgets import BoardView, CommandLine

#: The bot that gives hints.
ADVISER = "hard"
TOP = ""


class MatchScreen(PositionScreen):
    """A match that is being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "end_turn", "End turn"),
        Binding("u", "undo", "Undo"),
        Binding("H", "hint", "Hint"),
        Binding("n", "next_possible", "Next possible", show=False),
        Binding("colon,slash", "command", "Type", key_display=":"),
        Binding("escape", "back", "Back", show=False),
        Binding("q", "leave", "Leave"),
    ]

    class Ended(Message):
        """The match is over or was left; ``then`` says what to do next."""

        def __init__(self, then: str, table: Table) -> None:
            super().__init__()
            self.then = then
            self.table = table

    def __init__(self, table: Table, pace: float) -> None:
        people = table.people
        super().__init__(table.history, people[0] if people and not table.needs_cover() else None)
        self.table = table
        self.pace = pace
        self.menu: Menu | None = None
        #: The open group, or "@" and a thing on the board, or the top of the menu.
        self.path = TOP
        self.entries: list[Entry] = []
        #: Said instead of the first explanation after the menu was filled.
        self.note = ""

    # --- the course of the match

    def on_mount(self) -> None:
        super().on_mount()
        self.go_on()

    def on_unmount(self) -> None:
        """Let go of the save."""
        self.table.close()

    def go_on(self) -> None:
        """Let whoever is to act act."""
        table = self.table
        self.menu = None
        self.path = TOP
        self.marked = frozenset()
        if table.state.outcome is not None:
            self.redraw()
            self.show_end()
            return
        seat = table.turn()
        if table.bot_name(seat):
            self.show_entries([])
            self.redraw()
            self.think(len(table.history), seat)
        elif table.needs_cover() and self.viewer != seat:
            self.viewer = None
            self.show_entries([])
            self.redraw()
            self.app.push_screen(CoverScreen(table.history.name(seat)), lambda _: self.uncover(seat))
        else:
            self.viewer = seat
            self.ask(seat)

    def uncover(self, seat: int) -> None:
        """Show the table to the player who sits at the keyboard now."""
        self.viewer = seat
        self.ask(seat)

    def ask(self, seat: int) -> None:
        """Offer a person what can be done."""
        self.redraw()
        offered = self.table.offered(seat)
        scene = self.scene_at(len(self.history))
        state = self.table.state
        actions = [act for act in self.table.game.actions(self.table.record.setup) if state.seat_of(act) in offered]
        self.menu = Menu([self.table.perspective(other) for other in offered], actions, self.face, scene)
        self.query_one(CommandLine).completion.menu = self.menu
        self.show_path(TOP)

    @work
    async def think(self, number: int, seat: int) -> None:
        """Let a bot choose, in a thread so that the screen stays alive, and do it unless the match has moved on."""
        started = time.monotonic()
        action = await asyncio.to_thread(self.table.bot(seat).choose, self.table.perspective(seat))
        await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - started)))
        if number == len(self.history) and self.is_present:
            self.do(action)

    @property
    def is_present(self) -> bool:
        """Whether this screen has not been left while a bot was thinking."""
        return self.app.is_running and self in self.app.screen_stack

    def do(self, action: Any) -> None:
        """Do an action and go on."""
        try:
            self.table.do(action)
        except CannotSave as error:
            self.app.notify(
                f"{error}. You can play on; the next action tries to save everything again.", severity="error"
            )
        self.go_on()

    # --- the menu

    def headline(self) -> str:
        table = self.table
        if self.looking is not None:
            return f"◄ LOOKING BACK at position {self.looking} of {len(self.history)}; End returns to now"
        if table.state.outcome is not None:
            news = f"over: {outcome_text(table.record)}"
        else:
            name = table.history.name(table.turn())
            news = f"{name} is thinking ..." if table.bot_name(table.turn()) else f"{name}, it is your turn"
        parts = [table.game.title, self.face.news(self.scene), news, f"seed {table.record.seed}"]
        return " · ".join(part for part in parts if part)

    def show_path(self, path: str) -> None:
        """Show the top of the menu, a group of it, or what can be done with one thing on the board."""
        assert self.menu is not None
        self.path = path
        if path == TOP:
            self.show_entries(self.menu.top())
            self.choices.border_title = self.CONTENTS
        elif path.startswith("@"):
            self.show_entries(self.menu.touching(path[1:]))
            self.choices.border_title = f"{path[1:]} (Esc: all choices)"
        else:
            self.show_entries(self.menu.group(path))
            title = self.face.group_title(path, self.menu.scene)
            self.choices.border_title = f"{title} (Esc: all choices)"

    def show_entries(self, entries: list[Entry]) -> None:
        """Fill the list."""
        self.entries = entries
        self.choices.show(entries)
        if not entries:
            self.say(self.note)

    def show_end(self) -> None:
        """Offer what can be done after a match."""
        entries = [Entry("Play again", "again", [], "again")]
        if self.table.record.setup.seats > 1:
            entries.append(Entry("Play again with seats swapped", "swapped", [], "swapped"))
        entries += [Entry("Watch it again", "replay", [], "replay"), Entry("Back to the games", "home", [], "home")]
        self.show_entries(entries)
        self.choices.border_title = "The match is over"
        self.say(f"The match is over: {outcome_text(self.table.record)}.")

    def considered(self) -> tuple[str, list[str]]:
        index = self.choices.highlighted
        if index is None or index >= len(self.entries):
            return "", []
        return self.entries[index].title, self.entries[index].words

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain what is highlighted and mark it on the board."""
        if self.menu is None or event.option_index >= len(self.entries):
            return
        entry = self.entries[event.option_index]
        words = entry.words
        said, self.note = self.note, ""
        told = f"✗ {entry.reason}" if entry.reason else " ".join(self.face.describe(words, self.menu.scene))
        self.say(said or told)
        marked = frozenset(words)
        if marked != self.marked:
            self.marked = marked
            self.draw_board()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen, or open its group."""
        if event.option_index >= len(self.entries):
            return
        entry = self.entries[event.option_index]
        if self.menu is None:
            if entry.action is not None:
                self.post_message(self.Ended(entry.action, self.table))
        elif entry.reason:
            self.say(f"✗ Not possible: {entry.reason}.")
        elif entry.action is None:
            self.show_path(entry.command)
        else:
            self.looking = None
            self.do(entry.action)

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        """Use a click as the target of the open group, or show what can be done with what was clicked."""
        if self.menu is None or self.looking is not None:
            return
        if self.path != TOP and not self.path.startswith("@"):
            for entry in self.entries:
                aims = set(entry.words).difference(self.face.group_words(self.path, self.menu.scene))
                if entry.action is not None and aims.intersection(event.words):
                    self.do(entry.action)
                    return
        for word in event.words:
            entries = self.menu.touching(word)
            if len(entries) == 1 and entries[0].action is None and not entries[0].reason:
                self.show_path(entries[0].command)
                return
            if entries:
                self.show_path(f"@{word}")
                return
        self.say(" ".join(self.face.describe(event.words, self.menu.scene)) or "Nothing can be done with that now.")

    def action_back(self) -> None:
        """Back out one step: from looking back, from a group."""
        if self.looking is not None:
            self.action_look_at(-1)
        elif self.path != TOP:
            self.show_path(TOP)

    def action_next_possible(self) -> None:
        """Go to the next line that can be done."""
        count, start = len(self.entries), self.choices.highlighted or 0
        for step in range(1, count + 1):
            if not self.entries[(start + step) % count].reason:
                self.choices.highlighted = (start + step) % count
                return

    # --- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the end of a turn only where the game has one."""
        return action != "end_turn" or bool(self.face.ender)

    def action_end_turn(self) -> None:
        """End the turn, where the game has such an action."""
        if self.menu is not None and self.face.ender:
            self.submit(self.face.ender)

    def action_undo(self) -> None:
        """Take back the last action, where that takes back no knowledge."""
        if self.menu is None:
            self.say("Nothing can be taken back now.")
            return
        refusal = self.table.why_not_undo()
        if refusal:
            self.say(f"✗ No undo: {refusal}.")
            return
        try:
            self.table.undo()
        except CannotSave as error:
            self.app.notify(str(error), severity="error")
        self.looking = None
        self.note = "The last action was taken back."
        self.go_on()

    def action_hint(self) -> None:
        """Ask a bot what it would do."""
        if self.menu is None:
            return
        self.say("The adviser is thinking ...")
        self.advise(len(self.history), self.table.turn())

    @work
    async def advise(self, number: int, seat: int) -> None:
        """Let a bot think about a person's decision, and show its advice unless the match has moved on."""
        bot = make_bot(ADVISER, self.table.game, seed=self.table.record.seed)
        action = await asyncio.to_thread(bot.choose, self.table.perspective(seat))
        if number == len(self.history) and self.menu is not None and self.is_present:
            self.say(f"Hint: {action.text} ({bot.why()})")
            self.marked = frozenset(self.face.words(action, self.menu.scene))
            self.draw_board()

    def action_command(self) -> None:
        """Open the command line."""
        if self.menu is not None:
            line = self.query_one(CommandLine)
            line.value = ""
            line.display = True
            line.focus()

    def on_command_line_left(self) -> None:
        """Close the command line."""
        self.query_one(CommandLine).display = False
        self.choices.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say already while typing whether this can be done."""
        if self.menu is not None and event.value.strip():
            action, refusal = self.read(event.value)
            self.say(f"✗ {refusal}" if refusal else f"✓ Enter: {action.text}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        if self.submit(event.value):
            self.on_command_line_left()

    def read(self, line: str) -> tuple[Any, str]:
        """Return the action that a line names, or the reason against it."""
        state = self.table.state
        try:
            action = state.parse(line)
        except Refused as refusal:
            return None, str(refusal)
        reason = state.why_not(action)
        if reason is not None:
            return None, str(reason)
        if state.seat_of(action) not in self.table.offered(self.table.turn()):
            return None, f"{self.history.name(state.seat_of(action))} decides that"
        return action, ""

    def submit(self, line: str) -> bool:
        """Do what a line names and say whether that was possible."""
        action, refusal = self.read(line)
        if refusal:
            self.say(f"✗ Not possible: {refusal}.")
            return False
        self.looking = None
        self.do(action)
        return True

    def action_leave(self) -> None:
        """Leave the match; it is saved."""
        if self.table.state.outcome is not None:
            self.post_message(self.Ended("home", self.table))
        else:
            question = "Leave this match? It is saved, and you can go on with it from the first screen."
            self.app.push_screen(ConfirmScreen(question), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.post_message(self.Ended("home", self.table))


def outcome_text(record: Record) -> str:
    """Return the result with the names of who sits where."""
    text = record.result or "no result"
    for seat, name in enumerate(record.seats):
        text = text.replace(f"seat {seat + 1} ", f"{name} ")
    return text
