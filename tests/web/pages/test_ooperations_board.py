"""The board of Magical OOPerations: what it is told, what it makes of events, what it shows and what it does."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import tablewright
from tablewright.bots.registry import make_bot
from tablewright.core.match import Match
from tablewright.games.ooperations.files import parse_cards
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.table.choices import Choices
from tablewright.table.wording import Scene, wording_of
from tablewright.web.boards.ooperations import BOARD, card_shown, spell_text

from .browsing import DESKTOP, PHONE, fits, grave_findings
from .workbench import ZOOMED, Lay, Workbench

GAME = tablewright.game("ooperations")
DECKS = (("graveyard", "storm"), ("wolfpack", "venom"), ("titans", "duelists"))
#: Of so many matches one has the position that a test is about, whatever the ready decks hold.
ENOUGH = 12
#: Does to every view what the events say, and lists the actions after which the result is another than the next view.
FOLLOW = """async steps => {
  const { step } = await import("/boards/ooperations-events.js");
  const text = value => JSON.stringify(value, (_, one) => (one && one.constructor === Object
    ? Object.fromEntries(Object.entries(one).sort()) : one));
  return steps.slice(1).flatMap(({ seen, views }, i) => Object.keys(seen).filter(seat =>
    text(seen[seat].reduce(step, steps[i].views[seat])) !== text(views[seat])).map(seat => `${i + 1} seen by ${seat}`));
}"""
#: Compares what fights and spells were expected to do with what they did; returns how many, and those that differ.
FORESEE = """async ([cards, steps]) => {
  const { changed, costOn, fight } = await import("/boards/ooperations-rules.js");
  const { step } = await import("/boards/ooperations-events.js");
  const wrong = [];
  let told = 0;
  const look = (what, expected, found) => {
    told += 1;
    const text = one => one && JSON.stringify([one.card, one.attack, one.health, one.traits]);
    if (text(expected) !== text(found)) wrong.push([what, expected, found]);
  };
  for (const [i, { seen, views }] of steps.slice(1).entries()) {
    let [view, awaited] = [steps[i].views[0], null];
    for (const event of seen[0]) {
      if (awaited && !["AttackStarted", "StruckFirst", "WasBrutal", "StoleLife", "PoisonedFoe"].includes(event.kind)) {
        awaited.forEach(([place, one]) => look("fight", one, place(view)));
        awaited = null;
      }
      if (event.kind === "FightStarted") {
        const lane = event.at[1];
        const [one, other] = [event.seat, 1 - event.seat].map(seat => now => now.players[seat].battle[lane]);
        const { attacker, defender } = fight(one(view), other(view));
        awaited = [[one, attacker], [other, defender]];
      }
      if (event.kind === "SpellCast" && event.target && event.changed.length && !event.to) {
        const { seat, at: [zone, lane] } = event.target;
        const before = view.players[seat][zone][lane];
        const clone = cards[event.card].effects[0][0] === "clone";
        look(event.card, changed(before, cards[event.card]), event.changed[0].creature);
        look("clone", clone ? before : event.changed[0].creature, views[0].players[seat][zone][lane]);
        const cost = costOn(cards[event.card], cards[before.card]);
        if (view.players[event.seat].mana - cost !== event.mana) wrong.push(event);
      }
      view = step(view, event);
    }
  }
  return [told, wrong];
}"""


@cache
def played(number: int) -> dict[str, Any]:
    """Play a match of bots; every step has what each seat sees."""
    first, second = DECKS[number % len(DECKS)]
    setup = GAME.setup(deck1=first, deck2=second)
    match = Match(GAME, setup, 3 + number)
    bots = [make_bot(name, GAME, seed=seat) for seat, name in enumerate(("greedy", "random" if number else "greedy"))]
    steps = [_step(match, 0)]
    while not match.over:
        match.do(match.turn, bots[match.turn].choose(match.perspective(match.turn)))
        steps.append(_step(match, len(match)))
    return {"catalog": BOARD.catalog(setup), "steps": steps}


def _step(match: Match, number: int) -> dict[str, Any]:
    viewers: dict[str, int | None] = {"0": 0, "1": 1, "watch": None}
    views = {name: match.state.view(seat) for name, seat in viewers.items()}
    seen = {name: match.seen(number, seat) for name, seat in viewers.items()} if number else {}
    step: dict[str, Any] = {"views": views, "seen": seen, "turn": match.turn, "choices": []}
    if not match.over:
        scene = Scene(match.state, match.turn, match.names)
        choices = Choices(match, [match.turn], wording_of(match.game, match.setup), scene)
        step["choices"] = [{"action": action.text} for action in choices.legal]
        step["choices"] += [{"action": action.text, "reason": reason} for action, reason in choices.impossible]
    return step


def chance(lines: tuple[str, ...]) -> tuple[dict[str, Any], int]:
    """Find a position in which there is a legal line for each beginning."""
    for number in range(ENOUGH):
        for at, step in enumerate(played(number)["steps"]):
            legal = [one["action"] for one in step["choices"] if "reason" not in one]
            if all(any(line.startswith(start) for line in legal) for start in lines):
                return played(number), at
    raise LookupError(lines)


def show(
    board: Workbench,
    match: dict[str, Any],
    at: int,
    eye: int | None = -1,
    ui: dict[str, Any] | None = None,
    **more: Any,
) -> None:
    """Show a position of a match, to whoever is to act if no eye is given."""
    step = match["steps"][at]
    seat = step["turn"] if eye == -1 else eye
    view = step["views"]["watch" if seat is None else str(seat)]
    choices = step["choices"] if seat == step["turn"] else []
    given = {"view": view, "eye": seat, "choices": choices, "catalog": match["catalog"], "you": [], "clock": "6:31"}
    board.show(**{**given, **more})


@pytest.fixture
def board(workbench: Lay) -> Workbench:
    return workbench("ooperations")


# --- the catalog


def test_the_catalog_has_the_cards_of_both_decks_and_nothing_of_their_order() -> None:
    setup = GAME.setup(deck1="wolfpack", deck2="venom")
    catalog = BOARD.catalog(setup)
    assert json.loads(json.dumps(catalog)) == catalog
    assert set(catalog["cards"]) == {card.key for deck in setup.decks for card in deck}
    turned = OoperationsSetup(setup.cards, setup.health, setup.max_rounds, setup.mana, setup.decks[::-1], True)
    assert BOARD.catalog(turned) == catalog
    assert catalog["cards"]["HWOLF"] == {
        "id": "HWOLF", "name": "Hungry Wolf", "kind": "creature", "cost": 2, "attack": 3, "health": 2, "traits": "B",
    }  # fmt: skip


def test_spells_that_somebody_wrote_tonight_say_what_they_do() -> None:
    cards = parse_cards(
        "CARDS\ncreatures\nGNOME | Gnome | 1 | 1 | 1 |\nspells\n"
        "WEAKN | Weaken | 1 | enemy creatures | attack +0, health -1, halve\n"
        "CUTTT | Cut | one more | target | amputate, gain P\n"
        "COMES | Come | half | graveyard | remember H\n"
    ).by_key
    assert spell_text(cards["WEAKN"]).startswith("All creatures of the other player get +0 attack, take 1 damage and")
    assert spell_text(cards["CUTTT"]) == (
        "A creature loses the alphabetically first of its traits and gains Poisoned."
        " Costs one mana more than that creature."
    )
    assert "returns to your Field Zone, whole, with Haste." in spell_text(cards["COMES"])
    assert card_shown(cards["CUTTT"])["cost"] == "+1"
    assert card_shown(cards["COMES"])["cost"] == "½"


# --- events and forecasts


@pytest.mark.parametrize("number", range(len(DECKS)))
def test_events_lead_from_every_view_to_the_next_and_forecasts_come_true(workbench: Lay, number: int) -> None:
    match = played(number)
    bench = workbench()
    assert bench.ask(FOLLOW, match["steps"]) == []
    told, wrong = bench.ask(FORESEE, [match["catalog"]["cards"], match["steps"]])
    assert wrong == []
    assert told > 5


def test_a_piece_keeps_its_name_from_the_hand_to_the_field_to_the_battle(workbench: Lay) -> None:
    steps = played(1)["steps"][:60]
    script = """async views => {
      const { pieces } = await import("/boards/ooperations-rules.js");
      return views.map(view => Object.fromEntries(pieces(view, view.players.map(one => one.hand))));
    }"""
    found = workbench().ask(script, [step["views"]["0"] for step in steps])
    moved = 0
    names: dict[str, str] = {}
    for step, now in zip(steps, found, strict=True):
        assert len(set(now.values())) == len(now), "two pieces have one name"
        for event in step["seen"].get("0", []):
            if event["kind"] == "SentToBattle" and len(step["seen"]["0"]) == 1:
                was = names["{} {} {}".format(event["seat"], *event["from"])]
                assert now["{} {} {}".format(event["seat"], *event["to"])] == was
                moved += 1
            if event["kind"] == "CreaturePlayed" and event["seat"] == 0:
                assert now["0 field {}".format(event["to"][1])] in names.values()
        names = now
    assert moved > 3


# --- the page


def test_a_card_is_picked_aimed_and_played_by_mouse(board: Workbench) -> None:
    match, at = chance(("creature ",))
    show(board, match, at)
    line = next(one["action"] for one in match["steps"][at]["choices"] if one["action"].startswith("creature "))
    _, key, slot = line.split()
    board.page.click(f'.oophand [data-item^="{key} "]')
    board.page.hover(f'[data-item="{slot}"]')
    told = board.page.inner_text(".legalnote")
    assert match["catalog"]["cards"][key]["name"] in told
    assert "Leaves" in told
    board.page.click(f'[data-item="{slot}"]')
    assert board.acts() == [line]


def test_a_creature_is_sent_and_what_comes_of_it_is_told_before(board: Workbench) -> None:
    match, at = chance(("battle ",))
    show(board, match, at)
    line = next(one["action"] for one in match["steps"][at]["choices"] if one["action"].startswith("battle "))
    _, field, battle = line.split()
    board.page.click(f'[data-item="{field}"]')
    board.page.hover(f'[data-item="{battle}"]')
    assert f"to {battle}" in board.page.inner_text(".legalnote")
    assert board.page.get_attribute(f'[data-item="{field}"]', "data-drag") == f"battle {field}"
    board.page.click(f'[data-item="{battle}"]')
    assert board.acts() == [line]


def test_a_spell_on_a_creature_by_keys_alone(board: Workbench) -> None:
    match, at = chance(("spell FINAL ",))
    show(board, match, at)
    cards = board.page.locator(".oophand .card")
    number = next(i for i in range(cards.count()) if "Final Act" in (cards.nth(i).get_attribute("aria-label") or ""))
    board.page.keyboard.press(str(number + 1))
    aimed = board.ask("() => document.activeElement.dataset.item")
    assert "can be chosen" in (board.page.get_attribute(f'[data-item="{aimed}"]', "aria-label") or "")
    assert "→" in board.page.inner_text(".legalnote")
    assert board.page.locator(".oop .legal").count() > 0
    board.page.keyboard.press("Escape")
    assert board.page.locator(".oop .legal").count() == 0
    assert not board.ask("() => bench.board.escape(bench.model())"), "there is nothing more to put back"
    board.page.keyboard.press(str(number + 1))
    board.ask("() => document.activeElement.click()")
    assert board.acts() == [f"spell FINAL {aimed}"]


def test_a_spell_on_everybody_is_cast_by_choosing_it_twice_and_one_on_the_dead_asks_who(board: Workbench) -> None:
    match, at = chance(("spell BTLCY",))
    show(board, match, at)
    board.page.click('.oophand [data-item^="BTLCY "]')
    board.page.click('.oophand [data-item^="BTLCY "]')
    assert board.acts() == ["spell BTLCY"]
    match, at = chance(("spell REVIV ",))
    show(board, match, at)
    board.page.click('.oophand [data-item^="REVIV "]')
    board.page.click(".graves .card >> nth=0")
    assert board.acts()[0].startswith("spell REVIV ")


def test_what_is_impossible_stays_and_says_why(board: Workbench) -> None:
    match = played(0)
    show(board, match, 0)
    dear = board.page.locator(".oophand .impossible").first
    assert "mana" in dear.inner_text() or "needs" in dear.inner_text()
    dear.click()
    assert board.acts() == []
    assert "mana" in board.refusals()[0]
    assert "mana" in board.page.inner_text(".left .reason")


def test_the_main_act_is_done_and_the_hand_can_be_redrawn_at_first(board: Workbench) -> None:
    show(board, played(0), 0)
    assert board.main() == "done"
    board.page.keyboard.press("r")
    assert board.acts() == ["redraw"]


def test_watchers_see_no_hand_and_nothing_lit_and_replays_show_both(board: Workbench) -> None:
    match, at = chance(("battle ", "creature "))
    show(board, match, at, None)
    assert board.page.locator(".hand, .openhand, .legal, [data-drag]").count() == 0
    assert board.main() == ""
    assert board.page.locator(".unseen").count() == 2
    show(board, match, at, None, views=match["steps"][at]["views"])
    assert board.page.locator(".openhand").count() == 2
    for seat in (0, 1):
        hand = match["steps"][at]["views"][str(seat)]["players"][seat]["hand"]
        shown = board.page.locator(".openhand").nth(1 - seat).locator("> span").count()
        assert shown == len(set(hand))


def test_looking_back_and_waiting_for_an_answer_light_nothing(board: Workbench) -> None:
    match, at = chance(("creature ",))
    line = next(one["action"] for one in match["steps"][at]["choices"] if one["action"].startswith("creature "))
    _, key, slot = line.split()
    show(board, match, at, back=True)
    board.page.click(f'.oophand [data-item^="{key} "]')
    assert board.page.locator(".legal").count() == 0
    show(board, match, at, pending=line)
    assert "pending" in (board.page.get_attribute(f'[data-item="{slot}"]', "class") or "")
    assert board.page.locator(".oophand .pending").count() == 1


def test_the_last_change_is_marked(board: Workbench) -> None:
    match = played(1)
    at = next(
        i
        for i, step in enumerate(match["steps"])
        if [e["kind"] for e in step["seen"].get("0", [])] == ["CreaturePlayed"]
    )
    (event,) = match["steps"][at]["seen"]["0"]
    show(board, match, at, 0, last=[event])
    side = "" if event["seat"] == 0 else "O"
    assert board.page.locator(".slot.last").count() == 1
    assert "changed last" in (
        board.page.get_attribute(f'[data-item="{side}F{event["to"][1] + 1}"]', "aria-label") or ""
    )


def test_details_of_cards_creatures_and_players(board: Workbench) -> None:
    match, at = chance(("battle ",))
    show(board, match, at)
    slot = next(one["action"] for one in match["steps"][at]["choices"] if one["action"].startswith("battle ")).split()[
        1
    ]
    for value in (f"slot {slot}", f"card {next(iter(match['catalog']['cards']))}"):
        board.ask("value => bench.details(value)", value)
        assert board.page.locator("dialog .card.l").count() == 1
    board.ask("() => bench.details('player 1')")
    assert "Graveyard" in board.page.inner_text("dialog")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, ZOOMED])
def test_twenty_four_cards_fit_beside_each_other(workbench: Lay, size: tuple[int, int]) -> None:
    match, at = chance(("battle ",))
    cards = list(match["catalog"]["cards"])
    many = [*cards, *cards][:24]
    view = json.loads(json.dumps(match["steps"][at]["views"]["0"]))
    view["players"][0].update(hand=many, hand_size=24)
    board = workbench("ooperations", size)
    show(board, match, at, 0, view=view)
    assert fits(board.page)
    assert board.page.locator(".oophand .card").count() == len(set(many))
    slots = [box for box in (one.bounding_box() for one in board.page.locator(".oop .slot").all()) if box]
    assert len(slots) == 28
    assert min(min(box["width"], box["height"]) for box in slots) >= 44
    assert board.ask("() => document.querySelector('.oophand').offsetHeight") > 122, "cards are cut"
    assert board.small_texts() == []


#: Which corners and the middle of an element somebody can touch.
IN_SIGHT = """one => {
  const { left, top, right, bottom } = document.querySelector(one).getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [[left + 9, top + 9], [right - 9, top + 9], [x, y], [left + 9, bottom - 9], [right - 9, bottom - 9]]
    .map(point => Boolean(document.elementFromPoint(...point)?.closest(one)));
}"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_redraw_is_in_sight_beside_a_full_hand(workbench: Lay, size: tuple[int, int]) -> None:
    board = workbench("ooperations", size)
    show(board, played(0), 0)
    assert board.page.locator(".oophand .card").count() == 7
    assert board.ask(IN_SIGHT, ".redraw") == [True] * 5
    board.page.locator(".redraw").click()
    assert board.acts() == ["redraw"]


