"""The page after the end and the replay, in a real browser with matches of a real server."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablewright.core.record import Record

from ..serving import BOT, PERSON, Serving
from .browsing import DESKTOP, PHONE, Browsing, fits, grave_findings, small_targets

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
MATCH = re.compile(r"/g/[a-z2-9]{12}$")


def finished(server: Serving, game: str = "ooperations", acts: int = 12, **more: Any) -> dict[str, Any]:
    """Make a match that a person gives up after a few actions, which are the last that the rules list."""
    seats = [PERSON] if game in ("maze", "dungeons") else [PERSON, BOT]
    table = server.make(game, *seats, **more)
    player = server.sit(table["id"], table["seats"][0]["token"])
    for _ in range(acts):
        if "over" in player.wait_for_turn():
            break
        player.act(player.choices()[-1])
    if "over" not in player.wait_for_turn():
        player.send(t="offer", kind="resign")
        while "over" not in player.request:
            player.hear()
    return table


@pytest.fixture(scope="module")
def match(server: Serving) -> str:
    return str(finished(server)["id"])


@pytest.fixture(scope="module")
def last(server: Serving, match: str) -> int:
    return int(server.get(f"matches/{match}/replay")["actions"])


def opened(browsing: Browsing, server: Serving, match: str, hash_: str = "", **options: Any) -> Page:
    page = browsing.open(f"{server.url}/r/{match}{hash_}", **options)
    page.locator(".replay").wait_for()
    return page


def at(page: Page, number: int) -> None:
    """Expect a position on the page and in its address."""
    expect(page.locator(".replay output b")).to_have_text(str(number))
    page.wait_for_url(re.compile(f"#{number}$"))


@SIZES
def test_page_after_the_end_says_who_won_and_why(
    browsing: Browsing, server: Serving, match: str, size: tuple[int, int]
) -> None:
    page = opened(browsing, server, match, size=size)
    why = server.get(f"matches/{match}")["outcome"]["why"]  # a bad deal may end it before Ann resigns
    assert "Ann" in why
    expect(page.locator(".verdict h2")).to_have_text("Bot (easy) wins")
    expect(page.locator(".verdict p")).to_have_text(f"{why}.")
    expect(page.locator(".curve")).to_have_attribute("aria-label", re.compile("The bots' eye on Ann: from 50 to"))
    expect(page.locator(".stats")).to_contain_text("Deck of Ann")
    assert page.title() == "Bot (easy) wins · Magical OOPerations"
    assert fits(page)
    assert not grave_findings(page)
    assert size == DESKTOP or not small_targets(page)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("game", ["ooperations", "marches", "dungeons", "maze"])
@SIZES
def test_every_board_is_shown_again(
    browsing: Browsing, server: Serving, size: tuple[int, int], game: str, theme: str, boards: dict[str, str]
) -> None:
    page = opened(browsing, server, boards[game], "#4", size=size, theme=theme)
    at(page, 4)
    assert fits(page)
    assert not grave_findings(page)
    for number in range(5, 9):
        page.keyboard.press("ArrowRight")
        at(page, number)
    page.keyboard.press("v")
    page.keyboard.press("Home")
    at(page, 0)


@pytest.fixture(scope="module")
def boards(server: Serving, match: str) -> dict[str, str]:
    """A match of every game."""
    others = {game: str(finished(server, game)["id"]) for game in ("marches", "dungeons", "maze")}
    return {"ooperations": match, **others}


@pytest.mark.parametrize("game", ["ooperations", "marches", "dungeons", "maze"])
def test_styles_of_a_board_leave_the_curve_alone(
    browsing: Browsing, server: Serving, game: str, boards: dict[str, str]
) -> None:
    page = opened(browsing, server, boards[game])
    line, plot = (page.locator(where).bounding_box() for where in (".curve .trend", ".curve .plot"))
    assert line is not None
    assert plot is not None
    assert abs(line["x"] - plot["x"]) < 3
    assert abs(line["x"] + line["width"] - plot["x"] - plot["width"]) < 3


def test_keys_step_jump_and_play(browsing: Browsing, server: Serving, match: str, last: int) -> None:
    page = opened(browsing, server, match, "#3")
    for key, number in [(".", 4), ("ArrowRight", 5), (",", 4), ("ArrowLeft", 3), ("End", last), ("Home", 0)]:
        page.keyboard.press(key)
        at(page, number)
    page.keyboard.press("]")
    expect(page.locator(".replay output b")).not_to_have_text("0")
    page.keyboard.press("[")
    at(page, 0)
    for _ in range(3):
        page.keyboard.press("+")
    expect(page.get_by_role("button", name="Speed 4×")).to_be_visible()
    page.keyboard.press("-")
    expect(page.get_by_role("button", name="Speed 2×")).to_be_visible()
    page.keyboard.press(" ")
    page.wait_for_url(re.compile("#3$"))
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Play (P)")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".verdict")).to_be_visible()
    assert page.url.endswith(f"/r/{match}")
    page.go_back()
    expect(page.locator(".stage")).to_be_visible()


def test_keys_work_when_the_slider_has_been_dragged(browsing: Browsing, server: Serving, match: str) -> None:
    page = opened(browsing, server, match, "#3")
    page.get_by_label("Action").focus()
    page.keyboard.press("ArrowRight")
    at(page, 4)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause (P)")).to_be_visible()


@SIZES
def test_bar_is_in_sight_and_the_board_stays_as_it_is(
    browsing: Browsing, server: Serving, match: str, size: tuple[int, int]
) -> None:
    page = opened(browsing, server, match, size=size)
    assert page.locator(".replay").bounding_box()["y"] < size[1] - 50  # type: ignore[index]
    page.keyboard.press("Home")
    at(page, 0)
    before = page.locator(".stage").bounding_box()
    page.keyboard.press("b")
    expect(page.locator(".whatif")).to_be_visible()
    assert page.locator(".stage").bounding_box() == before


def test_party_is_seen_on_a_phone(browsing: Browsing, server: Serving, boards: dict[str, str]) -> None:
    page = opened(browsing, server, boards["dungeons"], "#4", size=PHONE)
    hero = page.locator(".phoneparty > *").first.bounding_box()
    assert hero is not None
    assert 40 < hero["y"] < 60
    assert hero["height"] < 80


def test_play_runs_to_the_end_and_starts_again(browsing: Browsing, server: Serving, match: str, last: int) -> None:
    page = opened(browsing, server, match, f"#{last - 1}", reduced_motion="reduce")
    page.get_by_role("button", name="Play (P)").click()
    at(page, last)
    expect(page.get_by_role("button", name="Play (P)")).to_be_visible()
    page.get_by_role("button", name="Play (P)").click()
    page.wait_for_url(re.compile("#1$"))


def test_slider_log_and_curve_lead_to_positions(browsing: Browsing, server: Serving, match: str) -> None:
    page = opened(browsing, server, match)
    page.locator(".plot").click(position={"x": 2, "y": 40})
    at(page, 0)
    page.get_by_role("slider", name="Action").focus()
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.locator(".log button").nth(6).click()
    expect(page.locator(".log [aria-current=step]")).to_have_count(1)
    number = page.locator(".log button").nth(6).get_attribute("data-item")
    assert number
    at(page, int(number))
    page.locator(".log button").nth(6).focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.item") == str(int(number) + 1), "arrows go along the log"


def test_log_opens_below_the_board_on_phones(browsing: Browsing, server: Serving, match: str) -> None:
    page = opened(browsing, server, match, "#2", size=PHONE)
    page.locator(".told").click()
    page.locator("dialog .log button").nth(4).click()
    expect(page.locator("dialog")).to_be_hidden()
    at(page, 5)


def test_both_hands_are_open_from_every_place(browsing: Browsing, server: Serving, match: str) -> None:
    page = opened(browsing, server, match, "#2")
    hands = page.locator(".stage [aria-label$=hand]")
    for view in ("Ann's view", "Bot (easy)'s view", "Spectator's view", "Ann's view"):
        expect(page.get_by_role("button", name=view)).to_be_visible()
        expect(hands).to_have_count(2)
        page.keyboard.press("v")


def test_what_if_plays_on_from_any_position_in_either_seat(browsing: Browsing, server: Serving, match: str) -> None:
    page = opened(browsing, server, match, "#6")
    page.keyboard.press("b")
    form = page.get_by_role("form", name="Play on from here")
    expect(form.locator("h2")).to_have_text("Play on from action 6")
    assert not grave_findings(page)
    form.get_by_label("Bot (easy)").check()
    form.get_by_label("Easy", exact=True).check()
    form.get_by_role("button", name="Play on").click()
    page.wait_for_url(MATCH)
    page.locator(".stage").wait_for()
    facts = server.get(f"matches/{page.url[-12:]}")
    assert [seat["kind"] for seat in facts["seats"]] == ["bot", "person"]
    assert facts["status"] == "running"


def test_what_if_after_the_end_is_refused_in_its_form(
    browsing: Browsing, server: Serving, boards: dict[str, str]
) -> None:
    won = finished(server, "marches", acts=400)["id"]
    end = server.get(f"matches/{won}/replay")["actions"]
    page = opened(browsing, server, won, f"#{end}")
    browsing.expect("422")
    page.get_by_role("button", name="Play on B").click()
    page.get_by_role("form").get_by_role("button", name="Play on").click()
    expect(page.get_by_role("form").get_by_role("alert")).to_have_text("The match is over in that position.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("form")).to_have_count(0)


def test_links_and_reports_name_the_position(browsing: Browsing, server: Serving, match: str, last: int) -> None:
    page = opened(browsing, server, match, "#5", **CLIPBOARD)
    page.get_by_role("button", name="Link to here").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{server.url}/r/{match}#5"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Report").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    report = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(
        rf"Tablewright, client \w+, Magical OOPerations \(ooperations\), match {match}, action 5 of {last}: "
        rf"{re.escape(server.url)}/r/{match}#5",
        report,
    )


def test_record_is_saved_as_a_file_that_verifies(browsing: Browsing, server: Serving, match: str) -> None:
    page = opened(browsing, server, match)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save record").click()
    assert download.value.suggested_filename == f"{match}.record"
    text = server.http.get(f"/api/v1/matches/{match}/record").text
    assert download.value.path().read_text("utf-8") == text


def test_deal_is_verified_on_the_page(browsing: Browsing, server: Serving, match: str) -> None:
    record = Record.parse(server.http.get(f"/api/v1/matches/{match}/record").text)
    seal = record.deal.seal(record.game.write_setup(record.setup))
    page = opened(browsing, server, match)
    page.get_by_role("button", name="Verify the deal").click()
    check = page.locator(".check")
    expect(check).to_contain_text("This device has noted no seal")
    expect(check.locator(".ok")).to_have_count(3)
    expect(check.locator(".fail")).to_have_count(0)
    expect(check).to_contain_text(seal)
    expect(check).to_contain_text(f"tablewright verify {match}.record --seal {seal[:32]}")
    assert not grave_findings(page)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("secret", "The secret is not the one that was committed to."),
        ("nonces", "The seal that this device noted while the match went on is another one"),
        ("setup", "The seal that this device noted while the match went on is another one"),
    ],
)
def test_deal_that_was_touched_is_found_out(
    browsing: Browsing, server: Serving, match: str, line: str, sentence: str
) -> None:
    text = server.http.get(f"/api/v1/matches/{match}/record").text
    touched = re.sub(rf"(?m)^({line}: .*)(\d)", lambda found: found[1] + str((int(found[2]) + 1) % 10), text)
    assert touched != text
    page = browsing.open(server.url)
    seal = server.get(f"matches/{match}/replay")["seal"]
    page.evaluate("([id, seal]) => localStorage.setItem(`tw:seal:${id}`, JSON.stringify(seal))", [match, seal])
    page.goto(f"{server.url}/r/{match}")
    page.route("**/record", lambda route: route.fulfill(body=touched, content_type="text/plain"))
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.locator(".check")).to_contain_text(sentence)
    expect(page.locator(".check")).to_contain_text("The checksum does not fit.")


def test_device_that_was_at_the_table_has_noted_the_seal(browsing: Browsing, server: Serving) -> None:
    page = browsing.open(server.url)
    page.locator(".game-tile", has_text="OOP1 Maze").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(MATCH)
    page.locator(".stage [data-item]").first.wait_for()
    match = page.url[-12:]
    noted = page.evaluate("id => JSON.parse(localStorage.getItem(`tw:seal:${id}`))", match)
    kept = page.evaluate("id => JSON.parse(localStorage.getItem(`tw:${id}`))", match)
    player = server.sit(match, *kept["tokens"])
    player.wait_for_turn()
    player.send(t="offer", kind="resign")
    while "over" not in player.request:
        player.hear()
    page.goto(f"{server.url}/r/{match}")
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.locator(".check")).to_contain_text("The seal is the one that this device noted")
    expect(page.locator(".check")).to_contain_text(noted)


def test_browser_that_computes_no_hashes_says_so(browsing: Browsing, server: Serving, match: str) -> None:
    device = browsing.device()
    device.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page = device.new_page()
    page.goto(f"{server.url}/r/{match}")
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.locator(".check")).to_contain_text("Browsers compute no hashes on pages without TLS.")
    expect(page.locator(".check")).to_contain_text(f"tablewright verify {match}.record")


def test_match_of_a_number_has_no_seal_to_check(browsing: Browsing, server: Serving) -> None:
    table = finished(server, "maze", seed=7)
    page = opened(browsing, server, table["id"])
    expect(page.get_by_role("button", name="Verify the deal")).to_have_count(0)
    expect(page.locator(".box", has_text="The deal")).to_contain_text("Dealt from a number")


def test_rematch_is_asked_for_from_the_page(browsing: Browsing, server: Serving) -> None:
    table = finished(server, "marches", acts=2)
    page = browsing.open(server.url)
    kept = {"tokens": [table["seats"][0]["token"]], "invites": []}
    page.evaluate("([id, kept]) => localStorage.setItem(`tw:${id}`, JSON.stringify(kept))", [table["id"], kept])
    page.goto(f"{server.url}/r/{table['id']}")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(MATCH)
    assert page.url[-12:] != table["id"]
    facts = server.get(f"matches/{page.url[-12:]}")
    assert [seat["kind"] for seat in facts["seats"]] == ["bot", "person"], "seats change"


def test_match_that_goes_on_leads_to_its_table(browsing: Browsing, server: Serving) -> None:
    table = server.make("maze", PERSON)
    browsing.expect("409")
    page = browsing.open(f"{server.url}/r/{table['id']}")
    expect(page.get_by_role("alert")).to_contain_text("The match goes on")
    expect(page.get_by_role("link", name="To the table")).to_have_attribute("href", f"/g/{table['id']}")


def test_match_that_never_was_is_said(browsing: Browsing, server: Serving) -> None:
    browsing.expect("404")
    page = browsing.open(f"{server.url}/r/abcdefghijkm")
    expect(page.get_by_role("alert")).to_have_text("There is no such match.")


def test_quick_hands_are_never_left_behind(browsing: Browsing, server: Serving, match: str, last: int) -> None:
    page = opened(browsing, server, match, "#0")
    for _ in range(10):
        page.keyboard.press("ArrowRight", delay=0)
    time.sleep(0.3)
    page.keyboard.press("End")
    at(page, last)
