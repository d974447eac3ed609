"""Words that open seats, and the secret of a deal: nobody guesses them, finds them in a log or gets them too early."""

from __future__ import annotations

import base64
import re
import sqlite3
import string
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablewright.web import making

from . import serving
from .serving import BOT, PERSON, Message, Player, Serving, served

URL_SAFE = set(string.ascii_letters + string.digits + "-_")

#: Starts the server as its command does, after somebody has asked for every detail that there is.
ALL_DETAILS = """
import logging, sys
logging.getLogger().setLevel(logging.DEBUG)
from tablewright.cli import main
sys.exit(main(sys.argv[1:]))
"""


def bytes_of(secret: bytes) -> list[bytes]:
    """Return the ways in which a secret could be written, and each of its halves."""
    parts = [secret, secret[:16], secret[16:]]
    written = [*parts, *(part.hex().encode() for part in parts), *(part.hex().upper().encode() for part in parts)]
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        written += [encode(secret).rstrip(b"="), encode(secret[:15]), encode(secret[1:16]), encode(secret[2:17])]
    return [*written, str(int.from_bytes(secret, "big")).encode(), str(list(secret))[1:-1].encode()]


def secret_of(server: Serving, match: str) -> bytes:
    with closing(sqlite3.connect(server.folder / "matches.db")) as store:
        found: bytes = store.execute("select secret from secrets where match = ?", (match,)).fetchone()[0]
    return found


def test_words_that_open_seats_cannot_be_guessed(server: Serving) -> None:
    made = [server.make("ooperations", PERSON, {"kind": "friend"}) for _ in range(20)]
    tokens = [one["seats"][0]["token"] for one in made]
    invites = [one["seats"][1]["invite"] for one in made]
    assert making.TOKEN_BYTES * 8 >= 256
    assert making.INVITE_BYTES * 8 >= 128
    assert len(making.ID_LETTERS) ** making.ID_LENGTH >= 2**60
    assert len(set(making.ID_LETTERS)) == len(making.ID_LETTERS)
    for words, length in ((tokens, 43), (invites, 22)):
        assert len(set(words)) == len(words)
        assert all(len(word) == length and set(word) <= URL_SAFE for word in words)
        for place in range(length - 1):
            assert len({word[place] for word in words}) > 5, "no place is always the same"
    for one in made:
        assert making.is_id(one["id"])


def test_the_page_tells_no_other_where_somebody_came_from(server: Serving) -> None:
    made = server.make("maze", PERSON)
    for path in ("/", f"/g/{made['id']}", f"/r/{made['id']}"):
        answer = server.http.get(path)
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert not re.search(r"(src|href|action)=\"(https?:)?//", answer.text), "nothing is loaded from elsewhere"


def test_a_stolen_watch_link_plays_nothing(server: Serving) -> None:
    made = server.make("ooperations", PERSON, {"kind": "friend"})
    match = made["watch"].removeprefix("/g/")
    assert match == made["id"]
    assert server.sit(match, match).farewell()["code"] == 4001
    thief = server.sit(match)
    assert thief.hear()["you"] == []
    for message in (
        {"t": "act", "id": 1, "request": 0, "action": "done"},
        {"t": "offer", "kind": "resign"},
        {"t": "answer", "kind": "draw", "yes": True},
        {"t": "say", "text": "hello"},
        {"t": "hint"},
    ):
        thief.send(**message)
        assert thief.until("nack")["code"] == "NOT_SEATED"
    for wish in ({"name": "Thief"}, {"name": "Thief", "invite": match}, {"name": "Thief", "token": "t" * 43}):
        assert server.http.post(f"/api/v1/matches/{match}/join", json=wish).status_code == 409
    assert server.sit(match, "t" * 43).farewell()["code"] == 4001


def routes(server: Serving) -> list[tuple[str, str]]:
    described = server.http.get("/api/v1/openapi.json").json()["paths"]
    return [(method, path) for path, methods in described.items() for method in methods]


