"""Modules of the client in a real browser, without a server: served from the package, under the policy of the pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

HOST = "http://client.invalid"
CLIENT = files("tablewright.web") / "client"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html"}
STYLES = ("styles/tokens.css", "styles/frame.css", "styles/cards.css")
DESKTOP, PHONE = (1280, 800), (360, 640)


class Workbench:
    """A page that has loaded styles and nothing else; whatever it complains about is kept."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def ask(self, script: str, given: Any = None) -> Any:
        """Return what a function of the page makes of a value."""
        return self.page.evaluate(script, given)


def _serve(route: Route) -> None:
    path, _, board = route.request.url.removeprefix(f"{HOST}/").partition("?")
    if path == "favicon.ico":
        route.abort()
    elif path:
        body = CLIENT.joinpath(path).read_text("utf-8")
        route.fulfill(body=body, content_type=TYPES[path.rpartition(".")[2]])
    else:
        styles = [*STYLES, *([f"boards/{board}.css"] if board else [])]
        links = "".join(f'<link rel="stylesheet" href="/{style}">' for style in styles)
        head = f'<!doctype html><html lang="en" data-theme="dark"><title>Workbench</title>{links}'
        body = f'{head}<div id="app" class="app"></div>'
        route.fulfill(body=body, content_type="text/html", headers={"content-security-policy": POLICY})


@contextmanager
def browser() -> Iterator[Browser]:
    """An installed Chromium or Chrome; the test is skipped where there is none."""
    programs = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    path = next(filter(None, map(shutil.which, programs)), None)
    if path is None:
        pytest.skip("there is no Chromium or Chrome here")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=path, args=arguments)
        yield chromium
        chromium.close()


@contextmanager
def workbench(board: str = "", size: tuple[int, int] = DESKTOP) -> Iterator[Workbench]:
    """A page with the style of a board; at its end it must not have complained about anything."""
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE)
        page.set_default_timeout(10_000)
        page.route("**/*", _serve)
        bench = Workbench(page)
        page.goto(f"{HOST}/?{board}")
        yield bench
        assert bench.complaints == []
