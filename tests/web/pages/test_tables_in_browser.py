"""What people do at a table besides playing, each in a browser of their own: undo, offers, absence, clocks, talk."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from ..serving import BOT, PERSON, Serving
from .browsing import DESKTOP, PHONE, Browsing
from .playing import BrowserPlayer

MARLA = {"kind": "person", "name": "Marla"}
#: The first load of a page is no larger, in bytes of code and in requests.
MOST_CODE = 150_000
MOST_REQUESTS = 20
#: A machine that is so busy that pages are drawn five times a second.
SLOW_FRAMES = """window.requestAnimationFrame = draw => setTimeout(() => draw(performance.now()), 200);
window.cancelAnimationFrame = clearTimeout;"""


def seat_link(server: Serving, made: dict[str, Any], seat: int = 0) -> str:
    return f"{server.url}/g/{made['id']}#seat={made['seats'][seat]['token']}"


def sit(
    browsing: Browsing, server: Serving, made: dict[str, Any], seat: int = 0, size: tuple[int, int] = DESKTOP
) -> BrowserPlayer:
    """Return somebody who sits at a table."""
    player = BrowserPlayer(browsing.device(size, reduced_motion="reduce").new_page())
    player.page.goto(seat_link(server, made, seat))
    player.page.locator(".stage").wait_for()
    return player


def pair(browsing: Browsing, server: Serving, game: str = "marches", **more: Any) -> tuple[BrowserPlayer, ...]:
    """Return two people at a table."""
    made = server.make(game, PERSON, MARLA, **more)
    both = sit(browsing, server, made), sit(browsing, server, made, 1)
    both[0].ready()
    for player in both:
        player.page.locator(".stage [data-item]").first.wait_for()
    return both


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def choose(page: Page, name: str) -> None:
    """Choose something in the menu."""
    press(page, "Menu")
    page.locator("dialog[open]").get_by_role("button", name=name, exact=True).click()


def sees(page: Page, words: str | re.Pattern[str], where: str = ".right") -> None:
    """Wait until something stands at the side of the board."""
    expect(page.locator(where)).to_contain_text(words, timeout=15_000)


def misses(page: Page, words: str, where: str = ".right") -> None:
    """Wait until something stands at the side of the board no more."""
    expect(page.locator(where)).not_to_contain_text(words)


def finish_turn(player: BrowserPlayer) -> None:
    player.ready()
    player.main.first.wait_for()  # heard is not drawn yet
    player.do_main()
    player.wait(lambda: not player.asked, "the main act did nothing")


def take_back(player: BrowserPlayer) -> None:
    expect(player.page.get_by_role("button", name="Undo")).to_be_enabled()
    player.page.keyboard.press("u")


def test_a_key_means_what_the_table_asks_now_and_not_what_is_still_drawn(browsing: Browsing, server: Serving) -> None:
    device = browsing.device(reduced_motion="reduce")
    device.add_init_script(SLOW_FRAMES)
    player = BrowserPlayer(device.new_page())
    player.page.goto(seat_link(server, server.make("maze", PERSON)))
    player.page.locator(".stage [data-item]").first.wait_for()
    for key in "t11 f11 s11 t11 f11 ":  # a step, and at once the same step again, which a wall may forbid now
        player.ready()
        player.page.keyboard.press("Space" if key == " " else key)
        player.page.wait_for_timeout(10)
    assert player.ready()
    assert player.wire.acts >= 5
    assert not player.wire.refused()


# --- taking back, and other offers


def test_undo_against_a_bot_is_done_at_once(browsing: Browsing, server: Serving) -> None:
    player = sit(browsing, server, server.make("maze", PERSON, seed=3))
    player.ready()
    undo = player.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    before = player.page.locator(".stage").inner_text()
    move = next(choice["action"] for choice in player.wire.request["choices"] if choice["action"].startswith("move"))
    player.page.keyboard.press(":")
    player.page.get_by_label("Command", exact=True).fill(move)
    player.page.keyboard.press("Enter")
    sees(player.page, "1 / 1")
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("u")
    sees(player.page, "takes the last action back")
    assert player.page.locator(".stage").inner_text() == before
    assert player.wire.refused() == []


def test_undo_is_asked_refused_asked_too_early_and_agreed(browsing: Browsing, server: Serving) -> None:
    ann, marla = pair(browsing, server)
    finish_turn(ann)
    take_back(ann)
    sees(ann.page, "You have asked to take back the last move. The answer is awaited.")
    sees(marla.page, "Ann asks to take back the last move.")
    press(marla.page, "No")
    misses(ann.page, "The answer is awaited")
    ann.page.keyboard.press("u")
    sees(ann.page, re.compile(r"This was refused; it can be asked again in \d+ seconds"))
    # Meanwhile they talk, have a pause and go on.
    choose(marla.page, "Ask for a pause")
    sees(ann.page, "Marla asks for a pause.")
    press(ann.page, "Yes")
    for player in (ann, marla):
        sees(player.page, "The match is paused.")
    expect(marla.page.locator(".turnflag")).to_have_text("paused")
    press(ann.page, "Go on")
    misses(marla.page, "Go on")
    expect(marla.page.locator(".turnflag")).to_have_text("your turn")
    ann.page.wait_for_timeout(10_000)
    ann.page.keyboard.press("u")
    sees(marla.page, "Ann asks to take back the last move.")
    press(marla.page, "Yes")
    sees(ann.page, "Ann takes the last action back.")
    expect(ann.page.locator(".turnflag")).to_have_text("your turn")
    expect(marla.page.locator(".turnflag")).to_have_text("Ann's turn")


def test_an_offer_that_was_overtaken_is_not_shown_any_more(browsing: Browsing, server: Serving) -> None:
    ann, marla = pair(browsing, server)
    finish_turn(ann)
    take_back(ann)
    sees(marla.page, "Ann asks to take back the last move.")
    finish_turn(marla)  # instead of an answer
    misses(ann.page, "The answer is awaited")
    expect(marla.page.locator(".askednote")).to_have_count(0)


def test_a_tie_is_agreed_and_the_rematch_swaps_seats(browsing: Browsing, server: Serving) -> None:
    ann, marla = pair(browsing, server)
    choose(ann.page, "Offer a tie")
    sees(marla.page, "Ann offers a tie.")
    press(marla.page, "Yes")
    for player in (ann, marla):
        player.page.locator(".ending").wait_for()
        sees(player.page, re.compile("tie", re.IGNORECASE), ".ending")
    first = ann.page.url
    press(ann.page, "Rematch")
    sees(marla.page, "Ann asks for a rematch, with seats changed.")
    press(marla.page, "Yes")
    for player in (ann, marla):
        player.page.wait_for_url(lambda url: url != first)
    marla.ready()
    expect(marla.page.locator(".turnflag")).to_have_text("your turn")
    expect(ann.page.locator(".turnflag")).to_have_text("Marla's turn")
    assert ann.page.url == marla.page.url
    facts = server.get(f"matches/{ann.page.url.rpartition('/')[2]}")
    assert [seat["name"] for seat in facts["seats"]] == ["Marla", "Ann"]


def test_to_resign_takes_two_steps(browsing: Browsing, server: Serving) -> None:
    ann, marla = pair(browsing, server)
    press(ann.page, "Menu")
    press(ann.page, "Resign")
    assert ann.page.locator("dialog[open]").count() == 1
    ann.page.keyboard.press("Escape")  # changed their mind
    expect(ann.page.locator("dialog[open]")).to_have_count(0)
    assert not any(message["t"] == "offer" for message in ann.wire.sent)
    press(ann.page, "Menu")
    assert ann.page.get_by_role("button", name="Resign, really").count() == 0
    press(ann.page, "Resign")
    press(ann.page, "Resign, really")
    for player in (ann, marla):
        sees(player.page, "Marla", ".ending h2")
        sees(player.page, "Ann resigns", ".ending")


# --- people who leave


def test_whoever_leaves_is_announced_and_a_bot_plays_until_they_are_back(browsing: Browsing, server: Serving) -> None:
    tables = [server.make("marches", PERSON, MARLA, options={"absence": 10}) for _ in range(2)]
    ann, anna = (sit(browsing, server, made) for made in tables)
    marlas = [sit(browsing, server, made, 1) for made in tables]
    for player in (ann, anna):
        finish_turn(player)
    for marla in marlas:
        marla.page.close()
    for player in (ann, anna):
        expect(player.page.locator(".strip.foe")).to_contain_text("away")
        sees(player.page, re.compile(r"Marla is away; \d seconds? left to come back\."))
    words = set()
    for _ in range(12):
        words.add(ann.page.locator(".note", has_text="left to come back").inner_text())
        ann.page.wait_for_timeout(150)
    assert len(words) > 1, "the countdown does not count"
    for player in (ann, anna):
        sees(player.page, "Marla has not come back.")
    # Who looks at the table anew sees it too.
    anna.page.reload()
    sees(anna.page, "Marla has not come back.")
    press(anna.page, "Wait")
    sees(anna.page, "Waiting for Marla.")
    press(anna.page, "Decide")
    press(anna.page, "Claim the win")
    sees(anna.page, "Ann", ".ending h2")
    press(ann.page, "Let a bot play")
    misses(ann.page, "has not come back")
    expect(ann.page.locator(".strip.foe")).to_contain_text("bot")
    ann.ready()  # the bot has played
    back = sit(browsing, server, tables[0], 1)
    sees(ann.page, "Marla is back.")
    expect(ann.page.locator(".strip.foe")).to_contain_text("here")
    finish_turn(ann)
    finish_turn(back)
    ann.ready()
    hellos = [message for message in ann.wire.sent if message["t"] == "hello"]
    assert len(hellos) == 1, "the page had to ask for everything again"


def test_a_clock_runs_out(browsing: Browsing, server: Serving) -> None:
    ann, marla = pair(browsing, server, options={"clock": {"turn": 5}})
    clock = ann.page.locator(".strip.you [data-clock]")
    expect(clock).to_have_text(re.compile(r"^[34]\.\d$"))
    assert "low" in str(clock.get_attribute("class"))
    ann.page.reload()  # the clock is shown honestly by a page that comes back
    expect(clock).to_have_text(re.compile(r"^[0123]\.\d$"))
    expect(marla.page.locator(".strip.foe [data-clock]")).to_have_text(re.compile(r"^[0123]\.\d$"))
    for player in (ann, marla):
        sees(player.page, "Marla", ".ending h2")
        sees(player.page, "time", ".ending")


# --- talk, advice, the past, commands


def test_players_talk_and_may_close_their_ears(browsing: Browsing, server: Serving) -> None:
    ann, marla = pair(browsing, server)
    ann.page.keyboard.press("/")
    press(ann.page, "Good luck")
    sees(marla.page, "Ann: Good luck", ".log")
    field = ann.page.get_by_label("Say something")
    field.fill("<b>hello</b> & 'you'")
    field.press("Enter")
    sees(marla.page, "Ann: <b>hello</b> & 'you'", ".log")
    expect(field).to_have_value("")
    marla.page.keyboard.press("/")
    press(marla.page, "Mute the others")
    misses(marla.page, "Ann:")
    field.fill("still there?")
    field.press("Enter")
    sees(ann.page, "Ann: still there?", ".log")
    press(marla.page, "Thanks")
    sees(ann.page, "Marla: Thanks", ".log")
    sees(marla.page, "Marla: Thanks", ".log")
    misses(marla.page, "still there")
    press(marla.page, "Hear the others")
    sees(marla.page, "Ann: still there?", ".log")


def test_advice_is_given_and_can_be_followed(browsing: Browsing, server: Serving) -> None:
    ann, marla = pair(browsing, server)
    expect(marla.page.get_by_role("button", name="Hint")).to_be_disabled()
    ann.page.keyboard.press("h")
    sees(ann.page, "Hint:")
    press(ann.page, "Do it")
    ann.wait(lambda: ann.wire.acts == 1 == ann.wire.answers, "the advice was not followed")
    assert ann.wire.refused() == []
    misses(ann.page, "Hint:", ".right .note, .log")


def test_looking_back_while_the_match_goes_on(browsing: Browsing, server: Serving) -> None:
    ann, marla = pair(browsing, server)
    start = ann.page.locator(".stage").inner_text()
    finish_turn(ann)
    finish_turn(marla)
    ann.ready()
    for _ in range(2):
        ann.page.keyboard.press(",")
    place = ann.page.locator(".look output")
    expect(place).to_have_text(re.compile("^0 / "))
    assert ann.page.locator(".stage .legal").count() == 0
    assert start.splitlines()[0] in ann.page.locator(".stage").inner_text()
    finish_turn_typed(ann)
    expect(place).to_have_text(re.compile("now$"))
    ann.page.keyboard.press("Home")
    expect(place).to_have_text(re.compile("^0 / "))
    behind = place.inner_text()
    finish_turn(marla)
    expect(place).not_to_have_text(behind)
    expect(place).to_have_text(re.compile("^0 / "))
    press(ann.page, "now")
    expect(ann.page.locator(".turnflag")).to_have_text("your turn")
    ann.page.locator(".log button").first.click()
    expect(place).to_have_text(re.compile("^1 / "))
    ann.page.keyboard.press("End")
    expect(ann.page.locator(".turnflag")).to_have_text("your turn")


def finish_turn_typed(player: BrowserPlayer) -> None:
    player.page.keyboard.press(":")
    player.page.get_by_label("Command", exact=True).fill("done")
    player.page.keyboard.press("Enter")
    player.page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_command_box_takes_lines_of_the_console(browsing: Browsing, server: Serving, size: tuple[int, int]) -> None:
    player = sit(browsing, server, server.make("maze", PERSON, seed=3), size=size)
    player.ready()
    if size == PHONE:
        choose(player.page, "Type a command")
    else:
        player.page.keyboard.press(":")
    box = player.page.get_by_label("Command", exact=True)
    expect(box).to_be_focused()
    alert = player.page.get_by_role("alert").filter(visible=True)
    box.fill("juggle three cards")
    box.press("Enter")
    expect(alert.first).to_contain_text("✕" if size == DESKTOP else re.compile(r"\w"))
    refused = player.wire.refused()
    assert len(refused) == 1
    assert refused[0]["text"].lower().rstrip(".") in alert.first.inner_text().lower()
    line = next(one["action"] for one in player.wire.request["choices"] if "reason" not in one and " " in one["action"])
    box.fill(line[: line.index(" ") - 1].lower())
    box.press("Tab")
    expect(box).to_be_focused()
    assert box.input_value().startswith(line.split()[0])
    box.fill(line.lower())
    box.press("Enter")
    player.wait(lambda: player.wire.acts == 2 == player.wire.answers, "the command did nothing")
    assert len(player.wire.refused()) == 1
    assert [message["action"] for message in player.wire.sent if message["t"] == "act"][1] == line.lower()


# --- weight


@pytest.mark.parametrize("game", ["", "dungeons", "marches", "maze", "ooperations"])
def test_first_load_is_light(browsing: Browsing, server: Serving, game: str) -> None:
    page = browsing.device().new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    if game:
        seats = [PERSON] if game in ("dungeons", "maze") else [PERSON, BOT]
        page.goto(seat_link(server, server.make(game, *seats)))
        page.locator(".stage [data-item]").first.wait_for()
    else:
        page.goto(server.url)
        page.get_by_role("button", name=re.compile("Start|Play")).first.wait_for()
    page.wait_for_load_state("networkidle")
    code = {
        one.url: len(one.body()) for one in answers if one.request.resource_type in ("document", "script", "stylesheet")
    }
    assert len(code) > 4
    assert sum(code.values()) <= MOST_CODE, code
    assert len(answers) <= MOST_REQUESTS, [one.url for one in answers]
