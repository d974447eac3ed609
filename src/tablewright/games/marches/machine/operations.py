"""The operations of the effect CPU: what each effect does, with its parameters worked out when the card is loaded.

Which effect becomes which operation is declared in ``language/effects.py``.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.games.marches import battle, events
from tablewright.games.marches.language import codes
from tablewright.games.marches.machine.chain import Operation, bounded, overrun
from tablewright.games.marches.pieces import ABSENT, LANE_OF, Entity

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.marches.machine.chain import Chain, Context
    from tablewright.games.marches.state import MarchesState

#: For each player, what the two players are to it.
SIDES: Final[tuple[tuple[int, ...], ...]] = ((codes.OWNER, codes.OPPONENT), (codes.OPPONENT, codes.OWNER))

# ---------------------------------------------------------------------------------------------------------- amounts


class Amount:
    """The number n that an effect works with; the base class is a number that the card itself names."""

    __slots__ = ("each", "register", "temp")

    def __init__(self, register: int, temp: int, each: bool) -> None:
        self.register = register
        self.temp = temp
        #: Must it be asked for again with every target?
        self.each = each

    def value(self, state: MarchesState, chain: Chain, context: Context) -> int:
        """Return n before the effect does anything."""
        return self.temp

    def of(self, state: MarchesState, entity: Entity) -> int:
        """Return n for one target; only amounts with ``each`` are asked for it."""
        raise NotImplementedError


@final
class RegisterAmount(Amount):
    """An amount that exists only once: in the chain, or in what is going on."""

    __slots__ = ()

    def __init__(self, register: int) -> None:
        super().__init__(register, 0, False)

    def value(self, state: MarchesState, chain: Chain, context: Context) -> int:
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

    def value(self, state: MarchesState, chain: Chain, context: Context) -> int:
        values: list[int] = []
        register = self.register
        first = self.processing == codes.FIRST or self.processing == codes.EACH
        state.steps += 1 if first else len(chain.targets)
        for number in chain.targets:
            entity = state.known(number)
            assert entity is not None
            if register == codes.PLAYERS_GOLD:
                values.append(state.players[entity.owner].gold)
            else:
                stat = entity.stats.get(register)
                if stat is not ABSENT:
                    values.append(stat.total)
            if first and values:
                return values[0]
        if not values:
            return 0
        if self.processing == codes.SUM:
            return bounded(state, chain, sum(values))
        if self.processing == codes.AVERAGE:
            total = sum(values)
            return total // len(values) if total >= 0 else -(-total // len(values))
        if state.setup.options.extremes_from_zero:
            values.append(0)
        return max(values) if self.processing == codes.MAX else min(values)

    def of(self, state: MarchesState, entity: Entity) -> int:
        if self.register == codes.PLAYERS_GOLD:
            return state.players[entity.owner].gold
        return entity.stats.get(self.register).total


def sides(players: int) -> list[int]:
    """List whom an effect means, the owner first: 0 is the seat that it is seen from, 1 the other one."""
    return [side for side, flag in enumerate((codes.OWNER, codes.OPPONENT)) if players & flag]


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


def participant(criterion: int, number: int, context: Context) -> int:
    """Return which entity a criterion names in an effect list of the entity ``number``, or ``NOBODY``."""
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

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        number = self.target(state, chain.entity, context)
        chain.targets = (number,) if number != codes.NOBODY else ()
        return True

    def guards(self, following: tuple[Operation, ...]) -> int:
        if following and isinstance(following[0], Assert):
            condition = following[0]
            if condition.amount.register == codes.TARGET_COUNT and not condition.turned:
                return 2
        return 0

    def target(self, state: MarchesState, entity: Entity, context: Context) -> int:
        number = participant(self.criterion, entity.number, context)
        other = state.entities.get(number)
        if other is None:
            other = state.gone.get(number)
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

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        n = self.amount.value(state, chain, context)
        places = chain.places
        if len(places) == 1:
            chain.targets = tuple(self.search(state, chain, places[0], n))
            return True
        targets: list[int] = []
        searched: dict[int, list[int]] = {}
        for place in places:
            if place not in searched:
                searched[place] = self.search(state, chain, place, n)
            targets += searched[place]
            if len(targets) > codes.MOST_REFERENCES:
                overrun(state, chain.entity, f"its effects took more than {codes.MOST_REFERENCES:,} targets")
        chain.targets = tuple(targets)
        return True

    def search(self, state: MarchesState, chain: Chain, place: int, n: int) -> list[int]:
        """List what is chosen of the candidates in one place."""
        found = self.candidates(state, chain, place, n)
        state.steps += len(found) + 1
        if self.criterion == codes.ALL:
            return found
        if self.criterion == codes.QUANTITY:
            return found[: abs(n)]
        if self.criterion == codes.ORDINAL:
            index = n if n >= 0 else -n - 1
            return found[index : index + 1]
        return []

    def candidates(self, state: MarchesState, chain: Chain, place: int, n: int) -> list[int]:
        """List the candidates in one place."""
        owner, owners, kinds = chain.owner, self.owners, self.kinds
        placed = kinds & (codes.UNIT | codes.BUILDING)
        sides = SIDES[owner]
        entities = state.entities
        if not placed:
            found = []
        elif place < codes.TILES:
            found = [
                number
                for number in state.tiles[place]
                if entities[number].card.kind & placed and owners & sides[entities[number].owner]
            ]
        else:
            found = []
            for seat, player in enumerate(state.players):
                if owners & sides[seat]:
                    if placed & codes.UNIT:
                        found += player.units
                    if placed & codes.BUILDING:
                        found += player.buildings
            if place != codes.BOARD:
                lane = place - codes.TILES
                found = [number for number in found if LANE_OF[entities[number].tile] == lane]
            found.sort()
        if n < 0 and state.setup.options.negative_search_reverses:
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

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        place = context.place if self.place == codes.PLAY_TARGET else self.place
        if place != codes.NOWHERE:
            chain.places += (place,)
            bound_places(state, chain)
        return True


@final
class AddTiles(Operation):
    """Adds the tile of each target."""

    __slots__ = ()

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        entities = state.entities
        state.steps += len(chain.targets)
        tiles = [entities[number].tile for number in chain.targets if number in entities]
        chain.places += tuple([tile for tile in tiles if tile != codes.NOWHERE])
        bound_places(state, chain)
        return True


def bound_places(state: MarchesState, chain: Chain) -> None:
    """Stop a program that collects too many places."""
    if len(chain.places) > codes.MOST_REFERENCES:
        overrun(state, chain.entity, f"its effects took more than {codes.MOST_REFERENCES:,} places")


# --------------------------------------------------------------------------------------------------------- changing


@final
class ModifyRegister(Operation):
    """Changes a number that exists only once: the accumulator, the steps left of a march, the amount of a damage step.

    Outside of a march or a damage step there are no such numbers, and nothing happens.
    """

    __slots__ = ("amount", "operation", "register")

    def __init__(self, operation: int, register: int, amount: Amount) -> None:
        self.operation = operation
        self.register = register
        self.amount = amount

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        if self.register == codes.ACC:
            chain.acc = self.changed(chain.acc, state, chain, context)
        elif self.register == codes.DAMAGE_AMOUNT:
            if context.situation == codes.DAMAGING:
                context.damage = self.changed(context.damage, state, chain, context)
        elif context.situation == codes.MARCHING:
            context.steps = self.changed(context.steps, state, chain, context)
        return True

    def changed(self, old: int, state: MarchesState, chain: Chain, context: Context) -> int:
        """Return what a number becomes."""
        n = self.amount.value(state, chain, context)
        return bounded(state, chain, plain(self.operation, old, n))


@final
class ModifyGold(Operation):
    """Changes the gold of players, once per target, as its owner sees them."""

    __slots__ = ("amount", "operation", "sides")

    def __init__(self, operation: int, players: int, amount: Amount) -> None:
        self.operation = operation
        self.sides = sides(players)
        self.amount = amount

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        targets = chain.targets
        state.steps += len(targets)
        each = self.amount.each
        n = 0 if each else self.amount.value(state, chain, context)
        for number in targets:
            entity = state.known(number)
            assert entity is not None
            if each:
                n = self.amount.of(state, entity)
            for side in self.sides:
                seat = entity.owner ^ side
                state.pay(seat, bounded(state, chain, plain(self.operation, state.players[seat].gold, n)))
        return True


@final
class ModifyStat(Operation):
    """Changes a stat of every target that has it; lowered HP can kill, once all targets have been treated."""

    __slots__ = ("amount", "operation", "register")

    def __init__(self, operation: int, register: int, amount: Amount) -> None:
        self.operation = operation
        self.register = register
        self.amount = amount

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        entities = state.entities
        register = self.register
        targets = chain.targets
        state.steps += len(targets)
        each = self.amount.each
        n = 0 if each else self.amount.value(state, chain, context)
        for number in targets:
            entity = entities.get(number)
            if entity is None:
                continue
            stat = entity.stats.get(register)
            if stat is ABSENT:
                continue
            if each:
                n = self.amount.of(state, entity)
            changed = stat.changed(self.operation, n)
            bounded(state, chain, changed.total)
            entity = entity.with_stats(entity.stats.put(register, changed))
            entities[number] = entity
            if state.watch is not None and changed.total != stat.total:
                state.watch(events.StatChanged(entity, register, stat.total))
        if register == codes.TARGET_HP and not state.setup.options.hp_zero_waits:
            for number in targets:
                battle.die_if_dead(state, number)
        return True


# --------------------------------------------------------------------------------------------------------- deciding


@final
class Assert(Operation):
    """Goes on only if n is not 0, or, turned round, only if it is."""

    __slots__ = ("amount", "turned")

    def __init__(self, turned: bool, amount: Amount) -> None:
        self.turned = turned
        self.amount = amount

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        return (self.amount.value(state, chain, context) == 0) == self.turned


@final
class AssertRole(Operation):
    """Goes on only if the activated entity is the one that a criterion names, or, turned round, if it is not."""

    __slots__ = ("criterion", "turned")

    def __init__(self, turned: bool, criterion: int) -> None:
        self.turned = turned
        self.criterion = criterion

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        return self.target(state, chain.entity, context) != codes.NOBODY

    def guards(self, following: tuple[Operation, ...]) -> int:
        return 1

    def target(self, state: MarchesState, entity: Entity, context: Context) -> int:
        number = entity.number
        met = (participant(self.criterion, number, context) != number) == self.turned
        return number if met else codes.NOBODY


# ----------------------------------------------------------------------------------------------------------- acting


@final
class Summon(Operation):
    """Brings a unit into play in every place, for each player named."""

    __slots__ = ("amount", "sides")

    def __init__(self, players: int, amount: Amount) -> None:
        self.sides = sides(players)
        self.amount = amount

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        card = state.setup.cards.get(self.amount.value(state, chain, context))
        if card is None or card.kind != codes.UNIT:
            return True
        for place in chain.places:
            if place != codes.BOARD:
                for side in self.sides:
                    state.steps += 1
                    if len(state.entities) - codes.FIRST_PLACED >= codes.MOST_ENTITIES:
                        what = f"its effects put more than {codes.MOST_ENTITIES} units and buildings into play"
                        overrun(state, chain.entity, what)
                    battle.summon(state, card, chain.owner ^ side, place)
        return True


@final
class Kill(Operation):
    """Lets every target in play die, without damage."""

    __slots__ = ()

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        state.steps += len(chain.targets)
        for number in chain.targets:
            entity = state.entities.get(number)
            if entity is not None:
                battle.die(state, entity)
        return True


@final
class DealDamage(Operation):
    """Deals damage to every target in play; nobody strikes back."""

    __slots__ = ("amount",)

    def __init__(self, amount: Amount) -> None:
        self.amount = amount

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        targets = chain.targets
        state.steps += len(targets)
        each = self.amount.each
        n = 0 if each else self.amount.value(state, chain, context)
        for number in targets:
            victim = state.entities.get(number)
            if victim is not None:
                if each:
                    n = self.amount.of(state, victim)
                battle.damage_step(state, battle.remembered(state, chain.entity), victim, n, True)
        return True


@final
class Draw(Operation):
    """Lets players draw, once per target, as its owner sees them; an empty deck does no harm here."""

    __slots__ = ("amount", "sides")

    def __init__(self, players: int, amount: Amount) -> None:
        self.sides = sides(players)
        self.amount = amount

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        targets = chain.targets
        state.steps += len(targets)
        each = self.amount.each
        n = 0 if each else self.amount.value(state, chain, context)
        for number in targets:
            entity = state.known(number)
            assert entity is not None
            if each:
                n = self.amount.of(state, entity)
            for side in self.sides:
                left = n
                while left > 0 and state.draw(entity.owner ^ side):
                    left -= 1
        return True


@final
class March(Operation):
    """Makes every target that is a unit in play march."""

    __slots__ = ()

    def run(self, state: MarchesState, chain: Chain, context: Context) -> bool:
        targets = chain.targets
        state.steps += len(targets)
        for number in targets:
            entity = state.entities.get(number)
            if entity is not None and entity.card.kind == codes.UNIT:
                battle.march(state, entity)
        return True
