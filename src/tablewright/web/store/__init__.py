"""Where matches are kept. The log of a match is the truth, and what was acknowledged is in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tablewright.table.charter import Charter, LogEntry
from tablewright.web.metrics import Histogram

#: How far a match is.
WAITING, RUNNING, OVER = "waiting", "running", "over"


class Overtaken(Exception):
    """Somebody else has taken the match, or has gone on with it: an entry has a number that the log has already."""


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


@dataclass(frozen=True, slots=True)
class Lease:
    """Which worker has a match. Of two that believe they have it, the one with the higher epoch is right."""

    worker: str
    epoch: int
    #: Where other workers reach that one; empty where nobody does.
    address: str = ""


class MatchStore(ABC):
    """What the server needs of a store. Whatever was awaited is durable, also when the power fails the moment after;
    what raises ``StoreFailed`` may or may not be.
    """

    #: How long commits took, where that is measured.
    commits: Histogram | None = None

    @abstractmethod
    async def create(self, new: NewMatch) -> None:
        """Keep a new match."""

    @abstractmethod
    async def load(self, match: str) -> StoredMatch | None:
        """Return a match; ``None`` if there is none with this id."""

    @abstractmethod
    async def take(self, match: str, worker: str, dead: Collection[str] = ()) -> Lease | None:
        """Take a match for a worker, with a new epoch, unless another one has it that is registered and not dead.

        Returns the lease that stands now, which may be the other's; ``None`` if there is no such match.
        """

    @abstractmethod
    async def append(self, match: str, epoch: int, progress: Progress) -> None:
        """Go on with a match under a lease; raises ``Overtaken``, and then nothing is kept.

        The lease need not stand for what is right: the numbers of entries are given once, and a seat has one token.
        It only lets a worker that has lost it find out.
        """

    @abstractmethod
    async def lost(self, worker: str, matches: Collection[str]) -> list[str]:
        """Return which of these matches another worker has taken."""

    def on_lost(self, worker: str, told: Callable[[list[str]], None]) -> None:  # noqa: B027, a store may have none
        """Call somebody, from another thread, as soon as matches of this worker were taken by another one.

        It is only a wake-up: it may come late, twice or not at all. Who relies on it asks ``lost`` now and then.
        """

    @abstractmethod
    async def beat(self, worker: str, address: str) -> dict[str, int]:
        """Register a worker, or show that it lives; returns the beats of all registered workers so far.

        Beats are counted, not timed, so that nobody has to compare clocks: who does not go on is dead.
        """

    @abstractmethod
    async def retire(self, worker: str) -> None:
        """Take a worker off the register: whoever asks for one of its matches may take it."""

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
