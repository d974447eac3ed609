"""What a table is started with: the rooms, how they lie, and how patient the table is."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.games.maze.actions import Actions
from tablewright.games.maze.pieces import AREA, COVERED, START_TILES, board_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

#: No counter of a real game comes near.
MOST_FLIPS: Final = 1_000_000_000


@final
class MazeSetup:
    """A valid layout with its floor plans.

    ``max_flips`` is a rule of the table, not of the rulebook: the flip that would raise the counter above it loses the
    game. 0 means no limit, as in the exact console: none but ``MOST_FLIPS``, so that every position can be kept.
    """

    __slots__ = ("actions", "board", "layout", "letters", "limit", "max_flips", "rooms", "seats", "start", "tiles")

    def __init__(self, layout: Sequence[str], rooms: dict[str, bytes], max_flips: int = 0) -> None:
        self.seats = 1
        self.layout = tuple(layout)
        #: The letters place by place.
        self.letters = "".join(layout)
        #: The floor plans of the letters in play.
        self.rooms = {letter: rooms[letter] for letter in sorted(self.letters)}
        self.max_flips = max_flips
        #: The counter above which the game is lost.
        self.limit = max_flips or MOST_FLIPS
        self.board = board_of(len(layout), len(layout[0]))
        self.actions = Actions(self.board, self.rooms)
        #: The tiles at the start: only room S is revealed.
        self.tiles = b"".join(
            [self.rooms[letter] if letter == "S" else self.rooms[letter].translate(COVERED) for letter in self.letters]
        )
        first = self.letters.index("S") * AREA
        #: Where thief, fighter and seer start.
        self.start = (first + START_TILES[0], first + START_TILES[1], first + START_TILES[2])

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MazeSetup)
            and self.layout == other.layout
            and self.rooms == other.rooms
            and self.max_flips == other.max_flips
        )

    def __hash__(self) -> int:
        return hash((self.layout, self.max_flips))

    def __repr__(self) -> str:
        return f"<{' '.join(self.layout)}>"