#: The contrast of the name of an empty slot, of which the mark of the last change lies over the ground as a shadow.
CONTRAST = """() => {
  const [name, slot] = [".slot.last > .sn", ".slot.last"].map(one => getComputedStyle(document.querySelector(one)));
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const [mark] = slot.boxShadow.match(/rgba\\([^)]+\\)(?=[^(]*inset)/);
  const [, , , share] = numbers(mark);
  const ground = numbers(slot.backgroundColor).map((one, i) => one * (1 - share) + numbers(mark)[i] * share);
  const light = colour => colour.slice(0, 3).map(one => one / 255)
    .map(one => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
  const [dark, bright] = [light(numbers(name.color)), light(ground)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}"""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_contrast_and_axe(board: Workbench, theme: str) -> None:
    """Whether the hand is empty, a card is picked, or the dead are to be chosen among."""
    board.ask("theme => { document.documentElement.dataset.theme = theme; }", theme)
    match, at = chance(("battle ",))
    view = json.loads(json.dumps(match["steps"][at]["views"]["0"]))
    view["players"][0].update(hand=[], hand_size=0)
    left = {"kind": "CreatureDied", "seat": 0, "at": ["field", view["players"][0]["field"].index(None)]}
    show(board, match, at, 0, view=view, last=[left])
    assert board.ask(CONTRAST) >= 4.5
    assert board.page.locator("[role=listbox]").count() == 0, "a list without anything to choose"
    assert grave_findings(board.page) == []
    match, at = chance(("creature ",))
    line = next(one["action"] for one in match["steps"][at]["choices"] if one["action"].startswith("creature "))
    show(board, match, at)
    board.page.click(f'.oophand [data-item^="{line.split()[1]} "]')
    assert grave_findings(board.page) == []
    match, at = chance(("spell REVIV ",))
    show(board, match, at)
    board.page.click('.oophand [data-item^="REVIV "]')
    board.page.locator(".graves").wait_for()
    assert grave_findings(board.page) == []
