"""Playing: choices for people, thinking for bots, and everything saved on the way."""

from __future__ import annotations

import asyncio
import time
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList

from tablewright.core.outside import plain
from tablewright.core.perspective import Perspective, PlayerFault
from tablewright.core.state import Refused
from tablewright.table.choices import Choices, Entry
from tablewright.table.players import deal_of
from tablewright.table.saves import CannotSave
from tablewright.table.table import Table
from tablewright.tui.screens.position import PositionScreen
from tablewright.tui.screens.small import ConfirmScreen, CoverScreen
from tablewright.tui.widgets import BoardView, CommandLine

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
        super().__init__(table.match, people[0] if people and not table.needs_cover() else None)
        self.table = table
        self.pace = pace
        #: What a person can choose from now; ``None`` while nobody is asked.
        self.choices: Choices | None = None
        #: The open group, or "@" and a thing on the board, or the top of the choices.
        self.path = TOP
        self.entries: list[Entry] = []
        #: Said instead of the first explanation after the list was filled.
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
        self.choices = None
        self.path = TOP
        self.marked = frozenset()
        if self.match.over:
            self.redraw()
            self.show_end()
            return
        seat = self.match.turn
        if table.bot_name(seat):
            self.show_entries([])
            self.redraw()
            self.think(len(self.match), seat)
        elif table.needs_cover() and self.viewer != seat:
            self.viewer = None
            self.show_entries([])
            self.redraw()
            cover = CoverScreen(self.match.names[seat], self.seal())
            self.app.push_screen(cover, lambda _: self.uncover(seat))
        else:
            self.viewer = seat
            self.ask()

    def seal(self) -> str:
        """Return what people should note before the first card of a secret deal; "" later, and otherwise."""
        return "" if len(self.match) else self.match.seal

    def uncover(self, seat: int) -> None:
        """Show the table to the player who sits at the keyboard now."""
        self.viewer = seat
        self.ask()

    def ask(self) -> None:
        """Offer a person what can be done."""
        self.redraw()
        self.choices = Choices(self.match, self.table.offered(), self.wording, self.scene_at(len(self.match)))
        self.query_one(CommandLine).completion.choices = self.choices
        self.show_path(TOP)

    @work
    async def think(self, number: int, seat: int) -> None:
        """Let a bot choose, in a thread so that the screen stays alive, and do it unless the match has moved on."""
        started = time.monotonic()
        try:
            action = await asyncio.to_thread(self.table.choose, seat, self.match.perspective(seat))
        except PlayerFault as error:
            if self.is_present:
                again = "What was played is saved; whoever goes on with it asks again."
                self.app.notify(f"{error}. {again}", severity="error", timeout=60)
            return
        await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - started)))
        if number == len(self.match) and self.is_present:
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

    # --- the choices

    def headline(self) -> str:
        match, table = self.match, self.table
        if self.looking is not None:
            return f"◄ LOOKING BACK at position {self.looking} of {len(match)}; End returns to now"
        if match.over:
            news = f"over: {table.ending}"
        else:
            name = match.names[match.turn]
            news = f"{name} is thinking ..." if table.bot_name(match.turn) else f"{name}, it is your turn"
        parts = [match.game.title, self.wording.news(self.scene), news, deal_of(match)]
        return " · ".join(part for part in parts if part)

    def show_path(self, path: str) -> None:
        """Show the top of the choices, a group of them, or what can be done with one thing on the board."""
        assert self.choices is not None
        self.path = path
        if path == TOP:
            self.show_entries(self.choices.top())
            self.lines.border_title = self.CONTENTS
        elif path.startswith("@"):
            self.show_entries(self.choices.touching(path[1:]))
            self.entitle(path[1:])
        else:
            self.show_entries(self.choices.group(path))
            self.entitle(self.wording.group_title(path, self.choices.scene))

    def entitle(self, title: str) -> None:
        """Say what the list is about."""
        self.lines.border_title = Content(f"{plain(title)} (Esc: all choices)")

    def show_entries(self, entries: list[Entry]) -> None:
        """Fill the list."""
        self.entries = entries
        self.lines.show(entries)
        if not entries:
            self.say(self.note)

    def show_end(self) -> None:
        """Offer what can be done after a match."""
        entries = [Entry("Play again", "again", [], "again")]
        if self.match.setup.seats > 1:
            entries.append(Entry("Play again with seats swapped", "swapped", [], "swapped"))
        entries += [Entry("Watch it again", "replay", [], "replay"), Entry("Back to the games", "home", [], "home")]
        self.show_entries(entries)
        self.lines.border_title = "The match is over"
        self.say(f"The match is over: {self.table.ending}.")

    def considered(self) -> tuple[str, list[str]]:
        index = self.lines.highlighted
        if index is None or index >= len(self.entries):
            return "", []
        return self.entries[index].title, self.entries[index].words

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain what is highlighted and mark it on the board."""
        if self.choices is None or event.option_index >= len(self.entries):
            return
        entry = self.entries[event.option_index]
        words = entry.words
        said, self.note = self.note, ""
        told = f"✗ {entry.reason}" if entry.reason else " ".join(self.wording.describe(words, self.choices.scene))
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
        if self.choices is None:
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
        if self.choices is None or self.looking is not None:
            return
        if self.path != TOP and not self.path.startswith("@"):
            for entry in self.entries:
                aims = set(entry.words).difference(self.wording.group_words(self.path, self.choices.scene))
                if entry.action is not None and aims.intersection(event.words):
                    self.do(entry.action)
                    return
        for word in event.words:
            entries = self.choices.touching(word)
            if len(entries) == 1 and entries[0].action is None and not entries[0].reason:
                self.show_path(entries[0].command)
                return
            if entries:
                self.show_path(f"@{word}")
                return
        self.say(
            " ".join(self.wording.describe(event.words, self.choices.scene)) or "Nothing can be done with that now."
        )

    def action_back(self) -> None:
        """Back out one step: from looking back, from a group."""
        if self.looking is not None:
            self.action_look_at(-1)
        elif self.path != TOP:
            self.show_path(TOP)

    def action_next_possible(self) -> None:
        """Go to the next line that can be done."""
        count, start = len(self.entries), self.lines.highlighted or 0
        for step in range(1, count + 1):
            if not self.entries[(start + step) % count].reason:
                self.lines.highlighted = (start + step) % count
                return

    # --- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the end of a turn only where the game has one."""
        return action != "end_turn" or bool(self.wording.ender)

    def action_end_turn(self) -> None:
        """End the turn, where the game has such an action."""
        if self.choices is not None and self.wording.ender:
            self.submit(self.wording.ender)

    def action_undo(self) -> None:
        """Take back the last action, where that takes back no knowledge."""
        if self.choices is None:
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
        if self.choices is None:
            return
        self.say("The adviser is thinking ...")
        self.advise(len(self.match), self.match.perspective(self.match.turn))

    @work
    async def advise(self, number: int, perspective: Perspective) -> None:
        """Let a bot think about a person's decision, and show its advice unless the match has moved on."""
        action, why = await asyncio.to_thread(self.table.advice, perspective)
        if number == len(self.match) and self.choices is not None and self.is_present:
            self.say(f"Hint: {action.text} ({why})")
            self.marked = frozenset(self.wording.words(action, self.choices.scene))
            self.draw_board()

    def action_command(self) -> None:
        """Open the command line."""
        if self.choices is not None:
            line = self.query_one(CommandLine)
            line.value = ""
            line.display = True
            line.focus()

    def on_command_line_left(self) -> None:
        """Close the command line."""
        self.query_one(CommandLine).display = False
        self.lines.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say already while typing whether this can be done."""
        if self.choices is not None and event.value.strip():
            try:
                self.say(f"✓ Enter: {self.table.read(event.value).text}")
            except Refused as refusal:
                self.say(f"✗ {refusal}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        if self.submit(event.value):
            self.on_command_line_left()

    def submit(self, line: str) -> bool:
        """Do what a line names and say whether that was possible."""
        if line.strip().casefold() == "why":
            self.action_why()
            return True
        try:
            action = self.table.read(line)
        except Refused as refusal:
            self.say(f"✗ Not possible: {refusal}.")
            return False
        self.looking = None
        self.do(action)
        return True

    def action_leave(self) -> None:
        """Leave the match; it is saved."""
        if self.match.over:
            self.post_message(self.Ended("home", self.table))
        else:
            question = "Leave this match? It is saved, and you can go on with it from the first screen."
            self.app.push_screen(ConfirmScreen(question), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.post_message(self.Ended("home", self.table))
