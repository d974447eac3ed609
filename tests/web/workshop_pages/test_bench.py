"""The bench of a card in a real browser: it is played, asked why, laid by taps, kept as a test, and probed."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from ..pages.browsing import DESKTOP, PHONE, Browsing, fits, grave_findings, small_targets
from .shopping import Shop

#: What the Trebuchet, the card of these tests, does in the end.
DAMAGE = '{"EffectType": "EFFECT_DAMAGE", "TempVariable": 1}'


def bench_of(shop: Shop, browsing: Browsing, number: int, size: tuple[int, int] = DESKTOP) -> Page:
    page = shop.open(browsing, f"card/{number}/try", size=size)
    page.locator(".bench .field").wait_for()
    return page


def play_and_end(page: Page) -> None:
    """Play the card of the bench, My Trebuchet, on the first one that it can be played on, and end the turn."""
    page.locator(".mhand").get_by_role("button", name="My Trebuchet").click()
    page.locator(".field .legal").first.click()
    expect(page.locator(".field .bldg", has_text="My Trebuchet")).to_have_count(1)
    page.get_by_role("button", name="End the turn").click()
    expect(page.locator(".whybox .deed")).to_have_count(2)


def test_card_is_played_and_asked_why_and_kept_as_a_test_by_keys_alone(shop: Shop, browsing: Browsing) -> None:
    number = shop.card()
    page = bench_of(shop, browsing, number)
    for key, after in (("3", ".card.selected"), ("Enter", ".deed"), ("e", ".deed + .deed"), ("y", ".telling")):
        page.keyboard.press(key)
        page.locator(after).wait_for()
    rows = page.locator(".whybox .trow")
    expect(rows.first).to_have_attribute("aria-current", "step")
    expect(rows.first).to_contain_text("If the player whose turn ends is you")
    page.keyboard.press(".")
    expect(page.locator(".benchbar .msg")).to_contain_text("1 damage")
    # Who was chosen is the other player, and the blow is told with its row.
    expect(page.locator(".strip.told", has_text="Player 2")).to_have_count(1)
    expect(page.locator(".trow.on .ev")).to_contain_text("damage")
    page.keyboard.press("End")
    expect(rows.last).to_have_attribute("aria-current", "step")
    expect(rows.last).to_contain_text("nothing: ")
    page.keyboard.press("Home")
    expect(rows.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("Escape")
    expect(page.locator(".trow.on")).to_have_count(0)

    ticked = page.locator(".keepbox .tick:has(:checked)")
    expect(ticked).to_have_count(1)  # what the card itself has done, and nothing else
    expect(ticked).to_contain_text("Player 2's health 20 → 19")
    assert "20 → 19" in page.get_by_label("Its title").input_value()
    page.keyboard.press("s")
    expect(page.locator(".testbox .ok")).to_have_count(1)
    [test] = shop.sheet(number)["tests"]
    assert test["state"] == "ok"
    assert "20 → 19" in test["title"]

    # The card does something else now: the test fails, says why, and is looked at on the board.
    texts = shop.sheet(number)["json"]
    sheet = shop.edit(number, {"json": {**texts, "card": texts["card"].replace(DAMAGE, DAMAGE.replace("1", "2"))}})
    assert sheet["tests"][0]["state"] == "fail"
    page.reload()
    expect(page.locator(".testbox .fail").first).to_be_visible()
    expect(page.locator(".testbox small").last).to_contain_text("was 18")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".deed")).to_have_count(0)
    page.get_by_role("button", name="Open on the board").click()
    expect(page.locator(".deed")).to_have_count(2)
    # The row that is told of is marked in the editor, with what came of it.
    page.locator(".trow", has_text="Deal 2 damage").click()
    page.get_by_role("button", name="Change row 2").click()
    expect(page.locator(".srow.trace")).to_contain_text("Player 2")
    page.get_by_role("button", name="Remove the test").click()
    expect(page.locator(".testbox li")).to_have_count(0)
    assert shop.sheet(number)["tests"] == []


def test_anything_is_put_on_the_board_by_taps_and_taken_back(shop: Shop, browsing: Browsing) -> None:
    page = bench_of(shop, browsing, shop.card())
    tile = page.get_by_role("gridcell", name="F3")
    units = page.locator(".field .unit")
    before = units.count()
    page.get_by_role("searchbox").fill("brute")
    page.locator(".palette").get_by_role("button", name="Brute").click()
    tile.click()
    expect(tile).to_have_accessible_name("F3; your Brute, 7 attack, 6 health, marches 2/2")
    page.get_by_role("gridcell", name="F4").click()  # it stays in the hand for more
    expect(units).to_have_count(before + 2)
    page.keyboard.press("Escape")

    tile.locator(".unit").click()
    chosen = page.locator(".chosenbox")
    chosen.get_by_role("button", name="Damage: one more").click()
    expect(tile).to_have_accessible_name("F3; your Brute, 7 attack, 5 health, marches 2/2")
    chosen.get_by_role("button", name="Other side").click()
    expect(tile.locator(".unit.foe")).to_have_count(1)
    page.keyboard.press("Delete")
    expect(units).to_have_count(before + 1)
    page.keyboard.press("u")
    expect(units).to_have_count(before + 2)

    # A tile first, then what is put there.
    page.get_by_role("gridcell", name="M1").click()
    page.get_by_role("radio", name="Player 2").check(force=True)
    page.locator(".palette").get_by_role("button", name="Brute").click()
    expect(page.get_by_role("gridcell", name="M1").locator(".unit.foe")).to_have_count(1)

    page.get_by_role("button", name="Gold of Player 1: one less").click()
    expect(page.get_by_role("group", name="Gold of Player 1: 11")).to_be_visible()
    page.get_by_role("radio", name="Hand").check(force=True)
    page.get_by_role("searchbox").fill("arrow")
    page.locator(".palette").get_by_role("button", name="Arrow Volley").click()
    page.get_by_role("button", name="Give the turn to Player 2").click()
    expect(page.locator(".mhand").get_by_role("button", name="Arrow Volley")).to_be_visible()


def test_what_cannot_be_done_says_why(shop: Shop, browsing: Browsing) -> None:
    page = bench_of(shop, browsing, shop.card())
    group = page.get_by_role("group", name="Player 1", exact=True)
    for _ in range(12):
        group.get_by_role("button", name="one less").first.click()
    held = page.locator(".mhand").get_by_role("button", name="My Trebuchet")
    expect(held).to_have_accessible_name("My Trebuchet, costs 3 gold, 1 health, not now: Costs 3 gold, you have 0")
    held.click()
    expect(page.locator(".benchbar [role=alert]")).to_contain_text("gold")
    # A tile has room for one building.
    browsing.expect("422")
    page.get_by_role("searchbox").fill("traps")
    page.locator(".palette").get_by_role("button", name="Traps").click()
    expect(page.get_by_role("gridcell", name="P1")).to_have_class(re.compile(r"\blegal\b"))
    expect(page.get_by_role("gridcell", name="P2")).not_to_have_class(re.compile(r"\blegal\b"))
    page.get_by_role("gridcell", name="P2").click()
    expect(page.locator(".benchbar [role=alert]")).to_contain_text("building on P2 already")


def test_a_void_is_red_and_looked_at_on_the_board(shop: Shop, browsing: Browsing) -> None:
    number = shop.card()
    texts = shop.sheet(number)["json"]
    large = [
        {"EffectType": "MODIFIER", "Output": "ACC", "ModifierOperation": how, "TempVariable": amount}
        for how, amount in (("SET", 10**9), ("ADD", 1))
    ]
    too_large = texts["card"].replace(DAMAGE, json.dumps(large)[1:-1])
    shop.edit(number, {"json": {**texts, "card": too_large}})
    page = shop.open(browsing, f"card/{number}")
    probes = page.get_by_role("region", name="Probes")
    expect(probes.locator(".is-void").first).to_contain_text("broke the match")
    probes.get_by_role("button", name="Look at it on the board").first.click()
    expect(page.locator(".voided")).to_contain_text("The match is void.")
    page.keyboard.press("y")
    page.keyboard.press("End")
    expect(page.locator(".trow.on")).to_contain_text("broke the match")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_bench_is_for_everybody(shop: Shop, browsing: Browsing, size: tuple[int, int]) -> None:
    page = bench_of(shop, browsing, shop.card(), size)
    play_and_end(page)
    page.get_by_role("button", name="Why?").first.click()
    expect(page.locator(".bench.telling")).to_be_visible()
    assert grave_findings(page) == []
    page.emulate_media(color_scheme="light")
    if size == PHONE:
        for tab in ("Put", "Keep", "Tests", "Why?"):
            page.get_by_role("tab", name=tab).click()
            assert fits(page), tab
            assert page.evaluate("innerWidth") == size[0], tab  # too wide a page makes the window of a phone wider
            assert small_targets(page) == [], tab
    assert grave_findings(page) == []
