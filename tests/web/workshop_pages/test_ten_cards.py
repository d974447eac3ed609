"""Ten ideas become cards by clicks and keys alone: made, tried, kept as a test, judged and played.

How many clicks each of them takes stands in docs/workshop.md, and is compared with what is counted here.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language.cards import read_card
from tablewright.games.marches.language.effects import EFFECTS
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.language.vocabulary import INTERACTIONS, KINDS, PLACES, TRIGGERS
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.workshop.edits import edited
from tablewright.games.marches.workshop.offers import offers
from tablewright.games.marches.workshop.sheet import CardSheet, shown_sheet, start_sheet

from ..pages.browsing import Browsing
from .ideas import IDEAS, Idea, Step
from .shopping import Shop

GUIDE = Path(__file__).parents[3] / "docs" / "workshop.md"


class Author:
    """Somebody with a mouse and a keyboard, whose clicks are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def choose(self, opener: Locator, title: str) -> None:
        """Open a picker and take what it offers under a title, or type it where it is a number of one's own."""
        self.click(opener)
        picker = self.page.locator("#picker")
        offered = picker.get_by_text(title, exact=True)
        expect(picker.locator("[data-item]").first).to_be_visible()
        if re.fullmatch(r"-?\d+", title) and offered.count() == 0:
            picker.get_by_role("searchbox").fill(title)
            self.page.keyboard.press("Enter")
        else:
            self.click(offered)
        expect(picker).to_be_hidden()

    def write(self, field: Locator, text: str) -> None:
        self.click(field)
        field.fill(text)
        self.page.keyboard.press("Tab")

    # --- the stations of a card

    def make(self, idea: Idea) -> None:
        """Begin with an empty card, and give it its name, numbers and sentences."""
        page = self.page
        self.click(page.locator(".kindpick", has_text=idea.kind))
        self.write(page.locator("[data-field=Name]"), idea.name)
        for title, value in idea.fields.items():
            field = page.get_by_label(title, exact=True)
            self.write(field, str(value))
        for title, choice in idea.choices.items():
            self.choose(page.locator(".field", has_text=title).locator("button.chip"), choice)
        for when, steps in idea.lists:
            self.choose(page.locator("[data-newlist]"), when)
            rows = page.get_by_role("list", name=when, exact=True)
            for number, step in enumerate(steps):
                self.say(rows, number, step)
        self.click(page.get_by_role("button", name="Write the text for me").first)
        expect(page.locator(".mainacts .saved")).to_contain_text("0 problems")

    def say(self, rows: Locator, number: int, step: Step) -> None:
        """Add a step, and choose the words of its chips."""
        self.choose(rows.locator(".addrow button"), step.offer)
        row = rows.locator("li.srow:not(.when, .addrow)").nth(number)
        for old, new in step.chips:
            self.choose(row.locator("button.chip").filter(has_text=re.compile(f"^{re.escape(old)}$")).first, new)
            expect(row.locator("button.chip").filter(has_text=re.compile(f"^{re.escape(new)}$")).first).to_be_visible()

    def try_it(self, idea: Idea) -> None:
        """Play the card on the board until it has done what it does, and keep that as a test."""
        page = self.page
        self.click(page.get_by_role("link", name="Try it"))
        done = 0
        for name in [idea.name, idea.then] if idea.kind != "Class" else []:
            if name:
                self.click(page.locator(".mhand").get_by_role("button", name=name).first)
                self.click(self.place(idea.at))
                done += 1
                expect(page.locator(".whybox .deed")).to_have_count(done)
        for _ in range(idea.ends):
            self.click(page.get_by_role("button", name="End the turn"))
            done += 1
            expect(page.locator(".whybox .deed")).to_have_count(done)
        who = "Player 1" if idea.kind == "Class" else idea.name  # a class is what its player is
        expect(page.locator(".whybox .tlist", has_text=who).locator(".trow:not(.idle)").first).to_be_visible()
        self.click(page.get_by_role("button", name="Keep it"))
        expect(page.locator(".testbox .ok")).to_have_count(1)

    def place(self, tile: str) -> Locator:
        """Return a tile by its name, or what is lit first; where the whole board is meant, any place of it will do."""
        field = self.page.locator(".bench .field")
        if tile:
            return field.get_by_role("gridcell", name=tile)
        lit = field.locator(".legal")
        return lit.first if lit.count() else field

    def judge(self) -> None:
        """Ask whether it is fair, see the answer grow, and stop it."""
        page = self.page
        self.click(page.get_by_role("link", name="The card"))
        box = page.get_by_role("region", name="Is it fair?")
        self.click(box.get_by_role("button", name="Is it fair?"))
        expect(box.locator(".verdictline small").last).to_have_text(re.compile(r"^[1-9]\d* deals?$"), timeout=60_000)
        expect(box).to_contain_text("Played by the bot")
        self.click(box.get_by_role("button", name="Stop"))
        expect(box.get_by_role("button", name="Ask again")).to_be_visible()

    def play(self) -> None:
        """Play it against a bot: the match has the card in the deck."""
        page = self.page
        self.click(page.get_by_role("region", name="Play it").get_by_role("button", name="Play it"))
        page.wait_for_url(re.compile("/g/"))
        expect(page.locator(".mhand")).to_be_visible()


