"""Studies from Python."""

from __future__ import annotations

from typing import Any


def study(game: str, bots: list[str], games: int = 100, seed: int = 1) -> dict[str, Any]:
    """Run a study."""
    raise NotImplementedError
