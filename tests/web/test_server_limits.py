"""Limits: who does too much is told how long to wait, and nobody else notices."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState

from tablewright.web import guard, link, running, socket
from tablewright.web.guard import Addresses, Guard
from tablewright.web.limits import MOST_BUCKETS, Bucket, Limiter, Rate, whose

from .serving import BOT, PATIENCE, PERSON, Serving, served

ORIGIN = "https://games.example"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server behind a proxy on the same machine, which says who asks."""
    with served(tmp_path_factory.mktemp("public") / "data", "--origin", ORIGIN) as serving:
        yield serving


def test_a_bucket_fills_up_evenly() -> None:
    bucket = Bucket(Rate(60, 10, 30), 0)
    assert [bucket.take(0) for _ in range(31)] == [0] * 30 + [1]
    assert bucket.take(0.2) == 0
    assert bucket.take(0.2) == 1
    assert [bucket.take(100) for _ in range(31)][-2:] == [0, 1]
    slow = Bucket(Rate(1, 60, 1), 0)
    assert [slow.take(0), slow.take(0), slow.take(30), slow.take(60)] == [0, 60, 30, 0]


def test_all_rates_of_a_limiter_have_to_allow_it() -> None:
    limiter = Limiter(Rate(10, 60, 10), Rate(12, 86_400, 12))
    assert [limiter.take("a", 0) for _ in range(10)] == [0] * 10
    assert limiter.take("a", 0) == 6
    assert limiter.take("b", 0) == 0
    assert [limiter.take("a", 1_000) > 3_600 for _ in range(3)][-1]


def test_a_limiter_forgets_who_has_not_come_for_long() -> None:
    limiter = Limiter(Rate(1, 1, 1))
    for who in range(MOST_BUCKETS + 10):
        assert limiter.take(who, float(who)) == 0
    assert limiter.take(MOST_BUCKETS + 9, float(MOST_BUCKETS + 9)) == 1


def test_a_limiter_remembers_who_came_just_now_however_many_there_are() -> None:
    limiter = Limiter(Rate(1, 60, 1))
    assert [limiter.take(who, who / 100) for who in range(1_000)] == [0] * 1_000
    assert min(limiter.take(who, 10) for who in range(1_000)) >= 50


def test_tables_per_address(public: Serving) -> None:
    wish = {"game": "maze", "seats": [PERSON]}
    for _ in range(10):
        answer = public.http.post("/api/v1/matches", json=wish, headers={"x-forwarded-for": "203.0.113.5"})
        assert answer.status_code == 201
    answer = public.http.post("/api/v1/matches", json=wish, headers={"x-forwarded-for": "203.0.113.5"})
    assert answer.status_code == 429
    refusal = answer.json()
    assert refusal["code"] == "LIMIT"
    assert 1 <= refusal["wait"] <= 6
    assert f"{refusal['wait']} s" in refusal["text"]
    assert answer.headers["retry-after"] == str(refusal["wait"])
    other = public.http.post("/api/v1/matches", json=wish, headers={"x-forwarded-for": "203.0.113.6"})
    assert other.status_code == 201


def test_who_sits_at_the_machine_itself_is_not_counted(server: Serving) -> None:
    for _ in range(12):
        server.make("maze", PERSON)


def test_too_many_frames_are_refused_and_then_the_socket_is_closed(server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT)
    token = made["seats"][0]["token"]
    ann = server.sit(made["id"], token)
    ann.wait_for_turn()
    for number in range(80):
        ann.send(t="act", id=number + 1, request=-1, action="done")
    refusal = ann.until("nack", lambda nack: nack["code"] == "LIMIT")
    assert refusal["wait"] >= 1
    assert refusal["id"] > 20
    assert f"{refusal['wait']} s" in refusal["text"]
    bye = ann.farewell()
    assert bye["code"] == 1008
    assert bye["wait"] >= 1
    again = server.sit(made["id"], token)
    again.until("snap")
    for _ in range(20):  # a limit of its own would let them pass, and three seconds on a busy machine do not
        again.send(t="look", seq=1)
    assert again.until("nack")["code"] == "LIMIT", "another socket has no other limit"


