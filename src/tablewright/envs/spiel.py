"""OpenSpiel games. Importing this module registers ``tablewright_<game>`` for every game.

``pyspiel.load_game("tablewright_ooperations(deck1=...)")`` takes the options of ``Game.choices`` as parameters, and:

``content``
    Folders of own content, separated as the platform separates paths.
``seeds``
    The first node of a match is a chance node that picks one of so many seeds, all equally likely. Everything random
    in the match follows from the seed, so the rest has no chance nodes.
``max_actions``
    A match with so many actions ends, and everybody gets 0.

A search that clones states follows the dice and cards that are really there. What a player could know is in
``resample_from_infostate``, which deals everything hidden anew. An information state is a string: what the player was
told since the start, and the view.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from tablewright.envs.extra import require

require("pyspiel")
import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

from tablewright.core.dice import Dice  # noqa: E402
from tablewright.core.registry import all_games, find_game  # noqa: E402
from tablewright.envs.arena import Arena, NumberedMatch, make_arena  # noqa: E402

SEEDS = 1000
MAX_ACTIONS = 5000
#: The parameters that are not choices of a game.
OURS = ("seeds", "max_actions", "content")

_arena = lru_cache(maxsize=64)(make_arena)  # OpenSpiel makes a game anew for every state that it deserialises


def game_type(key: str) -> pyspiel.GameType:
    """Say what a game is in OpenSpiel's terms."""
    game = find_game(key)
    kinds = pyspiel.GameType
    parameters: dict[str, Any] = {"seeds": SEEDS, "max_actions": MAX_ACTIONS, "content": ""}
    for choice in game.choices():
        # OpenSpiel reads every value that looks like a number as one.
        numbers = all(option.name.isdecimal() for option in choice.options)
        parameters[choice.key] = int(choice.options[0].name) if numbers else choice.options[0].name
    return kinds(
        short_name=f"tablewright_{key}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.IDENTICAL if game.cooperative else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class ArenaGame(pyspiel.Game):  # type: ignore[misc]
    """A game with one setup. ``register`` makes a subclass for each game."""

    key: str
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        names = {name: str(value) for name, value in params.items() if name not in OURS}
        content = tuple(path for path in params.get("content", "").split(os.pathsep) if path)
        self.arena: Arena = _arena(self.key, content=content, **names)
        self.seeds: int = params.get("seeds", SEEDS)
        self.max_actions: int = params.get("max_actions", MAX_ACTIONS)
        if self.seeds < 1 or self.max_actions < 1:
            raise ValueError(f"seeds and max_actions must be at least 1, not {self.seeds} and {self.max_actions}")
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.arena.actions),
            max_chance_outcomes=self.seeds,
            num_players=self.arena.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.arena.game.cooperative else 0.0,
            max_game_length=self.max_actions,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> ArenaState:
        return ArenaState(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> ArenaGame:
        return self  # nothing in it ever changes

    def __reduce__(self) -> Any:
        return _loaded, (str(self),)  # its class has no name in this module

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> ArenaObserver:
        return ArenaObserver(self.arena, iig_obs_type, params)


def _loaded(name: str) -> pyspiel.Game:
    """Return the game of a pickle; whoever unpickles it has registered all games by importing this module."""
    return pyspiel.load_game(name)


class ArenaState(pyspiel.State):  # type: ignore[misc]
    """A match; before its first node there is only the choice of a seed."""

    def __init__(self, game: ArenaGame) -> None:
        super().__init__(game)
        # OpenSpiel clones a state by copying these one by one.
        self.game = game
        self.match: NumberedMatch | None = None
        self.past: Past | None = None  # until somebody asks

    def current_player(self) -> int:
        match = self.match
        if match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else match.turn

    def _legal_actions(self, player: int) -> list[int]:
        match = self.match
        assert match is not None
        return match.numbers(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1.0 / self.game.seeds) for seed in range(self.game.seeds)]

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            self.match = NumberedMatch(self.game.arena, action, self.game.max_actions)
        else:
            self.match.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else self.game.arena.action_name(action)

    def is_terminal(self) -> bool:
        match = self.match
        return match is not None and (match.state.outcome is not None or len(match.actions) >= match.limit)

    def returns(self) -> list[float]:
        if self.match is None or self.match.state.outcome is None:
            return [0.0] * self.game.arena.seats
        return [float(value) for value in self.match.state.outcome.returns]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ArenaState:
        """Return a state that the player could not tell from this one.

        It can be played on and cloned. Its history is that of the real one, so serialising it gives the real one back.
        """
        sample: ArenaState = self.clone()
        if sample.match is not None:
            told = sample.told(player)
            hidden = Dice(int(sampler() * 2**32))
            sample.match = sample.match.clone(sample.match.state.resample(player, hidden))
            # The others may have been told something else there.
            seats = range(self.game.arena.seats)
            sample.past = Past(sample.match, tuple(told if seat == player else () for seat in seats))
        return sample

    def told(self, player: int) -> tuple[str, ...]:
        """Return what a player was told since the start; in a sample another player only what came after it."""
        match = self.match
        assert match is not None
        if self.past is None:
            self.past = Past(NumberedMatch(self.game.arena, match.seed), ((),) * self.game.arena.seats)
        return self.past.told(match, player)

    def __str__(self) -> str:
        if self.match is None:
            return "before the seed"
        return f"seed {self.match.seed}, action {len(self.match.actions)}\n{self.match.state.picture(None)}"


