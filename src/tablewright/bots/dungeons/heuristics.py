"""What bots know of Dungeons & Classes: the party's rules of thumb, and how a fight stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablewright.bots.dungeons import tactics
from tablewright.bots.dungeons.expert import candidates
from tablewright.bots.heuristics import Heuristics
from tablewright.core.dice import Dice
from tablewright.games.dungeons.actions import DungeonsAction
from tablewright.games.dungeons.floor import distance
from tablewright.games.dungeons.state import DungeonsState

#: A fight that has not ended after this many further actions is judged as it stands.
HORIZON: Final = 40
#: What a hero who stands, his health, a foe who stands, and his health count; the whole of a large party is below 1.
HERO: Final = 0.16
HERO_HEALTH: Final = 0.12
FOE: Final = 0.02
FOE_HEALTH: Final = 0.05
STEP: Final = 0.002  # for everybody's way to the nearest foe


class DungeonsHeuristics(Heuristics):
    """Thinks only while there are foes; otherwise the rule of thumb decides, for time is free."""

    def shortlist(self, state: DungeonsState, legal: list[DungeonsAction]) -> list[DungeonsAction]:
        sensible = candidates(state) if state.foes_left else [tactics.choose(state)]
        allowed = {action.number for action in legal}
        return [action for action in sensible if action.number in allowed] or legal

    def outlook(self, state: DungeonsState) -> Sequence[float]:
        if state.outcome is not None:
            # A score is at most 2 for the dungeon, 3 for the heroes and 9 for the rooms.
            points = state.outcome.returns[0] * 0.8 + 0.01 * (state.outcome.score or 0)
        else:
            points = standing(state)
        return (points,) * state.setup.seats

    def playout(self, state: DungeonsState, dice: Dice) -> Sequence[float]:
        for _ in range(HORIZON):
            if state.outcome is not None or not state.foes_left:
                break
            state.apply(tactics.fight(state))
        return self.outlook(state)


def standing(state: DungeonsState) -> float:
    """Say how the party stands, from -1 to 1."""
    foes = [foe for foe in state.foes if foe.health]
    points = -0.2
    for foe in foes:
        points -= FOE + FOE_HEALTH * foe.health / foe.kind.health
    for hero in state.heroes:
        if hero.health:
            points += HERO + HERO_HEALTH * hero.health / hero.player.kind.health
            points += 0.005 * sum(hero.gear.bag[potion] for _, potion in tactics.HEALING)
            points -= STEP * min((distance(hero.field, foe.field) for foe in foes), default=0)
    return max(-1.0, min(0.8, points))


HEURISTICS = DungeonsHeuristics()
