"""The board of the maze: what it is told before the first card, and that it tells nothing about covered rooms."""

from __future__ import annotations

import json

import tablewright
from tablewright.games.maze.files import standard
from tablewright.games.maze.pieces import CHARACTERS, TILE_LETTERS
from tablewright.games.maze.setup import MazeSetup
from tablewright.web.boards.maze import BOARD

GAME = tablewright.game("maze")


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
