"""The operations of the effect CPU: what each effect does, with its parameters worked out when the card is loaded.

Which effect becomes which operation is declared in ``effects.py``.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.games.marches import battle, events
from tablewright.games.marches.board import LANE_OF
from tablewright.games.marches.language import codes
from tablewright.games.marches.machine.chain import Operation, bounded, count, overrun
from tablewright.games.marches.state import ABSENT, Entity

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.marches.machine.chain import Chain, Context
    from tablewright.games.marches.state import Position

OWNER_FIRST: Final = (codes.OWNER, codes.OPPONENT)
#: For each player, what the two players are to it.
SIDES: Final = ((codes.OWNER, codes.OPPONENT), (codes.OPPONENT, codes.OWNER))

# ---------------------------------------------------------------------------------------------------------- amounts


class Amount:
    """The number n that an effect works with; the base class is a number that the card itself names."""

    __slots__ = ("each", "register", "temp")

    def __init__(self, register: int, temp: int, each: bool) -> None:
        self.register = register
        self.temp = temp
        #: Must it be asked for again with every target?
        self.each = each

    def value(self, table: Position, chain: Chain, context: Context) -> int:
        """Return n before the effect does anything."""
        return self.temp

    def of(self, table: Position, entity: Entity) -> int:
        """Return n for one target; only amounts with ``each`` are asked for it."""
        raise NotImplementedError


@final
class RegisterAmount(Amount):
    """An amount that exists only once: in the chain, or in what is going on."""

    __slots__ = ()

    def __init__(self, register: int) -> None:
        super().__init__(register, 0, False)

    def value(self, table: Position, chain: Chain, context: Context) -> int:
        register = self.register
        if register == codes.TARGET_COUNT:
            return len(chain.targets)
        if register == codes.ACC:
            return chain.acc
        if register == codes.DAMAGE_AMOUNT:
            return context.damage
        if register == codes.MARCH_CURRENT_MOVEMENT:
            return context.steps
        return context.start


@final
class TargetsAmount(Amount):
    """An amount that exists once per target: a stat, or its owner's gold."""

    __slots__ = ("processing",)

    def __init__(self, register: int, processing: int) -> None:
        super().__init__(register, 0, processing == codes.EACH)
        self.processing = processing

    def value(self, table: Position, chain: Chain, context: Context) -> int:
        values: list[int] = []
        register = self.register
        first = self.processing == codes.FIRST or self.processing == codes.EACH
        table.steps += 1 if first else len(chain.targets)
        for number in chain.targets:
            entity = table.known(number)
            assert entity is not None
            if register == codes.PLAYERS_GOLD:
                values.append(table.players[entity.owner].gold)
            else:
                stat = entity.stats.get(register)
                if stat is not ABSENT:
                    values.append(stat.total)
            if first and values:
                return values[0]
        if not values:
            return 0
        if self.processing == codes.SUM:
            return bounded(table, chain, sum(values))
        if self.processing == codes.AVERAGE:
            total = sum(values)
            return total // len(values) if total >= 0 else -(-total // len(values))
        if table.setup.options.extremes_from_zero:
            values.append(0)
        return max(values) if self.processing == codes.MAX else min(values)

    def of(self, table: Position, entity: Entity) -> int:
        if self.register == codes.PLAYERS_GOLD:
            return table.players[entity.owner].gold
        return entity.stats.get(self.register).total


def plain(operation: int, old: int, n: int) -> int:
    """Return a plain number after an operation with ``n``."""
    if operation == codes.ADD:
        return old + n
    if operation == codes.MULTIPLY:
        return old * n
    if operation == codes.NOT:
        return 1 if n == 0 else 0
    return n


# -------------------------------------------------------------------------------------------------------- selecting


def participant(criterion: int, chain: Chain, context: Context) -> int:
    """Return the number of the entity that a criterion names in a context, or ``NOBODY``."""
    return in_role(criterion, chain.number, context)


