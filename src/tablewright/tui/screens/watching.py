"""Following what others do: beat by beat, at the pace that one likes, to be held and skipped."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from tablewright.core.match import Match
from tablewright.tui.beats import beats
from tablewright.tui.screens.position import PositionScreen

#: Seconds that a beat is shown at least and at most, and the smallest step of waiting.
FASTEST, SLOWEST = 0.1, 6.4
TICK = 0.05


class WatchingScreen(PositionScreen):
    """Shows the newest actions of a match at a pace."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "pause", "Pause what is shown", show=False),
        Binding("s", "skip", "Skip what is shown", show=False),
        Binding("plus", "faster(0.5)", "Faster", show=False),
        Binding("minus", "faster(2)", "Slower", show=False),
    ]

    def __init__(self, match: Match, viewer: int | None, pace: float) -> None:
        super().__init__(match, viewer)
        #: Seconds for a beat.
        self.pace = pace
        #: Is what others do held, or hurried through until somebody is asked?
        self.paused = self.skipped = False

    def go_on(self) -> None:
        """Let whoever is to act act."""
        raise NotImplementedError

    @property
    def is_showing(self) -> bool:
        """Whether others act, so that there is something to look at."""
        raise NotImplementedError

    @property
    def is_present(self) -> bool:
        """Whether this screen has not been left while a bot was thinking."""
        return self.app.is_running and self in self.app.screen_stack

    async def wait(self, seconds: float) -> None:
        """Leave time to look, unless somebody skips; while the match is paused, time stands still."""
        while (seconds > 0 or self.paused) and not self.skipped and self.is_present:
            step = min(TICK, seconds) if seconds > 0 else TICK
            await asyncio.sleep(step)
            if not self.paused:
                seconds -= step

    @work
    async def unfold(self, number: int) -> None:
        """Show an action beat by beat, then go on."""
        for beat in beats(self.match, number, self.wording, self.scene_at):
            if self.looking is None and self.is_present:
                self.show_beat(beat)
            await self.wait(self.pace)
        if number == len(self.match) and self.is_present:
            self.go_on()

    def action_pause(self) -> None:
        """Hold what the others do, or let it go on."""
        if not self.is_showing:
            self.say("Nothing is being shown that could be paused.")
        else:
            self.paused = not self.paused
            self.say("Paused; p goes on, s skips." if self.paused else "It goes on.")

    def action_skip(self) -> None:
        """Hurry through what the others do, until somebody is asked."""
        if not self.is_showing:
            self.say("Nothing is being shown that could be skipped.")
        else:
            self.skipped, self.paused = True, False

    def action_faster(self, share: float) -> None:
        """Change how long what the others do is shown."""
        self.pace = max(FASTEST, min(SLOWEST, self.pace * share))
        self.say(f"What the others do is shown for {self.pace:g} seconds each.")
