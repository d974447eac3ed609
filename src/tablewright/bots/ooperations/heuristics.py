"""What bots know of Magical OOPerations: what creatures are worth, who wins a fight, and a sensible quick turn.

Numbers are in points of player health: a position's worth is the lead in points, squeezed between -1 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt, tanh
from typing import Final, NamedTuple

from tablewright.bots.heuristics import Heuristics
from tablewright.core.dice import Dice
from tablewright.games.ooperations import pieces
from tablewright.games.ooperations.actions import BATTLE, OWN_SLOTS, PLAY_CREATURE, SPELL, OoperationsAction
from tablewright.games.ooperations.pieces import (
    BRUTAL,
    CHALLENGER,
    CREATURE,
    FIRST_STRIKE,
    HASTE,
    LANES,
    LIFESTEAL,
    POISONED,
    REGENERATE,
    TEMPORARY,
    UNDYING,
    VENOMOUS,
    Creature,
)
from tablewright.games.ooperations.state import OoperationsPlayer, OoperationsState

# Points. In matches of the search against itself, other values of these and two or three ROUNDS made no difference to
# be seen; with 200 matches each, one of less than about seven per cent would not have shown.
ATTACK: Final = 0.55
HEALTH: Final = 0.35
CARD: Final = 1.0  # in the hand
MANA: Final = 0.3  # not spent yet
SCALE: Final = 12.0  # a lead of this many points is a safe one
ROUNDS: Final = 1  # how many whole rounds a playout looks ahead


class OoperationsLiking(NamedTuple):
    """What a style likes to do for its own sake, on the scale of the prospects; less than nothing is disliked."""

    creature: float = 0.0
    attack: float = 0.0
    block: float = 0.0
    spell: float = 0.0


def creature_points(creature: Creature) -> float:
    """Say what a creature on the board is worth to its owner at the end of a round."""
    attack, health, traits = creature.attack, creature.health, creature.traits
    points = ATTACK * attack + HEALTH * health
    if traits:
        if traits & FIRST_STRIKE:
            points += 0.2 * attack
        if traits & BRUTAL:
            points += 0.1 * attack
        if traits & LIFESTEAL:
            points += 1.0
        if traits & VENOMOUS:
            points += 1.0
        if traits & CHALLENGER:
            points += 0.6
        if traits & REGENERATE:
            points += 0.15 * creature.card.health
        if traits & UNDYING:
            points += 0.4 * (ATTACK * creature.card.attack + HEALTH * creature.card.health)
        if traits & POISONED:
            points *= 1 - 1 / (1 + health)
        if traits & TEMPORARY:
            points = 0.5
    return points


def health_points(health: int) -> float:
    """Say what a player's health is worth: the last points count most."""
    return 5.0 * sqrt(health) if health > 0 else 0.0


def player_points(player: OoperationsPlayer, rounds_left: int) -> float:
    """Say what a player has."""
    board = 0.0
    for creature in player.field:
        if creature is not None:
            board += creature_points(creature)
    for creature in player.battle:
        if creature is not None:
            board += creature_points(creature)
    board += CARD * len(player.hand) + MANA * player.mana
    if rounds_left < 6:  # what stands on the board has little time left to do something
        board *= rounds_left / 6
    return health_points(player.health) + board


def duel(one: Creature, two: Creature) -> tuple[int, int, int, int]:
    """Return the health with which both leave a fight, and the Brutal surplus that reaches the owner of each."""
    health_one, health_two = one.health, two.health
    surplus_one = surplus_two = 0
    first = (one.traits ^ two.traits) & FIRST_STRIKE
    two_starts = first and two.traits & FIRST_STRIKE
    for turn in (0, 1):
        if (turn == 0) == (not two_starts):
            if turn and first and health_one <= 0:
                break
            health_two -= one.attack
            if one.traits & BRUTAL and health_two <= 0:
                surplus_two = -health_two
            if one.traits & LIFESTEAL and one.attack > 0:
                health_one += 2
        else:
            if turn and first and health_two <= 0:
                break
            health_one -= two.attack
            if two.traits & BRUTAL and health_one <= 0:
                surplus_one = -health_one
            if two.traits & LIFESTEAL and two.attack > 0:
                health_two += 2
    return health_one, health_two, surplus_one, surplus_two


def fight_points(mine: Creature, theirs: Creature) -> float:
    """Say what a fight is worth to the owner of the first creature."""
    my_health, their_health, my_surplus, their_surplus = duel(mine, theirs)
    points = float(their_surplus - my_surplus)
    points += _loss(theirs, their_health, mine.traits & VENOMOUS and mine.attack > 0)
    points -= _loss(mine, my_health, theirs.traits & VENOMOUS and theirs.attack > 0)
    return points


def _loss(creature: Creature, health: int, poisoned: bool | int) -> float:
    if creature.traits & TEMPORARY:
        return 0.0
    if health <= 0:
        points = creature_points(creature)
        return points * 0.5 if creature.traits & UNDYING else points
    lost = HEALTH * (creature.health - health)
    if creature.traits & REGENERATE:
        lost *= 0.4
    return lost + (1.0 if poisoned and not creature.traits & POISONED else 0.0)


def can_fight(creature: Creature | None, round_number: int) -> bool:
    """Say whether a creature of a Field Zone could be sent to battle in this round."""
    return creature is not None and (creature.entered != round_number or creature.traits & HASTE != 0)


