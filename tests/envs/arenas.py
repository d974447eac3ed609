"""The arenas that the environments are tested in, and random play there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tablewright.envs.arena import Arena, NumberedMatch, make_arena

ARENAS: dict[str, tuple[str, dict[str, str]]] = {
    "ooperations": ("ooperations", {}),
    "marches": ("marches", {}),
    "party of three": ("dungeons", {"players": "each"}),
    "party of one player": ("dungeons", {"players": "one"}),
    "maze": ("maze", {}),
}

in_every_arena = pytest.mark.parametrize(("game", "options"), ARENAS.values(), ids=ARENAS.keys())


def random_number(mask: Any, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(mask)))


def random_matches(arena: Arena, count: int, every: int) -> Iterator[NumberedMatch]:
    """Play matches at random and stop at every so many actions, and at the end of each."""
    for seed in range(count):
        random = np.random.default_rng(seed)
        match = NumberedMatch(arena, seed)
        while match.state.outcome is None:
            if len(match.actions) % every == 0:
                yield match
            match.play(random_number(match.mask(match.turn), random))
        yield match


@pytest.fixture(scope="session")
def ooperations() -> Arena:
    return make_arena("ooperations")
