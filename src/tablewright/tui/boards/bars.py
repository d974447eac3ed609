"""Bars that show how much is left of something."""

from __future__ import annotations


def bar(value: int, most: int, width: int) -> str:
    """Return a bar that is empty only at nothing and full only at everything."""
    full = 0 if value <= 0 else min(width, -(-width * value // max(1, most)))
    if full == width and value < most and width > 1:
        full -= 1
    return "█" * full + "░" * (width - full)


def health_style(value: int, most: int) -> str:
    """Return the style of a health value."""
    return "bold $text-error" if value * 3 <= most else "bold $text-success"
