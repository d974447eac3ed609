"""An author who asks a real server, with the key of a space."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tablewright.web.workshop.answers import CALLS

from ..serving import PATIENCE, Serving, served

THIEF = 9
BASE = "/api/v1/workshop"


class Calls:
    """The calls of the server, as functions."""

    def __getattr__(self, name: str) -> Any:
        return CALLS[name]


calls = Calls()


class Author:
    """Somebody with a key."""

    def __init__(self, serving: Serving, key: str = "") -> None:
        self.serving = serving
        self.key = key or serving.http.post(f"{BASE}/spaces").json()["key"]

    def send(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask, and return whatever is answered."""
        headers = {"Authorization": f"Bearer {self.key}"}
        return self.serving.http.request(method, f"{BASE}/{path}", json=body, headers=headers)

    def get(self, path: str) -> Any:
        answer = self.send("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.send("POST", path, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def remove(self, path: str) -> Any:
        answer = self.send("DELETE", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Return the status and the code of a refusal, which has a sentence too."""
        answer = self.send(method, path, body)
        facts = answer.json()
        assert answer.status_code >= 400, facts
        assert facts["text"].endswith(".")
        return answer.status_code, facts["code"]

    def card(self, **wish: Any) -> int:
        number: int = self.post("cards", **(wish or {"like": THIEF}))["number"]
        return number

    def edit(self, number: int, base: int | None = None, **edit: Any) -> Any:
        """Change a card as it is now, or on another version."""
        version = self.get(f"cards/{number}")["version"] if base is None else base
        return self.post(f"cards/{number}/edit", base=version, edit=edit)

    def cost(self, number: int, cost: int) -> Any:
        return self.edit(number, field="Cost", value=cost)

    def study(self, number: int, *states: str) -> Any:
        """Wait until a study is in one of some states."""
        end = time.monotonic() + PATIENCE
        while (study := self.get(f"cards/{number}/study"))["state"] not in states:
            assert time.monotonic() < end, study
            time.sleep(0.1)
        return study


def value_of(sheet: Any, key: str) -> Any:
    """Return what a field of a sheet has."""
    return next(field["value"] for field in sheet["fields"] if field["key"] == key)


def key_of(serving: Serving) -> str:
    """Return the key that a workshop has printed."""
    found = re.search(r"/workshop#key=([\w-]{40,}) ", serving.said)
    assert found, serving.said
    return found[1]


@contextmanager
def own_workshop(folder: Path) -> Iterator[Author]:
    """Open the workshop of a folder."""
    with served(folder / "data", "--no-browser", str(folder / "cards"), command="workshop") as serving:
        yield Author(serving, key_of(serving))
