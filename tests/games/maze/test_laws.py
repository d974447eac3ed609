"""The laws of every game, over thousands of random matches of this one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.core.dice import Dice
from tablewright.core.state import Refused
from tablewright.games.maze.files import standard
from tablewright.games.maze.game import GAME
from tablewright.games.maze.pieces import TILE_LETTERS, WALL
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.solver.puzzles import random_layout
from tablewright.testing import check_match, random_record

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


words = st.sampled_from("move flip unlock fight scry T F s x up DOWN left Right 1 2 03 0 99999 S A".split())
lines = st.one_of(
    st.lists(words, max_size=4).map(" ".join),
    st.text(max_size=40),
    st.binary(max_size=40).map(lambda data: data.decode("utf-8", "surrogateescape")),
)


@given(seed=st.integers(0, 2**32), depth=st.integers(0, 100), attempts=st.lists(lines, min_size=1, max_size=20))
@settings(max_examples=60, deadline=None)
def test_a_refused_command_changes_nothing(seed: int, depth: int, attempts: list[str]) -> None:
    setup = GAME.setup(layout=LAYOUTS[seed % len(LAYOUTS)])
    record = random_record(GAME, setup, seed)
    state = GAME.new(setup, seed)
    for line in record.actions[:depth]:
        state.submit(state.parse(line))
    for line in attempts:
        before = state.key()
        try:
            action = state.parse(line)
            assert (state.why_not(action) is None) == any(action is legal for legal in state.legal_actions())
            state.submit(action)
        except Refused as refusal:
            assert str(refusal)
            assert state.key() == before
