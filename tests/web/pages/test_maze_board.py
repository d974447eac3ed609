"""The board of the maze: what it is told, what it makes of events, what it lights, and what it does when touched."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import tablewright
from tablewright.core.match import Match
from tablewright.games.maze.files import standard
from tablewright.games.maze.pieces import CHARACTERS, TILE_LETTERS
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.solver.solve import solve
from tablewright.table.choices import Choices
from tablewright.table.wording import Scene, wording_of
from tablewright.web.boards.maze import BOARD

from .browsing import PHONE, fits, small_targets
from .workbench import Lay, Workbench

GAME = tablewright.game("maze")
LAYOUTS = [option.name for option in GAME.choices()[0].options]
#: From the start of the castle with the cards of this seed, the seer stands on a crystal ball after these.
TO_THE_BALL = ("move S up", "flip", "flip", "move S left", "move S left 2")

#: Does to every view what the events say, and lists the actions after which the result is another than the next view.
FOLLOW = """steps => steps.slice(1).flatMap(({ seen, view }, i) => {
  const { midway, ...found } = seen.reduce(bench.board.step, steps[i].view);
  return midway && JSON.stringify({ ...found, outcome: view.outcome }) === JSON.stringify(view) ? [] : i + 1;
})"""
#: The lines behind the numbers that are lit for a character, and the numbers themselves.
LIT = """who => {
  document.querySelectorAll(".pick")["TFS".indexOf(who)].click();
  bench.acts.length = 0;
  const behind = one => (one.click(), [one.innerText.split("\\n").at(-1), bench.acts.pop()]);
  return [...document.querySelectorAll(".stop, .lens button")].map(behind);
}"""
#: Touches every tile of the maze as a finger would, after choosing a character, and tells what came of each.
TOUCH = """who => {
  const { x, y, width } = document.querySelector(".maze").getBoundingClientRect();
  const { rows, columns } = bench.model().view;
  const size = width / (columns * 5);
  const found = {};
  for (let row = 0; row < rows * 5; row++) for (let column = 0; column < columns * 5; column++) {
    document.querySelectorAll(".pick")["TFS".indexOf(who)].click();
    const at = { clientX: x + (column + .5) * size, clientY: y + (row + .5) * size };
    document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new MouseEvent("click", { bubbles: true, ...at }));
    found[[row, column]] = [bench.acts.pop() || "", bench.refusals.pop() || ""];
  }
  return found;
}"""
CUT_OFF = """() => [...document.querySelectorAll(".person, .dcard, .lens")]
  .filter(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map(one => one.innerText)"""
TILES_OF = (
    """place => [...document.querySelectorAll(".chamber")[place].querySelectorAll(".tile")].map(one => one.outerHTML)"""
)


@cache
def played(layout: str, lines: tuple[str, ...] = ()) -> dict[str, Any]:
    """Play a match, by its shortest solution if no lines are given, and return what the player sees at every step."""
    setup = GAME.setup(layout=layout)
    match = Match(GAME, setup, 7)
    steps = [_step(match)]
    for line in lines or solve(GAME.new(setup, seed=7)).commands:
        match.do(0, match.state.parse(line))
        steps.append(_step(match))
    return {"catalog": BOARD.catalog(setup), "steps": steps}


def _step(match: Match) -> dict[str, Any]:
    step: dict[str, Any] = {"view": match.state.view(0), "seen": match.seen(len(match), 0) if len(match) else []}
    step["choices"] = []
    if not match.over:
        choices = Choices(match, [0], wording_of(GAME, match.setup), Scene(match.state, 0, match.names))
        step["choices"] = [{"action": action.text} for action in choices.legal]
        step["choices"] += [{"action": action.text, "reason": reason} for action, reason in choices.impossible]
    return step


def legal(step: dict[str, Any], start: str = "") -> list[str]:
    """Return the legal lines of a step that start so."""
    return [one["action"] for one in step["choices"] if "reason" not in one and one["action"].startswith(start)]


def show(board: Workbench, match: dict[str, Any], at: int, **more: Any) -> dict[str, Any]:
    """Show a position of a match, and return it."""
    step: dict[str, Any] = match["steps"][at]
    shown = {"view": step["view"], "choices": step["choices"], "last": step["seen"], "catalog": match["catalog"]}
    board.show(**{**shown, **more})
    return step


@pytest.fixture
def board(workbench: Lay) -> Workbench:
    return workbench("maze")


@pytest.fixture
def phone(workbench: Lay) -> Workbench:
    return workbench("maze", PHONE)


# What it is told


def test_mazes_with_other_hidden_rooms_have_the_same_catalog() -> None:
    first, other = GAME.setup(layout="SAD BCL"), GAME.setup(layout="SLC FEB")
    assert GAME.new(first, seed=1).view(None)["tiles"] == GAME.new(other, seed=1).view(None)["tiles"]
    assert BOARD.catalog(first) == BOARD.catalog(other)


def test_floor_plans_of_an_author_are_not_in_the_catalog() -> None:
    rooms = dict(standard().rooms)
    own = MazeSetup(["SA"], {**rooms, "A": rooms["B"]}, 200)
    assert BOARD.catalog(own) == BOARD.catalog(MazeSetup(["SA"], rooms, 200))


def test_catalog_is_a_json_value_that_names_every_tile_and_character() -> None:
    catalog = BOARD.catalog(GAME.setup(layout="castle"))
    assert json.loads(json.dumps(catalog)) == catalog
    assert set(catalog["tiles"]) == set(TILE_LETTERS)
    assert "".join(catalog["characters"]) == CHARACTERS
    assert catalog["tiles"]["X"] == catalog["tiles"]["W"], "a secret door looks like a wall"


# What it shows


@pytest.mark.parametrize("layout", LAYOUTS)
def test_events_lead_from_every_position_to_the_next(board: Workbench, layout: str) -> None:
    assert board.ask(FOLLOW, played(layout)["steps"]) == []


def lit_is_legal(board: Workbench, match: dict[str, Any], times: int) -> None:
    """Look at some positions of a match; phones have every stop twice, in the maze and below it."""
    for at in range(0, len(match["steps"]) - 1, 5):
        step = show(board, match, at)
        for who in CHARACTERS:
            lines = legal(step, f"move {who} ")
            steps = [line.split()[3] if line.count(" ") > 2 else "1" for line in lines]
            assert board.ask(LIT, who) == [list(pair) for pair in zip(steps, lines, strict=True)] * times, (at, who)


@pytest.mark.parametrize("layout", ["short", "corridor"])
def test_what_is_lit_is_what_is_legal(board: Workbench, layout: str) -> None:
    lit_is_legal(board, played(layout), 1)


def test_what_is_lit_on_a_phone_is_what_is_legal(phone: Workbench) -> None:
    lit_is_legal(phone, played("castle"), 2)


def test_a_secret_door_is_drawn_like_a_wall(board: Workbench) -> None:
    match = played("short")
    at = next(i for i, step in enumerate(match["steps"]) if "L" in step["view"]["rooms"])
    view = match["steps"][at]["view"]
    place = view["rooms"].index("L")
    assert view["tiles"][place][0] == "WWXWW"
    show(board, match, at)
    drawn = board.ask(TILES_OF, place)
    assert drawn[2] == drawn[1]


def test_earlier_positions_and_those_of_others_light_nothing(board: Workbench) -> None:
    match = played("castle")
    for more in ({"back": True}, {"choices": [], "you": []}):
        show(board, match, 27, **more)
        assert board.ask("() => document.querySelectorAll('.stop, .target, .lit, .deed.yes').length") == 0


def test_the_flip_that_loses_says_so(board: Workbench) -> None:
    match = played("castle")
    step = match["steps"][5]
    show(board, match, 5, view={**step["view"], "counter": 200})
    assert "it loses the match" in board.page.inner_text(".flip")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_phones_have_everything_in_sight_and_large_enough(phone: Workbench, layout: str) -> None:
    match = played(layout)
    for at in (0, len(match["steps"]) // 3, 2 * len(match["steps"]) // 3, len(match["steps"]) - 1):
        show(phone, match, at)
        assert phone.small_texts() == []
        assert small_targets(phone.page) == []
        assert phone.ask(CUT_OFF) == [], at
        assert fits(phone.page)
        assert phone.ask("() => { const m = document.querySelector('.mz'); return m.scrollHeight <= m.clientHeight; }")


# What it does


def test_every_tile_acts_or_says_why_not(board: Workbench) -> None:
    match = played("castle")
    at = next(i for i, step in enumerate(match["steps"]) if legal(step, "unlock"))
    step = show(board, match, at)
    standing = {f"{row},{column}" for row, column in step["view"]["characters"].values()}
    for who in CHARACTERS:
        found = board.ask(TOUCH, who)
        assert {tile for tile, (act, why) in found.items() if not act and not why} == standing
        lines = [act for act, _ in found.values() if act]
        assert sorted(set(lines)) == sorted([*legal(step, f"move {who} "), "unlock"])
        row, column = step["view"]["characters"]["T"]
        for tile in [tile for tile, (act, _) in found.items() if act == "unlock"]:
            there = [int(number) for number in tile.split(",")]
            assert abs(there[0] - row) + abs(there[1] - column) == 1, "only doors beside the thief"


def test_the_seer_looks_into_the_room_that_is_touched(board: Workbench) -> None:
    match = played("castle", TO_THE_BALL)
    step = show(board, match, len(TO_THE_BALL))
    lines = legal(step, "scry ")
    assert len(lines) > 1
    for room in board.page.locator(".lit").all():
        room.click()
    assert sorted(board.acts()) == sorted(lines)
    board.page.locator(".deed.yes", has_text="Scry").click()
    assert board.acts() == []
    assert "lit" in board.ask("() => document.activeElement.className"), "with several rooms it asks which"


def test_keys(board: Workbench) -> None:
    match = played("castle")
    at = next(i for i, step in enumerate(match["steps"]) if legal(step, "move S ")[1:])
    step = show(board, match, at)
    card = step["view"]["card"]
    for key in ("s", "Space", "2"):
        board.page.keyboard.press(key)
    assert board.acts() == ["flip", f"move S {card} 2"]
    board.page.keyboard.press("ArrowRight")
    board.page.keyboard.press("Enter")
    assert board.acts()[0] in legal(step)
    board.page.keyboard.press("Space")
    assert board.acts() == ["flip"], "on a lit tile too"
    board.page.keyboard.press("9")
    assert board.acts() == []
    assert board.refusals()
