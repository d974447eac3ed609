"""The rules of the games that ship with tablewright, each on one page: their companion ``help``."""

from __future__ import annotations

from importlib.resources import files


def _page(key: str) -> str:
    return files(__name__).joinpath(f"{key}.txt").read_text(encoding="utf-8")


def ooperations() -> str:
    """Return the rules of Magical OOPerations."""
    return _page("ooperations")


def dungeons() -> str:
    """Return the rules of Dungeons & Classes."""
    return _page("dungeons")


def maze() -> str:
    """Return the rules of OOP1 Maze."""
    return _page("maze")


def marches() -> str:
    """Return the rules of The Marches."""
    return _page("marches")
