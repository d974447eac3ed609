"""What can happen in a match, as small immutable values. ``kind`` is the name that scenario files count."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import Event
from tablewright.games.marches.language.codes import PLAYER
from tablewright.games.marches.pieces import TILE_NAMES, place_name

if TYPE_CHECKING:
    from typing import ClassVar

    from tablewright.games.marches.pieces import MarchesCard


def named(card: MarchesCard, owner: int) -> str:
    """Return how an entity is called: a player by seat, anything else by card and owner."""
    return f"player {owner + 1}" if card.kind == PLAYER else f"player {owner + 1}'s {card.name}"


class MarchesEvent(Event):
    """Base of the events of The Marches."""

    __slots__ = ()
    #: The public name, or "" if scenarios do not count it.
    kind: ClassVar[str] = ""


class CardPlayed(MarchesEvent):
    """A card was played from hand: paid for, discarded, about to have its effect."""

    __slots__ = ("card", "place", "seat", "target")
    kind: ClassVar[str] = "CARD_PLAYED"

    def __init__(self, seat: int, card: MarchesCard, place: int, target: str) -> None:
        self.seat = seat
        self.card = card
        #: The board, lane or tile it was played on, and the entity there, if it was one.
        self.place = place
        self.target = target

    def told(self, seat: int | None) -> str:
        on = f" on {self.target}" if self.target else ""
        return f"player {self.seat + 1} plays {self.card.name}{on} at {place_name(self.place)}"


class PowerUsed(MarchesEvent):
    """The active power was used."""

    __slots__ = ("card", "seat")
    kind: ClassVar[str] = "POWER_USED"

    def __init__(self, seat: int, card: MarchesCard) -> None:
        self.seat = seat
        self.card = card

    def told(self, seat: int | None) -> str:
        return f"player {self.seat + 1} uses the power {self.card.name}"


class CardDrawn(MarchesEvent):
    """A card moved from a deck to a hand; only its owner learns which."""

    __slots__ = ("card", "seat")
    kind: ClassVar[str] = "CARD_DRAWN"

    def __init__(self, seat: int, card: MarchesCard) -> None:
        self.seat = seat
        self.card = card

    def told(self, seat: int | None) -> str:
        return f"player {self.seat + 1} draws {self.card.name if seat == self.seat else 'a card'}"


class EntityCreated(MarchesEvent):
    """A unit or building was put into play."""

    __slots__ = ("card", "number", "owner", "tile")
    kind: ClassVar[str] = "ENTITY_CREATED"

    def __init__(self, card: MarchesCard, number: int, owner: int, tile: int) -> None:
        self.card = card
        self.number = number
        self.owner = owner
        self.tile = tile

    def told(self, seat: int | None) -> str:
        return f"{named(self.card, self.owner)} comes into play on {TILE_NAMES[self.tile]}"


class EntityMoved(MarchesEvent):
    """A unit went from one tile to another."""

    __slots__ = ("card", "number", "origin", "owner", "tile")
    kind: ClassVar[str] = "ENTITY_MOVED"

    def __init__(self, card: MarchesCard, number: int, owner: int, origin: int, tile: int) -> None:
        self.card = card
        self.number = number
        self.owner = owner
        self.origin = origin
        self.tile = tile

    def told(self, seat: int | None) -> str:
        return f"{named(self.card, self.owner)} marches from {TILE_NAMES[self.origin]} to {TILE_NAMES[self.tile]}"


class EntityDied(MarchesEvent):
    """A unit or building left play."""

    __slots__ = ("card", "number", "owner", "tile")
    kind: ClassVar[str] = "ENTITY_DIED"

    def __init__(self, card: MarchesCard, number: int, owner: int, tile: int) -> None:
        self.card = card
        self.number = number
        self.owner = owner
        self.tile = tile

    def told(self, seat: int | None) -> str:
        return f"{named(self.card, self.owner)} is gone from {TILE_NAMES[self.tile]}"


class Damage(MarchesEvent):
    """A damage step was applied, perhaps with amount 0."""

    __slots__ = ("actor", "amount", "card", "health", "number", "owner")
    kind: ClassVar[str] = "DAMAGE"

    def __init__(self, actor: str, card: MarchesCard, number: int, owner: int, amount: int, health: int) -> None:
        self.actor = actor
        self.card = card
        self.number = number
        self.owner = owner
        self.amount = amount
        #: What is left.
        self.health = health

    def told(self, seat: int | None) -> str:
        return f"{self.actor} deals {self.amount} damage to {named(self.card, self.owner)}, {self.health} HP left"


class BuildingEntered(MarchesEvent):
    """A unit came onto the tile of a building."""

    __slots__ = ("building", "tile", "unit")
    kind: ClassVar[str] = "BUILDING_ENTERED"

    def __init__(self, unit: str, building: str, tile: int) -> None:
        self.unit = unit
        self.building = building
        self.tile = tile

    def told(self, seat: int | None) -> str:
        return f"{self.unit} enters {self.building} on {TILE_NAMES[self.tile]}"


class Combat(MarchesEvent):
    """A marching unit attacks a unit or a player."""

    __slots__ = ("attacker", "tile", "victim")
    kind: ClassVar[str] = "COMBAT"

    def __init__(self, attacker: str, victim: str, tile: int) -> None:
        self.attacker = attacker
        self.victim = victim
        self.tile = tile

    def told(self, seat: int | None) -> str:
        return f"{self.attacker} attacks {self.victim} from {TILE_NAMES[self.tile]}"


class GameOver(MarchesEvent):
    """A player has died; the other one has won."""

    __slots__ = ("winner",)
    kind: ClassVar[str] = "GAME_OVER"

    def __init__(self, winner: int) -> None:
        self.winner = winner

    def told(self, seat: int | None) -> str:
        return f"player {self.winner + 1} has won"


class MatchVoid(MarchesEvent):
    """A card passed a bound of the machine; nobody has won."""

    __slots__ = ("fault",)

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def told(self, seat: int | None) -> str:
        return f"the match is void: {self.fault}"


class GoldChanged(MarchesEvent):
    """A player's gold changed."""

    __slots__ = ("after", "before", "seat")

    def __init__(self, seat: int, before: int, after: int) -> None:
        self.seat = seat
        self.before = before
        self.after = after

    def told(self, seat: int | None) -> str:
        change = self.after - self.before
        return f"player {self.seat + 1} {'gains' if change > 0 else 'loses'} {abs(change)} gold, now {self.after}"


class StatChanged(MarchesEvent):
    """A stat of an entity changed."""

    __slots__ = ("after", "before", "card", "number", "owner", "stat")

    def __init__(self, card: MarchesCard, number: int, owner: int, stat: int, before: int, after: int) -> None:
        self.card = card
        self.number = number
        self.owner = owner
        self.stat = stat
        self.before = before
        self.after = after

    def told(self, seat: int | None) -> str:
        from tablewright.games.marches.language.effects import register_of

        stat = register_of(self.stat).noun
        return f"{named(self.card, self.owner)} has {stat} {self.after} instead of {self.before}"


class TurnBegan(MarchesEvent):
    """The other player's turn began; their units march next."""

    __slots__ = ("seat", "turn")

    def __init__(self, seat: int, turn: int) -> None:
        self.seat = seat
        self.turn = turn

    def told(self, seat: int | None) -> str:
        return f"turn {self.turn}: player {self.seat + 1}"


class DeckEmpty(MarchesEvent):
    """A player could not draw at the start of a turn."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def told(self, seat: int | None) -> str:
        return f"player {self.seat + 1} has no card left to draw"
