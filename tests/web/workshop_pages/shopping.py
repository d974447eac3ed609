"""An author with a space of their own, who asks the server directly or opens the pages in a browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from ..pages.browsing import Browsing
from ..serving import Serving

TREBUCHET = 8


class Shop:
    """The workshop of a server, and the key of one space in it."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        answer = serving.http.post("/api/v1/workshop/spaces", json={})
        assert answer.status_code == 201, answer.text
        self.key = answer.json()["key"]

    def ask(self, path: str, body: Any = None, method: str = "") -> Any:
        """Return what the workshop answers; with a body it is posted."""
        method = method or ("GET" if body is None else "POST")
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = self.serving.http.request(method, f"/api/v1/workshop/{path}", json=body, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def card(self, **wish: Any) -> int:
        """Begin a card and return its number."""
        number: int = self.ask("cards", wish or {"like": TREBUCHET})["number"]
        return number

    def edit(self, number: int, edit: dict[str, Any]) -> Any:
        """Change a card and return its sheet."""
        return self.ask(f"cards/{number}/edit", {"base": self.sheet(number)["version"], "edit": edit})

    def sheet(self, number: int) -> Any:
        """Return the sheet of a card."""
        return self.ask(f"cards/{number}")

    def open(self, browsing: Browsing, place: str = "", **options: Any) -> Page:
        """Open a room of the workshop on a device of its own: ``open(browsing, "card/100")``."""
        page = browsing.open(f"{self.serving.url}/workshop#key={self.key}", **options)
        page.locator("main .own").wait_for()
        if place:
            self.go(page, place)
        return page

    def go(self, page: Page, place: str) -> None:
        """Go to another room."""
        page.evaluate("place => { location.hash = `#/${place}`; }", place)
        if place.startswith("card/") and not place.endswith("/try"):
            page.locator("main.shop-editor .mainacts").wait_for()
