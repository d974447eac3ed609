"""How long the methods of a game take that bots and studies call again and again."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.state import State

#: A method that takes more seconds is felt: a bot that thinks calls it thousands of times.
SLOW = 0.001
#: So many positions are measured.
POSITIONS = 50


def slow_methods(game: Game, setup: Any, seed: int) -> dict[str, float]:
    """Return the methods of a state that are slow on average over some positions of a random match, with seconds."""
    state, dice = game.new(setup, seed), Dice(seed + 1)
    spent: dict[str, float] = {}
    positions = 0
    while state.outcome is None and positions < POSITIONS:
        positions += 1
        legal = state.legal_actions()
        for name, call in _calls(state, dice).items():
            start = process_time()
            call()
            spent[name] = spent.get(name, 0.0) + process_time() - start
        action = legal[dice.roll(len(legal)) - 1]
        start = process_time()
        state.apply(action)
        spent["apply"] = spent.get("apply", 0.0) + process_time() - start
    means = {name: seconds / positions for name, seconds in spent.items()}
    return {name: mean for name, mean in means.items() if mean > SLOW}


def _calls(state: State, dice: Dice) -> dict[str, Callable[[], object]]:
    seat = state.seat_to_act
    return {
        "legal_actions": state.legal_actions,
        "clone": state.clone,
        "key": state.key,
        "view": lambda: state.view(seat),
        "resample": lambda: state.resample(seat, dice),
    }