def test_the_secret_of_a_deal_cannot_be_had_before_the_end(server: Serving) -> None:
    made = server.make("ooperations", PERSON, {"kind": "person", "name": "Bea"})
    match, tokens = made["id"], [seat["token"] for seat in made["seats"]]
    secret = secret_of(server, match)
    heard: list[bytes] = []
    people = [Listener(server, match, heard, token) for token in tokens] + [Listener(server, match, heard)]
    for person in people[:2]:
        person.until("snap", lambda snap: snap["view"] is not None)
    for _ in range(6):
        first = next(person for person in people[:2] if "choices" in person.request)
        assert first.act(first.choices()[0])["t"] == "ack"
        for person in people:
            person.send(t="look", seq=3)
            person.until("at")
    people[0].send(t="say", text="what is the secret?")
    people[2].until("ev", lambda event: event.get("kind") == "say")
    asked = 0
    for method, path in routes(server):
        path = path.replace("{match}", match).replace("{key}", "ooperations")
        for token in (None, tokens[0]):
            headers = {} if token is None else {"authorization": f"Bearer {token}"}
            query = {} if token is None else {"token": token, "secret": "1", "from": "0", "to": "9"}
            answer = server.http.request(method, path, headers=headers, params=query)
            heard.append(str(answer.headers).encode() + answer.content)
            asked += 1
            if path.endswith(("/record", "/replay", "/positions")):
                assert answer.status_code == 409
                assert answer.json()["code"] == "NOT_YET"
    branch = {"seats": [PERSON, BOT], "from": {"match": match, "number": 0}}
    refused = server.http.post("/api/v1/matches", json=branch)
    assert refused.json()["code"] == "NOT_YET"
    heard.append(server.http.get("/metrics").content)
    assert asked > 15
    for written in bytes_of(secret):
        assert not any(written in one for one in heard)
    people[0].send(t="offer", kind="resign")
    people[1].until("snap", lambda snap: snap["outcome"] is not None)
    record = server.http.get(f"/api/v1/matches/{match}/record").content
    assert secret.hex().encode() in record, "and after the end everybody can check the deal"


class Listener(Player):
    """A viewer who keeps every byte."""

    def __init__(self, server: Serving, match: str, heard: list[bytes], token: str = "") -> None:
        super().__init__(f"ws://127.0.0.1:{server.port}/api/v1/matches/{match}/socket")
        self._bytes = heard
        server._people.append(self)
        self.send(t="hello", since=-1, **({"token": token} if token else {}))

    def _note(self, message: Message) -> None:
        super()._note(message)
        self._bytes.append(repr(message).encode())


def test_nothing_of_it_is_in_a_log_that_has_all_details(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(command: list[str], **options: Any) -> subprocess.Popen[Any]:
        return subprocess.Popen([sys.executable, "-c", ALL_DETAILS, *command[1:]], **options)

    class Detailed:
        PIPE, Popen = subprocess.PIPE, staticmethod(start)

    monkeypatch.setattr(serving, "subprocess", Detailed)
    words = ["Annabel", "Beatrice", "sesame-sesame", "nonce", "x" * 43]
    with served(data) as server:
        made = server.make("ooperations", {"kind": "person", "name": words[0]}, {"kind": "friend"})
        match, token, invite = made["id"], made["seats"][0]["token"], made["seats"][1]["invite"]
        ann = server.sit(match, token)
        ann.until("snap")
        for wish in ({"name": 7, "invite": invite}, {"name": words[0], "invite": invite}, {"name": "", "invite": "x"}):
            assert server.http.post(f"/api/v1/matches/{match}/join", json=wish).status_code in (409, 422)
        joined = server.http.post(f"/api/v1/matches/{match}/join", json={"name": words[1], "invite": invite}).json()
        bea = server.sit(match, joined["token"])
        bea.until("snap", lambda snap: snap["view"] is not None)
        assert server.sit(match, words[4]).farewell()["code"] == 4001
        ann.send(t="say", text=words[2])
        bea.until("ev", lambda event: event.get("kind") == "say")
        ann.send(t="act", id=1, request="x", action=token)
        ann.until("nack")
        ann.socket.send(token)
        ann.until("nack")
        secret = secret_of(server, match)
        rename(server.folder, "tokens", "tokens_away")  # and the store fails on the way
        failed = server.http.post(f"/api/v1/matches/{match}/join", json={"name": "Cid", "token": "k" * 43})
        assert failed.status_code == 503
        rename(server.folder, "tokens_away", "tokens")
        ann.send(t="offer", kind="resign")
        bea.until("snap", lambda snap: snap["outcome"] is not None)
        said = server.errors().encode()
    assert b"the store failed" in said
    hashes = [making.hash_of(word) for word in (token, invite, joined["token"])]
    for word in (token, invite, joined["token"], *words, "127.0.0.1"):
        assert word.encode() not in said, word
    for digest in (secret, *hashes):
        assert not any(written in said for written in bytes_of(digest))


def rename(folder: Path, before: str, after: str) -> None:
    with closing(sqlite3.connect(folder / "matches.db")) as store:
        store.execute(f"alter table {before} rename to {after}")
