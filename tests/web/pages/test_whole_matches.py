"""Whole matches in a real browser: against a bot, against each other, by mouse, by touch and by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ..serving import BOT, PERSON, Serving, served
from .browsing import DESKTOP, PHONE, Browsing, fits, grave_findings
from .playing import BrowserPlayer, KeyboardPlayer

#: Games that are won or lost by oneself take long at random; there the adviser's way is followed.
ADVISED = {"dungeons", "maze"}
SETUPS = {"maze": {"layout": "short"}, "dungeons": {"dungeon": "cellar"}}
#: A hundred deeds in a maze of six rooms are asked of the mouse only; the others find the treasure next door.
TINY = """MAZE

room Z
WWWWW
PPLLW
PPLLW
PPPPW
WWWWW

layout tiny  The treasure is next door
SZ
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("served")
    (folder / "tiny.maze").write_text(TINY)
    with served(folder / "data", "--content", str(folder / "tiny.maze")) as serving:
        yield serving


def seats_of(game: str) -> list[dict[str, Any]]:
    return [PERSON] if game in ADVISED else [PERSON, BOT]


def seat_link(server: Serving, made: dict[str, Any], seat: int = 0) -> str:
    return f"{server.url}/g/{made['id']}#seat={made['seats'][seat]['token']}"


@pytest.mark.parametrize("game", ["dungeons", "marches", "maze", "ooperations"])
@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_a_match_against_a_bot(browsing: Browsing, server: Serving, game: str, way: str) -> None:
    setup = {"layout": "tiny"} if game == "maze" and way != "mouse" else SETUPS.get(game, {})
    made = server.make(game, *seats_of(game), setup=setup)
    page = browsing.device(PHONE if way == "touch" else DESKTOP, reduced_motion="reduce").new_page()
    player = KeyboardPlayer(page) if way == "keyboard" else BrowserPlayer(page)
    page.goto(seat_link(server, made))
    player.ready()
    if game in ADVISED:
        for _ in range(6):  # a few deeds of one's own before the advice
            if player.ready():
                player.turn()
    player.play(advised=game in ADVISED)
    page.get_by_role("link", name="Replay").wait_for()
    assert fits(page)
    assert not player.wire.refused()
    assert grave_findings(page) == []
    assert server.get(f"matches/{made['id']}")["status"] == "over"


@pytest.mark.parametrize("game", ["marches", "ooperations"])
def test_two_browsers_against_each_other_and_one_who_watches(browsing: Browsing, server: Serving, game: str) -> None:
    made = server.make(game, PERSON, {"kind": "friend"})
    ann = BrowserPlayer(browsing.device(DESKTOP, reduced_motion="reduce").new_page(), 3)
    marla = BrowserPlayer(browsing.device(PHONE, reduced_motion="reduce").new_page(), 4)
    eye = BrowserPlayer(browsing.device(DESKTOP, reduced_motion="reduce").new_page())
    ann.page.goto(seat_link(server, made))
    marla.page.goto(f"{server.url}/g/{made['id']}#join={made['seats'][1]['invite']}")
    marla.page.get_by_label("Your name").fill("Marla")
    marla.page.get_by_role("button", name="Sit down").click()
    eye.page.goto(f"{server.url}/g/{made['id']}")
    assert "#" not in marla.page.url
    while not ann.over:
        ann.wait(lambda: ann.asked or marla.asked or ann.over, "nobody was asked")
        if ann.asked:
            ann.turn()
        elif marla.asked:
            marla.turn()
    for player in (ann, marla, eye):
        player.wait(lambda player=player: player.over, "one has not heard of the end")
        assert not player.wire.refused()
    hands = [view["players"] for view in views(eye)]
    assert all(not player.get("hand") for players in hands for player in players)
    assert views(ann)[-1] != views(marla)[-1]


def views(player: BrowserPlayer) -> list[Any]:
    return [message["view"] for message in player.wire.heard if message.get("view")]


def test_two_on_one_device_hand_it_over(browsing: Browsing, server: Serving) -> None:
    made = server.make("marches", PERSON, {"kind": "person", "name": "Marla"})
    tokens = [seat["token"] for seat in made["seats"]]
    page = browsing.device(PHONE, reduced_motion="reduce").new_page()
    player = BrowserPlayer(page)
    page.goto(server.url)
    page.evaluate(
        "([id, tokens]) => localStorage.setItem('tw:' + id, JSON.stringify({ tokens }))", [made["id"], tokens]
    )
    page.goto(f"{server.url}/g/{made['id']}")
    covers = 0
    while player.ready():
        cover = page.get_by_role("button", name="I am ")
        if cover.count():
            assert not page.locator(".hand").count(), "the other hand is seen before the device was handed over"
            cover.click()
            covers += 1
        player.turn()
    assert covers > 3
    assert not player.wire.refused()


def test_three_heroes_in_three_browsers(browsing: Browsing, server: Serving) -> None:
    people = [{"kind": "person", "name": name} for name in ("Ann", "Marla", "Jonas")]
    made = server.make("dungeons", *people, setup={"dungeon": "cellar", "players": "each"})
    players = []
    for seat, size in enumerate((DESKTOP, PHONE, DESKTOP)):
        players.append(BrowserPlayer(browsing.device(size, reduced_motion="reduce").new_page(), seat))
        players[-1].page.goto(seat_link(server, made, seat))
    for number in range(12):
        player = players[number % 3]
        if player.ready():
            player.turn(advised=True)
    done = sum(player.wire.acts for player in players) - sum(len(player.wire.refused()) for player in players)
    for player in players:
        player.wait(lambda player=player: deeds(player) == done, "one has not heard of everything")
        assert views(player)[-1]["room"] == views(players[0])[-1]["room"]
    refused = {message["code"] for player in players for message in player.wire.refused()}
    assert refused <= {"STALE"}, "two may act at once, and the second one is told; nothing else is refused"


def deeds(player: BrowserPlayer) -> int:
    return len({message["seq"] for message in player.wire.heard if message.get("kind") == "act"})
