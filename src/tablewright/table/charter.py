"""What a match between people in different places is made with, and the log of everything that happens in it.

A *charter* never changes. The log is a list of *entries*, numbered from 1 without gaps; charter, secret and log rebuild
a match exactly, so they are all that a store has to keep.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from tablewright.core.game import Game
from tablewright.core.registry import find_game

#: Who is to sit in a seat: the person who made the table, one who has an invitation, anyone, or a bot.
PERSON, FRIEND, OPEN, BOT = "person", "friend", "open", "bot"

#: What can stand in the log.
SIT, TAKE, ACT, UNDO, END = "sit", "take", "act", "undo", "end"
PAUSE, RESUME, CREDIT, SUBSTITUTE = "pause", "resume", "credit", "substitute"
SAY, OFFER, DECLINE, REMATCH = "say", "offer", "decline", "rematch"

#: Seconds that an absent player has, with a clock and without one, before the others may go on.
ABSENCE_TIMED = 120
ABSENCE_UNTIMED = 300


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One thing that happened, as it is stored."""

    #: Its number, from 1 without gaps.
    seq: int
    #: When, in milliseconds of the server's clock.
    at: int
    kind: str
    seat: int | None = None
    #: The number that the client gave to an action of its own.
    act: int | None = None
    #: What else there is to know, as a JSON value.
    body: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit in a seat."""

    kind: str
    #: A person's name; "" where it is not known yet.
    name: str = ""
    #: The level or name of a bot.
    bot: str = ""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a table is run."""

    #: Seconds for the whole match and those added for every action; or ``turn`` seconds for every turn. None: no clock.
    total: int | None = None
    increment: int = 0
    turn: int | None = None
    #: May anybody watch who knows the address?
    watchers: bool = True
    #: May a strong bot be asked for advice?
    hints: bool = True
    chat: bool = True
    #: Seconds after which an absent player may be replaced; ``None`` for the usual.
    absence: int | None = None

    @property
    def timed(self) -> bool:
        """Is there a clock?"""
        return self.total is not None or self.turn is not None

    @property
    def patience(self) -> int:
        """The seconds that an absent player has: where every turn has its own time, nobody has to wait at the table."""
        if self.absence is not None:
            return self.absence
        if self.turn is not None:
            return max(self.turn, ABSENCE_TIMED)
        return ABSENCE_TIMED if self.timed else ABSENCE_UNTIMED


@dataclass(frozen=True, slots=True)
class Branch:
    """The match and the position from which another one is played on; it has ended, so its deal is no secret."""

    match: str
    #: The text of its record.
    record: str
    number: int


@dataclass(frozen=True, slots=True)
class Charter:
    """What a match is made with."""

    #: The public name of the match, which nobody can guess.
    id: str
    game: str
    #: The version of the rules.
    rules: int
    #: The written setup.
    setup: Any
    seats: tuple[SeatPlan, ...]
    options: TableOptions
    #: What was published of the deal when the table was made; "" where it is dealt from a number.
    commitment: str
    #: When it was made, in milliseconds of the server's clock.
    created: int
    #: What was chosen for the setup, by name; empty where it came from another match.
    chosen: dict[str, str] = field(default_factory=dict)
    #: The number of the deal, where somebody asked for one.
    seed: int | None = None
    #: The day whose puzzle it is, such as 2026-11-18; "" if it is none.
    day: str = ""
    branch: Branch | None = None
    #: What the setup names without holding it; see ``Game.content``. Empty in matches from before it was kept.
    content: dict[str, str] = field(default_factory=dict)

    def find_game(self) -> Game:
        """Return the game; raises ``ValueError`` with a sentence if it is not here in the version of the match."""
        game = find_game(self.game)
        if game.version != self.rules:
            raise ValueError(f"the match needs {game.title} rules {self.rules}, installed are rules {game.version}")
        return game

    def write(self) -> dict[str, Any]:
        """Return the charter as a JSON value."""
        return asdict(self)

    @classmethod
    def read(cls, value: dict[str, Any]) -> Charter:
        """Return the charter that ``write`` wrote."""
        parts = dict(value)
        parts["seats"] = tuple(SeatPlan(**plan) for plan in parts["seats"])
        parts["options"] = TableOptions(**parts["options"])
        parts["branch"] = None if parts.get("branch") is None else Branch(**parts["branch"])
        return cls(**parts)
