"""Boards show what a seat may know and no more, fit the smallest terminal, and can be pointed at."""

from __future__ import annotations

from typing import Any

import pytest
from textual.content import Content

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.registry import find_game
from tablewright.core.state import State
from tablewright.table.wording import Scene, help_of, wording_of
from tablewright.testing import random_record
from tablewright.tui.boards import board_of
from tablewright.tui.boards.bars import bar, health_style
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import Canvas, cut
from tablewright.tui.limits import board_space
from tablewright.tui.screens.small import KEYS

from ..core.toy import GAME as TOY
from ..support.tables import every_game

NAMES = ["Ann", "Bea", "Cy"]


SIZES = ((80, 24), (100, 30), (120, 40), (160, 50))


def space(board: Board, width: int = 80, height: int = 24) -> tuple[int, int]:
    """Return the room that a board has in a terminal."""
    return board_space(width, height, board.below(width, height))


def some_positions(game: Game, seed: int, every: int) -> list[tuple[Any, State]]:
    found = []
    for number, state in enumerate(random_record(game, game.setup(), seed).states()):
        if number % every == 0 and number < 300:
            found.append((game.setup(), state.clone()))
    return found


def made(game: Game, setup: Any) -> Board:
    return board_of(wording_of(game, setup))


def draw(game: Game, setup: Any, state: State, seat: int | None, *marked: str) -> Canvas:
    board = made(game, setup)
    return board.draw(Scene(state, seat, NAMES), *space(board), frozenset(marked))


@pytest.mark.parametrize("game", every_game())
def test_a_board_fits_small_and_large_terminals(game: Game) -> None:
    for setup, state in some_positions(game, 1, 7):
        board = made(game, setup)
        for seat in (*range(setup.seats), None):
            for size in SIZES:
                width, height = space(board, *size)
                canvas = board.draw(Scene(state, seat, NAMES), width, height, frozenset())
                assert canvas.width <= width, size
                assert canvas.height <= height, size
                assert len(canvas.text().split("\n")) == canvas.height


@pytest.mark.parametrize("game", every_game())
def test_every_setup_fits_the_smallest_terminal(game: Game) -> None:
    for choice in game.choices():
        for option in choice.options:
            setup = game.setup(**{choice.key: option.name})
            board = made(game, setup)
            width, height = space(board)
            for number, state in enumerate(random_record(game, setup, 1).states()):
                if number % 20 == 0:
                    canvas = board.draw(Scene(state, 0, NAMES), width, height, frozenset())
                    assert canvas.width <= width, option.name
                    assert canvas.height <= height, option.name


@pytest.mark.parametrize("game", every_game())
def test_a_board_shows_nothing_that_its_seat_cannot_see(game: Game) -> None:
    dice = Dice(1)
    for setup, state in some_positions(game, 2, 11):
        for seat in (*range(setup.seats), None):
            dealt = state.resample(seat, dice)
            assert draw(game, setup, dealt, seat).text() == draw(game, setup, state, seat).text()


@pytest.mark.parametrize("game", every_game())
def test_what_is_considered_is_marked_without_colour(game: Game) -> None:
    changed = total = 0
    for setup, state in some_positions(game, 3, 11):
        wording, seat = wording_of(game, setup), state.seat_to_act
        scene = Scene(state, seat, NAMES)
        plain = draw(game, setup, state, seat).text()
        for action in state.legal_actions():
            words = wording.words(action, scene)
            if len(action.text.split()) > 1:
                total += 1
                changed += draw(game, setup, state, seat, *words).text() != plain
    assert total > 10
    assert changed == total


@pytest.mark.parametrize("game", every_game())
def test_everything_that_can_be_clicked_has_a_name_that_actions_use(game: Game) -> None:
    for setup, state in some_positions(game, 4, 20):
        wording, seat = wording_of(game, setup), state.seat_to_act
        scene = Scene(state, seat, NAMES)
        canvas = draw(game, setup, state, seat)
        places = {word for y in range(canvas.height) for x in range(canvas.width) for word in canvas.at(x, y)}
        words = {word for action in state.legal_actions() for word in wording.words(action, scene)}
        targeted = [action for action in state.legal_actions() if len(action.text.split()) > 1]
        assert places
        assert not targeted or words & places
        for place in places:
            assert all(isinstance(text, str) and text for text in wording.describe([place], scene))


@pytest.mark.parametrize("game", every_game())
def test_bigger_terminals_and_smaller_ones_are_drawn_too(game: Game) -> None:
    setup, state = some_positions(game, 5, 1)[-1]
    board = made(game, setup)
    for size in ((40, 10), (100, 30), (140, 45), (220, 70)):
        canvas = board.draw(Scene(state, 0, NAMES), *space(board, *size), frozenset())
        assert canvas.text().strip()
        assert isinstance(made(game, setup).wording.news(Scene(state, 0, NAMES)), str)


