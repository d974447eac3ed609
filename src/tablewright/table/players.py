"""Who sits where: a person by name, or a bot, which a record writes as ``bot`` and its level or name."""

from __future__ import annotations

LEVELS = ("easy", "normal", "hard")
PREFIX = "bot "
LONGEST_NAME = 20


def bot_name(seat: str) -> str:
    """Return which bot sits in a seat: its level or name; "" for a person."""
    return seat.removeprefix(PREFIX) if seat.startswith(PREFIX) else ""


def why_no_person(name: str) -> str:
    """Say why a person cannot be called so; "" if that is fine."""
    if not name.strip():
        return "a player needs a name"
    if len(name) > LONGEST_NAME:
        return f"a name has at most {LONGEST_NAME} characters"
    if name != name.strip() or not name.isprintable():
        return "a name is printable text without blanks around it"
    if bot_name(name):
        return f'"{name}" is how a bot is called'
    return ""
