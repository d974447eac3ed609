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
#: So is one that is derived and takes more seconds than all others together, from so many on.
FELT = 0.00005
#: So many positions are measured.
POSITIONS = 50
#: What is said about a slow method that its author has written, and about one that is derived.
ADVICE = {"legal_actions": ": list what is possible instead of asking why_not about everything"}
DERIVED = {
    "legal_actions": "by asking why_not about every action: list what is possible instead",
    "clone": "from the fields: write a clone that copies each of them in its own way",
    "key": "from the fields: write a key of what tells positions apart",
    "resample": "from clone: write a faster clone",
}


def slow_methods(game: Game, setup: Any, seed: int) -> list[str]:
    """Name in sentences the methods of a state that hold a game up, measured over some positions of a random match."""
    found = []
    means = mean_seconds(game, setup, seed)
    state = game.new(setup, seed)
    for name, mean in means.items():
        derived = getattr(type(state), name) is getattr(State, name)
        how = f"; it is derived {DERIVED[name]}" if derived else ""
        if mean > SLOW:
            advice = how or ADVICE.get(name, "")
            found.append(
                f"slow: {name} takes {mean * 1000:.1f} ms, and bots that think call it thousands of times{advice}"
            )
        elif derived and mean > FELT and mean > sum(means.values()) / 2:
            found.append(f"slow: {name} takes {mean * 1000:.2f} ms, more than all other methods together{how}")
    return found


def mean_seconds(game: Game, setup: Any, seed: int) -> dict[str, float]:
    """Return how long the methods of a state take on average over some positions of a random match."""
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
    return {name: seconds / positions for name, seconds in spent.items()}


def _calls(state: State, dice: Dice) -> dict[str, Callable[[], object]]:
    seat = state.seat_to_act
    return {
        "legal_actions": state.legal_actions,
        "clone": state.clone,
        "key": state.key,
        "view": lambda: state.view(seat),
        "resample": lambda: state.resample(seat, dice),
    }
