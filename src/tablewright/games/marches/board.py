"""The board: three lanes, eighteen tiles, numbered from player 1's side; player 2 sees each lane mirrored."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.language import codes

if TYPE_CHECKING:
    from typing import Final

#: Name, first tile and last tile of each lane.
LANES: Final = (("PLAINS", 0, 3), ("FOREST", 4, 9), ("MOUNTAIN", 10, 17))
LANE_OF: Final = (0,) * 4 + (1,) * 6 + (2,) * 8
#: For each tile the one that stands in its place for player 2. The mirror is its own inverse.
MIRROR: Final = tuple(first + last - tile for _, first, last in LANES for tile in range(first, last + 1))
#: For each player the tile of each lane where the units come in.
FIRST: Final = (tuple(first for _, first, _ in LANES), tuple(last for _, _, last in LANES))
#: For each player and tile the next tile of a march; ``NOWHERE`` behind the last.
NEXT: Final = (
    tuple(codes.NOWHERE if tile in FIRST[1] else tile + 1 for tile in range(codes.TILES)),
    tuple(codes.NOWHERE if tile in FIRST[0] else tile - 1 for tile in range(codes.TILES)),
)
#: How people name the tiles: P1 to P4, F1 to F6, M1 to M8.
TILE_NAMES: Final = tuple(
    f"{name[0]}{tile - first + 1}" for name, first, last in LANES for tile in range(first, last + 1)
)
TILE_OF_NAME: Final = {name: tile for tile, name in enumerate(TILE_NAMES)}


def place_name(place: int) -> str:
    """Return how a place is called in a sentence."""
    if place == codes.NOWHERE:
        return "nowhere"
    if place < codes.TILES:
        return TILE_NAMES[place]
    return "the board" if place == codes.BOARD else f"the {LANES[place - codes.TILES][0].lower()}"
