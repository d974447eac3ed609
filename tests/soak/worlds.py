"""Worlds of servers, store, network and people under virtual time; docs/server.md says what is in them."""

from __future__ import annotations

from collections import Counter

from tests.simulation.checks import check
from tests.simulation.world import World

#: Pieces of the whole have numbers close to each other; each of them has so many worlds of its own.
APART = 10_000


def live_through(worlds: int, seed: int) -> Counter[str]:
    """Let worlds happen and check each; returns what they came to."""
    done = Counter[str]()
    for number in range(seed * APART, seed * APART + worlds):
        world = World(number)
        try:
            world.run()
            done += check(world) + world.done
        except AssertionError as error:
            raise AssertionError(f"world {number}: {error}\n{world.story()}") from error
        done["worlds"] += 1
        done["virtual seconds"] += round(world.loop.time())
    return done
