"""A board on a page of its own, without server and frame: what a test gives is drawn, and what is done is noted.

A test asks for ``workbench`` and lays out a board, or with "" only the styles::

    def test_tiles(workbench):
        bench = workbench("maze", PHONE)
        bench.show(catalog=catalog, view=view, choices=[{"action": "flip"}])
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from .browsing import DESKTOP, Browsing

#: A desktop at 200 %, as far as a page can tell.
ZOOMED = (640, 400)
HOST = "http://client.invalid"
CLIENT = files("tablewright.web") / "client"
FRAME = Path(__file__).with_suffix(".js")
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
TYPES = {"js": "text/javascript", "css": "text/css"}
STYLES = ("styles/tokens.css", "styles/frame.css", "styles/cards.css")
SMALL_TEXTS = """() => [...document.querySelectorAll(".stage *")]
  .filter(one => one.checkVisibility() && [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE))
  .filter(one => parseFloat(getComputedStyle(one).fontSize) < 11).map(one => one.outerHTML)"""


class Workbench:
    """A page with a board on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def ask(self, script: str, given: Any = None) -> Any:
        """Return what a function of the page makes of a value."""
        # As one text: value by value, a match would take seconds on its way.
        return self.page.evaluate(f"async text => ({script})(JSON.parse(text))", json.dumps(given))

    def show(self, ui: dict[str, Any] | None = None, **shown: Any) -> None:
        """Draw a model with these parts; ``ui`` is what a person is just doing."""
        self.ask("([shown, ui]) => bench.show(shown, ui)", [shown, ui or {}])

    def acts(self) -> list[str]:
        """List the command lines that the board has sent since this was asked last."""
        lines: list[str] = self.ask("() => bench.acts.splice(0)")
        return lines

    def refusals(self) -> list[str]:
        """List the reasons that the board has given since this was asked last."""
        reasons: list[str] = self.ask("() => bench.refusals.splice(0)")
        return reasons

    def main(self) -> str:
        """Return the command line of the main act, "" if there is none."""
        return str(self.ask("() => bench.main?.action || ''"))

    def small_texts(self) -> Any:
        """List what is too small to be read."""
        return self.ask(SMALL_TEXTS)


Lay = Callable[..., Workbench]


@pytest.fixture
def workbench(browsing: Browsing) -> Lay:
    """Pages for boards; the last argument is the size of the page."""

    def lay(board: str = "", size: tuple[int, int] = DESKTOP) -> Workbench:
        page = browsing.device(size).new_page()
        page.route("**/*", _serve)
        page.goto(f"{HOST}/?{board}")
        bench = Workbench(page)
        if board:
            bench.ask("async name => { window.bench = await (await import('/workbench.js')).lay(name); }", board)
        return bench

    return lay


def _serve(route: Route) -> None:
    path, _, board = route.request.url.removeprefix(f"{HOST}/").partition("?")
    if path == "favicon.ico":
        route.fulfill(status=204)
    elif path:
        file = FRAME if path == FRAME.name else CLIENT.joinpath(path)
        route.fulfill(body=file.read_text("utf-8"), content_type=TYPES[path.rpartition(".")[2]])
    else:
        styles = [*STYLES, *([f"boards/{board}.css"] if board else [])]
        links = "".join(f'<link rel="stylesheet" href="/{style}">' for style in styles)
        head = f'<meta name="viewport" content="width=device-width"><title>Workbench</title>{links}'
        body = f'<!doctype html><html lang="en" data-theme="dark">{head}<div id="app" class="app"></div>'
        route.fulfill(body=body, content_type="text/html", headers={"content-security-policy": POLICY})
