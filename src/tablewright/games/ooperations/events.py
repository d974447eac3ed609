"""What can happen in a match: one class for each event, with what it tells and what it shows.

What is shown is in the words of the view. A place is the way to it from its owner's part of the view: ``["battle", 2]``
is ``view["players"][seat]["battle"][2]``; a hand and a deck have no places, for nobody else may know them.
``creature``, ``health``, ``mana`` and the like are as they are afterwards. ``target`` is what the card of the event
works on: a creature with its place, or a player's health.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Event

if TYPE_CHECKING:
    from typing import Any, Final

    from tablewright.core.state import Outcome
    from tablewright.games.ooperations.pieces import Creature, OoperationsCard

# Where cards and creatures are.
IN_DECK: Final = "deck"
IN_HAND: Final = "hand"
IN_FIELD: Final = "field"
IN_BATTLE: Final = "battle"
IN_GRAVEYARD: Final = "graveyard"


def creature_shown(seat: int, zone: str, slot: int, creature: Creature) -> dict[str, Any]:
    """Return a creature of a seat with its place; slots are counted from 0 here."""
    return {"seat": seat, "at": [zone, slot], "creature": creature.view()}


class OoperationsEvent(Event):
    """Base of all events; ``seat`` is whose card or turn it is, and the attacker's where it concerns both."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def player(self) -> str:
        """Return how the player of the seat is called."""
        return f"Player {self.seat + 1}"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"seat": self.seat}

    def __repr__(self) -> str:
        return f"<{self.told(self.seat)}>"


class CardEvent(OoperationsEvent):
    """Something about a card or a creature."""

    __slots__ = ("card",)

    def __init__(self, seat: int, card: OoperationsCard) -> None:
        super().__init__(seat)
        self.card = card

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"seat": self.seat, "card": self.card.key}


class LaneEvent(CardEvent):
    """Something about a creature in a slot; ``lane`` is the number of the slot, from 1."""

    __slots__ = ("creature", "lane", "zone")

    def __init__(self, seat: int, creature: Creature, zone: str, lane: int) -> None:
        super().__init__(seat, creature.card)
        self.creature = creature
        self.zone = zone
        self.lane = lane

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"card": self.card.key, **creature_shown(self.seat, self.zone, self.lane - 1, self.creature)}


class MoveEvent(LaneEvent):
    """A creature comes to a slot from elsewhere."""

    __slots__ = ("origin",)

    def __init__(self, seat: int, creature: Creature, origin: list[Any], zone: str, lane: int) -> None:
        super().__init__(seat, creature, zone, lane)
        self.origin = origin

    def details(self, seat: int | None) -> dict[str, Any]:
        return _moved(self.seat, self.creature, self.origin, [self.zone, self.lane - 1])


def _moved(seat: int, creature: Creature, origin: list[Any], goal: list[Any]) -> dict[str, Any]:
    return {"seat": seat, "card": creature.card.key, "from": origin, "to": goal, "creature": creature.view()}


# --- rounds and turns


@final
class RoundStarted(OoperationsEvent):
    """A round begins; the attacker is the one of this round."""

    __slots__ = ("mana", "number", "pool")

    def __init__(self, seat: int, number: int, pool: int, mana: list[int]) -> None:
        super().__init__(seat)
        self.number = number
        self.pool = pool
        self.mana = mana

    def told(self, seat: int | None) -> str:
        return f"Round {self.number} begins; {self.player()} attacks."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"seat": self.seat, "round": self.number, "pool": self.pool, "mana": self.mana}


@final
class DrewCard(CardEvent):
    """A card moves from a deck to its owner's hand; only the owner learns which."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.player()} draws {self.card.name if seat == self.seat else 'a card'}."

    def details(self, seat: int | None) -> dict[str, Any]:
        shown: dict[str, Any] = {"seat": self.seat, "from": [IN_DECK], "to": [IN_HAND]}
        return {**shown, "card": self.card.key} if seat == self.seat else shown


@final
class HandRedrawn(OoperationsEvent):
    """A player has replaced the whole hand by another; only the owner sees it."""

    __slots__ = ("hand",)

    def __init__(self, seat: int, hand: list[OoperationsCard]) -> None:
        super().__init__(seat)
        self.hand = hand

    def told(self, seat: int | None) -> str:
        return f"{self.player()} redraws {len(self.hand)} cards."

    def details(self, seat: int | None) -> dict[str, Any]:
        shown: dict[str, Any] = {"seat": self.seat, "hand_size": len(self.hand)}
        return {**shown, "hand": [card.key for card in self.hand]} if seat == self.seat else shown


@final
class CreaturePlayed(MoveEvent):
    """A creature enters the Field Zone from the hand."""

    __slots__ = ("mana",)

    def __init__(self, seat: int, creature: Creature, lane: int, mana: int) -> None:
        super().__init__(seat, creature, [IN_HAND], IN_FIELD, lane)
        self.mana = mana

    def told(self, seat: int | None) -> str:
        return f"{self.player()} plays {self.card.name} in slot {self.lane}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**super().details(seat), "mana": self.mana}


@final
class SpellCast(CardEvent):
    """A spell has had its effect.

    ``changed`` are the creatures that it has changed or brought to the board; those it killed had their own event.
    ``target`` is the seat and the place it was cast on, if on a single one, and ``goal`` where it has brought a buried
    creature.
    """

    __slots__ = ("changed", "goal", "mana", "target")

    def __init__(
        self,
        seat: int,
        card: OoperationsCard,
        mana: int,
        changed: list[dict[str, Any]],
        target: dict[str, Any] | None,
        goal: list[Any] | None,
    ) -> None:
        super().__init__(seat, card)
        self.mana = mana
        self.changed = changed
        self.target = target
        self.goal = goal

    def told(self, seat: int | None) -> str:
        return f"{self.player()} casts {self.card.name}."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "card": self.card.key,
            "from": [IN_HAND],
            "mana": self.mana,
            "changed": self.changed,
            "target": self.target,
            "to": self.goal,
        }


@final
class SentToBattle(MoveEvent):
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
class Challenged(MoveEvent):
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

    __slots__ = ("health",)

    def __init__(self, seat: int, creature: Creature, lane: int, health: int) -> None:
        super().__init__(seat, creature, IN_BATTLE, lane)
        self.health = health

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} hits the defender directly for {self.creature.attack} in lane {self.lane}."

    def details(self, seat: int | None) -> dict[str, Any]:
        target = {"seat": 1 - self.seat, "health": self.health}
        return {**super().details(seat), "damage": self.creature.attack, "target": target}


@final
class FightStarted(LaneEvent):
    """Two creatures meet; ``card`` is the attacker's."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} starts a fight in lane {self.lane}."


