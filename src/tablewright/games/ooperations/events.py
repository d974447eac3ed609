"""What can happen in a match, told while it happens."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Event

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.ooperations.cards import OoperationsCard

ROUND_STARTED: Final = 0
CARD_DRAWN: Final = 1
HAND_REDRAWN: Final = 2
CREATURE_PLAYED: Final = 3
SPELL_CAST: Final = 4
SENT_TO_BATTLE: Final = 5
HASTENED: Final = 6
CHALLENGED: Final = 7
REGENERATED: Final = 8
WEAKENED_BY_POISON: Final = 9
DIED: Final = 10
TURN_ENDED: Final = 11
BATTLE_STARTED: Final = 12
SLOT_REACHED: Final = 13
DIRECT_HIT: Final = 14
FIGHT_STARTED: Final = 15
ATTACK_STARTED: Final = 16
STRUCK_FIRST: Final = 17
WAS_BRUTAL: Final = 18
STOLE_LIFE: Final = 19
POISONED_FOE: Final = 20
BATTLE_ENDED: Final = 21
TEMPORARY_LEFT: Final = 22
NO_ROOM_IN_FIELD: Final = 23
UNDYING_RETURNED: Final = 24
MATCH_ENDED: Final = 25

#: How each event is said; an empty text is not worth a line in a log.
SENTENCES: Final = (
    "Round {amount} begins; {player} attacks.",
    "{player} draws {card}.",
    "{player} redraws {amount} cards.",
    "{player} plays {card} in slot {lane}.",
    "{player} casts {card}.",
    "{player} sends {card} to battle in lane {lane}.",
    "{card} is hasty.",
    "{card} is challenged into battle.",
    "{card} regenerates.",
    "{card} suffers from poison.",
    "{player} loses {card} to the graveyard.",
    "{player} is done.",
    "The battle begins.",
    "",
    "{card} hits the defender directly for {amount} in lane {lane}.",
    "{card} starts a fight in lane {lane}.",
    "{card} attacks for {amount}.",
    "{card} strikes first.",
    "{card} is brutal: {amount} damage to the owner of its victim.",
    "{card} steals life.",
    "{card} poisons its foe.",
    "The battle ends.",
    "{card} was only temporary.",
    "{card} finds no room in the Field Zone.",
    "{card} is undying and returns in slot {lane}.",
    "The match is over.",
)


@final
class Happened(Event):
    """One event. ``seat`` is whose card or turn it is, ``lane`` counts from 1; what does not apply is ``None`` or 0."""

    __slots__ = ("amount", "card", "kind", "lane", "seat")

    def __init__(
        self, kind: int, seat: int, card: OoperationsCard | None = None, lane: int = 0, amount: int = 0
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.card = card
        self.lane = lane
        self.amount = amount

    def told(self, seat: int | None) -> str:
        card = "" if self.card is None else self.card.name
        if self.kind == CARD_DRAWN and seat != self.seat:
            card = "a card"
        player = f"Player {self.seat + 1}"
        return SENTENCES[self.kind].format(player=player, card=card, lane=self.lane, amount=self.amount)

    def __repr__(self) -> str:
        return f"<{self.told(self.seat)}>"
