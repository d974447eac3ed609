"""Servers that stop, are killed or restarted, and links that are slow, silent or dead."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.support.process import wait_until

from .serving import BOT, PATIENCE, PERSON, Message, Serving, served


def test_what_was_acknowledged_survives_a_kill(data: Path) -> None:
    with served(data) as server:
        made = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
        tokens = [seat["token"] for seat in made["seats"]]
        both = server.sit(made["id"], *tokens)
        for kills in range(1, 4):
            for _ in range(5):
                both.wait_for_turn()
                answer = both.act("done")
                assert answer["t"] == "ack"
            server.kill()  # the moment after the answer
            server.start()
            back = server.sit(made["id"], *tokens)
            welcome = back.hear()
            assert welcome["acts"] == 5 * kills
            assert welcome["seq"] >= answer["seq"]
            back.until("snap")
            last: Message = back.heard[-1]
            assert sum(line.get("seat") is not None and "kind" not in line for line in last["log"]) <= 5 * kills
            both = back


def test_a_bot_whose_turn_it_was_goes_on_after_a_restart(data: Path) -> None:
    with served(data) as server:
        made = server.make("ooperations", PERSON, BOT)
        token = made["seats"][0]["token"]
        ann = server.sit(made["id"], token)
        ann.wait_for_turn()
        ann.act("done")
        server.kill()
        server.start()
        server.sit(made["id"], token).wait_for_turn()


def test_a_stop_is_announced_and_leaves_nothing_behind(data: Path) -> None:
    with served(data) as server:
        made = server.make("ooperations", PERSON, BOT)
        ann, watcher = server.sit(made["id"], made["seats"][0]["token"]), server.sit(made["id"])
        silent = server.visit(made["id"])
        ann.wait_for_turn()
        watcher.until("snap")
        family = workers_of(server.process.pid)
        assert family
        server.process.send_signal(signal.SIGTERM)
        for person in (ann, watcher, silent):
            assert person.farewell()["code"] == 1012
        assert server.stop() == 0
        wait_until(lambda: not any(alive(pid) for pid in family))
        assert server.errors() == ""


def test_ctrl_c_stops_it_too(data: Path) -> None:
    with served(data) as server:
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        server.end()
        assert server.errors() == ""


def test_workers_end_with_a_server_that_was_killed(data: Path) -> None:
    with served(data) as server:
        server.get("games")
        family = workers_of(server.process.pid)
        server.kill()
        wait_until(lambda: not any(alive(pid) for pid in family))
        server.start()


def workers_of(parent: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for name in os.listdir("/proc"):
        with suppress(OSError, IndexError):
            if name.isdigit() and Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1] == str(parent):
                found.append(int(name))
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def lazy_watcher(server: Serving, match: str) -> socket.socket:
    """Return the line of somebody who watches and takes nothing in."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    request = (
        f"GET /api/v1/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    line.sendall(request.encode())
    assert line.recv(1) == b"H"
    hello = b'{"t":"hello","since":-1}'
    line.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return line


def test_a_slow_viewer_is_cut_off_and_the_table_goes_on(data: Path) -> None:
    with served(data) as server:
        watched = server.make("maze", BOT)
        server.sit(watched["id"]).until("request", lambda request: request.get("over", False))
        number = server.get(f"matches/{watched['id']}/replay")["actions"] - 2
        wish = {"seats": [PERSON], "from": {"match": watched["id"], "number": number}}  # its log is long
        made = server.http.post("/api/v1/matches", json=wish).json()
        token = made["seats"][0]["token"]
        ann = server.sit(made["id"], token)
        with lazy_watcher(server, made["id"]):
            ann.until("presence", lambda presence: presence["watchers"] == 1)
            for _ in range(12):  # everybody is sent the whole log again and again
                for kind in ("pause", "resume"):
                    ann.send(t="offer", kind=kind)
                    ann.until("snap", lambda snap, kind=kind: snap["paused"] is (kind == "pause"))
            for _ in range(400):
                ann = server.sit(made["id"], token)  # and told of everybody who comes and goes
                if ann.hear()["watchers"] == 0:
                    break
            assert ann.heard[0]["watchers"] == 0
        ann.wait_for_turn()
        assert ann.act(ann.choices()[0])["t"] == "ack"


def test_who_says_nothing_is_not_waited_for(server: Serving) -> None:
    made = server.make("maze", PERSON)
    began = time.monotonic()
    assert server.visit(made["id"]).farewell()["code"] == 4008
    assert 8 < time.monotonic() - began < 20


def test_no_secret_is_stored_in_the_open_or_logged(data: Path) -> None:
    with served(data) as server:
        made = server.make("ooperations", PERSON, {"kind": "friend"})
        token, invite = made["seats"][0]["token"], made["seats"][1]["invite"]
        server.sit(made["id"], token).hear()
        server.sit(made["id"], token[:-1] + "x").farewell()
        refused = server.http.post(f"/api/v1/matches/{made['id']}/join", json={"name": 7, "invite": invite})
        assert refused.status_code == 422
        assert invite not in refused.text
        assert server.stop() == 0
        said = server.errors()
        for word in (token, invite, token[:-1]):
            assert word not in said
        for path in data.iterdir():
            content = path.read_bytes()
            assert token.encode() not in content
            assert invite.encode() not in content
        with sqlite3.connect(data / "matches.db") as store:
            tables: list[Any] = store.execute("select name from sqlite_master where type = 'table'").fetchall()
            secret = store.execute("select secret from secrets").fetchone()[0]
            for (table,) in tables:
                if table != "secrets":
                    for row in store.execute(f"select * from {table}"):
                        assert secret not in row
                        assert secret.hex() not in str(row)
        store.close()
        server.start()


