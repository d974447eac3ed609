"""What all environments have in common: an arena to learn in, and a match that is played there by action numbers."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tablewright.core.match import Match
from tablewright.core.outside import parse_json
from tablewright.core.own import accept_paths, from_environment
from tablewright.core.perspective import Perspective
from tablewright.core.problems import did_you_mean
from tablewright.core.record import Record
from tablewright.core.registry import announced, find_game
from tablewright.core.state import State
from tablewright.envs.extra import require

require("numpy")
import numpy as np  # noqa: E402
from numpy import frombuffer  # noqa: E402

from tablewright.envs.observations import make_encoder  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tablewright.core.game import Game

INT8 = np.dtype(np.int8)
NO_LIMIT = sys.maxsize


class Arena:
    """A game with one setup: its numbered actions and its observation encoder."""

    def __init__(self, game: Game, setup: Any) -> None:
        self.game = game
        self.setup = setup
        self.seats: int = setup.seats
        #: Who sits where, in records.
        self.names = ["env"] * self.seats
        self.actions = game.actions(setup)
        self.encoder = make_encoder(game, setup)
        self._numbers = {action.text: action.number for action in self.actions}

    def action_name(self, number: int) -> str:
        """Return the command line of an action number."""
        if not 0 <= number < len(self.actions):
            raise ValueError(f"there is no action {number}; actions are numbered from 0 to {len(self.actions) - 1}")
        return self.actions[number].text

    def action_number(self, name: str) -> int:
        """Return the number of a command line."""
        number = self._numbers.get(name)
        if number is None:
            raise ValueError(f'there is no action "{name}"{did_you_mean(name, self._numbers)}')
        return number

    def refusal(self, number: int, state: State, turn: int) -> str:
        """Say why an action that is not in the mask of the seat at turn is impossible."""
        name = self.action_name(number)
        reason = state.why_not(self.actions[number])
        return f'action {number}, "{name}", is impossible: {reason or f"it is the turn of seat {turn}"}'

    def __deepcopy__(self, memo: dict[int, Any]) -> Arena:
        return self  # nothing in it ever changes

    def __reduce__(self) -> Any:
        installed = self.game.key in announced("games")
        return _arena, (self.game.key if installed else self.game, json.dumps(self.game.write_setup(self.setup)))


@lru_cache(maxsize=64)
def _arena(named: Game | str, setup: str) -> Arena:
    """Return the arena of a pickle; matches that come from the same one share it again."""
    game = find_game(named)
    return Arena(game, game.read_setup(parse_json(setup)))


def make_arena(game: Game | str, setup: Any = None, content: Sequence[str] = (), **chosen: str) -> Arena:
    """Set up an arena from names of options (``Game.choices``) or from a setup; raises ``ValueError``.

    ``content`` are folders of own content, besides those that the environment names; the path of a file may stand for
    the name of an option.
    """
    found = find_game(game, [*content, *from_environment()])
    if setup is not None and chosen:
        raise ValueError("name options or give a setup, not both")
    found, chosen = accept_paths(found, chosen)
    return Arena(found, found.setup(**chosen) if setup is None else setup)


class NumberedMatch:
    """A match that is played by action numbers, one seat after another.

    It can be copied and pickled at any moment: as seed and actions it replays.
    """

    __slots__ = ("_mask", "_match", "actions", "arena", "limit", "state", "turn")

    def __init__(self, arena: Arena, seed: int, limit: int = NO_LIMIT) -> None:
        self.arena = arena
        #: After this many actions the match is stopped by whoever plays it.
        self.limit = limit
        self._match = Match(arena.game, arena.setup, seed, arena.names, limit)
        #: The position now.
        self.state = self._match.state
        #: The seat whose action is awaited.
        self.turn = self._match.turn
        #: What was done.
        self.actions = self._match.actions
        self._mask: bytearray | None = None

    @property
    def seed(self) -> int:
        """What decided everything random."""
        seed = self._match.seed
        assert seed is not None, "environments deal from numbers"
        return seed

    @property
    def played(self) -> list[int]:
        """The numbers of the actions so far."""
        return [action.number for action in self.actions]

    def legal(self) -> bytearray:
        """Return one byte per action: 1 for those that the seat at turn can take now. Not to be changed."""
        mask = self._mask
        if mask is None:
            mask = self._mask = bytearray(len(self.arena.actions))
            for action in self._match.legal_actions(self.turn):
                mask[action.number] = 1
        return mask

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return a new action mask; all zeros while a seat has nothing to decide."""
        if seat != self.turn or self.state.outcome is not None:
            return np.zeros(len(self.arena.actions), np.int8)
        return frombuffer(self.legal()[:], INT8)

    def numbers(self, seat: int) -> list[int]:
        """List the numbers of what a seat can do now, in order."""
        if seat != self.turn or self.state.outcome is not None:
            return []
        numbers: list[int] = frombuffer(self.legal(), INT8).nonzero()[0].tolist()
        return numbers

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return a new observation."""
        return self.arena.encoder.encode(self.state, seat)

    def play(self, number: int) -> None:
        """Do an action; raises ``ValueError`` with the rule that is against it and changes nothing."""
        actions = self.arena.actions
        if not 0 <= number < len(actions) or not (self._mask or self.legal())[number]:
            raise ValueError(self.refusal(number))
        match = self._match
        match.advance(actions[number])
        self.turn = match.turn
        self._mask = None

    def refusal(self, number: int) -> str:
        """Say why an action that is not in the mask is impossible."""
        return self.arena.refusal(number, self.state, self.turn)

    def perspective(self, seat: int) -> Perspective:
        """Return what a bot in a seat decides with now."""
        return Perspective(self.state, seat, lambda: self._match.heard(seat))

    def record(self) -> Record:
        """Return the match so far as a record, which every face of Tablewright can replay."""
        return self._match.record()

    def clone(self, state: State | None = None) -> NumberedMatch:
        """Return an independent match at the same point, with another state if one is given."""
        twin = NumberedMatch.__new__(NumberedMatch)
        twin.arena = self.arena
        twin.limit = self.limit
        twin._match = self._match.clone(state)
        twin.state = twin._match.state
        twin.turn = twin._match.turn
        twin.actions = twin._match.actions
        twin._mask = None
        return twin

    def __copy__(self) -> NumberedMatch:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> NumberedMatch:
        return self.clone()

    def __reduce__(self) -> Any:
        return _replayed, (self.arena, self.seed, self.limit, np.array(self.played, np.int32).tobytes())


def _replayed(arena: Arena, seed: int, limit: int, played: bytes) -> NumberedMatch:
    match = NumberedMatch(arena, seed, limit)
    for number in np.frombuffer(played, np.int32):
        match.play(int(number))
    return match


class _UntilReset:
    def __get__(self, env: object, kind: type) -> Any:
        if env is None:
            return self
        raise AttributeError("no match has begun: call reset() first")


def until_reset() -> Any:
    """Stand in a class for an attribute that ``reset`` sets: whoever reads it earlier is told so.

    A ``__getattr__`` would do the same, but every attribute of an object of such a class is slow to read.
    """
    return _UntilReset()
