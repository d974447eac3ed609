"""What comes after a card works: decks and matches with it, whether it is fair, sets for others, and the reference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ..pages.browsing import DESKTOP, PHONE, Browsing, fits, grave_findings, small_targets
from .shopping import Shop


def counter(page: Page, name: str) -> str:
    """Return how many of a card the open deck has."""
    return page.locator(".dline", has=page.get_by_text(name, exact=True)).locator(".counter b").inner_text()


def test_card_goes_into_a_legal_deck_and_to_a_bot(shop: Shop, browsing: Browsing) -> None:
    number = shop.card()
    shop.edit(number, {"field": "Name", "value": "SAWMILL"})
    page = shop.open(browsing, f"card/{number}")
    page.get_by_role("button", name="Put it into a deck").click()
    expect(page.locator(".dsize")).to_have_text("30 of 30 cards")
    expect(page.get_by_text("The deck is legal.")).to_be_visible()
    [name] = shop.sheet(number)["decks"]
    assert counter(page, "Sawmill") == "1"

    # Rules are checked while one builds, and everything can be taken back.
    page.get_by_role("button", name="Sawmill: one more").click()
    expect(page.locator(".dsize")).to_have_text("31 of 30 cards")
    expect(page.locator(".dproblems .bad")).to_have_count(2)
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("u")
    expect(page.get_by_text("The deck is legal.")).to_be_visible()
    page.get_by_role("searchbox").fill("sawm")
    expect(page.locator(".dline")).to_have_count(1)

    page.get_by_label("Name", exact=True).fill("mill wheel")
    page.get_by_label("Name", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Mill Wheel")).to_be_visible()
    assert shop.sheet(number)["decks"] == ["mill wheel"] != [name]

    start.click()
    page.wait_for_url("**/g/*")
    expect(page.locator(".field")).to_be_visible()
    cards = shop.serving.get(f"matches/{page.url.rpartition('/')[2]}")["catalog"]["cards"]
    assert cards[str(number)]["name"] == "SAWMILL"


def test_friend_gets_a_link_and_sees_the_new_card(shop: Shop, browsing: Browsing) -> None:
    number = shop.card()
    shop.edit(number, {"field": "Name", "value": "WINDMILL"})
    shop.edit(number, {"text": "It turns all by itself."})
    page = shop.open(browsing, f"card/{number}")
    page.get_by_role("radio", name="A friend").check(force=True)
    page.get_by_role("button", name="Make a link").click()
    link = page.locator(".url").inner_text()
    guest = browsing.open(f"http://{link}")
    guest.get_by_label("Your name").fill("Marla")
    guest.get_by_role("button", name="Sit down").click()
    guest.locator(".field").wait_for()
    guest.get_by_role("button", name="Windmill").first.click()
    expect(guest.locator("#sheet")).to_contain_text("It turns all by itself.")


def test_whether_a_card_is_fair_is_told_live_and_goes_grey(shop: Shop, browsing: Browsing) -> None:
    number = shop.card()
    page = shop.open(browsing, f"card/{number}")
    box = page.get_by_role("region", name="Is it fair?")
    box.get_by_role("button", name="Is it fair?").click()
    expect(box.locator(".fairpic svg")).to_be_visible(timeout=20_000)
    expect(box).to_contain_text("In 100 matches this card")
    expect(box).to_contain_text("who may miss tricks")
    expect(box).to_contain_text("Too early: about")
    box.get_by_role("button", name="Stop").click()
    expect(box.get_by_role("button", name="Ask again")).to_be_visible()
    assert grave_findings(page) == []
    page.get_by_role("button", name="more: gold").click()
    expect(box).to_contain_text("The card has changed since.")
    page.reload()
    expect(box).to_contain_text("The card has changed since.")


def test_set_is_looked_at_before_it_is_taken(shop: Shop, browsing: Browsing, tmp_path: Path) -> None:
    number = shop.card()
    shop.edit(number, {"field": "Name", "value": "LUMBER CAMP"})
    shop.ask(f"cards/{number}/deck", {})
    page = shop.open(browsing, "set")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert json.loads(file.read_text())["format"] == "marches-set/1"

    other = Shop(shop.serving)  # a stranger's workshop
    other.card()  # which has a card of that number already
    page = other.open(browsing, "set")
    page.locator("input[type=file]").set_input_files(file)
    looked = page.locator(".looked")
    expect(looked.locator(".card", has_text="Lumber Camp")).to_have_count(1)
    expect(looked).to_contain_text(f"{100} →")
    assert len(other.ask("")["cards"]) == 1  # nothing is taken by looking
    looked.get_by_role("button", name="Take it").click()
    expect(page.locator(".incoming [role=status]")).to_contain_text("taken")
    taken = other.ask("")
    assert "LUMBER CAMP" in [card["name"] for card in taken["cards"]]
    assert len(taken["decks"]) >= 1

    page.get_by_label("or paste one").fill('{"format": "marches-set/9"}')
    page.get_by_label("or paste one").blur()
    expect(looked.locator(".bad").first).to_be_visible()
    expect(looked.get_by_role("button", name="Take it")).to_have_attribute("aria-disabled", "true")


def test_reference_is_one_key_away_and_its_examples_run(shop: Shop, browsing: Browsing) -> None:
    page = shop.open(browsing, f"card/{shop.card()}")
    page.keyboard.press("?")
    page.keyboard.press("/")
    page.keyboard.type("summon")
    expect(page.locator(".refentry h4", has_text="Summon unit")).to_be_visible()
    page.get_by_role("button", name="Try the example of Summon unit").click()
    page.locator(".bench .field").wait_for()
    page.go_back()
    page.locator(".refpage").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("main.shop-editor")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_rooms_are_for_everybody(shop: Shop, browsing: Browsing, size: tuple[int, int]) -> None:
    number = shop.card()
    deck = shop.ask(f"cards/{number}/deck", {})["name"]
    page = shop.open(browsing, size=size, theme="light" if size == PHONE else "dark")
    for place, there in ((f"deck/{deck}", ".dlines"), ("set", ".outgoing"), ("reference", ".refentry")):
        shop.go(page, place)
        page.locator(there).first.wait_for()
        assert fits(page), place
        assert page.evaluate("innerWidth") == size[0], place  # too wide a page makes the window of a phone wider
        if size == PHONE:
            assert small_targets(page) == [], place
        if place == "reference":
            page.get_by_role("searchbox").fill("summon")  # the rest looks the same
        assert grave_findings(page) == [], place
