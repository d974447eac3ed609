"""How rates are measured: in CPU seconds, in short slices, in rounds that take turns, as medians.

Other programs share the machine, so a number alone says little; what was measured in turns can be compared. A *batch*
is a function that does a piece of work (one game, all clones of some states) and returns how many units it did.
This module needs only the standard library: the peers' environment uses it too.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

Batch = Callable[[], int]
#: What a benchmark module's ``lines()`` returns: name, value, unit.
Line = tuple[str, float, str]


class Effort:
    """How often and how long everything is measured; ``run.py`` sets it from its options."""

    def __init__(self, rounds: int, seconds: float) -> None:
        self.rounds = rounds
        #: CPU seconds of one slice.
        self.seconds = seconds


THOROUGH = Effort(rounds=7, seconds=0.2)
QUICK = Effort(rounds=3, seconds=0.05)
effort = THOROUGH


def rate(batch: Batch, seconds: float) -> float:
    """Repeat a batch for a slice of CPU time and return its units per CPU second."""
    clock = time.process_time
    batch()  # once for the caches
    units = 0
    start = now = clock()
    while now - start < seconds:
        units += batch()
        now = clock()
    return units / (now - start)


def rates(batches: Mapping[str, Batch]) -> dict[str, float]:
    """Measure some batches in turns and return the median rate of each."""
    samples: dict[str, list[float]] = {name: [] for name in batches}
    for _ in range(effort.rounds):
        for name, batch in batches.items():
            samples[name].append(rate(batch, effort.seconds))
    return {name: median(values) for name, values in samples.items()}


def median_of(sample: Callable[[], float]) -> float:
    """Take a sample in every round and return the median."""
    return median([sample() for _ in range(effort.rounds)])


def cpu_seconds(command: Sequence[str], stdin: str = os.devnull, environment: Mapping[str, str] = os.environ) -> float:
    """Run a program to its end and return the CPU seconds it took; its output is thrown away."""
    with open(stdin, "rb") as source:
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode < 0:
        raise RuntimeError(f"{command[0]} was ended by signal {-process.returncode}")
    return usage.ru_utime + usage.ru_stime


def startup_lines(name: str, command: Sequence[str]) -> list[Line]:
    """Compare the start (and end) of a program with that of the bare interpreter, run for run.

    Bytecode is cached, as it is wherever a program has been started once, but in a folder of our own.
    """
    pass_times: list[float] = []
    times: list[float] = []
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        cpu_seconds(command, environment=environment)
        for _ in range(3 * effort.rounds):  # one start is short and noisy
            pass_times.append(cpu_seconds([sys.executable, "-c", "pass"], environment=environment))
            times.append(cpu_seconds(command, environment=environment))
    ratio = median([one / other for one, other in zip(times, pass_times, strict=True)])
    return [(f"{name}: start-up", 1000 * median(times), "ms"), (f"{name}: start-up / python -c pass", ratio, "x")]


# Random play of our own games, the same for every one of them.


def playout(game: Any, setup: Any) -> Batch:
    """Return a batch that plays one random match with a new seed each time; its units are actions."""
    draw = random.Random(1).random
    seed = 0

    def play() -> int:
        nonlocal seed
        seed += 1
        state = game.new(setup, seed)
        actions = 0
        while state.outcome is None:
            legal = state.legal_actions()
            state.apply(legal[int(draw() * len(legal))])
            actions += 1
        return actions

    return play


def positions(game: Any, setup: Any, matches: int = 10, every: int = 5) -> list[Any]:
    """Return states cut from random matches."""
    draw = random.Random(2).random
    states = []
    for seed in range(matches):
        state = game.new(setup, seed)
        number = 0
        while state.outcome is None:
            if number % every == 0:
                states.append(state.clone())
            legal = state.legal_actions()
            state.apply(legal[int(draw() * len(legal))])
            number += 1
    return states


def clones(states: Sequence[Any]) -> Batch:
    """Return a batch that clones every state once."""

    def clone_all() -> int:
        for state in states:
            state.clone()
        return len(states)

    return clone_all


def legal_lists(states: Sequence[Any]) -> Batch:
    """Return a batch that lists the legal actions of every state once."""

    def list_all() -> int:
        for state in states:
            state.legal_actions()
        return len(states)

    return list_all


def game_lines(game: Any, setup: Any) -> list[Line]:
    """Return the lines that every game has: games, actions, clones and legal-action lists per second."""
    states = positions(game, setup)
    found = rates(
        {"actions": playout(game, setup), "clones": clones(states), "legal-action lists": legal_lists(states)}
    )
    play = playout(game, setup)
    length = sum(play() for _ in range(50)) / 50
    lines = [(f"{game.key}: random games", found["actions"] / length, "/s")]
    return lines + [(f"{game.key}: {name}", value, "/s") for name, value in found.items()]
