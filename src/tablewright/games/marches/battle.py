"""Damage, death, combat, buildings, marches: everything that happens on the board."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import Outcome
from tablewright.games.marches import events
from tablewright.games.marches.language import codes
from tablewright.games.marches.machine.chain import Context, MatchEnded, run
from tablewright.games.marches.pieces import FIRST, NEXT, Entity

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.marches.machine.chain import Program
    from tablewright.games.marches.pieces import MarchesCard
    from tablewright.games.marches.state import MarchesState

#: What an enemy building suffers from a unit that enters it.
ENTERING_DAMAGE: Final = 1
DEFEATED: Final = "DEFEATED"


def situation(situation: int, actor: int, affected: int) -> Context:
    """Return a context in which nothing is damaged, marching or being played."""
    return Context(situation, actor, affected, 0, 0, 0, codes.NOBODY, codes.NOWHERE)


# ---------------------------------------------------------------------------------------------------- damage, death


def die(state: MarchesState, entity: Entity) -> None:
    """Let an entity in play die. The death of a player is the end of the match."""
    if entity.card.kind != codes.PLAYER:
        state.remove(entity)
        return
    winner = 1 - entity.owner
    state.outcome = Outcome(DEFEATED, (1.0, -1.0) if winner == 0 else (-1.0, 1.0))
    if state.watch is not None:
        state.watch(events.GameOver(winner))
    raise MatchEnded


def die_if_dead(state: MarchesState, number: int) -> None:
    """Let an entity die if it is in play and has no health left."""
    entity = state.entities.get(number)
    if entity is not None and entity.damage >= entity.stats.hp.total:
        die(state, entity)


def damage_step(state: MarchesState, actor: Entity, victim: Entity, amount: int, remove: bool) -> None:
    """Deal damage with all that goes before and after it.

    Both take part as they are remembered, even if one has left play meanwhile. ``remove`` lets a dead victim die at
    once; in a fight both stay until both have struck.
    """
    number = victim.number
    itself = actor.number == number
    context: Context | None = None
    before, answer = actor.card.pre_damage, victim.card.pre_damage
    if before is not None or answer is not None:
        context = Context(codes.DAMAGING, actor.number, number, amount, 0, 0, codes.NOBODY, codes.NOWHERE)
        if before is not None:
            run(state, before, actor, context)
        if answer is not None and not itself:
            run(state, answer, victim, context)
        amount = context.damage
        victim = remembered(state, victim)
    health = victim.stats.hp.total - victim.damage
    if amount > health:
        amount = health
    if amount < 0:
        amount = 0
    hurt = victim.with_damage(victim.damage + amount)
    in_play = number in state.entities
    if in_play:
        state.entities[number] = hurt
    else:
        state.gone[number] = hurt
    if state.watch is not None:
        state.watch(events.Damage(actor, hurt, amount))
    if remove and in_play and health <= amount:
        die(state, hurt)
    before, answer = actor.card.post_damage, victim.card.post_damage
    if before is None and answer is None:
        return
    if context is None:
        context = Context(codes.DAMAGING, actor.number, number, amount, 0, 0, codes.NOBODY, codes.NOWHERE)
    else:
        context.damage = amount
    if before is not None:
        run(state, before, actor, context)
    if answer is not None and not itself:
        run(state, answer, hurt, context)


def fight(state: MarchesState, attacker: Entity, defender: Entity) -> None:
    """Let two units strike each other; who dies is removed only after both strikes, the defender first."""
    if state.watch is not None:
        state.watch(events.Combat(attacker, defender))
    answer = defender.stats.attack.total
    damage_step(state, attacker, defender, attacker.stats.attack.total, False)
    damage_step(state, remembered(state, defender), remembered(state, attacker), answer, False)
    die_if_dead(state, defender.number)
    die_if_dead(state, attacker.number)


def attack_player(state: MarchesState, attacker: Entity) -> None:
    """Let a unit strike the opposing player, who does not strike back."""
    victim = state.entities[1 - attacker.owner]
    if state.watch is not None:
        state.watch(events.Combat(attacker, victim))
    damage_step(state, attacker, victim, attacker.stats.attack.total, True)


def remembered(state: MarchesState, entity: Entity) -> Entity:
    """Return the latest form of an entity, in play or not."""
    latest = state.known(entity.number)
    return entity if latest is None else latest


# ------------------------------------------------------------------------------------------------------- buildings


def enter(state: MarchesState, unit: Entity, building: Entity) -> None:
    """Let a unit enter the building on its tile; an enemy building is damaged by it, whatever became of the unit."""
    if state.watch is not None:
        state.watch(events.BuildingEntered(unit, building))
    both(state, unit.card.enters, building.card.enters, unit, building, codes.ENTERING)
    if unit.owner != building.owner:
        standing = state.entities.get(building.number)
        if standing is not None:
            damage_step(state, remembered(state, unit), standing, ENTERING_DAMAGE, True)


def both(
    state: MarchesState, first: Program | None, second: Program | None, unit: Entity, building: Entity, what: int
) -> None:
    """Run an interaction of a unit and a building from both points of view."""
    if first is not None or second is not None:
        context = situation(what, unit.number, building.number)
        if first is not None:
            run(state, first, unit, context)
        if second is not None:
            run(state, second, building, context)


def arrive(state: MarchesState, card: MarchesCard, owner: int, tile: int) -> Entity:
    """Bring a unit into play on a tile, whether played or summoned."""
    building = state.building_on(tile)
    unit = state.create(card, owner, tile)
    if building is not None:
        enter(state, unit, building)
    die_if_dead(state, unit.number)
    return unit


def summon(state: MarchesState, card: MarchesCard, owner: int, place: int) -> None:
    """Bring a unit into play on a tile, or on its owner's first tile of a lane."""
    arrive(state, card, owner, place if place < codes.TILES else FIRST[owner][place - codes.TILES])