@final
class AttackStarted(LaneEvent):
    """A creature strikes; ``number`` says whether this is the first or the second attack of the fight."""

    __slots__ = ("number", "victim")

    def __init__(self, seat: int, creature: Creature, lane: int, number: int, victim: Creature) -> None:
        super().__init__(seat, creature, IN_BATTLE, lane)
        self.number = number
        self.victim = victim

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} attacks for {self.creature.attack}."

    def details(self, seat: int | None) -> dict[str, Any]:
        target = creature_shown(1 - self.seat, IN_BATTLE, self.lane - 1, self.victim)
        return {**super().details(seat), "number": self.number, "damage": self.creature.attack, "target": target}


@final
class StruckFirst(LaneEvent):
    """The attack that has just started comes first because of First Strike."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} strikes first."


@final
class WasBrutal(LaneEvent):
    """A Brutal creature has killed; the ``surplus`` of its attack hits the owner of its victim."""

    __slots__ = ("health", "surplus")

    def __init__(self, seat: int, creature: Creature, lane: int, surplus: int, health: int) -> None:
        super().__init__(seat, creature, IN_BATTLE, lane)
        self.surplus = surplus
        self.health = health

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} is brutal: {self.surplus} damage to the owner of its victim."

    def details(self, seat: int | None) -> dict[str, Any]:
        target = {"seat": 1 - self.seat, "health": self.health}
        return {**super().details(seat), "damage": self.surplus, "target": target}


@final
class StoleLife(LaneEvent):
    """A creature gains health by Lifesteal."""

    __slots__ = ("gained",)

    def __init__(self, seat: int, creature: Creature, lane: int, gained: int) -> None:
        super().__init__(seat, creature, IN_BATTLE, lane)
        self.gained = gained

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} steals life."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**super().details(seat), "gained": self.gained}


@final
class PoisonedFoe(LaneEvent):
    """A Venomous creature poisons its victim."""

    __slots__ = ("victim",)

    def __init__(self, seat: int, creature: Creature, lane: int, victim: Creature) -> None:
        super().__init__(seat, creature, IN_BATTLE, lane)
        self.victim = victim

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} poisons its foe."

    def details(self, seat: int | None) -> dict[str, Any]:
        target = creature_shown(1 - self.seat, IN_BATTLE, self.lane - 1, self.victim)
        return {**super().details(seat), "target": target}


@final
class BattleEnded(OoperationsEvent):
    """All lanes have been fought."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return "The battle ends."


@final
class CreaturesReturned(OoperationsEvent):
    """The creatures of a player go back to the Field Zone; ``moves`` are a creature, its lane and its slot, from 0."""

    __slots__ = ("moves",)

    def __init__(self, seat: int, moves: list[tuple[Creature, int, int]]) -> None:
        super().__init__(seat)
        self.moves = moves

    def told(self, seat: int | None) -> str:
        return f"The creatures of {self.player()} return to the Field Zone."

    def details(self, seat: int | None) -> dict[str, Any]:
        moves = [
            _moved(self.seat, creature, [IN_BATTLE, lane], [IN_FIELD, slot]) for creature, lane, slot in self.moves
        ]
        return {"seat": self.seat, "moves": moves}


@final
class UndyingReturned(MoveEvent):
    """A creature rises from the graveyard into the Field Zone."""

    __slots__ = ()

    def told(self, seat: int | None) -> str:
        return f"{self.card.name} is undying and returns in slot {self.lane}."


@final
class OoperationsEnded(OoperationsEvent):
    """The Final Phase is reached."""

    __slots__ = ("outcome",)

    def __init__(self, seat: int, outcome: Outcome) -> None:
        super().__init__(seat)
        self.outcome = outcome

    def told(self, seat: int | None) -> str:
        return "The match is over."

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"outcome": {"cause": self.outcome.cause, "returns": list(self.outcome.returns)}}


# --- ways to the graveyard


class Buried(LaneEvent):
    """A creature goes to its owner's graveyard, where it is the last for now; each subclass is a cause."""

    __slots__ = ("depth",)

    def __init__(self, seat: int, creature: Creature, zone: str, lane: int, depth: int) -> None:
        super().__init__(seat, creature, zone, lane)
        #: How many lie below it.
        self.depth = depth

    def details(self, seat: int | None) -> dict[str, Any]:
        return _moved(self.seat, self.creature, [self.zone, self.lane - 1], [IN_GRAVEYARD, self.depth])


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