def in_role(criterion: int, number: int, context: Context) -> int:
    """Return the same for an entity of this number whose effect list has not begun yet."""
    if criterion == codes.ACTOR_ENTITY:
        return context.actor
    if criterion == codes.AFFECTED_ENTITY:
        return context.affected
    if criterion == codes.PLAY_TARGET_ENTITY:
        return context.target
    return number if criterion == codes.EFFECT_OWNING_ENTITY else codes.NOBODY


@final
class Select(Operation):
    """Makes one known entity the only target, if it passes the filters."""

    __slots__ = ("criterion", "kinds", "owners")

    def __init__(self, criterion: int, owners: int, kinds: int) -> None:
        self.criterion = criterion
        self.owners = owners
        self.kinds = kinds

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        number = self.target(table, chain.entity, context)
        chain.targets = (number,) if number != codes.NOBODY else ()
        return True

    def guards(self, following: tuple[Operation, ...]) -> int:
        if following and isinstance(following[0], Assert):
            condition = following[0]
            if condition.amount.register == codes.TARGET_COUNT and not condition.turned:
                return 2
        return 0

    def target(self, table: Position, entity: Entity, context: Context) -> int:
        number = in_role(self.criterion, entity.number, context)
        other = table.entities.get(number)
        if other is None:
            other = table.gone.get(number)
        if other is not None and other.card.kind & self.kinds and self.owners & SIDES[entity.owner][other.owner]:
            return number
        return codes.NOBODY


@final
class Find(Operation):
    """Searches the places: a player, what stands there in placement order, the other player."""

    __slots__ = ("amount", "criterion", "kinds", "owners")

    def __init__(self, criterion: int, owners: int, kinds: int, amount: Amount) -> None:
        self.criterion = criterion
        self.owners = owners
        self.kinds = kinds
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        n = self.amount.value(table, chain, context)
        targets: list[int] = []
        for place in chain.places:
            found = self.search(table, chain, place, n)
            count(table, chain.entity.card, len(found) + 1)
            if self.criterion == codes.ALL:
                targets += found
            elif self.criterion == codes.QUANTITY:
                targets += found[: abs(n)]
            elif self.criterion == codes.ORDINAL:
                index = n if n >= 0 else -n - 1
                targets += found[index : index + 1]
            if len(targets) > codes.MOST_REFERENCES:
                overrun(table, chain.entity.card, f"its effects took more than {codes.MOST_REFERENCES:,} targets")
        chain.targets = tuple(targets)
        return True

    def search(self, table: Position, chain: Chain, place: int, n: int) -> list[int]:
        """List the candidates in one place."""
        owner, owners, kinds = chain.owner, self.owners, self.kinds
        placed = kinds & (codes.UNIT | codes.BUILDING)
        sides = SIDES[owner]
        entities = table.entities
        if not placed:
            found = []
        elif place < codes.TILES:
            found = [
                number
                for number in table.tiles[place]
                if entities[number].card.kind & placed and owners & sides[entities[number].owner]
            ]
        else:
            found = []
            for seat, player in enumerate(table.players):
                if owners & sides[seat]:
                    if placed & codes.UNIT:
                        found += player.units
                    if placed & codes.BUILDING:
                        found += player.buildings
            if place != codes.BOARD:
                lane = place - codes.TILES
                found = [number for number in found if LANE_OF[entities[number].tile] == lane]
            found.sort()
        if n < 0 and table.setup.options.negative_search_reverses:
            found.reverse()
        if kinds & codes.PLAYER:
            first = owner if n >= 0 else 1 - owner
            if owners & sides[first]:
                found.insert(0, first)
            if owners & sides[1 - first]:
                found.append(1 - first)
        return found


