"""The board of Dungeons & Classes: it tells nothing of rooms to come, and reckons as the rules do."""

from __future__ import annotations

import itertools
import json
import random
from functools import cache
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.core.match import Match
from tablewright.games.dungeons.floor import COMPASS, floor_of, position
from tablewright.games.dungeons.game import GAME, dungeons
from tablewright.games.dungeons.generate import random_dungeon
from tablewright.games.dungeons.tables import FOES, HEROES, TABLES
from tablewright.table.choices import Choices
from tablewright.table.wording import Scene, wording_of
from tablewright.web.boards.dungeons import BOARD

from .browsing import DESKTOP, PHONE, fits
from .workbench import Lay, Workbench


@cache
def played(
    dungeon: str, heroes: str = "wizard-barbarian-rogue", players: str = "one", most: int = 120
) -> dict[str, Any]:
    """Return the positions of a match as the board gets them; the party attacks where it can and wanders else."""
    setup = GAME.setup(dungeon=dungeon, heroes=heroes, players=players)
    match, dice = Match(GAME, setup, 7), random.Random(7)
    wording = wording_of(GAME, setup)
    steps: list[dict[str, Any]] = []
    while True:
        scene = Scene(match.state, 0, match.names)
        choices = Choices(match, list(range(setup.seats)), wording, scene) if not match.over else None
        steps.append(
            {
                "view": match.state.view(0),
                "last": match.seen(len(match), 0) if len(match) else [],
                "choices": [{"action": action.text} for action in choices.legal]
                + [{"action": action.text, "reason": reason} for action, reason in choices.impossible]
                if choices
                else [],
            }
        )
        if choices is None or len(match) == most:
            break
        legal = choices.legal
        room = steps[-1]["view"]["room"]
        foes = {f"{foe['at'][0]},{foe['at'][1]}" for foe in room["foes"]}
        out = {f"{door['at'][0]},{door['at'][1]}" for door in room["doors"] if not door["to"]}
        blows = [one for one in legal if one.text.startswith("attack") and one.text.split()[2] in foes]
        walks = [one for one in legal if not one.text.startswith("attack") and one.text.split()[2] not in out]
        action = dice.choice(blows or walks)
        match.do(match.state.seat_of(action), action)
    return {"catalog": BOARD.catalog(setup), "seats": setup.seats, "steps": steps}


def shown(match: dict[str, Any], number: int, you: list[int] | None = None, **more: Any) -> dict[str, Any]:
    """Return what the board is told of a position; ``you`` are the seats of whoever looks, all if it is not said."""
    step = match["steps"][number]
    seats = list(range(match["seats"])) if you is None else you
    leads = {hero["type"].lower() for hero in step["view"]["heroes"] if hero["seat"] in seats}
    return {
        "catalog": match["catalog"],
        "view": step["view"],
        "last": step["last"],
        "over": bool(step["view"]["outcome"]),
        "choices": [one for one in step["choices"] if one["action"].split()[1] in leads],
        "seats": [{"name": f"player {seat + 1}"} for seat in range(match["seats"])],
        "you": seats,
        **more,
    }


@pytest.fixture
def board(workbench: Lay) -> Workbench:
    return workbench("dungeons")


# --- What is told before the first step


def test_catalog_is_the_same_for_every_dungeon() -> None:
    setups = [GAME.setup(dungeon=name) for name in dungeons()]
    setups.append(setups[0].with_rooms(random_dungeon(Dice(5), 6)))
    catalogs = {json.dumps(BOARD.catalog(setup)) for setup in setups}
    assert len(catalogs) == 1, "somebody could tell one dungeon from another"


def test_catalog_is_the_rulebook_and_nothing_else() -> None:
    catalog = BOARD.catalog(GAME.setup())
    assert set(catalog) == {"items", "patterns", "heroes", "foes"}
    assert catalog["foes"]["L"]["resists"] == "Cold"
    assert catalog["heroes"]["B"]["attacks"]["GAXE"] == {
        "ranged": False,
        "damage": "Physical",
        "pattern": "Slash",
        "dice": 1,
        "sides": 12,
        "plus": 4,
        "ammunition": None,
    }
    assert catalog["heroes"]["R"]["armor"]["LARM"] == 4
    assert json.loads(json.dumps(catalog)) == catalog


# --- What an attack would do

RECKONING = 'const { affected, forecast, inWords } = await import("/boards/dungeons-reckoning.js");'


