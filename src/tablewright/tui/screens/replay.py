"""Watching a match again: step, seek, play, and go on from any point."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widgets import OptionList

from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.table.choices import Entry
from tablewright.table.wording import CUT
from tablewright.tui.beats import Beat, beats
from tablewright.tui.screens.position import PositionScreen
from tablewright.tui.screens.small import NumberScreen

#: Seconds between two actions, fastest first.
SPEEDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)


class ReplayScreen(PositionScreen):
    """A match that was recorded."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "play", "Play"),
        Binding("plus", "faster(1)", "Speed", key_display="+ -"),
        Binding("minus", "faster(-1)", "Slower", show=False),
        Binding("g", "seek", "Go to"),
        Binding("v", "viewer", "View"),
        Binding("b", "branch", "Play on"),
        Binding("q,escape", "leave", "Leave", key_display="q"),
    ]
    CONTENTS = "Actions"

    class Branched(Message):
        """Somebody wants to play on from a position."""

        def __init__(self, record: Record) -> None:
            super().__init__()
            self.record = record

    class Left(Message):
        """The replay was left."""

    def __init__(self, match: Match, viewer: int | None = None, cut: bool = False) -> None:
        super().__init__(match, viewer)
        #: Is the end of the record missing?
        self.cut = cut
        self.looking = 0 if len(match) else None
        self.timer: Timer | None = None
        self.speed = 3
        #: What is still to be seen of the action that runs.
        self.beats: list[Beat] = []

    def on_mount(self) -> None:
        self.prepare()
        lines = [Entry("the start", "", [], 0)]
        lines += [
            Entry(f"{number} {self.match.names[seat]}: {action.text}", action.text, [], number)
            for number, (seat, action) in enumerate(zip(self.match.seats, self.match.actions, strict=True), 1)
        ]
        self.lines.show(lines)
        self.redraw()
        if self.match.fault:
            self.say(f"✗ The record is good for {len(self.match)} actions: {self.match.fault}.")
        elif self.cut:
            self.say(f"✗ This record is not whole: {CUT}.")

    def headline(self) -> str:
        match = self.match
        seen = "the public view" if self.viewer is None else f"seen by {match.names[self.viewer]}"
        playing = "playing" if self.timer is not None else "paused"
        result = f" · {match.result}" if self.looking is None and match.result else ""
        where = f"position {self.position} of {len(match)}{result}"
        parts = [match.game.title, self.wording.news(self.scene), where, seen, playing]
        return " · ".join(part for part in parts if part)

    def considered(self) -> tuple[str, list[str]]:
        if not self.position:
            return "", []
        action = self.match.actions[self.position - 1]
        return action.text, self.wording.words(action, self.scene)

    def look(self, number: int) -> None:
        self.beats = []
        super().look(number)
        self.say(" ".join(self.told_at(self.position)) if self.position else "")
        if self.lines.highlighted != self.position:
            self.lines.highlighted = self.position

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Follow the list."""
        if event.option_index != self.position:
            self.look(event.option_index)

    def action_play(self) -> None:
        """Let the match run, or stop it; at the end it starts again."""
        if self.timer is not None:
            self.stop()
        else:
            if self.looking is None:
                self.look(0)
            self.timer = self.set_interval(SPEEDS[self.speed], self.tick)
        self.redraw()

    def stop(self) -> None:
        """Stop a match that runs."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None

    def tick(self) -> None:
        """Show the next beat of an action or the next position, or stop at the end."""
        if self.looking is None:
            self.stop()
            self.redraw()
            return
        if not self.beats:
            self.beats = beats(self.match, self.looking + 1, self.wording, self.scene_at)
        beat = self.beats.pop(0)
        if self.beats:
            self.show_beat(beat)
        else:
            self.look(self.looking + 1)

    def action_faster(self, by: int) -> None:
        """Change the speed."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed - by))
        self.say(f"{SPEEDS[self.speed]} seconds for an action.")
        if self.timer is not None:
            self.stop()
            self.timer = self.set_interval(SPEEDS[self.speed], self.tick)

    def action_seek(self) -> None:
        """Ask for a position."""
        self.app.push_screen(NumberScreen("Go to which position?", len(self.match)), self._seek)

    def _seek(self, number: int | None) -> None:
        if number is not None:
            self.look(number)

    def action_viewer(self) -> None:
        """Look from the next seat, or as a spectator."""
        seats = self.match.setup.seats
        seat = 0 if self.viewer is None else self.viewer + 1
        self.viewer = seat if seat < seats else None
        self.redraw()

    def action_branch(self) -> None:
        """Begin a new match that starts with the actions up to here."""
        record = self.match.record()
        self.stop()
        record.actions, record.result = record.actions[: self.position], ""
        self.post_message(self.Branched(record))

    def action_leave(self) -> None:
        """Leave the replay."""
        self.post_message(self.Left())
