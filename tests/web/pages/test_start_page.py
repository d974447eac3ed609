"""The start page in a real browser: from the first look to a running match, by mouse, touch and keyboard."""

from __future__ import annotations

import re
import time
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tablewright.games.maze.solver.puzzles import daily_puzzle

from ..serving import Serving
from .browsing import DESKTOP, PHONE, Browsing, fits, grave_findings, small_targets

MATCH = re.compile(r"/g/[a-z2-9]{12}$")
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
GAMES = ["Magical OOPerations", "The Marches", "Dungeons & Classes", "OOP1 Maze"]
#: First load: so many requests, and so many bytes of code.
MOST_REQUESTS, MOST_BYTES = 20, 150_000
#: What the focused element is called.
FOCUSED = "(one => one.getAttribute('aria-label') || one.name || one.innerText)(document.activeElement)"


def opened(browsing: Browsing, server: Serving, **options: Any) -> Page:
    page = browsing.open(server.url, **options)
    page.locator(".game-tile").first.wait_for()
    return page


def panel(page: Page, game: str) -> Any:
    page.locator(".game-tile", has_text=game).click()
    form = page.locator(".table-panel")
    expect(form.locator("h2")).to_have_text(f"A table for {game}")
    return form


def made(page: Page) -> str:
    """Return the id of the match to which a page has gone on."""
    page.wait_for_url(MATCH)
    return page.url[-12:]


@SIZES
def test_one_click_leads_to_a_match_against_a_bot(browsing: Browsing, server: Serving, size: tuple[int, int]) -> None:
    page = opened(browsing, server, size=size)
    assert page.get_by_role("button", name="Start").bounding_box()["y"] < size[1], "in sight without scrolling"  # type: ignore[index]
    page.get_by_role("button", name="Start").click()
    match = made(page)
    facts = server.get(f"matches/{match}")
    assert [seat["kind"] for seat in facts["seats"]] == ["person", "bot"]
    assert facts["seats"][0]["name"].startswith("Guest ")


@pytest.mark.parametrize("theme", ["dark", "light"])
@SIZES
def test_page_fits_and_can_be_used_by_everybody(
    browsing: Browsing, server: Serving, size: tuple[int, int], theme: str
) -> None:
    page = opened(browsing, server, size=size, theme=theme)
    for game in GAMES:
        panel(page, game)
        assert fits(page)
        assert not grave_findings(page)
        assert size == DESKTOP or not small_targets(page)


def test_page_falls_to_the_layout_of_phones_at_twice_the_size(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server, size=(640, 400))
    assert fits(page)
    page.get_by_role("button", name="Start").click()
    made(page)


def test_plates_hold_their_words_on_phones(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server, size=PHONE)
    panel(page, "Magical OOPerations")
    spilt = """[...document.querySelectorAll('.pick')].filter(one => [...one.querySelectorAll('b, svg.line')]
      .some(part => part.getBoundingClientRect().right > one.getBoundingClientRect().right)).length"""
    assert page.evaluate(spilt) == 0


def test_letters_for_rooms_are_not_shown_to_people(browsing: Browsing, server: Serving) -> None:
    form = panel(opened(browsing, server), "OOP1 Maze")
    expect(form.locator(".pick small")).to_have_text("Six rooms, the middle way (41 to 50 flips)")


def test_first_load_is_light(browsing: Browsing, server: Serving) -> None:
    device = browsing.device()
    page = device.new_page()
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body()) if "/static/" in answer.url else 0))
    page.goto(server.url, wait_until="networkidle")
    assert len(sizes) <= MOST_REQUESTS
    assert sum(sizes) <= MOST_BYTES


