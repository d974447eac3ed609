"""Small screens that answer one question or say one thing."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Input, Static

from tablewright.core.game import Game
from tablewright.core.outside import plain, plain_lines
from tablewright.table.wording import help_of
from tablewright.tui.limits import too_small
from tablewright.tui.widgets import PlainInput

KEYS = (
    "[b]Keys[/b]  ↑↓ j k move   Enter 1-9 choose   Esc back   n next possible   e end turn   u undo\n"
    "  H hint   : type   i more about it   x impossible   Tab log   q leave   Ctrl+P all commands\n"
    "  , . action back, on   \\[ ] turn   Home End start, now   p play (a replay)   s skip   + - speed"
)


class HelpScreen(ModalScreen[None]):
    """The rules of a game on one page, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,q,enter,space", "dismiss", "Back", key_display="Esc")
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page") as page:
            page.border_title = f"How to play {self.game.title}"
            yield Static(Content.from_markup(f"{help_of(self.game).rstrip()}\n\n{KEYS}"))
        yield Footer()


LEAVE = "Leave this match? It is saved, and you can go on with it from the first screen."


class CoverScreen(Screen[bool]):
    """Hides the table until the next player sits at the keyboard; gives ``True`` to who wants to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "dismiss", "I am here, nobody else looks", key_display="Enter"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(self, name: str, seal: str = "") -> None:
        super().__init__()
        self.player = name
        #: Of the deal, where the first card is still to come.
        self.seal = seal

    def compose(self) -> ComposeResult:
        with Vertical(classes="middle"):
            if self.seal:
                yield Static("The cards are dealt from a secret. This is the seal of the deal:", classes="centered")
                yield Static(Content(self.seal), classes="centered")
                yield Static("Note it, or take a picture: after the end it proves the deal.", classes="centered")
            yield Static(Content(plain(f"The next turn is {self.player}'s.")), classes="centered")
            yield Static("Pass the keyboard; the cards stay covered until then.", classes="centered")
            yield Static("Press Enter when only you look at the screen.", classes="centered")
        yield Footer()

    def on_click(self) -> None:
        self.dismiss()

    def action_leave(self) -> None:
        """Ask whether the match is to be left; nobody needs to look at a hand for that."""
        self.app.push_screen(ConfirmScreen(LEAVE), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.dismiss(True)


class ConfirmScreen(ModalScreen[bool]):
    """Asks before something is left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter,q", "answer(True)", "Yes", key_display="y"),
        Binding("n,escape", "answer(False)", "No", key_display="n"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content(self.question))
            yield Static(Content("y: yes   n: no"), classes="muted")
        yield Footer()

    def action_answer(self, answer: bool) -> None:
        """Close with an answer."""
        self.dismiss(answer)


class NumberScreen(ModalScreen[int | None]):
    """Asks for a number."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]

    def __init__(self, question: str, most: int) -> None:
        super().__init__()
        self.question = question
        self.most = most

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content(f"{self.question} (0 to {self.most})"))
            yield PlainInput(type="integer", compact=True)
        yield Footer()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the number, held within the limits."""
        digits = event.value.strip()
        number = digits.removeprefix("+").removeprefix("-")
        if not (number.isdecimal() and len(number) < 10):
            self.dismiss(None)
        else:
            self.dismiss(0 if digits.startswith("-") else min(self.most, int(number)))


class TextScreen(ModalScreen[None]):
    """More about something."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,i,q,enter,space", "dismiss", "Back", key_display="Esc")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page") as page:
            page.border_title = Content(plain(self.heading))
            yield Static(Content(plain_lines(self.text)))
        yield Footer()


class TooSmallScreen(Screen[None]):
    """Stands in for everything while the terminal is too small."""

    def compose(self) -> ComposeResult:
        yield Static("", id="sentence")

    def on_screen_resume(self) -> None:
        """Go when something on top of this screen kept it from noticing that there is room again."""
        if not too_small(*self.app.size):
            self.app.pop_screen()

    def on_resize(self) -> None:
        sentence = too_small(self.app.size.width, self.app.size.height)
        self.query_one("#sentence", Static).update(Content(f"{sentence} Nothing is lost."))
