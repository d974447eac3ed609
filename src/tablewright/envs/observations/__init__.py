"""Observations: one module per game with a declared layout and the encoder that fills it.

A game brings its encoder as its companion ``observations``: something that makes an ``Encoder`` from a setup.
"""

from __future__ import annotations

from typing import Any

from tablewright.core.game import Game
from tablewright.core.registry import companion
from tablewright.envs.observations.layout import Encoder


def make_encoder(game: Game, setup: Any) -> Encoder:
    """Make the encoder for a table; raises ``ValueError`` with a sentence if there is none for its game."""
    make = companion("observations", game)
    if make is None:
        raise ValueError(f"{game.title} has no observation layout, so it has no standard environments")
    encoder: Encoder = make(setup)
    return encoder
