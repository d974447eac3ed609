"""Small worlds, one seed each: what was acknowledged is stored, all agree with the log, and nobody waits for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

from tests.simulation.checks import check
from tests.simulation.world import World

#: Worlds of the long check that have found something: an action refused by a worker that had lost the match, and stored
#: by the other; a rematch that was made, and still offered to those who had agreed.
FOUND = (10010238, 10130237)


@pytest.mark.parametrize("seed", [*range(200), *FOUND])
def test_a_world(seed: int) -> None:
    world = World(seed)
    world.run()
    assert check(world)["tables"] == len(world.people)


def test_worlds_are_as_bad_as_they_should_be() -> None:
    done: Counter[str] = Counter()
    for seed in range(300, 320):
        world = World(seed)
        world.run()
        done += check(world) + world.done
    rare = {what: done[what] for what in ("crashes", "drains", "cuts", "failed commits", "kept and failed commits")}
    assert min(rare.values()) > 2, done
    assert min(done[what] for what in ("acknowledged", "positions of twins", "events of twins")) > 50, done
    assert min(done[what] for what in ("acts sent again", "records", "overtaken")) > 1, done


def test_a_seed_replays_exactly() -> None:
    worlds = [World(7), World(7), World(8)]
    for world in worlds:
        world.run()
    assert worlds[0].trace == worlds[1].trace
    assert worlds[0].trace != worlds[2].trace


def test_a_seed_replays_exactly_in_another_process() -> None:
    code = "from tests.simulation.world import World; world = World(11); world.run(); print(world.trace)"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        for seed in ("1", "2")
    ]
    world = World(11)
    world.run()
    assert {run.stdout.strip() for run in runs} == {world.trace}
