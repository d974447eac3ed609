"""Pages, files and headers: what browsers get, and whom the server answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablewright.web.guard import Addresses, is_loopback
from tablewright.web.pages import find_file

from .serving import PERSON, Serving, served

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/g/abcdefghjkmn",
        "/r/abcdefghjkmn",
        "/healthz",
        "/favicon.ico",
        "/api/v1/games",
        "/api/v1/matches",
        "/api/v1/matches/x",
        "/api/v1/nothing",
        "/api/v1/openapi.json",
        "/static/x/lib/dom.js",
        "/static/x/nothing.js",
        "/static/x/../../app.py",
        "/boards/nothing/x.js",
        "/nothing",
    ],
)
def test_every_answer_has_the_headers(server: Serving, path: str) -> None:
    for method in ("GET", "POST", "HEAD"):
        answer = server.http.request(method, path)
        assert answer.status_code < 500
        policy = answer.headers["content-security-policy"]
        assert policy.startswith(POLICY)
        for part in ("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"):
            assert part in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in answer.headers
        assert answer.headers["cache-control"]


def test_refusals_at_the_door_have_the_headers_too(server: Serving) -> None:
    strange = {"host": "evil.example"}
    for answer in (
        server.http.get("/", headers=strange),
        server.http.post("/api/v1/matches", content=b"x" * 50_000),
        server.http.post("/api/v1/matches", json={}, headers={"origin": "https://evil.example"}),
    ):
        assert 400 <= answer.status_code < 500
        assert answer.headers["content-security-policy"].startswith(POLICY)
        assert answer.json()["text"].endswith(".")


def test_files_of_the_client_are_kept_under_their_version(server: Serving) -> None:
    script = server.get("games")[0]["board"]["script"]
    version = script.split("/")[2]
    answer = server.http.get(f"/static/{version}/lib/dom.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    again = server.http.get(f"/static/{version}/lib/dom.js", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert server.http.get("/static/old/lib/dom.js").headers["cache-control"] == "no-cache"
    assert server.http.get(f"/static/{version}/lib").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["../app.py", "..", "lib/../../app.py", "lib//dom.js", "/etc/passwd", ".x.js", "lib\\dom.js", "x\0.js", ""],
)
def test_no_path_leads_out_of_the_folder(path: str) -> None:
    from importlib.resources import files

    client = files("tablewright.web") / "client"
    assert find_file(client, path) is None
    assert find_file(client, "lib/dom.js") is not None


@pytest.mark.parametrize(
    ("origin", "host", "fine"),
    [
        (None, "127.0.0.1:8000", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://LOCALHOST:8000", "localhost:8000", True),
        ("http://localhost", "localhost:80", True),
        ("https://localhost", "localhost:443", True),
        ("https://games.example", "127.0.0.1:8000", True),
        ("http://127.0.0.1:8001", "127.0.0.1:8000", False),
        ("http://evil.example", "127.0.0.1:8000", False),
        ("https://games.example.evil.example", "127.0.0.1:8000", False),
        ("null", "127.0.0.1:8000", False),
        ("", "127.0.0.1:8000", False),
        ("file://", "127.0.0.1:8000", False),
    ],
)
def test_a_page_from_elsewhere_may_not_use_the_server(origin: str | None, host: str, fine: bool) -> None:
    addresses = Addresses(origins=["https://games.example"])
    headers = {"host": host} if origin is None else {"host": host, "origin": origin}
    assert (addresses.why_no_origin(headers) == "") is fine


def test_a_server_on_this_machine_answers_under_its_own_names_only() -> None:
    local, known, public = Addresses(), Addresses(origins=["https://games.example/"]), Addresses(local=False)
    for host in ("127.0.0.1:8000", "localhost", "[::1]:8000", "127.8.8.8"):
        assert local.why_no_host({"host": host}) == ""
        assert is_loopback(host.split(":")[0] if "[" not in host else "::1")
    for host in ("evil.example", "10.0.0.1:8000", "", "[x", "127.0.0.1.evil.example"):
        assert local.why_no_host({"host": host})
        assert public.why_no_host({"host": host}) == ""
    assert known.why_no_host({"host": "games.example"}) == ""
    assert known.why_no_host({"host": "evil.example"})


def test_a_socket_from_elsewhere_is_refused(server: Serving) -> None:
    made = server.make("maze", PERSON)
    token = made["seats"][0]["token"]
    assert server.sit(made["id"], token, origin="https://evil.example").farewell()["code"] == 4003
    server.sit(made["id"], token, origin=server.url).wait_for_turn()


def test_another_origin_can_be_allowed(data: Path) -> None:
    with served(data, "--origin", "https://games.example") as server:
        made = server.make("maze", PERSON)
        token = made["seats"][0]["token"]
        server.sit(made["id"], token, origin="https://games.example").wait_for_turn()
        assert server.sit(made["id"], token, origin="https://evil.example").farewell()["code"] == 4003
        assert server.http.get("/healthz", headers={"host": "games.example"}).status_code == 200


def test_scripts_are_sent_short_and_packed(server: Serving) -> None:
    version = re.search(r"/static/(\w+)/", server.http.get("/").text)
    assert version is not None
    path = f"/static/{version[1]}/lib/dom.js"
    plain = server.http.get(path, headers={"Accept-Encoding": "identity"})
    packed = server.http.get(path, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
    assert "//" not in plain.text.replace("http://", "")
    assert "export function h(" in plain.text
