"""``tablewright serve``: what it says, and what it says when it cannot."""

from __future__ import annotations

import socket
import stat
from pathlib import Path

import pytest

from tablewright.cli import serve
from tests.cli.support import run

from .serving import PERSON, served


def test_it_says_where_it_is_in_one_line(data: Path) -> None:
    with served(data) as server:
        assert server.said == f"Tablewright is at {server.url}/ (Ctrl-C stops it)\n"
        assert stat.S_IMODE((data / "matches.db").stat().st_mode) == 0o600


def test_beyond_this_machine_it_says_what_that_means(data: Path) -> None:
    with served(data, "--host", "0.0.0.0", "--no-hints", "--no-watchers") as server:
        assert server.process.stdout is not None
        assert "beyond this machine" in server.process.stdout.readline()
        assert server.http.get("/healthz", headers={"host": "table.local"}).status_code == 200
        made = server.make("maze", PERSON)
        assert server.sit(made["id"]).farewell()["code"] == 4001
        ann = server.sit(made["id"], made["seats"][0]["token"])
        assert ann.hear()["options"]["watchers"] is False
        ann.wait_for_turn()
        ann.send(t="hint")
        assert ann.until("nack")["code"] == "NO_HINTS"


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--port", "70000"], 2, "a port is a number"),
        (["--workers", "0"], 2, "1 to 100 workers"),
        (["--peer", "0.0.0.0"], 2, "no address at which others"),
        (["--peer", "10.0.0.5:x"], 2, "no address at which others"),
        (["--port", "0", "--peer", "192.0.2.1"], 1, "cannot listen on 192.0.2.1, port 0"),
        (["--origin", "games.example"], 2, "no address like"),
        (["--origin", "https://games.example/path"], 2, "no address like"),
        (["--origin", "http://[x"], 2, "no address like"),
        (["--host", "no.such.host.invalid"], 1, "cannot listen"),
        (["--port", "0", "--store", "mysql://me:secret@host/x"], 3, "not supported"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: list[str], status: int, words: str) -> None:
    ran = run("serve", *arguments)
    assert ran.returncode == status
    assert words in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert "secret" not in ran.stderr


def test_a_port_that_is_taken_is_said_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run("serve", "--port", str(taken.getsockname()[1]))
    assert ran.returncode == 1
    assert "in use" in ran.stderr


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "fastapi" else name)
    ran = run("serve")
    assert ran.returncode == 1
    assert 'pip install "tablewright[web]"' in ran.stderr


def test_the_store_is_where_the_platform_keeps_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TABLEWRIGHT_DATA", raising=False)
    monkeypatch.delenv("TABLEWRIGHT_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert serve.default_store() == f"sqlite:///{tmp_path}/share/tablewright/matches.db"
    monkeypatch.setenv("TABLEWRIGHT_HOME", str(tmp_path / "home"))
    assert serve.default_store() == f"sqlite:///{tmp_path}/home/matches.db"
    monkeypatch.setenv("TABLEWRIGHT_DATA", str(tmp_path / "data"))
    assert serve.default_store() == f"sqlite:///{tmp_path}/data/matches.db"
