"""Why a command is refused: the table of errors of the rulebook, in its order, which is the order of rank.

A code is what a story file calls the error, without the ``E_`` in front of it. Where the rulebook has one text for
several mistakes, they share a code and a rank, and only the sentence says which of them it was.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import Reason

if TYPE_CHECKING:
    from typing import Final

UNKNOWN_COMMAND: Final = Reason("UNKNOWN_COMMAND", '"{word}" is not a command', 1)

WRONG_COUNT: Final = Reason("INVALID_PARAM_COUNT", "{command} takes {takes} parameters, not {given}", 2)

NOT_A_HERO: Final = Reason("INVALID_PARAM", '"{word}" is not a player type; there are {known}', 3)
NOT_A_POSITION: Final = Reason("INVALID_PARAM", '"{word}" is not a position; one looks like 2,1 (row,column)', 3)
NOT_AN_ITEM: Final = Reason("INVALID_PARAM", '"{word}" is not an item', 3)
NOT_USABLE: Final = Reason("INVALID_PARAM", "{item} is ammunition, which is used by attacking", 3)

ABSENT: Final = Reason("ENTITY_OR_ITEM_UNAVAILABLE", "there is no {hero} in the party", 4)
FALLEN: Final = Reason("ENTITY_OR_ITEM_UNAVAILABLE", "{name} has been defeated", 4)
NOT_OWNED: Final = Reason("ENTITY_OR_ITEM_UNAVAILABLE", "{name} has no {item}", 4)

NO_WEAPON: Final = Reason("ATTACK_NO_WEAPON_EQUIPPED", "{name} has no weapon equipped", 5)

OUTSIDE_ROOM: Final = Reason("INVALID_POSITION", "({row},{column}) is outside the room", 6)
OUT_OF_REACH: Final = Reason("INVALID_POSITION", "({row},{column}) is not next to {name}", 6)
NOT_FREE: Final = Reason("INVALID_POSITION", "({row},{column}) is neither empty nor a door", 6)
NO_LOOT: Final = Reason("INVALID_POSITION", "there is nothing to loot on ({row},{column})", 6)

LOCKED: Final = Reason("MOVE_LOCKED_DOOR", "the door on ({row},{column}) is locked", 7)

NO_AMMUNITION: Final = Reason("ATTACK_NO_AMMUNITION", "{name} has no {item} left", 8)
