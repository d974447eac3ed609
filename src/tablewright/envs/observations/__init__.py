"""Observations: one module per game with a declared layout and the encoder that fills it.

A game brings its encoder as its companion ``observations``: something that makes an ``Encoder`` from a setup. One that
brings none is observed by its views: see ``views``.
"""

from __future__ import annotations

from typing import Any

from tablewright.core.game import Game
from tablewright.core.registry import companion
from tablewright.envs.observations.layout import Encoder
from tablewright.envs.observations.views import view_encoder


def make_encoder(game: Game, setup: Any) -> Encoder:
    """Make the encoder for a table; raises ``ValueError`` with a sentence if its game can have none."""
    make = companion("observations", game)
    encoder: Encoder = view_encoder(game, setup) if make is None else make(setup)
    return encoder