@pytest.mark.parametrize("game", every_game())
def test_the_rules_fit_one_screen(game: Game) -> None:
    page = Content.from_markup(f"{help_of(game).rstrip()}\n\n{KEYS}").plain
    lines = page.split("\n")
    assert len(lines) <= 27, f"{len(lines)} lines"
    assert max(map(len, lines)) <= 96, max(lines, key=len)


def test_a_game_of_another_author_shows_its_own_picture() -> None:
    setup = TOY.setup()
    board = made(TOY, setup)
    assert type(board) is Board
    state = TOY.new(setup, 1)
    lines = board.draw(Scene(state, 0, NAMES), 80, 20, frozenset()).text().split("\n")
    assert [line.rstrip() for line in lines] == state.picture(0).rstrip("\n").split("\n")


def test_a_canvas_cuts_what_does_not_fit_and_keeps_wide_characters_out() -> None:
    canvas = Canvas(6, 3)
    canvas.put(4, 0, "long")
    canvas.put(-1, 1, "left")
    canvas.put(0, 7, "nowhere")
    canvas.put(0, 2, "日x")
    assert canvas.text() == "    lo\neft   \n?x    "
    canvas.box(0, 0, 6, 3, "bold")
    assert canvas.text() == "┌────┐\n│    │\n└────┘"
    assert canvas.runs(0) == [("┌────┐", "bold")]
    canvas.place("under", 0, 0, 3, 3)
    canvas.place("over", 1, 1, 1, 1)
    assert canvas.at(1, 1) == ["over", "under"]
    assert canvas.at(5, 2) == []


def test_bars_are_full_and_empty_only_at_the_ends() -> None:
    assert [bar(value, 20, 4) for value in (-3, 0, 1, 10, 19, 20, 25)] == [
        "░░░░",
        "░░░░",
        "█░░░",
        "██░░",
        "███░",
        "████",
        "████",
    ]
    assert health_style(5, 20) != health_style(15, 20)


def test_the_largest_room_with_many_foes_fits_the_smallest_terminal() -> None:
    game = find_game("dungeons")
    board = made(game, game.setup())
    scene = Scene(game.new(game.setup(), 1), 0, NAMES)
    room = scene.view["room"]
    room["width"] = room["height"] = 9
    room["foes"] = [{"type": "Z", "id": n, "at": [n, 9], "health": 9, "max_health": 15} for n in range(1, 10)]
    scene.view["heroes"][2].update(health=0, at=None)
    width, height = space(board)
    canvas = board.draw(scene, width, height, frozenset(["w"]))
    assert canvas.width <= width
    assert canvas.height <= height
    drawn = canvas.text()
    for text in ("►W Willow", "Z9 Zombie      9/15", "R Rook       defeated", "Greataxe"):
        assert text in drawn
    hits = {word for y in range(canvas.height) for x in range(canvas.width) for word in canvas.at(x, y)}
    assert {"w", "b", "r", "9,9"} <= hits


def test_names_are_whole_where_there_is_room() -> None:
    game = find_game("marches")
    names = {card.name for card in game.setup().cards.values()}
    for setup, state in some_positions(game, 4, 9):
        board = made(game, setup)
        scene = Scene(state, 0, NAMES)
        for size in SIZES:
            drawn = board.draw(scene, *space(board, *size), frozenset()).text()
            assert all(lane in drawn for lane in ("PLAINS", "FOREST", "MOUNTAIN")), size
        assert max(map(len, drawn.split("\n"))) == 160
        assert "│" in drawn.split("\n")[2][-1:]
        standing = {entity["name"] for entity in scene.view["entities"]}
        assert standing <= names
        hand = {setup.cards[number].name for number in scene.view["players"][0]["hand"]}
        assert all(name in drawn for name in hand)


def test_equal_cards_of_a_hand_stand_together() -> None:
    game = find_game("ooperations")
    board = made(game, game.setup())
    scene = Scene(game.new(game.setup(), 7), 0, NAMES)
    scene.view["players"][0]["hand"] = ["SOLDR", "SHOCK", "SOLDR", "SNAKE", "NINJA", "SOLDR", "DEVIL", "ANGEL"]
    scene.playable = frozenset(["SOLDR"])
    for size in SIZES:
        drawn = board.draw(scene, *space(board, *size), frozenset()).text()
        assert "•SOLDRx3" in drawn
        assert all(f" {key}" in drawn for key in ("SHOCK", "SNAKE", "NINJA", "DEVIL", "ANGEL"))
        assert "more" not in drawn
    scene.view["players"][0]["hand"] = sorted(setup_cards(board))[:20]
    drawn = board.draw(scene, *space(board, 80, 24), frozenset()).text()
    assert " more" in drawn


def setup_cards(board: Board) -> list[str]:
    return list(board.setup.cards.by_key)


def test_what_is_cut_says_so() -> None:
    assert [cut("Squirrel", width) for width in (9, 8, 7, 1)] == ["Squirrel", "Squirrel", "Squirr…", "…"]
