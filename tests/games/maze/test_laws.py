"""The laws of every game, over thousands of random matches of this one."""

from __future__ import annotations

import pytest

from tablewright.core.dice import Dice
from tablewright.games.maze.files import standard
from tablewright.games.maze.game import GAME
from tablewright.games.maze.pieces import TILE_LETTERS, WALL
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.solver.puzzles import random_layout
from tablewright.testing import check_match

LAYOUTS = [option.name for option in GAME.choices()[0].options]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_laws_hold_for_every_layout_that_ships(layout: str) -> None:
    for seed in range(10):
        check_match(GAME, GAME.setup(layout=layout), seed, every=200)


@pytest.mark.parametrize("chunk", range(10))
def test_laws_hold_for_layouts_of_every_size(chunk: int) -> None:
    for seed in range(chunk * 150, chunk * 150 + 150):
        dice = Dice(seed)
        layout = random_layout(dice, dice.roll(8))
        check_match(GAME, MazeSetup(layout, standard().rooms, dice.roll(40)), seed, every=120)


@pytest.mark.parametrize("chunk", range(5))
def test_laws_hold_for_rooms_that_nobody_would_build(chunk: int) -> None:
    for seed in range(chunk * 100, chunk * 100 + 100):
        dice = Dice(seed)
        tiles = "PPPPPP" + TILE_LETTERS
        rooms = {}
        for letter in "KQZ":
            rooms[letter] = bytes([WALL, *(TILE_LETTERS.index(tiles[dice.roll(18) - 1]) for _ in range(24))])
        setup = MazeSetup(["SK", "QZ"], {**standard().rooms, **rooms}, 1 + dice.roll(40))
        check_match(GAME, setup, seed, every=50)
