"""Observations: one module per game with a declared layout and the encoder that fills it.

A game of another package announces its encoder by the entry point group ``tablewright.observations``: the name is the
game's key, the value something that makes an ``Encoder`` from a setup.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

from tablewright.core.game import Game
from tablewright.envs.observations.layout import Encoder

GROUP = "tablewright.observations"


@cache
def find_encoder(key: str) -> Callable[[Any], Encoder] | None:
    """Return what makes the encoder of a game, or ``None`` if nobody wrote one."""
    found: Callable[[Any], Encoder] | None = None
    if find_spec(f"{__name__}.{key}") is not None:
        found = import_module(f"{__name__}.{key}").encoder
    else:
        for point in entry_points(group=GROUP):
            if point.name == key:
                found = point.load()
    return found


def make_encoder(game: Game, setup: Any) -> Encoder:
    """Make the encoder for a table; raises ``ValueError`` with a sentence if there is none for its game."""
    make = find_encoder(game.key)
    if make is None:
        raise ValueError(f"{game.title} has no observation layout, so it has no standard environments")
    return make(setup)
