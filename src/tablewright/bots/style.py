"""Opponents with a character: each has a manner, a deck that it likes, and a line about itself.

The styles of a game are its companion ``styles``, by their names. A style is called by its name alone, as a level is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from tablewright.bots.bot import Bot, Profile
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective
from tablewright.core.problems import did_you_mean
from tablewright.core.registry import companion


@dataclass(frozen=True)
class Style:
    """A manner to play a game."""

    #: What it says of itself.
    line: str
    #: The deck that it likes; a form offers it when the style is chosen.
    deck: str
    #: Makes the bot that plays so, from a seed.
    bot: Callable[[int], Bot]


def styles(game: Game) -> dict[str, Style]:
    """Return the styles of a game by their names; nothing where there are none."""
    return companion("styles", game) or {}


class StyleBot(Bot):
    """Plays one of the styles of its game."""

    games = ("ooperations", "marches")
    profile = Profile(
        knows="what the other bots of its game know",
        thinks="as they do, with a liking of its own: rusher, builder or trickster",
        costs="some milliseconds a choice",
    )

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.seed)
        self.bot = bot

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        found = styles(game)
        if argument and argument not in found:
            raise ValueError(f'there is no style "{argument}"{did_you_mean(argument, list(found))}')
        return cls(found[argument or next(iter(found))].bot(seed))

    def choose(self, perspective: Perspective) -> Any:
        return self.bot.choose(perspective)

    def why(self) -> str:
        return self.bot.why()
