"""The form of a new match: setup, seats and seed."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, Label, Static

from tablewright.core.game import Game
from tablewright.core.record import Record
from tablewright.table.players import LEVELS, PREFIX, bot_name, why_no_person
from tablewright.tui.screens.small import HelpScreen
from tablewright.tui.settings import Settings
from tablewright.tui.widgets import ChoiceRow

PERSON = "person"
ABOUT = {PERSON: "", "easy": "plays quickly and often badly", "normal": "a fair opponent", "hard": "thinks longest"}


class NewScreen(Screen[None]):
    """Asks for everything a match needs. With a record, only for who plays on from its position."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Up", show=False),
        Binding("down", "app.focus_next", "Next line", key_display="↑↓"),
        Binding("enter", "start", "Start"),
        Binding("question_mark,f1", "help", "Rules", key_display="?"),
        Binding("escape", "app.back", "Back"),
    ]

    class Started(Message):
        """The form is complete."""

        def __init__(self, record: Record) -> None:
            super().__init__()
            self.record = record

    def __init__(self, game: Game, settings: Settings, branch: Record | None = None) -> None:
        super().__init__()
        self.game = game
        self.settings = settings
        self.branch = branch
        self.choice_rows = (
            []
            if branch is not None
            else [
                ChoiceRow(
                    choice.title, [o.name for o in choice.options], [o.about for o in choice.options], id=f"choice-{n}"
                )
                for n, choice in enumerate(game.choices())
            ]
        )

    def compose(self) -> ComposeResult:
        if self.branch is None:
            title = f"A new match of {self.game.title}"
        else:
            title = f"{self.game.title}: play on after {len(self.branch.actions)} actions"
        yield Static(Content(title), id="banner")
        with Vertical(id="form"):
            yield from self.choice_rows
            for seat in range(self.game.seats[1]):
                yield self.seat_row(seat)
                with Horizontal(classes="line", id=f"named-{seat}"):
                    yield Label(f"    called{'':18}")
                    yield Input(self.name_of(seat), id=f"name-{seat}", compact=True, select_on_focus=False)
            with Horizontal(classes="line", id="seeded"):
                yield Label(f"  {'Seed':24}")
                yield Input(self.first_seed(), id="seed", type="integer", compact=True, select_on_focus=False)
        yield Static("", id="message")
        yield Footer()

    def first_seed(self) -> str:
        """Return the seed to begin with."""
        return str(random.randint(1, 999_999) if self.branch is None else self.branch.seed)

    def name_of(self, seat: int) -> str:
        """Return how the person in a seat is called at first."""
        if self.branch is not None and seat < len(self.branch.seats) and not bot_name(self.branch.seats[seat]):
            return self.branch.seats[seat]
        return self.settings.name if seat == 0 else f"Player {seat + 1}"

    def seat_row(self, seat: int) -> ChoiceRow:
        """Return the line that says who sits in a seat."""
        values = [PERSON, *(PREFIX + level for level in LEVELS)]
        about = [ABOUT[PERSON], *(ABOUT[level] for level in LEVELS)]
        index = 0 if seat == 0 or self.game.cooperative else 2
        if self.branch is not None and seat < len(self.branch.seats):
            index = values.index(self.branch.seats[seat]) if self.branch.seats[seat] in values else 0
        return ChoiceRow(f"Seat {seat + 1}", values, about, index, id=f"seat-{seat}")

    def on_mount(self) -> None:
        """Begin with the first line."""
        self.query_one("#seeded").display = self.branch is None
        self.refresh_form()
        self.query(ChoiceRow).first().focus()

    def chosen(self) -> dict[str, str]:
        """Return what is chosen for the table."""
        return {choice.key: row.value for choice, row in zip(self.game.choices(), self.choice_rows, strict=False)}

    def setup(self) -> Any:
        """Return the setup so far; raises ``ValueError``."""
        return self.branch.setup if self.branch is not None else self.game.setup(**self.chosen())

    def refresh_form(self) -> None:
        """Show only the lines that matter."""
        try:
            seats = self.setup().seats
            self.say("")
        except ValueError as error:
            seats = self.game.seats[1]
            self.say(f"✗ {error}")
        for seat in range(self.game.seats[1]):
            row = self.query_one(f"#seat-{seat}", ChoiceRow)
            row.display = seat < seats
            self.query_one(f"#named-{seat}").display = seat < seats and row.value == PERSON

    def on_choice_row_turned(self, event: ChoiceRow.Turned) -> None:
        """Adjust the other lines."""
        self.refresh_form()

    def say(self, text: str) -> None:
        """Show a sentence below the form."""
        self.query_one("#message", Static).update(Content(text))

    def on_input_submitted(self) -> None:
        """Take Enter in a text as the wish to start."""
        self.action_start()

    def action_start(self) -> None:
        """Start, or say what is missing."""
        try:
            setup = self.setup()
        except ValueError as error:
            self.say(f"✗ {error}")
            return
        seats: list[str] = []
        for seat in range(setup.seats):
            value = self.query_one(f"#seat-{seat}", ChoiceRow).value
            name = self.query_one(f"#name-{seat}", Input).value.strip() if value == PERSON else value
            refusal = why_no_person(name) if value == PERSON else ""
            if refusal:
                self.say(f"✗ Seat {seat + 1}: {refusal}")
                return
            seats.append(name)
        seed = self.query_one("#seed", Input).value.strip()
        if not seed.isdecimal():
            self.say("✗ The seed is a whole number from 0; the same seed gives the same match again.")
            return
        if not bot_name(seats[0]):
            self.settings.name = seats[0]
            self.settings.write()
        actions = [] if self.branch is None else self.branch.actions
        self.post_message(self.Started(Record(self.game, setup, int(seed), seats, actions)))

    def action_help(self) -> None:
        """Show the rules."""
        self.app.push_screen(HelpScreen(self.game))
