"""A server whose store fails for a while: people are told, nothing acknowledged is lost, and play goes on by itself."""

from __future__ import annotations

import resource
import sqlite3
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from websockets.exceptions import ConnectionClosed

from ..support.postgresql import running
from .serving import PERSON, Serving, served

#: What people are told while nothing can be stored.
TOLD = "The server can store nothing just now; the match goes on in a moment"
#: After a fault is over, play goes on within so many seconds; browsers ask again every second.
SOON = 5.0
PASSWORD = "not-to-be-said"


class Pair:
    """Two people at one table, whose page comes back by itself, as a browser's does."""

    def __init__(self, server: Serving) -> None:
        self.server = server
        made = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
        self.match = made["id"]
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.acknowledged = 0
        self.player = server.sit(self.match, *self.tokens)

    def act(self) -> None:
        """Do something that is acknowledged."""
        self.player.wait_for_turn()
        assert self.player.act("done")["t"] == "ack"
        self.acknowledged += 1

    def play_until_cut(self) -> str:
        """Play on until the socket is closed, and return what is said then."""
        with suppress(ConnectionClosed):
            for _ in range(30):
                self.act()
                time.sleep(0.03)
        bye = self.player.heard[-1]
        assert (bye["t"], bye["code"]) == ("bye", 1012)
        text: str = bye["text"]
        return text

    def come_back(self) -> None:
        """Come back as soon as it is possible, and go on."""
        end = time.monotonic() + SOON
        while (visitor := self.server.sit(self.match, *self.tokens)).hear()["t"] != "welcome":
            assert time.monotonic() < end
        # What was on its way when the store failed is stored or not: nobody was told that it is.
        assert visitor.acts - self.acknowledged in (0, 1)
        self.player, self.acknowledged = visitor, visitor.acts
        self.act()


def with_password(url: str) -> str:
    """Return the address of a server with a password, for which it does not ask."""
    return make_url(url).set(password=PASSWORD).render_as_string(hide_password=False)


def test_postgresql_crashes_and_starts_again(data: Path) -> None:
    with running() as postgresql, served(data, "--store", with_password(postgresql.url)) as server:
        pair = Pair(server)
        pair.act()
        crash = threading.Timer(0.2, postgresql.stop, ["immediate"])
        crash.start()
        assert pair.play_until_cut() == TOLD
        crash.join()
        assert pair.acknowledged > 1, "it was in the middle of something"
        assert server.sit(pair.match, *pair.tokens).farewell()["text"] == TOLD
        for answer in (
            server.http.get("/healthz"),
            server.http.post("/api/v1/matches", json={"game": "maze", "seats": [PERSON]}),
        ):
            assert answer.status_code == 503
            assert answer.json()["code"] == "BROKEN"
        postgresql.start()
        pair.come_back()
        assert server.http.get("/healthz").status_code == 200
        postgresql.stop()
        postgresql.start()
        assert PASSWORD not in server.errors()
        pair.act()  # while nobody did anything, nobody has noticed


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux sets limits for other processes")
def test_a_full_disk(data: Path) -> None:
    with served(data) as server:
        pair = Pair(server)
        pair.act()
        full = (data / "matches.db-wal").stat().st_size
        room = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, room[1]))
        assert pair.play_until_cut() == TOLD
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, room)
        pair.come_back()
        assert "the store failed: disk I/O error" in server.errors()


def test_a_file_that_another_process_has_locked(data: Path) -> None:
    with served(data, "--store", f"sqlite:///{data / 'matches.db'}?timeout=1") as server:
        pair = Pair(server)
        pair.act()
        other = sqlite3.connect(data / "matches.db", isolation_level=None)
        other.execute("begin immediate")
        assert pair.play_until_cut() == TOLD
        other.execute("rollback")
        other.close()
        pair.come_back()
        assert "the store failed: database is locked" in server.errors()
