"""What can happen in a match, as small immutable values. ``counted`` is the name that scenario files count.

What is seen of an event names entities by their numbers, as views do; 0 and 1 are the players themselves, and a skill,
which is never on the board, has none.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import Event
from tablewright.games.marches.language.codes import PLAINS, PLAYER, SKILL_IN_PLAY, TILES
from tablewright.games.marches.pieces import LANES, STAT_NAMES, TILE_NAMES, place_name

if TYPE_CHECKING:
    from typing import Any, ClassVar

    from tablewright.games.marches.pieces import Entity, MarchesCard


def named(entity: Entity) -> str:
    """Return how an entity is called: a player by seat, anything else by card and owner."""
    player = f"player {entity.owner + 1}"
    return player if entity.card.kind == PLAYER else f"{player}'s {entity.card.name}"


def piece(entity: Entity) -> dict[str, Any]:
    """Return which entity it is."""
    number = None if entity.number == SKILL_IN_PLAY else entity.number
    return {"number": number, "card": entity.card.id, "owner": entity.owner}


class MarchesEvent(Event):
    """Base of the events of The Marches."""

    __slots__ = ()
    #: The public name, or "" if scenarios do not count it.
    counted: ClassVar[str] = ""


class CardPlayed(MarchesEvent):
    """A card was played from hand: paid for, discarded, about to have its effect."""

    __slots__ = ("card", "place", "seat", "target")
    counted: ClassVar[str] = "CARD_PLAYED"

    def __init__(self, seat: int, card: MarchesCard, place: int, target: Entity | None) -> None:
        self.seat = seat
        self.card = card
        #: The board, lane or tile it was played on, and the entity there, if it was one.
        self.place = place
        self.target = target

    def told(self, seat: int | None) -> str:
        on = f" on {named(self.target)}" if self.target is not None else ""
        return f"player {self.seat + 1} plays {self.card.name}{on} at {place_name(self.place)}"

    def details(self, seat: int | None) -> dict[str, Any]:
        place = self.place
        return {
            "seat": self.seat,
            "card": self.card.id,
            "tile": place if place < TILES else None,
            "lane": place - PLAINS if PLAINS <= place < PLAINS + len(LANES) else None,
            "target": None if self.target is None else self.target.number,
        }


class PowerUsed(MarchesEvent):
    """The active power was used."""

    __slots__ = ("card", "seat")
    counted: ClassVar[str] = "POWER_USED"

    def __init__(self, seat: int, card: MarchesCard) -> None:
        self.seat = seat
        self.card = card

    def told(self, seat: int | None) -> str:
        return f"player {self.seat + 1} uses the power {self.card.name}"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"seat": self.seat, "card": self.card.id}


class CardDrawn(MarchesEvent):
    """A card moved from a deck to a hand; only its owner learns which."""

    __slots__ = ("card", "seat")
    counted: ClassVar[str] = "CARD_DRAWN"

    def __init__(self, seat: int, card: MarchesCard) -> None:
        self.seat = seat
        self.card = card

    def told(self, seat: int | None) -> str:
        return f"player {self.seat + 1} draws {self.card.name if seat == self.seat else 'a card'}"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"seat": self.seat, "card": self.card.id} if seat == self.seat else {"seat": self.seat}


class EntityCreated(MarchesEvent):
    """A unit or building was put into play."""

    __slots__ = ("entity",)
    counted: ClassVar[str] = "ENTITY_CREATED"

    def __init__(self, entity: Entity) -> None:
        self.entity = entity

    def told(self, seat: int | None) -> str:
        return f"{named(self.entity)} comes into play on {TILE_NAMES[self.entity.tile]}"

    def details(self, seat: int | None) -> dict[str, Any]:
        from tablewright.games.marches.views import view_entity

        return {"entity": view_entity(self.entity)}


class EntityMoved(MarchesEvent):
    """A unit went from one tile to another."""

    __slots__ = ("entity", "tile")
    counted: ClassVar[str] = "ENTITY_MOVED"

    def __init__(self, entity: Entity, tile: int) -> None:
        #: As it was before.
        self.entity = entity
        self.tile = tile

    def told(self, seat: int | None) -> str:
        origin = TILE_NAMES[self.entity.tile]
        return f"{named(self.entity)} marches from {origin} to {TILE_NAMES[self.tile]}"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**piece(self.entity), "from": self.entity.tile, "tile": self.tile}


class EntityDied(MarchesEvent):
    """A unit or building left play."""

    __slots__ = ("entity",)
    counted: ClassVar[str] = "ENTITY_DIED"

    def __init__(self, entity: Entity) -> None:
        self.entity = entity

    def told(self, seat: int | None) -> str:
        return f"{named(self.entity)} is gone from {TILE_NAMES[self.entity.tile]}"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {**piece(self.entity), "tile": self.entity.tile}


class Damage(MarchesEvent):
    """A damage step was applied, perhaps with amount 0."""

    __slots__ = ("actor", "amount", "victim")
    counted: ClassVar[str] = "DAMAGE"

    def __init__(self, actor: Entity, victim: Entity, amount: int) -> None:
        self.actor = actor
        #: As it is afterwards.
        self.victim = victim
        self.amount = amount

    def told(self, seat: int | None) -> str:
        victim = self.victim
        return f"{named(self.actor)} deals {self.amount} damage to {named(victim)}, {victim.health} HP left"

    def details(self, seat: int | None) -> dict[str, Any]:
        victim = self.victim
        hurt = {"amount": self.amount, "damage": victim.damage, "health": victim.health}
        return {**piece(victim), **hurt, "actor": piece(self.actor)}


class BuildingEntered(MarchesEvent):
    """A unit came onto the tile of a building."""

    __slots__ = ("building", "unit")
    counted: ClassVar[str] = "BUILDING_ENTERED"

    def __init__(self, unit: Entity, building: Entity) -> None:
        self.unit = unit
        self.building = building

    def told(self, seat: int | None) -> str:
        return f"{named(self.unit)} enters {named(self.building)} on {TILE_NAMES[self.unit.tile]}"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"unit": self.unit.number, "building": self.building.number, "tile": self.unit.tile}


class Combat(MarchesEvent):
    """A marching unit attacks a unit or a player."""

    __slots__ = ("attacker", "victim")
    counted: ClassVar[str] = "COMBAT"

    def __init__(self, attacker: Entity, victim: Entity) -> None:
        self.attacker = attacker
        self.victim = victim

    def told(self, seat: int | None) -> str:
        return f"{named(self.attacker)} attacks {named(self.victim)} from {TILE_NAMES[self.attacker.tile]}"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"attacker": self.attacker.number, "victim": self.victim.number, "tile": self.attacker.tile}


class GameOver(MarchesEvent):
    """A player has died; the other one has won."""

    __slots__ = ("winner",)
    counted: ClassVar[str] = "GAME_OVER"

    def __init__(self, winner: int) -> None:
        self.winner = winner

    def told(self, seat: int | None) -> str:
        return f"player {self.winner + 1} has won"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"winner": self.winner}


class MatchVoid(MarchesEvent):
    """A card passed a bound of the machine; by the rules nobody has won."""

    __slots__ = ("blame", "fault")

    def __init__(self, fault: str, blame: int | None) -> None:
        self.fault = fault
        #: The seat whose cards alone did it, if there is one.
        self.blame = blame

    def told(self, seat: int | None) -> str:
        return f"the match is void: {self.fault}"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"fault": self.fault, "blame": self.blame}


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

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"seat": self.seat, "before": self.before, "gold": self.after}


class StatChanged(MarchesEvent):
    """A stat of an entity changed."""

    __slots__ = ("before", "entity", "stat")

    def __init__(self, entity: Entity, stat: int, before: int) -> None:
        #: As it is afterwards.
        self.entity = entity
        #: The register of the stat, and its total before.
        self.stat = stat
        self.before = before

    def told(self, seat: int | None) -> str:
        from tablewright.games.marches.language.effects import register_of

        after = self.entity.stats.get(self.stat).total
        return f"{named(self.entity)} has {register_of(self.stat).noun} {after} instead of {self.before}"

    def details(self, seat: int | None) -> dict[str, Any]:
        entity, name = self.entity, STAT_NAMES[self.stat]
        shown = entity.stats.get(self.stat).shown()
        return {**piece(entity), "stat": name, "before": self.before, name: shown, "health": entity.health}


class TurnBegan(MarchesEvent):
    """The other player's turn began; their units march next."""

    __slots__ = ("seat", "turn")

    def __init__(self, seat: int, turn: int) -> None:
        self.seat = seat
        self.turn = turn

    def told(self, seat: int | None) -> str:
        return f"turn {self.turn}: player {self.seat + 1}"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"seat": self.seat, "turn": self.turn}


class DeckEmpty(MarchesEvent):
    """A player could not draw at the start of a turn."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def told(self, seat: int | None) -> str:
        return f"player {self.seat + 1} has no card left to draw"

    def details(self, seat: int | None) -> dict[str, Any]:
        return {"seat": self.seat}
