"""Backup while matches go on, with the commands of the guide, and a server that goes on from the copy."""

from __future__ import annotations

import re
import shlex
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

from tests.support.process import wait_until

from ..support.postgresql import new_database, running
from .serving import PERSON, Serving, served

GUIDE = Path(__file__).parents[2] / "docs" / "web.md"
#: How long a command may take, in seconds.
PATIENCE = 60


def command(program: str, **names: str) -> list[str]:
    """Return a command of the guide, with other names for what stands in it."""
    found = re.findall(rf"`({program} [^`]+)`", GUIDE.read_text("utf-8"))
    assert len(found) == 1
    words = shlex.split(found[0])
    for name, value in names.items():
        assert any(name in word for word in words)
        words = [word.replace(name, value) for word in words]
    return words


class Playing:
    """Two people at a table who do one thing after the other, in a thread of their own."""

    def __init__(self, server: Serving) -> None:
        made = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
        self.match = made["id"]
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.player = server.sit(self.match, *self.tokens)
        self.acknowledged = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    def _play(self) -> None:
        while not self._stop.wait(0.2):  # nobody may say more
            self.player.wait_for_turn()
            assert self.player.act("done")["t"] == "ack"
            self.acknowledged += 1

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(PATIENCE)

    def go_on(self, server: Serving, least: int) -> None:
        """Check that a server has at least so many of their actions and none that they did not do, and go on there."""
        player = server.sit(self.match, *self.tokens)
        assert least <= player.hear()["acts"] <= self.acknowledged
        player.wait_for_turn()
        assert player.act("done")["t"] == "ack"


def check(server: Serving, copy: Callable[[], object], restored: AbstractContextManager[Serving]) -> None:
    """Copy a store while matches go on, and go on with them from the copy."""
    tables = [Playing(server) for _ in range(3)]
    try:
        wait_until(lambda: all(table.acknowledged > 1 for table in tables))
        least = [table.acknowledged for table in tables]
        copy()
        most = [table.acknowledged for table in tables]
        wait_until(lambda: all(table.acknowledged > count for table, count in zip(tables, most, strict=True)))
    finally:
        for table in tables:
            table.stop()
    with restored as other:
        for table, count in zip(tables, least, strict=True):
            table.go_on(other, count)


def test_a_file_is_copied_while_matches_go_on(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    there.mkdir()

    def copy() -> None:
        words = command("sqlite3", **{"matches.db": str(here / "matches.db"), "copy.db": str(there / "matches.db")})
        if shutil.which(words[0]):
            subprocess.run(words, check=True, timeout=PATIENCE)
        else:  # the same, without the program
            with closing(sqlite3.connect(words[1])) as store, closing(sqlite3.connect(there / "matches.db")) as copied:
                store.backup(copied)

    with served(here) as server:
        check(server, copy, served(there))


def test_a_postgresql_is_copied_while_matches_go_on(tmp_path: Path) -> None:
    with running() as postgresql, new_database(postgresql.url) as url, new_database(postgresql.url) as empty:

        def copy() -> None:
            dump = str(postgresql.folder / "copy.dump")
            for program, database in (("pg_dump", url), ("pg_restore", empty)):
                postgresql.run(*command(program, DATABASE=database, **{"copy.dump": dump}))

        with served(tmp_path / "here", "--store", url) as server:
            check(server, copy, served(tmp_path / "there", "--store", empty))
