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

from tablewright.bots.registry import find_bot, other_bots
from tablewright.bots.style import styles
from tablewright.core.game import Game
from tablewright.core.outside import plain
from tablewright.core.own import reread
from tablewright.core.record import Record
from tablewright.table.players import (
    LARGEST_SEED,
    LEVELS,
    PREFIX,
    bot_name,
    must_hide,
    new_record,
    read_seed,
    why_no_person,
    why_not_together,
)
from tablewright.tui.screens.small import HelpScreen
from tablewright.tui.settings import Settings
from tablewright.tui.widgets import ChoiceRow, PlainInput, shown

PERSON = "person"
ABOUT = {PERSON: "", "easy": "plays quickly and often badly", "normal": "a fair opponent", "hard": "thinks longest"}
SECRET = (
    "The cards are dealt from a secret. The seal of the deal, 64 digits, is shown before the first card. Note it: "
    "after the end `tablewright verify` checks with it that nobody exchanged the cards."
)


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
        yield Static(shown(title), id="banner")
        with Vertical(id="form"):
            yield from self.choice_rows
            for seat in range(self.game.seats[1]):
                yield self.seat_row(seat)
                with Horizontal(classes="line", id=f"named-{seat}"):
                    yield Label(f"    called{'':18}")
                    yield PlainInput(self.name_of(seat), id=f"name-{seat}", compact=True, select_on_focus=False)
            with Horizontal(classes="line", id="seeded"):
                yield Label(f"  {'Seed':24}")
                seed = str(random.randint(1, LARGEST_SEED))
                yield PlainInput(seed, id="seed", type="integer", compact=True, select_on_focus=False)
            yield Static(Content(SECRET), id="secret")
        yield Static("", id="message")
        yield Footer()

    def name_of(self, seat: int) -> str:
        """Return how the person in a seat is called at first."""
        names = [] if self.branch is None else self.branch.seats[: seat + 1]
        if seat < len(names) and not why_no_person(names[seat]) and not why_not_together(names):
            return names[seat]
        return self.settings.name if seat == 0 else f"Player {seat + 1}"

    def seat_row(self, seat: int) -> ChoiceRow:
        """Return the line that says who sits in a seat."""
        others, manners = other_bots(self.game), styles(self.game)
        lines = ABOUT | {name: f'"{style.line}"' for name, style in manners.items()}
        lines |= {bot: find_bot(bot).profile.thinks for bot in others}
        names = [*LEVELS, *manners, *others]
        values = [PERSON, *(PREFIX + bot for bot in names)]
        about = [lines[name] for name in (PERSON, *names)]
        index = 0 if seat == 0 or self.game.cooperative else 2
        if self.branch is not None and seat < len(self.branch.seats):
            index = values.index(self.branch.seats[seat]) if self.branch.seats[seat] in values else 0
        return ChoiceRow(f"Seat {seat + 1}", values, about, index, id=f"seat-{seat}")

    def on_mount(self) -> None:
        """Begin with the first line."""
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
        secret = must_hide(self.game, [self.query_one(f"#seat-{seat}", ChoiceRow).value for seat in range(seats)])
        self.query_one("#seeded").display = self.branch is None and not secret
        self.query_one("#secret").display = self.branch is None and secret

    def on_choice_row_turned(self, event: ChoiceRow.Turned) -> None:
        """Adjust the other lines: a style brings the deck that it likes, which can be changed again."""
        style = styles(self.game).get(bot_name(event.row.value))
        if style is not None:
            for choice, row in zip(self.game.choices(), self.choice_rows, strict=False):
                if event.row.id == f"seat-{choice.seat}" and style.deck in row.values:
                    row.choose(style.deck)
        self.refresh_form()

    def say(self, text: str) -> None:
        """Show a sentence below the form."""
        self.query_one("#message", Static).update(shown(text))

    def on_input_submitted(self) -> None:
        """Take Enter in a text as the wish to start."""
        self.action_start()

    def action_start(self) -> None:
        """Start, or say what is missing."""
        try:
            self.game = reread(self.game)  # who has just edited a card wants to play that one
            setup = self.setup()
        except ValueError as error:
            self.say(f"✗ {error}")
            return
        seats: list[str] = []
        for seat in range(setup.seats):
            value = self.query_one(f"#seat-{seat}", ChoiceRow).value
            name = self.query_one(f"#name-{seat}", Input).value.strip() if value == PERSON else value
            refusal = (why_no_person(name) or why_not_together([*seats, name])) if value == PERSON else ""
            if refusal:
                self.say(f"✗ Seat {seat + 1}: {refusal}")
                return
            seats.append(plain(name))
        try:
            record = self.record(setup, seats)
        except ValueError as error:
            self.say(f"✗ {error}; the same seed gives the same match again.")
            return
        if not bot_name(seats[0]):
            self.settings.name = seats[0]
            self.settings.write()
        self.post_message(self.Started(record))

    def record(self, setup: Any, seats: list[str]) -> Record:
        """Return the start of the match; raises ``ValueError`` if the seed cannot be used."""
        if self.branch is None:
            secret = must_hide(self.game, seats)
            seed = None if secret else read_seed(self.query_one("#seed", Input).value.strip())
            return new_record(self.game, setup, seats, seed)
        record = Record(self.game, setup, self.branch.deal, seats, self.branch.actions)
        record.owner_loses = self.branch.owner_loses
        record.branched = len(self.branch.actions)
        return record

    def action_help(self) -> None:
        """Show the rules."""
        self.app.push_screen(HelpScreen(self.game))
