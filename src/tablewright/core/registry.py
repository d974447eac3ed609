"""Which games are installed. They announce themselves by the entry point group ``tablewright.games``."""

from __future__ import annotations

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
