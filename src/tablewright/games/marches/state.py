"""The position: stats, cards, entities, players, the board, and the atoms that change it.

Stats, cards and entities are never changed, only replaced, so that clones share them. Entities are known by number;
one that has died is remembered until the action is over, because effects may still refer to it.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import State
from tablewright.games.marches import events
from tablewright.games.marches.actions import MarchesAction
from tablewright.games.marches.language import codes

if TYPE_CHECKING:
    from typing import Any, Final

    from tablewright.core.state import Outcome
    from tablewright.games.marches.machine.chain import Chain, Program, Trace
    from tablewright.games.marches.setup import MarchesSetup


@final
class Stat:
    """A base and a modifier whose total never falls below ``cap``; what is cut off is forgotten."""

    __slots__ = ("base", "cap", "modifier", "total")

    def __init__(self, base: int, modifier: int, cap: int) -> None:
        self.base = base if base > cap else cap
        self.modifier = modifier if modifier > cap - self.base else cap - self.base
        self.cap = cap
        self.total = self.base + self.modifier

    def changed(self, operation: int, n: int) -> Stat:
        """Return this stat after an operation with ``n``."""
        if operation == codes.ADD:
            return Stat(self.base, self.modifier + n, self.cap)
        if operation == codes.SET:
            return Stat(self.base, n - self.base, self.cap)
        if operation == codes.MULTIPLY:
            return Stat(self.base, self.total * n - self.base, self.cap)
        return Stat(n, 0, self.cap)

    def key(self) -> tuple[int, int]:
        """Return what tells two stats of the same kind apart."""
        return (self.base, self.modifier)


#: Stands for a stat that an entity does not have, such as a building's attack.
ABSENT: Final = Stat(0, 0, 0)


@final
class Stats:
    """The four stats of an entity."""

    __slots__ = ("attack", "denominator", "hp", "movement")

    def __init__(self, hp: Stat, attack: Stat, movement: Stat, denominator: Stat) -> None:
        self.hp = hp
        self.attack = attack
        self.movement = movement
        self.denominator = denominator

    def get(self, register: int) -> Stat:
        """Return the stat that a register names."""
        if register == codes.TARGET_HP:
            return self.hp
        if register == codes.TARGET_ATTACK:
            return self.attack
        if register == codes.TARGET_MOVEMENT:
            return self.movement
        return self.denominator

    def put(self, register: int, stat: Stat) -> Stats:
        """Return these stats with one of them replaced."""
        if register == codes.TARGET_HP:
            return Stats(stat, self.attack, self.movement, self.denominator)
        if register == codes.TARGET_ATTACK:
            return Stats(self.hp, stat, self.movement, self.denominator)
        if register == codes.TARGET_MOVEMENT:
            return Stats(self.hp, self.attack, stat, self.denominator)
        return Stats(self.hp, self.attack, self.movement, stat)

    def key(self) -> tuple[tuple[int, int], ...]:
        """Return what tells two sets of stats apart."""
        return (self.hp.key(), self.attack.key(), self.movement.key(), self.denominator.key())


@final
class MarchesCard:
    """A card as the rules use it: its numbers, and for each occasion its program, if it has one."""

    __slots__ = (
        "constructs",
        "cost",
        "damage",
        "end_of_turn",
        "enters",
        "gold",
        "id",
        "kind",
        "march_here",
        "march_post",
        "name",
        "options",
        "owners",
        "played",
        "post_damage",
        "power",
        "pre_damage",
        "programs",
        "rarity",
        "stats",
        "targeting",
        "text",
        "tribe",
    )

    def __init__(
        self,
        id: int,  # noqa: A002 - the card's own word
        kind: int,
        name: str,
        cost: int,
        rarity: int,
        tribe: str,
        text: str,
        options: tuple[int, ...] | None,
        targeting: int,
        owners: int,
        stats: Stats,
        damage: int,
        gold: int,
        power: int,
        programs: tuple[Program, ...],
    ) -> None:
        self.id = id
        self.kind = kind
        self.name = name
        self.cost = cost
        self.rarity = rarity
        self.tribe = tribe
        self.text = text
        #: ``TargetOptions``: ``None`` nowhere, empty everywhere.
        self.options = options
        #: What a skill is played on; units and buildings have their own way.
        self.targeting = targeting
        #: Whose entities a skill can be played on.
        self.owners = owners
        self.stats = stats
        self.damage = damage
        self.gold = gold
        #: Of a class: the card of its active power.
        self.power = power
        self.programs = programs
        by_name = {program.name: program for program in programs}
        self.played = by_name.get("WHEN_PLAYED")
        self.enters = by_name.get("UNIT_ENTERS_BUILDING")
        self.constructs = by_name.get("UNIT_CONSTRUCTS_BUILDING")
        self.pre_damage = by_name.get("PRE_DAMAGE")
        self.post_damage = by_name.get("POST_DAMAGE")
        # A trigger counts only where something fires: marches on tiles, the end of a turn on the board.
        self.march_here = by_name.get("ON_MARCH CURRENT_TILE")
        self.march_post = by_name.get("ON_MARCH PLAY_TARGET")
        self.end_of_turn = by_name.get("ON_END_OF_TURN BOARD")

    def __repr__(self) -> str:
        return f"<{self.id} {self.name}>"

    def __reduce__(self) -> Any:
        raise TypeError("cards are shared, not copied: keep the id and look it up again")


@final
class Entity:
    """A unit or building on its tile, a player, or a skill while it is being played."""

    __slots__ = ("card", "cooldown", "damage", "number", "owner", "post", "stats", "tile")

    def __init__(
        self, number: int, card: MarchesCard, owner: int, tile: int, damage: int, cooldown: int, post: int, stats: Stats
    ) -> None:
        self.number = number
        self.card = card
        #: The seat it belongs to.
        self.owner = owner
        #: Where it stands; ``NOWHERE`` for players and skills.
        self.tile = tile
        self.damage = damage
        self.cooldown = cooldown
        #: The tile where its PLAY_TARGET triggers listen, or ``NOWHERE``.
        self.post = post
        self.stats = stats

    @property
    def health(self) -> int:
        """HP minus damage."""
        return self.stats.hp.total - self.damage

    def key(self) -> tuple[object, ...]:
        """Return everything but the number."""
        return (self.card.id, self.owner, self.tile, self.damage, self.cooldown, self.post, self.stats.key())


@final
class MarchesPlayer:
    """What a player holds. The deck is shared between clones; ``drawn`` says how much of it has been drawn."""

    __slots__ = (
        "building_tiles",
        "buildings",
        "deck",
        "discard",
        "drawn",
        "gold",
        "hand",
        "power",
        "power_available",
        "unit_tiles",
        "units",
    )

    def __init__(
        self,
        gold: int,
        hand: list[int],
        deck: tuple[int, ...],
        drawn: int,
        discard: tuple[int, ...],
        power: int,
        power_available: bool,
        units: tuple[int, ...] = (),
        buildings: tuple[int, ...] = (),
        unit_tiles: int = 0,
        building_tiles: int = 0,
    ) -> None:
        self.gold = gold
        #: Card ids in rising order.
        self.hand = hand
        #: Card ids in drawing order.
        self.deck = deck
        self.drawn = drawn
        #: Card ids in the order in which they were played.
        self.discard = discard
        self.power = power
        self.power_available = power_available
        #: The numbers of their units and buildings in placement order, and the tiles where these stand, one bit each.
        self.units = units
        self.buildings = buildings
        self.unit_tiles = unit_tiles
        self.building_tiles = building_tiles

    def clone(self) -> MarchesPlayer:
        """Return an independent copy."""
        return MarchesPlayer(
            self.gold,
            self.hand[:],
            self.deck,
            self.drawn,
            self.discard,
            self.power,
            self.power_available,
            self.units,
            self.buildings,
            self.unit_tiles,
            self.building_tiles,
        )

    def key(self) -> tuple[object, ...]:
        """Return a hashable value of it all; hand and discard pile have no order."""
        return (
            self.gold,
            tuple(self.hand),
            self.deck[self.drawn :],
            tuple(sorted(self.discard)),
            self.power,
            self.power_available,
        )


class MatchEnded(Exception):
    """Unwinds everything that was still to happen; raised once, at the moment a match ends."""


class Position(State[MarchesAction]):
    """The board and all that lies on and beside it."""

    __slots__ = (
        "chain",
        "choosing_card",
        "choosing_tile",
        "ending",
        "entities",
        "fault",
        "gone",
        "nesting",
        "next_number",
        "players",
        "posted",
        "setup",
        "steps",
        "tiles",
        "trace",
        "turn",
    )

    game = "marches"

    def __init__(
        self,
        setup: MarchesSetup,
        seat_to_act: int,
        outcome: Outcome | None,
        turn: int,
        players: list[MarchesPlayer],
        entities: dict[int, Entity],
        tiles: list[tuple[int, ...]],
        posted: tuple[int, ...],
        ending: tuple[int, ...],
        next_number: int,
        choosing_card: int,
        choosing_tile: int,
        fault: str,
    ) -> None:
        super().__init__(seat_to_act, outcome)
        self.setup = setup
        self.turn = turn
        self.players = players
        #: Everything in play by number: the players 0 and 1, then units and buildings in placement order.
        self.entities = entities
        #: For each tile the numbers of what stands there, in placement order.
        self.tiles = tiles
        #: The entities whose PLAY_TARGET triggers listen somewhere.
        self.posted = posted
        #: The entities that listen to the end of turns.
        self.ending = ending
        self.next_number = next_number
        #: The card whose target is to be chosen among several on a tile, and that tile; else ``NO_CARD``, ``NOWHERE``.
        self.choosing_card = choosing_card
        self.choosing_tile = choosing_tile
        #: Why the match is void; "" if it is not.
        self.fault = fault
        # What follows only lives while an action is carried out.
        self.gone: dict[int, Entity] = {}
        #: Of the effect list that is running innermost; the others hang on it.
        self.chain: Chain | None = None
        self.steps = 0
        self.nesting = 0
        #: Notes every instruction while it runs; ``None`` costs nothing. Clones start without.
        self.trace: Trace | None = None

    # ------------------------------------------------------------------------------------------- looking things up

    def known(self, number: int) -> Entity | None:
        """Return an entity in play, or one that left play during this action; ``None`` for ``NOBODY``."""
        entity = self.entities.get(number)
        return self.gone.get(number) if entity is None else entity

    def building_on(self, tile: int) -> Entity | None:
        """Return the building on a tile."""
        entities = self.entities
        for number in self.tiles[tile]:
            entity = entities[number]
            if entity.card.kind == codes.BUILDING:
                return entity
        return None

    # ---------------------------------------------------------------------------------------------------- the atoms

    def put(self, entity: Entity) -> None:
        """Replace an entity by a changed one, in play or remembered."""
        number = entity.number
        if number in self.entities:
            self.entities[number] = entity
        else:
            self.gone[number] = entity

    def create(self, card: MarchesCard, owner: int, tile: int) -> Entity:
        """Put a new unit or building on a tile."""
        number = self.next_number
        self.next_number = number + 1
        entity = Entity(number, card, owner, tile, card.damage, 0, codes.NOWHERE, card.stats)
        self.entities[number] = entity
        self.tiles[tile] += (number,)
        self._count(entity)
        if self.watch is not None:
            self.watch(events.EntityCreated(card, number, owner, tile))
        return entity

    def move(self, entity: Entity, tile: int) -> Entity:
        """Move a unit to another tile and return it."""
        number = entity.number
        tiles = self.tiles
        origin = entity.tile
        self._leave(entity)
        here = tiles[tile]
        tiles[tile] = (*here, number) if not here or here[-1] < number else tuple(sorted((*here, number)))
        self.players[entity.owner].unit_tiles |= 1 << tile
        moved = Entity(
            number, entity.card, entity.owner, tile, entity.damage, entity.cooldown, entity.post, entity.stats
        )
        self.entities[number] = moved
        if self.watch is not None:
            self.watch(events.EntityMoved(entity.card, number, entity.owner, origin, tile))
        return moved

    def remove(self, entity: Entity) -> None:
        """Take a unit or building out of play for good."""
        number = entity.number
        del self.entities[number]
        self._leave(entity)
        player = self.players[entity.owner]
        if entity.card.kind == codes.UNIT:
            player.units = tuple([n for n in player.units if n != number])
        else:
            player.buildings = tuple([n for n in player.buildings if n != number])
        if entity.post != codes.NOWHERE:
            self.posted = tuple([n for n in self.posted if n != number])
        if entity.card.end_of_turn is not None:
            self.ending = tuple([n for n in self.ending if n != number])
        self.gone[number] = entity
        if self.watch is not None:
            self.watch(events.EntityDied(entity.card, number, entity.owner, entity.tile))

    def _count(self, entity: Entity) -> None:
        """Note among its owner's things what has come into play."""
        player = self.players[entity.owner]
        if entity.card.kind == codes.UNIT:
            player.units += (entity.number,)
            player.unit_tiles |= 1 << entity.tile
        elif entity.card.kind == codes.BUILDING:
            player.buildings += (entity.number,)
            player.building_tiles |= 1 << entity.tile
        if entity.card.end_of_turn is not None:
            self.ending += (entity.number,)

    def _leave(self, entity: Entity) -> None:
        """Take a unit or building off its tile."""
        tile, owner, kind = entity.tile, entity.owner, entity.card.kind
        left = self.tiles[tile]
        if len(left) == 1:
            self.tiles[tile] = ()
        else:
            number = entity.number
            left = tuple([n for n in left if n != number])
            self.tiles[tile] = left
            entities = self.entities
            for n in left:
                other = entities[n]
                if other.owner == owner and other.card.kind == kind:
                    return
        player = self.players[owner]
        if kind == codes.UNIT:
            player.unit_tiles &= ~(1 << tile)
        else:
            player.building_tiles &= ~(1 << tile)

    def settle(self) -> None:
        """Work out from the entities what is kept beside them, after they have been put in place one by one."""
        self.tiles = [()] * codes.TILES
        self.posted = self.ending = ()
        for player in self.players:
            player.units = player.buildings = ()
            player.unit_tiles = player.building_tiles = 0
        for number, entity in self.entities.items():
            if entity.tile != codes.NOWHERE:
                self.tiles[entity.tile] += (number,)
            if entity.post != codes.NOWHERE:
                self.posted += (number,)
            self._count(entity)

    def pay(self, seat: int, gold: int) -> None:
        """Set a player's gold."""
        player = self.players[seat]
        before = player.gold
        player.gold = gold
        if self.watch is not None and gold != before:
            self.watch(events.GoldChanged(seat, before, gold))

    def draw(self, seat: int) -> bool:
        """Draw a card; say whether there was one."""
        player = self.players[seat]
        if player.drawn == len(player.deck):
            return False
        card = player.deck[player.drawn]
        player.drawn += 1
        insert(player.hand, card)
        if self.watch is not None:
            self.watch(events.CardDrawn(seat, self.setup.cards[card]))
        return True


def insert(hand: list[int], card: int) -> None:
    """Put a card where it belongs in a hand."""
    at = len(hand)
    while at and hand[at - 1] > card:
        at -= 1
    hand.insert(at, card)
