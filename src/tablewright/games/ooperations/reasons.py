"""Why a command is refused: the errors of the rulebook in the order of its table.

Of several errors only the first in this order is told. The parser tells those that the words alone show; the others
depend on the position.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import Reason

if TYPE_CHECKING:
    from typing import Final

REASONS: Final[list[Reason]] = []


def _next(code: str, sentence: str) -> Reason:
    reason = Reason(code, sentence, len(REASONS) + 1)
    REASONS.append(reason)
    return reason


# What the parser tells.
UNKNOWN_COMMAND: Final = _next("UNKNOWN_COMMAND", '"{word}" is not a command that changes the game')
INVALID_PARAM_COUNT: Final = _next("INVALID_PARAM_COUNT", '"{word}" takes {need} parameters, not {have}')
MISSING_CARD: Final = _next("MISSING_CARD", '"spell" needs the ID of a card')
INVALID_CARD: Final = _next("INVALID_CARD", 'there is no card "{word}"')
INVALID_SLOT: Final = _next("INVALID_SLOT", '"{word}" is not a slot; slots are F1 to F7 and B1 to B7')

# What the position tells.
REDRAW_DISABLED: Final = _next("REDRAW_DISABLED", "redraw is only possible before the first card, move or done")
REDRAW_NOT_ENOUGH_CARDS: Final = _next(
    "REDRAW_NOT_ENOUGH_CARDS", "redraw needs at least two cards in hand, you have {have}"
)
NOT_IN_HAND: Final = _next("NOT_IN_HAND", "{card} is not in your hand")
NOT_CREATURE: Final = _next("NOT_CREATURE", "{card} is a spell, not a creature")
NOT_SPELL: Final = _next("NOT_SPELL", "{card} is a creature, not a spell")
INVALID_PARAM_COUNT_SPELL: Final = _next(
    "INVALID_PARAM_COUNT_SPELL", "{card} needs another number of parameters after its ID"
)
NOT_IN_FIELD: Final = _next("NOT_IN_FIELD", "the slot is not in your own Field Zone")
FIELD_EMPTY: Final = _next("FIELD_EMPTY", "there is no creature in F{lane}")
CREATURE_CANNOT_BATTLE: Final = _next(
    "CREATURE_CANNOT_BATTLE", "{card} entered the board in this round and has no Haste"
)
NOT_IN_BATTLE: Final = _next("NOT_IN_BATTLE", "the slot to move to is not in your own Battle Zone")
BATTLE_OCCUPIED: Final = _next("BATTLE_OCCUPIED", "B{lane} already holds a creature")
FIELD_OCCUPIED: Final = _next("FIELD_OCCUPIED", "F{lane} already holds a creature")
INVALID_SLOT_SPELL: Final = _next("INVALID_SLOT_SPELL", "{card} must target a slot such as F1 or OB7")
TARGET_EMPTY: Final = _next("TARGET_EMPTY", "there is no creature in the target slot")
NOT_IN_GRAVEYARD: Final = _next("NOT_IN_GRAVEYARD", "{card} is not in your graveyard")
NOT_ENOUGH_MANA: Final = _next("NOT_ENOUGH_MANA", "{card} costs {need} mana, you have {have}")
