"""The application: the HTTP interface under /api/v1, the socket of every match, and the pages."""

from __future__ import annotations

import asyncio
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
from starlette.types import ASGIApp

import tablewright
from tablewright.core.outside import plain
from tablewright.core.registry import find_game
from tablewright.table.offers import Refusal
from tablewright.table.session import NotYet
from tablewright.web.desk import Desk
from tablewright.web.games import all_facts, board_of
from tablewright.web.guard import Addresses, Guard
from tablewright.web.hosting import LOG, GivenUp, Hosting, NoMatch
from tablewright.web.limits import JOINS, LOOKS, TABLES, Limiter, whose
from tablewright.web.making import CannotMake
from tablewright.web.models import (
    ErrorFacts,
    GameFacts,
    HealthFacts,
    JoinedSeat,
    JoinWish,
    MadeMatch,
    MadeSeat,
    MatchWish,
)
from tablewright.web.pages import Pages
from tablewright.web.socket import SocketDoor
from tablewright.web.store import MatchStore, StoreFailed
from tablewright.web.thinking import ThoughtPool

API = "/api/v1"
#: So many positions are sent at once.
MOST_POSITIONS = 100
#: What has ended does not change, but a newer version may describe it better.
FOR_AN_HOUR = "private, max-age=3600"

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


class WebServer:
    """A server: the application, and the way to stop it politely."""

    def __init__(self, store: MatchStore, options: ServerOptions) -> None:
        self._store = store
        self._thinking = ThoughtPool()
        self._hosting = Hosting(store, self._thinking)
        addresses = Addresses(options.local, options.origins)
        self._sockets = SocketDoor(self._hosting, addresses, options.hints, options.watchers)
        self._private = addresses.private
        self._tables, self._joins, self._looks = Limiter(*TABLES), Limiter(*JOINS), Limiter(*LOOKS)
        self.desk = Desk(self._hosting, options.hints, options.watchers)
        self.pages = Pages()
        self.app: ASGIApp = Guard(self._make_app(), addresses)

    def say_goodbye(self) -> None:
        """Tell everybody that the server stops; they come back by themselves."""
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
        app.include_router(make_router(self))
        app.router.routes.append(WebSocketRoute(f"{API}/matches/{{match}}/socket", self._sockets.serve))
        app.router.routes.extend(self.pages.routes())
        for error in ANSWERED:
            app.add_exception_handler(error, _answer_error)
        app.add_exception_handler(Exception, _answer_mistake)
        return app

    @asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        yield
        await self._hosting.close()
        self._thinking.close()
        await self._store.close()

    def _check_limit(self, limiter: Limiter, request: Request, what: str) -> None:
        """Raise a refusal if an address wants something too often; whoever sits at the machine itself may."""
        address = request.client.host if request.client is not None else ""
        if not self._private and (wait := limiter.take(whose(address), time.monotonic())):
            raise HttpRefusal(429, "LIMIT", f"{what}; try again in {wait} s.", wait)

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
    router = APIRouter(responses={"4XX": {"model": ErrorFacts}})
    games: list[GameFacts] = []

    @router.get("/healthz")
    async def healthz() -> HealthFacts:
        """Say that the server and its store answer."""
        await desk.hosting.store.waiting(desk.hosting.now(), 1)
        return HealthFacts(status="ok")

    @router.get(f"{API}/games")
    async def list_games() -> list[GameFacts]:
        """List the games, with what can be chosen for a table."""
        if not games:
            games.extend(await asyncio.to_thread(all_facts, server.pages))
        return games

    @router.get(f"{API}/games/{{key}}/help", response_class=PlainTextResponse)
    async def get_help(key: str) -> PlainTextResponse:
        """Give the rules of a game on one page, with [b] and [/b] around what is bold."""
        return PlainTextResponse(await desk.help(key))

    @router.get(f"{API}/matches")
    async def list_open_tables() -> list[Facts]:
        """List the tables at which anybody may sit down."""
        return await desk.open_tables()

    @router.post(f"{API}/matches", status_code=201, response_model_exclude_none=True)
    async def make_match(wish: MatchWish, request: Request) -> MadeMatch:
        """Make a table. The tokens in the answer are known nowhere else: whoever has one sits in that seat."""
        server.check_tables(request)
        table = await desk.make(wish)
        charter = table.new.charter
        seats = [
            MadeSeat(
                seat=seat,
                kind=plan.kind,
                token=table.tokens.get(seat),
                invite=table.invites.get(seat),
                bot=plan.bot or None,
            )
            for seat, plan in enumerate(charter.seats)
        ]
        return MadeMatch(id=charter.id, commitment=charter.commitment, seats=seats, watch=f"/g/{charter.id}")

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

    @router.get(f"{API}/matches/{{match}}/record", response_class=PlainTextResponse)
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
    RequestValidationError,
    HTTPException,
)


async def _answer_error(request: Request, error: Exception) -> JSONResponse:
    """Say why something cannot be had."""
    wait, headers = None, None
    if isinstance(error, HttpRefusal):
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
    return _error(status, code, text, wait, headers)


async def _answer_mistake(request: Request, error: Exception) -> JSONResponse:
    """Say that something went wrong, and nothing else: what exactly stands in the log."""
    return _error(500, "BROKEN", "Something went wrong here; the server has noted it.")


def _error(
    status: int, code: str, text: str, wait: int | None = None, headers: dict[str, str] | None = None
) -> JSONResponse:
    facts = {"code": code, "text": plain(text)}
    return JSONResponse(facts if wait is None else {**facts, "wait": wait}, status, headers)


def _sentence(error: RequestValidationError) -> str:
    """Return the first mistake of a request, without what it held: that may be a token."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    return f"{place}: {first['msg']}." if place else f"{first['msg']}."
