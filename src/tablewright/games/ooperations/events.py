"""What can happen in a match: one class for each event, with what it tells."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Event

if TYPE_CHECKING:
    from tablewright.games.ooperations.pieces import OoperationsCard


class OoperationsEvent(Event):
    """Base of all events; ``seat`` is whose card or turn it is, and the attacker's where it concerns both."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def player(self) -> str:
        """Return how the player of the seat is called."""
        return f"Player {self.seat + 1}"

    def __repr__(self) -> str:
        return f"<{self.told(self.seat)}>"


class CardEvent(OoperationsEvent):
    """Something about a card or a creature."""

    __slots__ = ("card",)

    def __init__(self, seat: int, card: OoperationsCard) -> None:
        super().__init__(seat)
        self.card = card


class LaneEvent(CardEvent):
    """Something about a creature in a slot, Field or Battle; ``lane`` is the number of the slot, from 1."""

    __slots__ = ("lane",)

    def __init__(self, seat: int, card: OoperationsCard, lane: int) -> None:
        super().__init__(seat, card)
        self.lane = lane


# --- rounds and turns


@final
class RoundStarted(OoperationsEvent):
    """A round begins; the attacker is the one of this round."""

    __slots__ = ("number",)

    def __init__(self, seat: int, number: int) -> None:
        super().__init__(seat)
        self.number = number

    def told(self, seat: int | None) -> str:
        return f"Round {self.number} begins; {self.player()} attacks."


@final
class DrewCard(CardEvent):
    """A card moves from a deck to its owner's hand; only the owner learns which."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.player()} draws {self.card.name if seat == self.seat else 'a card'}."


@final
class HandRedrawn(OoperationsEvent):
    """A player has replaced the whole hand by ``count`` cards."""

    __slots__ = ("count",)

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self.count = count

    def told(self, seat: int | None) -> str:
        return f"{self.player()} redraws {self.count} cards."


@final
class CreaturePlayed(LaneEvent):
    """A creature enters the Field Zone from the hand."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.player()} plays {self.card.name} in slot {self.lane}."


@final
class SpellCast(CardEvent):
    """A spell has had its effect."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.player()} casts {self.card.name}."


@final
class SentToBattle(LaneEvent):
    """A creature moves from the Field Zone to the Battle Zone."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.player()} sends {self.card.name} to battle in lane {self.lane}."


@final
class Hastened(LaneEvent):
    """A creature went to battle in the round it entered."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} is hasty."


@final
class Challenged(LaneEvent):
    """An opposing Challenger drags a creature into battle."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} is challenged into battle."


@final
class CreatureRegenerated(LaneEvent):
    """A creature is back at its base health."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} regenerates."


@final
class WeakenedByPoison(LaneEvent):
    """A poisoned creature loses health."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} suffers from poison."


@final
class TurnDone(OoperationsEvent):
    """A player has finished the Setup Phase of this round."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.player()} is done."


# --- the battle


@final
class BattleStarted(OoperationsEvent):
    """The Battle Phase begins."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return "The battle begins."


@final
class SlotReached(OoperationsEvent):
    """The battle comes to a lane; not worth a line in a log."""

    __slots__ = ("lane",)

    def __init__(self, seat: int, lane: int) -> None:
        super().__init__(seat)
        self.lane = lane

    def told(self, seat: int | None) -> str:
        return ""


@final
class DirectHit(LaneEvent):
    """A creature that nobody opposes hits the defender."""

    __slots__ = ("damage",)

    def __init__(self, seat: int, card: OoperationsCard, lane: int, damage: int) -> None:
        super().__init__(seat, card, lane)
        self.damage = damage

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} hits the defender directly for {self.damage} in lane {self.lane}."


@final
class FightStarted(LaneEvent):
    """Two creatures meet; ``card`` is the attacker's."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} starts a fight in lane {self.lane}."


@final
class AttackStarted(CardEvent):
    """A creature strikes; ``number`` says whether this is the first or the second attack of the fight."""

    __slots__ = ("damage", "number")

    def __init__(self, seat: int, card: OoperationsCard, number: int, damage: int) -> None:
        super().__init__(seat, card)
        self.number = number
        self.damage = damage

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} attacks for {self.damage}."


@final
class StruckFirst(CardEvent):
    """The attack that has just started comes first because of First Strike."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} strikes first."


@final
class WasBrutal(LaneEvent):
    """A Brutal creature has killed; the ``surplus`` of its attack hits the owner of its victim."""

    __slots__ = ("surplus",)

    def __init__(self, seat: int, card: OoperationsCard, lane: int, surplus: int) -> None:
        super().__init__(seat, card, lane)
        self.surplus = surplus

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} is brutal: {self.surplus} damage to the owner of its victim."


@final
class StoleLife(LaneEvent):
    """A creature gains health by Lifesteal."""

    __slots__ = ("gained",)

    def __init__(self, seat: int, card: OoperationsCard, lane: int, gained: int) -> None:
        super().__init__(seat, card, lane)
        self.gained = gained

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} steals life."


@final
class PoisonedFoe(LaneEvent):
    """A Venomous creature poisons its victim."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} poisons its foe."


@final
class BattleEnded(OoperationsEvent):
    """All lanes have been fought."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return "The battle ends."


@final
class UndyingReturned(LaneEvent):
    """A creature rises from the graveyard into the Field Zone."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} is undying and returns in slot {self.lane}."


@final
class OoperationsEnded(OoperationsEvent):
    """The Final Phase is reached."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return "The match is over."


# --- ways to the graveyard


class Buried(LaneEvent):
    """A creature goes to its owner's graveyard; each subclass is a cause."""

    __slots__ = ()


@final
class CreatureDied(Buried):
    """It has no health left."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.player()} loses {self.card.name} to the graveyard."


@final
class TemporaryLeft(Buried):
    """It was Temporary, and the battle is over."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} was only temporary."


@final
class FoundNoRoom(Buried):
    """It could not return to a full Field Zone."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} finds no room in the Field Zone."
