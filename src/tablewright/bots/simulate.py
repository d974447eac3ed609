"""Whole matches of random bots in one call: compiled, nothing of Python runs between two actions."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablewright.core.dealing import Deal
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import LONGEST_MATCH
from tablewright.core.registry import find_game
from tablewright.core.state import Action, Outcome, State


class Simulation(NamedTuple):
    """What came of matches, in their order: how each ended (``None``: it was stopped), and after how many actions."""

    outcomes: list[Outcome | None]
    lengths: list[int]


def simulate(game: Game | str, setup: Any = None, matches: int = 1000, seed: int = 1) -> Simulation:
    """Let random bots play many matches, from consecutive seeds: those that ``play`` would play, many times as fast.

    >>> simulation = tablewright.simulate("ooperations", matches=100)
    >>> print(simulation.outcomes[0], simulation.lengths[0])
    seat 2 won (defeated) 42
    >>> sum(outcome.winners == (0,) for outcome in simulation.outcomes)
    38
    """
    found = find_game(game) if isinstance(game, str) else game
    table = found.setup() if setup is None else setup
    simulation = Simulation([], [])
    for number in range(seed, seed + matches):
        deal = Deal(number)
        state = deal.start(found, table)
        streams = [Dice(deal.seed_of_bot(seat)) for seat in range(table.seats)]
        simulation.lengths.append(sum(play_at_random(state, streams, LONGEST_MATCH)))
        simulation.outcomes.append(state.outcome)
    return simulation


def play_at_random(state: State, streams: list[Dice], limit: int) -> list[int]:
    """Play a match on as random bots do, each seat with dice of its own; return how often each seat has acted."""
    seats = len(streams)
    choices = [0] * seats
    last = -1
    for _ in range(limit):
        if state.outcome is not None:
            break
        legal: list[Action] = state.legal_actions()
        seat = state.seat_to_act
        if seats > 1 and len(state.acting_seats()) > 1:
            # They take turns around the table, as in a ``Match``.
            deciders = [state.seat_of(action) for action in legal]
            seat = next(turn % seats for turn in range(last + 1, last + 1 + seats) if turn % seats in deciders)
            legal = [action for action, decider in zip(legal, deciders, strict=True) if decider == seat]
        state.apply(legal[streams[seat].roll(len(legal)) - 1])
        choices[seat] += 1
        last = seat
    return choices
