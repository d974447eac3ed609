"""What no client sends: broken frames, floods, half a request, strange paths. Nobody else notices."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress

import psutil
import pytest

from .serving import BOT, PATIENCE, PERSON, Message, Player, Serving, served

TEXT, BINARY, CONT, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
HELLO = b'{"t":"hello","since":-1}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(tmp_path_factory.mktemp("attacked") / "data") as serving:
        yield serving
        assert serving.errors() == "", "an attack is nobody's mistake: there is nothing to note"


@pytest.fixture
def made(server: Serving) -> Message:
    return server.make("ooperations", PERSON, BOT)


@pytest.fixture(autouse=True)
def honest(server: Serving) -> Iterator[Player]:
    """Somebody who plays meanwhile, and must not notice anything."""
    table = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
    both = server.sit(table["id"], *(seat["token"] for seat in table["seats"]))
    both.wait_for_turn()
    yield both
    for _ in range(3):
        both.wait_for_turn()
        assert both.act("done")["t"] == "ack"
    assert both.socket.close_code is None


def frame(opcode: int, content: bytes = b"", *, fin: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """Return a frame as it is on the wire; its mask is 0."""
    length = len(content)
    head = bytes([fin << 7 | reserved << 4 | opcode])
    if length < 126:
        head += bytes([masked << 7 | length])
    else:
        head += bytes([masked << 7 | 126]) + length.to_bytes(2, "big")
    return head + (bytes(4) if masked else b"") + content


def upgrade(match: str, **more: str) -> bytes:
    """Return the request for a socket."""
    headers = {
        "Host": "127.0.0.1",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
    } | {name.replace("_", "-"): value for name, value in more.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET /api/v1/matches/{match}/socket HTTP/1.1\r\n{lines}\r\n".encode()


class Wire:
    """A line to the server, byte by byte."""

    def __init__(self, server: Serving) -> None:
        self.line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)

    def close(self) -> None:
        self.line.close()

    def send(self, *parts: bytes) -> None:
        with suppress(ConnectionError):  # it was closed, and why is to be read
            self.line.sendall(b"".join(parts))

    def hear(self) -> bytes:
        """Return some bytes more; none if the server has closed the line."""
        with suppress(ConnectionError):
            return self.line.recv(65536)
        return b""

    def rest(self) -> bytes:
        """Return everything until the server closes the line."""
        return b"".join(iter(self.hear, b""))

    def open(self, match: str, *frames: bytes, **more: str) -> None:
        """Open a socket and send some frames."""
        self.send(upgrade(match, **more))
        assert self.line.recv(12) == b"HTTP/1.1 101"
        self.send(*frames)

    def code(self) -> int | None:
        """Return the code that the server closes the socket with."""
        heard, start = b"", 0
        while piece := self.hear():
            heard += piece
            start = start or heard.find(b"\r\n\r\n") + 4
            while len(heard) >= start + 4:
                opcode, length, body = heard[start] & 15, heard[start + 1] & 127, start + 2
                if length >= 126:
                    size = 2 if length == 126 else 8
                    length, body = int.from_bytes(heard[body : body + size], "big"), body + size
                if opcode == CLOSE:
                    return int.from_bytes(heard[body : body + 2], "big")
                if len(heard) < body + length:
                    break
                start = body + length
        return None


BROKEN = {
    "text that is no UTF-8": ([frame(TEXT, b'{"t":"\xff"}')], 1007),
    "half of a character": ([frame(TEXT, b'"\xc3', fin=False), frame(CONT, b'"')], 1007),
    "a frame without a mask": ([frame(TEXT, HELLO, masked=False)], 1002),
    "bits that mean nothing": ([frame(TEXT, HELLO, reserved=4)], 1002),
    "an opcode that there is not": ([frame(5, b"x")], 1002),
    "a piece of nothing": ([frame(CONT, b"x")], 1002),
    "a message in another": ([frame(TEXT, b"x", fin=False), frame(TEXT, b"x")], 1002),
    "a long ping": ([frame(PING, b"x" * 200)], 1002),
    "a ping in pieces": ([frame(PING, b"x", fin=False)], 1002),
    "a message that is too long": ([frame(TEXT, b"x" * 8193)], 1009),
    "one that gets too long": ([frame(TEXT, b"x" * 5000, fin=False), frame(CONT, b"x" * 5000)], 1009),
    "one that does not end": ([frame(TEXT, b"", fin=False), *[frame(CONT, b"", fin=False)] * 20], 1008),
    "a flood of pings": ([frame(PING, b"x" * 100)] * 60, 1008),
    "a flood of pongs": ([frame(PONG, b"x" * 100)] * 60, 1008),
    "a flood of words": ([frame(TEXT, b"p")] * 80, 1008),
    "a flood of bytes": ([frame(BINARY, b"p")] * 80, 1008),
    "a close with no reason there is": ([frame(CLOSE, b"\x00\x01")], 1002),
    "a close of one byte": ([frame(CLOSE, b"x")], 1002),
    "a close with words that are none": ([frame(CLOSE, b"\x03\xe8\xff")], 1007),
}


@pytest.mark.parametrize("when", ["before hello", "while watching"])
@pytest.mark.parametrize("name", BROKEN)
def test_frames_that_are_broken_close_their_socket(server: Serving, made: Message, name: str, when: str) -> None:
    frames, code = BROKEN[name]
    with closing(Wire(server)) as wire:
        wire.open(made["id"], *([frame(TEXT, HELLO)] if when == "while watching" else []), *frames)
        assert wire.code() == code


def test_who_does_not_read_what_it_asks_for_costs_nothing(server: Serving, made: Message) -> None:
    """Answers to pings are made by the protocol itself, below all limits on messages."""
    process = psutil.Process(server.process.pid)
    before = process.memory_info().rss
    with closing(Wire(server)) as wire:
        wire.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.open(made["id"], frame(TEXT, HELLO))
        for _ in range(200):
            wire.send(frame(PING, b"x" * 125) * 1000)
        assert process.memory_info().rss < before + 8_000_000


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\x00\x01\x02" * 50 + b"\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 600_000 + b"\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n",
        b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
        b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{",
    ],
)
def test_requests_that_are_none_end_their_line(server: Serving, sent: bytes) -> None:
    with closing(Wire(server)) as wire:
        wire.send(sent)
        with suppress(OSError):  # it is closed already
            wire.line.shutdown(socket.SHUT_WR)
        answer = wire.rest()
    assert answer == b"" or 400 <= int(answer.split()[1]) < 500, answer


def test_a_second_request_in_a_body_is_no_request(server: Serving) -> None:
    hidden = b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    head = b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    both = f"Content-Length: {len(hidden) + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode()
    with closing(Wire(server)) as wire:
        wire.send(head, both, hidden)
        answer = wire.rest()
    assert answer.count(b"HTTP/1.1 ") == 1, "a proxy that reads it otherwise would answer somebody else with the second"
    assert b"dungeons" not in answer


@pytest.mark.parametrize(
    "path",
    [
        "%2e%2e/%2e%2e/etc/passwd",
        "..%2f..%2fapp.py",
        "static/x/%2e%2e/%2e%2e/app.py",
        "static/x/..%5c..%5capp.py",
        "boards/%2e%2e/x.js",
        "g/%0d%0aSet-Cookie:x=1",
        f"g/{'x' * 10_000}",
        f"api/v1/matches/{'a' * 10_000}",
        "api/v1/matches/%0d%0aX:1/record",
        "api/v1/matches/abcdefghjkm%00",
        "api/v1/matches/%ff%fe/replay",
        "api/v1/matches/ABCDEFGHJKMN",
        "api/v1/matches/abcdefghjkmn%20",
        "api/v1/matches/abcdefghjkmn/positions?from=1&from=2&to=-1",
        "api/v1/matches/abcdefghjkmn/positions?from=99999999999999999999999",
        "api/v1/games/%2e%2e/help",
        f"api/v1/games/{'%F0%9F%92%A9' * 500}/help",
        "//evil.example/api/v1/games",
        "api/v1//games",
        "healthz/../metrics/..",
    ],
)
def test_strange_paths_lead_nowhere(server: Serving, path: str) -> None:
    with closing(Wire(server)) as wire:
        wire.send(f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        head, _, body = wire.rest().partition(b"\r\n\r\n")
    status = int(head.split()[1])
    assert 400 <= status < 500 or path.startswith("g/"), "the page of a match is the same for all"
    assert b"set-cookie" not in head.lower()
    assert b"import" not in body or status == 200
    assert b"root:" not in body


def test_a_socket_elsewhere_or_from_elsewhere_is_refused(server: Serving, made: Message) -> None:
    wanted = {
        "Origin": ("https://evil.example", 4003),
        "Host": ("evil.example", 4003),
    }
    for name, (value, code) in wanted.items():
        with closing(Wire(server)) as wire:
            wire.open(made["id"], **{name: value})
            assert wire.code() == code
    for path in ("%2e%2e", "x" * 5000, "abcdefghjkm%00", "abcdefghjkmn"):
        with closing(Wire(server)) as wire:
            wire.open(path, frame(TEXT, HELLO))
            assert wire.code() == 4004
    with closing(Wire(server)) as wire:
        wire.send(upgrade(made["id"]).replace(b"/socket", b"/record"))
        assert wire.line.recv(12) == b"HTTP/1.1 403"


def test_half_open_lines_cost_nothing(server: Serving, made: Message) -> None:
    lines = [Wire(server) for _ in range(150)]
    for number, wire in enumerate(lines):
        wire.send(
            [b"", b"GET / HT", b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\n", upgrade(made["id"])][number % 4]
        )
    began = time.monotonic()
    ann = server.sit(made["id"], made["seats"][0]["token"])
    ann.wait_for_turn()
    assert ann.act(ann.choices()[0])["t"] == "ack"
    assert time.monotonic() - began < 5
    for wire in lines:
        wire.close()


def test_values_that_json_allows_and_nobody_means(server: Serving) -> None:
    made = server.make("marches", PERSON, {"kind": "person", "name": "Bea"})
    ann = server.sit(made["id"], made["seats"][0]["token"])
    bea = server.sit(made["id"], made["seats"][1]["token"])
    bea.until("snap", lambda snap: snap["view"] is not None)
    for text in (
        '{"t":"act","t":"dance","id":1}',
        '{"t":"act","id":1e300,"request":1,"action":"done"}',
        '{"t":"act","id":-9007199254740993,"request":1,"action":"done"}',
        '{"t":"act","id":9007199254740993,"request":1,"action":"done"}',
        '{"t":"act","id":1,"request":1e999,"action":"done"}',
        '{"t":"act","id":1,"request":Infinity,"action":"done"}',
        '{"t":"look","seq":' + "9" * 25 + "x}",
        '{"t":"offer","kind":"\\ud800"}',
        '{"t":"answer","kind":"__class__","yes":true}',
        '{"t":"__init__"}',
        '{"t":"\\u0000"}',
        '{"t":"say","text":"' + "x" * 7000 + '"}',
        '{"t":"look","seq":' + "[" * 45 + "]" * 45 + "}",
    ):
        ann.socket.send(text)
        assert ann.until("nack")["code"].isupper(), text
    ann.send(t="say", text="\ud800 \u0000 <b>\u202e{name}")
    assert bea.until("ev", lambda event: event.get("kind") == "say")["told"] == ["<b>{name}"]
    json.loads(json.dumps(bea.heard))
