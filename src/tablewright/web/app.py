"""The application: the HTTP interface under /api/v1, the socket of every match, and the pages."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Scope

import tablewright
from tablewright.core.outside import plain
from tablewright.core.registry import find_game
from tablewright.table.offers import Refusal
from tablewright.table.session import NotYet
from tablewright.web.desk import Desk, shown_table
from tablewright.web.games import all_facts, board_of
from tablewright.web.guard import METRICS, Addresses, Guard, from_here
from tablewright.web.hosting import Hosting
from tablewright.web.limits import JOINS, LOOKS, PLAYER_FRAMES, TABLES, Limiter, Rate, whose
from tablewright.web.live import LOG, GivenUp, NoMatch
from tablewright.web.making import CannotMake
from tablewright.web.metrics import TEXT
from tablewright.web.models import (
    ErrorFacts,
    GameFacts,
    HealthFacts,
    JoinedSeat,
    JoinWish,
    MadeMatch,
    MatchWish,
    PuzzleFacts,
)
from tablewright.web.pages import Pages
from tablewright.web.peers import Peers
from tablewright.web.relay import PeerClient, Relay
from tablewright.web.socket import SocketDoor
from tablewright.web.store import MatchStore, StoreFailed
from tablewright.web.thinking import ThoughtPool
from tablewright.web.workshop.routes import Workshop, make_workshop_router
from tablewright.web.workshop.space import WorkshopRefusal
from tablewright.web.workshop.spaces import Spaces

API = "/api/v1"
#: So many positions are sent at once.
MOST_POSITIONS = 100
#: A store that does not answer within so many seconds is not well.
HEALTH_SECONDS = 5.0
#: What has ended does not change, but a newer version may describe it better.
FOR_AN_HOUR = "private, max-age=3600"

#: How an answer that is text is described, beside refusals that are JSON.
TEXT_ANSWER: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """What the host of a server decides."""

    #: Does it listen on this machine only?
    local: bool = True
    #: Addresses under which it is known besides the one it listens on.
    origins: tuple[str, ...] = ()
    hints: bool = True
    watchers: bool = True
    #: How many workers share this machine, and where other workers reach this one; "" if there are none.
    workers: int = 1
    peer: str = ""
    #: Whose spaces the workshop has; none without one.
    spaces: Spaces | None = None
    #: How many messages a player may send; a benchmark sends more than anybody.
    frames: Rate = PLAYER_FRAMES


class WebServer:
    """A server: the application, and the way to stop it politely."""

    def __init__(self, store: MatchStore, options: ServerOptions) -> None:
        self._store = store
        self._thinking = ThoughtPool(None if options.workers == 1 else max(1, (os.cpu_count() or 2) // options.workers))
        self._hosting = Hosting(store, self._thinking)
        self._peers = Peers(self._hosting, options.peer) if options.peer else None
        self._others = PeerClient(self._hosting)
        addresses = Addresses(options.local, options.origins)
        self._sockets = SocketDoor(self._hosting, addresses, options.hints, options.watchers, options.frames)
        self._private = addresses.private
        self._tables, self._joins, self._looks = Limiter(*TABLES), Limiter(*JOINS), Limiter(*LOOKS)
        self.desk = Desk(self._hosting, options.hints, options.watchers, self._others)
        self.workshop = None
        if options.spaces is not None:
            self.workshop = Workshop(
                options.spaces, self.desk, self.check_tables, private=self._private, workers=options.workers
            )
        self.pages = Pages(workshop=self.workshop is not None)
        app, metrics = self._make_app(), self._hosting.metrics
        #: For everybody, and for other workers: what they send is never passed on again.
        self.app: ASGIApp = Guard(Relay(app, self._hosting, self._others) if options.peer else app, addresses, metrics)
        self.peer_app: ASGIApp = Guard(app, addresses, metrics, for_peers=True)
        self._alone = not options.peer

    async def say_goodbye(self) -> None:
        """Leave the matches to other workers, and tell everybody that this one stops; they come back by themselves."""
        if self._peers is not None:
            await self._peers.leave()
        self._sockets.say_goodbye()

    def _make_app(self) -> FastAPI:
        app = FastAPI(
            title="Tablewright",
            version=tablewright.__version__,
            summary="Tables, seats and matches. What happens at a table goes through its socket: see docs/web.md.",
            openapi_url=f"{API}/openapi.json",
            docs_url=None,  # its pages come from other hosts
            redoc_url=None,
            lifespan=self._lifespan,
        )
        app.state.metrics = self._hosting.metrics
        app.include_router(make_router(self))
        if self.workshop is not None:
            app.state.workshop = self.workshop
            app.include_router(make_workshop_router(self.workshop))
        app.router.routes.append(WebSocketRoute(f"{API}/matches/{{match}}/socket", self._sockets.serve))
        app.router.routes.extend(self.pages.routes())
        for error in ANSWERED:
            app.add_exception_handler(error, _answer_error)
        app.add_exception_handler(Exception, _answer_mistake)
        return app

    @asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        if self._peers is not None:
            await self._peers.join()
        yield
        if self.workshop is not None:
            await self.workshop.close()
        await self._hosting.close()
        await self._others.close()
        self._thinking.close()
        await self._store.close()

    def _check_limit(self, limiter: Limiter, request: Request, what: str) -> None:
        """Raise a refusal if an address wants something too often; whoever sits at the machine itself may."""
        address = request.client.host if request.client is not None else ""
        if not self._private and (wait := limiter.take(whose(address), time.monotonic())):
            raise HttpRefusal(429, "LIMIT", f"{what}; try again in {wait} s.", wait)

    def metrics(self, scope: Scope) -> str:
        """Return what this worker has counted, as Prometheus reads it, to those who may know."""
        if not scope["for_peers"] and not from_here(scope):
            raise HTTPException(404)
        if not scope["for_peers"] and not self._alone:
            raise HttpRefusal(409, "WORKERS", "There are several workers: ask each for its own figures at its --peer.")
        hosting, thinking = self._hosting, self._thinking
        now = {
            "matches": len(hosting.live),
            "sockets": self._sockets.open,
            "viewers": sum(live.viewers for live in hosting.live),
            "thoughts_waiting": thinking.waiting,
            "thoughts_running": thinking.running,
            "thoughts_failed": thinking.failed,
        }
        return hosting.metrics.text(now, self._store.commits)

    def check_tables(self, request: Request) -> None:
        """Raise a refusal if too many tables were made from an address."""
        self._check_limit(self._tables, request, "Too many tables were made from this address")

    def check_joins(self, request: Request) -> None:
        """Raise a refusal if too many seats were taken from an address."""
        self._check_limit(self._joins, request, "Too many seats were taken from this address")

    def check_looks(self, request: Request) -> None:
        """Raise a refusal if an address looks at too many matches that have ended: each is played again for it."""
        self._check_limit(self._looks, request, "Too many matches were looked at from this address")


def make_router(server: WebServer) -> APIRouter:
    """Return what can be asked by HTTP."""
    desk = server.desk
    router = APIRouter(responses={"4XX": {"model": ErrorFacts}, 503: {"model": ErrorFacts}})
    games: list[GameFacts] = []

    @router.get("/healthz")
    async def healthz() -> HealthFacts:
        """Say that the server answers, and that its store lets it read and write."""
        store = desk.hosting.store
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await store.waiting(desk.hosting.now(), 1)
                await store.retire("nobody")  # which waits its turn among all that is written, and changes nothing
        except TimeoutError as error:
            raise StoreFailed(f"it took more than {HEALTH_SECONDS:.0f} seconds") from error
        return HealthFacts(status="ok")

    @router.get(METRICS, include_in_schema=False)
    async def metrics(request: Request) -> Response:
        """Give what was counted to whoever looks after the server; how busy it is, is nobody else's business."""
        return Response(server.metrics(request.scope), media_type=TEXT)

    @router.get(f"{API}/games")
    async def list_games() -> list[GameFacts]:
        """List the games, with what can be chosen for a table."""
        if not games:
            games.extend(await asyncio.to_thread(all_facts, server.pages))
        return games

    @router.get(f"{API}/games/{{key}}/help", response_class=Response, responses=TEXT_ANSWER)
    async def get_help(key: str) -> PlainTextResponse:
        """Give the rules of a game on one page, with [b] and [/b] around what is bold."""
        return PlainTextResponse(await desk.help(key))

    @router.get(f"{API}/puzzles")
    async def list_puzzles() -> list[PuzzleFacts]:
        """List the puzzles of the day, with what can be reached."""
        return await desk.puzzles()

    @router.get(f"{API}/matches")
    async def list_open_tables() -> list[Facts]:
        """List the tables at which anybody may sit down."""
        return await desk.open_tables()

    @router.post(f"{API}/matches", status_code=201, response_model_exclude_none=True)
    async def make_match(wish: MatchWish, request: Request) -> MadeMatch:
        """Make a table. The tokens in the answer are known nowhere else: whoever has one sits in that seat."""
        server.check_tables(request)
        return shown_table(await desk.make(wish))

    @router.post(f"{API}/matches/{{match}}/join")
    async def join_match(match: str, wish: JoinWish, request: Request) -> JoinedSeat:
        """Sit down: in the seat of an invitation, which can be used once, or in one that is open to anybody."""
        server.check_joins(request)
        return await desk.sit_down(match, wish)

    @router.get(f"{API}/matches/{{match}}")
    async def get_match(match: str) -> Facts:
        """Tell what everybody may know of a match."""
        facts = await desk.facts(match)
        board = board_of(find_game(facts["game"]))
        paths = None if board is None else server.pages.board(facts["game"], board)
        return facts | {"board": paths, "catalog": await desk.catalog(match)}

    @router.get(f"{API}/matches/{{match}}/record", response_class=Response, responses=TEXT_ANSWER)
    async def get_record(match: str, request: Request) -> PlainTextResponse:
        """Give the record of a match that has ended; `tablewright verify` checks it."""
        server.check_looks(request)
        name = {"Content-Disposition": f'inline; filename="{match}.record"'}
        return PlainTextResponse(await desk.record(match), headers=name)

    @router.get(f"{API}/matches/{{match}}/replay")
    async def get_replay(match: str, request: Request, response: Response) -> Facts:
        """Give a match that has ended step by step."""
        server.check_looks(request)
        response.headers["Cache-Control"] = FOR_AN_HOUR
        return await desk.replay(match)

    @router.get(f"{API}/matches/{{match}}/positions")
    async def get_positions(
        match: str,
        request: Request,
        response: Response,
        first: Annotated[int, Query(alias="from", ge=0, le=100_000)] = 0,
        last: Annotated[int, Query(alias="to", ge=0, le=100_000)] = 0,
    ) -> list[Facts]:
        """Give positions of a match that has ended, with all hands open; a hundred at most."""
        server.check_looks(request)
        response.headers["Cache-Control"] = FOR_AN_HOUR
        return await desk.positions(match, first, min(last, first + MOST_POSITIONS - 1))

    return router


