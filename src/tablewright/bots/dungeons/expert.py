"""The party's expert: plays a fight out many times, by the rules of thumb, before it decides.

Knows what a person at the screen knows: it decides on samples in which chests, unknown rooms and dice to come are dealt
anew. Thinks by playing every sensible action to the end of the fight with the same dice for each. Costs about a quarter
of a second in a fight, never much more, and next to nothing outside of one; the budget is a count, so the same position
gives the same action on every machine.
"""

from __future__ import annotations

import json
import zlib
from math import sqrt
from typing import Final

from tablewright.bots.dungeons import tactics
from tablewright.core.dice import Dice
from tablewright.core.perspective import Perspective
from tablewright.games.dungeons.actions import ATTACKS, MOVES, DungeonsAction
from tablewright.games.dungeons.events import COMPLETION, DEFEAT
from tablewright.games.dungeons.floor import EMPTY, distance
from tablewright.games.dungeons.kinds import ARMOR, NONE, WEAPON
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.dungeons.tables import ITEMS

#: How often each action is played out in the first round; each later round has twice as many for half the actions.
PLAYOUTS: Final = 10
#: A fight that has not ended after this many further actions is judged as it stands.
HORIZON: Final = 60
#: By how many standard errors an action must lead before it is done instead of the rule of thumb.
CLEARLY: Final = 1.0
#: What a decision may cost, so that a rich party among many foes does not think for seconds: each playout costs
#: ``COPY_COST``, each action in it ``ACTION_COST`` and 1 for every foe that may answer.
MOST_EFFORT: Final = 150_000
COPY_COST: Final = 16
ACTION_COST: Final = 4
#: Strikes looked at, of all heroes together.
MOST_STRIKES: Final = 5


def choose(perspective: Perspective) -> DungeonsAction:
    """Return the best action for the party among those of this seat."""
    return advise(perspective)[0]


def advise(perspective: Perspective, patience: int = 1) -> tuple[DungeonsAction, DungeonsAction]:
    """Return the best action of this seat, and the best one of the whole party, which may be another hero's.

    ``patience`` is how many times as long it thinks as it may at a table.
    """
    dice = dice_of(perspective)
    state: DungeonsState = perspective.sample(dice)
    legal: list[DungeonsAction] = perspective.legal_actions()
    wish = best_of(state, candidates(state), dice, patience) if state.foes_left else tactics.explore(state)
    if wish in legal:
        return wish, wish
    if state.foes_left:
        return best_of(state, sensible(perspective, state), dice, patience), wish
    led = {action.hero for action in legal}
    heroes = [hero for hero in state.heroes if hero.player.kind.number in led]
    return tactics.bide(state, heroes) or legal[0], wish


def sensible(perspective: Perspective, sample: DungeonsState) -> list[DungeonsAction]:
    """Return the actions of this seat that are worth thinking about, in a sample of what it sees."""
    legal: list[DungeonsAction] = perspective.legal_actions()
    return [action for action in candidates(sample) if action in legal] or legal


def dice_of(perspective: Perspective, seed: int = 0) -> Dice:
    """Return dice seeded with all that the party sees but its names, which decide nothing."""
    view = perspective.view
    for hero in view["heroes"]:
        del hero["name"]
    return Dice(zlib.crc32(json.dumps(view, sort_keys=True).encode(), seed & 0xFFFFFFFF))


def candidates(state: DungeonsState) -> list[DungeonsAction]:
    """Return the actions worth thinking about in a fight, the rule of thumb first."""
    strikes: list[tuple[float, int, DungeonsAction]] = []
    others: list[DungeonsAction] = []
    for hero in state.heroes:
        if not hero.health:
            continue
        kind, gear = hero.player.kind, hero.gear
        attack = gear.attack
        if attack is not None:
            aims = tactics.targets(state, hero)
            if attack.ranged and attack.pattern.around:
                aims = _around(state, aims)
            for aim in aims:
                action = ATTACKS[kind.number][aim]
                strikes.append((tactics.strike_value(state, attack, hero.field, aim), -action.number, action))
        for use in gear.uses:
            item = ITEMS[use.item]
            if item.kind == WEAPON:
                if use.item != gear.weapon and tactics.weapon_value(hero, use.item) > 0:
                    others.append(use)
            elif item.kind == ARMOR:
                if kind.armor_values[use.item] > gear.av:
                    others.append(use)
            elif item.heals:
                if kind.health - hero.health > item.heals // 2:  # of so many dice, playouts say whether it is worth it
                    others.append(use)
            elif hero.resists == NONE and _threatens(state, item.resists):
                others.append(use)
        others += _steps(state, hero.field, MOVES[kind.number])
    strikes.sort(reverse=True)
    best = [action for value, _, action in strikes[:MOST_STRIKES] if value > 0]
    return list(dict.fromkeys([tactics.fight(state), *best, *others]))


