"""Live matches without a socket: what happens when the disk is full, a bot fails, or nobody looks any more."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from sqlalchemy import create_engine, event
from starlette.applications import Starlette

from tablewright.core.registry import find_game
from tablewright.table.charter import BOT, PERSON, SeatPlan, TableOptions
from tablewright.web import desk, games, memory
from tablewright.web.boards import WebBoard
from tablewright.web.hosting import Hosting
from tablewright.web.link import Link
from tablewright.web.live import GivenUp
from tablewright.web.making import TableWish, make_table
from tablewright.web.pages import Pages
from tablewright.web.store.sql import SqlStore
from tablewright.web.store.writer import Writer
from tablewright.web.thinking import CannotThink, ThoughtPool

from .serving import PATIENCE


class Thoughtless:
    """Processes that are dead, all of them."""

    async def do(self, work: Any, *arguments: Any, limit: float = 0) -> Any:
        raise CannotThink("they are dead")


class Hosted:
    """A match of Ann and a bot, hosted in this process."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.hosting = Hosting(store, cast(ThoughtPool, Thoughtless()))
        game = find_game("ooperations")
        seats = (SeatPlan(PERSON, "Ann"), SeatPlan(BOT, bot="easy"))
        self.made = make_table(TableWish(game, game.setup(), {}, seats, TableOptions()), self.hosting.now())
        self.id = self.made.new.charter.id

    def sit(self) -> Link:
        link = Link()
        self.hosting.match(self.id).join(link, (0,), -1, None)
        return link

    def do(self, link: Link, number: int, request: int, line: str) -> None:
        act = {"t": "act", "id": number, "request": request, "action": line}
        self.hosting.match(self.id).tell(lambda session, now: session.receive(link, act, now))


