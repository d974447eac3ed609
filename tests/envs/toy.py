"""The observation layout of the toy game, as another package would write it, and the checkers run on it."""

from __future__ import annotations

from array import array
from typing import Any

from tablewright.envs.observations.layout import Encoder, Layout, Piece


class ToyEncoder(Encoder):
    def __init__(self, setup: Any) -> None:
        super().__init__(
            Layout([Piece("stones", 0, 99, "stones left"), Piece("secret", 0, 100, "the number that only I know")])
        )

    def write_view(self, view: dict[str, Any], seat: int, out: array[float]) -> None:
        out[0] = view["stones"]
        out[1] = view["secret"]


def check() -> None:
    import gymnasium
    import pyspiel
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    from tablewright.envs import aec, gym, spiel

    api_test(aec.env("toy", stones="30"))
    check_env(gymnasium.make("tablewright/toy-v1").unwrapped)
    pyspiel.random_sim_test(pyspiel.load_game("tablewright_toy"), num_sims=3, serialize=True, verbose=False)
    print(gym.__name__, spiel.__name__, "checked")
