"""What can be asked by HTTP, without the HTTP: making tables, sitting down, and looking at matches from outside."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from tablewright.core.game import Game
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.table.charter import BOT, OPEN, PERSON, SeatPlan, TableOptions
from tablewright.table.offers import Refusal
from tablewright.table.session import Session
from tablewright.table.wording import help_of
from tablewright.web.curve import curve_of
from tablewright.web.games import board_of
from tablewright.web.hosting import Hosting
from tablewright.web.live import LOG, HeldElsewhere, LiveMatch, NoMatch
from tablewright.web.making import (
    CannotMake,
    MadeTable,
    TableWish,
    branch_of,
    hash_of,
    is_id,
    make_table,
    new_token,
    opened_by,
)
from tablewright.web.memory import Memory
from tablewright.web.models import (
    JoinedSeat,
    JoinWish,
    MadeMatch,
    MadeSeat,
    MatchWish,
    OptionsWish,
    PuzzleFacts,
    SeatWish,
)
from tablewright.web.puzzles import Puzzles
from tablewright.web.relay import PeerClient
from tablewright.web.thinking import CannotThink

#: Open tables are listed for a day, and so many of them.
LISTED_FOR = 86_400_000
MOST_LISTED = 50
#: The judgement of a match may take so many seconds; without it the page shows no curve.
CURVE_SECONDS = 20.0
#: What another worker has said of an open table is listed for so many seconds.
FRESH = 2.0


class Desk:
    """Answers for a server; what its host does not allow, no table has."""

    def __init__(
        self, hosting: Hosting, hints: bool = True, watchers: bool = True, peers: PeerClient | None = None
    ) -> None:
        self.hosting = hosting
        self._peers = peers or PeerClient(hosting)
        #: What other workers said of their open tables, and when.
        self._listed: dict[str, tuple[float, dict[str, Any]]] = {}
        self._hints = hints
        self._watchers = watchers
        self._curves: Memory[list[list[float]] | None] = Memory()
        self._catalogs: Memory[Any] = Memory()
        self._puzzles = Puzzles(hosting)
        #: Who is about to sit down, by match and token.
        self._joining: dict[tuple[str, str], asyncio.Task[JoinedSeat]] = {}

    def live(self, match: str) -> LiveMatch:
        """Return a match; raises ``NoMatch`` if the id cannot be one."""
        if not is_id(match):
            raise NoMatch
        return self.hosting.match(match)

    # --- tables

    async def make(self, wish: MatchWish) -> MadeTable:
        """Make a table; raises ``CannotMake``, and what another match to play on from says against it."""
        table = make_table(await self._wish(wish), self.hosting.now())
        await self.hosting.store.create(table.new)
        return table

    async def make_with(self, game: Game, setup: Any, seats: Sequence[SeatWish], options: OptionsWish) -> MadeTable:
        """Make a table for a setup that nobody could name; it goes with the match. Raises ``CannotMake``."""
        plans = tuple(_plan(number, seat) for number, seat in enumerate(seats, 1))
        table = make_table(TableWish(game, setup, {}, plans, self._options(options)), self.hosting.now())
        await self.hosting.store.create(table.new)
        return table

    async def _wish(self, wish: MatchWish) -> TableWish:
        options = self._options(wish.options)
        seats = tuple(_plan(number, seat) for number, seat in enumerate(wish.seats, 1))
        if wish.branch is not None:
            record = await self._record(wish.branch.match)
            if wish.game not in (None, record.game.key):
                raise CannotMake(f"That match was one of {record.game.title}.")
            branch = await asyncio.to_thread(branch_of, wish.branch.match, record, wish.branch.number)
            return TableWish(record.game, record.setup, {}, seats, options, branch=branch)
        if wish.game is None:
            raise CannotMake("A table needs a game.")
        try:
            game = find_game(wish.game)
            if wish.day is not None:
                puzzle = await self._puzzles.of(game.key, wish.day)
                chosen = dict(puzzle.chosen)
                return TableWish(game, game.setup(**chosen), chosen, seats, options, puzzle.seed, day=wish.day)
            chosen = game.pick(dict(wish.setup))
            setup = game.setup(**chosen)
        except ValueError as error:
            text = str(error)
            raise CannotMake(f"{text[:1].upper()}{text[1:]}.") from error
        return TableWish(game, setup, chosen, seats, options, seed=wish.seed)

    def _options(self, wish: OptionsWish) -> TableOptions:
        clock = wish.clock
        if clock is not None and (clock.total is None) == (clock.turn is None):
            raise CannotMake("A clock has seconds for the whole match or for every turn.")
        return TableOptions(
            total=None if clock is None else clock.total,
            increment=0 if clock is None else clock.increment,
            turn=None if clock is None else clock.turn,
            watchers=wish.watchers and self._watchers,
            hints=wish.hints and self._hints,
            chat=wish.chat,
            absence=wish.absence,
        )

    async def sit_down(self, match: str, wish: JoinWish) -> JoinedSeat:
        """Give somebody the seat of an invitation, or one that anybody may take; raises ``Refusal``.

        Who asks again with a token of their own, because the answer was lost or did not come yet, gets the same seat.
        """
        token = wish.token or new_token()
        task = self._joining.get((match, token))
        if task is None:
            task = self._joining[match, token] = asyncio.ensure_future(self._sit_down(match, wish, token))
            task.add_done_callback(lambda _: self._joining.pop((match, token)))
        return await asyncio.shield(task)

    async def _sit_down(self, match: str, wish: JoinWish, token: str) -> JoinedSeat:
        await self.facts(match)  # is there such a match at all?
        if (held := opened_by(token, await self.hosting.store.tokens(match))) is not None:
            return JoinedSeat(seat=held, token=token)
        invited = None
        if wish.invite is not None:
            invited = opened_by(wish.invite, await self.hosting.store.invites(match))
            if invited is None:
                raise Refusal("INVITE", "This invitation was used already, or it is for another table.")
        tokens: dict[int, bytes] = {}

        def sit(session: Session, now: int) -> int:
            seat = invited if invited is not None else _free_seat(session)
            session.sit(seat, wish.name, now)
            tokens[seat] = hash_of(token)
            return seat

        return JoinedSeat(seat=await self.live(match).ask(sit, tokens), token=token)

    async def open_tables(self) -> list[dict[str, Any]]:
        """Return the tables at which anybody may sit down; those with somebody at them first."""
        ids = await self.hosting.store.waiting(self.hosting.now() - LISTED_FOR, MOST_LISTED)
        found = await asyncio.gather(*(self._look(match) for match in ids), return_exceptions=True)
        self._listed = {match: said for match, said in self._listed.items() if match in ids}
        tables = [facts for facts in found if isinstance(facts, dict)]
        return sorted(tables, key=lambda facts: not _somebody_here(facts))

    async def _look(self, match: str) -> dict[str, Any]:
        """Return the facts of a table, from whichever worker has it."""
        try:
            return await self.facts(match)
        except HeldElsewhere as elsewhere:
            now = asyncio.get_running_loop().time()
            said = self._listed.get(match)
            if said is None or said[0] + FRESH < now:
                answer = await self._peers.get(elsewhere.lease, f"/api/v1/matches/{match}")
                said = self._listed[match] = now, answer.json()
            return {name: fact for name, fact in said[1].items() if name not in ("board", "catalog")}

    async def _record(self, match: str) -> Record:
        """Return the record of a match, from whichever worker has it; raises ``NotYet`` before its end."""
        try:
            return await self.live(match).ask(lambda session, now: session.record())
        except HeldElsewhere:  # what has ended does not change any more
            session, _ = await self.hosting.load(match)
            return session.record()

    # --- looking

    async def puzzles(self) -> list[PuzzleFacts]:
        """Return the puzzles of today."""
        return await self._puzzles.today()

    async def help(self, key: str) -> str:
        """Return the rules of a game on one page; raises ``NoMatch`` if there is no such game."""
        try:
            game = find_game(key)
        except ValueError as error:
            raise NoMatch from error
        return await asyncio.to_thread(help_of, game)

    async def facts(self, match: str) -> dict[str, Any]:
        """Return what everybody may know of a match."""
        return await self.live(match).ask(lambda session, now: session.facts())

    async def record(self, match: str) -> str:
        """Return the record of a match; raises ``NotYet`` before its end."""
        return await self.live(match).ask(lambda session, now: str(session.record()), slow=True)

    async def replay(self, match: str) -> dict[str, Any]:
        """Return a match step by step with its curve; raises ``NotYet`` before its end."""
        replay = await self.live(match).ask(lambda session, now: session.replay(), slow=True)
        return replay | {"curve": await self._curve(match)}

    async def positions(self, match: str, first: int, last: int) -> list[dict[str, Any]]:
        """Return positions of a match with all hands open; raises ``NotYet`` before its end."""
        return await self.live(match).ask(lambda session, now: session.positions(first, last), slow=True)

    async def _curve(self, match: str) -> list[list[float]] | None:
        async def find() -> list[list[float]] | None:
            text = await self.record(match)
            try:
                return await self.hosting.thinking.do(curve_of, text, limit=CURVE_SECONDS)
            except (
                CannotThink
            ) as error:  # remembered too: nobody should be able to ask for the same work again and again
                LOG.warning("match %s has no curve: %s", match, error)
                return None

        return await self._curves.get(match, find)

    async def catalog(self, match: str) -> Any:
        """Return what the board of a match needs to know; ``None`` for a game without a board."""

        async def find() -> Any:
            game, setup = await self.live(match).ask(lambda session, now: (session.story.game, session.story.setup))
            board = board_of(game)
            return None if board is None else await asyncio.to_thread(board.catalog, setup)

        return await self._catalogs.get(match, find)


def shown_table(table: MadeTable) -> MadeMatch:
    """Return what whoever has made a table is told."""
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


def _plan(number: int, seat: SeatWish) -> SeatPlan:
    if seat.kind == BOT:
        return SeatPlan(BOT, bot=seat.bot or "normal")
    # Who comes later says their name when they sit down.
    return SeatPlan(seat.kind, (seat.name or f"Player {number}") if seat.kind == PERSON else "")


def _free_seat(session: Session) -> int:
    for seat, chair in enumerate(session.story.chairs):
        if chair.kind == OPEN and not chair.name:
            return seat
    raise Refusal("FULL", "There is no free seat at this table.")


def _somebody_here(facts: dict[str, Any]) -> bool:
    return any(seat["here"] for seat in facts["seats"] if not seat["bot"])
