from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from tablewright.envs import aec
from tests.envs.arenas import in_every_arena, random_number

# PettingZoo's own classic games put the mask into the observation too; its checker knows them by name.
classic = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def play_on(env: aec.ArenaEnv, actions: int, seed: int = 0) -> list[Any]:
    """Play at random and return everything that could be seen."""
    random = np.random.default_rng(seed)
    seen: list[Any] = []
    for agent in env.agent_iter(actions):
        observation, reward, terminated, truncated, info = env.last()
        seen.append((agent, observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward, info))
        over = terminated or truncated
        env.step(None if over else random_number(observation["action_mask"], random))
    return seen


@classic
@in_every_arena
def test_the_checkers_of_pettingzoo_pass(game: str, options: dict[str, str]) -> None:
    api_test(aec.env(game, **options), num_cycles=300)
    seed_test(lambda: aec.env(game, **options), num_cycles=200)


@in_every_arena
def test_the_render_checker_passes(game: str, options: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec.env(game, render_mode=render_mode, **options))
    assert capsys.readouterr().out.strip()


def test_equal_seeds_give_the_match_of_the_seed_and_others_follow_from_it() -> None:
    one, two = aec.env("ooperations"), aec.env("ooperations")
    for env in (one, two):
        env.reset(seed=7)
        assert env.match.seed == 7
        env.reset()
    assert one.match.seed == two.match.seed != 7
    fresh = aec.env("ooperations")
    fresh.reset()
    assert 0 <= fresh.match.seed < 2**32


@in_every_arena
@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_running_environment_can_be_copied_and_pickled(game: str, options: dict[str, str], twin: Any) -> None:
    env = aec.env(game, **options)
    env.reset(seed=5)
    play_on(env, 30)
    other = twin(env)
    assert play_on(other, 10_000, seed=1) == play_on(env, 10_000, seed=1)
    assert not env.agents
    env.reset()
    other.reset()
    assert env.match.seed == other.match.seed


def test_a_copy_is_independent() -> None:
    env = aec.env("ooperations")
    env.reset(seed=1)
    other = copy.copy(env)
    play_on(other, 20)
    assert env.match.played == []
    assert env.agent_selection == "player_0"


def test_an_environment_that_has_not_begun_can_be_copied() -> None:
    other = pickle.loads(pickle.dumps(aec.env("maze")))
    other.reset(seed=1)
    assert other.agents == ["player_0"]


def test_rewards_come_at_the_end_and_are_the_returns_of_the_match() -> None:
    env = aec.env("ooperations")
    env.reset(seed=2)
    last = {agent: reward for agent, _, _, reward, _ in play_on(env, 10_000)}
    assert env.match.state.outcome is not None
    assert tuple(last.values()) == env.match.state.outcome.returns
    assert sum(last.values()) == 0


def test_only_the_agent_at_turn_has_anything_in_its_mask() -> None:
    env = aec.env("ooperations")
    env.reset(seed=2)
    assert env.agent_selection == "player_0"
    assert env.observe("player_0")["action_mask"].any()
    assert not env.observe("player_1")["action_mask"].any()


@in_every_arena
def test_the_state_is_what_all_seats_see(game: str, options: dict[str, str]) -> None:
    env = aec.env(game, **options)
    env.reset(seed=3)
    play_on(env, 10)
    state = env.state()
    assert env.state_space.contains(state)
    parts = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert np.array_equal(state, np.concatenate(parts))


def test_a_match_can_be_truncated() -> None:
    env = aec.env("ooperations", max_actions=10)
    env.reset(seed=1)
    seen = play_on(env, 1000)
    assert len(env.match.played) == 10
    assert len(seen) == 12  # each agent learns of the end
    assert not env.agents


def test_an_impossible_action_is_refused_with_its_reason() -> None:
    env = aec.env("ooperations")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r'"creature D_GOD F1", is impossible: Demi-God'):
        env.step(env.action_number("creature D_GOD F1"))
    with pytest.raises(ValueError, match="there is no action 99999"):
        env.step(99999)
    with pytest.raises(ValueError, match="player_0 is still playing"):
        env.step(None)
    assert env.match.played == []
    assert env.action_name(env.action_number("done")) == "done"


def test_pettingzoos_own_wrapper_ends_the_match_instead() -> None:
    env = wrappers.TerminateIllegalWrapper(aec.env("ooperations"), illegal_reward=-1)
    env.reset(seed=1)
    env.last()
    env.step(env.unwrapped.action_number("creature D_GOD F1"))
    assert env.rewards["player_0"] == -1
    assert all(env.terminations.values())


def test_pictures_show_what_the_agent_at_turn_sees() -> None:
    env = aec.env("ooperations", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.match.state.picture(0)
    pixels = aec.env("ooperations", render_mode="rgb_array")
    pixels.reset(seed=1)
    frame = pixels.render()
    play_on(pixels, 40)
    assert isinstance(frame, np.ndarray)
    assert frame.shape == pixels.render().shape  # type: ignore[union-attr]


def test_human_mode_prints_after_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec.env("maze", render_mode="human")
    env.reset(seed=1)
    play_on(env, 3)
    assert capsys.readouterr().out.count("Card Flip Counter") == 3
    env.close()


def test_rendering_without_a_mode_warns() -> None:
    env = aec.env("maze")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="made without a render_mode"):
        assert env.render() is None


def test_using_an_environment_before_its_first_match_is_told_in_a_sentence() -> None:
    env = aec.env("maze")
    for use in (env.last, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(AttributeError, match=r"no match has begun: call reset\(\) first"):
            use()
    with pytest.raises(AttributeError, match="'ArenaEnv' object has no attribute 'colour'"):
        _ = env.colour


def test_actions_are_whole_numbers() -> None:
    env = aec.env("maze")
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(0.5)  # type: ignore[arg-type]
    env.step(np.int32(0))
    assert env.match.played == [0]


def test_bad_arguments_are_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match='there is no game "oops"'):
        aec.env("oops")
    with pytest.raises(ValueError, match='there is no render mode "3d"; there are ansi, human, rgb_array'):
        aec.env("maze", render_mode="3d")
    with pytest.raises(ValueError, match='there is no deck of player 1 "nope"'):
        aec.env("ooperations", deck1="nope")
    with pytest.raises(ValueError, match="max_actions must be at least 1, not 0"):
        aec.env("maze", max_actions=0)
