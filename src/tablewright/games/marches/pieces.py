"""The board and what lies on it: tiles, stats, cards, entities, players.

Stats, cards and entities are never changed, only replaced, so that clones share them.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final, mypyc_attr
from tablewright.games.marches.language import codes

if TYPE_CHECKING:
    from typing import Any, Final

    from tablewright.games.marches.actions import Aim
    from tablewright.games.marches.machine.chain import Program

# -------------------------------------------------------------------------------------------------------- the board
# Three lanes, eighteen tiles, numbered from player 1's side; player 2 sees each lane mirrored.

#: Name, first tile and last tile of each lane.
LANES: Final = (("PLAINS", 0, 3), ("FOREST", 4, 9), ("MOUNTAIN", 10, 17))
LANE_OF: Final = (0,) * 4 + (1,) * 6 + (2,) * 8
#: For each tile the one that stands in its place for player 2. The mirror is its own inverse.
MIRROR: Final = tuple(first + last - tile for _, first, last in LANES for tile in range(first, last + 1))
#: For each player the tile of each lane where the units come in.
FIRST: Final[tuple[tuple[int, ...], ...]] = (tuple(first for _, first, _ in LANES), tuple(last for _, _, last in LANES))
#: For each player and tile the next tile of a march; ``NOWHERE`` behind the last.
NEXT: Final[tuple[tuple[int, ...], ...]] = (
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


# ------------------------------------------------------------------------------------------------- stats and cards


@final
@mypyc_attr(acyclic=True)
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

    def shown(self) -> dict[str, int]:
        """Return it as views show it."""
        return {"total": self.total, "base": self.base, "modifier": self.modifier}


#: Stands for a stat that an entity does not have, such as a building's attack.
ABSENT: Final = Stat(0, 0, 0)


#: What the stats are called in views, by their registers.
STAT_NAMES: Final = {
    codes.TARGET_HP: "hp",
    codes.TARGET_ATTACK: "attack",
    codes.TARGET_MOVEMENT: "movement",
    codes.TARGET_MOVEMENT_DENOMINATOR: "denominator",
}


@final
@mypyc_attr(acyclic=True)
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
@mypyc_attr(acyclic=True, free_list_len=1)
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
        #: The tile it was played at if it has PLAY_TARGET triggers, which listen there; else ``NOWHERE``.
        self.post = post
        self.stats = stats

    @property
    def health(self) -> int:
        """HP minus damage."""
        return self.stats.hp.total - self.damage

    def with_damage(self, damage: int) -> Entity:
        """Return it with so much damage in all."""
        return Entity(self.number, self.card, self.owner, self.tile, damage, self.cooldown, self.post, self.stats)

    def with_stats(self, stats: Stats) -> Entity:
        """Return it with other stats."""
        return Entity(self.number, self.card, self.owner, self.tile, self.damage, self.cooldown, self.post, stats)

    def with_cooldown(self, cooldown: int) -> Entity:
        """Return it after so many turns of its waiting."""
        return Entity(self.number, self.card, self.owner, self.tile, self.damage, cooldown, self.post, self.stats)

    def posted(self, post: int) -> Entity:
        """Return it with its PLAY_TARGET triggers listening to a tile."""
        return Entity(self.number, self.card, self.owner, self.tile, self.damage, self.cooldown, post, self.stats)

    def moved(self, tile: int) -> Entity:
        """Return it on another tile."""
        return Entity(self.number, self.card, self.owner, tile, self.damage, self.cooldown, self.post, self.stats)

    def key(self) -> tuple[object, ...]:
        """Return everything but the number."""
        return (self.card.id, self.owner, self.tile, self.damage, self.cooldown, self.post, self.stats.key())


@final
@mypyc_attr(acyclic=True)
class MarchesPlayer:
    """What a player holds. The deck is shared between clones; ``drawn`` says how much of it has been drawn."""

    __slots__ = (
        "building_tiles",
        "buildings",
        "deck",
        "discard",
        "drawn",
        "gold",
        "held",
        "power",
        "power_available",
        "unit_tiles",
        "units",
    )

    def __init__(
        self,
        gold: int,
        held: list[Aim],
        deck: tuple[int, ...],
        drawn: int,
        discard: tuple[int, ...],
        power: MarchesCard,
        power_available: bool,
        units: tuple[int, ...] = (),
        buildings: tuple[int, ...] = (),
        unit_tiles: int = 0,
        building_tiles: int = 0,
    ) -> None:
        self.gold = gold
        #: The cards in the hand with where they can be played, in rising order of their ids.
        self.held = held
        #: Card ids in drawing order.
        self.deck = deck
        self.drawn = drawn
        #: Card ids in the order in which they were played.
        self.discard = discard
        #: The card of the active power.
        self.power = power
        self.power_available = power_available
        #: The numbers of their units and buildings in placement order, and the tiles where these stand, one bit each.
        self.units = units
        self.buildings = buildings
        self.unit_tiles = unit_tiles
        self.building_tiles = building_tiles

    @property
    def hand(self) -> list[int]:
        """Card ids in rising order."""
        return [aim.id for aim in self.held]

    def clone(self) -> MarchesPlayer:
        """Return an independent copy."""
        return MarchesPlayer(
            self.gold,
            self.held[:],
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
            self.power.id,
            self.power_available,
        )
