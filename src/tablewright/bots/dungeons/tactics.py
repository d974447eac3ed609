"""What an experienced party does without thinking: a fast rule for every situation.

It looks at nothing that a person at the screen does not see. The expert uses it to play positions out.
"""

from __future__ import annotations

from typing import Final

from tablewright.games.dungeons.actions import ATTACKS, LOOTS, MOVES, USES, DungeonsAction
from tablewright.games.dungeons.floor import EMPTY, FOE, HERO, SIDE
from tablewright.games.dungeons.kinds import ARMOR, NONE, POTION, WEAPON, Attack
from tablewright.games.dungeons.pieces import Hero, Hoard
from tablewright.games.dungeons.rules import door_is_open
from tablewright.games.dungeons.setup import WAY_OUT
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.dungeons.tables import ITEMS

ARMORS: Final = tuple([item.number for item in ITEMS if item.kind == ARMOR])
WEAPONS: Final = tuple([item.number for item in ITEMS if item.kind == WEAPON])
#: Healing potions from the weakest to the strongest, with what they heal on average.
HEALING: Final = tuple(
    sorted([(item.heals * (item.sides + 1) / 2, item.number) for item in ITEMS if item.kind == POTION and item.heals])
)

#: A killed foe counts as this much damage more, one's own blood for this much, a strike below this is not worth it.
KILL: Final = 4.0
OWN_BLOOD: Final = 2.5
WORTHWHILE: Final = 0.7
#: A dead boss ends the match: first the others, for a room counts only when nobody is left in it.
BOSS_TOO_EARLY: Final = 0.3
#: A strike as good as this is done at once; before a worse one somebody may draw a better weapon or go nearer.
GOOD_STRIKE: Final = 3.5
#: Drinks in a fight below this health.
LOW_HEALTH: Final = 5
#: So much of what a potion can heal must be missing, or it is kept.
WORTH_DRINKING: Final = 0.6
#: A weapon is judged against a foe of this armour and health; what strikes from afar or reaches several is better.
USUAL_AV: Final = 4
USUAL_HEALTH: Final = 15
#: How much a wound counts against armour when somebody has to open a chest.
WOUNDS: Final = 0.2
RANGED: Final = 1.5
SEVERAL_FOES: Final = 1.25
#: Missiles that make a weapon worth carrying into the next room.
ENOUGH_MISSILES: Final = 4

_sums: Final[dict[int, list[float]]] = {}
_expected: Final[dict[int, float]] = {}
_damage: Final[dict[int, float]] = {}


def _chances(dice: int, sides: int) -> list[float]:
    """Return the chance of each sum of some dice, from 0 upwards."""
    key = dice * 100 + sides
    if key not in _sums:
        chances = [1.0]
        for _ in range(dice):
            longer = [0.0] * (len(chances) + sides)
            for total, chance in enumerate(chances):
                for pips in range(1, sides + 1):
                    longer[total + pips] += chance / sides
            chances = longer
        _sums[key] = chances
    return _sums[key]


