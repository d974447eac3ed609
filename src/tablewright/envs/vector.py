"""Many tables in one call: what ``gymnasium.make_vec`` makes of every game.

Row for row it is what as many ``SeatEnv`` of the same seeds give. Observations and masks are written into arrays for
all tables, and no single environment with its wrappers and dictionaries stands in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tablewright.envs.extra import require

require("gymnasium")
import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium.utils import seeding  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from tablewright.core.game import Game  # noqa: E402
from tablewright.envs.arena import NumberedMatch  # noqa: E402
from tablewright.envs.gym import SeatEnv  # noqa: E402
from tablewright.envs.observations import make_encoder  # noqa: E402
from tablewright.envs.tables import RandomTable, Rows, step_all  # noqa: E402

Floats = NDArray[np.float32]
Info = dict[str, Any]


def make_tables(num_envs: int = 1, *, game: Game | str, max_episode_steps: int | None = None, **options: Any) -> Any:
    """Make the vector environment of a game, with the options of ``SeatEnv``.

    Bots in the other seats, and pictures, take far longer than anything that could be saved: with them it is
    Gymnasium's own ``SyncVectorEnv``.
    """
    if num_envs < 1:
        raise ValueError(f"num_envs must be at least 1, not {num_envs}")
    if options.get("opponent", "random") == "random" and options.get("render_mode") is None:
        return TablesEnv(SeatEnv(game, **options), num_envs, max_episode_steps)

    def one() -> gymnasium.Env[Any, Any]:
        env: gymnasium.Env[Any, Any] = SeatEnv(game, **options)
        return env if max_episode_steps is None else gymnasium.wrappers.TimeLimit(env, max_episode_steps)

    return SyncVectorEnv([one for _ in range(num_envs)])


class TablesEnv(VectorEnv[Floats, NDArray[np.int64], NDArray[Any]]):
    """One seat at each of many tables; whoever sits in the other seats chooses at random.

    A table that is over is dealt anew by the next step, which ignores its action and gives 0 for it
    (``AutoresetMode.NEXT_STEP``). What ``reset`` and ``step`` return is not touched by later steps.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012 - as Gymnasium does

    def __init__(self, single: SeatEnv, tables: int, max_steps: int | None = None) -> None:
        if max_steps is not None and max_steps < 1:
            raise ValueError(f"max_episode_steps must be at least 1, not {max_steps}")
        self.num_envs = tables
        self.arena = arena = single.arena
        self.seat = single.seat
        self.illegal_reward = single.illegal_reward
        self.max_steps = max_steps
        self.single_observation_space = single.observation_space
        self.single_action_space = single.action_space
        self.observation_space = batch_space(single.observation_space, tables)
        self.action_space = batch_space(single.action_space, tables)
        self._observations = np.zeros((tables, arena.encoder.layout.size), np.float32)
        self._masks = np.zeros((tables, len(arena.actions)), np.int8)
        self._rows = Rows(self._observations.data.cast("B").cast("f"), self._masks.data.cast("B"), tables)
        # Encoders remember what they have seen: one for many tables would forget it all the time.
        self._encoders = [make_encoder(arena.game, arena.setup) for _ in range(tables)]
        self._chance: list[np.random.Generator | None] = [None] * tables
        self._seeds = [0] * tables
        self._steps = np.zeros(tables, np.int64)
        #: 1 for tables that the next step deals anew.
        self._waiting = bytearray(tables)
        self._tables: list[RandomTable] = []

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, Info]:
        """Start a match at every table: with ``seed=7`` those of the seeds 7, 8, 9, ..., or of a list of seeds."""
        seeds = [seed] * self.num_envs if seed is None else seed
        if isinstance(seeds, int):
            seeds = list(range(seeds, seeds + self.num_envs))
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} tables, but {len(seeds)} seeds")
        self._tables = [self._deal(row, chosen) for row, chosen in enumerate(seeds)]
        for row in range(self.num_envs):
            self._write(row)
        self._waiting = bytearray(self.num_envs)
        return self._observations.copy(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Floats, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Act at every table, and let the others act until it is this seat's turn again."""
        if not self._tables:
            raise AttributeError("no match has begun: call reset() first")
        numbers: list[int] = np.asarray(actions).tolist()
        if len(numbers) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} tables, but {len(numbers)} actions")
        for number in (min(numbers), max(numbers)):
            self.arena.action_name(number)  # raises if there is none
        rewards = np.zeros(self.num_envs)
        terminations = np.zeros(self.num_envs, np.bool_)
        truncations = np.zeros(self.num_envs, np.bool_)
        ended, refused = step_all(self._tables, numbers, self._waiting, self._encoders, self._rows)
        self._steps += 1
        for row in np.flatnonzero(self._waiting).tolist() if any(self._waiting) else ():
            self._tables[row] = self._deal(row, None)
            self._write(row)
        for row in ended:
            outcome = self._tables[row].state.outcome
            assert outcome is not None
            rewards[row] = outcome.returns[self.seat]
            terminations[row] = True
        if self.max_steps is not None:
            truncations = self._steps >= self.max_steps
        info = self._info()
        if refused:
            info["refused"] = np.full(self.num_envs, None, dtype=object)
            for row in refused:
                table = self._tables[row]
                rewards[row] = self.illegal_reward
                info["refused"][row] = self.arena.refusal(numbers[row], table.state, table.turn)
            info["_refused"] = info["refused"] != np.array(None)
        self._waiting = bytearray((terminations | truncations).tobytes())
        return self._observations.copy(), rewards, terminations, truncations, info

    def match(self, row: int) -> NumberedMatch:
        """Return a copy of the match at a table: its record, its position, and everything that a match can tell."""
        match = NumberedMatch(self.arena, self._seeds[row])
        for action in self._tables[row].done:
            match.play(action.number)
        return match

    def _deal(self, row: int, seed: int | None) -> RandomTable:
        """Start a match as ``SeatEnv.reset`` does, with the same numbers in the same order."""
        chance = self._chance[row]
        if seed is not None or chance is None:
            chance = self._chance[row] = seeding.np_random(seed)[0]
        others = int(chance.integers(2**32))
        self._seeds[row] = dealt = int(chance.integers(2**32)) if seed is None else seed
        self._steps[row] = 0
        arena = self.arena
        state = arena.game.new(arena.setup, dealt)
        return RandomTable(state, self.seat, arena.seats, arena.actions, Random(others).getrandbits)

    def _write(self, row: int) -> None:
        self._rows.write(row, self._encoders[row], self._tables[row])

    def _info(self) -> Info:
        return {"action_mask": self._masks.copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}
