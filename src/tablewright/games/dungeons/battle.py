"""Attacks, damage and the enemy phase."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.dungeons.events import (
    COMPLETION,
    DEFEAT,
    Attacked,
    Defeated,
    FoeMoved,
    FoesActed,
    LostHealth,
    Rolled,
    RoomCompleted,
)
from tablewright.games.dungeons.floor import EMPTY, FOE, HERO, REMAINS, distance
from tablewright.games.dungeons.pieces import Hoard

if TYPE_CHECKING:
    from tablewright.games.dungeons.kinds import Attack
    from tablewright.games.dungeons.pieces import Foe, Hero
    from tablewright.games.dungeons.state import DungeonsState


def roll(state: DungeonsState, dice: int, sides: int) -> int:
    """Roll dice, announce it, and return the sum."""
    total = 0
    for _ in range(dice):
        total += state.dice.roll(sides)
    if state.watch is not None:
        state.watch(Rolled(dice, sides, total))
    return total


def strike(state: DungeonsState, attack: Attack, fields: tuple[int, ...]) -> None:
    """Roll the damage and deal it on all fields, in order; an ending stops it.

    There is friendly fire: whoever stands on a field is hurt, friends of the attacker and the attacker included.
    """
    damage = roll(state, attack.dice, attack.sides) + attack.plus
    for field in fields:
        code = state.board[field]
        if code >= FOE:
            _hurt_foe(state, code - FOE, damage, attack.damage)
        elif code >= HERO:
            _hurt_hero(state, code - HERO, damage, attack.damage)
        else:
            continue
        if state.over():
            return


def _hurt_foe(state: DungeonsState, number: int, damage: int, kind: int) -> None:
    foe = state.foes[number]
    resisted = foe.kind.resists == kind
    lost = min(foe.health, max(0, (damage // 2 if resisted else damage) - foe.kind.av))
    health = foe.health - lost
    if health:
        if lost:
            state.foes[number] = foe.with_health(health)
        if state.watch is not None:
            state.watch(LostHealth(state.foes[number], lost, damage, resisted, health))
        return
    state.foes[number] = foe.fallen()
    state.foes_left -= 1
    _leave_remains(state, foe.field, foe.kind.loot)
    if state.watch is not None:
        state.watch(LostHealth(foe, lost, damage, resisted, 0))
        state.watch(Defeated(foe, foe.field))
        if state.foes_left == 0:
            state.watch(RoomCompleted(state.room.id))
    if foe.kind.boss:
        state.end(COMPLETION)


def _hurt_hero(state: DungeonsState, number: int, damage: int, kind: int) -> None:
    hero = state.heroes[number]
    resisted = hero.resists == kind
    lost = min(hero.health, max(0, (damage // 2 if resisted else damage) - hero.gear.av))
    health = hero.health - lost
    if health:
        if lost:
            state.heroes[number] = hero.with_health(health)
        if state.watch is not None:
            state.watch(LostHealth(state.heroes[number], lost, damage, resisted, health))
        return
    state.heroes[number] = hero.fallen()
    _leave_remains(state, hero.field, hero.gear.everything())
    if state.watch is not None:
        state.watch(LostHealth(hero, lost, damage, resisted, 0))
        state.watch(Defeated(hero, hero.field))
    for other in state.heroes:
        if other.health:
            state.seat_to_act = other.player.seat
            return
    state.end(DEFEAT)


def _leave_remains(state: DungeonsState, field: int, items: tuple[int, ...]) -> None:
    state.board[field] = REMAINS
    state.hoards = (*state.hoards, Hoard(field, False, 0, False, items))


def attack_by(state: DungeonsState, who: Hero | Foe, is_foe: bool, attack: Attack, aim: int) -> None:
    """Let a character attack a field."""
    fields = state.room.floor.affected(attack.pattern, who.field, aim)
    if state.watch is not None:
        state.watch(Attacked(who, is_foe, attack, aim, fields))
    strike(state, attack, fields)


def enemy_phase(state: DungeonsState) -> None:
    """Let every foe of the room act once, in order; one that falls before its turn does not."""
    for number in range(len(state.foes)):
        foe = state.foes[number]
        if foe.health:
            _act(state, number, foe)
            if state.over():
                return
    if state.watch is not None:
        state.watch(FoesActed())


def _act(state: DungeonsState, number: int, foe: Foe) -> None:
    target = choose_target(state, foe)
    usable = foe.kind.attacks if target.field in state.room.floor.neighbours[foe.field] else foe.kind.ranged
    if usable:
        attack = usable[state.dice.roll(len(usable)) - 1]  # drawn even if there is only one
        attack_by(state, foe, True, attack, target.field)
    else:
        neighbours = state.room.floor.neighbours[foe.field]
        wanted = neighbours[state.dice.roll(len(neighbours)) - 1]
        state.board[foe.field] = EMPTY  # a collision may lead back to where the foe was
        field = after_collision(state, wanted)
        state.board[field] = FOE + number
        moved = state.foes[number] = foe.moved(field)
        if state.watch is not None:
            state.watch(FoeMoved(moved, foe.field))


def choose_target(state: DungeonsState, foe: Foe) -> Hero:
    """Return the nearest hero, of those the weakest, of those the first in the rings around the foe."""
    best: Hero | None = None
    nearest = 0
    for hero in state.heroes:
        if not hero.health:
            continue
        far = distance(foe.field, hero.field)
        if best is None or far < nearest or (far == nearest and hero.health < best.health):
            best = hero
            nearest = far
        elif far == nearest and hero.health == best.health:
            rings = state.room.floor.rings(foe.field)
            if rings.index(hero.field) < rings.index(best.field):
                best = hero
    assert best is not None  # without living heroes the match is over
    return best


def after_collision(state: DungeonsState, field: int) -> int:
    """Return where a character ends up whom the game, not a player's command, puts on a field.

    That is the field itself if it is empty. Whatever stands there, a closed or open door too, is a collision: then it
    is the first empty field in the rings around (rulebook, chapter Rooms, doors, collisions).
    """
    board = state.board
    if board[field] == EMPTY:
        return field
    rings = state.room.floor.rings(field)
    i = 0
    while board[rings[i]] != EMPTY:  # every room has a field for every hero
        i += 1
    return rings[i]
