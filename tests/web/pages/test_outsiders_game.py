"""Games of other packages in the browser: one with nothing but its rules, and one with a board of its own."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.core import toy

from ..serving import BOT, PERSON, Serving, served
from .browsing import DESKTOP, PHONE, Browsing, fits, grave_findings, small_targets
from .playing import BrowserPlayer, KeyboardPlayer

POINTS = """\
[tablewright.games]
toy = other_toy:GAME
pebbles = other_pebbles:GAME
[tablewright.pages]
pebbles = other_pebbles:BOARD
"""
#: Nobody needs more attempts for a dozen stones.
SHORT = 100
#: The toy once more, with a board.
PEBBLES = """\
from pathlib import Path
from other_toy import Toy
from tablewright.web.boards import WebBoard

class Pebbles(Toy):
    key = "pebbles"
    title = "Pebbles"

GAME = Pebbles()
BOARD = WebBoard("pebbles", lambda setup: {"stones": setup.stones}, Path(__file__).parent / "other_pages")
"""
SCRIPT = """\
import { h } from "/static/current/lib/dom.js";

const pebble = (m, i) => h("button", {
  type: "button", class: "pebble", key: i, "data-id": `pebble ${i}`, "data-item": i, "aria-label": `Take ${i + 1}`,
  "aria-disabled": m.can(`take ${i + 1}`) ? null : "true",
  on: { click: () => (m.can(`take ${i + 1}`) ? m.act(`take ${i + 1}`) : m.refuse(m.why(`take ${i + 1}`) || "no")) },
});

export default {
  draw: m => ({
    where: `${m.view.stones} of ${m.catalog.stones}`,
    left: [],
    stage: h("div", { class: "pebbles", "data-rove": "pebbles" },
      Array.from({ length: m.view.stones }, (_, i) => pebble(m, i))),
    main: m.choices.length ? { label: "Take one", action: "take 1", key: "Enter" } : null,
    message: "Take up to three.",
  }),
};
"""
STYLE = """\
.pebble { width: 48px; height: 48px; border-radius: 24px; background: rgb(1, 2, 3); }
"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server where a package of somebody else is installed."""
    folder = tmp_path_factory.mktemp("elsewhere")
    info = folder / "other_games-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINTS)
    shutil.copy(str(toy.__file__), folder / "other_toy.py")
    (folder / "other_pebbles.py").write_text(PEBBLES)
    pages = folder / "other_pages"
    pages.mkdir()
    (pages / "pebbles.js").write_text(SCRIPT)
    (pages / "pebbles.css").write_text(STYLE)
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", path)
        with served(folder / "data") as serving:
            yield serving


def link(elsewhere: Serving, game: str) -> str:
    made = elsewhere.make(game, PERSON, BOT, setup={"stones": "12"})
    return f"{elsewhere.url}/g/{made['id']}#seat={made['seats'][0]['token']}"


def test_a_game_is_found_started_and_played_with_the_mouse(browsing: Browsing, elsewhere: Serving) -> None:
    page = browsing.device(DESKTOP, reduced_motion="reduce").new_page()
    player = BrowserPlayer(page)
    page.goto(elsewhere.url)
    page.locator(".game-tile", has_text="Toy").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/g/"))
    player.ready()
    expect(page.locator(".picture")).to_contain_text("'stones': 12")
    assert grave_findings(page) == []
    for before in player.turns(SHORT):
        player.try_something()
        player.settle(before)
    expect(page.locator(".ending h2")).to_have_text(re.compile(" wins"))
    expect(page.locator(".picture")).to_contain_text("'stones': 0")
    assert player.wire.refused() == []
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".picture")).to_contain_text("'stones': 0")
    page.keyboard.press("Home")
    expect(page.locator(".picture")).to_contain_text("'stones': 12")


def test_a_game_is_played_with_digits_alone(browsing: Browsing, elsewhere: Serving) -> None:
    page = browsing.device(DESKTOP, reduced_motion="reduce").new_page()
    player = KeyboardPlayer(page)
    page.goto(link(elsewhere, "toy"))
    page.locator(".deeds [data-item]").first.wait_for()
    for before in player.turns(SHORT):
        for digit in "213":  # a group and its option, or a choice that is one by itself
            page.keyboard.press(digit)
            if player.settle(before):
                break
    page.locator(".ending").wait_for()
    assert player.wire.refused() == []
    assert player.wire.acts > 1


def test_a_game_is_played_by_arrows_and_enter(browsing: Browsing, elsewhere: Serving) -> None:
    page = browsing.device(DESKTOP, reduced_motion="reduce").new_page()
    player = KeyboardPlayer(page, 2)
    page.goto(link(elsewhere, "toy"))
    page.locator(".deeds [data-item]").first.wait_for()
    for before in player.turns(SHORT):
        for _ in range(60):
            if page.evaluate("Boolean(document.activeElement.closest('.deeds [data-item]'))"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        for _ in range(3):
            if page.evaluate("document.activeElement.getAttribute('aria-disabled') === 'true'"):
                page.keyboard.press("ArrowLeft")  # there are fewer stones than that
        page.keyboard.press("Enter")
        player.settle(before)
    page.locator(".ending").wait_for()
    assert player.wire.refused() == []


def test_a_game_without_a_board_fits_on_a_phone(browsing: Browsing, elsewhere: Serving) -> None:
    page = browsing.device(PHONE, reduced_motion="reduce").new_page()
    player = BrowserPlayer(page)
    page.goto(link(elsewhere, "toy"))
    page.locator(".deeds [data-item]").first.wait_for()
    assert fits(page)
    assert small_targets(page) == []
    assert grave_findings(page) == []
    for before in player.turns(SHORT):
        player.try_something()
        player.settle(before)
    page.locator(".ending").wait_for()
    assert player.wire.refused() == []


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_board_of_another_package(browsing: Browsing, elsewhere: Serving, way: str) -> None:
    page = browsing.device(DESKTOP, reduced_motion="reduce").new_page()
    player = KeyboardPlayer(page) if way == "keyboard" else BrowserPlayer(page)
    page.goto(link(elsewhere, "pebbles"))
    pebbles = page.locator(".pebble")
    expect(pebbles).to_have_count(12)
    expect(pebbles.first).to_have_css("background-color", "rgb(1, 2, 3)")
    expect(page.locator(".where")).to_have_text("12 of 12")
    assert "picture" not in page.content()
    if way == "mouse":
        pebbles.nth(7).click(force=True)  # it says why not
        expect(page.get_by_role("alert")).to_have_text("✕ No")
    for before in player.turns(SHORT):
        player.try_something()
        if not player.settle(before):
            player.do_main()
            player.settle(before)
    page.locator(".ending").wait_for()
    expect(pebbles).to_have_count(0)
    assert player.wire.refused() == []
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".where")).to_have_text("finished")
    page.locator(".pebbles").wait_for(state="attached")
    page.keyboard.press("Home")
    expect(pebbles).to_have_count(12)
