"""Links that break at every moment of a match: nothing is lost, nothing is done twice, and the page says what is up."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tablewright.core.record import Record

from .browsing import DESKTOP, Browsing
from .playing import PatientPlayer
from .serving import BOT, PERSON, Serving

#: Notes every time that the page begins to speak of a lost link, and marks the page: a reload would lose the mark.
NOTE_STATES = """window.states = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const text = [...document.querySelectorAll(".banner, .foyer [role=status]")].map(one => one.textContent).join("");
  const state = /connection is lost|offline|restarts/.exec(text)?.[0] || "";
  if (state !== (states.at(-1) ?? "")) states.push(state);
}).observe(document.body, { childList: true, subtree: true, characterData: true }))"""


def seat_link(server: Serving, made: dict[str, Any], seat: int = 0) -> str:
    return f"{server.url}/g/{made['id']}#seat={made['seats'][seat]['token']}"


def patient(browsing: Browsing, seed: int = 1) -> PatientPlayer:
    """Return somebody whose link is in the hands of the test."""
    page = browsing.device(DESKTOP, reduced_motion="reduce").new_page()
    page.add_init_script(NOTE_STATES)
    return PatientPlayer(page, seed)


def lines_of(server: Serving, match: str, seat: int) -> list[str]:
    """List what a seat has done, as the record has it."""
    record = Record.parse(server.http.get(f"/api/v1/matches/{match}/record").text)
    replay = server.get(f"matches/{match}/replay")
    assert len(record.actions) == len(replay["steps"])
    return [line for line, step in zip(record.actions, replay["steps"], strict=True) if step["seat"] == seat]


def shown(page: Page) -> dict[str, Any]:
    """Return what a page shows of the match, in words and marks."""
    seen: dict[str, Any] = page.evaluate(
        """() => ({
          stage: document.querySelector(".stage").innerText,
          labels: [...document.querySelectorAll(".stage [aria-label]")].map(one => one.getAttribute("aria-label")),
          marks: [...document.querySelectorAll(".stage [data-id]")].map(one => one.className),
          log: [...document.querySelectorAll(".log li")].map(one => one.innerText),
          end: document.querySelector(".ending")?.innerText || "",
          title: document.title,
        })"""
    )
    return seen


def compare_with_fresh(player: PatientPlayer, address: str) -> None:
    """Check that the page shows what a new page of the same seat shows, which takes the seat over."""
    mine = shown(player.page)
    fresh = player.page.context.new_page()
    fresh.goto(address)
    fresh.locator(".ending, .stage [data-item]").first.wait_for()
    fresh.wait_for_function("log => document.querySelectorAll('.log li').length >= log", arg=len(mine["log"]))
    assert shown(fresh) == mine


def test_the_link_breaks_at_every_message_of_a_match(browsing: Browsing, server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT)
    player = patient(browsing)
    # The first connection ends behind its first message, the second behind its second, and so on; then from the first
    # again, so that every message of the greeting and of a turn is once the last one.
    player.wire.cut_after = lambda message: player.wire.passed == (player.wire.connections - 1) % 7 + 1
    player.page.goto(seat_link(server, made))
    player.play()
    assert player.wire.cuts > 12
    assert {"welcome", "snap", "tail", "request", "presence", "ack", "ev"} <= {one["t"] for one in player.wire.last}
    compare_with_fresh(player, seat_link(server, made))
    assert player.page.evaluate("states.filter(Boolean)") == ["connection is lost"] * player.wire.cuts
    assert player.wire.refused() == []
    assert player.wire.done() == lines_of(server, made["id"], 0)


def test_the_link_breaks_with_every_action(browsing: Browsing, server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT)
    player = patient(browsing, 2)
    tried: dict[int, int] = {}

    def breaks(message: dict[str, Any], when: int) -> bool:
        """Every action is cut off at its first attempt: by turns before it has left, and behind it."""
        if message["t"] != "act" or message["id"] % 2 != when:
            return False
        tried[message["id"]] = tried.get(message["id"], 0) + 1
        return tried[message["id"]] == 1

    player.wire.cut_before_sending = lambda message: breaks(message, 0)
    player.wire.cut_after_sending = lambda message: breaks(message, 1)
    player.page.goto(seat_link(server, made))
    for _ in range(10):
        if player.ready():
            player.turn()
    player.wire.cut_before_sending = player.wire.cut_after_sending = lambda message: False
    assert player.wire.cuts == player.wire.repeated() == len(tried) > 6
    player.wait(lambda: player.asked or player.over, "the match does not go on")
    compare_with_fresh(player, seat_link(server, made))
