"""Where matches are kept. The log of a match is the truth, and what was acknowledged is in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tablewright.table.charter import Charter, LogEntry

#: How far a match is.
WAITING, RUNNING, OVER = "waiting", "running", "over"


class Overtaken(Exception):
    """An entry has a number that the log has already: somebody else has gone on with the match."""


class StoreFailed(Exception):
    """Something could not be stored or read: a full disk, a database that went away. The message says what it said."""


class BadStore(Exception):
    """The store cannot be used; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Everything that is stored when a table is made."""

    charter: Charter
    secret: bytes
    #: Hashes of what opens a seat, by seat: tokens for good, invitations once.
    tokens: Mapping[int, bytes]
    invites: Mapping[int, bytes]
    #: How many seats anybody may take.
    free: int


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """Everything that brings a match back."""

    charter: Charter
    secret: bytes
    entries: Sequence[LogEntry]


@dataclass(frozen=True, slots=True)
class Progress:
    """What is to be stored as one: all of it or nothing."""

    entries: Sequence[LogEntry]
    status: str
    #: How many seats anybody may still take.
    free: int
    #: Hashes of the tokens of seats that were taken with these entries; the seats' invitations are used up.
    tokens: Mapping[int, bytes] = field(default_factory=dict)


class MatchStore(ABC):
    """What the server needs of a store. Whatever was awaited is durable, also when the power fails the moment after;
    what raises ``StoreFailed`` may or may not be.
    """

    @abstractmethod
    async def create(self, new: NewMatch) -> None:
        """Keep a new match."""

    @abstractmethod
    async def load(self, match: str) -> StoredMatch | None:
        """Return a match; ``None`` if there is none with this id."""

    @abstractmethod
    async def append(self, match: str, progress: Progress) -> None:
        """Go on with a match; raises ``Overtaken``, also when a seat has a token already, and then nothing is kept."""

    @abstractmethod
    async def tokens(self, match: str) -> dict[int, bytes]:
        """Return the hashes of the tokens of a match, by seat."""

    @abstractmethod
    async def invites(self, match: str) -> dict[int, bytes]:
        """Return the hashes of the invitations that are not used up, by seat."""

    @abstractmethod
    async def waiting(self, since: int, most: int) -> list[str]:
        """Return the ids of tables made since a time at which anybody may still sit down, the newest first."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is under way and let go."""
