"""Observations: one module per game with a declared layout and the encoder that fills it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from tablewright.core.game import Game
from tablewright.envs.observations.layout import Encoder as Encoder


def has_layout(key: str) -> bool:
    """Say whether somebody wrote an encoder for a game."""
    return find_spec(f"{__name__}.{key}") is not None


def encoder(game: Game, setup: object) -> Encoder:
    """Return the encoder for a table of this game; raises ``ValueError`` if nobody wrote one."""
    if not has_layout(game.key):
        raise ValueError(f"{game.title} has no observation layout, so it has no standard environments")
    made = import_module(f"{__name__}.{game.key}").encoder(setup)
    assert isinstance(made, Encoder)
    return made
