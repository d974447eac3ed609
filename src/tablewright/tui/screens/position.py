"""What playing and replaying have in common: a board, a log, a list, and the way back through earlier positions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from tablewright.core.match import Match
from tablewright.table.wording import Scene, told_by_names, wording_of
from tablewright.tui.beats import Beat
from tablewright.tui.boards import board_of
from tablewright.tui.limits import board_space, is_compact, panel_width
from tablewright.tui.screens.small import HelpScreen, TextScreen
from tablewright.tui.widgets import HEADING, BoardView, ChoiceList, CommandLine, LogPanel, shown


class PositionScreen(Screen[Any]):
    """Shows one position of a match: ``looking``, or the newest one if that is ``None``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma", "look(-1)", "Look back", show=False),
        Binding("full_stop", "look(1)", "Look on", show=False),
        Binding("left_square_bracket", "look_turn(-1)", "Look a turn back", show=False),
        Binding("right_square_bracket", "look_turn(1)", "Look a turn on", show=False),
        Binding("home", "look_at(0)", "Look at the start", show=False),
        Binding("end", "look_at(-1)", "Return to now", show=False),
        Binding("tab,shift+tab", "next_panel", "Log", key_display="Tab"),
        Binding("i", "inspect", "More about it", show=False),
        Binding("w", "why", "Why: the effects of the last action", show=False),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
    ]
    CONTENTS = "Choices"

    def __init__(self, match: Match, viewer: int | None) -> None:
        super().__init__()
        self.match = match
        self.viewer = viewer
        self.wording = wording_of(match.game, match.setup)
        self.board = board_of(self.wording)
        self.looking: int | None = None
        self.marked: frozenset[str] = frozenset()
        self.scene = self.scene_at(len(match))
        #: What the position is compared with, so that what has changed is marked.
        self.before: Scene | None = None
        #: By position, what was told to ``_told_to``.
        self._told: list[list[str]] = []
        self._told_to = viewer

    def compose(self) -> ComposeResult:
        yield Static("", id="title")
        with Container(id="middle"):
            yield ScrollableContainer(BoardView(), id="table")
            with Container(id="panels"):
                yield ChoiceList(id="choices")
                yield LogPanel(id="log")
        yield Static("", id="message")
        yield CommandLine(id="command")
        yield Footer()

    def prepare(self) -> None:
        """Put the panels in order, with the list in focus; for the start, and only once."""
        self.query_one("#table").can_focus = False
        self.query_one("#log").border_title = "What happened"
        self.lines.border_title = self.CONTENTS
        self.fit_size()
        self.lines.focus()

    def fit_size(self) -> None:
        """Put the panels where they belong in a terminal of this size; a small one shows one of them at a time."""
        width, height = self.app.size
        compact, below = is_compact(width, height), self.board.below(width, height)
        self.set_class(compact, "compact")
        self.set_class(below, "below")
        self.set_class(not below, "beside")
        self.query_one("#panels").styles.width = "100%" if below else panel_width(width)
        if not compact:
            self.remove_class("reading")

    def action_next_panel(self) -> None:
        """Go from the choices to the log, or back."""
        log = self.query_one(LogPanel)
        reading = self.focused is not log
        self.set_class(reading and self.has_class("compact"), "reading")
        (log if reading else self.lines).focus()

    @property
    def lines(self) -> ChoiceList:
        """The list."""
        return self.query_one("#choices", ChoiceList)

    @property
    def position(self) -> int:
        """The number of the position that is shown."""
        return len(self.match) if self.looking is None else self.looking

    def scene_at(self, number: int) -> Scene:
        """Return a position as the viewer sees it."""
        state = self.match.state if number == len(self.match) else self.match.at(number)
        return Scene(state, self.viewer, self.match.names)

    def say(self, text: str) -> None:
        """Show a sentence below the table."""
        self.query_one("#message", Static).update(shown(text), layout=False)

    def redraw(self) -> None:
        """Draw the position that is looked at, and the log up to it."""
        self.scene = self.scene_at(self.position)
        self.draw_board()
        self.query_one("#title", Static).update(shown(self.headline()), layout=False)
        self.query_one(LogPanel).tell(self.told())

    def told(self) -> list[str]:
        """Return the log up to the position that is shown, with a heading wherever another seat takes over."""
        match, viewer = self.match, self.viewer
        if self._told_to != viewer or len(self._told) > len(match):  # somebody else looks, or something was undone
            self._told_to, self._told = viewer, []
        for number in range(len(self._told) + 1, len(match) + 1):
            seat = match.seats[number - 1]
            heading = [HEADING + match.names[seat]] if number == 1 or match.seats[number - 2] != seat else []
            self._told.append(heading + (self.told_at(number) or [match.actions[number - 1].text]))
        return [line for lines in self._told[: self.position] for line in lines]

    def told_at(self, number: int) -> list[str]:
        """Return what the viewer was told on the way to a position, by the names of who sits where."""
        return told_by_names(self.match, number, self.viewer, self.wording)

    def draw_board(self) -> None:
        """Draw only the board, with what is marked now."""
        width, height = self.app.size
        space = board_space(width, height, self.has_class("below"))
        canvas = self.board.draw(self.scene, *space, self.marked)
        if self.before is not None:
            canvas.mark_changes(self.board.draw(self.before, *space, self.marked))
        self.query_one(BoardView).show(canvas)

    def show_beat(self, beat: Beat) -> None:
        """Show a part of an action: tell it, and mark what it has changed."""
        self.before, self.scene = self.scene, beat.scene
        self.draw_board()
        self.say(" ".join(beat.told))

    def headline(self) -> str:
        """Return the first line of the screen."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Say of a key that does nothing that it does nothing."""
        if event.key not in self.active_bindings and isinstance(self.focused, ChoiceList | LogPanel):
            self.idle_key(event)

    def idle_key(self, event: events.Key) -> None:
        """Answer a key without a binding."""
        if event.is_printable and event.character:
            self.say(f"{event.character} does nothing here; ? shows the keys, Ctrl+P all commands.")

    def on_resize(self) -> None:
        """Draw for the new size."""
        if self.is_mounted:
            self.fit_size()
            self.draw_board()

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """Tell what the mouse is over."""
        told = [shown(text) for text in self.wording.describe(event.words, self.scene)]
        self.query_one(BoardView).tooltip = Content("\n").join(told) if told else None

    def considered(self) -> tuple[str, list[str]]:
        """Return the title of the highlighted line and the places on the board that it is about."""
        raise NotImplementedError

    def action_inspect(self) -> None:
        """Tell everything about what the highlighted line stands for."""
        title, words = self.considered()
        told = [*self.wording.describe(words, self.scene), *self.more()]
        if told:
            self.app.push_screen(TextScreen(title, "\n\n".join(told)))
        else:
            self.say("There is nothing more to tell about that." if title else "Nothing is highlighted.")

    def more(self) -> list[str]:
        """Return what else is told about the highlighted line."""
        return []

    def action_why(self) -> None:
        """Tell what the effects of the last action did, step by step, as everybody may know it."""
        number = self.position
        told = self.wording.why(self.match.at(number - 1), self.match.actions[number - 1]) if number else []
        if told:
            self.app.push_screen(TextScreen(f"Why: {self.match.actions[number - 1].text}", "\n".join(told)))
        else:
            self.say("No effect was carried out by the last action.")

    def action_help(self) -> None:
        """Show the rules."""
        self.app.push_screen(HelpScreen(self.match.game))

    def action_look(self, by: int) -> None:
        """Look so many actions back or on."""
        self.look(self.position + by)

    def action_look_turn(self, by: int) -> None:
        """Look a turn back or on."""
        turns = self.match.turns()
        if by < 0:
            self.look(turns[max(0, bisect_left(turns, self.position) - 1)])
        else:
            self.look(turns[min(len(turns) - 1, bisect_right(turns, self.position))])

    def action_look_at(self, number: int) -> None:
        """Look at a position; -1 is the newest."""
        self.look(len(self.match) if number < 0 else number)

    def look(self, number: int) -> None:
        """Look at a position, held within the match, with what its action has changed."""
        number = max(0, min(len(self.match), number))
        self.before = self.scene_at(number - 1) if number else None
        self.looking = None if number == len(self.match) else number
        self.redraw()
