"""What whoever runs a server can see of it: figures, health and the log."""

from __future__ import annotations

import logging
import random
import re
import socket
import sqlite3
import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import httpx
import pytest

from tablewright.web.logs import LogLine
from tablewright.web.metrics import Metrics

from .serving import BOT, PERSON, Serving, served

LINE = re.compile(r"(?P<name>[a-z_]+)(\{(?P<labels>[^}]*)\})? (?P<value>[0-9.e+-]+)")


def figures(server: Serving, url: str = "/metrics") -> dict[str, float]:
    """Return what the server has counted, read as strictly as the format is described."""
    answer = server.http.get(url)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found: dict[str, float] = {}
    kinds: dict[str, str] = {}
    for line in answer.text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            sample = LINE.fullmatch(line)
            assert sample, line
            family = re.sub("_(bucket|sum|count)$", "", sample["name"])
            assert sample["name"] in kinds or kinds.get(family) == "histogram", line
            assert line.rpartition(" ")[0] not in found
            found[line.rpartition(" ")[0].removeprefix("tablewright_")] = float(sample["value"])
    return found


def test_the_figures_follow_what_happens(data: Path) -> None:
    with served(data) as server:
        assert figures(server)["actions_total"] == 0
        made = server.make("ooperations", PERSON, BOT)
        ann, watcher = server.sit(made["id"], made["seats"][0]["token"]), server.sit(made["id"])
        watcher.until("snap")
        ann.wait_for_turn()
        silent = server.visit(made["id"])
        silent.socket.send("p")
        silent.hear()
        before = figures(server)
        assert [before[name] for name in ("matches", "viewers", "sockets")] == [1, 2, 3]
        for _ in range(3):
            ann.wait_for_turn()
            assert ann.act("done")["t"] == "ack"
        ann.wait_for_turn()
        ann.act("xyzzy")
        watcher.send(t="say", text="hello")
        watcher.until("nack")
        silent.send(t="dance")
        silent.until("nack")
        assert server.sit(made["id"], "x" * 43).farewell()["code"] == 4001
        assert server.http.get("/api/v1/matches/nothing").status_code == 404
        assert server.http.post("/api/v1/matches", json={}, headers={"origin": "https://x.example"}).status_code == 403
        after = figures(server)
        assert after["actions_total"] >= before["actions_total"] + 6, "three of Ann, and three of the bot at least"
        for code in ("UNKNOWN_COMMAND", "NOT_SEATED", "MALFORMED", "NO_MATCH", "ORIGIN"):
            assert after[f'refusals_total{{code="{code}"}}'] == 1
        assert after['closes_total{code="4001"}'] == 1
        assert after['answers_total{status="4xx"}'] == 2
        assert after["commit_seconds_count"] > before["commit_seconds_count"] > 0
        assert after['commit_seconds_bucket{le="+Inf"}'] == after["commit_seconds_count"]
        assert 0 < after["commit_seconds_sum"] < 60
        assert after["thoughts_failed"] == after["thoughts_waiting"] == after["commits_failed_total"] == 0
        text = server.http.get("/metrics").text
        for word in (made["id"], made["seats"][0]["token"], "Ann", "127.0.0.1"):
            assert word not in text


def test_nobody_elsewhere_sees_them(data: Path) -> None:
    with served(data, "--origin", "https://games.example") as server:
        assert server.http.get("/metrics").status_code == 200
        for headers in (
            {"x-forwarded-for": "203.0.113.5"},
            {"x-forwarded-for": "127.0.0.1"},
            {"host": "games.example"},
            {"host": "games.example", "x-forwarded-for": "203.0.113.5"},
        ):
            answer = server.http.get("/metrics", headers=headers)
            assert answer.status_code == 404
            assert "tablewright_" not in answer.text


def two_free_ports() -> int:
    """Return the first of two ports beside each other, from those that systems give to nobody who does not ask."""
    while True:
        port = random.randrange(20_000, 30_000)
        with suppress(OSError), ExitStack() as stack:
            for number in range(2):
                stack.enter_context(socket.create_server(("127.0.0.1", port + number)))
            return port


def test_each_of_several_workers_has_figures_of_its_own(data: Path) -> None:
    port = two_free_ports()
    with served(data, "--workers", "2", "--peer", f"127.0.0.1:{port}") as server:
        answer = server.http.get("/metrics")
        assert (answer.status_code, answer.json()["code"]) == (409, "WORKERS")
        made = server.make("maze", PERSON)
        ann = server.sit(made["id"], made["seats"][0]["token"])
        ann.wait_for_turn()
        assert ann.act("flip")["t"] == "ack"
        for _ in range(10):  # new connections, of which either worker may take any; what is odd is passed on as it is
            for path in ("", "/%0d%0aX:%20y", "/record%3fx", "/%ff%00"):
                asked = httpx.get(f"{server.url}/api/v1/matches/{made['id']}{path}")
                assert asked.status_code == (404 if path else 200)
        both = [figures(server, f"http://127.0.0.1:{port + number}/metrics") for number in range(2)]
        assert sorted(worker["actions_total"] for worker in both) == [0, 1]
        assert sum(worker["matches"] for worker in both) == 1
        assert sum(worker["relayed_total"] for worker in both) > 0
        assert server.http.get(f"http://127.0.0.1:{port}/metrics", headers={"host": "10.0.0.5"}).status_code == 200


def test_health_is_that_something_can_be_stored(data: Path) -> None:
    with served(data) as server:
        assert server.http.get("/healthz").json() == {"status": "ok"}
        with closing(sqlite3.connect(data / "matches.db", isolation_level=None)) as other:
            other.execute("begin immediate")  # somebody else writes, and does not come to an end
            answer = server.http.get("/healthz")
            assert answer.status_code == 503
            assert answer.json()["code"] == "BROKEN"
            other.execute("rollback")
        assert server.http.get("/healthz").json() == {"status": "ok"}
        assert "it took more than 5 seconds" in server.errors()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("fine", "fine"),
        ("two words", '"two words"'),
        ('a "b"\nlevel=error', '"a \\"b\\"\\nlevel=error"'),
        ("x\u202e\x1b[2J", '"x\\u202e\\u001b[2J"'),
        ("", '""'),
    ],
)
def test_whatever_is_noted_is_one_line(text: str, written: str) -> None:
    record = logging.LogRecord("x", logging.WARNING, "x.py", 1, "%s", (text,), None)
    line = LogLine().format(record)
    assert re.fullmatch(
        rf"at=\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{{3}}Z level=warning pid=\d+ text={re.escape(written)}", line
    )


def test_a_mistake_is_one_line_too() -> None:
    try:
        raise ValueError("one\ntwo")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "it broke", None, sys.exc_info())
    line = LogLine().format(record)
    assert "\n" not in line
    assert ' text="it broke" trace="Traceback' in line
    assert "ValueError: one\\ntwo" in line


def test_large_figures_are_exact() -> None:
    metrics = Metrics()
    metrics.actions = 12_345_678
    assert "tablewright_actions_total 12345678\n" in metrics.text({}, None)
