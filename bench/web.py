"""The browser: from a click to the drawn board, in a real Chromium against the real server on loopback.

Somebody clicks on what is lit until something is sent. The time runs from the click to the frame in which the *answer*
of the server stands on the page: sent, done, stored, acknowledged, told and drawn. What bots do then is not part of it.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, sync_playwright

import measure

GAMES = ("ooperations", "marches", "dungeons", "maze")
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
#: Actions in a round, and how many seconds may pass until they are done.
ACTIONS, LONGEST = 20, 120
#: Between two clicks: nobody is faster, and the limits of the server think so too.
HUMAN = 100
#: What can be chosen on the table, and the one main button.
ITEMS = ".stage [data-item]:not([aria-disabled=true]):not(.impossible)"
MAIN = "[data-main]:not([aria-disabled=true])"
#: Where a hand would click: cards of a hand lie over each other, and what is seen of one is its left edge.
PLACES = """wanted => [...document.querySelectorAll(wanted)].filter(one => one.checkVisibility())
  .map(one => [one, one.getBoundingClientRect()])
  .map(([one, box]) => [box.x + Math.min(14, box.width / 2), box.y + Math.min(20, box.height / 2), one])
  .filter(([x, y, one]) => one.contains(document.elementFromPoint(x, y))).map(([x, y]) => [x, y])"""
#: A stage is `sent` from the click that sends something until its answer is drawn. The next frame shows the answer.
NOTE_TIMES = """
window.times = { sent: [], chosen: [] };
let clicked = null;
const drawn = (kind, from) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => times[kind].push(performance.now() - from);
  port2.postMessage(0); // comes behind the painting of this frame
});
addEventListener("pointerdown", event => (clicked = event.timeStamp), { capture: true });
addEventListener("click", () => {
  const from = clicked;
  setTimeout(() => document.querySelector(".stage.sent") || drawn("chosen", from));
});
new MutationObserver(() => {
  const sent = Boolean(document.querySelector(".stage.sent"));
  if (sent) window.pending ??= clicked;
  else if (window.pending != null) {
    drawn("sent", window.pending);
    window.pending = null;
  }
}).observe(document, { subtree: true, attributeFilter: ["class"] });
"""


def lines() -> list[measure.Line]:
    """Play every game for a while and return what it took; the target is 100 ms in 95 of 100 clicks."""
    found: list[measure.Line] = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, browsing() as browser:
        for game in GAMES:
            found += first_load(browser, address, game)
            times = play(browser, address, game, ACTIONS * measure.effort.rounds)
            for kind, title in (("sent", "click to the drawn answer"), ("chosen", "click that only chooses")):
                for share in (50, 95):
                    found.append((f"{game}: {title}, {share} % within", percentile(times[kind], share), "ms"))
    return found


def percentile(values: list[float], share: int) -> float:
    """Return the value that so many per cent do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, -(-share * len(ranked) // 100) - 1)]


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve from a folder and give the address."""
    command = [str(Path(sys.executable).parent / "tablewright"), "serve", "--port", "0"]
    environment = {**os.environ, "TABLEWRIGHT_DATA": str(folder)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://[^/\s]+", said)
        if not address:
            raise RuntimeError(f"the server did not start: {said}")
        yield address[0]
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start an installed Chromium or Chrome, else playwright's own."""
    arguments = ["--disable-background-networking"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # which root cannot have
    path = next((found for found in map(shutil.which, PROGRAMS) if found), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        try:
            yield browser
        finally:
            browser.close()


def sit_down(page: Page, address: str, game: str, seed: int) -> str:
    """Make a table against an easy bot, keep the seat on this device and return the address of the match."""
    seats = [{"kind": "person", "name": "Ann"}]
    if game in ("ooperations", "marches"):
        seats.append({"kind": "bot", "bot": "easy"})
    made = page.request.post(f"{address}/api/v1/matches", data={"game": game, "seats": seats, "seed": seed})
    match = made.json()
    tokens = [seat["token"] for seat in match["seats"] if "token" in seat]
    page.goto(f"{address}/healthz")
    keep = "([id, tokens]) => localStorage.setItem(`tw:${id}`, JSON.stringify({ tokens }))"
    page.evaluate(keep, [match["id"], tokens])
    return f"{address}/g/{match['id']}"


def first_load(browser: Browser, address: str, game: str) -> list[measure.Line]:
    """Count what a browser asks for that has never been here, until the board can be used."""
    device = browser.new_context()
    page = device.new_page()
    table = sit_down(page, address, game, 1)
    answers: list[Response] = []
    page.on("response", answers.append)
    started = time.monotonic()
    page.goto(table)
    page.locator(ITEMS).first.wait_for()
    seconds = time.monotonic() - started
    page.wait_for_load_state("networkidle")
    code = sum(len(answer.body()) for answer in answers if "/static/" in answer.url)
    device.close()
    return [
        (f"{game}: first load, requests", len(answers), ""),
        (f"{game}: first load, code", code / 1000, "KB"),
        (f"{game}: first load, until something can be done", 1000 * seconds, "ms"),
    ]


def play(browser: Browser, address: str, game: str, actions: int) -> dict[str, list[float]]:
    """Play until so many actions are done, over several matches if need be, and return what each click took."""
    device = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    device.add_init_script(NOTE_TIMES)
    page = device.new_page()
    dice = random.Random(1)
    times: dict[str, list[float]] = {"sent": [], "chosen": []}
    end = time.monotonic() + LONGEST
    seed = 0
    while len(times["sent"]) < actions and time.monotonic() < end:
        seed += 1
        page.goto(sit_down(page, address, game, seed))
        page.locator(ITEMS).first.wait_for()
        wanted = actions - len(times["sent"])
        while time.monotonic() < end and not page.locator(".ending").count():
            click_something(page, dice)
            page.wait_for_timeout(HUMAN)
            if page.evaluate("times.sent.length") >= wanted:
                break
        for kind, found in page.evaluate("times").items():
            times[kind] += found
    device.close()
    return times


def click_something(page: Page, dice: random.Random) -> None:
    """Click on something that is lit, now and then on the main button."""
    places = page.evaluate(PLACES, MAIN if dice.random() < 0.3 else ITEMS)
    if places:
        page.mouse.click(*dice.choice(places))
    else:
        page.keyboard.press("Escape")  # the details of a card lie over the table


if __name__ == "__main__":
    measure.effort = measure.QUICK
    for name, value, unit in lines():
        print(f"{name:60} {value:10,.1f} {unit}", flush=True)
