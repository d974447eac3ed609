"""The standard environments: steps of a random agent, with the observation and the mask or legal list of every step."""

from __future__ import annotations

import random

import pyspiel

import measure
from tablewright.envs import aec, spiel
from tablewright.envs.gym import SeatEnv

TABLES: dict[str, dict[str, str]] = {"ooperations": {}, "marches": {}, "dungeons": {"players": "each"}, "maze": {}}

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


def lines() -> list[measure.Line]:
    """Measure every game with every library in turns."""
    batches: dict[str, measure.Batch] = {}
    for game, options in TABLES.items():
        parameters = ",".join(f"{name}={value}" for name, value in options.items())
        batches[f"{game}: PettingZoo"] = agents_in_turn(aec.env(game, **options))
        batches[f"{game}: Gymnasium, one seat"] = one_seat(SeatEnv(game))
        batches[f"{game}: OpenSpiel"] = states(pyspiel.load_game(f"tablewright_{game}({parameters})"))
    return [(name, value, "steps/s") for name, value in measure.rates(batches).items()]


if __name__ == "__main__":
    for name, value, unit in lines():
        print(f"{name:36} {value:10,.0f} {unit}")
