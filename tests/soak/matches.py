"""Matches for the long checks: every game, many setups, every stage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.testing import random_match


def some_setup(game: Game, dice: Dice) -> Any:
    """Return a setup with every choice made at random."""
    choices = {choice.key: choice.options for choice in game.choices()}
    for _ in range(20):
        chosen = {key: options[dice.roll(len(options)) - 1].name for key, options in choices.items()}
        try:
            return game.setup(**chosen)
        except ValueError:  # some choices do not go together
            continue
    return game.setup()


def positions(game: Game, seed: int, every: int) -> Iterator[Match]:
    """Yield random matches of random setups without end, each at every so many actions on its way."""
    dice = Dice(seed)
    while True:
        whole = random_match(game, some_setup(game, dice), dice.raw())
        match = Match(game, whole.setup, whole.deal)
        for number, action in enumerate(whole.actions):
            if number % every == 0:
                yield match
            match.advance(action)
        yield match
