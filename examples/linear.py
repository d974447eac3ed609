"""A policy small enough to learn in a minute: a linear softmax over the legal actions, trained by policy gradient."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablewright.envs.observations.layout import Layout

Numbers = NDArray[np.float32]


class Step(NamedTuple):
    """A decision: what was seen, what could be done, with which chances, and what was done."""

    features: Numbers
    legal: NDArray[Any]
    chances: Numbers
    choice: int

    @property
    def action(self) -> int:
        """The number of the chosen action."""
        return int(self.legal[self.choice])


class LinearPolicy:
    """For each action a weight for every number of the observation; the larger the sum, the likelier the action."""

    def __init__(self, layout: Layout, actions: int, rate: float, seed: int = 0) -> None:
        _, high = layout.bounds()
        #: Brings most numbers into the range from 0 to 1.
        self.scale = (1 / np.clip(high, 1, 10)).astype(np.float32)
        self.weights = np.zeros((actions, layout.size + 1), np.float32)
        self.rate = rate
        self.random = np.random.default_rng(seed)

    def decide(self, observation: Numbers, mask: NDArray[np.int8]) -> Step:
        """Choose an action at random, with the chances that the weights give it."""
        features = np.append((observation * self.scale).clip(-2, 2), np.float32(1))
        legal = np.flatnonzero(mask)
        scores = self.weights[legal] @ features
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        choice = int(np.searchsorted(np.cumsum(chances), self.random.random()))
        return Step(features, legal, chances, min(choice, len(legal) - 1))

    def learn(self, steps: list[Step], advantage: float) -> None:
        """Make the choices of an episode likelier if it went better than expected, and less likely if worse."""
        for step in steps:
            push = -step.chances
            push[step.choice] += 1
            self.weights[step.legal] += self.rate * advantage * push[:, None] * step.features


def random_action(mask: NDArray[np.int8], random: np.random.Generator) -> int:
    """Return any legal action."""
    return int(random.choice(np.flatnonzero(mask)))


def show(name: str, curve: list[tuple[int, float]]) -> None:
    """Print a learning curve as bars."""
    print(name)
    for matches, value in curve:
        print(f"{matches:7} {value:6.2f} {'#' * round(max(value, 0) * 40)}")