def test_everything_can_be_reached_by_keyboard_alone(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server)
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        seen.append(focused.split("\n")[0])
        if focused == "Start":
            break
    assert [name for name in seen if name in GAMES] == GAMES
    decks = ["Deck of player 1, yours", "Deck of player 2, theirs"]
    assert seen[-8:] == ["kind1", "level1", *decks, "clock", "name", "watchers", "Start"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    assert server.get(f"matches/{made(page)}")["seats"][0]["name"] == "Ann"


def test_name_and_choices_are_remembered_on_the_device(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server)
    form = panel(page, "Magical OOPerations")
    form.get_by_label("Your name").fill("Marla")
    form.get_by_label("Hard").check()
    form.get_by_label("Deck of player 1, yours").select_option("wolfpack")
    form.get_by_label("Others may watch").uncheck()
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("Marla")
    expect(page.get_by_label("Hard")).to_be_checked()
    expect(page.locator(".pick b").first).to_have_text("Wolf Pack")
    page.get_by_role("button", name="Start").click()
    facts = server.get(f"matches/{made(page)}")
    assert facts["chosen"]["deck1"] == "wolfpack"
    assert [seat["bot"] for seat in facts["seats"]] == ["", "hard"]


def test_friend_comes_by_a_link_and_the_page_goes_on_to_the_match(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server, permissions=["clipboard-read", "clipboard-write"])
    form = panel(page, "The Marches")
    form.get_by_label("A friend", exact=True).check()
    form.get_by_label("3 days a turn", exact=True).check()
    form.get_by_role("button", name="Make the table").click()
    expect(page.get_by_text("Nobody has opened it yet")).to_be_visible()
    assert not grave_findings(page)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    match, _, invite = link.removeprefix(f"{server.url}/g/").partition("#join=")
    assert page.locator(".url").inner_text() == link.removeprefix("http://")
    answer = server.http.post(f"/api/v1/matches/{match}/join", json={"name": "Jonas", "invite": invite})
    assert answer.json()["seat"] == 1
    assert made(page) == match


def test_whoever_leaves_a_waiting_table_finds_it_again(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server)
    panel(page, "Magical OOPerations").get_by_label("A friend", exact=True).check()
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Another table").click()
    plate = page.locator(".save", has_text="Magical OOPerations with a friend")
    expect(plate).to_contain_text("waiting for players, begun just now")
    plate.get_by_role("link", name="Go on").click()
    made(page)


def test_maze_of_the_day_is_tried_by_one_click_and_the_best_is_remembered(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server)
    plate = page.locator(".save", has_text="Maze of the day")
    expect(plate.locator("small")).to_have_text(re.compile(r"^can be done in \d+ flips$"))
    plate.get_by_role("button", name="Try the maze of the day").click()
    match = made(page)
    day = server.get(f"matches/{match}")["day"]
    best = daily_puzzle(date.fromisoformat(day))
    player = server.sit(match, *page.evaluate("id => JSON.parse(localStorage.getItem(`tw:${id}`)).tokens", match))
    for command in best.solution.commands:
        request = player.wait_for_turn()
        while (answer := player.act(command))["t"] == "nack":  # nobody is that fast
            time.sleep(answer["wait"])
            player.request = request
    page.goto(server.url)
    own = f"can be done in {best.flips} flips, you needed {best.flips}"
    expect(plate.last).to_contain_text(own)
    expect(plate.last.get_by_role("button")).to_have_text("Again")
    assert not grave_findings(page)


def test_anyone_sits_down_at_an_open_table(browsing: Browsing, server: Serving) -> None:
    host = opened(browsing, server)
    panel(host, "The Marches").get_by_label("Your name").fill("Marla")
    host.get_by_label("Anyone", exact=True).check()
    host.get_by_role("button", name="Make the table").click()
    expect(host.get_by_text("The table is listed")).to_be_visible()
    guest = opened(browsing, server, size=PHONE)
    guest.get_by_role("button", name="Sit down with Marla: The Marches").click()
    assert made(guest) == made(host)


def test_seat_that_was_taken_meanwhile_says_so_at_its_table(browsing: Browsing, server: Serving) -> None:
    table = server.make("marches", {"kind": "person", "name": "Jonas"}, {"kind": "open"})
    page = opened(browsing, server)
    expect(page.get_by_role("button", name="Sit down with Jonas")).to_be_visible()
    server.http.post(f"/api/v1/matches/{table['id']}/join", json={"name": "Marla"})
    browsing.expect("409")
    page.get_by_role("button", name="Sit down with Jonas").click()
    expect(page.locator(".save .fault")).to_be_visible()


def test_two_people_at_one_screen_hold_both_seats(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server)
    panel(page, "Magical OOPerations").get_by_label("Same screen", exact=True).check()
    page.get_by_role("button", name="Start").click()
    match = made(page)
    kept = page.evaluate("id => JSON.parse(localStorage.getItem(`tw:${id}`))", match)
    assert len(kept["tokens"]) == 2
    assert [seat["kind"] for seat in server.get(f"matches/{match}")["seats"]] == ["person", "person"]


def test_choices_of_the_dungeon_decide_how_many_seats_there_are(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server)
    form = panel(page, "Dungeons & Classes")
    expect(form.get_by_text("Who takes")).to_have_count(0)
    form.get_by_label("Players").select_option("each")
    expect(form.get_by_text("Who takes")).to_have_count(2)
    form.get_by_label("Heroes").select_option("wizard-rogue")
    expect(form.get_by_text("Who sits across")).to_have_count(1)
    form.get_by_role("button", name="Start").click()
    assert len(server.get(f"matches/{made(page)}")["seats"]) == 2


def test_matches_of_this_device_can_be_gone_on_with(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server, size=PHONE)
    page.get_by_role("button", name="Start").click()
    match = made(page)
    page.locator(".stage").wait_for()
    page.goto(server.url)
    plate = page.locator(".save").first
    expect(plate).to_contain_text("Magical OOPerations with Bot (normal)")
    assert plate.bounding_box()["y"] < 200, "above the games"  # type: ignore[index]
    plate.get_by_role("link", name="Go on").click()
    assert made(page) == match


def test_what_the_server_refuses_is_said_in_the_panel(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server)
    browsing.expect("422")
    page.get_by_label("Your name").fill("bot easy")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".table-panel [role=alert]")).to_have_text('"bot easy" is how a bot is called.')
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Start").click()
    made(page)


