"""Nothing is lost: with the server, with the tab, with another tab that was faster, and without a key."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from ..pages.browsing import Browsing
from .shopping import TREBUCHET, Shop

LIST = "ON_END_OF_TURN@BOARD"
#: What a browser says of a server that is away.
AWAY = (
    "ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|ERR_INTERNET_DISCONNECTED"
)


def more_gold(page: Page, times: int) -> None:
    for _ in range(times):
        page.get_by_role("button", name="more: gold").click()


def cost(shop: Shop, number: int) -> int:
    value: int = json.loads(shop.sheet(number)["json"]["card"])["Cost"]
    return value


def test_changes_wait_for_a_server_that_is_away_also_when_the_tab_is_closed(shop: Shop, browsing: Browsing) -> None:
    browsing.expect(AWAY)
    number = shop.card()
    page = shop.open(browsing, f"card/{number}")
    shop.serving.kill()
    more_gold(page, 3)
    page.get_by_role("button", name="Step 2: move, copy, remove").click()
    page.locator("#picker").get_by_role("button", name="Remove").click()
    banner = page.locator(".banner")
    expect(banner).to_contain_text("The server is away")
    expect(page.get_by_label("gold", exact=True)).to_have_value("6")  # what one does is seen all the same
    expect(page.locator(".srow.waiting")).to_have_count(1)
    page.get_by_role("button", name=re.compile("your opponent|you, who")).first.click()
    expect(page.locator("#picker")).to_contain_text("cannot be reached")
    page.keyboard.press("Escape")

    shop.serving.start()
    expect(banner).to_have_count(0, timeout=15_000)
    expect(page.locator(".top .where")).to_contain_text("kept")
    assert cost(shop, number) == 6
    assert len(shop.sheet(number)["lists"][0]["rows"]) == 1

    device = page.context
    device.set_offline(True)
    more_gold(page, 2)
    page.get_by_label("Players read").fill("Told without a server.")
    expect(banner).to_contain_text("3 changes kept here")
    page.close()
    device.set_offline(False)
    assert cost(shop, number) == 6
    other = device.new_page()
    other.goto(f"{shop.serving.url}/workshop#/card/{number}")
    expect(other.get_by_label("Players read")).to_have_value("Told without a server.")
    expect(other.locator(".top .where")).to_contain_text("kept")
    assert cost(shop, number) == 8
    assert shop.sheet(number)["text"] == "Told without a server."


def test_tab_that_was_slower_shows_the_newest_and_says_so(shop: Shop, browsing: Browsing) -> None:
    browsing.expect("409")
    number = shop.card(like=TREBUCHET, name="SLOW MILL")
    page = shop.open(browsing, f"card/{number}")
    shop.edit(number, {"add": [LIST, 2], "row": drawn_card(shop, number)})
    page.get_by_role("button", name="Step 2: move, copy, remove").click()
    page.locator("#picker").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("alert")).to_contain_text("changed elsewhere")
    expect(page.get_by_role("alert")).to_contain_text("not made")
    expect(page.locator(".srow:not(.when, .addrow)")).to_have_count(3)

    # A value means the same on the newest card: it is set there.
    shop.edit(number, {"field": "Hp", "value": 9})
    more_gold(page, 1)
    expect(page.locator(".preview .stat.health b")).to_have_text("9")
    expect(page.locator(".preview .cost")).to_have_text("4")
    expect(page.get_by_role("alert")).to_contain_text("made again on it")


def drawn_card(shop: Shop, number: int) -> object:
    """Return the step "You draw 1 card" as the workshop offers it."""
    offers = shop.ask(f"cards/{number}/offers", {"at": {"add": [LIST, 2]}})
    return next(one["edit"]["row"] for one in offers if one["title"] == "You draw 1 card")


def test_change_that_was_made_but_not_answered_is_made_once(shop: Shop, browsing: Browsing) -> None:
    browsing.expect("ERR_FAILED|ERR_CONNECTION")
    number = shop.card(like=TREBUCHET, name="LOST MILL")
    page = shop.open(browsing, f"card/{number}")
    cut = []

    def answer_is_lost(route: object) -> None:
        if not cut:
            cut.append(route.fetch())  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    page.route("**/edit", answer_is_lost)
    page.get_by_role("button", name="Step 1: move, copy, remove").click()
    page.locator("#picker").get_by_role("button", name="Copy").click()
    expect(page.locator(".srow:not(.when, .addrow)")).to_have_count(3)
    expect(page.locator(".top .where")).to_contain_text("kept")
    assert len(cut) == 1
    assert len(shop.sheet(number)["lists"][0]["rows"]) == 3


def test_changes_faster_than_answers_mean_the_rows_that_were_seen(shop: Shop, browsing: Browsing) -> None:
    number = shop.card(like=TREBUCHET, name="FAST MILL")
    shop.edit(number, {"add": [LIST, 2], "row": drawn_card(shop, number)})
    page = shop.open(browsing, f"card/{number}")
    page.locator(f"[data-item='{LIST} 0 menu']").focus()
    # In one go: the first step is removed, and of what was the third there is one more.
    page.evaluate(
        """list => {
          const press = key => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
          press("Delete");
          document.querySelector(`[data-item^="${list} 2 chip"][data-number]`).focus();
          press("+");
        }""",
        LIST,
    )
    expect(page.locator(".srow:not(.when, .addrow)")).to_have_count(2)
    expect(page.locator(".top .where")).to_contain_text("kept")
    assert [row["says"] for row in shop.sheet(number)["lists"][0]["rows"]] == [
        "Deal 1 damage to your opponent",
        "You draw 2 cards",
    ]


def test_who_comes_without_a_key_begins_a_workshop_and_keeps_its_link(shop: Shop, browsing: Browsing) -> None:
    browsing.expect("401")
    page = browsing.open(f"{shop.serving.url}/workshop")
    expect(page.locator(".foyer")).to_contain_text("without programming")
    page.get_by_role("button", name="Begin").click()
    link = page.locator(".url")
    expect(link).to_contain_text("#key=")
    page.locator(".kindpick", has_text="Unit").click()
    expect(page.get_by_label("Name of the card")).to_have_value("New Unit")
    page.keyboard.press("Escape")  # out of the field, if focus is in one
    page.goto(f"{shop.serving.url}/workshop#/")
    address = page.locator(".url").inner_text()
    other = browsing.open(address)
    expect(other.locator(".face-link", has_text="New Unit")).to_have_count(1)
    stranger = browsing.open(f"{shop.serving.url}/workshop#key={'a' * 43}")
    expect(stranger.locator(".fault")).to_contain_text("opens no workshop")
