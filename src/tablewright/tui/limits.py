"""How much room the application needs."""

from __future__ import annotations

LEAST_WIDTH, LEAST_HEIGHT = 100, 30


def too_small(width: int, height: int) -> str:
    """Say that a terminal is too small; "" if it is not."""
    if width >= LEAST_WIDTH and height >= LEAST_HEIGHT:
        return ""
    least = f"{LEAST_WIDTH} and {LEAST_HEIGHT}"
    return f"The terminal has {width} columns and {height} lines; please give it at least {least}."
