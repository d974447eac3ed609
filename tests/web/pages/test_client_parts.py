"""The parts of the match page that are no pictures: the link, the table, focus and hands, each in a real browser."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from .browsing import Browsing, browsing, chromium

__all__ = ["browsing", "chromium"]

CLIENT = files("tablewright.web") / "client"
KINDS = {"js": "text/javascript", "css": "text/css"}

#: Sockets of a page that has no server: the test opens, feeds and closes them, and reads what was sent.
SOCKETS = """() => {
window.sockets = [];
window.WebSocket = class {
  constructor(url) { this.sent = []; window.sockets.push(this); }
  send(text) { this.sent.push(text); }
  close() { this.closed = true; }
};
window.last = () => window.sockets.at(-1);
window.hear = message => last().onmessage({ data: JSON.stringify(message) });
window.open_ = () => { last().onopen(); hear({ t: "welcome", acts: 0 }); };
window.acts = () => last().sent.filter(text => text.includes('"act"')).map(text => JSON.parse(text));
}"""
PORT = """async () => {
  const { SocketPort } = await import("/lib/port.js");
  window.states = [];
  window.heard = [];
  window.port = new SocketPort("ws://table", {
    hello: () => ({ since: 7 }), onmessage: one => heard.push(one), onstate: state => states.push(state.name),
  });
}"""


def serve(route: Route) -> None:
    path = route.request.url.split("/", 3)[3]
    if not path:
        route.fulfill(body="<!doctype html><title>parts</title><body></body>", content_type="text/html")
    elif path == "healthz":
        route.fulfill(json={"status": "ok"})
    else:
        route.fulfill(body=CLIENT.joinpath(path).read_text("utf-8"), content_type=KINDS[path.rpartition(".")[2]])


@pytest.fixture
def page(browsing: Browsing) -> Page:
    page = browsing.device().new_page()
    page.route("http://client.test/**", serve)
    page.goto("http://client.test/")
    return page


@pytest.fixture
def port(page: Page) -> Page:
    """A page with a link whose other end is the test, and with a clock that the test turns."""
    page.clock.install()
    page.evaluate(SOCKETS)
    page.evaluate(PORT)
    return page


def reduced(page: Page, *messages: dict[str, Any]) -> Any:
    """Return what is known of a table after some messages."""
    return page.evaluate(
        """async messages => {
          const { NOTHING, reduce } = await import("/lib/table.js");
          return messages.reduce((table, message) => reduce(table, message, 1000), NOTHING);
        }""",
        messages,
    )


WELCOME = {
    "t": "welcome",
    "you": [0],
    "seats": [{"seat": 0, "name": "Ann", "here": True}, {"seat": 1, "name": "Marla", "here": True}],
    "game": {"key": "ooperations"},
    "options": {},
    "waiting": False,
}
SNAP = {"t": "snap", "seq": 4, "eye": 0, "view": {"round": 1}, "log": [], "request": {"id": 4, "wait": True}}


# --- the link


def test_attempts_come_later_and_later_but_never_stop(port: Page) -> None:
    waits = port.evaluate(
        """async () => {
          const { backoff } = await import("/lib/port.js");
          return [1, 2, 3, 4, 400, 403, 404, 420].map(attempt => backoff(attempt, false, () => 0.5));
        }"""
    )
    assert waits == [100, 200, 400, 400, 400, 800, 1600, 8000]
    port.evaluate("last().onclose({ code: 1006 })")
    for attempts in (1, 2, 3):
        port.clock.run_for(20_000)
        assert port.evaluate("sockets.length") > attempts
        port.evaluate("last().onclose({ code: 1006 })")
    assert set(port.evaluate("states")) == {"lost"}


def test_who_has_failed_often_opens_a_socket_only_when_somebody_answers(port: Page, browsing: Browsing) -> None:
    browsing.expect("healthz")
    port.route("**/healthz", lambda route: route.abort())
    for _ in range(4):
        port.evaluate("last().onclose({ code: 1006 })")
        port.clock.run_for(1_100)
    opened = port.evaluate("sockets.length")
    for _ in range(5):
        with port.expect_event("requestfailed", timeout=5_000):
            port.clock.run_for(1_100)
    assert port.evaluate("sockets.length") == opened
    assert port.evaluate("port.state.name") == "lost"
    port.unroute("**/healthz")
    with port.expect_response("**/healthz", timeout=5_000):
        port.clock.run_for(1_100)
    port.wait_for_function("opened => sockets.length === opened + 1", arg=opened, timeout=5_000)


def test_an_act_is_sent_again_with_its_number_until_it_is_answered(port: Page) -> None:
    port.evaluate("open_()")
    number = port.evaluate("port.act(4, 'done')")
    port.clock.run_for(2_300)
    assert [act["id"] for act in port.evaluate("acts()")] == [number, number]
    port.evaluate("last().onclose({ code: 1006 })")
    port.clock.run_for(1_000)
    assert port.evaluate("acts()") == []
    port.evaluate("open_()")
    assert port.evaluate("acts()") == [{"t": "act", "id": number, "request": 4, "action": "done"}]
    port.evaluate("number => hear({ t: 'ack', id: number, seq: 5 })", number)
    port.clock.run_for(6_000)
    assert len(port.evaluate("acts()")) == 1
    assert port.evaluate("port.act(5, 'done')") > number


def test_an_act_that_came_too_soon_waits_as_long_as_it_is_told_to(port: Page) -> None:
    port.evaluate("open_()")
    number = port.evaluate("port.act(4, 'done')")
    port.evaluate("number => hear({ t: 'nack', id: number, code: 'LIMIT', text: 'too many', wait: 5 })", number)
    assert port.evaluate("heard.at(-1).kept")
    port.clock.run_for(4_500)
    assert len(port.evaluate("acts()")) == 1
    port.clock.run_for(1_000)
    assert [act["id"] for act in port.evaluate("acts()")] == [number, number]
    port.evaluate("number => hear({ t: 'nack', id: number, code: 'STALE', text: 'too late' })", number)
    assert not port.evaluate("heard.at(-1).kept")
    port.clock.run_for(6_000)
    assert len(port.evaluate("acts()")) == 2


def test_numbers_go_on_where_this_seat_has_stopped_elsewhere(port: Page) -> None:
    """Another window that goes on from there must not take the same number for another action."""
    port.evaluate("last().onopen(); hear({ t: 'welcome', acts: 41 })")
    first = port.evaluate("port.act(4, 'done')")
    assert first > 41
    port.evaluate(PORT)
    port.evaluate("last().onopen(); hear({ t: 'welcome', acts: 41 })")
    assert port.evaluate("port.act(4, 'other')") not in (first, *range(42))


def test_a_silent_link_is_asked_and_then_given_up(port: Page) -> None:
    port.evaluate("open_()")
    port.clock.run_for(5_300)
    assert port.evaluate("last().sent.includes('p')")
    assert port.evaluate("states.at(-1)") == "live"
    port.clock.run_for(6_000)
    assert port.evaluate("[sockets[0].closed, states.includes('lost')]") == [True, True]
    assert port.evaluate("sockets.length") == 2


def test_another_tab_takes_over_and_nothing_is_dropped_in_silence(port: Page) -> None:
    port.evaluate("open_(); port.act(4, 'done'); hear({ t: 'bye', code: 4009, text: 'elsewhere' })")
    assert port.evaluate("states.at(-1)") == "taken"
    assert port.evaluate("heard.at(-1).t") == "nack"
    port.clock.run_for(60_000)
    assert port.evaluate("sockets.length") == 1
    port.evaluate("port.take(); open_()")
    assert port.evaluate("states.at(-1)") == "live"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"code": 1012}, "The server restarts"),
        ({"code": 1008, "text": "Too many messages", "wait": 30}, "Too many messages, attempt 1 in 30 s"),
        ({"code": 4001, "text": "This link does not open a seat"}, "This link does not open a seat"),
    ],
)
def test_every_state_is_said_in_words(port: Page, message: dict[str, Any], words: str) -> None:
    port.evaluate("message => { open_(); hear({ t: 'bye', ...message }); }", message)
    said = port.evaluate("async () => (await import('/lib/port.js')).sentence(port.state)")
    assert words in said


# --- the table


def test_a_table_is_what_its_messages_say(page: Page) -> None:
    event = {"t": "ev", "seq": 5, "seat": 1, "when": "round 1", "told": ["Marla is done."], "seen": [{"kind": "Done"}]}
    table = reduced(page, WELCOME, SNAP, {**event, "view": {"round": 2}}, {"t": "ev", "seq": 6}, event)
    assert (table["seq"], table["view"], len(table["log"])) == (6, {"round": 2}, 1)
    assert table["last"] == [{"kind": "Done"}]
    same = reduced(page, WELCOME, SNAP, {"t": "tail", "events": [{**event, "view": {"round": 2}}, {"seq": 6}]})
    assert same == table


def test_what_is_missing_is_noticed(page: Page) -> None:
    assert reduced(page, WELCOME, SNAP, {"t": "ev", "seq": 6, "told": ["?"]})["gap"] is True
    assert reduced(page, WELCOME, SNAP, {"t": "ev", "seq": 6}, SNAP)["gap"] is False


def test_whoever_comes_back_is_not_away(page: Page) -> None:
    gone = {"t": "gone", "seat": 1, "seconds": 60}
    back = {"t": "presence", "seats": [{"seat": 1, "here": True}], "watchers": 2}
    assert list(reduced(page, WELCOME, SNAP, gone)["gone"]) == ["1"]
    assert reduced(page, WELCOME, SNAP, gone, back)["gone"] == {}
    assert reduced(page, WELCOME, SNAP, back)["watchers"] == 2
    assert reduced(page, WELCOME, SNAP, gone, WELCOME)["gone"] == {}  # a bot plays on


def test_clocks_run_on_from_what_the_server_said(page: Page) -> None:
    left = page.evaluate(
        """async () => {
          const { left, timeText } = await import("/lib/table.js");
          const clock = { left: [65000, 9000], running: [0], at: 1000 };
          return [left(clock, 0, 3500), left(clock, 1, 3500), left({ ...clock, paused: true }, 0, 3500),
            timeText(62500), timeText(9990), timeText(0)];
        }"""
    )
    assert left == [62500, 9000, 65000, "1:03", "9.9", "0.0"]


def test_commands_are_completed_as_far_as_they_agree(page: Page) -> None:
    completed = page.evaluate(
        """async () => {
          const { complete } = await import("/lib/table.js");
          const choices = ["creature HWOLF F1", "creature HWOLF F2", "done"].map(action => ({ action }));
          const lines = [...choices, { action: "xx", reason: "no" }];
          return ["cr", "D", "creature  hwolf f2", "x"].map(typed => complete(typed, lines));
        }"""
    )
    assert completed == ["creature HWOLF F", "done", "creature HWOLF F2", "x"]


def test_what_rules_write_in_capitals_is_told_in_words(page: Page) -> None:
    told = page.evaluate(
        """async () => {
          const { toldOf } = await import("/lib/table.js");
          const seats = [{ name: "ANN" }, { name: "Marla" }];
          return ["ANN plays SIEGE ORDER at P4, 0 HP left", "turn 15: player 2", ""].map(text => toldOf(text, seats));
        }"""
    )
    assert told == ["ANN plays Siege Order at P4, 0 HP left", "Turn 15: Marla", ""]


# --- keys and hands


ROWS = """<main tabindex="-1"><div data-rove="board">
  <button data-item="a1" data-drop="A1">a1</button><button data-item="a2" data-drop="A2">a2</button><br>
  <button data-item="b1" data-drag="move B1">b1</button><button data-item="b2">b2</button></div></main>"""


def test_arrows_go_where_they_point_and_focus_survives(page: Page) -> None:
    page.set_content(ROWS)
    page.evaluate(
        """async () => {
          const { keepFocus, roveKey, stops } = await import("/lib/rove.js");
          stops();
          addEventListener("keydown", roveKey);
          window.lose = () => keepFocus(() => document.activeElement.remove());
        }"""
    )
    focused = "document.activeElement.dataset.item"
    page.keyboard.press("Tab")
    for key, where in (("ArrowRight", "a2"), ("ArrowDown", "b2"), ("ArrowLeft", "b1"), ("ArrowLeft", "b1")):
        page.keyboard.press(key)
        assert page.evaluate(focused) == where
    assert page.locator("[tabindex='0']").count() == 1
    page.evaluate("lose()")
    assert page.evaluate(focused) in {"a1", "b2"}


def test_focus_goes_to_the_table_when_what_had_it_has_gone(page: Page) -> None:
    page.set_content(f"{ROWS}<button id=main>Done</button>")
    page.evaluate(
        """async () => {
          const { keepFocus } = await import("/lib/rove.js");
          document.getElementById("main").focus();
          keepFocus(() => document.activeElement.remove());
        }"""
    )
    assert page.evaluate("document.activeElement.tagName") == "MAIN"


@pytest.mark.parametrize(("held", "told"), [(80, ["click b2"]), (700, ["details b2"])], ids=["tap", "long press"])
def test_a_finger_that_stays_asks_for_details(page: Page, held: int, told: list[str]) -> None:
    page.set_content(ROWS.replace('data-item="b2"', 'data-item="b2" data-long="b2"'))
    page.evaluate(
        """async () => {
          const { hands } = await import("/lib/drag.js");
          window.told = [];
          hands(document.querySelector("main"), { can: () => false, details: value => told.push(`details ${value}`) });
          addEventListener("click", event => told.push(`click ${event.target.dataset.item}`));
        }"""
    )
    page.evaluate(
        """async held => {
          const at = document.querySelector("[data-item=b2]");
          const finger = { pointerId: 7, pointerType: "touch", bubbles: true };
          const point = type => at.dispatchEvent(new PointerEvent(type, finger));
          point("pointerdown");
          await new Promise(done => setTimeout(done, held));
          point("pointerup");
          at.click();
          await new Promise(done => setTimeout(done, 600));
        }""",
        held,
    )
    assert page.evaluate("told") == told


def test_a_drag_does_what_is_legal_and_a_click_stays_a_click(page: Page) -> None:
    page.set_content(ROWS)
    page.evaluate(
        """async () => {
          const { hands } = await import("/lib/drag.js");
          window.told = [];
          hands(document.querySelector("main"), {
            can: line => line === "move B1 A2", act: line => told.push(line), miss: line => told.push(`not ${line}`),
          });
          addEventListener("click", event => told.push(`click ${event.target.dataset.item}`));
        }"""
    )
    piece = page.locator("[data-item=b1]")
    piece.click()
    for target in ("a2", "a1"):
        piece.drag_to(page.locator(f"[data-item={target}]"))
    assert page.evaluate("told") == ["click b1", "move B1 A2", "not move B1 A1"]
    assert page.locator(".legal, .dragged").count() == 0


# --- motion


SHOW = """async () => {
  Object.assign(window, await import("/lib/motion.js"));
  window.drawn = [];
  window.show = new Show({
    play: step => (step.breaks ? Promise.resolve() : new Promise(() => {})), // else a motion that never ends
    draw: step => {
      drawn.push(step.name);
      if (step.breaks) throw new Error("stumbled");
    },
  });
  window.events = n => Array.from({ length: n }, () => ({}));
}"""


@pytest.mark.parametrize(("events", "least", "most"), [(1, 1400, 1600), (16, 2900, 3100), (500, 4400, 4600)])
def test_an_action_is_shown_for_as_long_as_its_events_need(page: Page, events: int, least: int, most: int) -> None:
    page.clock.install()
    page.evaluate(SHOW)
    page.evaluate("n => show.push({ name: 'one', events: events(n) })", events)
    page.clock.run_for(least)
    assert page.evaluate("drawn") == []
    page.clock.run_for(most - least)
    assert page.evaluate("drawn") == ["one"]


def test_a_click_skips_to_the_last_picture(page: Page) -> None:
    page.evaluate(SHOW)
    page.evaluate("for (const name of ['one', 'two', 'three']) show.push({ name, events: events(2) })")
    page.evaluate("show.skip()")
    assert page.evaluate("drawn") == ["three"]
    assert page.evaluate("show.busy") is False


def test_a_board_that_stumbles_does_not_hold_up_the_match(browsing: Browsing, page: Page) -> None:
    browsing.expect("stumbled")
    page.evaluate(SHOW)
    page.evaluate("show.push({ name: 'bad', breaks: true, events: events(1) })")
    page.wait_for_function("drawn.length && !show.busy", timeout=2_000)
    page.evaluate("show.push({ name: 'good', events: [] })")
    assert page.evaluate("drawn") == ["bad", "good"]


def test_what_has_died_fades_once_and_what_lives_on_is_seen_again(page: Page) -> None:
    page.set_content("<main><p data-id=one>one</p><p data-id=two>two</p></main>")
    ghosts, seen = page.evaluate(
        """async () => {
          const { effects, glide } = await import("/lib/motion.js");
          const main = document.querySelector("main");
          const fx = effects(main);
          await Promise.all([fx.death("one"), fx.death("two")]);
          glide(main, () => main.querySelector("[data-id=one]").remove());
          return [document.querySelectorAll(".ghost").length, getComputedStyle(main.firstChild).opacity];
        }"""
    )
    assert (ghosts, seen) == (0, "1")
