from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from tablewright.core.registry import find_game
from tablewright.envs.gym import SeatEnv
from tests.envs.arenas import in_every_arena, random_number


def play_on(env: SeatEnv, steps: int, seed: int = 0) -> list[Any]:
    """Play at random and return everything that could be seen."""
    random = np.random.default_rng(seed)
    seen: list[Any] = []
    while env.match.state.outcome is None and len(seen) < steps:
        number = random_number(env.match.mask(env.seat), random)
        observation, reward, over, _, info = env.step(number)
        seen.append((number, observation.tobytes(), reward, over, info["action_mask"].tobytes()))
    return seen


@in_every_arena
def test_the_checker_of_gymnasium_passes(
    game: str, options: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"tablewright/{game}-v{find_game(game).version}"
    check_env(gymnasium.make(name, **options).unwrapped)
    assert capsys.readouterr().out  # what human mode printed


def test_gymnasium_imports_the_module_by_itself() -> None:
    env = gymnasium.make("tablewright.envs.gym:tablewright/maze-v1", max_episode_steps=5)
    _, info = env.reset(seed=1)
    over = []
    for _ in range(5):
        number = env.action_space.sample(info["action_mask"])
        _, _, terminated, truncated, info = env.step(number)
        over.append((terminated, truncated))
    assert over == [(False, False)] * 4 + [(False, True)]


def test_every_observation_is_one_to_act_on() -> None:
    env = SeatEnv("ooperations", seat=1)
    _, info = env.reset(seed=3)
    assert info["action_mask"].any()
    assert env.match.turn == 1
    assert env.match.played  # the other seat began
    seen = play_on(env, 10_000)
    assert [over for *_, over, _ in seen].count(True) == 1
    assert env.match.state.outcome is not None
    assert seen[-1][2] == env.match.state.outcome.returns[1]
    assert all(reward == 0 for _, _, reward, over, _ in seen if not over)


@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_meets_the_same_opponent(opponent: str, twin: Any) -> None:
    env = SeatEnv("ooperations", opponent=opponent)
    env.reset(seed=4)
    play_on(env, 5)
    other = twin(env)
    assert play_on(other, 15, seed=1) == play_on(env, 15, seed=1)
    assert env.reset()[0].tolist() == other.reset()[0].tolist()


@in_every_arena
def test_single_seats_and_parties_can_be_pickled(game: str, options: dict[str, str]) -> None:
    env = SeatEnv(game, **options)
    env.reset(seed=6)
    play_on(env, 10)
    other = pickle.loads(pickle.dumps(env))
    assert play_on(other, 50) == play_on(env, 50)


def first_legal(observation: NDArray[np.float32], mask: NDArray[np.int8]) -> int:
    assert observation.any()
    return int(np.flatnonzero(mask)[0])


def test_a_function_can_be_the_opponent() -> None:
    env = SeatEnv("ooperations", opponent=first_legal)
    env.reset(seed=1)
    play_on(env, 10_000)
    names = {env.action_name(number) for number in env.match.played[1:]}
    assert "done" in names
    twin = pickle.loads(pickle.dumps(env))
    assert twin.match.played == env.match.played


def test_an_action_outside_the_mask_changes_nothing_and_is_explained() -> None:
    env = SeatEnv("ooperations", illegal_reward=-0.5)
    before, _ = env.reset(seed=1)
    number = env.action_number("creature D_GOD F1")
    after, reward, terminated, truncated, info = env.step(number)
    assert np.array_equal(before, after)
    assert (reward, terminated, truncated) == (-0.5, False, False)
    assert info["refused"].startswith(f'action {number}, "creature D_GOD F1", is impossible: Demi-God')
    assert info["action_mask"].any()
    with pytest.raises(ValueError, match="there is no action -3"):
        env.step(-3)
    assert env.match.played == []


def test_masks_come_under_the_name_that_maskable_ppo_asks_for() -> None:
    env = SeatEnv("maze")
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), info["action_mask"])


def test_pictures_have_one_size() -> None:
    env = SeatEnv("maze", render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    play_on(env, 100)
    assert first.shape == env.render().shape
    assert not np.array_equal(first, env.render())


def test_human_mode_prints(capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv("maze", render_mode="human")
    env.reset(seed=1)
    env.step(0)
    assert capsys.readouterr().out.count("Card Flip Counter") == 2


def test_using_an_environment_before_its_first_match_is_told_in_a_sentence() -> None:
    env = SeatEnv("maze")
    with pytest.raises(AttributeError, match=r"no match has begun: call reset\(\) first"):
        env.step(0)


def test_bad_arguments_are_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match='there is no bot "gredy"; did you mean "greedy"'):
        SeatEnv("ooperations", opponent="gredy")
    with pytest.raises(ValueError, match="there is no seat 2; this table has 2, counted from 0"):
        SeatEnv("ooperations", seat=2)
    with pytest.raises(ValueError, match='there is no game "chess"'):
        SeatEnv("chess")
    with pytest.raises(ValueError, match='there is no render mode "3d"'):
        SeatEnv("maze", render_mode="3d")