class HttpRefusal(Exception):
    """Something cannot be had now; a stable code, a sentence, and perhaps the seconds to wait."""

    def __init__(self, status: int, code: str, text: str, wait: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.wait = wait


#: What is answered with a sentence.
ANSWERED = (
    CannotMake,
    NoMatch,
    NotYet,
    GivenUp,
    StoreFailed,
    Refusal,
    HttpRefusal,
    WorkshopRefusal,
    RequestValidationError,
    HTTPException,
)


async def _answer_error(request: Request, error: Exception) -> JSONResponse:
    """Say why something cannot be had."""
    wait, headers, more = None, None, {}
    if isinstance(error, WorkshopRefusal):
        status, code, text, more = error.status, error.code, str(error), error.more
        headers = {"Retry-After": str(more["wait"])} if "wait" in more else None
    elif isinstance(error, HttpRefusal):
        status, code, text, wait = error.status, error.code, str(error), error.wait
        headers = None if wait is None else {"Retry-After": str(wait)}
    elif isinstance(error, Refusal):
        status, code, text = 409, error.code, str(error)
    elif isinstance(error, NotYet):
        status, code, text = 409, "NOT_YET", str(error)
    elif isinstance(error, NoMatch):
        status, code, text = 404, "NO_MATCH", "There is no such match."
    elif isinstance(error, CannotMake):
        status, code, text = 422, "CANNOT_MAKE", str(error)
    elif isinstance(error, GivenUp):
        status, code, text = 503, "BROKEN", str(error)
    elif isinstance(error, StoreFailed):
        LOG.error("%s was not answered because the store failed: %s", request.url.path, error)
        status, code, text = 503, "BROKEN", "The server can neither store nor read anything just now; try again."
    elif isinstance(error, RequestValidationError):
        status, code, text = 422, "MALFORMED", _sentence(error)
    elif isinstance(error, HTTPException):
        status = error.status_code
        code, text = (
            ("MALFORMED", "The request is not JSON.") if status == 400 else ("NOT_FOUND", "There is no such thing.")
        )
        headers = dict(error.headers or {})
    request.app.state.metrics.refusals[code] += 1
    return _error(status, code, text, wait, headers, more)


async def _answer_mistake(request: Request, error: Exception) -> JSONResponse:
    """Say that something went wrong, and nothing else: what exactly stands in the log."""
    return _error(500, "BROKEN", "Something went wrong here; the server has noted it.")


def _error(
    status: int,
    code: str,
    text: str,
    wait: int | None = None,
    headers: dict[str, str] | None = None,
    more: Facts | None = None,
) -> JSONResponse:
    facts: Facts = {"code": code, "text": plain(text), **(more or {})}
    return JSONResponse(facts if wait is None else {**facts, "wait": wait}, status, headers)


def _sentence(error: RequestValidationError) -> str:
    """Return the first mistake of a request, without what it held: that may be a token."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    return f"{place}: {first['msg']}." if place else f"{first['msg']}."
