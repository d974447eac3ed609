"""The workshop: from a click on a card to its drawn answer, in a real Chromium against the real server on loopback.

A number is stepped until the card beside it shows the new one, as the server has read, checked, tested and stored it; a
chip and the plus are pressed until the words that fit are there.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page

import measure
from web import browser_path, browsing, percentile, serving

#: Cards that ship, by number: a building, a unit and a skill that do something.
LIKE = (8, 9, 20)
#: Clicks of each sort on each card in a round, and milliseconds between two of them.
CLICKS, HUMAN = 5, 150
#: Runs from the press to the frame behind the one in which what is looked for reads otherwise than before.
NOTE_TIME = """
addEventListener("pointerdown", event => (window.pressed = event.timeStamp), { capture: true });
window.drawn = selector => new Promise(resolve => {
  const read = () => document.querySelector(selector)?.textContent || "";
  const before = read();
  const look = () => {
    if (read() === before) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - window.pressed);
    port2.postMessage(0);
  };
  requestAnimationFrame(look);
});
"""


def lines() -> list[measure.Line]:
    """Return what clicks take; the target is 200 ms."""
    if not browser_path():
        print("  not measured: no Chromium or Chrome here, and none of playwright's own")
        return []
    times: dict[str, list[float]] = {
        "number until the card is drawn": [],
        "chip until its words": [],
        "plus until its steps": [],
    }
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), 0, "--workshop") as address,
        browsing() as browser,
    ):
        page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
        page.add_init_script(NOTE_TIME)
        key = page.request.post(f"{address}/api/v1/workshop/spaces", data={}).json()["key"]
        page.goto(f"{address}/workshop#key={key}")
        page.locator("main .own").wait_for()
        for like in LIKE:
            headers = {"Authorization": f"Bearer {key}"}
            made = page.request.post(f"{address}/api/v1/workshop/cards", data={"like": like}, headers=headers)
            page.evaluate("number => { location.hash = `#/card/${number}`; }", made.json()["number"])
            page.locator(".mainacts").wait_for()
            page.wait_for_timeout(2_000)  # what comes late is here then, the probes too
            for _ in range(CLICKS * measure.effort.rounds):
                times["number until the card is drawn"].append(
                    click(page, "button[aria-label='more: gold']", ".card.l .cost")
                )
                for sort, what in (
                    ("chip until its words", ".srow:not(.when) .chip"),
                    ("plus until its steps", ".addrow button"),
                ):
                    times[sort].append(click(page, what, "#picker .picks-list button"))
                    page.keyboard.press("Escape")
                    page.wait_for_timeout(HUMAN)
    return [
        (f"{sort}, {share} % of {len(found)} within", percentile(found, share), "ms")
        for sort, found in times.items()
        for share in (50, 95, 100)
    ]


def click(page: Page, what: str, where: str) -> float:
    """Click on something and return the milliseconds until what was looked for is drawn."""
    waiting = page.evaluate_handle("selector => ({ done: drawn(selector) })", where)
    page.locator(what).first.click()
    took: float = waiting.evaluate("async ({ done }) => await done")
    page.wait_for_timeout(HUMAN)
    return took


if __name__ == "__main__":
    measure.effort = measure.QUICK
    for name, value, unit in lines():
        print(f"{name:60} {value:10,.1f} {unit}", flush=True)
