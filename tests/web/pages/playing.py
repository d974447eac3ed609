"""Somebody who plays in a real browser, by mouse, touch or keyboard, and knows only what is on the page.

What goes over the wire is noted beside it, so that a test can say what a click has done.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, WebSocketRoute
from playwright.sync_api import TimeoutError as TooLate

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
        self.wire = self.tap(page)
        self.dice = random.Random(seed)

    def tap(self, page: Page) -> Wire:
        """Return what notes the traffic of the page."""
        return Wire(page)

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
            with suppress(TooLate):  # the page was drawn anew meanwhile, and it has gone
                self.press(self.dice.choice(seen))

    @property
    def main(self) -> Locator:
        """The one main button, if there is one that can be pressed."""
        return self.page.locator("[data-main]:not([aria-disabled=true]):visible")

    def do_main(self) -> None:
        """Press the main button, if there is one that can be pressed."""
        if self.main.count():
            self.press(self.main.first)

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

    def turns(self, most: int = 2_000) -> Iterator[int]:
        """Yield as often as there is something to decide, with the number of actions so far, until the end.

        A match that does not end is given up.
        """
        end = time.monotonic() + LONGEST
        for _ in range(most):
            if not self.ready():
                return
            assert time.monotonic() < end, "the match takes too long"
            yield self.wire.acts
        raise AssertionError("the match has no end")

    def play(self, advised: bool = False) -> None:
        """Play to the end."""
        for _ in self.turns():
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


class Relay(Wire):
    """A link to the server that a test holds in its hands: everything passes through it, until the test cuts it.

    What is noted is what the page has said, and what has reached it.
    """

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.connections = 0
        #: How many messages from the server have passed in this connection.
        self.passed = 0
        #: Say whether the link is to be cut behind a message from the server, or before or behind one to it.
        self.cut_after: Callable[[dict[str, Any]], bool] = lambda message: False
        self.cut_before_sending: Callable[[dict[str, Any]], bool] = lambda message: False
        self.cut_after_sending: Callable[[dict[str, Any]], bool] = lambda message: False
        #: Say whether the server cannot be reached now.
        self.refuse: Callable[[], bool] = lambda: False
        #: Nothing passes any more, and neither side is told.
        self.deaf = False
        self.cuts = 0
        #: What the page has heard last before each cut.
        self.last: list[dict[str, Any]] = []
        self._ends: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self._connect)

    def cut(self) -> None:
        """Cut the link."""
        self.cuts += 1
        self.last += self.heard[-1:]
        ends, self._ends = self._ends, []
        for end in ends:
            end.close(code=3000)

    def to_server(self, frame: str) -> None:
        """Say something that the page has not said."""
        self._ends[1].send(frame)

    def _connect(self, page: WebSocketRoute) -> None:
        if self.refuse():
            page.close(code=3000)
            return
        server = page.connect_to_server()
        ends = self._ends = [page, server]
        self.connections += 1
        self.passed = 0

        def hear(frame: str | bytes) -> None:
            if self._ends is not ends or self.deaf:
                return
            page.send(frame)
            if len(frame) > 1:
                self._add(self.heard, frame)
                self.passed += 1
                if self.cut_after(self.heard[-1]):
                    self.cut()

        def say(frame: str | bytes) -> None:
            if self._ends is not ends or self.deaf:
                return
            if len(frame) == 1:
                server.send(frame)
                return
            self._add(self.sent, frame)
            if self.cut_before_sending(self.sent[-1]):
                self.cut()
                return
            server.send(frame)
            if self.cut_after_sending(self.sent[-1]):
                self.cut()

        server.on_message(hear)
        page.on_message(say)

    def done(self) -> list[str]:
        """List the command lines that the page has sent, each once however often it was sent, without the refused."""
        refused = {message.get("id") for message in self.refused()}
        lines = {message["id"]: message["action"] for message in self.sent if message["t"] == "act"}
        return [line for number, line in sorted(lines.items()) if number not in refused]

    def repeated(self) -> int:
        """Count the actions that were sent again."""
        acts = [message["id"] for message in self.sent if message["t"] == "act"]
        return len(acts) - len(set(acts))


class PatientPlayer(BrowserPlayer):
    """A person whose link breaks, and who goes by nothing but what the page shows."""

    wire: Relay

    def tap(self, page: Page) -> Relay:
        return Relay(page)

    @property
    def asked(self) -> bool:
        script = "document.title.startsWith('Your turn') && !document.querySelector('.stage.sent')"
        return bool(self.page.evaluate(script))

    @property
    def over(self) -> bool:
        return self.page.locator(".ending").count() > 0

    @property
    def pending(self) -> bool:
        return self.page.locator(".stage.sent").count() > 0

    def settle(self, before: int) -> bool:
        self.page.wait_for_timeout(15)
        if self.wire.acts == before and not self.pending:
            return False
        self.wait(lambda: not self.pending, "an action was never confirmed")
        return True
