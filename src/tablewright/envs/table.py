"""What all environments have in common: a table to learn at, and a match that is played there by action numbers."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tablewright.core.problems import did_you_mean
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.core.state import State
from tablewright.envs.extra import require

require("numpy")
import numpy as np  # noqa: E402

from tablewright.envs.observations import make_encoder  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tablewright.core.game import Game


class Table:
    """A game with one setup: its numbered actions and its observation encoder."""

    def __init__(self, game: Game, setup: Any) -> None:
        self.game = game
        self.setup = setup
        self.seats: int = setup.seats
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

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self  # nothing in it ever changes

    def __reduce__(self) -> Any:
        return _table, (self.game.key, json.dumps(self.game.write_setup(self.setup)))


@lru_cache(maxsize=64)
def _table(key: str, setup: str) -> Table:
    """Return the table of a pickle; matches that come from the same one share it again."""
    game = find_game(key)
    return Table(game, game.read_setup(json.loads(setup)))


def make_table(game: str, setup: Any = None, **chosen: str) -> Table:
    """Set up a table from names of options (``Game.choices``) or from a setup; raises ``ValueError``."""
    found = find_game(game)
    if setup is not None and chosen:
        raise ValueError("name options or give a setup, not both")
    return Table(found, found.setup(**chosen) if setup is None else setup)


class Match:
    """A match that is being played. It can be copied and pickled at any moment: as seed and actions it replays.

    Where the rules leave it to the players who acts first, as in the dungeon, seats take turns.
    """

    __slots__ = ("_free_order", "_mask", "played", "seed", "state", "table", "turn")

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.seed = seed
        self.state: State = table.game.new(table.setup, seed)
        #: The numbers of the actions so far.
        self.played: list[int] = []
        #: The seat whose action is awaited.
        self.turn = self.state.seat_to_act
        self._free_order = len(self.state.acting_seats()) > 1
        self._mask: bytearray | None = None

    def legal(self) -> bytearray:
        """Return one byte per action: 1 for those that the seat at turn can take now. Not to be changed."""
        mask = self._mask
        if mask is None:
            state = self.state
            mask = self._mask = bytearray(len(self.table.actions))
            if self._free_order:
                for action in state.legal_actions():
                    mask[action.number] = state.seat_of(action) == self.turn
            else:
                for action in state.legal_actions():
                    mask[action.number] = 1
        return mask

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return a new action mask; all zeros while a seat has nothing to decide."""
        if seat != self.turn or self.state.outcome is not None:
            return np.zeros(len(self.table.actions), np.int8)
        return np.frombuffer(self.legal()[:], np.int8)

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return a new observation."""
        return self.table.encoder.encode(self.state, seat)

    def play(self, number: int) -> None:
        """Do an action; raises ``ValueError`` with the rule that is against it and changes nothing."""
        actions = self.table.actions
        if not 0 <= number < len(actions) or not self.legal()[number]:
            raise ValueError(self.refusal(number))
        state = self.state
        state.apply(actions[number])
        self.played.append(number)
        self._mask = None
        acting = state.acting_seats()
        self._free_order = len(acting) > 1
        if not self._free_order:
            self.turn = state.seat_to_act
        else:
            self.turn = min([seat for seat in acting if seat > self.turn], default=acting[0])

    def refusal(self, number: int) -> str:
        """Say why an action that is not in the mask is impossible."""
        name = self.table.action_name(number)
        reason = self.state.why_not(self.table.actions[number])
        return f'action {number}, "{name}", is impossible: {reason or f"it is the turn of seat {self.turn}"}'

    def record(self) -> Record:
        """Return the match so far as a record, which every face of Tablewright can replay."""
        table = self.table
        names = [table.actions[number].text for number in self.played]
        record = Record(table.game, table.setup, self.seed, ["env"] * table.seats, names)
        record.result = "" if self.state.outcome is None else str(self.state.outcome)
        return record

    def clone(self, state: State | None = None) -> Match:
        """Return an independent match at the same point, with another state if one is given."""
        twin = Match.__new__(Match)
        twin.table = self.table
        twin.seed = self.seed
        twin.state = self.state.clone() if state is None else state
        twin.played = self.played[:]
        twin.turn = self.turn
        twin._free_order = self._free_order
        twin._mask = None
        return twin

    def __copy__(self) -> Match:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.clone()

    def __reduce__(self) -> Any:
        return _replayed, (self.table, self.seed, np.array(self.played, np.int32).tobytes())


def _replayed(table: Table, seed: int, played: bytes) -> Match:
    match = Match(table, seed)
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