def expected(attack: Attack, resisted: bool, av: int, health: int) -> float:
    """Return the health that an attack takes on average from one victim, a kill counting extra."""
    key = (((attack.dice * 30 + attack.sides) * 30 + attack.plus) * 2 + resisted) * 10000 + av * 100 + health
    found = _expected.get(key)
    if found is None:
        found = 0.0
        for total, chance in enumerate(_chances(attack.dice, attack.sides)):
            damage = total + attack.plus
            lost = min(health, max(0, (damage // 2 if resisted else damage) - av))
            found += chance * (lost + KILL if lost == health else lost)
        _expected[key] = found
    return found


def damage(attack: Attack, resisted: bool, av: int) -> float:
    """Return what an attack takes on average from a victim that can take any blow."""
    key = ((attack.dice * 30 + attack.sides) * 30 + attack.plus) * 200 + resisted * 100 + av
    found = _damage.get(key)
    if found is None:
        found = 0.0
        for total, chance in enumerate(_chances(attack.dice, attack.sides)):
            dealt = total + attack.plus
            found += chance * max(0, (dealt // 2 if resisted else dealt) - av)
        _damage[key] = found
    return found


def strike_value(state: DungeonsState, attack: Attack, origin: int, aim: int) -> float:
    """Return what an attack is worth: blood of foes, minus one's own where a pattern reaches friends."""
    value = 0.0
    for field in state.room.floor.affected(attack.pattern, origin, aim):
        content = state.board[field]
        if content >= FOE:
            foe = state.foes[content - FOE]
            worth = expected(attack, foe.kind.resists == attack.damage, foe.kind.av, foe.health)
            value += worth * BOSS_TOO_EARLY if foe.kind.boss and state.foes_left > 1 else worth
        elif content >= HERO:
            hero = state.heroes[content - HERO]
            value -= OWN_BLOOD * expected(attack, hero.resists == attack.damage, hero.gear.av, hero.health)
    return value


def weapon_value(hero: Hero, item: int) -> float:
    """Return how good a weapon is in these hands, as far as one can say before a fight."""
    attack = _attack_with(hero, item)
    if attack.ammunition != NONE and hero.gear.bag[attack.ammunition] < ENOUGH_MISSILES:
        return -1.0
    return _bare_value(attack)


def _attack_with(hero: Hero, weapon: int) -> Attack:
    attack = hero.player.kind.attacks[weapon]
    assert attack is not None  # everybody can strike with every weapon
    return attack


def _bare_value(attack: Attack) -> float:
    value = expected(attack, False, USUAL_AV, USUAL_HEALTH)
    if attack.pattern.sides or attack.pattern.straight > 1:
        value *= SEVERAL_FOES
    return value + RANGED if attack.ranged else value


def choose(state: DungeonsState) -> DungeonsAction:
    """Return a sensible action."""
    return fight(state) if state.foes_left else explore(state)


def fight(state: DungeonsState) -> DungeonsAction:
    """Strike where it hurts most; drink when it is urgent; close in; otherwise change weapon or wait."""
    best: DungeonsAction | None = None
    most = WORTHWHILE
    for hero in state.heroes:
        if not hero.health:
            continue
        if hero.health <= LOW_HEALTH:
            for _, potion in reversed(HEALING):
                if hero.gear.bag[potion]:
                    return _use(hero, potion)
        for aim in targets(state, hero):
            attack = hero.gear.attack
            assert attack is not None
            value = strike_value(state, attack, hero.field, aim)
            if value > most:
                most = value
                best = ATTACKS[hero.player.kind.number][aim]
    if most < GOOD_STRIKE:
        best = _prepare(state, most) or best
    if best is not None:
        return best
    living = [hero for hero in state.heroes if hero.health]
    return _close_in(state) or _arm(living) or state.legal_actions()[0]


def _prepare(state: DungeonsState, most: float) -> DungeonsAction | None:
    """Draw the weapon or go the step after which a foe falls soonest, if that beats striking at once for ``most``.

    What counts is the blood for each action, those included that it takes to get ready.
    """
    best: Hero | None = None
    drawn = goal = NONE
    for hero in state.heroes:
        if not hero.health:
            continue
        gear = hero.gear
        attacks = hero.player.kind.attacks
        for weapon in WEAPONS:
            if not gear.bag[weapon] and weapon != gear.weapon:
                continue
            attack = attacks[weapon]
            if attack is None or (attack.ammunition != NONE and not gear.bag[attack.ammunition]):
                continue
            for foe in state.foes:
                if not foe.health:
                    continue
                blood = damage(attack, foe.kind.resists == attack.damage, foe.kind.av)
                if blood <= most:
                    continue
                ready = 0 if weapon == gear.weapon else 1
                if not attack.ranged:
                    ready += steps_between(hero.field, foe.field) - 1
                rate = foe.health / (ready + max(1.0, foe.health / blood))
                if foe.kind.boss and state.foes_left > 1:
                    rate *= BOSS_TOO_EARLY
                if ready and rate > most:
                    most = rate
                    best, drawn, goal = hero, weapon, foe.field
    if best is None:
        return None
    if drawn != best.gear.weapon:
        return _use(best, drawn)
    step = step_towards(state, best.field, [goal])
    return MOVES[best.player.kind.number][step] if step != NONE else None


def steps_between(field: int, other: int) -> int:
    """Return how many steps it takes from one field to another if nothing is in the way."""
    return max(abs(field // SIDE - other // SIDE), abs(field % SIDE - other % SIDE))


def targets(state: DungeonsState, hero: Hero) -> list[int]:
    """Return the fields worth aiming at: foes in reach."""
    attack = hero.gear.attack
    if attack is None or (attack.ammunition != NONE and not hero.gear.bag[attack.ammunition]):
        return []
    if attack.ranged:
        return [foe.field for foe in state.foes if foe.health]
    near = state.room.floor.neighbours[hero.field]
    if attack.pattern.straight == 1 and not attack.pattern.sides:
        return [field for field in near if state.board[field] >= FOE]
    return list(near)  # lines and slashes reach foes also past the field that is aimed at


def _close_in(state: DungeonsState) -> DungeonsAction | None:
    """Move the best armoured hero without a foe in reach towards the nearest foe."""
    foes = [foe.field for foe in state.foes if foe.health]
    for hero in sorted(state.heroes, key=lambda hero: -hero.gear.av):
        if not hero.health or hero.gear.attack is None or hero.gear.attack.ranged:
            continue
        step = step_towards(state, hero.field, foes)
        if step != NONE and state.board[step] == EMPTY:
            return MOVES[hero.player.kind.number][step]
    return None


def step_towards(state: DungeonsState, start: int, goals: list[int]) -> int:
    """Return the first field of a shortest way to one of the goals around everything else; ``NONE`` without one."""
    floor, board = state.room.floor, state.board
    came_from = {start: start}
    queue = [start]
    for field in queue:
        for near in floor.neighbours[field]:
            if near in came_from:
                continue
            if near in goals:
                came_from[near] = field
                while came_from[near] != start:
                    near = came_from[near]
                return near
            if board[near] == EMPTY:
                came_from[near] = field
                queue.append(near)
    return NONE


def explore(state: DungeonsState) -> DungeonsAction:
    """Without foes time is free: dress, loot, heal, arm, and go where nobody has been."""
    heroes = [hero for hero in state.heroes if hero.health]
    action = _dress(heroes)
    if action is not None:
        return action
    for hoard in state.hoards:
        action = _fetch(state, hoard, heroes)
        if action is not None:
            return action
    return _drink(heroes) or _arm(heroes) or _leave(state, heroes) or state.legal_actions()[0]


def bide(state: DungeonsState, heroes: list[Hero]) -> DungeonsAction | None:
    """Dress, heal and arm heroes while others have something to do, or walk about: never through a door."""
    action = _dress(heroes) or _drink(heroes) or _arm(heroes)
    if action is not None:
        return action
    for hero in heroes:
        for field in state.room.floor.neighbours[hero.field]:
            if state.board[field] == EMPTY:
                return MOVES[hero.player.kind.number][field]
    return None


def _dress(heroes: list[Hero]) -> DungeonsAction | None:
    for hero in heroes:
        armor = _best_armor(hero)
        if armor != NONE and hero.player.kind.armor_values[armor] > hero.gear.av:
            return _use(hero, armor)
    return None


def _drink(heroes: list[Hero]) -> DungeonsAction | None:
    for hero in heroes:
        for heals, potion in reversed(HEALING):
            if hero.gear.bag[potion] and _is_wounded(hero, heals):
                return _use(hero, potion)
    return None


def _arm(heroes: list[Hero]) -> DungeonsAction | None:
    for hero in heroes:
        best = _best_weapon(hero)
        if best not in (NONE, hero.gear.weapon):
            return _use(hero, best)
    return None


def _is_wounded(hero: Hero, heals: float) -> bool:
    """Say whether a potion that heals so much would not be wasted on a hero."""
    whole = hero.player.kind.health
    return whole - hero.health >= WORTH_DRINKING * min(heals, whole)


def _fetch(state: DungeonsState, hoard: Hoard, heroes: list[Hero]) -> DungeonsAction | None:
    """Let the hero who needs the loot most walk there and take it; nobody knows what is in a chest."""
    for hero in sorted(heroes, key=lambda hero: -_need(hero, hoard)):
        if hoard.field in state.room.floor.neighbours[hero.field]:
            return LOOTS[hero.player.kind.number][hoard.field]
        step = step_towards(state, hero.field, [hoard.field])
        if step != NONE:
            return MOVES[hero.player.kind.number][step]
    return None


def _need(hero: Hero, hoard: Hoard) -> float:
    kind, gear = hero.player.kind, hero.gear
    if hoard.chest:
        # Armour is best on those who stand in front and last longest; potions are for the wounded.
        return kind.health - gear.av + WOUNDS * (kind.health - hero.health)
    need = 0.0
    for item, amount in enumerate(hoard.items):
        if not amount:
            continue
        what = ITEMS[item].kind
        if what == ARMOR:
            need += 3.0 * max(0, kind.armor_values[item] - gear.av)
        elif what == WEAPON:
            now = 0.0 if gear.weapon == NONE else weapon_value(hero, gear.weapon)
            need += max(0.0, _bare_value(_attack_with(hero, item)) - now)
        elif what == POTION:
            need += amount * (1.0 + 2.0 * (1 - hero.health / kind.health))
        else:
            need += 0.1 * amount * _shoots(hero, item)
    return need


def _shoots(hero: Hero, ammunition: int) -> bool:
    owned = [item for item in WEAPONS if hero.gear.bag[item] or item == hero.gear.weapon]
    return any(_attack_with(hero, item).ammunition == ammunition for item in owned)


def _leave(state: DungeonsState, heroes: list[Hero]) -> DungeonsAction | None:
    """Go towards the nearest room never entered, the lowest number first: the boss tends to sit at the end."""
    setup = state.setup
    start = state.room.id
    came_from = {start: start}
    queue = [start]
    unknown: list[int] = []
    for room in queue:
        position = setup.positions[room]
        if state.memory[position] is None:
            unknown.append(room)
            continue
        for _, behind in setup.rooms[position].doors:
            if behind != WAY_OUT and setup.positions[behind] >= 0 and behind not in came_from:
                came_from[behind] = room
                queue.append(behind)
    goal = min(unknown, default=WAY_OUT)
    if goal != WAY_OUT:
        while came_from[goal] != start:
            goal = came_from[goal]
    doors = [field for field, behind in state.room.doors if behind == goal and door_is_open(state, field)]
    for hero in heroes:
        step = step_towards(state, hero.field, doors)
        if step != NONE:
            return MOVES[hero.player.kind.number][step]
    return None


def _best_armor(hero: Hero) -> int:
    values = hero.player.kind.armor_values
    owned = [item for item in ARMORS if hero.gear.bag[item] or item == hero.gear.armor]
    return max(owned, key=lambda item: values[item], default=NONE)


def _best_weapon(hero: Hero) -> int:
    owned = [item for item in WEAPONS if hero.gear.bag[item] or item == hero.gear.weapon]
    return max(owned, key=lambda item: weapon_value(hero, item), default=NONE)


def _use(hero: Hero, item: int) -> DungeonsAction:
    action = USES[hero.player.kind.number][item]
    assert action is not None
    return action
