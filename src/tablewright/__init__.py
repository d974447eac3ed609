"""Tablewright: exact turn-based tabletop games, and the tools to play, test, simulate and extend them.

>>> import tablewright
>>> game = tablewright.game("ooperations")
>>> state = game.new(game.setup(), seed=7)
>>> state.submit(state.legal_actions()[0])
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tablewright.core.game import Game

__version__ = "0.1.0"


def game(key: str) -> Game:
    """Return an installed game: "ooperations", "dungeons", "maze", "marches" or one that a package adds."""
    from tablewright.core.registry import find_game  # looking up entry points is too slow for the consoles' path

    return find_game(key)
