"""Who sits where: a person by name, or a bot, which a record writes as ``bot`` and its level."""

from __future__ import annotations

from typing import Any, Protocol

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective


class Bot(Protocol):
    """A player made of code."""

    def choose(self, perspective: Perspective) -> Any:
        """Return one of the legal actions."""

    def why(self) -> str:
        """Say in one line why the last choice was made."""


LEVELS = ("easy", "normal", "hard")
PREFIX = "bot "
LONGEST_NAME = 20


def bot_level(name: str) -> str:
    """Return the level of a bot's seat, "" for a person's."""
    return name.removeprefix(PREFIX) if name.startswith(PREFIX) else ""


def why_no_name(name: str) -> str:
    """Say why a person cannot be called so; "" if that is fine."""
    if not name.strip():
        return "a player needs a name"
    if len(name) > LONGEST_NAME:
        return f"a name has at most {LONGEST_NAME} characters"
    if name != name.strip() or not name.isprintable():
        return "a name is printable text without blanks around it"
    level = bot_level(name)
    if level and level not in LEVELS:
        return f'there is no "{name}"; bots are {", ".join(PREFIX + level for level in LEVELS)}'
    return ""


def make_bot(level: str, game: Game, seed: int) -> Bot:
    """Return a bot of a level."""
    try:
        from tablewright.bots import registry  # type: ignore[attr-defined]
    except ImportError:
        return RandomBot(seed)
    bot: Bot = registry.make_bot(level, game, seed=seed)
    return bot


class RandomBot:
    """Takes any legal action."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def choose(self, perspective: Perspective) -> Any:
        legal = perspective.legal_actions()
        return legal[self.dice.roll(len(legal)) - 1]

    def why(self) -> str:
        return "any action is as good as another"
