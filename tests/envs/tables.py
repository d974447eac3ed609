"""The tables that the environments are tested at, and random play on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tablewright.envs.table import Match, Table, make_table

TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "ooperations": ("ooperations", {}),
    "marches": ("marches", {}),
    "party of three": ("dungeons", {"players": "each"}),
    "party of one player": ("dungeons", {"players": "one"}),
    "maze": ("maze", {}),
}

at_every_table = pytest.mark.parametrize(("game", "options"), TABLES.values(), ids=TABLES.keys())


def random_number(mask: Any, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(mask)))


def random_matches(table: Table, count: int, every: int) -> Iterator[Match]:
    """Play matches at random and stop at every so many actions, and at the end of each."""
    for seed in range(count):
        random = np.random.default_rng(seed)
        match = Match(table, seed)
        while match.state.outcome is None:
            if len(match.played) % every == 0:
                yield match
            match.play(random_number(match.mask(match.turn), random))
        yield match


@pytest.fixture(scope="session")
def ooperations() -> Table:
    return make_table("ooperations")
