"""Which games are installed. They announce themselves by the entry point group ``tablewright.games``."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import entry_points

from tablewright.core.game import Game
from tablewright.core.problems import did_you_mean

GROUP = "tablewright.games"


def game_keys() -> list[str]:
    """List the keys of the installed games without importing any of them."""
    return sorted({point.name for point in entry_points(group=GROUP)})


@cache
def find_game(key: str) -> Game:
    """Return an installed game; raises ``ValueError`` with a sentence if there is none of that name."""
    for point in entry_points(group=GROUP):
        if point.name == key:
            game = point.load()
            if not isinstance(game, Game):
                raise ValueError(f'the entry point "{key}" of {GROUP} is no game')
            return game
    raise ValueError(f'there is no game "{key}"{did_you_mean(key, game_keys())}')


def installed_games() -> list[Game]:
    """Return all installed games; one that cannot be loaded is named on standard error and left out."""
    games = []
    for key in game_keys():
        try:
            games.append(find_game(key))
        except Exception as error:  # whatever a package of somebody else may raise
            print(f'tablewright: the game "{key}" cannot be loaded: {error}', file=sys.stderr)
    return games
