"""What bots know of The Marches: what units, buildings and gold are worth, and what becomes of a board left to itself.

Most of it is asked from the rules: both players pass, the units march, and the position is judged after every turn.
Numbers are in points of player health; the lead in points is squeezed between -1 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt, tanh
from typing import Final, final

from tablewright.bots.heuristics import Heuristics
from tablewright.core.dice import Dice
from tablewright.games.marches.actions import MarchesAction
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import MarchesPlayer
from tablewright.games.marches.state import MarchesState


@final
@dataclass(frozen=True)
class Taste:
    """What counts how much, in points."""

    life: float  # for the root of a player's health: the last points count most
    attack: float
    health: float
    speed: float
    building: float  # for each gold that it has cost
    card: float
    gold: float
    surplus: float  # for each gold beyond a full purse
    late: float  # with fewer cards left to draw, what is held counts less: hoarding until the deck is empty is too late
    scale: float  # a lead of so many points is a safe one


#: Gold for a whole turn; who waits with more than this only waits.
PURSE: Final = 12
#: Found by matches between tastes. With the ready decks gold that is not spent is lost, and counts for little.
TASTE: Final = Taste(
    life=3.0, attack=0.45, health=0.4, speed=0.3, building=0.7, card=0.9, gold=0.2, surplus=0.2, late=6.0, scale=10.0
)
#: Turns that pass before a position is judged.
TURNS: Final = 5


class MarchesHeuristics(Heuristics):
    """Knows stats and places; no card by its name or number."""

    curiosity = 0.2

    def __init__(self, taste: Taste = TASTE) -> None:
        self.taste = taste

    def idle(self, state: MarchesState) -> MarchesAction | None:
        return None if state.choosing_tile != codes.NOWHERE else state.setup.actions.done

    def outlook(self, state: MarchesState) -> Sequence[float]:
        """Look further instead of playing: what two players do at random says less about a race than the race."""
        return ahead(state, self.taste, TURNS)

    def promise(self, state: MarchesState, action: MarchesAction) -> Sequence[float]:
        after = state.clone()
        after.apply(action)
        return ahead(after, self.taste, 1)

    def playout(self, state: MarchesState, dice: Dice) -> Sequence[float]:
        return ahead(state, self.taste, TURNS)


def ahead(state: MarchesState, taste: Taste, turns: int) -> tuple[float, float]:
    """Say how far each player is ahead over the turns to come if both players pass, from -1 to 1; uses the state up."""
    actions = state.setup.actions
    if state.outcome is None and state.choosing_tile != codes.NOWHERE:
        state.apply(actions.choices[0])
    total = 0.0
    for _ in range(turns):
        if state.outcome is None:
            state.apply(actions.done)
        total += lead(state, taste)
    worth = total / turns
    return (worth, -worth)


def lead(state: MarchesState, taste: Taste) -> float:
    """Say how far player 1 is ahead now, from -1 to 1."""
    if state.outcome is not None:
        return state.outcome.returns[0]
    one = two = 0.0
    for entity in state.entities.values():
        stats = entity.stats
        health = stats.hp.total - entity.damage
        if entity.number < codes.FIRST_PLACED:
            points = taste.life * sqrt(health if health > 0 else 0)
        elif entity.card.kind == codes.BUILDING:
            points = taste.building * entity.card.cost
        else:
            speed = min(1.0, stats.movement.total / stats.denominator.total)
            points = taste.attack * stats.attack.total + taste.health * health + taste.speed * speed
        if entity.owner == 0:
            one += points
        else:
            two += points
    one += held(state.players[0], taste)
    two += held(state.players[1], taste)
    return tanh((one - two) / taste.scale)


def held(player: MarchesPlayer, taste: Taste) -> float:
    """Say what a player's cards and gold are worth."""
    purse = min(player.gold, PURSE)
    points = taste.card * len(player.held) + taste.gold * purse + taste.surplus * (player.gold - purse)
    return points * min(1.0, (len(player.deck) - player.drawn) / taste.late)


HEURISTICS = MarchesHeuristics()
