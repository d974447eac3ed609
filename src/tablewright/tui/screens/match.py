"""Playing: choices for people, thinking for bots, and everything saved on the way."""

from __future__ import annotations

import asyncio
import time
from typing import Any, ClassVar

from textual import events, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList

from tablewright.core.outside import plain
from tablewright.core.perspective import Perspective, PlayerFault
from tablewright.core.state import Refused
from tablewright.table.choices import Choices, Entry
from tablewright.table.ending import figures, turning_points, verdict
from tablewright.table.players import deal_of
from tablewright.table.saves import CannotSave
from tablewright.table.table import Table
from tablewright.table.wording import Scene
from tablewright.tui.numbering import FOLD, Numbering, count, fold
from tablewright.tui.screens.small import LEAVE, ConfirmScreen, CoverScreen
from tablewright.tui.screens.watching import WatchingScreen
from tablewright.tui.widgets import HEADING, BoardView, CommandLine

TOP = ""
#: Stands over the choices while there are none.
WATCHING = "p holds, s skips, + - change the speed"
#: Keys that some boards take instead of the list.
STEERING = ("up", "down", "left", "right", "space")


class MatchScreen(WatchingScreen):
    """A match that is being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "end_turn", "End turn"),
        Binding("u", "undo", "Undo"),
        Binding("H", "hint", "Hint"),
        Binding("n", "next_possible", "Next possible choice", show=False),
        Binding("x", "fold", "What cannot be done", show=False),
        *(Binding(key, f"steer('{key}')", show=False, priority=True) for key in STEERING),
        Binding("colon,slash", "command", "Type", key_display=":"),
        Binding("escape", "back", "Back", show=False),
        Binding("q", "leave", "Leave"),
    ]

    #: What a person can choose from now; ``None`` while nobody is asked.
    choices: Choices | None = None

    class Ended(Message):
        """The match is over or was left; ``then`` says what to do next."""

        def __init__(self, then: str, table: Table) -> None:
            super().__init__()
            self.then = then
            self.table = table

    def __init__(self, table: Table, pace: float) -> None:
        people = table.people
        super().__init__(table.match, people[0] if people and not table.needs_cover() else None, pace)
        self.table = table
        #: The open group, or "@" and a thing on the board, or the top of the choices.
        self.path = TOP
        self.entries: list[Entry] = []
        #: Said instead of the first explanation after the list was filled.
        self.note = ""
        #: By seat the position after which a person last acted: what has changed since then is marked.
        self.since: dict[int | None, int] = {}
        #: What is told at the end, and the positions where the match turned.
        self.epilogue: list[str] = []
        self.turns: list[tuple[int, str]] = []
        self.numbering = Numbering()
        #: Is everything that cannot be done listed with its reason?
        self.unfolded = False
        #: The last advice: for which position, which command, and the adviser's figures.
        self.advised = (-1, "", "")
        #: The turn whose end was asked about, counted by ends, so that it is asked once.
        self.asked = -1
        #: The piece that arrow keys move, where the board has any.
        self.piece = next(iter(self.board.pieces.values()), "")

    # --- the course of the match

    def on_mount(self) -> None:
        """Begin."""
        self.prepare()
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
        self.before = None
        if self.match.over:
            self.redraw()
            self.show_end()
            return
        seat = self.match.turn
        if table.bot_name(seat):
            self.show_entries([])
            self.lines.border_title = WATCHING
            self.redraw()
            self.think(len(self.match), seat)
        elif table.needs_cover() and self.viewer != seat:
            self.viewer = None
            self.show_entries([])
            self.redraw()
            cover = CoverScreen(self.match.names[seat], self.seal())
            self.app.push_screen(cover, lambda leaves: self._leave(True) if leaves else self.uncover(seat))
        else:
            self.viewer = seat
            self.ask()

    def seal(self) -> str:
        """Return what people should note before the first card of a secret deal; "" later, and otherwise."""
        return "" if len(self.match) else self.match.seal

    def uncover(self, seat: int) -> None:
        """Show the table to the player who sits at the keyboard now."""
        self.viewer = seat
        self.numbering = Numbering()
        self.ask()

    def ask(self) -> None:
        """Offer a person what can be done."""
        self.choices = Choices(self.match, self.table.offered(), self.wording, self.scene_at(len(self.match)))
        since = self.since.get(self.viewer, len(self.match))
        self.before = self.scene_at(since) if since < len(self.match) else None
        self.redraw()
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
        await self.wait(self.pace - (time.monotonic() - started))
        if number == len(self.match) and self.is_present:
            self.do(action)

    @property
    def is_showing(self) -> bool:
        return self.choices is None and not self.match.over

    def do(self, action: Any) -> None:
        """Do an action and go on."""
        try:
            self.table.do(action)
        except CannotSave as error:
            self.app.notify(
                f"{error}. You can play on; the next action tries to save everything again.", severity="error"
            )
        number = len(self.match)
        person = not self.table.bot_name(self.match.seats[-1])
        if person:
            self.since[self.match.seats[-1]] = number
            self.skipped = False
        busy = sum(self.wording.pauses(seen) for seen in self.match.seen(number, self.viewer)) > 1
        if self.pace and self.viewer is not None and (busy or not person):
            self.choices = None
            self.show_entries([])
            self.lines.border_title = WATCHING
            self.unfold(number)
        else:
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
        title = "" if self.has_class("compact") else match.game.title
        parts = [title, news, self.wording.news(self.scene), deal_of(match)]
        return " · ".join(part for part in parts if part)

    def scene_at(self, number: int) -> Scene:
        scene = super().scene_at(number)
        if number == len(self.match) and self.choices is not None:
            scene.playable = self.choices.playable()
        return scene

    def show_path(self, path: str, command: str = "") -> None:
        """Show the top of the choices, a group of them, or what can be done with one thing on the board.

        The cursor goes to a command, if one is named.
        """
        assert self.choices is not None
        self.path = path
        if path == TOP:
            entries = self.choices.top()
            self.numbering.assign(entries, self.wording)
            self.lines.border_title = f"{self.CONTENTS}   {self.board.legend}" if self.board.legend else self.CONTENTS
        elif path.startswith("@"):
            entries = self.choices.touching(path[1:])
            count(entries, False)
            self.entitle(path[1:])
        else:
            entries = self.choices.group(path)
            count(entries, self.wording.numbered)
            self.entitle(self.wording.group_title(path, self.choices.scene))
        self.show_entries(entries if self.unfolded else fold(entries), command)

    def entitle(self, title: str) -> None:
        """Say what the list is about."""
        self.lines.border_title = Content(f"{plain(title)} (Esc: all choices)")

    def show_entries(self, entries: list[Entry], command: str = "") -> None:
        """Fill the list."""
        self.entries = entries
        self.lines.show(entries, next((n for n, entry in enumerate(entries) if entry.command == command), 0))
        if not entries:
            self.say(self.note)

    def show_end(self) -> None:
        """Tell how the match ended, and offer what can be done after it."""
        entries = [Entry("Play again", "again", [], "again")]
        if self.match.setup.seats > 1:
            entries.append(Entry("Play again with seats swapped", "swapped", [], "swapped"))
        entries += [Entry("Watch it again", "replay", [], "replay"), Entry("Back to the games", "home", [], "home")]
        entries += [Entry(f"Look back at {number}: {text}", "look", [], number) for number, text in self.turns]
        count(entries, False)
        self.show_entries(entries)
        self.lines.border_title = "The match is over"
        self.say(f"The match is over: {verdict(self.match, self.wording) or self.table.ending}.")
        if not self.epilogue:
            self.epilogue = [f"{HEADING}The end", f"{verdict(self.match, self.wording)}.", *figures(self.match)]
            self.redraw()
            self.judge()

    @work
    async def judge(self) -> None:
        """Find where the match turned, in a thread, for that may take a moment."""
        self.turns = await asyncio.to_thread(turning_points, self.match, self.wording)
        if self.turns and self.is_present:
            self.show_end()

    def told(self) -> list[str]:
        return [*super().told(), *(self.epilogue if self.looking is None and self.match.over else [])]

    def considered(self) -> tuple[str, list[str]]:
        index = self.lines.highlighted
        if index is None or index >= len(self.entries):
            return "", []
        return self.entries[index].title, self.entries[index].words

    def more(self) -> list[str]:
        number, command, why = self.advised
        index = self.lines.highlighted
        if self.choices is None or index is None or (number, command) != (len(self.match), self.entries[index].command):
            return []
        entry = self.entries[index]
        return [f"Hint: {self.choices.sentence(entry.action)}.", f"The adviser: {why}."]

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
            if isinstance(entry.action, int):
                self.look(entry.action)
            elif entry.action is not None:
                self.post_message(self.Ended(entry.action, self.table))
        elif entry.command == FOLD:
            self.action_fold()
        elif entry.reason:
            self.say(f"✗ Not possible: {entry.reason}.")
        elif entry.action is None:
            self.show_path(entry.command)
        elif not self.asks_first(entry.command):
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
        number, start = len(self.entries), self.lines.highlighted or 0
        for step in range(1, number + 1):
            entry = self.entries[(start + step) % number]
            if not entry.reason and entry.command != FOLD:
                self.lines.highlighted = (start + step) % number
                return
        self.say(self.why_waiting() if self.choices is None else "There is nothing else that can be done.")

    # --- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the end of a turn only where the game has one, and steering where the board has pieces."""
        if action == "steer":
            steers = bool(self.board.pieces) and self.choices is not None and self.path == TOP and self.looking is None
            return steers and self.focused is self.lines and self.app.screen is self
        if action == "skip":
            return not self.board.pieces  # whose letters are keys of their own, and who need no bots
        return action != "end_turn" or bool(self.wording.ender)

    def action_end_turn(self) -> None:
        """End the turn, where the game has such an action."""
        if self.choices is None:
            self.say(self.why_waiting())
        elif not self.asks_first(self.wording.ender):
            self.submit(self.wording.ender)

    def asks_first(self, command: str) -> bool:
        """Ask, once in a turn, whether it is to end although something can still be done."""
        assert self.choices is not None
        left = self.choices.left() if command == self.wording.ender else []
        turn = sum(action.text == command for action in self.match.actions)
        if not left or self.asked == turn or self.advised[:2] == (len(self.match), command):
            return False
        self.asked = turn
        self.action_look_at(-1)
        more = f" and {len(left) - 2} more" if len(left) > 2 else ""
        self.say(f"You can still: {', '.join(left[:2])}{more}. Once more ends the turn.")
        return True

    def why_waiting(self) -> str:
        """Say why nothing can be done now."""
        if self.match.over:
            return "The match is over."
        return f"Not now: {self.match.names[self.match.turn]} is thinking."

    def action_fold(self) -> None:
        """Show what cannot be done with its reasons, or fold it away."""
        if self.choices is None:
            self.say(self.why_waiting())
            return
        self.unfolded = not self.unfolded
        hidden = sum(bool(entry.reason) for entry in self.lines.entries)
        self.show_path(self.path)
        if not self.unfolded and not hidden:
            self.say("Everything that is listed can be done.")

    def action_steer(self, key: str) -> None:
        """Do with the chosen piece what an arrow or space says."""
        line = self.board.steer(key, self.piece)
        if line:
            self.submit(line)

    def idle_key(self, event: events.Key) -> None:
        piece = self.board.pieces.get(event.key)
        if piece is None:
            super().idle_key(event)
        else:
            self.piece = piece
            self.marked = frozenset([piece])
            self.draw_board()
            self.say(f"The arrow keys move {piece}.")

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
            self.say(self.why_waiting())
            return
        self.say("The adviser is thinking ...")
        self.advise(len(self.match), self.table.question(self.match.turn))

    @work
    async def advise(self, number: int, perspective: Perspective) -> None:
        """Let a bot think about a person's decision, and show its advice unless the match has moved on."""
        action, why = await asyncio.to_thread(self.table.advice, perspective)
        if number == len(self.match) and self.choices is not None and self.is_present:
            self.looking = None
            self.advised = (number, action.text, why)
            self.note = f"Hint: {self.choices.sentence(action)}. Enter: do it, i: why."
            group = self.wording.group(action)
            alone = sum(self.wording.group(other) == group for other in self.choices.legal) == 1
            self.show_path(TOP if alone else group, action.text)

    def action_command(self) -> None:
        """Open the command line."""
        if self.choices is None:
            self.say(self.why_waiting())
        else:
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
            self.app.push_screen(ConfirmScreen(LEAVE), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.post_message(self.Ended("home", self.table))