def test_server_that_cannot_be_reached_is_said(browsing: Browsing, server: Serving) -> None:
    browsing.expect("ERR_FAILED")
    device = browsing.device()
    device.route("**/api/v1/**", lambda route: route.abort())
    page = device.new_page()
    page.goto(server.url)
    expect(page.get_by_role("alert")).to_have_text("The server cannot be reached. Is this device online?")


def test_game_of_another_author_has_an_emblem_of_its_name(browsing: Browsing, server: Serving) -> None:
    def add_game(route: Route) -> None:
        answer = route.fetch()
        more = {"key": "nim", "title": "Nim", "about": "Take the last one.", "seats": [2, 4], "cooperative": False}
        route.fulfill(
            response=answer,
            json=[
                *answer.json(),
                {**more, "hidden": False, "choices": [], "levels": ["easy"], "styles": [], "board": None},
            ],
        )

    device = browsing.device()
    device.route("**/api/v1/games", add_game)
    page = device.new_page()
    page.goto(server.url)
    form = panel(page, "Nim")
    expect(page.locator(".game-tile", has_text="Nim").locator("svg").first).to_be_visible()
    expect(form.get_by_text("How many play")).to_be_visible()
    form.get_by_label("3", exact=True).check()
    expect(form.get_by_text("Who takes")).to_have_count(2)


def test_dark_or_light_is_a_choice_that_stays(browsing: Browsing, server: Serving) -> None:
    page = opened(browsing, server, theme="dark")
    page.get_by_role("button", name="Light colours").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.reload()
    expect(page.get_by_role("button", name="Dark colours")).to_be_visible()