class OoperationsHeuristics(Heuristics):
    """Knows what stands where and what fights lead to; no card by its name."""

    def __init__(self, liking: OoperationsLiking | None = None) -> None:
        self.liking = liking

    def shortlist(self, state: OoperationsState, legal: list[OoperationsAction]) -> list[OoperationsAction]:
        """Leave out what another action does as well: other free Field slots, other empty lanes, useless blocks."""
        seat = state.seat_to_act
        foe = state.players[1 - seat]
        attacking = seat == state.attacker
        player = state.players[seat]
        kept: list[OoperationsAction] = []
        free_slot = -1
        free_lane = -1
        for action in legal:
            if action.kind == PLAY_CREATURE:
                if free_slot < 0:
                    free_slot = action.slot
                if action.slot == free_slot:
                    kept.append(action)
            elif action.kind == BATTLE:
                lane = action.battle_slot - LANES
                if foe.battle[lane] is not None:
                    kept.append(action)
                elif attacking:
                    creature = player.field[action.slot]
                    assert creature is not None
                    if creature.attack == 0:
                        continue
                    if creature.traits & CHALLENGER and foe.field[lane] is not None:
                        kept.append(action)
                        continue
                    if free_lane < 0 or foe.field[free_lane] is not None:
                        free_lane = lane
                    if lane == free_lane:
                        kept.append(action)
            else:
                kept.append(action)
        return kept

    def idle(self, state: OoperationsState) -> OoperationsAction:
        return state.setup.cards.done

    def foolish(self, state: OoperationsState, action: OoperationsAction) -> bool:
        """Call it foolish to wound, amputate or doom a creature of one's own, even one that would rise again."""
        if action.kind != SPELL or not 0 <= action.slot < OWN_SLOTS:
            return False
        assert action.card is not None
        for effect, amount in action.card.effects:
            if not (
                effect in (pieces.AMPUTATE, pieces.HALVE)
                or amount < 0
                or (effect == pieces.GAIN and amount == TEMPORARY)
            ):
                return False
        return True

    def charm(self, state: OoperationsState, action: OoperationsAction) -> float:
        liking = self.liking
        if liking is None or self.foolish(state, action):
            return 0.0
        if action.kind == BATTLE:
            return liking.attack if state.seat_to_act == state.attacker else liking.block
        if action.kind == PLAY_CREATURE:
            return liking.creature
        return liking.spell if action.kind == SPELL else 0.0

    def outlook(self, state: OoperationsState) -> Sequence[float]:
        """Judge the position after the battle that is prepared."""
        number = state.round
        while state.round == number and state.outcome is None:
            state.apply(state.setup.cards.done)
        return self.worth(state)

    def playout(self, state: OoperationsState, dice: Dice) -> Sequence[float]:
        last = state.round + ROUNDS
        while state.outcome is None and state.round < last:
            self.take_turn(state, dice)
        return self.worth(state)

    def take_turn(self, state: OoperationsState, dice: Dice) -> None:
        """Finish the turn of the seat to act: spend mana on creatures, then send to battle what may gain by it."""
        seat = state.seat_to_act
        player, foe = state.players[seat], state.players[1 - seat]
        _summon(state, player)
        if seat == state.attacker:
            _attack(state, player, foe, dice)
        else:
            _block(state, player, foe)
        state.apply(state.setup.cards.done)

    def worth(self, state: OoperationsState) -> Sequence[float]:
        """Judge a position between two battles."""
        if state.outcome is not None:
            return state.outcome.returns
        left = state.setup.max_rounds - state.round + 1
        one, two = state.players
        worth = tanh((player_points(one, left) - player_points(two, left)) / SCALE)
        return (worth, -worth)


def _summon(state: OoperationsState, player: OoperationsPlayer) -> None:
    """Play creatures, each time the most expensive that can be paid."""
    for slot in range(LANES):
        if player.field[slot] is not None:
            continue
        best = None
        for card in player.hand:
            if card.aim == CREATURE and card.mana <= player.mana and (best is None or card.mana > best.mana):
                best = card
        if best is None:
            return
        state.apply(best.actions[slot])


def _attack(state: OoperationsState, player: OoperationsPlayer, foe: OoperationsPlayer, dice: Dice) -> None:
    """Send whatever gains more unblocked than it loses against its worst blocker."""
    number = state.round
    blockers = [creature for creature in foe.field if creature is not None and can_fight(creature, number)]
    for slot in range(LANES):
        creature = player.field[slot]
        if creature is None or creature.attack == 0 or not can_fight(creature, number):
            continue
        worst = 0.0
        for blocker in blockers:
            points = fight_points(creature, blocker)
            if points < worst:
                worst = points
        if creature.attack + worst * 1.5 > dice.roll(3) - 2:
            for lane in range(LANES):
                if player.battle[lane] is None:
                    state.apply(state.setup.cards.battles[slot][lane])
                    break


def _block(state: OoperationsState, player: OoperationsPlayer, foe: OoperationsPlayer) -> None:
    """Meet the most dangerous attackers first, each with the creature that fares best."""
    number = state.round
    danger = 0
    lanes = []
    for lane in range(LANES):
        creature = foe.battle[lane]
        if creature is not None and player.battle[lane] is None:
            lanes.append((-creature.attack, lane))
            danger += creature.attack
    lanes.sort()
    for _, lane in lanes:
        attacker = foe.battle[lane]
        assert attacker is not None
        # What a hit costs: its points, and everything once the sum of all hits would be the end.
        lethal = danger >= player.health
        hit = float(attacker.attack) + (100.0 if lethal else 0.0)
        best, best_points = -1, 0.0
        for slot in range(LANES):
            creature = player.field[slot]
            if creature is None or not can_fight(creature, number):
                continue
            points = hit + fight_points(creature, attacker)
            if points > best_points:
                best, best_points = slot, points
        if best >= 0:
            state.apply(state.setup.cards.battles[best][lane])
            danger -= attacker.attack


HEURISTICS = OoperationsHeuristics()
