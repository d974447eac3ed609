"""What bots know of The Marches: what units, buildings and gold are worth, and what becomes of a board left to itself.

Most of it is asked from the rules: both players pass, the units march, and the position is judged after every turn.
Numbers are in points of player health; the lead in points is squeezed between -1 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt, tanh

from tablewright.bots.heuristics import Heuristics
from tablewright.core.dice import Dice
from tablewright.games.marches import codes
from tablewright.games.marches.match import Match

# Points of a unit's stats, of what a player holds, and of each gold that a building has cost.
ATTACK = 0.5
HEALTH = 0.3
SPEED = 0.5
CARD = 0.8
GOLD = 1.2
BUILDING = 0.7
SCALE = 10.0  # a lead of so many points is a safe one
LATE = 20  # with fewer cards left to draw, what is held counts less: whoever hoards until the deck is empty is too late
GLANCE = 3  # turns that pass at first sight
PASSES = 5  # turns that pass at second sight


class MarchesHeuristics(Heuristics):
    """Knows stats and places; no card by its name or number."""

    def outlook(self, state: Match) -> Sequence[float]:
        worth = ahead(state, GLANCE)
        return (worth, -worth)

    def playout(self, state: Match, dice: Dice) -> Sequence[float]:
        """Look further instead of playing: what two players do at random says less about a race than the race."""
        worth = ahead(state, PASSES)
        return (worth, -worth)


def ahead(state: Match, passes: int = PASSES) -> float:
    """Say how far player 1 is ahead over the turns to come if both players pass, from -1 to 1; uses the state up."""
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
    """Say how far player 1 is ahead now, from -1 to 1."""
    if state.outcome is not None:
        return state.outcome.returns[0]
    points = [0.0, 0.0]
    for number, entity in state.entities.items():
        stats = entity.stats
        health = stats.hp.total - entity.damage
        if number < codes.FIRST_PLACED:
            points[entity.owner] += 5.0 * sqrt(max(0, health))  # the last points count most
        elif entity.card.kind == codes.BUILDING:
            points[entity.owner] += BUILDING * entity.card.cost
        else:
            speed = min(1.0, stats.movement.total / stats.denominator.total)
            points[entity.owner] += ATTACK * stats.attack.total + HEALTH * health + SPEED * speed
    for seat, player in enumerate(state.players):
        held = CARD * len(player.hand) + GOLD * player.gold
        points[seat] += held * min(1.0, (len(player.deck) - player.drawn) / LATE)
    return tanh((points[0] - points[1]) / SCALE)


HEURISTICS = MarchesHeuristics()
