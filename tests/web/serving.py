"""A real server in a process of its own, and people who talk to it through real sockets; every wait has a limit."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.transcript import program

Message = dict[str, Any]

#: How long anything may take before a test gives it up, in seconds.
PATIENCE = 40

PERSON = {"kind": "person", "name": "Ann"}
BOT = {"kind": "bot", "bot": "easy"}


class Serving:
    """A server on a port of its own, with its store in a folder."""

    def __init__(self, folder: Path, *arguments: str, port: int = 0, command: str = "serve") -> None:
        self.folder = folder
        self.command = command
        self.arguments = arguments
        self.port = port
        self._people: list[Player] = []
        self.start()

    def start(self) -> None:
        """Start it, and wait until it says where it is; again on the same port if it was started before."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._errors = (self.folder / "errors.log").open("ab")
        self.process = subprocess.Popen(
            [program("tablewright"), self.command, "--port", str(self.port), *self.arguments],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env={**os.environ, "TABLEWRIGHT_DATA": str(self.folder)},
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+:(\d+)/", self.said)
        assert found, self.said + self.errors()
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def errors(self) -> str:
        """Return what the server has written to standard error, over all its starts."""
        return (self.folder / "errors.log").read_text("utf-8", "replace")

    def stop(self) -> int:
        """Stop it politely and return its exit status."""
        self._leave()
        self.process.terminate()
        return self._wait()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self._wait()

    def _leave(self) -> None:
        while self._people:
            self._people.pop().close()

    def _wait(self) -> int:
        status = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._errors.close()
        self.http.close()
        return status

    def end(self) -> None:
        """Make sure that nothing of it is left, whatever became of the test."""
        self._leave()
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if not self._errors.closed:
            self._wait()

    # --- people

    def make(self, game: str, *seats: Message, **more: Any) -> Message:
        """Make a table and return what the maker is told."""
        answer = self.http.post("/api/v1/matches", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        made: Message = answer.json()
        return made

    def get(self, path: str) -> Any:
        """Return what the interface says."""
        answer = self.http.get(f"/api/v1/{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def sit(self, match: str, *tokens: str, since: int = -1, **more: Any) -> Player:
        """Open a socket and say hello with some tokens; without any, to watch."""
        player = self.visit(match, **more)
        said: Message = {"token": tokens[0]} if len(tokens) == 1 else {"tokens": list(tokens)} if tokens else {}
        with suppress(ConnectionClosed):  # it is told why when it listens
            player.send(t="hello", since=since, **said)
        return player

    def visit(self, match: str, **more: Any) -> Player:
        """Open a socket and say nothing yet."""
        url = f"ws://127.0.0.1:{self.port}/api/v1/matches/{match}/socket"
        player = Player(url, **more)
        self._people.append(player)
        return player


class Player:
    """Somebody at a table, who remembers what was said."""

    def __init__(self, url: str, **options: Any) -> None:
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(url, open_timeout=PATIENCE, close_timeout=1, compression=None, max_size=None, **options)
        )
        self.heard: list[Message] = []
        #: The last thing that there is to decide, and the number of the last event.
        self.request: Message = {}
        self.seq = -1
        self.acts = 0

    def close(self) -> None:
        self._open.close()

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, wait: float = PATIENCE) -> Message:
        """Return the next message."""
        text = self.socket.recv(timeout=wait)
        if text == "0":
            return {"t": "0"}
        message: Message = json.loads(text)
        self.heard.append(message)
        self._note(message)
        return message

    def _note(self, message: Message) -> None:
        if message["t"] == "request":
            self.request = message
        if message["t"] == "snap":
            self.request = message["request"]
        if message["t"] in ("snap", "ev"):
            self.seq = message["seq"]
        if message["t"] == "tail" and message["events"]:
            self.seq = message["events"][-1]["seq"]
        if message["t"] == "welcome":
            self.acts = max(self.acts, message["acts"])

    def until(self, kind: str, fits: Callable[[Message], bool] = lambda message: True) -> Message:
        """Return the next message of a kind, and pass over all others."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.hear()
            if message["t"] == kind and fits(message):
                return message
        raise AssertionError(f"no {kind} came; the last were {self.heard[-3:]}")

    def wait_for_turn(self) -> Message:
        """Return the next thing to decide, or word that the match is over."""
        end = time.monotonic() + PATIENCE
        while not ("choices" in self.request or "over" in self.request):
            assert time.monotonic() < end, self.request
            self.hear()
        return self.request

    def choices(self) -> list[str]:
        """Return the command lines of what can be done."""
        return [choice["action"] for choice in self.request["choices"] if "reason" not in choice]

    def act(self, line: str) -> Message:
        """Do something and return the answer."""
        self.acts += 1
        request, self.request = self.request, {}
        self.send(t="act", id=self.acts, request=request["id"], action=line)
        return self.answer(self.acts)

    def answer(self, number: int) -> Message:
        """Return the answer to an action."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.hear()
            if message["t"] in ("ack", "nack") and message.get("id") == number:
                return message
        raise AssertionError(f"no answer to {number}")

    def farewell(self) -> Message:
        """Return the last message, which says why the socket is closed."""
        bye = self.until("bye")
        assert self.closed() == bye["code"]
        return bye

    def closed(self) -> int | None:
        """Return the code with which the server closes the socket, and pass over what it says before."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return None if closed.rcvd is None else closed.rcvd.code


@contextmanager
def served(folder: Path, *arguments: str, command: str = "serve") -> Iterator[Serving]:
    """Serve for a while; whatever becomes of it, nothing stays behind, and no mistake was noted."""
    serving = Serving(folder, *arguments, command=command)
    try:
        yield serving
        assert "Traceback" not in serving.errors(), serving.errors()
    finally:
        if serving.process.poll() is None:
            serving.stop()
        serving.end()
