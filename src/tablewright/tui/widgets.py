"""The parts that all screens share: a board, a list of choices, a log, rows of a form."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from tablewright.tui.boards.canvas import Canvas
from tablewright.tui.menu import Entry, Menu

#: How many lines of a log are kept on the screen.
LOG_LINES = 400
DIGITS = "1234567890"


class BoardView(Widget):
    """Shows a canvas and says what was clicked on it."""

    DEFAULT_CSS = "BoardView { width: auto; height: auto; }"

    class Picked(Message):
        """Something on the board was clicked; ``words`` name it, the topmost first."""

        def __init__(self, words: list[str]) -> None:
            super().__init__()
            self.words = words

    class Pointed(Message):
        """The mouse is over something on the board, or over nothing."""

        def __init__(self, words: list[str]) -> None:
            super().__init__()
            self.words = words

    canvas: reactive[Canvas] = reactive(Canvas(1, 1), layout=True)
    over: list[str] | None = None

    def render(self) -> RenderResult:
        return self.canvas.content()

    def get_content_width(self, container: Any, viewport: Any) -> int:
        return self.canvas.width

    def get_content_height(self, container: Any, viewport: Any, width: int) -> int:
        return self.canvas.height

    def on_click(self, event: events.Click) -> None:
        words = self.canvas.at(event.x, event.y)
        if words:
            self.post_message(self.Picked(words))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        words = self.canvas.at(event.x, event.y)
        if words != self.over:
            self.over = words
            self.post_message(self.Pointed(words))


class ChoiceList(OptionList, inherit_bindings=False):
    """A list in which the first ten lines have a digit as their key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "Up", show=False),
        Binding("down,j", "cursor_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("enter,space", "select", "Choose", show=True, key_display="↑↓ Enter"),
        *(Binding(digit, f"pick({number})", show=False) for number, digit in enumerate(DIGITS)),
    ]

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.entries: list[Entry] = []

    def action_pick(self, number: int) -> None:
        """Choose the line with a digit."""
        enabled = [index for index, option in enumerate(self.options) if not option.disabled]
        if number < len(enabled):
            self.highlighted = enabled[number]
            self.action_select()

    def show(self, entries: list[Entry], highlighted: int = 0) -> None:
        """List entries; impossible ones are marked and give their reason."""
        self.entries = entries
        self.clear_options()
        self.add_options([Option(self._line(number)) for number in range(len(entries))])
        if entries:
            self.highlighted = min(highlighted, len(entries) - 1)

    def _line(self, number: int) -> Content:
        entry = self.entries[number]
        key = DIGITS[number] if number < len(DIGITS) else " "
        text = f"{entry.title}: {entry.reason}" if entry.reason else entry.title
        if entry.action is None and not entry.reason:
            text += " …"
        width = max(20, self.scrollable_content_region.width - 2)
        first, *rest = wrap(
            text, width, initial_indent=f"{key} {'✗' if entry.reason else ' '} ", subsequent_indent=" " * 4
        )
        style = "$text-muted" if entry.reason else ""
        return Content.assemble((key, "$text-accent"), (first[1:], style), *((f"\n{line}", style) for line in rest))

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew."""
        if self.entries:
            for number in range(len(self.entries)):
                self.replace_option_prompt_at_index(number, self._line(number))


class LogPanel(RichLog):
    """What happened, in words."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(wrap=True, min_width=0, **arguments)
        self._lines: list[str] = []

    def tell(self, lines: list[str]) -> None:
        """Show these lines, the last one at the bottom."""
        self._lines = lines[-LOG_LINES:]
        self._fill()

    def on_resize(self, event: events.Resize) -> None:
        self._fill()

    def _fill(self) -> None:
        self.clear()
        for line in self._lines:
            self.write(
                Text(line, style="bold" if line.startswith("—") else ""), width=self.scrollable_content_region.width
            )


class Completion(Suggester):
    """Completes command lines to legal actions."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.menu: Menu | None = None

    async def get_suggestion(self, value: str) -> str | None:
        if self.menu is None:
            return None
        whole = self.menu.complete(value)
        return value + whole[len(value) :] if len(whole) > len(value) else None


class CommandLine(Input):
    """Takes an action as the console takes it; Tab completes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete"),
        Binding("escape", "leave", "Back"),
    ]

    class Left(Message):
        """The line was left without a command."""

    def __init__(self, **arguments: Any) -> None:
        self.completion = Completion()
        super().__init__(
            placeholder="type a command as in the console; Tab completes, Enter does it, Esc leaves",
            suggester=self.completion,
            compact=True,
            select_on_focus=False,
            **arguments,
        )

    def action_complete(self) -> None:
        """Complete as far as the legal actions agree."""
        if self.completion.menu is not None:
            self.value = self.completion.menu.complete(self.value)
            self.cursor_position = len(self.value)

    def action_leave(self) -> None:
        """Forget the line."""
        self.post_message(self.Left())


class Row(Static, can_focus=True):
    """A line of a form with values to turn through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "Change", show=True, key_display="←→"),
        Binding("right,l,space", "turn(1)", "Change", show=False),
    ]
    DEFAULT_CSS = """
    Row { height: auto; padding: 0 1; }
    Row:focus { background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold; }
    """
    LABEL = 24

    class Turned(Message):
        """Another value was chosen."""

        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row

    def __init__(self, label: str, values: list[str], about: list[str], index: int = 0, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.label = label
        self.values = values
        self.about = about
        self.index = index

    @property
    def value(self) -> str:
        """The chosen value."""
        return self.values[self.index]

    def render(self) -> RenderResult:
        arrow = "►" if self.has_focus else " "
        indent = " " * (self.LABEL + 4)
        about = "\n".join(wrap(self.about[self.index], 66, initial_indent=indent, subsequent_indent=indent))
        return Content(f"{arrow} {self.label:{self.LABEL}}◄ {self.value} ►\n{about}".rstrip())

    def action_turn(self, by: int) -> None:
        """Choose the value before or behind this one."""
        self.index = (self.index + by) % len(self.values)
        self.refresh(layout=True)
        self.post_message(self.Turned(self))

    def on_click(self, event: events.Click) -> None:
        self.action_turn(-1 if event.x < self.LABEL + 5 else 1)
