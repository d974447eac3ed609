"""The workshop by HTTP, below /api/v1/workshop. Whoever asks shows the key of a space."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from tablewright.core.registry import find_game
from tablewright.web.desk import Desk, shown_table
from tablewright.web.limits import Limiter, Rate, whose
from tablewright.web.making import MadeTable
from tablewright.web.models import ErrorFacts, MadeMatch, OptionsWish, SeatWish
from tablewright.web.workshop.models import (
    BenchWish,
    CardEdit,
    CardWish,
    DeckEdit,
    DeckWish,
    NewSpace,
    Nothing,
    OffersWish,
    PlayWish,
    PutWish,
    RestoreWish,
    SetText,
    StudyWish,
    TestWish,
    WishText,
)
from tablewright.web.workshop.space import WorkshopRefusal
from tablewright.web.workshop.spaces import OpenSpace, Spaces
from tablewright.web.workshop.studies import StudyDesk
from tablewright.web.workshop.working import Workbenches

BASE = "/api/v1/workshop"
#: Requests of a space that is not one's own folder, keys tried from an address, and spaces made from one.
REQUESTS = (Rate(900, 60, 200),)
TRIES = (Rate(60, 60, 60),)
NEW_SPACES = (Rate(5, 60, 5), Rate(40, 86_400, 40))
#: Studies that one server plays at a time, and how long one may take that is not one's own.
STUDIES_AT_ONCE = 2
STUDY_SECONDS = 900.0

ANSWER: dict[int | str, dict[str, Any]] = {200: {"content": {"application/json": {"schema": {}}}}}


class Workshop:
    """The workshop of a server: its spaces, the processes that work on them, and the studies."""

    def __init__(
        self, spaces: Spaces, desk: Desk, check_tables: Callable[[Request], None], *, private: bool, workers: int
    ) -> None:
        self.spaces = spaces
        #: Does it answer on this machine only? Then nobody is counted.
        self._private = private
        self.desk = desk
        self._check_tables = check_tables
        self.benches = Workbenches(workers)
        at_once = STUDIES_AT_ONCE if spaces.open else 1
        self.studies = StudyDesk(spaces.folder, at_once, STUDY_SECONDS if spaces.open else None)
        self._requests, self._tries, self._new = Limiter(*REQUESTS), Limiter(*TRIES), Limiter(*NEW_SPACES)

    async def close(self) -> None:
        """Stop what is under way."""
        await self.studies.close()
        self.benches.close()

    def open(self, request: Request, key: str) -> OpenSpace:
        """Return the space of whoever asks; raises a refusal."""
        space = self.spaces.find(key)
        if space is None:
            self._check(self._tries, _address(request), "Too many keys were tried from this address")
            raise WorkshopRefusal(401, "KEY", "This key opens no workshop here.")
        if not space.own:
            self._check(self._requests, space.folder, "This workshop is asked too often")
        return space

    def check_new(self, request: Request) -> None:
        """Raise a refusal if too many spaces were made from an address."""
        self._check(self._new, _address(request), "Too many workshops were made from this address")

    def _check(self, limiter: Limiter, who: str, what: str) -> None:
        if not self._private and (wait := limiter.take(who, time.monotonic())):
            raise WorkshopRefusal(429, "LIMIT", f"{what}; try again in {wait} s.", wait=wait)

    async def play(self, space: OpenSpace, wish: PlayWish, request: Request) -> MadeTable:
        """Make a table at which decks of a space meet; their cards go with it."""
        self._check_tables(request)
        theirs = wish.against
        if (theirs.bot is None) == (not theirs.friend):
            raise WorkshopRefusal(422, "CANNOT_MAKE", "It is played against a bot or against a friend.")
        written = await self.benches.ask(space, "setup_of", mine=wish.deck, theirs=theirs.deck)
        game = find_game("marches")
        setup = await asyncio.to_thread(game.read_setup, orjson.loads(written))
        other = SeatWish(kind="friend") if theirs.friend else SeatWish(kind="bot", bot=theirs.bot)
        return await self.desk.make_with(game, setup, [SeatWish(kind="person", name=wish.name), other], OptionsWish())


def _address(request: Request) -> str:
    return whose(request.client.host if request.client is not None else "")


def space_of(
    request: Request,
    credentials: Annotated[
        HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False, description="the key of a space"))
    ],
) -> OpenSpace:
    """Return the space of whoever asks; raises a refusal."""
    workshop: Workshop = request.app.state.workshop
    return workshop.open(request, "" if credentials is None else credentials.credentials)


Mine = Annotated[OpenSpace, Depends(space_of)]
Card = Annotated[int, Path(ge=-1_000_000, le=1_000_000)]
Word = Annotated[str, Path(max_length=100)]


def make_workshop_router(workshop: Workshop) -> APIRouter:
    """Return what can be asked of the workshop."""
    router = APIRouter(prefix=BASE, responses={"4XX": {"model": ErrorFacts}, 503: {"model": ErrorFacts}, **ANSWER})

    async def ask(space: OpenSpace, call: str, **arguments: Any) -> Response:
        return Response(await workshop.benches.ask(space, call, **arguments), media_type="application/json")

    @router.post("/spaces", status_code=201)
    async def make_space(request: Request, wish: Nothing | None = None) -> NewSpace:
        """Make a space for cards of one's own; where everybody may."""
        if workshop.spaces.open:
            workshop.check_new(request)
        return NewSpace(key=await asyncio.to_thread(workshop.spaces.make))

    @router.get("/")
    @router.get("", include_in_schema=False)
    async def get_overview(space: Mine) -> Response:
        """List cards, decks and wishes, and what ships with the game."""
        return await ask(space, "overview", title=space.title, own=space.own)

    @router.post("/cards")
    async def make_card(wish: CardWish, space: Mine) -> Response:
        """Begin a card; number, files and name are assigned."""
        if (wish.like is None) == (wish.kind is None):
            raise WorkshopRefusal(422, "MALFORMED", "A card is begun like another one, or of a kind.")
        return await ask(space, "make_card", like=wish.like, kind=wish.kind, name=wish.name)

    @router.get("/cards/{number}")
    async def get_card(number: Card, space: Mine) -> Response:
        """Give the sheet of a card."""
        return await ask(space, "open_card", number=number)

    @router.post("/cards/{number}/edit")
    async def edit_card(number: Card, wish: CardEdit, space: Mine) -> Response:
        """Change a card; 409 with the newest sheet if it was changed elsewhere meanwhile."""
        return await ask(space, "edit_card", number=number, base=wish.base, edit=wish.edit)

    @router.post("/cards/{number}/undo")
    async def undo_card(number: Card, space: Mine, wish: Nothing | None = None) -> Response:
        """Take the last change back, as often as there are any."""
        return await ask(space, "undo_card", number=number)

    @router.post("/cards/{number}/redo")
    async def redo_card(number: Card, space: Mine, wish: Nothing | None = None) -> Response:
        """Take an undo back."""
        return await ask(space, "undo_card", number=number, redo=True)

    @router.get("/cards/{number}/versions")
    async def get_versions(number: Card, space: Mine) -> Response:
        """List all versions of a card, the newest first, with what each changed."""
        return await ask(space, "list_versions", number=number)

    @router.post("/cards/{number}/restore")
    async def restore_card(number: Card, space: Mine, wish: RestoreWish | None = None) -> Response:
        """Make an old version the newest one, or bring a card back."""
        return await ask(space, "restore_card", number=number, version=None if wish is None else wish.version)

    @router.delete("/cards/{number}")
    async def remove_card(number: Card, space: Mine) -> Response:
        """Remove a card; it can be brought back."""
        return await ask(space, "remove_card", number=number)

    @router.post("/cards/{number}/offers")
    async def get_offers(number: Card, wish: OffersWish, space: Mine) -> Response:
        """List what can be chosen at a place, each with the edit that it makes."""
        return await ask(space, "offer_edits", number=number, at=wish.at, base=wish.base)

    @router.get("/cards/{number}/bench")
    async def get_bench(number: Card, space: Mine) -> Response:
        """Give the bench on which a card is tried."""
        return await ask(space, "use_bench", number=number)

    @router.post("/cards/{number}/bench")
    async def use_bench(number: Card, wish: BenchWish, space: Mine) -> Response:
        """Go on with a bench, change it, or begin a new one."""
        change = wish.change
        return await ask(space, "use_bench", number=number, bench=wish.bench, change=change, reset=wish.reset)

    @router.post("/cards/{number}/tests")
    async def keep_test(number: Card, wish: TestWish, space: Mine) -> Response:
        """Keep a bench as a test."""
        return await ask(space, "keep_test", number=number, bench=wish.bench, title=wish.title, keep=wish.keep)

    @router.delete("/tests/{name}")
    async def remove_test(name: Word, space: Mine) -> Response:
        """Remove a test."""
        return await ask(space, "remove_test", name=name)

    @router.get("/cards/{number}/probes")
    async def get_probes(number: Card, space: Mine) -> Response:
        """Try a card from both seats where cards tend to break."""
        return await ask(space, "probe_card", number=number)

    @router.post("/cards/{number}/study")
    async def begin_study(number: Card, wish: StudyWish, space: Mine) -> Response:
        """Ask whether a card is fair."""
        plan = await workshop.benches.ask(space, "plan_study", number=number, costs=wish.costs, bot=wish.bot)
        await workshop.studies.begin(space.folder, number, orjson.loads(plan))
        return await ask(space, "tell_study", number=number)

    @router.get("/cards/{number}/study")
    async def get_study(number: Card, space: Mine) -> Response:
        """Tell what is known so far."""
        return await ask(space, "tell_study", number=number)

    @router.delete("/cards/{number}/study")
    async def stop_study(number: Card, space: Mine) -> Response:
        """Stop a study; what is known is kept."""
        await workshop.studies.stop(space.folder, number)
        return await ask(space, "tell_study", number=number)

    @router.post("/cards/{number}/deck")
    async def put_into_deck(number: Card, wish: PutWish, space: Mine) -> Response:
        """Put a card into a ready deck that fits, legal at once."""
        return await ask(space, "put_into_deck", number=number, like=wish.like)

    @router.post("/cards/{number}/wish")
    async def keep_wish(number: Card, wish: WishText, space: Mine) -> Response:
        """Keep what a card cannot say."""
        return await ask(space, "keep_wish", number=number, text=wish.text)

    @router.post("/decks")
    async def make_deck(wish: DeckWish, space: Mine) -> Response:
        """Begin a deck like another one."""
        return await ask(space, "make_deck", like=wish.like, number=wish.with_)

    @router.get("/decks/{name}")
    async def get_deck(name: Word, space: Mine) -> Response:
        """Give a deck with its curve, its kinds, and what is against the rules."""
        return await ask(space, "open_deck", name=name)

    @router.post("/decks/{name}/edit")
    async def edit_deck(name: Word, wish: DeckEdit, space: Mine) -> Response:
        """Change a deck."""
        return await ask(space, "edit_deck", name=name, edit=wish.edit, base=wish.base)

    @router.post("/decks/{name}/undo")
    async def undo_deck(name: Word, space: Mine, wish: Nothing | None = None) -> Response:
        """Take the last change of a deck back."""
        return await ask(space, "undo_deck", name=name)

    @router.post("/decks/{name}/redo")
    async def redo_deck(name: Word, space: Mine, wish: Nothing | None = None) -> Response:
        """Take an undo back."""
        return await ask(space, "undo_deck", name=name, redo=True)

    @router.delete("/decks/{name}")
    async def remove_deck(name: Word, space: Mine) -> Response:
        """Remove a deck."""
        return await ask(space, "remove_deck", name=name)

    @router.post("/play", status_code=201, response_model_exclude_none=True)
    async def play(wish: PlayWish, space: Mine, request: Request) -> MadeMatch:
        """Make a table for a deck: against a bot, or for a friend who gets a link. The match carries its cards."""
        return shown_table(await workshop.play(space, wish, request))

    @router.get("/set")
    async def get_set(space: Mine, cards: Annotated[str, Query(max_length=10_000)] = "") -> Response:
        """Give cards with their decks and tests as one file."""
        text: str = orjson.loads(await workshop.benches.ask(space, "give_set", cards=cards))
        return Response(text, media_type="application/json")

    @router.post("/set/look")
    async def look_at_set(wish: SetText, space: Mine) -> Response:
        """Show what is in a set; nothing of it is taken or run."""
        return await ask(space, "look_at_set", text=wish.text)

    @router.post("/set/take")
    async def take_set(wish: SetText, space: Mine) -> Response:
        """Take a set into the space, under numbers and names that are free."""
        await ask(space, "take_set", text=wish.text)
        return await ask(space, "overview", title=space.title, own=space.own)

    @router.get("/reference")
    async def get_reference(space: Mine) -> Response:
        """Give the words of the language, from its declarations, with examples."""
        return await ask(space, "reference")

    return router
