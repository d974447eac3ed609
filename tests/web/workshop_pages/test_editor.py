"""The editor of a card in a real browser: sentences, chips, numbers, text, JSON and versions, by mouse and by keys."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ..pages.browsing import DESKTOP, PHONE, Browsing, fits, grave_findings, small_targets
from .shopping import TREBUCHET, Shop

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
NUMBERS = count(1)
TRIGGER = "ON_END_OF_TURN@BOARD"
#: What the focused thing is called in the page.
FOCUSED = "document.activeElement.dataset.item || document.activeElement.id || document.activeElement.tagName"


def rows(page: Page) -> Locator:
    """The sentences of the card, without occasions and the last line of each list."""
    return page.locator(".srow:not(.when, .addrow) .sentence > p:first-child")


def said(page: Page) -> list[str]:
    """Return the sentences as one reads them."""
    return [re.sub(r"\s+", " ", text.partition("→")[0]).strip() for text in rows(page).all_inner_texts()]


def settled(page: Page) -> None:
    """Wait until the server has everything."""
    expect(page.locator(".top .where")).to_contain_text("kept")


def pick(page: Page, title: str) -> None:
    """Take a word of the open picker."""
    page.locator("#picker [data-item]", has=page.get_by_text(title, exact=True)).first.click()
    settled(page)


def own_card(shop: Shop) -> int:
    """Begin a card like the Trebuchet under a name of its own, so that nothing is wrong with it."""
    return shop.card(like=TREBUCHET, name=f"SAWMILL {next(NUMBERS)}")


def own_files(shop: Shop, number: int) -> Any:
    return shop.sheet(number)["json"]


def test_card_begins_like_a_shipped_one_by_keys_alone_and_can_be_brought_back(shop: Shop, browsing: Browsing) -> None:
    page = shop.open(browsing)
    assert shop.key not in page.url, "the key is not left where others can see it"
    page.keyboard.press("n")
    page.keyboard.type("war hou")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name of the card")).to_have_value("My War Hounds")
    number = int(page.url.rsplit("/", 1)[1])
    sheet = shop.sheet(number)
    assert (sheet["like"], sheet["kind"]) == ("WAR HOUNDS", "UNIT")
    expect(page.locator("h2.head small")).to_contain_text("like War Hounds")
    page.get_by_role("button", name="Remove the card").click()
    gone = page.locator(".gone", has_text="Removed: 1 card")
    gone.locator("summary").click()
    gone.get_by_role("button", name="Bring My War Hounds back").click()
    expect(page.locator(".face-link", has_text="My War Hounds")).to_have_count(1)
    page.locator(".face-link", has_text="My War Hounds").click()
    expect(page.get_by_label("Name of the card")).to_have_value("My War Hounds")


def test_workshop_is_found_from_the_page_of_the_games(shop: Shop, browsing: Browsing) -> None:
    browsing.expect("401")  # whoever has no key yet is asked for one
    page = browsing.open(shop.serving.url)
    page.get_by_role("button", name="The Marches").click()
    page.get_by_role("link", name="Make cards of your own").click()
    expect(page.get_by_role("heading", name="Card workshop")).to_be_visible()


def test_empty_card_of_every_kind_gets_its_first_step(shop: Shop, browsing: Browsing) -> None:
    page = shop.open(browsing)
    for kind in ("Unit", "Building", "Skill", "Class"):
        page.locator(".kindpick b", has_text=kind).click()
        expect(page.locator("h2.head small")).to_contain_text(kind.lower())
        expect(page.locator(".preview .card h3")).to_have_text(f"New {kind}")
        page.get_by_role("button", name=re.compile("Let it do something|Another occasion")).click()
        page.locator("#picker [data-item]").first.click()
        expect(page.locator(".srow.when")).to_have_count(1)
        page.get_by_role("button", name="Add the first step").click()
        page.locator("#picker [data-item]").first.click()
        expect(rows(page)).to_have_count(1)
        shop.go(page, "")


def test_sentences_are_changed_by_chips_and_every_change_can_be_undone(shop: Shop, browsing: Browsing) -> None:
    number = own_card(shop)
    before = own_files(shop, number)
    page = shop.open(browsing, f"card/{number}")
    assert said(page) == ["If the player whose turn ends is you", "Deal 1 damage to your opponent"]

    page.get_by_role("button", name="your opponent, who, step 2").click()
    expect(page.locator("#picker [aria-current=true] b")).to_have_text("your opponent")
    pick(page, "you")
    page.get_by_role("button", name=re.compile("1, how many, step 2")).click()
    page.locator("#picker input").fill("17")
    page.locator("#picker input").press("Enter")
    expect(rows(page).nth(1)).to_have_text(re.compile("Deal 17 damage to you"))

    page.get_by_role("button", name="Add a step", exact=True).click()
    pick(page, "You draw 1 card")
    assert said(page)[2] == "You draw 1 card"
    assert page.evaluate(FOCUSED) == f"{TRIGGER} 2 chip 0", "the new step is where one goes on"
    page.get_by_role("button", name="Step 3: move, copy, remove").click()
    pick(page, "Move up")
    assert said(page)[1] == "You draw 1 card"
    page.get_by_role("button", name="Step 2: move, copy, remove").click()
    pick(page, "Copy")
    assert said(page).count("You draw 1 card") == 2
    page.get_by_role("button", name="Step 3: move, copy, remove").click()
    pick(page, "Remove")
    expect(rows(page)).to_have_count(3)
    assert [row["says"] for row in shop.sheet(number)["lists"][0]["rows"]] == said(page)

    undo = page.get_by_role("button", name="Undo (Ctrl Z)")
    for _ in range(6):
        undo.click()
    expect(undo).to_have_attribute("aria-disabled", "true")
    assert own_files(shop, number) == before, "all the way back, to the byte"
    for _ in range(6):
        page.keyboard.press("Control+Shift+z")
    expect(rows(page).nth(2)).to_have_text(re.compile("Deal 17 damage to you"))
    expect(rows(page)).to_have_count(3)


def test_everything_is_done_with_keys_and_focus_is_never_lost(shop: Shop, browsing: Browsing) -> None:
    number = own_card(shop)
    page = shop.open(browsing, f"card/{number}")

    def press(*keys: str) -> str:
        for key in keys:
            page.keyboard.press(key)
            settled(page)
        focused: str = page.evaluate(FOCUSED)
        return focused

    # One tab stop: from the numbers into the list, and from the list to what follows it.
    page.locator(".tilefield summary").focus()
    while not (focused := press("Tab")).startswith(TRIGGER):
        assert focused.startswith("field"), focused
    assert focused == f"{TRIGGER} when 0"
    assert press("ArrowDown").startswith(f"{TRIGGER} 0 ")
    assert press("ArrowDown").startswith(f"{TRIGGER} 1 ")
    while not press("ArrowLeft").startswith(f"{TRIGGER} 0 "):
        pass
    assert press("ArrowRight", "+") == f"{TRIGGER} 1 chip 1", "the number is the first chip"
    assert "Deal 2 damage" in said(page)[1]
    press("a")
    page.keyboard.type("you draw 1")  # also before the server has said what there is
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(3)
    assert press() == f"{TRIGGER} 2 chip 0"
    assert press("Alt+ArrowUp") == f"{TRIGGER} 1 menu", "the focus goes with the step"
    assert said(page)[1] == "You draw 1 card"
    assert press("c") == f"{TRIGGER} 2 chip 0"
    assert press("Delete").startswith(f"{TRIGGER} 2 ")
    assert press("ArrowDown", "Delete").startswith(f"{TRIGGER} ")
    focused = press("Enter", "Escape")
    assert focused.startswith(f"{TRIGGER} "), "Esc gives the focus back to the chip"
    press("Control+z")
    assert press("j") == "json-card"
    assert press("Escape") == "MAIN"
    page.keyboard.press("v")
    expect(page.get_by_role("dialog", name="Versions")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Ctrl Shift Z")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page).to_have_url(re.compile(f"#/card/{number}/try$"))
    page.keyboard.press("t")
    expect(page.locator("main.shop-editor .mainacts")).to_be_visible()
    page.keyboard.press("?")
    expect(page).to_have_url(re.compile("#/reference$"))
    page.keyboard.press("Escape")
    page.locator("main.shop-editor .mainacts").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("main .own")).to_be_visible()


@SIZES
def test_numbers_choices_and_places(shop: Shop, browsing: Browsing, size: tuple[int, int]) -> None:
    number = own_card(shop)
    page = shop.open(browsing, f"card/{number}", size=size)
    for _ in range(4):  # faster than the server answers
        page.get_by_role("button", name="more: gold").click()
    expect(page.locator(".preview .cost")).to_have_text("7")
    page.get_by_label("HP", exact=True).fill("500")
    page.get_by_label("HP", exact=True).press("Enter")
    expect(page.locator(".preview .stat.health b")).to_have_text("99")
    page.get_by_role("button", name="one, copies in a deck").click()
    page.locator("#picker").get_by_role("button", name=re.compile("two")).click()
    page.get_by_label("Name of the card").fill("Sawmill of Old")
    expect(page.locator(".preview .card h3")).to_have_text("Sawmill Of Old")
    page.locator(".tilefield summary").click()
    page.get_by_role("button", name="Everywhere").click()
    page.get_by_role("button", name="P1", exact=True).click()
    expect(page.get_by_role("button", name="P1", exact=True)).to_have_attribute("aria-pressed", "false")
    settled(page)
    texts = own_files(shop, number)
    card, drawn = json.loads(texts["card"]), json.loads(texts["illustration"])
    assert [card[key] for key in ("Cost", "Hp", "Rarity", "Name")] == [7, 99, 2, "SAWMILL OF OLD"]
    assert card["TargetOptions"] == list(range(1, 18))
    assert (drawn["Name"], drawn["Cost"], drawn["Hp"]) == ("SAWMILL OF OLD", "7", "99")


def test_text_is_written_by_hand_or_taken_over_and_seen_on_every_face(shop: Shop, browsing: Browsing) -> None:
    number = own_card(shop)
    page = shop.open(browsing, f"card/{number}")
    text = page.get_by_label("Players read")
    text.fill("Nine *damage.*")
    expect(page.locator(".preview .text em")).to_have_text("damage.")
    expect(page.locator(".reads .problem").first).to_be_visible()  # the program says otherwise
    page.get_by_role("button", name="Write the text for me").click()
    words = shop.sheet(number)["words"]
    expect(text).to_have_value(words)
    expect(page.locator(".reads .problem")).to_have_count(0)
    page.get_by_role("radio", name="Console").check()
    expect(page.locator(".preview pre")).to_contain_text("costs 3 gold")
    page.get_by_role("radio", name="Terminal").check()
    expect(page.locator(".preview pre")).to_contain_text("SAWMILL")


def test_problem_stands_at_its_row_and_a_click_mends_it(shop: Shop, browsing: Browsing) -> None:
    number = own_card(shop)
    page = shop.open(browsing, f"card/{number}")
    page.get_by_role("button", name=re.compile("1, how many, step 2")).focus()
    page.keyboard.press("-")
    problem = page.locator(".srow", has_text="Deal 0 damage").locator(".problem")
    expect(problem).to_contain_text("0 damage is nothing")
    expect(page.locator(".mainacts .saved")).to_contain_text("1 doubt")
    problem.get_by_role("button").first.click()
    expect(problem).to_have_count(0)
    expect(page.locator(".mainacts .saved")).to_have_text("0 problems")
    page.locator(".tilefield summary").click()
    page.get_by_role("button", name="Nowhere").click()
    expect(page.locator(".fields .problem")).to_contain_text("never be played")
    page.locator("main").focus()
    page.keyboard.press("m")
    expect(page.locator(".fields .problem")).to_have_count(0)


def test_json_goes_both_ways_and_mistakes_are_told_with_their_place(shop: Shop, browsing: Browsing) -> None:
    number = own_card(shop)
    page = shop.open(browsing, f"card/{number}")
    page.get_by_role("button", name="JSON", exact=True).click()
    field = page.get_by_label(f"{number}.json", exact=True)
    text = field.input_value()
    assert text == own_files(shop, number)["card"]
    page.get_by_role("button", name="more: gold").click()
    expect(field).to_have_value(re.compile('"Cost": 4'))

    field.fill(text.replace('"Cost": 3', '"Cost": 9'))
    expect(page.locator(".preview .cost")).to_have_text("9")
    broken = text.replace('"Cost": 3,', '"Cost": 3 oh,')
    field.fill(broken)
    expect(page.locator(".mistake .problem").first).to_be_visible()
    expect(page.locator(".top .where")).to_contain_text("draft, kept")
    page.locator(".mistake").first.get_by_role("button", name=re.compile("Line")).click()
    at = page.evaluate("document.activeElement.selectionStart")
    assert broken[at:].startswith("oh")
    page.reload()
    expect(page.get_by_label(f"{number}.json", exact=True)).to_have_value(re.compile('"Cost": 3 oh'))
    page.keyboard.press("Control+z")
    expect(page.locator(".preview .cost")).to_have_text("9")
    expect(page.locator(".mistake")).to_have_count(0)


def test_versions_say_what_changed_and_any_can_be_restored(shop: Shop, browsing: Browsing) -> None:
    number = own_card(shop)
    before = own_files(shop, number)
    shop.edit(number, {"field": "Cost", "value": 6})
    shop.edit(number, {"remove": [TRIGGER, 1]})
    page = shop.open(browsing, f"card/{number}")
    page.get_by_role("button", name="Versions").click()
    lines = page.locator(".versions > li")
    expect(lines).to_have_count(3)
    expect(lines.nth(0)).to_contain_text("as it is now")
    expect(lines.nth(0).locator(".diff .less")).to_contain_text("Deal 1 damage")
    expect(lines.nth(1)).to_contain_text("Gold: 3 → 6")
    lines.nth(2).get_by_role("button", name=re.compile("Restore")).click()
    expect(page.locator(".preview .cost")).to_have_text("3")
    expect(rows(page)).to_have_count(2)
    assert own_files(shop, number) == before


def test_wish_stays_beside_the_card(shop: Shop, browsing: Browsing) -> None:
    number = own_card(shop)
    page = shop.open(browsing, f"card/{number}")
    page.get_by_text("I cannot say this").click()
    page.locator("#wish").fill("It should steal a card.")
    page.locator("#wish").blur()
    page.reload()
    expect(page.locator("#wish")).to_have_value("It should steal a card.")
    assert shop.sheet(number)["wish"] == "It should steal a card."


@pytest.mark.parametrize("theme", ["dark", "light"])
@SIZES
def test_pages_fit_and_can_be_used_by_everybody(
    shop: Shop, browsing: Browsing, size: tuple[int, int], theme: str
) -> None:
    number = own_card(shop)
    shop.edit(number, {"chip": [TRIGGER, 1, "amount"], "value": 0})  # so that there is a problem to show
    page = shop.open(browsing, size=size, theme=theme, reduced_motion="reduce")

    def check() -> None:
        assert fits(page)
        assert page.evaluate("innerWidth") == size[0], "a phone with too wide a page makes its window wider"
        assert not grave_findings(page)
        assert size == DESKTOP or not small_targets(page)

    check()
    shop.go(page, f"card/{number}")
    expect(page.locator(".srow .problem")).to_have_count(1)
    page.get_by_role("button", name="JSON", exact=True).click()
    page.locator(".tilefield summary").click()
    check()
    page.get_by_role("button", name="Add a step", exact=True).click()
    page.locator("#picker [data-item]").first.wait_for()
    check()
    box = page.locator("#picker").bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= size[1] - box["height"], "the whole picker is in sight"