def test_who_watches_may_send_less(server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT)
    watcher = server.sit(made["id"])
    watcher.until("snap")
    for _ in range(25):
        watcher.send(t="look", seq=1)
    assert watcher.until("nack", lambda nack: nack["code"] == "LIMIT")["wait"] >= 1


def test_who_says_too_much_is_asked_to_wait(server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT)
    ann = server.sit(made["id"], made["seats"][0]["token"])
    ann.wait_for_turn()
    for number in range(6):
        ann.send(t="say", text=f"hello {number}")
    refusal = ann.until("nack")
    assert refusal["code"] == "LIMIT"
    assert 1 <= refusal["wait"] <= 2
    assert ann.act(ann.choices()[0])["t"] == "ack"


def test_who_asks_for_too_much_advice_is_asked_to_wait(public: Serving) -> None:
    made = public.make("maze", PERSON)
    ann = public.sit(made["id"], made["seats"][0]["token"])
    ann.wait_for_turn()
    for _ in range(11):
        ann.send(t="hint")
    refusal = ann.until("nack")
    assert refusal["code"] == "LIMIT"
    assert 1 <= refusal["wait"] <= 3


def test_who_has_half_of_all_addresses_is_one_person() -> None:
    assert whose("2001:db8:1:2:3:4:5:6") == whose("2001:db8:1:2::9") != whose("2001:db8:1:3::9")
    assert whose("203.0.113.5") != whose("203.0.113.6")
    assert whose("::ffff:203.0.113.5") != whose("::ffff:203.0.113.6")
    assert whose("") == ""


def test_nobody_has_all_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "MOST_SOCKETS", 3)

    async def story() -> list[int]:
        door = socket.SocketDoor(cast(Any, None), Addresses())
        waits = []
        for number in range(4):
            mine = link.Link()
            door._open[mine] = "somebody"
            door._open[link.Link()] = f"somebody {number}"
            waits.append(door.wait_for(mine))
        return waits

    assert asyncio.run(story()) == [0, 0, 0, socket.CROWDED_SECONDS]


def test_a_viewer_who_takes_nothing_costs_no_more_than_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "MOST_CHARACTERS", 1_000)

    async def story() -> list[str | int]:
        reading, lazy = link.Link(), link.Link()
        for _ in range(20):
            for one in (reading, lazy):
                one.send({"t": "snap", "log": "x" * 300})
                one.pong()
            await reading.next()
        assert reading.closing is None
        assert lazy.closing == link.SLOW
        return [await lazy.next() for _ in range(2)]

    bye, code = asyncio.run(story())
    assert "too slow" in str(bye)
    assert code == link.SLOW


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.05)

    async def story() -> list[Any]:
        sent: list[Any] = []

        async def receive() -> Any:
            if not sent and not started:
                started.append(1)
                return {"type": "http.request", "body": b"{", "more_body": True}
            return await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        started: list[int] = []
        scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"host", b"127.0.0.1")]}
        async with asyncio.timeout(PATIENCE):
            await Guard(cast(Any, None), Addresses())(scope, receive, send)
        return sent

    assert asyncio.run(story())[0]["status"] == 408


def test_a_connection_that_asks_for_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "ASK_SECONDS", 0.2)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.5)  # who waits for an answer is not sent away
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def story() -> tuple[bytes, bytes]:
        config = uvicorn.Config(app, http=running.BusyProtocol, lifespan="off", log_config=None)
        config.load()
        state = ServerState()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: running.BusyProtocol(config, state, {}), "127.0.0.1", 0)
        async with server, asyncio.timeout(PATIENCE):
            address = server.sockets[0].getsockname()
            lines = [await asyncio.open_connection(*address) for _ in range(2)]
            lines[1][1].write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            heard = [await reader.read() for reader, _ in lines]
            for _, writer in lines:
                writer.close()
        return heard[0], heard[1]

    silent, asking = asyncio.run(story())
    assert silent == b""
    assert asking.endswith(b"ok")