async def hear(link: Link, kind: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            text = await link.next()
            message: dict[str, Any] = {"t": "closed", "code": text} if isinstance(text, int) else json.loads(text)
            if message["t"] == kind:
                return message


async def turn(link: Link) -> int:
    """Return the id of the request when it is Ann's turn."""
    while True:
        request = (await hear(link, "snap"))["request"]
        while "choices" not in request:
            request = await hear(link, "request")
        return int(request["id"])


def tell(folder: Path, story: Callable[[Hosted], Awaitable[None]]) -> None:
    async def run() -> None:
        hosted = Hosted(SqlStore(f"sqlite:///{folder / 'matches.db'}"))
        await hosted.store.create(hosted.made.new)
        try:
            await story(hosted)
        finally:
            await hosted.hosting.close()
            await hosted.store.close()

    asyncio.run(run())


@contextmanager
def full_disk(store: SqlStore) -> Iterator[None]:
    def fail(connection: object) -> None:
        raise OSError("no space left on device")

    event.listen(store._engine, "commit", fail)
    yield
    event.remove(store._engine, "commit", fail)


def test_what_cannot_be_stored_did_not_happen(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story(hosted: Hosted) -> None:
        ann = hosted.sit()
        request = await turn(ann)
        with full_disk(hosted.store):
            hosted.do(ann, 1, request, "done")
            bye = await hear(ann, "bye")
        assert bye["code"] == 1012
        assert "no space left" in caplog.text
        again = hosted.sit()
        welcome = await hear(again, "welcome")
        assert welcome["acts"] == 0, "nothing was acknowledged, nothing happened"
        hosted.do(again, 1, await turn(again), "done")
        assert (await hear(again, "ack"))["id"] == 1

    tell(tmp_path, story)


def test_a_mistake_in_a_session_costs_a_reconnect(tmp_path: Path) -> None:
    async def story(hosted: Hosted) -> None:
        ann = hosted.sit()
        await turn(ann)
        live = hosted.hosting.match(hosted.id)
        live.tell(lambda session, now: 1 // 0)
        asked = asyncio.create_task(live.ask(lambda session, now: session.facts()))
        assert (await hear(ann, "bye"))["code"] == 1012
        with pytest.raises(GivenUp):
            await asked
        with pytest.raises(GivenUp):
            await live.ask(lambda session, now: session.facts())
        with pytest.raises(ZeroDivisionError):
            await hosted.hosting.match(hosted.id).ask(lambda session, now: 1 // 0)
        await turn(hosted.sit())

    tell(tmp_path, story)


def test_a_bot_that_fails_does_not_stop_the_match(tmp_path: Path) -> None:
    async def story(hosted: Hosted) -> None:
        ann = hosted.sit()
        hosted.do(ann, 1, await turn(ann), "done")
        await hear(ann, "ack")
        request: dict[str, Any] = {}
        while "choices" not in request:
            request = await hear(ann, "request")

    tell(tmp_path, story)


def test_what_a_long_match_does_happens_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.web.live.LONG", 2)

    async def story(hosted: Hosted) -> None:
        ann = hosted.sit()
        hosted.do(ann, 1, await turn(ann), "done")
        await hear(ann, "ack")
        live = hosted.hosting.match(hosted.id)
        seq, thread = await live.ask(lambda session, now: (session.story.seq, threading.current_thread()))
        assert seq == 3
        assert thread is not threading.current_thread()

    tell(tmp_path, story)


def test_the_time_neither_jumps_nor_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Hosting(cast(Any, None), cast(Any, None))
    before = clock.now()
    monkeypatch.setattr(time, "time_ns", lambda: 10**18 * 9)
    assert before <= clock.now() < before + 60_000
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert before <= clock.now() < before + 60_000


def test_a_match_that_nobody_looks_at_is_put_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.web.live.KEPT", 0.05)

    async def story(hosted: Hosted) -> None:
        ann = hosted.sit()
        await turn(ann)
        first = hosted.hosting.match(hosted.id)
        await asyncio.sleep(0.3)
        assert hosted.hosting.match(hosted.id) is first
        first.leave(ann)
        async with asyncio.timeout(PATIENCE):
            while hosted.hosting.match(hosted.id) is first:
                await asyncio.sleep(0.1)
        await turn(hosted.sit())

    tell(tmp_path, story)


def test_a_match_without_anybody_to_judge_it_has_no_curve(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story(hosted: Hosted) -> None:
        ann = hosted.sit()
        await turn(ann)
        resign = {"t": "offer", "kind": "resign"}
        hosted.hosting.match(hosted.id).tell(lambda session, now: session.receive(ann, resign, now))
        await hear(ann, "snap")
        reception = desk.Desk(hosted.hosting)
        for _ in range(3):
            assert (await reception.replay(hosted.id))["curve"] is None
        assert caplog.text.count("has no curve") == 1, "it is not tried again and again"

    tell(tmp_path, story)


def test_the_memory_is_bounded_and_forgets_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "REMEMBERED", 2)
    asked: list[str] = []

    async def story() -> None:
        kept: memory.Memory[str] = memory.Memory()

        async def get(name: str, fails: bool = False) -> str:
            async def find() -> str:
                asked.append(name)
                if fails:
                    raise KeyError(name)
                return name.upper()

            return await kept.get(name, find)

        assert await asyncio.gather(get("a"), get("a")) == ["A", "A"]
        with pytest.raises(KeyError):
            await get("b", fails=True)
        assert [await get(name) for name in "bca"] == ["B", "C", "A"]

    asyncio.run(story())
    assert asked == ["a", "b", "b", "c", "a"]


def test_a_writer_finishes_what_it_was_given(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    added: list[str] = []

    async def give() -> list[int | None]:
        writer = Writer[str](engine, lambda connection, items: added.extend(items))
        futures: list[asyncio.Future[Any]] = []
        for number in range(10):
            futures += [writer.do(lambda connection, number=number: number), writer.add(f"item {number}")]
        await asyncio.to_thread(writer.close)
        return await asyncio.wait_for(asyncio.gather(*futures), PATIENCE)

    assert asyncio.run(give()) == [one for number in range(10) for one in (number, None)]
    assert added == [f"item {number}" for number in range(10)]
    engine.dispose()


def test_boards_of_other_authors_come_from_their_packages(tmp_path: Path) -> None:
    (tmp_path / "chess.js").write_text("export default {};")
    (tmp_path / "secret.py").write_text("no")
    pages = Pages()
    places = pages.board("chess", WebBoard("chess", lambda setup: None, tmp_path))
    assert places == {"script": "/boards/chess/chess.js", "style": "/boards/chess/chess.css"}

    async def ask(*paths: str) -> list[int]:
        app = Starlette(routes=[*pages.routes()])
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            return [(await client.get(path)).status_code for path in paths]

    wanted = ["/boards/chess/chess.js", "/boards/chess/chess.css", "/boards/chess/secret.py", "/boards/go/go.js"]
    assert asyncio.run(ask(*wanted)) == [200, 404, 404, 404]


def test_a_board_that_cannot_be_loaded_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(kind: str, game: object) -> Any:
        raise ImportError("its author forgot something")

    monkeypatch.setattr(games, "companion", broken)
    assert games.facts_of(find_game("maze"), Pages()).board is None


def test_a_link_carries_whatever_a_game_may_tell() -> None:
    """Also what a fast writer of JSON refuses: large numbers, halves of pairs, keys that are numbers."""
    told = [
        {"t": "ev", "told": ["grüße \u2028 \U0001f600 </script>"], "seen": [None, True, 1.5, -(2**63)]},
        {"t": "nack", "id": 10**29, "text": "\ud800"},
    ]

    async def story() -> None:
        link = Link()
        for message in [*told, {"t": "ev", "view": {1: "one"}}]:
            link.send(message)
        heard = [json.loads(str(await link.next())) for _ in range(3)]
        assert heard == [*told, {"t": "ev", "view": {"1": "one"}}]

    asyncio.run(story())
