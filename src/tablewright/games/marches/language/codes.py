"""The numbers behind the words of the card language, and the bounds of its machine.

The words themselves, with what they mean, are in ``vocabulary.py``; the rules only ever see these numbers.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final

# Kinds of entities, flags.
UNIT: Final = 1
BUILDING: Final = 2
SKILL: Final = 4
PLAYER: Final = 8

# Players as a card sees them, flags.
OWNER: Final = 1
OPPONENT: Final = 2

# Places: the tiles are 0 to 17, then come the lanes and the board.
TILES: Final = 18
PLAINS: Final = 18
FOREST: Final = 19
MOUNTAIN: Final = 20
BOARD: Final = 21
NOWHERE: Final = -1
#: Places relative to a play or an entity; they become one of those above when they are looked up.
PLAY_TARGET: Final = 22
CURRENT_TILE: Final = 23

# Search criteria.
NOTHING: Final = 0
ORDINAL: Final = 1
QUANTITY: Final = 2
ALL: Final = 3
EFFECT_OWNING_ENTITY: Final = 4
ACTOR_ENTITY: Final = 5
AFFECTED_ENTITY: Final = 6
PLAY_TARGET_ENTITY: Final = 7

# Modifier operations.
NO_OPERATION: Final = 0
SET: Final = 1
ADD: Final = 2
MULTIPLY: Final = 3
ABSOLUTE_SET: Final = 4
NOT: Final = 5

# Registers that effects read and write.
TEMP_VARIABLE: Final = 0
ACC: Final = 1
TARGET_COUNT: Final = 2
TARGET_HP: Final = 3
TARGET_ATTACK: Final = 4
TARGET_MOVEMENT: Final = 5
TARGET_MOVEMENT_DENOMINATOR: Final = 6
PLAYERS_GOLD: Final = 7
MARCH_START_FLAG: Final = 8
MARCH_CURRENT_MOVEMENT: Final = 9
DAMAGE_AMOUNT: Final = 10

# How several inputs become one.
FIRST: Final = 0
SUM: Final = 1
AVERAGE: Final = 2
MAX: Final = 3
MIN: Final = 4
EACH: Final = 5

# What skills can be played on. The relative kinds mirror their tiles for player 2.
ON_BOARD: Final = 0
ON_LANE: Final = 1
ON_TILE: Final = 2
ON_TILE_RELATIVE: Final = 3
ON_UNIT: Final = 4
ON_BUILDING: Final = 5
ON_UNIT_AND_BUILDING: Final = 6
ON_UNIT_RELATIVE: Final = 7
ON_BUILDING_RELATIVE: Final = 8
ON_UNIT_AND_BUILDING_RELATIVE: Final = 9

# What is going on while an effect list runs.
PLAYING: Final = 0
ENTERING: Final = 1
CONSTRUCTING: Final = 2
DAMAGING: Final = 3
MARCHING: Final = 4
ENDING_TURN: Final = 5

# Numbers of entities: the players own 0 and 1, placed entities count from 2.
SKILL_IN_PLAY: Final = -1
NOBODY: Final = -2
FIRST_PLACED: Final = 2

# Bounds. A card with a longer list is refused; passing another bound ends the match as void, naming the card.
#: Effects of one list.
MOST_EFFECTS: Final = 200
#: Effects carried out and targets treated during one action.
MOST_STEPS: Final = 20_000
#: Effect lists running inside each other.
MOST_NESTING: Final = 100
#: Units and buildings in play.
MOST_ENTITIES: Final = 256
#: Entries of a list of targets or places.
MOST_REFERENCES: Final = 1_000
#: Size of any number, in either direction.
MOST_NUMBER: Final = 1_000_000_000
#: No card has this number.
NO_CARD: Final = MOST_NUMBER + 1
