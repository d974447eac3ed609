"""Links that break at every moment of a match: nothing is lost, nothing is done twice, and the page says what is up."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tablewright.core.record import Record

from ..serving import BOT, PERSON, Serving, served
from .browsing import DESKTOP, Browsing
from .playing import PatientPlayer

#: Seconds in which a page goes on once the link is back. A machine that runs many tests at once needs more than the one
#: second that is promised, so how far attempts are apart is looked at in test_client_parts.py.
LIMIT = 8
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
    tried: list[int] = []

    def breaks(message: dict[str, Any], when: int) -> bool:
        """Every action is cut off at its first attempt: by turns before it has left, and behind it."""
        if message["t"] != "act" or message["id"] in tried or len(tried) % 2 != when:
            return False
        tried.append(message["id"])
        return True

    player.wire.cut_before_sending = lambda message: breaks(message, 0)
    player.wire.cut_after_sending = lambda message: breaks(message, 1)
    player.page.goto(seat_link(server, made))
    for _ in player.turns():
        if len(tried) >= 8:
            break
        player.turn()
    assert player.wire.cuts == player.wire.repeated() == len(tried)
    assert len(tried) >= 4, "the match was too short to say anything"
    assert player.wire.refused() == []
    compare_with_fresh(player, seat_link(server, made))
    if not player.over:
        ender = server.sit(made["id"], made["seats"][0]["token"])
        ender.send(t="offer", kind="resign")
        ender.until("snap", lambda snap: snap["outcome"] is not None)
    assert player.wire.done() == lines_of(server, made["id"], 0)


def test_nothing_can_be_done_twice_between_an_event_and_the_next_request(browsing: Browsing, server: Serving) -> None:
    made = server.make("marches", PERSON, {"kind": "person", "name": "Marla"})
    server.sit(made["id"], made["seats"][1]["token"])
    player = patient(browsing)
    player.wire.cut_after = lambda message: message["t"] == "ev" and player.wire.connections == 1
    away = [True]
    player.wire.refuse = lambda: away[0] and player.wire.connections > 0
    player.page.goto(seat_link(server, made))
    player.ready()
    player.do_main()
    player.page.get_by_text("The connection is lost").wait_for()
    assert player.wire.last[-1]["t"] == "ev"
    expect(player.page.locator(".look output")).to_contain_text("1 / 1")  # what it did is drawn already
    assert player.pending
    player.do_main()
    expect(player.page.get_by_role("alert")).to_contain_text("The move before is not confirmed yet")
    away[0] = False
    player.wait(lambda: not player.pending, "the page waits for ever")
    assert len(player.wire.done()) == 1
    assert player.wire.refused() == []


def banner(page: Page) -> str:
    return page.locator(".banner").inner_text()


def test_the_server_is_killed_and_a_move_is_made_meanwhile(browsing: Browsing, data: Path) -> None:
    browsing.expect("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection to")
    with served(data) as server:
        made = server.make("marches", PERSON, {"kind": "person", "name": "Marla"})
        ann, marla = patient(browsing), patient(browsing)
        ann.page.goto(seat_link(server, made))
        marla.page.goto(seat_link(server, made, 1))
        ann.ready()
        ann.do_main()
        ann.wait(lambda: not ann.pending and marla.asked, "the first move did not arrive")
        server.kill()
        for page in (ann.page, marla.page):
            page.get_by_text("The connection is lost").wait_for()
        marla.do_main()
        assert marla.pending
        marla.page.wait_for_timeout(3_500)  # long enough for the attempts to become rare
        assert marla.pending
        assert "Moves wait and are sent then." in banner(marla.page)
        server.start()
        back = time.monotonic()
        for player in (ann, marla):
            player.page.locator(".banner.well").wait_for(state="attached", timeout=LIMIT * 1000)
        marla.wait(lambda: not marla.pending, "the move was not sent")
        ann.wait(lambda: ann.asked, "the move did not arrive")
        assert time.monotonic() - back < LIMIT
        ann.do_main()
        marla.wait(lambda: marla.asked, "the match does not go on")
        for player in (ann, marla):
            assert player.page.evaluate("states") == ["connection is lost", ""]
            assert player.wire.refused() == []
        marla.page.get_by_role("button", name="Menu").click()
        marla.page.get_by_role("button", name="Resign").click()
        marla.page.get_by_role("button", name="Resign, really").click()
        ann.page.locator(".ending").wait_for()
        assert lines_of(server, made["id"], 0) == ann.wire.done()
        assert lines_of(server, made["id"], 1) == marla.wire.done()
        assert len(marla.wire.done()) == 1


def test_a_second_tab_takes_over_and_gives_it_back(browsing: Browsing, server: Serving) -> None:
    made = server.make("marches", PERSON, BOT)
    first = patient(browsing)
    first.page.goto(seat_link(server, made))
    first.ready()
    second = PatientPlayer(first.page.context.new_page())
    second.page.goto(f"{server.url}/g/{made['id']}")  # the device has kept the seat
    second.ready()
    back = first.page.get_by_role("button", name="Take it back")
    back.wait_for()
    assert "Another tab has taken this seat over." in banner(first.page)
    first.page.wait_for_timeout(1_500)
    assert first.wire.connections == 1, "the two tabs take the seat from each other"
    second.do_main()
    assert second.settle(0)
    second.ready()  # the bot has played, and there is nothing to come
    back.click()
    second.page.get_by_role("button", name="Take it back").wait_for()
    first.wait(lambda: first.asked, "the seat was not given back")
    assert banner(first.page) == ""
    first.wait(lambda: shown(first.page)["log"] == shown(second.page)["log"], "the tabs do not show the same")
    first.do_main()
    first.wait(lambda: not first.pending, "the first tab cannot play")
    assert first.wire.refused() == []


def test_a_move_made_offline_is_not_taken_for_that_of_another_window(browsing: Browsing, server: Serving) -> None:
    made = server.make("marches", PERSON, {"kind": "person", "name": "Marla"})
    first = patient(browsing)
    first.page.goto(seat_link(server, made))
    marla = server.sit(made["id"], made["seats"][1]["token"])
    first.ready()
    away = [True]
    first.wire.refuse = lambda: away[0]
    first.wire.cut()
    first.page.get_by_text("The connection is lost").wait_for()
    first.do_main()
    assert first.pending
    second = patient(browsing)
    second.page.goto(seat_link(server, made))
    second.ready()
    second.do_main()  # from the same number of actions as the first
    second.wait(lambda: not second.pending, "the second window cannot play")
    away[0] = False
    second.page.get_by_role("button", name="Take it back").wait_for()
    first.wait(lambda: not first.pending, "the move was never answered")
    assert [nack["code"] for nack in first.wire.refused()] == ["STALE"]
    first.page.get_by_text("The position has changed meanwhile").wait_for()
    marla.close()


def test_offline_and_online_again(browsing: Browsing, server: Serving) -> None:
    browsing.expect("ERR_INTERNET_DISCONNECTED")
    made = server.make("marches", PERSON, BOT)
    player = patient(browsing)
    player.page.goto(seat_link(server, made))
    player.ready()
    player.wire.deaf = True  # no frame arrives any more, and nobody says so
    player.page.context.set_offline(True)
    player.page.get_by_text("This device is offline").wait_for(timeout=6_000)
    player.do_main()
    assert player.pending
    player.wire.deaf = False
    player.page.context.set_offline(False)
    back = time.monotonic()
    player.page.locator(".banner.well").wait_for(state="attached", timeout=LIMIT * 1000)
    player.wait(lambda: not player.pending, "the move was not sent")
    assert time.monotonic() - back < LIMIT
    assert player.page.evaluate("states") == ["offline", ""]


def test_too_much_at_once_costs_time_and_no_move(browsing: Browsing, server: Serving) -> None:
    made = server.make("marches", PERSON, BOT)
    player = patient(browsing)
    player.page.goto(seat_link(server, made))
    player.ready()

    def flood(message: dict[str, Any]) -> bool:
        """Use up what the page may send, just before its first action leaves."""
        if message["t"] == "act" and player.wire.acts == 1:
            for _ in range(40):
                player.wire.to_server('{"t":"look","seq":1}')
        return False

    player.wire.cut_before_sending = flood
    player.do_main()
    words = re.compile(r"Too much at once: done is sent again in \d+ s")
    player.page.get_by_role("alert").filter(has_text=words).wait_for()
    assert player.pending
    player.wait(lambda: not player.pending, "the move was lost")
    acts = [message for message in player.wire.sent if message["t"] == "act"]
    assert len(acts) == 2
    assert acts[0] == acts[1]
    assert [one["id"] for one in player.wire.heard if one["t"] == "ack"] == [acts[0]["id"]]


def test_advice_and_earlier_positions_come_over_a_link_that_breaks(browsing: Browsing, server: Serving) -> None:
    made = server.make("ooperations", PERSON, BOT)
    player = patient(browsing)
    player.page.goto(seat_link(server, made))
    for _ in range(2):
        player.ready()
        player.do_main()
        player.wait(lambda: not player.pending, "a move was lost")
    player.ready()
    player.page.reload()  # a page that has seen nothing has to ask for everything
    player.ready()
    player.wire.cut_before_sending = lambda message: message["t"] == "hint" and player.wire.cuts == 0
    player.page.keyboard.press("h")
    player.page.get_by_role("button", name="Do it").wait_for()
    player.wire.cut_before_sending = lambda message: message["t"] == "look" and player.wire.cuts == 1
    player.page.keyboard.press("Home")
    player.page.get_by_text("looking back").wait_for()
    assert player.page.locator(".look output").inner_text().startswith("0 /")
    assert player.wire.cuts == 2


def test_whoever_turns_the_pages_fast_gets_where_they_want(browsing: Browsing, server: Serving) -> None:
    made = server.make("maze", PERSON)
    token = made["seats"][0]["token"]
    solo = server.sit(made["id"], token)
    for _ in range(45):
        solo.wait_for_turn()
        assert solo.act(solo.choices()[0])["t"] == "ack"
        time.sleep(0.12)  # a person may send sixty messages in ten seconds
    solo.close()
    player = patient(browsing)
    player.page.goto(seat_link(server, made))
    player.ready()
    for _ in range(45):
        player.page.keyboard.press(",")
    place = player.page.locator(".look output")
    player.wait(lambda: place.inner_text().startswith("0 /"), "the start was not reached")
    assert banner(player.page) == ""
    player.page.keyboard.press("End")
    assert place.inner_text() == "45 / 45\nnow"
