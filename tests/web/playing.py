"""Somebody who plays in a real browser, by mouse, touch or keyboard, and knows only what is on the page.

What goes over the wire is noted beside it, so that a test can say what a click has done.
"""

from __future__ import annotations

import json
import random
import time
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket

#: How long a step of a match may take before a test gives it up, in seconds.
PATIENCE = 30
#: A match that takes longer than this many seconds is given up.
LONGEST = 240
#: Whoever asks and acts faster than this many milliseconds apart is told to wait.
HUMAN = 300
#: What can be chosen in the middle of the page; what is impossible says so.
ITEMS = ".stage [data-item]:not([aria-disabled=true]):not(.impossible)"


class Wire:
    """What a page has sent and received."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        page.on("websocket", self._note)

    def _note(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._add(self.sent, frame))
        socket.on("framereceived", lambda frame: self._add(self.heard, frame))

    @staticmethod
    def _add(notes: list[dict[str, Any]], frame: str | bytes) -> None:
        if len(frame) > 1:  # not a ping
            notes.append(json.loads(frame))

    @property
    def request(self) -> dict[str, Any]:
        """What the page is asked now; behind an answer that is still to come."""
        for message in reversed(self.heard):
            if message["t"] == "ack":
                break
            if message["t"] == "request":
                return message
            if message["t"] == "snap":
                request: dict[str, Any] = message["request"]
                return request
        return {"wait": True}

    @property
    def acts(self) -> int:
        return sum(1 for message in self.sent if message["t"] == "act")

    @property
    def answers(self) -> int:
        return sum(1 for message in self.heard if message["t"] in ("ack", "nack") and "id" in message)

    def refused(self) -> list[dict[str, Any]]:
        """List what the server has refused: a page that lights only what is legal gets nothing refused."""
        return [message for message in self.heard if message["t"] == "nack"]


class BrowserPlayer:
    """A person at a page."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.wire = Wire(page)
        self.dice = random.Random(seed)

    # --- waiting

    def wait(self, what: Any, reason: str) -> None:
        """Wait until something is true."""
        end = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < end, f"{reason}; the page says {self.page.inner_text('body')[:600]}"
            self.page.wait_for_timeout(20)

    @property
    def asked(self) -> bool:
        return "choices" in self.wire.request and self.wire.acts == self.wire.answers

    @property
    def over(self) -> bool:
        return bool(self.wire.request.get("over"))

    def ready(self) -> bool:
        """Wait until there is something to decide; says whether the match goes on."""
        self.wait(lambda: self.asked or self.over, "nobody asked anything")
        return not self.over

    # --- ways to choose

    def press(self, target: Locator) -> None:
        """Choose something: with the mouse, or with a finger on a phone."""
        # Cards of a hand lie over each other: what is seen of one is its left edge.
        target.click(position={"x": 14, "y": 20}, timeout=2_000, force=True)

    def try_something(self) -> None:
        """Choose one of the things on the table."""
        items = self.page.locator(ITEMS).all()
        seen = [item for item in items if item.is_visible()]
        if seen:
            self.press(self.dice.choice(seen))

    def do_main(self) -> None:
        """Press the one main button, if there is one that can be pressed."""
        main = self.page.locator("[data-main]:not([aria-disabled=true]):visible")
        if main.count():
            self.press(main.first)

    def do_hint(self) -> None:
        """Ask for advice and follow it."""
        self.press(self.page.locator("button:visible", has_text="Hint").or_(self.hint_button()).first)
        follow = self.page.get_by_role("button", name="Do it")
        follow.wait_for(timeout=PATIENCE * 1000)
        self.press(follow)

    def hint_button(self) -> Locator:
        return self.page.locator("button[aria-label^=Hint]:visible, button[title^=Hint]:visible")

    def settle(self, before: int) -> bool:
        """Wait for the answer to an action, if one was sent; says whether one was."""
        self.page.wait_for_timeout(15)
        if self.wire.acts == before:
            return False
        self.wait(lambda: self.wire.acts == self.wire.answers, "no answer to an action")
        return True

    def turn(self, advised: bool = False) -> None:
        """Do one action, by trying what is on the table."""
        before = self.wire.acts
        if advised:
            self.page.wait_for_timeout(HUMAN)
            self.do_hint()
            self.wait(lambda: self.wire.acts > before, "the advice did nothing")
            self.settle(before)
            return
        for _ in range(self.dice.randint(2, 8)):
            self.try_something()
            if self.settle(before):
                return
        self.page.keyboard.press("Escape")
        self.do_main()
        self.settle(before)

    def play(self, advised: bool = False) -> None:
        """Play to the end."""
        end = time.monotonic() + LONGEST
        while self.ready():
            assert time.monotonic() < end, "the match has no end"
            self.turn(advised)


class KeyboardPlayer(BrowserPlayer):
    """A person without a mouse: tab stops, arrows, Enter and the keys of the game."""

    def try_something(self) -> None:
        page = self.page
        for _ in range(self.dice.randint(1, 3)):
            page.keyboard.press("Tab")
        for _ in range(self.dice.randint(0, 6)):
            page.keyboard.press(self.dice.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        if page.evaluate("Boolean(document.activeElement?.closest('.stage [data-item]'))"):
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(str(self.dice.randint(1, 6)))

    def do_main(self) -> None:
        self.page.keyboard.press("e")

    def do_hint(self) -> None:
        page = self.page
        page.keyboard.press("h")
        follow = page.get_by_role("button", name="Do it")
        follow.wait_for(timeout=PATIENCE * 1000)
        for _ in range(60):
            if page.evaluate("document.activeElement?.textContent?.startsWith('Do it')"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
