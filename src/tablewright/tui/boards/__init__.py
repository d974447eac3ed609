"""How each game looks in the terminal: one module per game, its companion ``boards``."""

from __future__ import annotations

from typing import Any

from tablewright.core.game import Game
from tablewright.core.registry import companion
from tablewright.tui.boards.face import Face


def face_of(game: Game, setup: Any) -> Face:
    """Return the face of a game; one that brings none shows its own picture."""
    make = companion("boards", game) or Face
    face: Face = make(game, setup)
    return face
