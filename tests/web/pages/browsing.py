"""A real browser for tests of the pages: an installed Chromium or Chrome, else playwright's own.

A test asks for ``browsing`` and opens as many people's browsers as it needs, each with a device of its own::

    def test_tiles(browsing, address):
        page = browsing.open(address, size=PHONE)

Whatever a page complains about fails the test at its end: errors on the console, uncaught exceptions, failed requests
and violations of the content security policy. Where a refusal is what the test is about, ``browsing.expect`` names it.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, sync_playwright

DESKTOP = (1280, 800)
PHONE = (360, 640)
#: Names of programs, and where they are on machines without a path to them.
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
NONE_FOUND = "no Chromium or Chrome here, and none of playwright's own: `tools/browser.sh` gets one"
#: What the policy forbids is a console error in most cases, and an event of the page in all of them.
TELL_VIOLATIONS = """document.addEventListener("securitypolicyviolation", event =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`))"""
#: What axe finds is serious enough to fail at these impacts.
GRAVE = ("serious", "critical")


def program() -> str | None:
    """Return the path of an installed Chromium or Chrome; ``None`` if there is none."""
    found = [shutil.which(name) for name in PROGRAMS] + [place for place in PLACES if Path(place).exists()]
    return next((path for path in found if path), None)


def launch(chromium: Any) -> Browser:
    """Start the browser; skips the test where there is none."""
    arguments = ["--disable-background-networking"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # which root cannot have
    path = program() or chromium.executable_path
    if not Path(path).exists():
        pytest.skip(NONE_FOUND)
    browser: Browser = chromium.launch(executable_path=path, args=arguments)
    return browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser of a module, not of the session: what drives it keeps an event loop running in this thread,
    and tests elsewhere that run a loop of their own could not while it is there."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture
def browsing(chromium: Browser) -> Iterator[Browsing]:
    """Browsers of people; a complaint of any page fails the test."""
    desk = Browsing(chromium)
    yield desk
    desk.close()
    assert not desk.complaints, "\n".join(desk.complaints)


class Browsing:
    """The devices of a test, and what their pages complained about."""

    def __init__(self, chromium: Browser) -> None:
        self.chromium = chromium
        self.complaints: list[str] = []
        self._devices: list[BrowserContext] = []
        self._expected: list[str] = []

    def device(self, size: tuple[int, int] = DESKTOP, theme: str = "dark", **options: Any) -> BrowserContext:
        """Return a device with nothing stored on it; the size of a phone has touch."""
        phone = size[0] < 700
        device = self.chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
            **options,
        )
        device.set_default_timeout(10_000)
        device.add_init_script(TELL_VIOLATIONS)
        device.on("page", self._watch)
        self._devices.append(device)
        return device

    def open(self, address: str, size: tuple[int, int] = DESKTOP, theme: str = "dark", **options: Any) -> Page:
        """Open an address on a device of its own."""
        page = self.device(size, theme, **options).new_page()
        page.goto(address)
        return page

    def expect(self, pattern: str) -> None:
        """Let complaints pass that a pattern is found in."""
        self._expected.append(pattern)

    def close(self) -> None:
        """Close every device."""
        for device in self._devices:
            device.close()

    def _watch(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self._complain(f"exception: {error}\n{_stack(error)}"))
        page.on("requestfailed", self._on_failure)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._complain(f"console: {message.text} ({message.location.get('url')})")

    def _on_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # which is what leaving a page does to requests
            self._complain(f"request: {request.url} {request.failure}")

    def _complain(self, text: str) -> None:
        if not any(re.search(pattern, text) for pattern in self._expected):
            self.complaints.append(text)


def _stack(error: Error) -> str:
    return error.stack or ""


def fits(page: Page) -> bool:
    """Say whether a page is no wider than its window."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return wide


def small_targets(page: Page, least: int = 44) -> list[str]:
    """List what can be touched but is smaller than a finger: buttons, links outside text, fields."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll("button, a[href], select, input:not([type=range]), [role=radio]")]
          .map(one => one.closest("label") || one)
          .filter(one => one.checkVisibility() && !one.closest("p, li, [inert]") && !one.disabled)
          .map(one => [one, one.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.height < least || box.width < least))
          .map(([one, box]) => `${one.tagName} ${one.className} ${one.textContent} ${box.width} x ${box.height}`)""",
        least,
    )
    return found


def grave_findings(page: Page) -> list[str]:
    """List what axe finds serious or critical about a page, with the elements.

    Its script goes in by the tools' own door, which no content security policy closes.
    """
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:5]]}"
        for one in found
        if one["impact"] in GRAVE
    ]
