"""The matches that somebody looks at just now, each with its session and the one task that touches it.

A match is loaded when it is asked for. Its task takes what viewers want one after the other, and nothing is sent before
what it tells of is stored. When nobody looks and nothing will happen by itself, the match is put away again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from tablewright.core.record import BadRecord
from tablewright.core.state import Refused
from tablewright.table.charter import OPEN, PERSON
from tablewright.table.offers import RematchPlan
from tablewright.table.session import Batch, Session
from tablewright.table.thoughts import Thought
from tablewright.web.link import BROKEN, NO_MATCH, REASONS, RESTART, Link
from tablewright.web.making import TableWish, make_table
from tablewright.web.store import OVER, RUNNING, WAITING, MatchStore, Overtaken, Progress, StoreFailed
from tablewright.web.thinking import CannotThink, ThoughtPool

#: Seconds that a match stays loaded after the last viewer has gone: most come back after a reload.
KEPT = 20.0
#: Nothing that happens by itself has to happen sooner, in seconds.
SOONEST = 0.01
#: At most so many wishes are stored and answered together.
TOGETHER = 100
#: With so many entries in its log a match takes a while for everything, so that another thread does it.
LONG = 1_000

LOG = logging.getLogger("tablewright.web")

Answer = TypeVar("Answer")
Wish = Callable[[Session, int], Any]


class NoMatch(Exception):
    """There is no match with this id."""


class GivenUp(Exception):
    """A match was put away because something went wrong; it is loaded anew when asked for. A sentence says why."""

    def __init__(self, text: str = REASONS[RESTART], code: int = RESTART) -> None:
        super().__init__(text)
        #: What sockets are closed with: does it help to come again?
        self.code = code


@dataclass(frozen=True, slots=True)
class _Job:
    """Something to be done with a session, and who waits for what comes of it."""

    wish: Wish
    answer: asyncio.Future[Any] | None = None
    #: Seats that are taken by it, with the hashes of their tokens; it fills them in when it is done.
    tokens: Mapping[int, bytes] = field(default_factory=dict)
    #: Does it take so long that another thread should do it?
    slow: bool = False


class LiveMatch:
    """A match that somebody looks at."""

    def __init__(self, hosting: Hosting, match: str) -> None:
        self.id = match
        self._hosting = hosting
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._links: set[Link] = set()
        self._thoughts: set[asyncio.Task[None]] = set()
        self._task = asyncio.create_task(self._run())

    # --- what others ask of it

    def join(self, link: Link, seats: tuple[int, ...], since: int, nonce: str | None) -> None:
        """Let somebody look at the match, through the seats that they have tokens for."""
        self._links.add(link)
        self.tell(lambda session, now: session.join(link, seats, since, nonce, now))

    def leave(self, link: Link) -> None:
        """Let somebody go."""
        self._links.discard(link)
        self.tell(lambda session, now: session.leave(link, now))

    def tell(self, wish: Wish) -> None:
        """Have something done that nobody waits for."""
        self._jobs.put_nowait(_Job(wish))

    async def ask(
        self, wish: Callable[[Session, int], Answer], tokens: Mapping[int, bytes] | None = None, slow: bool = False
    ) -> Answer:
        """Return what comes of something, once it is stored; raises what it raises, and ``NoMatch``."""
        if self._task.done():
            raise GivenUp
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(_Job(wish, answer, {} if tokens is None else tokens, slow))
        return await answer

    async def close(self) -> None:
        """Stop, without waiting for anybody."""
        for task in (self._task, *self._thoughts):
            task.cancel()
        await asyncio.gather(self._task, *self._thoughts, return_exceptions=True)

    # --- its task

    async def _run(self) -> None:
        jobs: list[_Job] = []
        try:
            session = await self._load()
            await self._settle(session, [])
            while jobs := await self._next(session):
                await self._do(session, jobs)
            self._hosting.forget(self)  # nothing can come in between: no other task has run since
        except NoMatch as error:
            self._give_up(jobs, error, NO_MATCH)
        except GivenUp as error:
            self._give_up(jobs, error, error.code)
        except Overtaken:
            LOG.warning("match %s goes on elsewhere, and is loaded anew", self.id)
            self._give_up(jobs, GivenUp(), RESTART)
        except StoreFailed as error:
            LOG.error("match %s is put away because the store failed: %s", self.id, error)
            self._give_up(jobs, GivenUp(), RESTART)
        except Exception:
            # There is a mistake in a game or in us. What is stored is right: begin again.
            LOG.exception("match %s is put away because of a mistake", self.id)
            self._give_up(jobs, GivenUp(), RESTART)

    async def _load(self) -> Session:
        stored = await self._hosting.store.load(self.id)
        if stored is None:
            raise NoMatch
        now = self._hosting.now()
        try:
            # Playing a long match again takes a while, in which others want answers.
            return await asyncio.to_thread(
                Session, stored.charter, stored.secret, stored.entries, now, secrets.token_bytes
            )
        except (ValueError, BadRecord, Refused) as error:  # the game, or its rules, are not here any more
            LOG.warning("match %s cannot be opened: %s", self.id, error)
            raise GivenUp(f"This match cannot be opened: {error}.", BROKEN) from error
        except Exception as error:  # whatever rules may raise that are others than those it was played with
            LOG.warning("match %s cannot be opened: %s: %s", self.id, type(error).__name__, error)
            raise GivenUp("This match cannot be opened: its log does not fit what is installed.", BROKEN) from error

    async def _next(self, session: Session) -> list[_Job]:
        """Return what is to be done next; nothing if the match can be put away."""
        due = session.due
        busy = bool(self._links or self._thoughts)
        delay = None if busy else KEPT
        if due is not None:
            delay = max(SOONEST, (due - self._hosting.now()) / 1000)
        try:
            async with asyncio.timeout(delay):
                jobs = [await self._jobs.get()]
        except TimeoutError:
            jobs = [] if due is None else [_Job(Session.tick)]
        # Also after waiting in vain: something may have come in at the last moment.
        while len(jobs) < TOGETHER and not self._jobs.empty():
            jobs.append(self._jobs.get_nowait())
        return jobs

    async def _do(self, session: Session, jobs: list[_Job]) -> None:
        """Do some things, store them together, and then tell everybody."""
        answers: list[tuple[asyncio.Future[Any], Any]] = []
        for job in jobs:
            now = self._hosting.now()
            try:
                slow = job.slow or session.story.seq > LONG
                answer = await asyncio.to_thread(job.wish, session, now) if slow else job.wish(session, now)
                if job.answer is not None:
                    answers.append((job.answer, answer))
            except Exception as error:
                if job.answer is None:
                    raise
                if not job.answer.done():
                    job.answer.set_exception(error)
        await self._settle(session, jobs)
        for future, answer in answers:
            if not future.done():  # who asked has gone meanwhile
                future.set_result(answer)

    async def _settle(self, session: Session, jobs: list[_Job]) -> None:
        """Store what has happened, then send what is to be told of it, until nothing is left."""
        tokens = {seat: token for job in jobs for seat, token in job.tokens.items()}
        while batch := session.drain():
            if batch.entries or tokens:
                await self._hosting.store.append(self.id, _progress(session, batch, tokens))
                tokens = {}
            for viewer, message in batch.messages:
                cast(Link, viewer).send(message)
            for viewer, code in batch.closes:
                cast(Link, viewer).close(code)
                self._links.discard(cast(Link, viewer))
            for thought in batch.thoughts:
                task = asyncio.create_task(self._think(thought))
                self._thoughts.add(task)
                task.add_done_callback(self._thoughts.discard)
            if batch.rematch is not None:
                await self._make_rematch(session, batch.rematch)

    async def _make_rematch(self, session: Session, plan: RematchPlan) -> None:
        hosting = self._hosting
        hashes = await hosting.store.tokens(self.id)
        held = {seat: hashes[old] for seat, old in enumerate(plan.before) if plan.seats[seat].kind == PERSON}
        table = make_table(TableWish.again(plan), hosting.now(), held)
        await hosting.store.create(table.new)
        session.rematched(table.new.charter.id, plan.before, hosting.now())

    async def _think(self, thought: Thought) -> None:
        try:
            line, why = await self._hosting.thinking.do(Thought.think, thought)
        except CannotThink as error:
            LOG.warning("match %s: the bot %s gave no answer: %s", self.id, thought.bot, error)
            self.tell(lambda session, now: session.thought_failed(thought, now))
        else:
            self.tell(lambda session, now: session.thought(thought, line, why, now))

    def _give_up(self, jobs: list[_Job], error: Exception, code: int) -> None:
        self._hosting.forget(self)
        for task in self._thoughts:
            task.cancel()
        while not self._jobs.empty():
            jobs.append(self._jobs.get_nowait())
        for job in jobs:
            if job.answer is not None and not job.answer.done():
                job.answer.set_exception(error)
        for link in self._links:
            link.bye(code, str(error))


def _progress(session: Session, batch: Batch, tokens: Mapping[int, bytes]) -> Progress:
    status = OVER if session.over else RUNNING if session.started else WAITING
    free = 0
    if status == WAITING:
        free = sum(1 for chair in session.story.chairs if chair.kind == OPEN and not chair.name)
    return Progress(batch.entries, status, free, tokens)


class Hosting:
    """All matches of this server that somebody looks at."""

    def __init__(self, store: MatchStore, thinking: ThoughtPool) -> None:
        self.store = store
        self.thinking = thinking
        self._live: dict[str, LiveMatch] = {}
        self._began = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """Return the time in milliseconds; it neither goes back nor jumps, even if somebody sets the clock."""
        return (self._began + time.monotonic_ns()) // 1_000_000

    def match(self, match: str) -> LiveMatch:
        """Return a match by its id; whether there is one shows when it is asked for something."""
        live = self._live.get(match)
        if live is None:
            live = self._live[match] = LiveMatch(self, match)
        return live

    def forget(self, live: LiveMatch) -> None:
        """Put a match away that nobody looks at."""
        if self._live.get(live.id) is live:
            del self._live[live.id]

    async def close(self) -> None:
        """Stop all matches; what was acknowledged is stored."""
        await asyncio.gather(*(live.close() for live in list(self._live.values())))