def test_patterns_are_those_of_the_rules(board: Workbench) -> None:
    expected, questions = [], []
    for (width, height), pattern in itertools.product([(3, 3), (5, 4), (4, 7)], TABLES.patterns):
        floor = floor_of(width, height)
        for origin in floor.fields:
            near = list(floor.neighbours[origin])
            for aim in [*floor.fields] if pattern.name in ("Shot", "Burst") else near:
                questions.append([pattern.name, position(origin), position(aim), {"width": width, "height": height}])
                expected.append([position(field) for field in floor.affected(pattern, origin, aim)])
    patterns = BOARD.catalog(GAME.setup())["patterns"]
    script = f"""async ([patterns, all]) => {{
      {RECKONING}
      return all.map(([name, ...rest]) => affected(patterns[name], ...rest));
    }}"""
    assert board.ask(script, [patterns, questions]) == expected


def test_forecasts_are_those_of_the_rules(board: Workbench) -> None:
    catalog = BOARD.catalog(GAME.setup())
    questions, expected = [], []
    for hero, foe in itertools.product(HEROES, FOES):
        for weapon, attack in catalog["heroes"][hero.letter]["attacks"].items():
            for health in {1, 4, foe.health // 2, foe.health}:
                target = {**catalog["foes"][foe.letter], "health": health}
                questions.append([attack, target])
                rolls = [
                    sum(faces) for faces in itertools.product(range(1, attack["sides"] + 1), repeat=attack["dice"])
                ]
                half = attack["damage"] == target["resists"]
                losses = [max(0, (roll + attack["plus"]) // (2 if half else 1) - foe.av) for roll in rolls]
                falls = sum(loss >= health for loss in losses) / len(losses)
                expected.append([min(losses), max(losses), pytest.approx(falls), weapon])
    script = f"""async all => {{
      {RECKONING}
      return all.map(one => forecast(...one)).map(({{ low, high, falls }}) => [low, high, falls]);
    }}"""
    found = board.ask(script, questions)
    assert [[*one, other[3]] for one, other in zip(found, expected, strict=True)] == expected


@pytest.mark.parametrize(
    ("health", "words"),
    [
        (15, ["4–15", "falls on a 12 only"]),
        (16, ["4–15", ""]),
        (4, ["4–15", "falls"]),
        (10, ["4–15", "falls on 7 or more, 50 %"]),
    ],
)
def test_consequences_are_said_in_words(board: Workbench, health: int, words: list[str]) -> None:
    axe = BOARD.catalog(GAME.setup())["heroes"]["B"]["attacks"]["GAXE"]
    script = f"""async ([axe, health]) => {{
      {RECKONING}
      return inWords(forecast(axe, {{ health, armor_value: 1, resists: null }}), axe);
    }}"""
    assert board.ask(script, [axe, health]) == words


# --- What is shown


@pytest.mark.parametrize("dungeon", ["cellar", "mine", "abyss"])
def test_events_lead_from_one_view_to_the_next(board: Workbench, dungeon: str) -> None:
    steps = played(dungeon)["steps"]
    pairs = [
        [before["view"], after["last"]]
        for before, after in itertools.pairwise(steps)
        if not any(event["kind"] == "RoomEntered" for event in after["last"])
    ]
    script = """async pairs => {
      const { step } = await import("/boards/dungeons-story.js");
      return pairs.map(([view, events]) => events.reduce(step, view));
    }"""
    after = {id(step["last"]): step["view"] for step in steps}
    assert len(pairs) > 20
    for (_, events), found in zip(pairs, board.ask(script, pairs), strict=True):
        assert _places(found) == _places(after[id(events)]), events


def _places(view: dict[str, Any]) -> Any:
    """Return what a room shows: who stands where with how much health, and what lies around."""
    room = view["room"]
    return (
        [(hero["type"], hero["at"], hero["health"]) for hero in view["heroes"]],
        [(foe["type"], foe["id"], foe["at"], foe["health"]) for foe in room["foes"]],
        [(door["at"], door["open"]) for door in room["doors"]],
        [chest["at"] for chest in room["chests"]],
        sorted(one["at"] for one in room["remains"]),
    )


@pytest.mark.parametrize(
    ("dungeon", "heroes", "players", "size"),
    [
        ("keep", "wizard-barbarian-rogue", "one", DESKTOP),
        ("abyss", "wizard-barbarian-rogue", "each", PHONE),
        ("chapel", "rogue", "one", PHONE),
    ],
)
def test_every_position_of_a_match_can_be_drawn(
    workbench: Lay, dungeon: str, heroes: str, players: str, size: tuple[int, int]
) -> None:
    match = played(dungeon, heroes, players)
    board = workbench("dungeons", size)
    script = """all => all.map(shown => {
      bench.show(shown);
      return [".dcell", ".fig.foe"].map(kind => document.querySelectorAll(kind).length);
    })"""
    drawn = board.ask(script, [shown(match, number) for number in range(len(match["steps"]))])
    rooms = [step["view"]["room"] for step in match["steps"]]
    assert drawn == [[room["width"] * room["height"], len(room["foes"])] for room in rooms]
    assert fits(board.page)


def test_watchers_see_the_party_and_no_deeds(board: Workbench) -> None:
    match = played("cellar", players="each", most=2)
    board.show(**shown(match, 0, you=[]))
    assert board.page.locator(".hero").count() == 3
    assert board.page.locator(".deed, .legal").count() == 0


def test_nothing_is_lit_in_the_past(board: Workbench) -> None:
    match = played("cellar", most=3)
    board.show(**shown(match, 0))
    assert board.page.locator(".legal").count() > 0
    board.show(**shown(match, 2, back=True))
    assert board.page.locator(".legal").count() == 0


# --- What hands do


def beside_a_foe(match: dict[str, Any]) -> tuple[int, str, str]:
    """Return a position in which a hero can strike a foe, the hero's type, and the foe's field."""
    for number, step in enumerate(match["steps"][:-1]):
        for hero, foe in itertools.product(step["view"]["heroes"], step["view"]["room"]["foes"]):
            at = f"{foe['at'][0]},{foe['at'][1]}"
            if {"action": f"attack {hero['type'].lower()} {at}"} in step["choices"]:
                return number, hero["type"], at
    raise AssertionError("nobody ever meets a foe")


def test_first_tap_shows_the_blow_and_the_second_strikes(workbench: Lay) -> None:
    match = played("keep")
    number, hero, at = beside_a_foe(match)
    board = workbench("dungeons", PHONE)
    board.show(**shown(match, number))
    board.page.locator(f".mini[aria-pressed]:nth-child({'WBR'.index(hero) + 1})").click()
    field = board.page.locator(f'.dcell[data-item="{at}"]')
    field.click()
    assert board.acts() == []
    assert board.page.locator(".dcell.hit").count() >= 1
    assert board.page.locator(".forecast").count() >= 1
    field.click()
    assert board.acts() == [f"attack {hero.lower()} {at}"]


def test_keys_choose_hero_deed_and_field(board: Workbench) -> None:
    match = played("keep")
    number, hero, _ = beside_a_foe(match)
    board.show(**shown(match, number))
    board.page.keyboard.press(hero.lower())
    board.page.keyboard.press("a")
    planned = board.main()
    assert planned.startswith(f"attack {hero.lower()} ")
    board.page.keyboard.press("Escape")
    assert board.main() == ""
    board.page.keyboard.press("a")
    board.page.keyboard.press("a")
    assert board.acts() == [planned]


def test_a_step_is_done_at_once_and_what_is_far_says_why(board: Workbench) -> None:
    match = played("cellar", most=0)
    view = match["steps"][0]["view"]
    board.show(**shown(match, 0))
    step = next(one["action"] for one in match["steps"][0]["choices"] if one["action"].startswith("move w"))
    board.page.keyboard.press("w")
    row, column = view["heroes"][0]["at"]
    floor = floor_of(view["room"]["width"], view["room"]["height"])
    taken = [one["at"] for kind in ("foes", "chests", "doors") for one in view["room"][kind]]
    taken += [one["at"] for one in view["heroes"]]
    close = [[row, column], *([row + down, column + right] for down, right in COMPASS)]
    far = next(position(field) for field in floor.fields if position(field) not in [*taken, *close])
    assert far is not None
    board.page.locator(f'.dcell[data-item="{far[0]},{far[1]}"]').click()
    assert board.refusals() == [f"{far[0]},{far[1]} is not next to Willow"]
    board.page.locator(f'.dcell[data-item="{step.split()[2]}"]').click()
    assert board.acts() == [step]


def test_who_leads_which_hero_is_shown(board: Workbench) -> None:
    board.show(**shown(played("cellar", players="each", most=0), 0, you=[1]))
    assert board.page.locator(".lead .sigil").count() == 3
    board.page.keyboard.press("r")
    assert board.page.locator(".deed:not(.rest)").count() == 0
    board.page.locator(".deed").first.click(force=True)  # greyed, but it says why
    assert board.refusals() == ["player 3 leads Rook"]
