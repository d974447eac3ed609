"""Gymnasium style: one seat of The Marches, learned against a bot with the same deck that acts at random.

The curve is how often the policy wins while it learns. Run it with ``python examples/learn_gym.py``; it takes about
half a minute.
"""

from __future__ import annotations

from typing import Any

import gymnasium
from linear import LinearPolicy, Step, random_action, show

from tablewright.envs.gym import SeatEnv


def play(
    env: gymnasium.Env[Any, Any], policy: LinearPolicy, seed: int, learning: bool = True
) -> tuple[list[Step], float]:
    """Play a match with the policy, or at random, and return steps and reward."""
    steps: list[Step] = []
    observation, info = env.reset(seed=seed)
    while True:
        if learning:
            steps.append(policy.decide(observation, info["action_mask"]))
            action = steps[-1].action
        else:
            action = random_action(info["action_mask"], policy.random)
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return steps, float(reward)


def train(matches: int = 3000, every: int = 500) -> list[tuple[int, float]]:
    """Learn, and return how often each group of matches was won; the first group is played at random."""
    env = gymnasium.make("tablewright/marches-v1", deck1="vanguard", deck2="vanguard", opponent="random")
    assert isinstance(env.unwrapped, SeatEnv)
    arena = env.unwrapped.arena
    policy = LinearPolicy(arena.encoder.layout, len(arena.actions), rate=0.003)
    won = [play(env, policy, seed, learning=False)[1] > 0 for seed in range(every)]
    curve = [(0, sum(won) / every)]
    expected = 0.0
    won.clear()
    for number in range(1, matches + 1):
        steps, reward = play(env, policy, seed=number)
        policy.learn(steps, reward - expected)
        expected += 0.02 * (reward - expected)
        won.append(reward > 0)
        if number % every == 0:
            curve.append((number, sum(won) / every))
            won.clear()
    return curve


if __name__ == "__main__":
    show("share of matches won against a random opponent", train())
