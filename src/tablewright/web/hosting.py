"""The matches of this worker: taken from the store when somebody asks for them, and given up when another has them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from tablewright.core.record import BadRecord
from tablewright.core.state import Refused
from tablewright.table.session import Session
from tablewright.web.link import BROKEN
from tablewright.web.live import LOG, GivenUp, LiveMatch, NoMatch
from tablewright.web.metrics import Metrics
from tablewright.web.store import Lease, MatchStore
from tablewright.web.thinking import ThoughtPool


def steady_clock() -> Callable[[], int]:
    """Return a clock that tells the time in milliseconds; it neither goes back nor jumps, even if somebody sets the
    clock of the machine.
    """
    began = time.time_ns() - time.monotonic_ns()
    return lambda: (began + time.monotonic_ns()) // 1_000_000


class Hosting:
    """All matches of this server that somebody looks at; what comes from the world around can be handed in."""

    def __init__(
        self,
        store: MatchStore,
        thinking: ThoughtPool,
        *,
        clock: Callable[[], int] | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        aside: Callable[..., Awaitable[Any]] = asyncio.to_thread,
    ) -> None:
        self.store = store
        self.thinking = thinking
        self.metrics = Metrics()
        #: The time in milliseconds.
        self.now = clock or steady_clock()
        self.entropy = entropy
        #: Does work that takes a while, so that others get answers meanwhile.
        self.aside = aside
        #: What this process is called among all that share the store.
        self.worker = entropy(8).hex()
        #: Is there nobody to share matches with? Who is alone takes them all, whoever had them.
        self.alone = True
        #: Workers that do not answer any more, as far as is known here; their matches can be taken.
        self.dead: set[str] = set()
        #: Is this worker about to stop? Then it begins nothing.
        self.leaving = False
        self._live: dict[str, LiveMatch] = {}

    @property
    def live(self) -> Collection[LiveMatch]:
        """The matches that are loaded."""
        return self._live.values()

    def match(self, match: str) -> LiveMatch:
        """Return a match by its id; whether there is one shows when it is asked for something."""
        live = self._live.get(match)
        if live is None:
            live = self._live[match] = LiveMatch(self, match)
        return live

    async def take(self, match: str) -> Lease | None:
        """Take a match, unless another worker that lives has it: then its lease is returned; ``None`` without match."""
        if self.leaving:
            raise GivenUp
        lease = await self.store.take(match, self.worker, frozenset(self.dead))
        if self.alone and lease is not None and lease.worker != self.worker:
            lease = await self.store.take(match, self.worker, {lease.worker})
        return lease

    async def load(self, match: str) -> tuple[Session, int]:
        """Return a match as it is stored, and the time at which it goes on: a log never goes back in time.

        Raises ``NoMatch``, and ``GivenUp`` if the match cannot be opened.
        """
        stored = await self.store.load(match)
        if stored is None:
            raise NoMatch
        now = max([self.now(), *(entry.at for entry in stored.entries[-1:])])
        try:
            # Playing a long match again takes a while, in which others want answers.
            session: Session = await self.aside(
                Session, stored.charter, stored.secret, stored.entries, now, self.entropy
            )
        except (ValueError, BadRecord, Refused) as error:  # the game, or its rules, are not here any more
            LOG.warning("match %s cannot be opened: %s", match, error)
            raise GivenUp(f"This match cannot be opened: {error}.", BROKEN) from error
        except Exception as error:  # whatever rules may raise that are others than those it was played with
            LOG.warning("match %s cannot be opened: %s: %s", match, type(error).__name__, error)
            raise GivenUp("This match cannot be opened: its log does not fit what is installed.", BROKEN) from error
        return session, now

    async def give_up_lost(self) -> None:
        """Give up the matches that other workers have taken."""
        held = {live.id: live for live in self._live.values() if live.held}
        for match in await self.store.lost(self.worker, held.keys()) if held else ():
            held[match].give_up()

    def forget(self, live: LiveMatch) -> None:
        """Put a match away that nobody looks at."""
        if self._live.get(live.id) is live:
            del self._live[live.id]

    async def close(self) -> None:
        """Stop all matches; what was acknowledged is stored."""
        await asyncio.gather(*(live.close() for live in list(self._live.values())))