@pytest.mark.parametrize("idea", IDEAS, ids=[idea.name for idea in IDEAS])
def test_an_idea_becomes_a_card_that_is_tested_judged_and_played(shop: Shop, browsing: Browsing, idea: Idea) -> None:
    page = shop.open(browsing)
    author = Author(page)
    author.make(idea)
    number = int(re.search(r"card/(-?\d+)", page.url)[1])  # type: ignore[index]
    author.try_it(idea)
    author.judge()
    author.play()
    match = page.url.rsplit("/", 1)[1]
    facts = shop.serving.get(f"matches/{match}")
    assert facts["catalog"]["cards"][str(number)]["name"] == idea.name.upper()
    assert shop.sheet(number)["tests"][0]["state"] == "ok"
    counted = re.search(rf"\| {idea.name} \|.*\| (\d+) \|", GUIDE.read_text())
    assert counted is not None, f"{idea.name}: {author.clicks} clicks"
    assert int(counted[1]) == author.clicks


def test_the_ideas_use_every_effect_place_and_occasion() -> None:
    """Made of the same offers without a browser, the ten cards have the whole language in them."""
    cards = [made(idea) for idea in IDEAS]
    programs = [program for card in cards for program in card.programs]
    steps = [step for program in programs for step in program.instructions]
    assert {step.effect.name for step in steps} == {effect.name for effect in EFFECTS}
    places = {step.values["EffectLocation"] for step in steps if "EffectLocation" in step.values}
    assert places == {place.value for place in PLACES.words}
    assert {program.occasion.name for program in programs} == {*INTERACTIONS, *TRIGGERS}
    assert {card.kind for card in cards} == {kind.value for kind in KINDS.words}


def made(idea: Idea) -> MarchesCard:
    """Make a card of an idea by what is offered."""
    catalogue, number = Catalogue(), 100
    kinds = {"Class": "PLAYER"}
    sheet = start_sheet(number, catalogue, kind=kinds.get(idea.kind, idea.kind.upper()), name=idea.name)

    def take(at: dict[str, Any], title: str) -> CardSheet:
        offered = {offer["title"]: offer["edit"] for offer in offers(sheet, number, at, catalogue)}
        typed = {"chip": at["chip"], "value": int(title)} if re.fullmatch(r"-?\d+", title) else None
        return edited(sheet, number, offered.get(title) or typed or {}, catalogue)

    for name, choice in idea.choices.items():
        fields = shown_sheet(sheet, number, catalogue)["fields"]
        sheet = take({"field": next(one["key"] for one in fields if one["title"] == name)}, choice)
    for when, steps in idea.lists:
        known = {one["id"] for one in shown_sheet(sheet, number, catalogue)["lists"]}
        sheet = take({"lists": True}, when)
        lists = shown_sheet(sheet, number, catalogue)["lists"]
        list_ = next(one["id"] for one in lists if one["id"] not in known)
        for row, step in enumerate(steps):
            sheet = take({"add": [list_, row]}, step.offer)
            for old, new in step.chips:
                rows = next(one for one in shown_sheet(sheet, number, catalogue)["lists"] if one["id"] == list_)["rows"]
                chip = next(
                    part["chip"] for part in rows[row]["parts"] if isinstance(part, dict) and part["says"] == old
                )
                sheet = take({"chip": [list_, row, chip]}, new)
    card = read_card(parse(sheet.card), None)
    assert card is not None
    return card
