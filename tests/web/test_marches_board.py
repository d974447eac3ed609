"""The board of The Marches: what it knows of a setup, and that it draws every position and can do all that is legal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

import tablewright
from tablewright.bots.registry import make_bot
from tablewright.core.match import Match
from tablewright.games.marches.files import Catalogue, make_setup
from tablewright.games.marches.setup import MarchesSetup
from tablewright.table.choices import Choices
from tablewright.table.wording import Scene, wording_of
from tablewright.web.boards.marches import BOARD

from .workbench import DESKTOP, HOST, PHONE, Workbench, workbench

GAME = tablewright.game("marches")
#: A frame that draws one position and notes what is done.
TRY = Path(__file__).with_name("marches_try.js")
DECKS = (("fen", "guild"), ("vanguard", "masons"), ("masons", "fen"))
SIZES = (DESKTOP, PHONE)
#: Cuts a match that no bot wins.
MOST_ACTIONS = 90


def catalog_of(one: str, other: str) -> dict[str, Any]:
    catalog: dict[str, Any] = BOARD.catalog(GAME.setup(deck1=one, deck2=other))
    return catalog


# -------------------------------------------------------------------------------------------------------- the catalog


def test_catalog_is_a_json_value_without_the_order_of_a_deck() -> None:
    catalog = catalog_of("fen", "guild")
    assert json.loads(json.dumps(catalog)) == catalog
    assert catalog["decks"] == [sorted(deck) for deck in catalog["decks"]]
    assert [len(deck) for deck in catalog["decks"]] == [30, 30]


def test_every_card_that_a_view_can_name_is_in_the_catalog() -> None:
    catalog = catalog_of("fen", "guild")
    named = {str(card) for deck in catalog["decks"] for card in deck} | {"-2", "-3", "29", "38", "2"}
    assert named <= set(catalog["cards"])


def test_a_card_says_how_a_command_names_it() -> None:
    state = GAME.new(GAME.setup(), seed=1)
    cards = [card for card in BOARD.catalog(state.setup)["cards"].values() if "play" in card]
    assert [state.parse(f"play {card['play']} at F1").card for card in cards] == [card["id"] for card in cards]


def test_programs_that_only_pay_or_draw_leave_a_march_sure() -> None:
    cards = catalog_of("fen", "guild")["cards"]
    assert cards["9"]["hears"] == cards["34"]["hears"] == cards["30"]["hears"] == cards["-2"]["hears"] == []
    assert cards["4"]["hears"] == ["ON_MARCH CURRENT_TILE"]
    assert cards["24"]["hears"] == ["ON_MARCH PLAY_TARGET"]
    assert cards["26"]["hears"] == ["ON_END_OF_TURN BOARD"]


@pytest.mark.parametrize(
    ("card", "effect"),
    [
        ("16", [["damage", "add", 2]]),
        ("17", [["kill", "", 0]]),
        ("28", [["denominator", "multiply", 2]]),
        ("27", None),
        ("36", None),
    ],
)
def test_effects_on_the_target_alone_can_be_foretold(card: str, effect: Any) -> None:
    assert catalog_of("fen", "guild")["cards"][card]["effect"] == effect


def test_several_changes_of_a_target_are_foretold_in_their_order() -> None:
    effect = catalog_of("vanguard", "masons")["cards"]["19"]["effect"]
    assert effect == [["attack", "add", 1], ["hp", "add", 2], ["denominator", "add", 1]]


def own_skill(program: list[dict[str, Any]], **changes: Any) -> MarchesSetup:
    """Return a setup whose decks hold a skill of an author."""
    catalogue = Catalogue()
    card = {"Id": 500, "EntityType": "SKILL", "Name": "OWN", "Cost": 1, "Rarity": 1, "TargetType": "UNIT"}
    card |= {"TargetOwner": "BOTH", "TargetOptions": [], "Interactions": {"WHEN_PLAYED": program}, **changes}
    catalogue.add_value(card, None)
    return make_setup([[500], [500]], [-1, -1], {"any_deck": 1}, catalogue)


TAKE = {"EffectType": "SELECT_ENTITY", "SearchCriterion": "PLAY_TARGET_ENTITY", "TargetType": "UNIT"}


@pytest.mark.parametrize(
    "program",
    [
        [{**TAKE, "TargetPlayer": "OWNER"}, {"EffectType": "EFFECT_DAMAGE", "TempVariable": 2}],
        [{**TAKE, "TargetPlayer": "BOTH"}, {"EffectType": "EFFECT_DAMAGE", "Input": "TARGET_ATTACK"}],
        [{**TAKE, "TargetPlayer": "BOTH"}, {"EffectType": "CARD_DRAW", "TargetPlayer": "OWNER", "TempVariable": 1}],
    ],
)
def test_effects_that_depend_on_more_are_not_foretold(program: list[dict[str, Any]]) -> None:
    assert BOARD.catalog(own_skill(program))["cards"]["500"]["effect"] is None


def test_a_card_without_text_or_tribe_has_what_a_board_needs() -> None:
    card = BOARD.catalog(own_skill([{**TAKE, "TargetPlayer": "BOTH"}, {"EffectType": "KILL_ENTITIES"}]))["cards"]["500"]
    assert card["tribe"]
    assert card["does"]
    assert card["on"] == "unit"
    assert card["effect"] == [["kill", "", 0]]


# ---------------------------------------------------------------------------------------------------------- the board


@cache
def played(one: str, other: str) -> dict[str, Any]:
    """Play a match of bots; return the catalog, and every position with views, choices and what was seen."""
    setup = GAME.setup(deck1=one, deck2=other)
    match = Match(GAME, setup, 7)
    wording = wording_of(GAME, setup)
    bots = [make_bot("greedy", GAME, seed=seat) for seat in (0, 1)]
    positions: list[dict[str, Any]] = []
    while True:
        request: dict[str, Any] = {"seat": None, "choices": []}
        if not match.over:
            scene = Scene(match.state, match.turn, match.names)
            choices = Choices(match, [match.turn], wording, scene)
            told = [{"action": one.text, "group": wording.group(one)} for one in choices.legal]
            told += [
                {"action": one.text, "group": wording.group(one), "reason": why} for one, why in choices.impossible
            ]
            request = {"seat": match.turn, "choices": told}
        views = {"0": match.state.view(0), "1": match.state.view(1), "watch": match.state.view(None)}
        number = len(match)
        seen = {eye: match.seen(number, seat) if number else [] for eye, seat in (("0", 0), ("1", 1), ("watch", None))}
        positions.append({"views": views, "request": request, "seen": seen})
        if match.over or number >= MOST_ACTIONS:
            return {"catalog": BOARD.catalog(setup), "positions": positions}
        match.do(match.turn, bots[match.turn].choose(match.perspective(match.turn)))


@pytest.fixture(scope="module")
def bench() -> Iterator[Workbench]:
    with workbench("marches") as bench:
        bench.page.route(f"{HOST}/try.js", lambda route: route.fulfill(path=TRY, content_type="text/javascript"))
        bench.page.route(f"{HOST}/played/*", serve_match)
        yield bench


@pytest.fixture
def page(bench: Workbench) -> Page:
    """A page with nothing drawn on it yet."""
    page = bench.page
    page.goto(f"{HOST}/?marches")
    page.add_script_tag(url=f"{HOST}/try.js", type="module")
    page.wait_for_function("() => window.ready")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    return page


def serve_match(route: Route) -> None:
    """Matches are fetched: as an argument of a script they would take seconds."""
    one, other = route.request.url.rpartition("/")[2].split("-")
    route.fulfill(body=json.dumps(played(one, other)), content_type="application/json")


def each_position(page: Page, decks: tuple[str, str], script: str) -> Any:
    """Return what a script makes of the catalog and the positions of a match."""
    return page.evaluate(
        f"""async name => {{
          const {{ catalog, positions }} = await (await fetch(`/played/${{name}}`)).json();
          return {script};
        }}""",
        "-".join(decks),
    )


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("size", SIZES)
def test_a_match_is_drawn_for_everybody_and_fits(page: Page, decks: tuple[str, str], size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wide = each_position(
        page,
        decks,
        """positions.flatMap((at, i) => i % 3 ? [] : ["0", "1", "watch"].filter(eye => {
          show(catalog, at, eye, {}, i % 2 ? { views: at.views } : {});
          const units = [...document.querySelectorAll(".unit")].map(one => [one, one.closest(".tile")]);
          return document.documentElement.scrollWidth > innerWidth || units.some(([one, tile]) => {
            const [a, b] = [one.getBoundingClientRect(), tile.getBoundingClientRect()];
            return a.left < b.left - 3 || a.right > b.right + 3 || a.top < b.top - 3 || a.bottom > b.bottom + 3;
          });
        }).map(eye => `${i} ${eye}`))""",
    )
    assert wide == []


@pytest.mark.parametrize("decks", DECKS)
def test_the_board_offers_exactly_what_is_legal(page: Page, decks: tuple[str, str]) -> None:
    wrong = each_position(
        page,
        decks,
        """positions.flatMap((at, i) => {
          if (at.request.seat == null) return [];
          const eye = String(at.request.seat), found = new Set(), legal = at.request.choices.filter(one => !one.reason);
          const main = show(catalog, at, eye).main;
          if (!main.reason) found.add(main.action);
          for (const pick of ["power", ...at.views[eye].players[eye].hand]) {
            show(catalog, at, eye, { pick });
            for (const target of table(m).targets) found.add(target.line);
          }
          const lines = legal.map(one => one.action).sort().join();
          return [...found].sort().join() === lines ? [] : [[i, [...found].sort().join(), lines]];
        })""",
    )
    assert wrong == []


@pytest.mark.parametrize("decks", DECKS)
def test_steps_lead_from_one_view_to_the_next(page: Page, decks: tuple[str, str]) -> None:
    """Events do not say how long a unit rests, nor that a power can be used again: the view itself brings that."""
    wrong = each_position(
        page,
        decks,
        """(() => {
          const plain = (key, value) => ["cooldown", "power_available"].includes(key) ? undefined
            : value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value;
          const told = ({ turn, seat_to_act, players, entities }) =>
            JSON.stringify([turn, seat_to_act, players, entities], plain);
          return positions.slice(1).flatMap((at, i) => ["0", "1", "watch"]
            .filter(eye => told(at.seen[eye].reduce(step, positions[i].views[eye])) !== told(at.views[eye]))
            .map(eye => `${i + 1} ${eye}`));
        })()""",
    )
    assert wrong == []


@pytest.mark.parametrize("decks", DECKS)
def test_what_is_foretold_without_perhaps_happens(page: Page, decks: tuple[str, str]) -> None:
    wrong = each_position(
        page,
        decks,
        """positions.slice(1).flatMap((at, i) => {
          const view = positions[i].views.watch, seen = at.seen.watch;
          if (!seen.some(event => event.kind === "TurnBegan") || at.views.watch.over) return [];
          const all = kind => seen.filter(event => event.kind === kind);
          const fights = new Set(all("Combat").map(event => `${event.attacker} ${event.victim}`));
          const dead = new Set(all("EntityDied").map(event => event.number));
          const happens = ({ unit, foe, dies, kills }) =>
            fights.has(`${unit.number} ${foe ? foe.number : 1 - unit.owner}`) &&
            dies === dead.has(unit.number) && (!foe || kills === dead.has(foe.number));
          return forecast({ view, catalog, seat: view.seat_to_act })
            .filter(blow => !blow.unsure && !happens(blow)).map(blow => [i + 1, blow.unit.number]);
        })""",
    )
    assert wrong == []


def choosing(decks: tuple[str, str]) -> tuple[dict[str, Any], dict[str, Any], str]:
    """Return a catalog, a position in which a target is to be chosen, and who chooses."""
    match = played(*decks)
    at = next(one for one in match["positions"] if one["views"]["0"]["choosing"])
    return match["catalog"], at, str(at["request"]["seat"])


def test_candidates_are_lit_and_listed_and_chosen_by_number(page: Page) -> None:
    catalog, at, eye = choosing(DECKS[0])
    page.evaluate("([catalog, at, eye]) => void show(catalog, at, eye)", [catalog, at, eye])
    count = len([one for one in at["request"]["choices"] if "reason" not in one])
    assert page.locator(".tile .legal.full").count() == count
    assert page.locator(".target").count() == count
    page.evaluate("board.keydown({ key: '2', target: document.body }, m)")
    page.locator(".tile .legal.full").first.click()
    page.locator(".target").last.click()
    assert page.evaluate("acts") == ["choose 2", "choose 1", f"choose {count}"]


def test_a_clicked_unit_is_chosen_when_the_table_asks(page: Page) -> None:
    match = played(*DECKS[0])
    number = next(i for i, one in enumerate(match["positions"]) if one["views"]["0"]["choosing"])
    before, after = match["positions"][number - 1 : number + 1]
    eye = str(before["request"]["seat"])
    pick = after["views"][eye]["choosing"]["card"]
    page.evaluate(
        "([catalog, at, eye, pick]) => void show(catalog, at, eye, { pick })", [match["catalog"], before, eye, pick]
    )
    tile = match["catalog"]["tiles"][after["views"][eye]["choosing"]["tile"]]
    page.locator(f".tile[data-item={tile}] .legal.full").last.click()
    page.evaluate("([catalog, at, eye]) => void show(catalog, at, eye)", [match["catalog"], after, eye])
    page.wait_for_function("() => acts.length > 1")
    first, second = page.evaluate("acts")
    assert first.endswith(f" at {tile}")
    assert second.startswith("choose ")


def test_a_card_is_played_by_keys_alone(page: Page) -> None:
    match = played(*DECKS[0])
    at = match["positions"][0]
    page.evaluate("([catalog, at]) => void show(catalog, at, '0')", [match["catalog"], at])
    press = "key => board.keydown({ key, target: document.body }, m)"
    hand = sorted(set(at["views"]["0"]["players"][0]["hand"]))
    for key in range(1, len(hand) + 1):
        page.evaluate(press, str(key))
        page.evaluate(press, "ArrowRight")
        page.evaluate(press, "Enter")
        page.evaluate("board.escape(m)")
    legal = {one["action"] for one in at["request"]["choices"] if "reason" not in one}
    acts = page.evaluate("acts")
    assert acts
    assert set(acts) <= legal
    assert len(acts) + len(page.evaluate("refused")) == len(hand)


@pytest.mark.parametrize("size", SIZES)
def test_cards_of_strangers_with_long_names_and_full_tiles_fit(page: Page, size: tuple[int, int]) -> None:
    """Nothing of a card is markup, no tribe breaks the page, and whatever is too much for a tile is counted."""
    match = json.loads(json.dumps(played(*DECKS[0])))
    at = next(
        one for one in reversed(match["positions"]) if any(e["kind"] == "UNIT" for e in one["views"]["0"]["entities"])
    )
    strange = {
        **match["catalog"]["cards"]["22"],
        "id": 900,
        "name": "<b>VERY LONG NAME</b> " * 8,
        "tribe": "constructor",
    }
    match["catalog"]["cards"]["900"] = {**strange, "text": "word" * 200, "does": ["does" * 100]}
    view = at["views"]["0"]
    unit = next(e for e in view["entities"] if e["kind"] == "UNIT")
    units = [(tile, owner, 1 if tile % 3 else 20) for tile in range(18) for owner in (0, 1)]
    view["entities"] = [
        {
            **unit,
            "number": 100 * tile + 40 * owner + i + 2,
            "tile": tile,
            "owner": owner,
            "card": 900,
            "name": strange["name"],
        }
        for tile, owner, count in units
        for i in range(count)
    ]
    view["players"][0]["hand"] = [*sorted(map(int, match["catalog"]["cards"]))[3:], 900]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for ui in ({}, {"look": "card 900"}, {"look": f"unit {view['entities'][0]['number']}"}):
        page.evaluate("([catalog, at, ui]) => void show(catalog, at, '0', ui)", [match["catalog"], at, ui])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".more").count() >= 6
    for value in ("card 900", "tile P1", "player 0", "player 1"):
        page.evaluate("value => m.details(board.details(value, m))", value)
        page.evaluate("m.redraw()")
    assert page.locator("b b").count() == 0


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(page: Page, size: tuple[int, int], theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    match = played(*DECKS[0])
    for number, ui in ((40, {}), (len(match["positions"]) - 2, {"pick": "power"})):
        at = match["positions"][number]
        page.evaluate(
            "([catalog, at, eye, ui]) => void show(catalog, at, eye, ui)",
            [match["catalog"], at, str(at["request"]["seat"]), ui],
        )
        page.wait_for_timeout(250)  # transitions of colours
        found = axe.Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")] == []
