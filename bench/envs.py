"""The standard environments: steps of a random agent, with the observation and the mask or legal list of every step."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from typing import Any

import gymnasium
import numpy as np
import pyspiel

import measure
from tablewright.envs import aec, spiel
from tablewright.envs.gym import SeatEnv

TABLES: dict[str, dict[str, str]] = {"ooperations": {}, "marches": {}, "dungeons": {"players": "each"}, "maze": {}}

#: How many tables a vector environment has here.
ROWS = 64

draw = random.Random(1).random


def agents_in_turn(env: aec.ArenaEnv) -> measure.Batch:
    """PettingZoo: every agent in its turn."""

    def play() -> int:
        env.reset(seed=int(draw() * 2**31))
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def one_seat(env: SeatEnv) -> measure.Batch:
    """Gymnasium: the steps of one seat; what random opponents do in between is part of them."""

    def play() -> int:
        _, info = env.reset(seed=int(draw() * 2**31))
        steps = 0
        over = False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def states(game: spiel.ArenaGame) -> measure.Batch:
    """OpenSpiel: the current player's observation and legal actions, then one of them."""
    observer = game.make_py_observer()

    def play() -> int:
        state = game.new_initial_state()
        state.apply_action(int(draw() * game.seeds))
        steps = 0
        while not state.is_terminal():
            observer.set_from(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def many_tables(env: Any) -> measure.Batch:
    """Gymnasium: one step at all tables of a vector environment; the others act in between, and tables are reset."""
    _, info = env.reset(seed=1)
    noise = np.random.default_rng(1).random((16, *info["action_mask"].shape), np.float32)

    def step() -> int:
        nonlocal info
        info = env.step((noise[int(draw() * len(noise))] * info["action_mask"]).argmax(1))[-1]
        return int(env.num_envs)

    return step


def vector_lines() -> list[measure.Line]:
    """Measure ``make_vec`` as it is and with Gymnasium's own way ("sync") in turns."""
    lines: list[measure.Line] = []
    for game, options in TABLES.items():
        make: Callable[..., Any] = gymnasium.make_vec
        name = f"tablewright/{game}-v1"
        ours = many_tables(make(name, num_envs=ROWS, **options))
        sync = many_tables(make(name, num_envs=ROWS, vectorization_mode="sync", **options))
        pairs = [
            (measure.rate(ours, measure.effort.seconds), measure.rate(sync, measure.effort.seconds))
            for _ in range(measure.effort.rounds)
        ]
        lines.append((f"{game}: make_vec, {ROWS} tables", median(pair[0] for pair in pairs), "steps/s"))
        lines.append((f"{game}: make_vec, {ROWS} tables, sync", median(pair[1] for pair in pairs), "steps/s"))
        lines.append((f"{game}: make_vec / sync", median(one / other for one, other in pairs), "x"))
    return lines


def lines() -> list[measure.Line]:
    """Measure every game with every library in turns."""
    batches: dict[str, measure.Batch] = {}
    for game, options in TABLES.items():
        parameters = ",".join(f"{name}={value}" for name, value in options.items())
        batches[f"{game}: PettingZoo"] = agents_in_turn(aec.env(game, **options))
        batches[f"{game}: Gymnasium, one seat"] = one_seat(SeatEnv(game))
        batches[f"{game}: OpenSpiel"] = states(pyspiel.load_game(f"tablewright_{game}({parameters})"))
    return [(name, value, "steps/s") for name, value in measure.rates(batches).items()] + vector_lines()


if __name__ == "__main__":
    for name, value, unit in lines():
        print(f"{name:36} {value:10,.{0 if value >= 1000 else 2}f} {unit}")