# --------------------------------------------------------------------------------------------------------- marching


def march(state: MarchesState, unit: Entity) -> None:
    """Let a unit in play march."""
    stats = unit.stats
    cooldown = unit.cooldown
    limit = stats.denominator.total
    if cooldown > limit or (cooldown == limit and not state.setup.options.cooldown_waits):
        cooldown = 0
    if cooldown == 0 and stats.movement.total > 0:
        latest = walk(state, unit, stats.movement.total)
        if latest is None:
            return
        unit = latest
    cooldown = (cooldown + 1) % unit.stats.denominator.total
    if cooldown != unit.cooldown:
        state.entities[unit.number] = unit.with_cooldown(cooldown)


def walk(state: MarchesState, unit: Entity, steps: int) -> Entity | None:
    """Carry out a march of so many steps: advance, or fight in the place of an advance.

    Returns what has become of the unit; ``None`` if it is no longer in play.
    """
    entities = state.entities
    tiles = state.tiles
    number = unit.number
    owner = unit.owner
    foe = state.players[1 - owner]
    context: Context | None = None
    start = 1
    while True:
        here = unit.tile
        if state.posted or len(tiles[here]) > 1:
            heard = listeners(state, here, number)
            if heard:
                for listener, _, program in heard:
                    entity = entities.get(listener)
                    if entity is not None:
                        if context is None:
                            context = situation(codes.MARCHING, number, codes.NOBODY)
                        context.steps = steps
                        context.start = start
                        run(state, program, entity, context)
                        steps = context.steps
                latest = entities.get(number)
                if latest is None or steps <= 0:
                    return latest
                unit = latest
        if foe.unit_tiles >> unit.tile & 1:
            fight(state, unit, enemy_on(state, unit.tile, owner))
            return entities.get(number)
        ahead = NEXT[owner][unit.tile]
        if ahead == codes.NOWHERE:
            attack_player(state, unit)
            return entities.get(number)
        steps -= 1
        building = state.building_on(ahead) if tiles[ahead] else None
        unit = state.move(unit, ahead)
        if building is not None:
            enter(state, unit, building)
            latest = entities.get(number)
            if latest is None:
                return None
            unit = latest
        if steps <= 0:
            return unit
        start = 0


def enemy_on(state: MarchesState, tile: int, owner: int) -> Entity:
    """Return the enemy unit that was placed first on a tile where there is one."""
    entities = state.entities
    for number in state.tiles[tile]:
        entity = entities[number]
        if entity.owner != owner and entity.card.kind == codes.UNIT:
            return entity
    raise LookupError(tile)


def listeners(state: MarchesState, tile: int, marching: int) -> list[tuple[int, int, Program]]:
    """List who hears a march on a tile, and with which program, in placement order; not the marching unit itself."""
    entities = state.entities
    found: list[tuple[int, int, Program]] = []
    for number in state.tiles[tile]:
        if number != marching:
            program = entities[number].card.march_here
            if program is not None:
                found.append((number, codes.CURRENT_TILE, program))
    here = len(found)
    for number in state.posted:
        entity = entities[number]
        if entity.post == tile and number != marching:
            program = entity.card.march_post
            assert program is not None
            found.append((number, codes.PLAY_TARGET, program))
    if len(found) > here:
        found.sort(key=_order)
    return found


def _order(listener: tuple[int, int, Program]) -> tuple[int, int]:
    return listener[:2]
