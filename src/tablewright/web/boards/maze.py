"""The maze in the browser: what its board says besides what it sees."""

from __future__ import annotations

from typing import Any

from tablewright.games.maze.pieces import CHARACTERS, NAMES
from tablewright.games.maze.setup import MazeSetup
from tablewright.table.wordings.maze import TILES, WALLS
from tablewright.web.boards import WebBoard

#: What each character can do, in the order of the characters; few words, for they stand on a button.
DOES = (
    "Unlocks all doors next to it.",
    "Beats all monsters next to it.",
    "Reveals a room beside a known one.",
)
WALL = "wall: some of them are secret doors, which open when all three stand on their switches"


def catalog(setup: MazeSetup) -> dict[str, Any]:
    """Return names and meanings, the same for every maze: a setup knows what lies under the covered rooms, so nothing
    here is read from it. Letters of tiles are those of a view.
    """
    return {
        "characters": {
            letter: {"name": name, "does": does} for letter, name, does in zip(CHARACTERS, NAMES, DOES, strict=True)
        },
        "tiles": {**TILES, **dict.fromkeys(WALLS, WALL)},
    }


BOARD = WebBoard("maze", catalog)
