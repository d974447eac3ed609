"""A match that somebody looks at: its session, and the one task that touches it.

The task takes what viewers want one after the other, and nothing is sent before what it tells of is stored. When nobody
looks and nothing will happen by itself, the match is put away again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tablewright.table.charter import OPEN, PERSON
from tablewright.table.offers import RematchPlan
from tablewright.table.session import Batch, Session
from tablewright.table.thoughts import Thought
from tablewright.web.link import CANNOT_STORE, NO_MATCH, REASONS, RESTART, Link
from tablewright.web.making import TableWish, make_table
from tablewright.web.store import OVER, RUNNING, WAITING, Lease, Overtaken, Progress, StoreFailed
from tablewright.web.thinking import CannotThink

if TYPE_CHECKING:
    from tablewright.web.hosting import Hosting

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


class HeldElsewhere(GivenUp):
    """Another worker has the match; whoever comes again is brought there."""

    def __init__(self, lease: Lease) -> None:
        super().__init__()
        self.lease = lease


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
        #: The hashes of tokens that somebody has asked for, by seat; once given, the token of a seat never changes.
        self.tokens: dict[int, bytes] = {}
        self._epoch = 0
        self._ahead = 0
        self._task = asyncio.create_task(self._run())

    @property
    def viewers(self) -> int:
        """How many look at it."""
        return len(self._links)

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

    @property
    def held(self) -> bool:
        """Has this worker taken the match already?"""
        return self._epoch > 0

    def give_up(self) -> None:
        """Stop because another worker has taken the match; everybody comes back by themselves, and to the right one."""

        def stop(session: Session, now: int) -> None:
            raise Overtaken

        self.tell(stop)

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
            self._give_up(jobs, GivenUp(CANNOT_STORE), RESTART)
        except Exception:
            # There is a mistake in a game or in us. What is stored is right: begin again.
            LOG.exception("match %s is put away because of a mistake", self.id)
            self._give_up(jobs, GivenUp(), RESTART)

    async def _load(self) -> Session:
        hosting = self._hosting
        lease = await hosting.take(self.id)
        if lease is None:
            raise NoMatch
        if lease.worker != hosting.worker:
            raise HeldElsewhere(lease)
        self._epoch = lease.epoch
        session, opened = await hosting.load(self.id)
        self._ahead = max(0, opened - hosting.now())
        return session

    def _now(self) -> int:
        """Return the time at this table: the worker before may have had a clock that is ahead of ours."""
        return self._hosting.now() + self._ahead

    async def _next(self, session: Session) -> list[_Job]:
        """Return what is to be done next; nothing if the match can be put away."""
        due = session.due
        busy = bool(self._links or self._thoughts)
        delay = None if busy else KEPT
        if due is not None:
            delay = max(SOONEST, (due - self._now()) / 1000)
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
            now = self._now()
            try:
                slow = job.slow or session.story.seq > LONG
                answer = await self._hosting.aside(job.wish, session, now) if slow else job.wish(session, now)
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
            if batch.entries or tokens or batch.refused:
                await self._hosting.store.append(self.id, self._epoch, _progress(session, batch, tokens))
                tokens = {}
            self._hosting.metrics.note((entry.kind for entry in batch.entries), (part for _, part in batch.messages))
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
        session.rematched(table.new.charter.id, plan.before, self._now())

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
