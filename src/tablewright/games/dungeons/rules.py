"""What heroes may do and what it does: moving, looting, using items, and the turn of the phases."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import MATCH_OVER
from tablewright.games.dungeons.actions import ATTACK, ATTACKS, LOOT, LOOTS, MOVE, MOVES, USE
from tablewright.games.dungeons.battle import after_collision, attack_by, enemy_phase, roll
from tablewright.games.dungeons.events import (
    FLIGHT,
    LIMIT,
    ActionDone,
    ChestLocked,
    ChestTried,
    Consumed,
    Equipped,
    HeroMoved,
    Looted,
    Regenerated,
    Resistant,
    RoomEntered,
)
from tablewright.games.dungeons.floor import CHEST, DOOR, EMPTY, FOE, HERO, OUTSIDE, REMAINS
from tablewright.games.dungeons.kinds import ARMOR, NONE, POTION
from tablewright.games.dungeons.pieces import Hoard, added, changed, outfit
from tablewright.games.dungeons.reasons import (
    ABSENT,
    FALLEN,
    LOCKED,
    NO_AMMUNITION,
    NO_LOOT,
    NO_WEAPON,
    NOT_FREE,
    NOT_OWNED,
    OUT_OF_REACH,
    OUTSIDE_ROOM,
)
from tablewright.games.dungeons.setup import WAY_OUT
from tablewright.games.dungeons.tables import HEROES, ITEMS

if TYPE_CHECKING:
    from tablewright.core.state import Reason
    from tablewright.games.dungeons.actions import DungeonsAction
    from tablewright.games.dungeons.pieces import Hero
    from tablewright.games.dungeons.state import DungeonsState


def door_is_open(state: DungeonsState, door: int) -> bool:
    """Say whether a door can be passed: no foe is left in the room, and there is something behind it."""
    if state.foes_left:
        return False
    behind = state.room.behind(door)
    return behind == WAY_OUT or state.setup.positions[behind] >= 0


def why_not(state: DungeonsState, action: DungeonsAction) -> Reason | None:
    """Return the highest-ranked reason against an action."""
    if state.outcome is not None:
        return MATCH_OVER
    hero = state.hero(action.hero)
    if hero is None:
        return ABSENT.of(hero=HEROES[action.hero].name)
    if not hero.health:
        return FALLEN.of(name=hero.name)
    gear = hero.gear
    if action.verb == USE:
        if gear.bag[action.item] or action.item == gear.armor or action.item == gear.weapon:
            return None
        return NOT_OWNED.of(name=hero.name, item=ITEMS[action.item].name)
    attack = gear.attack
    if action.verb == ATTACK and attack is None:
        return NO_WEAPON.of(name=hero.name)
    content = OUTSIDE if action.field == NONE else state.board[action.field]
    if content == OUTSIDE:
        return OUTSIDE_ROOM.of(row=action.row, column=action.column)
    ranged = action.verb == ATTACK and attack is not None and attack.ranged
    if not ranged and action.field not in state.room.floor.neighbours[hero.field]:
        return OUT_OF_REACH.of(row=action.row, column=action.column, name=hero.name)
    if action.verb == MOVE:
        if content != EMPTY and content != DOOR:
            return NOT_FREE.of(row=action.row, column=action.column)
        if content == DOOR and not door_is_open(state, action.field):
            return LOCKED.of(row=action.row, column=action.column)
    elif action.verb == LOOT:
        if not CHEST <= content <= REMAINS:
            return NO_LOOT.of(row=action.row, column=action.column)
    elif attack is not None and attack.ammunition != NONE and not gear.bag[attack.ammunition]:
        return NO_AMMUNITION.of(name=hero.name, item=ITEMS[attack.ammunition].name)
    return None


def legal_actions(state: DungeonsState) -> list[DungeonsAction]:
    """List everything that any living hero may do."""
    actions: list[DungeonsAction] = []
    if state.outcome is not None:
        return actions
    board = state.board
    floor = state.room.floor
    for hero in state.heroes:
        if not hero.health:
            continue
        kind = hero.player.kind.number
        moves = MOVES[kind]
        near = floor.neighbours[hero.field]
        for field in near:
            content = board[field]
            if content == EMPTY:
                actions.append(moves[field])
            elif CHEST <= content <= REMAINS:
                actions.append(LOOTS[kind][field])
            elif content == DOOR and door_is_open(state, field):
                actions.append(moves[field])
        actions += hero.gear.uses
        attack = hero.gear.attack
        if attack is not None and (attack.ammunition == NONE or hero.gear.bag[attack.ammunition]):
            attacks = ATTACKS[kind]
            actions += [attacks[field] for field in (floor.fields if attack.ranged else near)]
    return actions


def apply(state: DungeonsState, action: DungeonsAction) -> None:
    """Do a legal action, and whatever follows before heroes can act again."""
    hero = state.hero(action.hero)
    assert hero is not None
    state.total += 1
    state.count += 1
    if action.verb == MOVE:
        _move(state, hero, action.field)
    elif action.verb == LOOT:
        _loot(state, hero, action.field)
    elif action.verb == USE:
        _use(state, hero, action.item)
    else:
        attack = hero.gear.attack
        assert attack is not None
        if attack.ammunition != NONE:
            hero = hero.with_gear(hero.gear.shot(attack.ammunition))
            state.heroes[hero.player.number] = hero
        attack_by(state, hero, False, attack, action.field)
    if state.over():
        return
    if state.watch is not None:
        state.watch(ActionDone(state.total))
    if state.count == len(state.heroes):
        state.count = 0
        if state.foes_left:
            enemy_phase(state)
            if state.over():
                return
    if state.total == state.setup.limit:
        state.end(LIMIT)


def _move(state: DungeonsState, hero: Hero, field: int) -> None:
    if state.watch is not None:
        state.watch(HeroMoved(hero, field))
    if state.board[field] == EMPTY:
        state.board[hero.field] = EMPTY
        state.board[field] = HERO + hero.player.number
        state.heroes[hero.player.number] = hero.moved(field)
        return
    behind = state.room.behind(field)
    if behind == WAY_OUT:
        state.end(FLIGHT)
        return
    origin = state.room.id
    _remember(state, state.setup.positions[origin], state.hoards)
    enter(state, behind, origin)
    state.count = 0


def _remember(state: DungeonsState, position: int, hoards: tuple[Hoard, ...]) -> None:
    memory = list(state.memory)
    memory[position] = hoards
    state.memory = tuple(memory)


def enter(state: DungeonsState, room: int, origin: int) -> None:
    """Bring all living heroes into a room: each is placed as if it had collided with the door that leads back."""
    position = state.setup.positions[room]
    state.room = state.setup.rooms[position]
    remembered = state.memory[position]
    first = remembered is None
    if remembered is None:
        state.foes = list(state.room.foes)
        state.hoards = state.room.chests
    else:  # doors open only once all foes have fallen, so a room that was left has none
        state.foes = []
        state.hoards = remembered
    _remember(state, position, ())  # from now on the truth about this room is in the state itself
    state.foes_left = len(state.foes)
    state.board = state.room.bare.copy()
    for hoard in state.hoards:
        state.board[hoard.field] = CHEST if hoard.chest else REMAINS
    for number, foe in enumerate(state.foes):
        state.board[foe.field] = FOE + number
    entrance = state.room.entrance(origin)
    for number, hero in enumerate(state.heroes):
        if hero.health:
            field = after_collision(state, entrance)
            state.board[field] = HERO + number
            state.heroes[number] = hero.moved(field).resistant(NONE)
    if state.watch is not None:
        state.watch(RoomEntered(room, first))


def _loot(state: DungeonsState, hero: Hero, field: int) -> None:
    hoard = state.hoard(field)
    if hoard.chest:
        minimum = hoard.value - hero.player.kind.vitality
        if state.watch is not None:
            state.watch(ChestTried(hero, field, minimum, hoard.value))
        if roll(state, 1, 20) < minimum:
            if not hoard.tried:
                tried = Hoard(field, True, hoard.value, True, hoard.items)
                state.hoards = tuple([tried if other is hoard else other for other in state.hoards])
            if state.watch is not None:
                state.watch(ChestLocked(hero, field))
            return
    gear = hero.gear
    bag = added(gear.bag, hoard.items)
    hero = hero.with_gear(outfit(hero.player.kind, bag, gear.armor, gear.weapon))
    state.heroes[hero.player.number] = hero
    state.hoards = tuple([other for other in state.hoards if other is not hoard])
    state.board[field] = EMPTY
    if state.watch is not None:
        state.watch(Looted(hero, field, hoard.items))


def _use(state: DungeonsState, hero: Hero, number: int) -> None:
    item = ITEMS[number]
    if item.kind == POTION:
        _drink(state, hero, number)
        return
    gear = hero.gear
    worn = gear.armor if item.kind == ARMOR else gear.weapon
    bag = gear.bag
    if worn != NONE:
        bag = changed(bag, worn, 1)
    now = NONE
    if worn != number:
        bag = changed(bag, number, -1)
        now = number
    armor, weapon = (now, gear.weapon) if item.kind == ARMOR else (gear.armor, now)
    hero = hero.with_gear(outfit(hero.player.kind, bag, armor, weapon))
    state.heroes[hero.player.number] = hero
    if state.watch is not None:
        state.watch(Equipped(hero, item, now == number))


def _drink(state: DungeonsState, hero: Hero, number: int) -> None:
    item = ITEMS[number]
    gear = hero.gear
    hero = hero.with_gear(outfit(hero.player.kind, changed(gear.bag, number, -1), gear.armor, gear.weapon))
    state.heroes[hero.player.number] = hero
    if state.watch is not None:
        state.watch(Consumed(hero, item))
    if item.resists != NONE:
        hero = state.heroes[hero.player.number] = hero.resistant(item.resists)
        if state.watch is not None:
            state.watch(Resistant(hero, item.resists))
        return
    healed = min(roll(state, item.heals, item.sides), hero.player.kind.health - hero.health)
    hero = state.heroes[hero.player.number] = hero.with_health(hero.health + healed)
    if state.watch is not None:
        state.watch(Regenerated(hero, healed))
