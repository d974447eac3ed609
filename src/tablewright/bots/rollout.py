"""Rollouts: the few actions that look best are each played on by a quick player, in the same hidden worlds.

Both seats then take, turn by turn, what looks best to them at first sight. What that leads to is known of every action
in every world, so that luck weighs on all of them alike, and few worlds are enough to tell them apart.
"""

from __future__ import annotations

from typing import Any, Self

from tablewright.bots.bot import Bot, Profile
from tablewright.bots.greedy import NOT_OVER, first_sight
from tablewright.bots.heuristics import Heuristics, find_heuristics
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective

#: Of a bot that is not told how many worlds it looks at.
WORLDS = 6
#: The most actions that are played on, and how much worse than the best they may look.
FEW = 4
MARGIN = 0.25
#: Turns that are played on, the one under way among them, and the most actions of a turn; then it ends.
TURNS = 4
MOST_ACTIONS = 8
#: What a match that is won is worth.
WON = 1.0


class RolloutBot(Bot):
    """Takes the action after which the quick players fare best for its seat."""

    profile = Profile(
        knows="what its game's heuristics say a position is worth",
        thinks=f"plays its {FEW} best actions on for {TURNS} turns, each in the same deals of what is hidden",
        costs=f"its budget, a number of deals: rollout:{WORLDS} plays on in {WORLDS}",
    )

    def __init__(self, heuristics: Heuristics, worlds: int = WORLDS, seed: int = 0) -> None:
        super().__init__(seed)
        self.heuristics = heuristics
        self.worlds = worlds

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        if argument and not (argument.isascii() and argument.isdecimal() and 0 < int(argument[:4]) == int(argument)):
            raise ValueError(f'its budget must be a number of deals, not "{argument}"')
        return cls(find_heuristics(game.key), int(argument or WORLDS), seed)

    def choose(self, perspective: Perspective) -> Any:
        heuristics, seat = self.heuristics, perspective.seat
        dice = self.dice(perspective)
        worlds = [perspective.sample(dice) for _ in range(self.worlds)]
        actions = heuristics.shortlist(worlds[0], perspective.legal_actions())
        if len(actions) == 1:
            self.reason = "nothing else is worth a thought"
            return actions[0]
        looks: list[tuple[float, float, Any]] = []
        for action in actions:
            worth = first_sight(heuristics, worlds[:1], action, seat)
            # Nothing is liked so much that a win at once would be passed by.
            liked = worth if worth >= WON else min(worth + heuristics.charm(worlds[0], action), NOT_OVER)
            looks.append((liked, worth, action))
        looks.sort(key=lambda look: -look[0])
        most = looks[0][0]
        few = [look for look in looks[:FEW] if look[0] >= most - MARGIN]
        if most >= WON or len(few) == 1:
            _, worth, action = few[0]
            self.reason = f"nothing comes near it at first sight: worth {worth:+.2f} from -1 to +1"
            return action
        totals = [0.0] * len(few)
        for world in worlds:
            for number, (_, _, action) in enumerate(few):
                after = world.clone()
                after.apply(action)
                totals[number] += play_on(heuristics, after, TURNS - (action is heuristics.idle(world)), seat)
        worths = [total / self.worlds for total in totals]
        charmed = [
            worth + heuristics.charm(worlds[0], action) for worth, (_, _, action) in zip(worths, few, strict=True)
        ]
        best = charmed.index(max(charmed))
        self.reason = f"worth {worths[best]:+.2f} from -1 to +1, played on for {TURNS} turns in {self.worlds} deals"
        return few[best][2]


def play_on(heuristics: Heuristics, state: Any, turns: int, seat: int) -> float:
    """Let all seats play what looks best at first sight for so many turns, and say what a seat has then.

    Uses the state up.
    """
    for _ in range(turns):
        for taken in range(MOST_ACTIONS):
            if state.outcome is not None:
                return float(state.outcome.returns[seat])
            idle = heuristics.idle(state)
            action = idle if taken == MOST_ACTIONS - 1 and idle is not None else quick_action(heuristics, state)
            state.apply(action)
            if action is idle:
                break
    outlook = heuristics.outlook(state)
    return float(outlook[seat]) if outlook else 0.0


def quick_action(heuristics: Heuristics, state: Any) -> Any:
    """Return what looks best at first sight to whoever acts."""
    actions = heuristics.shortlist(state, state.legal_actions())
    if len(actions) == 1:
        return actions[0]
    seat, worlds = state.seat_to_act, (state,)
    best, most = actions[0], -2.0
    for action in actions:
        worth = first_sight(heuristics, worlds, action, seat)
        if worth > most:
            best, most = action, worth
    return best