def _threatens(state: DungeonsState, damage: int) -> bool:
    """Say whether any foe can deal damage of this type."""
    living = [foe.kind for foe in state.foes if foe.health]
    return any(attack.damage == damage for kind in living for attack in kind.attacks)


def _around(state: DungeonsState, aims: list[int]) -> list[int]:
    """Add the fields next to the aims: a burst may hit more from beside, or spare a friend."""
    neighbours = state.room.floor.neighbours
    return list(dict.fromkeys([field for aim in aims for field in (aim, *neighbours[aim])]))


def _steps(state: DungeonsState, field: int, moves: list[DungeonsAction]) -> list[DungeonsAction]:
    """Return the step closest to the foes, the one farthest from them, and one to where a foe is just in reach.

    Foes turn on the nearest: who strikes across a corner can leave that part to a friend.
    """
    foes = [foe.field for foe in state.foes if foe.health]
    floor = state.room.floor
    free = [near for near in floor.neighbours[field] if state.board[near] == EMPTY]
    free.sort(key=lambda near: min([distance(near, foe) for foe in foes]))
    reaching = [near for near in free if any(foe in floor.neighbours[near] for foe in foes)]
    return [moves[near] for near in dict.fromkeys(free[:1] + free[-1:] + reaching[-1:])]


def best_of(state: DungeonsState, actions: list[DungeonsAction], dice: Dice, patience: int = 1) -> DungeonsAction:
    """Play every action out with the same dice and keep the better half, until one rival of the rule of thumb is left.

    The rival is done only if it does better by more than chance would explain: among many actions judged by a few
    playouts each, some look good by luck.
    """
    rule, rivals = actions[0], actions[1:]
    leads: dict[DungeonsAction, list[float]] = {action: [] for action in rivals}
    playouts = PLAYOUTS * patience
    spent = 0
    while rivals:
        for _ in range(playouts):
            if spent >= MOST_EFFORT * patience and len(leads[rivals[0]]) > 1:
                break
            future = Dice(dice.raw())
            par, effort = _play_out(state, rule, future)
            spent += effort
            for action in rivals:
                result, effort = _play_out(state, action, future)
                leads[action].append(result - par)
                spent += effort
        if len(rivals) == 1:
            break
        rivals = sorted(rivals, key=lambda action: -sum(leads[action]))[: len(rivals) // 2]
        playouts *= 2
    return rivals[0] if rivals and _clearly_positive(leads[rivals[0]]) else rule


def _clearly_positive(values: list[float]) -> bool:
    count = len(values)
    mean = sum(values) / count
    variance = sum([(value - mean) ** 2 for value in values]) / (count - 1)
    return mean > CLEARLY * sqrt(variance / count)


def _play_out(state: DungeonsState, action: DungeonsAction, future: Dice) -> tuple[float, int]:
    """Return how good the fight ends, and what it cost to find that out."""
    twin = state.clone()
    twin.dice = future.clone()
    twin.apply(action)
    effort = COPY_COST
    for _ in range(HORIZON):
        if twin.outcome is not None or not twin.foes_left:
            break
        effort += ACTION_COST + twin.foes_left
        twin.apply(tactics.fight(twin))
    return value(twin), effort


def value(state: DungeonsState) -> float:
    """Return how good the end of a fight is, in the measure of the grading: heroes alive, rooms, and the boss."""
    if state.outcome is not None and state.outcome.cause == DEFEAT:
        return -4.0 + 0.02 * sum([foe.kind.health - foe.health for foe in state.foes])
    total = 0.0
    for hero in state.heroes:
        if hero.health:
            total += 1.0 + 0.5 * hero.health / hero.player.kind.health
            for heals, potion in tactics.HEALING:
                total += 0.02 * heals * hero.gear.bag[potion]
    if state.outcome is not None and state.outcome.cause == COMPLETION:
        return total + 3.0 + (0.0 if state.foes_left else 1.0)
    return total - 0.3 * state.foes_left
