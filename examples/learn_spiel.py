"""OpenSpiel style: a party of three that learns how to leave a dungeon with the best score.

The score is the game's own: heroes alive, rooms completed, and two more for a defeated Lich. The curve is the average
score as a share of the best one. Run it with ``python examples/learn_spiel.py``; it takes about half a minute.
"""

from __future__ import annotations

import numpy as np
import pyspiel
from linear import LinearPolicy, Step, random_action, show

from tablewright.envs import spiel

GAME = "tablewright_dungeons(dungeon=cellar,heroes=wizard-barbarian-rogue,players=each)"


def play(game: spiel.ArenaGame, policy: LinearPolicy, seed: int, learning: bool = True) -> tuple[list[Step], int]:
    """Play a match with the policy, or at random, and return steps and score."""
    steps: list[Step] = []
    state = game.new_initial_state()
    state.apply_action(seed % game.seeds)  # the only chance node
    while not state.is_terminal():
        player = state.current_player()
        mask = np.array(state.legal_actions_mask(player), np.int8)
        if learning:
            steps.append(policy.decide(np.array(state.observation_tensor(player), np.float32), mask))
            state.apply_action(steps[-1].action)
        else:
            state.apply_action(random_action(mask, policy.random))
    assert state.match is not None
    outcome = state.match.state.outcome
    return steps, 0 if outcome is None else outcome.score or 0


def train(matches: int = 2000, every: int = 500) -> list[tuple[int, float]]:
    """Learn, and return the average score of each group of matches; the first group is played at random."""
    game = pyspiel.load_game(GAME)
    best = 2 + len(game.arena.setup.players) + len(game.arena.setup.rooms)
    policy = LinearPolicy(game.arena.encoder.layout, game.num_distinct_actions(), rate=0.01)
    scores = [play(game, policy, seed, learning=False)[1] / best for seed in range(every)]
    curve = [(0, sum(scores) / every)]
    expected = curve[0][1]
    scores.clear()
    for number in range(1, matches + 1):
        steps, score = play(game, policy, seed=number)
        scores.append(score / best)
        policy.learn(steps, scores[-1] - expected)
        expected += 0.02 * (scores[-1] - expected)
        if number % every == 0:
            curve.append((number, sum(scores) / every))
            scores.clear()
    return curve


if __name__ == "__main__":
    show("average score as a share of the best", train())
