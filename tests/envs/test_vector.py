"""Many tables in one call are what as many single environments are, number for number."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from tablewright.core.match import Match
from tablewright.envs.gym import SeatEnv
from tablewright.envs.vector import TablesEnv
from tests.envs.arenas import in_every_arena

TABLES = 3


def pick(masks: NDArray[np.int8], random: np.random.Generator) -> NDArray[np.int64]:
    return np.array([random.choice(np.flatnonzero(mask)) for mask in masks])


def everything(env: Any, seed: int | list[int], steps: int) -> list[Any]:
    """Play at random, now and then something impossible, and return everything that could be seen."""
    random = np.random.default_rng(5)
    observation, info = env.reset(seed=seed)
    seen: list[Any] = [observation.tobytes(), info["action_mask"].tobytes()]
    for number in range(steps):
        chosen = pick(info["action_mask"], random)
        if number % 10 == 9:
            chosen[0] = np.argmin(info["action_mask"][0])
        observation, rewards, terminations, truncations, info = env.step(chosen)
        refused = info["refused"].tolist() if "refused" in info else None
        seen.append((observation.tobytes(), rewards.tolist(), terminations.tolist(), truncations.tolist(), refused))
        seen.append({name: value.tobytes() for name, value in info.items() if name != "refused"})
    return seen


def both(game: str, **options: Any) -> tuple[Any, Any]:
    name = f"tablewright.envs.gym:tablewright/{game}-v1"
    ours = gymnasium.make_vec(name, num_envs=TABLES, **options)
    theirs = gymnasium.make_vec(name, num_envs=TABLES, vectorization_mode="sync", **options)
    assert isinstance(ours, TablesEnv)
    assert isinstance(theirs, SyncVectorEnv)
    return ours, theirs


@in_every_arena
def test_it_gives_what_gymnasium_gathers_from_single_environments(game: str, options: dict[str, str]) -> None:
    ours, theirs = both(game, illegal_reward=-0.25, **options)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    steps = 1500 if game == "maze" else 400  # several matches each, also of those that were not seeded
    seen = everything(ours, 7, steps)
    assert seen == everything(theirs, 7, steps)
    assert sum(any(part[2]) for part in seen[2::2]) > 1
    assert any(part[4] for part in seen[2::2])


def test_the_other_seat_and_a_list_of_seeds() -> None:
    ours, theirs = both("marches", seat=1)
    assert everything(ours, [4, 4, 9], 60) == everything(theirs, [4, 4, 9], 60)


def test_a_limit_of_steps_truncates_every_table() -> None:
    ours, theirs = both("ooperations", max_episode_steps=7)
    seen = everything(ours, 1, 30)
    assert seen == everything(theirs, 1, 30)
    assert any(any(part[3]) for part in seen[2::2])


def test_every_mask_has_something_to_choose_also_where_a_match_has_just_ended() -> None:
    env, _ = both("dungeons")
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    ends = 0
    for _ in range(200):
        _, _, terminations, _, info = env.step(pick(info["action_mask"], random))
        assert info["action_mask"].any(axis=1).all()
        assert info["action_mask"][terminations].all()
        ends += terminations.sum()
    assert ends > 3


def test_a_single_environment_too_ends_with_a_mask_to_choose_from() -> None:
    env = SeatEnv("marches")
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert not info["action_mask"].all()
        _, _, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
    assert info["action_mask"].all()
    assert env.action_masks().all()


def test_what_was_returned_stays_as_it_was() -> None:
    env, _ = both("maze")
    observation, info = env.reset(seed=1)
    before = observation.copy(), info["action_mask"].copy()
    env.step(pick(info["action_mask"], np.random.default_rng(1)))
    assert np.array_equal(before[0], observation)
    assert np.array_equal(before[1], info["action_mask"])


def test_a_table_has_a_record_that_replays() -> None:
    env, _ = both("ooperations")
    random = np.random.default_rng(2)
    observation, info = env.reset(seed=11)
    for _ in range(10):
        observation, _, _, _, info = env.step(pick(info["action_mask"], random))
    match = env.match(1)
    assert match.seed == 12
    assert np.array_equal(match.observation(0), observation[1])
    assert Match.replay(match.record()).state == match.state


def test_with_a_bot_it_is_gymnasium_that_gathers() -> None:
    name = "tablewright.envs.gym:tablewright/marches-v1"
    env = gymnasium.make_vec(name, num_envs=2, opponent="greedy", max_episode_steps=3)
    assert isinstance(env, SyncVectorEnv)
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    for _ in range(3):
        _, _, _, truncations, info = env.step(pick(info["action_mask"], random))
    assert truncations.all()
    env.close()


def test_bad_arguments_are_told_in_a_sentence() -> None:
    name = "tablewright.envs.gym:tablewright/maze-v1"
    env = gymnasium.make_vec(name, num_envs=2)
    with pytest.raises(AttributeError, match=r"no match has begun: call reset\(\) first"):
        env.step(np.array([0, 0]))
    with pytest.raises(ValueError, match="there are 2 tables, but 3 seeds"):
        env.reset(seed=[1, 2, 3])
    before, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match="there are 2 tables, but 1 actions"):
        env.step(np.array([0]))
    with pytest.raises(ValueError, match="there is no action -1"):
        env.step(np.array([0, -1]))
    assert np.array_equal(before, env.reset(seed=1)[0])
    with pytest.raises(ValueError, match="num_envs must be at least 1, not 0"):
        gymnasium.make_vec(name, num_envs=0)
    with pytest.raises(ValueError, match="max_episode_steps must be at least 1, not 0"):
        gymnasium.make_vec(name, num_envs=1, max_episode_steps=0)
