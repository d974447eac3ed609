"""The board of The Marches: what it knows of a setup, and that it draws every position and can do all that is legal."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from typing import Any

import pytest

import tablewright
from tablewright.bots.registry import make_bot
from tablewright.core.match import Match
from tablewright.games.marches.files import Catalogue, make_setup
from tablewright.games.marches.setup import MarchesSetup
from tablewright.table.choices import Choices
from tablewright.table.wording import Scene, wording_of
from tablewright.web.boards.marches import BOARD

from .browsing import DESKTOP, PHONE, fits, grave_findings, small_targets
from .workbench import ZOOMED, Lay, Workbench

GAME = tablewright.game("marches")
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
    named = {str(card) for deck in catalog["decks"] for card in deck} | {"-6", "-7", "41", "42", "2"}
    assert named <= set(catalog["cards"])


def test_a_card_says_how_a_command_names_it() -> None:
    state = GAME.new(GAME.setup(), seed=1)
    cards = [card for card in BOARD.catalog(state.setup)["cards"].values() if "play" in card]
    assert [state.parse(f"play {card['play']} at F1").card for card in cards] == [card["id"] for card in cards]


def test_programs_that_only_pay_or_draw_leave_a_march_sure() -> None:
    cards = catalog_of("fen", "guild")["cards"]
    assert cards["9"]["hears"] == cards["34"]["hears"] == cards["30"]["hears"] == []
    assert cards["4"]["hears"] == ["ON_MARCH CURRENT_TILE"]
    assert cards["24"]["hears"] == ["ON_MARCH PLAY_TARGET"]
    assert cards["26"]["hears"] == ["ON_END_OF_TURN BOARD"]


@pytest.mark.parametrize(
    ("card", "effect"),
    [
        ("16", [["damage", "add", 2]]),
        ("17", [["kill", "", 0]]),
        ("28", [["denominator", "multiply", 2]]),
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


def asking() -> tuple[dict[str, Any], int]:
    """Return a match in which a card asks whom it means, and the number of the position where it does."""
    for match in (played(*decks) for decks in DECKS):
        for number, one in enumerate(match["positions"]):
            if one["views"]["0"]["choosing"]:
                return match, number
    raise AssertionError("in none of these matches a card asks")


#: Show a position to "0", "1" or "watch".
SHOW = """const show = (catalog, at, eye, ui = {}, more = {}) => {
  const [seat, view] = [eye === "watch" ? null : Number(eye), at.views[eye]];
  const choices = at.request.seat === seat ? at.request.choices : [];
  bench.show({ catalog, choices, view, eye: seat, you: [seat], over: view.over, last: at.seen[eye], ...more }, ui);
};"""


def show(
    board: Workbench, match: dict[str, Any], at: dict[str, Any], eye: str, ui: dict[str, Any] | None = None
) -> None:
    """Show a position of a match to somebody who is just doing something."""
    script = f"""([catalog, at, eye, ui]) => {{
      {SHOW}
      show(catalog, at, eye, ui);
    }}"""
    board.ask(script, [match["catalog"], at, eye, ui or {}])


@pytest.fixture
def board(workbench: Lay) -> Workbench:
    return workbench("marches")


def each_position(board: Workbench, decks: tuple[str, str], script: str) -> Any:
    """Return what a script makes of the catalog and the positions of a match."""
    return board.ask(
        f"""async ({{ catalog, positions }}) => {{
          const {{ table }} = await import("/boards/marches-table.js");
          const {{ forecast }} = await import("/boards/marches-forecast.js");
          const {{ step }} = await import("/boards/marches-events.js");
          {SHOW}
          return {script};
        }}""",
        played(*decks),
    )


@pytest.mark.parametrize(("decks", "size"), [*product(DECKS, SIZES), (DECKS[0], ZOOMED)])
def test_a_match_is_drawn_for_everybody_and_fits(workbench: Lay, decks: tuple[str, str], size: tuple[int, int]) -> None:
    wide = each_position(
        workbench("marches", size),
        decks,
        """positions.flatMap((at, i) => i % 5 ? [] : ["0", "1", "watch"].filter(eye => {
          show(catalog, at, eye, {}, i % 2 ? { views: at.views } : {});
          const units = [...document.querySelectorAll(".unit")].map(one => [one, one.closest(".tile")]);
          return document.documentElement.scrollWidth > innerWidth || units.some(([one, tile]) => {
            const [a, b] = [one.getBoundingClientRect(), tile.getBoundingClientRect()];
            const across = a.left >= b.left - 3 && a.right <= b.right + 3;
            return b.height < 24 || !across || a.top < b.top - 3 || a.bottom > b.bottom + 3;
          });
        }).map(eye => `${i} ${eye}`))""",
    )
    assert wide == []


@pytest.mark.parametrize("decks", DECKS)
def test_the_board_offers_exactly_what_is_legal(board: Workbench, decks: tuple[str, str]) -> None:
    wrong = each_position(
        board,
        decks,
        """positions.flatMap((at, i) => {
          if (at.request.seat == null) return [];
          const eye = String(at.request.seat), found = new Set(), legal = at.request.choices.filter(one => !one.reason);
          show(catalog, at, eye);
          if (!bench.main.reason) found.add(bench.main.action);
          for (const pick of ["power", ...at.views[eye].players[eye].hand]) {
            show(catalog, at, eye, { pick });
            for (const target of table(bench.model()).targets) found.add(target.line);
          }
          const lines = legal.map(one => one.action).sort().join();
          return [...found].sort().join() === lines ? [] : [[i, [...found].sort().join(), lines]];
        })""",
    )
    assert wrong == []


@pytest.mark.parametrize("decks", DECKS)
def test_steps_lead_from_one_view_to_the_next(board: Workbench, decks: tuple[str, str]) -> None:
    """Events do not say how long a unit rests, nor that a power can be used again: the view itself brings that."""
    wrong = each_position(
        board,
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
def test_what_is_foretold_without_perhaps_happens(board: Workbench, decks: tuple[str, str]) -> None:
    wrong = each_position(
        board,
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


def test_candidates_are_lit_and_listed_and_chosen_by_number(board: Workbench) -> None:
    match, number = asking()
    at = match["positions"][number]
    show(board, match, at, str(at["request"]["seat"]))
    board.page.locator(".target").first.wait_for()
    count = len([one for one in at["request"]["choices"] if "reason" not in one])
    assert board.page.locator(".tile .legal.full").count() == count
    assert board.page.locator(".target").count() == count
    board.page.keyboard.press("2")
    board.page.locator(".tile .legal.full").first.click()
    board.page.locator(".target").last.click()
    assert board.acts() == ["choose 2", "choose 1", f"choose {count}"]


def test_a_clicked_unit_is_chosen_when_the_table_asks(board: Workbench) -> None:
    match, number = asking()
    before, after = match["positions"][number - 1 : number + 1]
    eye = str(before["request"]["seat"])
    pick = after["views"][eye]["choosing"]["card"]
    show(board, match, before, eye, {"pick": pick})
    tile = match["catalog"]["tiles"][after["views"][eye]["choosing"]["tile"]]
    board.page.locator(f".tile[data-item={tile}] .legal.full").last.click()
    show(board, match, after, eye)
    board.page.wait_for_function("() => bench.acts.length > 1")
    first, second = board.acts()
    assert first.endswith(f" at {tile}")
    assert second.startswith("choose ")


def test_a_card_is_played_by_keys_alone(board: Workbench) -> None:
    match = played(*DECKS[0])
    at = match["positions"][0]
    show(board, match, at, "0")
    hand = sorted(set(at["views"]["0"]["players"][0]["hand"]))
    for key in range(1, len(hand) + 1):
        for press in (str(key), "ArrowRight", "Enter", "Escape"):
            board.page.keyboard.press(press)
    legal = {one["action"] for one in at["request"]["choices"] if "reason" not in one}
    acts = board.acts()
    assert acts
    assert set(acts) <= legal
    assert len(acts) + len(board.refusals()) == len(hand)


@pytest.mark.parametrize("size", SIZES)
def test_cards_of_strangers_with_long_names_and_full_tiles_fit(workbench: Lay, size: tuple[int, int]) -> None:
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
    board = workbench("marches", size)
    for ui in ({}, {"look": "card 900"}, {"look": f"unit {view['entities'][0]['number']}"}):
        show(board, match, at, "0", ui)
        assert fits(board.page)
        assert board.page.locator(".more").count() >= 6
    for value in ("card 900", "tile P1", "player 0", "player 1"):
        board.ask("value => { bench.sheet = null; bench.details(value); }", value)
        board.page.locator("dialog > *").wait_for()
        assert fits(board.page)
    assert board.page.locator("b b").count() == 0


def test_what_is_touched_is_large_enough_for_a_finger(workbench: Lay) -> None:
    """Tiles and what stands on them may be smaller: the list of aims has them again."""
    board = workbench("marches", PHONE)
    match = played(*DECKS[0])
    positions = [one for one in match["positions"] if one["request"]["seat"] == 0]
    for at in positions[:: len(positions) // 6]:
        player = at["views"]["0"]["players"][0]
        for pick in (None, "power", *player["hand"][:3]):
            show(board, match, at, "0", {"pick": pick})
            if board.page.locator(".tile.legal, .tile .legal").count():
                board.page.locator(".target").first.wait_for()
            assert small_targets(board.page) == []
        board.ask("() => bench.details('player 0')")
        board.page.locator("dialog .pile button").first.wait_for()
        boxes = [one.bounding_box() for one in board.page.locator("dialog button").all()]
        assert min(box["height"] for box in boxes if box) >= 44


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(workbench: Lay, size: tuple[int, int], theme: str) -> None:
    board = workbench("marches", size)
    board.ask("theme => { document.documentElement.dataset.theme = theme; }", theme)
    match = played(*DECKS[0])
    for number, ui in ((40, {}), (len(match["positions"]) - 2, {"pick": "power"})):
        at = match["positions"][number]
        show(board, match, at, str(at["request"]["seat"]), ui)
        board.page.wait_for_timeout(250)  # transitions of colours
        assert grave_findings(board.page) == []
