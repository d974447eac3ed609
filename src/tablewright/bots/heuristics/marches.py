"""What bots know of The Marches: what units and buildings are worth, and what becomes of a board left to itself.

Most of it is asked from the rules: to judge a position, both players pass for some turns and the units march. Numbers
are in points of player health; a position's worth is the lead in points, squeezed between -1 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt, tanh
from typing import Any

from tablewright.bots.heuristics import Heuristics
from tablewright.core.dice import Dice
from tablewright.games.marches import codes
from tablewright.games.marches.match import Match

ATTACK = 0.5
HEALTH = 0.3
SPEED = 0.5
CARD = 0.25
GOLD = 0.8
BUILDING = 0.7
SCALE = 10.0
PASSES = 8  # turns that pass before a position is judged
GLANCE = 3
TURNS = 2  # turns that a playout goes on


def health_points(health: int) -> float:
    """Say what a player's health is worth: the last points count most."""
    return 5.0 * sqrt(health) if health > 0 else 0.0


class MarchesHeuristics(Heuristics):
    """Knows stats and places; no card by its name or number."""

    def outlook(self, state: Match) -> Sequence[float]:
        """Judge the position over the turns to come, in which both players pass and the units march."""
        worth = ahead(state, PASSES)
        return (worth, -worth)

    def playout(self, state: Match, dice: Dice) -> Sequence[float]:
        """Let both players take what looks best at a glance for some turns."""
        last = state.turn + TURNS
        while state.outcome is None and state.turn < last:
            state.apply(_at_a_glance(state, dice))
        return self.outlook(state)


def _at_a_glance(state: Match, dice: Dice) -> Any:
    legal = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    sign = 1 if state.seat_to_act == 0 else -1
    best, best_worth = legal[0], -9.0
    for action in legal:
        after = state.clone()
        after.apply(action)
        worth = sign * ahead(after, GLANCE)
        if worth > best_worth:
            best, best_worth = action, worth
    return best


def ahead(state: Match, passes: int) -> float:
    """Say how far player 1 is ahead over the turns to come, in which both players pass and the units march."""
    actions = state.setup.actions
    if state.outcome is None and state.choosing_tile != codes.NOWHERE:
        state.apply(actions.choices[0])
    total = 0.0
    for _ in range(passes):
        if state.outcome is None:
            state.apply(actions.done)
        total += lead(state)
    return total / passes


def lead(state: Match) -> float:
    """Say how far player 1 is ahead, from -1 to 1."""
    if state.outcome is not None:
        return state.outcome.returns[0]
    points = [0.0, 0.0]
    for number, entity in state.entities.items():
        stats = entity.stats
        if number < codes.FIRST_PLACED:
            points[entity.owner] += health_points(stats.hp.total - entity.damage)
        elif entity.card.kind == codes.BUILDING:
            points[entity.owner] += BUILDING * entity.card.cost
        else:
            points[entity.owner] += (
                ATTACK * stats.attack.total
                + HEALTH * (stats.hp.total - entity.damage)
                + SPEED * min(1.0, stats.movement.total / stats.denominator.total)
            )
    for seat, player in enumerate(state.players):
        points[seat] += CARD * len(player.hand) + GOLD * player.gold
    return tanh((points[0] - points[1]) / SCALE)


HEURISTICS = MarchesHeuristics()
