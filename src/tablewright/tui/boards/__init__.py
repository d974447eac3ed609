"""How each game looks: one module per game, named by its key, with a class ``Board``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tablewright.core.game import Game
from tablewright.tui.boards.face import Face


def face_of(game: Game, setup: Any) -> Face:
    """Return the face of a game; games of other authors show their own picture."""
    name = f"{__name__}.{game.key}"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return Face(game, setup)
    face: Face = module.Board(game, setup)
    return face