@final
class AddPlace(Operation):
    """Adds a place that is the same for all targets: the board, a lane, or where the card was played."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        place = context.place if self.place == codes.PLAY_TARGET else self.place
        if place != codes.NOWHERE:
            chain.places += (place,)
            bound_places(table, chain)
        return True


@final
class AddTiles(Operation):
    """Adds the tile of each target."""

    __slots__ = ()

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        entities = table.entities
        table.steps += len(chain.targets)
        tiles = [entities[number].tile for number in chain.targets if number in entities]
        chain.places += tuple([tile for tile in tiles if tile != codes.NOWHERE])
        bound_places(table, chain)
        return True


def bound_places(table: Position, chain: Chain) -> None:
    """Stop a program that collects too many places."""
    if len(chain.places) > codes.MOST_REFERENCES:
        overrun(table, chain.entity.card, f"its effects took more than {codes.MOST_REFERENCES:,} places")


# --------------------------------------------------------------------------------------------------------- changing


@final
class ModifyAccumulator(Operation):
    """Changes the accumulator."""

    __slots__ = ("amount", "operation")

    def __init__(self, operation: int, amount: Amount) -> None:
        self.operation = operation
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        n = self.amount.value(table, chain, context)
        chain.acc = bounded(table, chain, plain(self.operation, chain.acc, n))
        return True


@final
class ModifySteps(Operation):
    """Changes the steps left of a march; outside of one it does nothing."""

    __slots__ = ("amount", "operation")

    def __init__(self, operation: int, amount: Amount) -> None:
        self.operation = operation
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        if context.situation == codes.MARCHING:
            n = self.amount.value(table, chain, context)
            context.steps = bounded(table, chain, plain(self.operation, context.steps, n))
        return True


@final
class ModifyDamage(Operation):
    """Changes the amount of a damage step; outside of one it does nothing."""

    __slots__ = ("amount", "operation")

    def __init__(self, operation: int, amount: Amount) -> None:
        self.operation = operation
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        if context.situation == codes.DAMAGING:
            n = self.amount.value(table, chain, context)
            context.damage = bounded(table, chain, plain(self.operation, context.damage, n))
        return True


@final
class ModifyGold(Operation):
    """Changes the gold of players, once per target, as its owner sees them."""

    __slots__ = ("amount", "operation", "players")

    def __init__(self, operation: int, players: int, amount: Amount) -> None:
        self.operation = operation
        self.players = players
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        targets = chain.targets
        table.steps += len(targets)
        each = self.amount.each
        n = 0 if each else self.amount.value(table, chain, context)
        for number in targets:
            entity = table.known(number)
            assert entity is not None
            if each:
                n = self.amount.of(table, entity)
            for flag in OWNER_FIRST:
                if self.players & flag:
                    seat = entity.owner if flag == codes.OWNER else 1 - entity.owner
                    table.pay(seat, bounded(table, chain, plain(self.operation, table.players[seat].gold, n)))
        return True


@final
class ModifyStat(Operation):
    """Changes a stat of every target that has it; lowered HP can kill, once all targets have been treated."""

    __slots__ = ("amount", "operation", "register")

    def __init__(self, operation: int, register: int, amount: Amount) -> None:
        self.operation = operation
        self.register = register
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        entities = table.entities
        register = self.register
        targets = chain.targets
        table.steps += len(targets)
        each = self.amount.each
        n = 0 if each else self.amount.value(table, chain, context)
        for number in targets:
            entity = entities.get(number)
            if entity is None:
                continue
            stat = entity.stats.get(register)
            if stat is ABSENT:
                continue
            if each:
                n = self.amount.of(table, entity)
            changed = stat.changed(self.operation, n)
            bounded(table, chain, changed.total)
            entities[number] = Entity(
                number,
                entity.card,
                entity.owner,
                entity.tile,
                entity.damage,
                entity.cooldown,
                entity.post,
                entity.stats.put(register, changed),
            )
            if table.watch is not None and changed.total != stat.total:
                table.watch(events.StatChanged(entity.card, number, entity.owner, register, stat.total, changed.total))
        if register == codes.TARGET_HP and not table.setup.options.hp_zero_waits:
            for number in targets:
                battle.die_if_dead(table, number)
        return True


# --------------------------------------------------------------------------------------------------------- deciding


@final
class Assert(Operation):
    """Goes on only if n is not 0, or, turned round, only if it is."""

    __slots__ = ("amount", "turned")

    def __init__(self, turned: bool, amount: Amount) -> None:
        self.turned = turned
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        return (self.amount.value(table, chain, context) == 0) == self.turned


@final
class AssertRole(Operation):
    """Goes on only if the activated entity is the one that a criterion names, or, turned round, if it is not."""

    __slots__ = ("criterion", "turned")

    def __init__(self, turned: bool, criterion: int) -> None:
        self.turned = turned
        self.criterion = criterion

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        return self.target(table, chain.entity, context) != codes.NOBODY

    def guards(self, following: tuple[Operation, ...]) -> int:
        return 1

    def target(self, table: Position, entity: Entity, context: Context) -> int:
        number = entity.number
        met = (in_role(self.criterion, number, context) != number) == self.turned
        return number if met else codes.NOBODY


# ----------------------------------------------------------------------------------------------------------- acting


@final
class Summon(Operation):
    """Brings a unit into play in every place, for each player named."""

    __slots__ = ("amount", "players")

    def __init__(self, players: int, amount: Amount) -> None:
        self.players = players
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        card = table.setup.cards.get(self.amount.value(table, chain, context))
        if card is None or card.kind != codes.UNIT:
            return True
        for place in chain.places:
            if place != codes.BOARD:
                for flag in OWNER_FIRST:
                    if self.players & flag:
                        table.steps += 1
                        if len(table.entities) - codes.FIRST_PLACED >= codes.MOST_ENTITIES:
                            what = f"its effects put more than {codes.MOST_ENTITIES} units and buildings into play"
                            overrun(table, chain.entity.card, what)
                        seat = chain.owner if flag == codes.OWNER else 1 - chain.owner
                        battle.summon(table, card, seat, place)
        return True


@final
class Kill(Operation):
    """Lets every target in play die, without damage."""

    __slots__ = ()

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        table.steps += len(chain.targets)
        for number in chain.targets:
            entity = table.entities.get(number)
            if entity is not None:
                battle.die(table, entity)
        return True


@final
class DealDamage(Operation):
    """Deals damage to every target in play; nobody strikes back."""

    __slots__ = ("amount",)

    def __init__(self, amount: Amount) -> None:
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        targets = chain.targets
        table.steps += len(targets)
        each = self.amount.each
        n = 0 if each else self.amount.value(table, chain, context)
        for number in targets:
            victim = table.entities.get(number)
            if victim is not None:
                if each:
                    n = self.amount.of(table, victim)
                battle.damage_step(table, battle.remembered(table, chain.entity), victim, n, True)
        return True


@final
class Draw(Operation):
    """Lets players draw, once per target, as its owner sees them; an empty deck does no harm here."""

    __slots__ = ("amount", "players")

    def __init__(self, players: int, amount: Amount) -> None:
        self.players = players
        self.amount = amount

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        targets = chain.targets
        table.steps += len(targets)
        each = self.amount.each
        n = 0 if each else self.amount.value(table, chain, context)
        for number in targets:
            entity = table.known(number)
            assert entity is not None
            if each:
                n = self.amount.of(table, entity)
            for flag in OWNER_FIRST:
                if self.players & flag:
                    seat = entity.owner if flag == codes.OWNER else 1 - entity.owner
                    left = n
                    while left > 0 and table.draw(seat):
                        left -= 1
        return True


@final
class March(Operation):
    """Makes every target that is a unit in play march."""

    __slots__ = ()

    def run(self, table: Position, chain: Chain, context: Context) -> bool:
        targets = chain.targets
        table.steps += len(targets)
        for number in targets:
            entity = table.entities.get(number)
            if entity is not None and entity.card.kind == codes.UNIT:
                battle.march(table, number)
        return True
