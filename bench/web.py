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
#: Seconds that the server is away when a page has to find it again, and how often.
AWAY, COMEBACKS = 20.0, 3
#: Between two clicks: nobody is faster, and the limits of the server think so too.
HUMAN = 100
#: What can be chosen on the table, and the one main button; the maze has it on the table.
ITEMS = ".stage [data-item]:not([aria-disabled=true]):not(.impossible)"
MAIN = ":is([data-main], .stage .flip):not([aria-disabled=true])"
#: Where a hand would click: in the middle, or on the left edge of a card of a hand on which others lie.
PLACES = """wanted => [...document.querySelectorAll(wanted)].filter(one => one.checkVisibility()).map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [[x + width / 2, y + height / 2], [x + 14, y + 20]]
    .find(place => one.contains(document.elementFromPoint(...place)));
}).filter(Boolean)"""
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
#: When the page was live again: waiting for it from outside would look every half second only.
NOTE_LIVE = """
let well = null;
new MutationObserver(() => {
  const now = Boolean(document.querySelector(".banner.well"));
  if (now && !well) window.live = Date.now();
  well = now;
}).observe(document, { subtree: true, childList: true, attributeFilter: ["class"] });
"""


def lines() -> list[measure.Line]:
    """Play every game for a while and return what it took; the target is 100 ms in 95 of 100 clicks."""
    found: list[measure.Line] = []
    if not browser_path():
        print("  not measured: no Chromium or Chrome here, and none of playwright's own")
        return found
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, browsing() as browser:
        for game in GAMES:
            found += first_load(browser, address, game)
            times = play(browser, address, game, ACTIONS * measure.effort.rounds)
            found.append((f"{game}: actions measured", len(times["sent"]), ""))
            for kind, title in (("sent", "click to the drawn answer"), ("chosen", "click that only chooses")):
                for share in (50, 95) if times[kind] else ():
                    found.append((f"{game}: {title}, {share} % within", percentile(times[kind], share), "ms"))
    with tempfile.TemporaryDirectory() as folder, browsing() as browser:
        worst = max(comebacks(browser, Path(folder)))
    found.append((f"killed and {AWAY:.0f} s away: the page goes on, at the latest, after", 1000 * worst, "ms"))
    return found


def comebacks(browser: Browser, folder: Path) -> list[float]:
    """Kill the server, start it again, and return the seconds from its first word until the page is live."""
    page = browser.new_page()
    page.add_init_script(NOTE_LIVE)
    seconds, port = [], 0
    for _ in range(COMEBACKS + 1):
        with serving(folder, port) as address:
            started = time.time()
            if not port:
                port = int(address.rpartition(":")[2])
                page.goto(sit_down(page, address, "ooperations", 1))
                page.locator(ITEMS).first.wait_for()
            else:
                page.locator(".banner.well").wait_for(state="attached")
                seconds.append(page.evaluate("live") / 1000 - started)
        page.get_by_text("lost").or_(page.get_by_text("restarts")).first.wait_for()
        page.wait_for_timeout(1000 * AWAY)
    page.close()
    return seconds


def percentile(values: list[float], share: int) -> float:
    """Return the value that so many per cent do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, -(-share * len(ranked) // 100) - 1)]


@contextmanager
def serving(folder: Path, port: int = 0, *more: str) -> Iterator[str]:
    """Serve from a folder, on any port if none is named, and give the address."""
    command = [str(Path(sys.executable).parent / "tablewright"), "serve", "--port", str(port), *more]
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
        process.kill()
        process.wait(30)


def browser_path() -> str | None:
    """Return the path of an installed Chromium or Chrome, else of playwright's own; ``None`` if there is neither."""
    installed = next((found for found in map(shutil.which, PROGRAMS) if found), None)
    if installed:
        return installed
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start the browser."""
    arguments = ["--disable-background-networking"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # which root cannot have
    path = browser_path()
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
    page.on("response", lambda answer: answers.append(answer))
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
