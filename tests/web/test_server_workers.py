"""Several workers on one store: whoever comes to the wrong one notices nothing, and a match outlives its worker."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tablewright.web.running import listen
from tests.cli.support import run
from tests.support.process import run_console, wait_until

from .serving import BOT, PATIENCE, PERSON, Message, Player, Serving, served
from .test_server_stops import alive
from .test_server_stops import workers_of as children_of

BEA = {"kind": "person", "name": "Bea"}
FRIEND = {"kind": "friend"}
#: A name under which the workers are known, so that they count addresses as on the internet.
ORIGIN = "http://games.example"


@contextmanager
def two_workers(folder: Path, store: str) -> Iterator[tuple[Serving, Serving]]:
    """Serve one store by two workers with listeners of their own, as two machines do."""
    arguments = ["--peer", "127.0.0.1", "--store", store, "--origin", ORIGIN]
    with served(folder / "here", *arguments) as here, served(folder / "there", *arguments) as there:
        yield here, there


class Pair:
    """Two workers on an SQLite file."""

    def __init__(self, here: Serving, there: Serving, store: Path) -> None:
        self.here, self.there = here, there
        self._store = store

    def come_from(self, address: str) -> None:
        """Let what is asked by HTTP come from an address, as a proxy would say it."""
        for one in (self.here, self.there):
            one.http.headers["x-forwarded-for"] = address

    def make(self, *seats: Message, game: str = "ooperations") -> Message:
        """Make a table that the first of them has."""
        made = self.here.make(game, *seats)
        self.here.get(f"matches/{made['id']}")
        return made

    def lease(self, match: str) -> tuple[str, int]:
        """Return who has a match, and how often it was taken."""
        with closing(sqlite3.connect(self._store)) as store:
            worker, epoch = store.execute("select worker, epoch from matches where id = ?", (match,)).fetchone()
            return worker, epoch

    def steal(self, match: str) -> None:
        """Take a match as a worker does that nobody knows."""
        with closing(sqlite3.connect(self._store, isolation_level=None)) as store:
            store.execute("update matches set worker = 'nobody', epoch = epoch + 1 where id = ?", (match,))


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("workers")
    with two_workers(folder, f"sqlite:///{folder / 'matches.db'}") as (here, there):
        yield Pair(here, there, folder / "matches.db")


@pytest.fixture(autouse=True)
def somewhere(request: pytest.FixtureRequest) -> None:
    """Let every story come from an address of its own, so that none uses up what another is allowed."""
    if "workers" in request.fixturenames:
        number = sum(request.node.name.encode())
        request.getfixturevalue("workers").come_from(f"10.0.{number // 256}.{number % 256}")


def play(player: Player) -> int:
    """Let somebody do the first thing that is possible until the match is over; returns how often."""
    done = 0
    while "over" not in player.wait_for_turn():
        assert player.act(player.choices()[0])["t"] == "ack"
        done += 1
    return done


def test_two_seats_at_two_workers_play_a_match_to_its_end(workers: Pair, tmp_path: Path) -> None:
    made = workers.make(PERSON, BEA)
    tokens = [seat["token"] for seat in made["seats"]]
    held = workers.lease(made["id"])
    watcher = workers.there.sit(made["id"])
    people = [workers.here.sit(made["id"], tokens[0]), workers.there.sit(made["id"], tokens[1])]
    with ThreadPoolExecutor(2) as both:
        done = list(both.map(play, people))
    assert min(done) > 5, done
    watcher.until("request", lambda request: request.get("over", False))
    for viewer in (watcher, *people):
        numbers = [message["seq"] for message in viewer.heard if message["t"] == "ev"]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert watcher.seq == people[0].seq == people[1].seq
    assert workers.lease(made["id"]) == held, "one worker served all of them"
    record, same = (one.http.get(f"/api/v1/matches/{made['id']}/record").text for one in (workers.there, workers.here))
    assert record == same
    (tmp_path / "match.record").write_text(record)
    verified = run("verify", str(tmp_path / "match.record"))
    assert verified.returncode == 0, verified.stderr
    replays = [one.get(f"matches/{made['id']}/replay") for one in (workers.there, workers.here)]
    assert replays[0] == replays[1]
    assert replays[0]["actions"] == sum(done)
    again = workers.there.make("ooperations", PERSON, BEA, **{"from": {"match": made["id"], "number": 3}})
    assert again["id"] != made["id"]


def test_what_is_asked_of_the_wrong_worker_is_answered_as_by_the_right_one(workers: Pair) -> None:
    made = workers.make(PERSON, FRIEND)
    path = f"/api/v1/matches/{made['id']}"
    right, wrong = (one.http.get(path) for one in (workers.here, workers.there))
    assert wrong.json() == right.json()
    assert set(right.headers) == set(wrong.headers)
    assert len(wrong.headers.get_list("content-security-policy")) == 1
    for one in (workers.here, workers.there):
        early = one.http.get(f"{path}/record")
        assert (early.status_code, early.json()["code"]) == (409, "NOT_YET")
        assert one.http.post(f"{path}/join", content=b"{").status_code == 422
        assert one.http.post(f"{path}/join", json={}, headers={"origin": "http://evil.example"}).status_code == 403
        assert one.http.get(path, headers={"host": "evil.example"}).status_code == 421
    invite = made["seats"][1]["invite"]
    joined = workers.there.http.post(f"{path}/join", json={"name": "Bea", "invite": invite})
    assert joined.json()["seat"] == 1
    again = workers.here.http.post(f"{path}/join", json={"name": "Cid", "invite": invite})
    assert again.json()["code"] == "INVITE"
    bea = workers.there.sit(made["id"], joined.json()["token"])
    assert [seat["name"] for seat in bea.until("welcome")["seats"]] == ["Ann", "Bea"]
    for one in (workers.here, workers.there):
        assert one.visit(made["id"], origin="http://evil.example").farewell()["code"] == 4003
        assert one.sit(made["id"], "wrong").farewell()["code"] == 4001
        assert one.sit("nomatchhere2").farewell()["code"] == 4004
        assert one.http.get("/api/v1/matches/nomatchhere2").status_code == 404
        ann = one.visit(made["id"])
        ann.socket.send(b"\x00")
        assert ann.until("nack")["code"] == "MALFORMED"
        ann.socket.send("p")
        assert ann.hear() == {"t": "0"}
        ann.socket.send("x" * 9000)
        assert ann.closed() == 1009


def test_open_tables_are_listed_whoever_has_them(workers: Pair) -> None:
    made = workers.make(PERSON, {"kind": "open"})
    ann = workers.here.sit(made["id"], made["seats"][0]["token"])
    ann.until("snap")
    right, wrong = (
        next(table for table in one.get("matches") if table["id"] == made["id"])
        for one in (workers.here, workers.there)
    )
    assert wrong == right
    assert [seat["here"] for seat in wrong["seats"]] == [True, False]


def test_a_free_match_that_both_are_asked_for_has_one_holder(workers: Pair) -> None:
    for _ in range(5):
        made = workers.here.make("marches", PERSON, BEA)
        start = threading.Barrier(2)

        def come(worker: Serving, seat: int, made: Message = made, start: threading.Barrier = start) -> Player:
            start.wait(PATIENCE)
            return worker.sit(made["id"], made["seats"][seat]["token"])

        with ThreadPoolExecutor(2) as both:
            ann, bea = both.map(come, (workers.here, workers.there), (0, 1))
        for _ in range(2):
            for one, other in ((ann, bea), (bea, ann)):
                one.wait_for_turn()
                seq = one.act("done")["seq"]
                other.until("ev", lambda event, seq=seq: event["seq"] == seq)
        assert workers.lease(made["id"])[1] == 1


def test_limits_count_once_wherever_somebody_comes_in(workers: Pair) -> None:
    made = workers.make(PERSON, FRIEND)
    path = f"/api/v1/matches/{made['id']}/join"
    answers = [
        (workers.here, workers.there)[number % 2].http.post(path, json={"name": "Cid", "invite": "wrong"}).status_code
        for number in range(32)
    ]
    assert answers == [409] * 30 + [429] * 2
    workers.come_from("10.9.9.9")
    assert workers.there.http.post(path, json={"name": "Cid", "invite": "wrong"}).status_code == 409


def test_who_loses_a_match_to_another_worker_lets_it_go(workers: Pair) -> None:
    made = workers.make(PERSON, BOT)
    viewers = [one.sit(made["id"], made["seats"][0]["token"]) for one in (workers.here, workers.there)]
    assert viewers[0].farewell()["code"] == 4009
    viewers[1].wait_for_turn()
    workers.steal(made["id"])
    assert viewers[1].farewell()["code"] == 1012, "without anybody doing anything"
    back = workers.there.sit(made["id"], made["seats"][0]["token"])
    back.wait_for_turn()
    assert back.act(back.choices()[0])["t"] == "ack"


def test_a_match_goes_on_in_the_middle_of_a_turn_when_its_worker_goes(database: str, tmp_path: Path) -> None:
    with two_workers(tmp_path, database) as (here, there):
        made = here.make("marches", PERSON, BOT)
        token = made["seats"][0]["token"]
        done = 0
        for holder, other, go in ((here, there, here.stop), (there, here, there.kill)):
            if other.process.poll() is not None:
                other.start()
            holder.get(f"matches/{made['id']}")
            ann, watcher = other.sit(made["id"], token), other.sit(made["id"])
            ann.wait_for_turn()
            assert ann.act("done")["t"] == "ack"
            done += 1
            ann.wait_for_turn()
            unsure = ann.acts + 1
            ann.send(t="act", id=unsure, request=ann.request["id"], action="done")
            go()
            assert watcher.closed() == 1012
            assert ann.closed() == 1012
            told = any(message["t"] == "ack" and message["id"] == unsure for message in ann.heard)
            back = other.sit(made["id"], token)
            acts = back.hear()["acts"]
            assert acts == unsure or (acts == unsure - 1 and not told), "what was acknowledged is there"
            done += acts - unsure + 1
            back.wait_for_turn()  # which means that the bot has thought, perhaps once more
        assert back.act("done")["t"] == "ack"
        back.send(t="offer", kind="resign")
        back.until("snap", lambda snap: snap["outcome"] is not None)
        seats = [step["seat"] for step in here.get(f"matches/{made['id']}/replay")["steps"]]
        assert seats.count(0) == done + 1, "nothing is lost, and nothing was done twice"


def crew_of(server: Serving) -> set[int]:
    """Return the workers of a server: processes that have started some in which bots think."""
    return {pid for pid in children_of(server.process.pid) if alive(pid) and children_of(pid)}


def test_workers_that_die_are_replaced_and_none_outlives_its_parent(data: Path) -> None:
    with served(data, "--workers", "2") as server:
        made = server.make("ooperations", PERSON, BOT)
        crew = crew_of(server)
        assert len(crew) == 2
        server.sit(made["id"], made["seats"][0]["token"]).wait_for_turn()
        gone = min(crew)
        os.kill(gone, signal.SIGKILL)
        wait_until(lambda: not alive(gone) and len(crew_of(server)) == 2)
        ann = server.sit(made["id"], made["seats"][0]["token"])
        ann.wait_for_turn()
        assert ann.act(ann.choices()[0])["t"] == "ack"
        assert "a worker has ended with status -9" in server.errors()
        family = {*crew_of(server), *(child for pid in crew_of(server) for child in children_of(pid))}
        assert len(family) >= 4
        server.kill()
        wait_until(lambda: not any(alive(pid) for pid in family))
        server.start()
        assert server.get(f"matches/{made['id']}")["status"] == "running"
        crew = crew_of(server)
        os.killpg(server.process.pid, signal.SIGINT)  # as Ctrl-C does, which reaches all of them
        assert server.process.wait(PATIENCE) == 0
        assert not any(alive(pid) for pid in crew)


def test_workers_that_cannot_begin_are_said_in_a_sentence(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        peer = f"127.0.0.1:{taken.getsockname()[1]}"
        arguments = ["serve", "--port", "0", "--workers", "2", "--peer", peer, "--store", "sqlite:///matches.db"]
        ran = run_console("tablewright", arguments, b"", tmp_path)
    assert ran.returncode == 1
    assert b"A worker cannot begin: Address already in use." in ran.stderr
    assert b"Traceback" not in ran.stderr
    assert ran.stdout == b""
