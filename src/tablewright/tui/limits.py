"""How much room the application needs, and how a screen divides what there is."""

from __future__ import annotations

LEAST_WIDTH, LEAST_HEIGHT = 80, 24
#: In fewer columns or lines than these, one panel is shown at a time.
COMFORTABLE_WIDTH, COMFORTABLE_HEIGHT = 100, 30
#: Lines of choices that a board above them leaves free, with their title.
PANEL_HEIGHT = 7


def too_small(width: int, height: int) -> str:
    """Say that a terminal is too small; "" if it is not."""
    if width >= LEAST_WIDTH and height >= LEAST_HEIGHT:
        return ""
    least = f"{LEAST_WIDTH} and {LEAST_HEIGHT}"
    return f"The terminal has {width} columns and {height} lines; please give it at least {least}."


def is_compact(width: int, height: int) -> bool:
    """Say whether there is room for one panel only."""
    return width < COMFORTABLE_WIDTH or height < COMFORTABLE_HEIGHT


def panel_width(width: int) -> int:
    """Return the columns of panels beside a board."""
    return 34 if width < COMFORTABLE_WIDTH else max(42, width * 2 // 5)


def board_space(width: int, height: int, below: bool) -> tuple[int, int]:
    """Return the columns and lines of a board in a terminal, with the panels below or beside it."""
    frame = 3 if is_compact(width, height) else 4  # the headline, the message, the keys
    if below:
        return width, height - frame - max(PANEL_HEIGHT, height // 5)
    return width - panel_width(width), height - frame
