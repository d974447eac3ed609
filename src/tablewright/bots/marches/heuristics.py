"""What bots know of The Marches: what units, buildings and gold are worth, and what becomes of a board left to itself.

Most of it is asked from the rules: both players pass, the units march, and the position is judged after every turn.
Numbers are in points of player health; the lead in points is squeezed between -1 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt, tanh
from typing import Final, NamedTuple

from tablewright.bots.heuristics import Heuristics
from tablewright.core.dice import Dice
from tablewright.games.marches.actions import PLAY, MarchesAction
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import LANE_OF, MarchesPlayer
from tablewright.games.marches.state import MarchesState

# Points, found by matches between bots. With the ready decks gold that is not spent is lost, and counts for little.
LIFE: Final = 3.0  # for the root of a player's health: the last points count most
ATTACK: Final = 0.45
HEALTH: Final = 0.4
SPEED: Final = 0.3
BUILDING: Final = 0.7  # for each gold that it has cost
CARD: Final = 0.9  # in the hand
GOLD: Final = 0.2
SCALE: Final = 10.0  # a lead of this many points is a safe one
#: With fewer cards left to draw, what is held counts less: hoarding until the deck is empty is too late.
LATE: Final = 6.0
#: By its number: the plains.
SHORTEST_LANE: Final = 0
#: Turns that pass before a position is judged.
TURNS: Final = 5


class MarchesLiking(NamedTuple):
    """What a style likes to play for its own sake, on the scale of the prospects; less than nothing is disliked."""

    plains: float = 0.0  # a unit on the shortest lane
    building: float = 0.0
    skill: float = 0.0


class MarchesHeuristics(Heuristics):
    """Knows stats and places; no card by its name or number."""

    curiosity = 0.2

    def __init__(self, liking: MarchesLiking | None = None) -> None:
        self.liking = liking

    def idle(self, state: MarchesState) -> MarchesAction | None:
        return None if state.choosing_tile != codes.NOWHERE else state.setup.actions.done

    def charm(self, state: MarchesState, action: MarchesAction) -> float:
        liking = self.liking
        if liking is None or action.kind != PLAY:
            return 0.0
        kind = state.setup.cards[action.card].kind
        if kind == codes.UNIT:
            return liking.plains if LANE_OF[action.place] == SHORTEST_LANE else 0.0
        return liking.skill if kind == codes.SKILL else liking.building

    def outlook(self, state: MarchesState) -> Sequence[float]:
        """Look further instead of playing: what two players do at random says less about a race than the race."""
        return ahead(state, TURNS)

    def promise(self, state: MarchesState, action: MarchesAction) -> Sequence[float]:
        after = state.clone()
        after.apply(action)
        return ahead(after, 1)

    def playout(self, state: MarchesState, dice: Dice) -> Sequence[float]:
        return ahead(state, TURNS)


def ahead(state: MarchesState, turns: int) -> tuple[float, float]:
    """Say how far each player is ahead over the turns to come if both players pass, from -1 to 1; uses the state up."""
    actions = state.setup.actions
    if state.outcome is None and state.choosing_tile != codes.NOWHERE:
        state.apply(actions.choices[0])
    total = 0.0
    for _ in range(turns):
        if state.outcome is None:
            state.apply(actions.done)
        total += lead(state)
    worth = total / turns
    return (worth, -worth)


def lead(state: MarchesState) -> float:
    """Say how far player 1 is ahead now, from -1 to 1."""
    if state.outcome is not None:
        return state.outcome.returns[0]
    one = two = 0.0
    for entity in state.entities.values():
        stats = entity.stats
        health = stats.hp.total - entity.damage
        if entity.number < codes.FIRST_PLACED:
            points = LIFE * sqrt(health if health > 0 else 0)
        elif entity.card.kind == codes.BUILDING:
            points = BUILDING * entity.card.cost
        else:
            speed = min(1.0, stats.movement.total / stats.denominator.total)
            points = ATTACK * stats.attack.total + HEALTH * health + SPEED * speed
        if entity.owner == 0:
            one += points
        else:
            two += points
    one += held(state.players[0])
    two += held(state.players[1])
    return tanh((one - two) / SCALE)


def held(player: MarchesPlayer) -> float:
    """Say what a player's cards and gold are worth."""
    points = CARD * len(player.held) + GOLD * player.gold
    return points * min(1.0, (len(player.deck) - player.drawn) / LATE)


HEURISTICS = MarchesHeuristics()
