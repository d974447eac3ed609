from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

from tablewright.core import registry
from tablewright.core.dice import Dice
from tablewright.core.registry import find_game
from tablewright.envs import aec, gym, spiel
from tablewright.envs.arena import NumberedMatch, make_arena
from tablewright.envs.observations import layout
from tablewright.envs.observations.views import Shape, ViewEncoder
from tests.envs.arenas import in_every_arena, random_matches
from tests.testing import tiny


@in_every_arena
def test_an_observation_is_the_encoded_view_and_nothing_else(game: str, options: dict[str, str]) -> None:
    arena = make_arena(game, **options)
    low, high = arena.encoder.layout.bounds()
    dice = Dice(1)
    for match in random_matches(arena, 25, every=11):
        for seat in range(arena.seats):
            seen = match.observation(seat)
            view = json.loads(json.dumps(match.state.view(seat)))
            assert np.array_equal(arena.encoder.encode_view(view, seat), seen)
            assert np.array_equal(arena.encoder.encode(match.state.resample(seat, dice), seat), seen)
            assert ((low <= seen) & (seen <= high)).all()


@in_every_arena
def test_every_number_of_an_observation_has_a_name_of_its_own(game: str, options: dict[str, str]) -> None:
    arena = make_arena(game, **options)
    names = arena.encoder.layout.names()
    assert len(names) == len(set(names)) == arena.encoder.layout.size
    match = NumberedMatch(arena, 1)
    described = arena.encoder.layout.describe(match.observation(0))
    assert set(described) <= set(names)
    assert 0 not in described.values()


@in_every_arena
def test_pieces_lie_one_behind_the_other(game: str, options: dict[str, str]) -> None:
    place = 0
    for piece in make_arena(game, **options).encoder.layout.pieces:
        assert piece.start == place
        assert piece.size == int(np.prod(piece.shape))
        assert piece.low < piece.high
        place += piece.size


def test_observations_belong_to_whoever_got_them() -> None:
    match = NumberedMatch(make_arena("ooperations"), 1)
    first, second = match.observation(0), match.observation(0)
    first[:] = -1
    assert not np.array_equal(first, second)
    assert np.array_equal(match.observation(0), second)


def test_an_encoder_forgets_before_it_has_kept_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("layout", "ooperations", "marches", "dungeons"):
        monkeypatch.setattr(f"tablewright.envs.observations.{module}.MOST_ROWS", 16)
    monkeypatch.setattr("tablewright.envs.observations.maze.MOST_DRAWN", 2)
    for game in ("ooperations", "marches", "dungeons", "maze"):
        arena = make_arena(game)
        for match in random_matches(arena, 3, every=1):
            view = match.state.view(0)
            assert np.array_equal(arena.encoder.encode_view(view, 0), match.observation(0))


def test_a_piece_tells_its_shape_and_names() -> None:
    number = layout.Piece("round", 0, 9, "")
    line = layout.Piece("hand", 0, 9, "", ("A", "B"))
    grid = layout.Piece("slots", 0, 9, "", ("F1", "F2"), ("attack", "health"))
    assert [piece.shape for piece in (number, line, grid)] == [(), (2,), (2, 2)]
    assert list(number.names()) == ["round"]
    assert list(line.names()) == ["hand[A]", "hand[B]"]
    assert list(grid.names())[1:3] == ["slots[F1].health", "slots[F2].attack"]
    assert layout.Layout([number, line, grid])["slots"] == 3


def test_a_maze_without_a_limit_of_flips_is_told_as_one() -> None:
    game = find_game("maze")
    value = game.write_setup(game.setup())
    setup = game.read_setup({**value, "max_flips": 0})
    match = NumberedMatch(make_arena("maze", setup), 1)
    for _ in range(3):
        match.play(0)
    described = match.arena.encoder.layout.describe(match.observation(0))
    assert described["counter"] == 3
    assert "flips left" not in described


class Mute(tiny.TinyState):
    """Tells in its views nothing that could be a number."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return {}


def test_a_game_without_a_layout_is_observed_by_its_views() -> None:
    arena = make_arena(tiny.GAME)
    layout = arena.encoder.layout
    match = NumberedMatch(arena, 3)
    low, high = layout.bounds()
    while match.state.outcome is None:
        for seat in (0, 1):
            seen, view = match.observation(seat), match.state.view(seat)
            assert ((low <= seen) & (seen <= high)).all()
            named = dict(zip(layout.names(), seen.tolist(), strict=True))
            assert named["points[0]"] == min(view["points"][0], high[layout["points[0]"]])
            assert [named[f"hand[{place}]"] for place in range(len(view["hand"]))] == view["hand"]
            assert named["hand length"] == len(view["hand"])
        match.play(match.numbers(match.turn)[-1])
    assert (layout.names(), layout.size) == (make_arena(tiny.Tiny()).encoder.layout.names(), len(layout.names()))


def test_an_environment_of_a_game_that_nobody_has_installed_is_copied_and_pickled() -> None:
    env = aec.env(tiny.GAME)
    env.reset(seed=3)
    env.step(env.match.numbers(0)[0])
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.arena.game is tiny.GAME
        assert twin.match.state == env.match.state
    seat = gym.SeatEnv(tiny.GAME, opponent="greedy")
    seat.reset(seed=3)
    assert copy.copy(seat).step(seat.match.numbers(0)[0])[1] == 0.0


def test_views_of_all_kinds_become_numbers() -> None:
    shape = Shape()
    for seen in [{"a": None, "b": "red", "c": [{"d": -2}]}, {"a": 3, "b": "blue", "c": []}]:
        shape.see(seen)
    encoder = ViewEncoder(shape)
    names = ["a is there", "a", "b is[blue]", "b is[red]", "c length", "c[0].d"]
    assert encoder.layout.names() == names
    assert encoder.encode_view({"a": 3, "b": "red", "c": [{"d": -2}]}, 0).tolist() == [1, 3, 0, 1, 1, -2]
    # What was never seen is cut off.
    assert encoder.encode_view({"a": 99, "b": "green", "c": [{"d": -9}] * 9}, 0).tolist() == [1, 6, 0, 0, 2, -4]
    assert encoder.encode_view({"a": None}, 0).tolist() == [0] * 6


def test_where_there_can_be_no_observations_every_library_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    class MuteGame(tiny.Tiny):
        key = "mute"
        title = "Mute"
        state = Mute

    monkeypatch.setattr(registry, "_registered", {"games": {"mute": MuteGame()}})
    sentence = "Mute has no observations, and its views cannot stand in for them"
    with pytest.raises(ValueError, match=sentence):
        aec.env("mute")
    gym.register()
    with pytest.raises(ValueError, match=sentence):
        gymnasium.make("tablewright/mute-v1")
    spiel.register()
    with pytest.raises(ValueError, match=sentence):
        pyspiel.load_game("tablewright_mute")