class Past:
    """What every seat was told so far, worked out when somebody asks: most who play never do."""

    def __init__(self, match: NumberedMatch, told: tuple[tuple[str, ...], ...]) -> None:
        #: The position up to which everything is known, and how many actions led there; a new one replaces it.
        self._state = match.state.clone()
        self._number = len(match.actions)
        self._told = told

    def told(self, match: NumberedMatch, seat: int) -> tuple[str, ...]:
        """Return what a seat was told until now, in the match that has this past."""
        if self._number < len(match.actions):
            state = self._state.clone()
            heard = [list(lines) for lines in self._told]
            for action in match.actions[self._number :]:
                for event in state.apply_watched(action):
                    for listener, lines in enumerate(heard):
                        if line := event.told(listener):
                            lines.append(line)
            self._state, self._number, self._told = state, len(match.actions), tuple(map(tuple, heard))
        return self._told[seat]

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        # Nothing in it is changed, only replaced.
        twin = Past.__new__(Past)
        twin._state, twin._number, twin._told = self._state, self._number, self._told
        return twin

    def __reduce__(self) -> Any:
        return _no_past, ()


def _no_past() -> None:
    """Stand for the past in a pickle, which has the match as it was really dealt: there it is worked out again."""


class ArenaObserver:
    """What a player sees: the pieces of the layout as ``dict``, all of them as ``tensor``, the view as a string.

    With perfect recall there is the string alone: what the player was told since the start, and the view.
    """

    def __init__(self, arena: Arena, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"the observer has no parameters, but got {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        single = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not wanted.public_info or not single:
            raise ValueError("there is one observation: everything the player can see now")
        self.arena = arena
        self.recall: bool = wanted.perfect_recall
        if self.recall:
            self.tensor, self.dict = None, {}
            return
        self.tensor = np.zeros(arena.encoder.layout.size, np.float32)
        self.dict = {
            piece.name: self.tensor[piece.start : piece.start + piece.size].reshape(piece.shape)
            for piece in arena.encoder.layout.pieces
        }

    def set_from(self, state: ArenaState, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is None:
            raise ValueError("there are no numbers for the whole past, only a string")
        self.tensor[:] = 0.0 if state.match is None else state.match.observation(player)

    def string_from(self, state: ArenaState, player: int) -> str:
        """Return the view as JSON, with perfect recall behind what was told so far."""
        if state.match is None:
            return ""
        view = state.match.state.view(player)
        return json.dumps([*state.told(player), view] if self.recall else view)


def register() -> None:
    """Register all games with OpenSpiel."""
    known = pyspiel.registered_names()
    for key in [game.key for game in all_games()]:
        kind = game_type(key)
        if kind.short_name not in known:
            # A class of its own, because OpenSpiel keeps it longer than the interpreter lives.
            pyspiel.register_game(kind, type(f"{key.capitalize()}Game", (ArenaGame,), {"key": key, "kind": kind}))


register()
