"""The parts that all screens share: a board, a list of choices, a log, rows of a form."""

from __future__ import annotations

from textwrap import wrap
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.app import RenderResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tablewright.core.outside import LONGEST_LINE, plain, plain_lines
from tablewright.table.choices import Choices, Entry
from tablewright.tui.boards.canvas import Canvas
from tablewright.tui.numbering import DIGITS

#: What a heading in a log starts with.
HEADING = "— "
#: Stands before the line with the cursor, which is to be seen without colours too.
CURSOR = "►"


def shown(text: str) -> Content:
    """Return a line in which there may be something from outside: all of it is plain text, none of it markup."""
    return Content(plain(text))


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

    def __init__(self) -> None:
        super().__init__()
        self.canvas = Canvas(1, 1)
        self.over: list[str] = []

    def show(self, canvas: Canvas) -> None:
        """Show another canvas."""
        grown = (canvas.width, canvas.height) != (self.canvas.width, self.canvas.height)
        self.canvas = canvas
        self.refresh(layout=grown)

    def render_line(self, y: int) -> Strip:
        base = self.visual_style
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, base.rich_style)
        segments = [Segment(text, (base + Style.parse(style)).rich_style) for text, style in self.canvas.runs(y)]
        return Strip(segments, self.canvas.width)

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
    """A list whose lines have keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "Up", show=False),
        Binding("down,j", "cursor_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("enter,space", "select", "Choose", show=True, key_display="↑↓ Enter"),
        *(Binding(digit, f"pick('{digit}')", show=False) for digit in DIGITS),
    ]

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.entries: list[Entry] = []
        #: The key of every line.
        self.keys: list[str] = []

    def action_pick(self, digit: str) -> None:
        """Choose the line with a digit."""
        if digit in self.keys:
            self.highlighted = self.keys.index(digit)
            self.action_select()
        else:
            self.app.bell()

    def show(self, entries: list[Entry], chosen: int = 0) -> None:
        """List entries; impossible ones are marked and give their reason."""
        self.entries = entries
        self.keys = [entry.key for entry in entries]
        self.clear_options()
        self.add_options([Option(self._line(number)) for number in range(len(entries))])
        if entries:
            self.highlighted = chosen

    def _line(self, number: int) -> Content:
        entry = self.entries[number]
        text = plain(f"{entry.title}: {entry.reason}" if entry.reason else entry.title) or "-"
        if entry.action is None and not entry.reason:
            text += " …"
        width = max(20, self.scrollable_content_region.width - 1)
        start = f" {entry.key or ' '} {'✗ ' if entry.reason else ''}"
        first, *rest = wrap(text, width, initial_indent=start, subsequent_indent=" " * 4)
        style = "$text-muted" if entry.reason else ""
        return Content.assemble((first[:2], "bold"), (first[2:], style), *((f"\n{line}", style) for line in rest))

    def render_line(self, y: int) -> Strip:
        """Draw the cursor in the first column of its line."""
        strip = super().render_line(y)
        number = self.scroll_offset.y + y
        if number < len(self._lines) and self._lines[number] == (self.highlighted, 0):
            strip = Strip([Segment(CURSOR, next(iter(strip)).style), *strip.crop(1)], strip.cell_length)
        return strip

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew."""
        if self.entries:
            for number in range(len(self.entries)):
                self.replace_option_prompt_at_index(number, self._line(number))


class LogPanel(ScrollView, can_focus=True):
    """What happened, in words; headings start with a dash."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.lines: list[str] = []
        self._wrapped: list[tuple[str, bool]] = []

    def tell(self, lines: list[str]) -> None:
        """Show these lines, the last one at the bottom."""
        known = len(self.lines)
        if self.lines != lines[:known]:
            self._wrapped.clear()
            known = 0
        self.lines = lines
        self._wrap(known)

    def _wrap(self, first: int) -> None:
        width = max(10, self.scrollable_content_region.width)
        for line in self.lines[first:]:
            heading = line.startswith(HEADING)
            self._wrapped += [(piece, heading) for piece in wrap(plain(line), width)]
        self.virtual_size = Size(width, len(self._wrapped))
        self.scroll_end(animate=False)
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew."""
        self._wrapped.clear()
        self._wrap(0)

    def render_line(self, y: int) -> Strip:
        base = self.visual_style
        number = y + self.scroll_offset.y
        if number >= len(self._wrapped):
            return Strip.blank(self.size.width, base.rich_style)
        text, heading = self._wrapped[number]
        style = (base + Style(bold=True) if heading else base).rich_style
        return Strip([Segment(text, style)], cell_len(text)).adjust_cell_length(self.size.width, base.rich_style)


class Completion(Suggester):
    """Completes command lines to legal actions."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.choices: Choices | None = None

    async def get_suggestion(self, value: str) -> str | None:
        if self.choices is None:
            return None
        whole = self.choices.complete(value)
        return value + whole[len(value) :] if len(whole) > len(value) else None


class PlainInput(Input):
    """A line to type in; what is pasted into it may come from anywhere."""

    def validate_value(self, value: str) -> str:
        """Keep what can be seen."""
        return plain_lines(value).replace("\n", " ")[:LONGEST_LINE]


class CommandLine(PlainInput):
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
        if self.completion.choices is not None:
            self.value = self.completion.choices.complete(self.value)
            self.cursor_position = len(self.value)

    def action_leave(self) -> None:
        """Forget the line."""
        self.post_message(self.Left())


class ChoiceRow(Static, can_focus=True):
    """A line of a form with values to turn through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "Change", show=True, key_display="←→"),
        Binding("right,l,space", "turn(1)", "Change", show=False),
    ]
    DEFAULT_CSS = """
    ChoiceRow { height: auto; padding: 0 1; }
    ChoiceRow:focus { background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold; }
    """
    LABEL = 24

    class Turned(Message):
        """Another value was chosen."""

        def __init__(self, row: ChoiceRow) -> None:
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
        width = max(self.LABEL + 20, self.size.width - 3)
        about = "\n".join(wrap(self.about[self.index], width, initial_indent=indent, subsequent_indent=indent))
        return Content(f"{arrow} {self.label:{self.LABEL}}◄ {self.value} ►\n{about}".rstrip())

    def choose(self, value: str) -> None:
        """Show a value as the chosen one; nobody has turned to it."""
        self.index = self.values.index(value)
        self.refresh(layout=True)

    def action_turn(self, by: int) -> None:
        """Choose the value before or behind this one."""
        self.index = (self.index + by) % len(self.values)
        self.refresh(layout=True)
        self.post_message(self.Turned(self))

    def on_click(self, event: events.Click) -> None:
        self.action_turn(-1 if event.x < self.LABEL + 5 else 1)