def test_two_servers_on_one_store_never_lose_an_action(data: Path) -> None:
    with served(data) as server, served(data / "other", "--store", f"sqlite:///{data / 'matches.db'}") as other:
        made = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
        tokens = [seat["token"] for seat in made["seats"]]
        here = server.sit(made["id"], *tokens)
        here.wait_for_turn()
        assert here.act("done")["t"] == "ack"
        there = other.sit(made["id"], *tokens)
        there.wait_for_turn()
        assert there.act("done")["t"] == "ack"
        here.wait_for_turn()
        here.send(t="act", id=9, request=here.request["id"], action="done")  # from a position that is none any more
        assert here.farewell()["code"] == 1012
        assert not any(message.get("id") == 9 for message in here.heard if message["t"] == "ack")
        back = server.sit(made["id"], *tokens)
        assert back.hear()["acts"] == 2
        back.wait_for_turn()
        assert back.act("done")["t"] == "ack"


def test_a_match_of_other_rules_says_which_it_needs(data: Path) -> None:
    with served(data) as server:
        made, other = server.make("maze", PERSON), server.make("maze", PERSON)
        for one in (made, other):
            ann = server.sit(one["id"], one["seats"][0]["token"])
            ann.wait_for_turn()
            assert ann.act("flip")["t"] == "ack"
        server.stop()
        newer = "update matches set charter = replace(charter, '\"rules\":', '\"rules\":9') where id = ?"
        before = change_store(data, newer, made["id"])
        server.start()
        assert "rules 9" in server.sit(made["id"]).farewell()["text"]
        assert server.sit(made["id"], made["seats"][0]["token"]).farewell()["code"] == 1011
        answer = server.http.get(f"/api/v1/matches/{made['id']}")
        assert answer.status_code == 503
        assert "OOP1 Maze rules 9" in answer.json()["text"]
        ann = server.sit(other["id"], other["seats"][0]["token"])
        assert ann.hear()["acts"] == 1, "one of the same rules goes on"
        ann.wait_for_turn()
        assert ann.act(ann.choices()[0])["t"] == "ack"
        server.stop()
        older = "update matches set charter = replace(charter, '\"rules\":9', '\"rules\":') where id = ?"
        assert change_store(data, older, made["id"]) == before, "its log is as it was"
        server.start()
        ann = server.sit(made["id"], made["seats"][0]["token"])
        assert ann.hear()["acts"] == 1
        ann.wait_for_turn()
        assert ann.act(ann.choices()[0])["t"] == "ack", "and goes on where its rules are"


def change_store(data: Path, line: str, match: str) -> list[Any]:
    """Change something in the store, and return the log of a match."""
    with sqlite3.connect(data / "matches.db") as store:
        store.execute(line, (match,))
        log = store.execute("select * from entries where match = ? order by seq", (match,)).fetchall()
    store.close()
    return log


def test_a_log_that_does_not_fit_is_a_sentence_and_not_a_mistake(data: Path) -> None:
    with served(data) as server:
        played, strange, empty = (server.make("maze", PERSON) for _ in range(3))
        for made in (played, strange, empty):
            ann = server.sit(made["id"], made["seats"][0]["token"])
            ann.wait_for_turn()
            ann.act("flip")
        server.stop()
        with sqlite3.connect(data / "matches.db") as store:
            line = "update entries set body = ? where kind = 'act' and match = ?"
            store.execute(line, ('{"line":"move F up 9"}', played["id"]))
            store.execute("update entries set kind = 'dance' where kind = 'act' and match = ?", (strange["id"],))
            store.execute("update entries set body = '{}' where kind = 'act' and match = ?", (empty["id"],))
        store.close()
        server.start()
        for made in (played, strange, empty):
            bye = server.sit(made["id"]).farewell()
            assert bye["code"] == 1011
            assert "cannot be opened" in bye["text"]
            answer = server.http.get(f"/api/v1/matches/{made['id']}")
            assert answer.status_code == 503
            assert answer.json()["text"] == bye["text"]


def test_a_store_that_fails_is_said_and_costs_nothing_that_was_acknowledged(data: Path) -> None:
    with served(data) as server:
        made = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
        tokens = [seat["token"] for seat in made["seats"]]
        both = server.sit(made["id"], *tokens)
        both.wait_for_turn()
        assert both.act("done")["t"] == "ack"
        both.wait_for_turn()
        rename_tables(data, "", "_away")
        for answer in (
            server.http.get("/healthz"),
            server.http.post("/api/v1/matches", json={"game": "maze", "seats": [PERSON]}),
            server.http.get("/api/v1/matches"),
        ):
            assert answer.status_code == 503
            assert answer.json()["code"] == "BROKEN"
        both.send(t="act", id=2, request=both.request["id"], action="done")
        assert both.farewell()["code"] == 1012
        assert server.sit(made["id"], tokens[0]).farewell()["code"] == 1012
        rename_tables(data, "_away", "")
        back = server.sit(made["id"], *tokens)
        assert back.hear()["acts"] == 1
        back.wait_for_turn()
        assert back.act("done")["t"] == "ack"
        assert "the store failed: no such table" in server.errors()


def rename_tables(data: Path, before: str, after: str) -> None:
    with sqlite3.connect(data / "matches.db") as store:
        for table in ("matches", "entries", "tokens"):
            store.execute(f"alter table {table}{before} rename to {table}{after}")
    store.close()
