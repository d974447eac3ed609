"""Gymnasium environments: one seat of any game, alone or with bots in the other seats.

Importing this module registers ``tablewright/<game>-v<version>`` for every game, so that
``gymnasium.make("tablewright.envs.gym:tablewright/maze-v1")`` works without any other step.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tablewright.envs.extra import require

require("gymnasium")
import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from tablewright.bots.registry import make_bot  # noqa: E402
from tablewright.core.game import Game  # noqa: E402
from tablewright.core.perspective import decide  # noqa: E402
from tablewright.core.registry import all_games  # noqa: E402
from tablewright.envs.arena import NumberedMatch, make_arena, until_reset  # noqa: E402
from tablewright.envs.render import RENDER_MODES, check_render_mode, render  # noqa: E402

#: A player for the other seats: the name of a bot, or a function of observation and mask that returns an action number.
Opponent = str | Callable[[NDArray[np.float32], NDArray[np.int8]], int]


class Others:
    """Who plays the seats that the environment does not. Copies and pickles continue alike.

    A fresh bot of the same name and seed chooses alike, so bots are made again instead of copied.
    """

    def __init__(self, opponent: Opponent, game: Game, seed: int) -> None:
        self.opponent = opponent
        self.game = game
        self.seed = seed
        self._random = Random(seed)
        self._bots: dict[int, Any] = {}

    def choose(self, match: NumberedMatch) -> int:
        """Return the number of an action for the seat at turn."""
        if callable(self.opponent):
            return int(self.opponent(match.observation(match.turn), match.mask(match.turn)))
        if self.opponent == "random":
            return self._random.choice(match.numbers(match.turn))
        bot = self._bots.get(match.turn)
        if bot is None:
            bot = self._bots[match.turn] = make_bot(self.opponent, self.game, self.seed + match.turn)
        number: int = decide(bot, match.perspective(match.turn), self.opponent).number
        return number

    def close(self) -> None:
        """Let go of the bots."""
        for bot in self._bots.values():
            bot.close()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bots": {}}


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat of a match. Others act in between, so that every observation is one to act on.

    The action mask is in ``info["action_mask"]``; when the match is over it is all ones. An action outside of it
    changes nothing, earns ``illegal_reward`` and is explained in ``info["refused"]``. The reward is what the seat gets
    at the end of the match.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it
    match: NumberedMatch = until_reset()

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int = 0,
        opponent: Opponent = "random",
        setup: Any = None,
        content: Sequence[str] = (),
        illegal_reward: float = 0.0,
        render_mode: str | None = None,
        **chosen: str,
    ) -> None:
        check_render_mode(render_mode)
        self.arena = make_arena(game, setup, content, **chosen)
        if not 0 <= seat < self.arena.seats:
            raise ValueError(f"there is no seat {seat}; this table has {self.arena.seats}, counted from 0")
        if isinstance(opponent, str) and opponent != "random":
            make_bot(opponent, game)  # complain now, not in the middle of a match
        self.seat = seat
        self.opponent = opponent
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        low, high = self.arena.encoder.layout.bounds()
        self.observation_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.action_space = gymnasium.spaces.Discrete(len(self.arena.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a match. ``seed`` is the seed of the match, as in records; without one it is random."""
        super().reset(seed=seed)
        self.close()
        others = int(self.np_random.integers(2**32))
        self.match = NumberedMatch(self.arena, int(self.np_random.integers(2**32)) if seed is None else seed)
        self.others = Others(self.opponent, self.arena.game, others)
        self._let_others_act()
        if self.render_mode == "human":
            self.render()
        return self.match.observation(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Act, and let the others act until it is this seat's turn again."""
        match = self.match
        reward = 0.0
        refused = ""
        if 0 <= action < len(self.arena.actions) and match.legal()[action]:
            match.play(int(action))
            self._let_others_act()
            if match.state.outcome is not None:
                reward = float(match.state.outcome.returns[self.seat])
        else:
            reward = self.illegal_reward
            refused = match.refusal(int(action))
        if self.render_mode == "human":
            self.render()
        return match.observation(self.seat), reward, match.state.outcome is not None, False, self._info(refused)

    def _let_others_act(self) -> None:
        match = self.match
        while match.turn != self.seat and match.state.outcome is None:
            match.play(self.others.choose(match))

    def _info(self, refused: str = "") -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask()}
        if refused:
            info["refused"] = refused
        return info

    def _mask(self) -> NDArray[np.int8]:
        if self.match.state.outcome is not None:
            # Vector environments ask for one more action, which they ignore, and choosing from nothing gives NaN.
            return np.ones(len(self.arena.actions), np.int8)
        return self.match.mask(self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask under the name and type that Stable Baselines' MaskablePPO asks for."""
        return self._mask().astype(np.bool_)

    def action_name(self, number: int) -> str:
        """Return the command line of an action number."""
        return self.arena.action_name(number)

    def action_number(self, name: str) -> int:
        """Return the number of a command line."""
        return self.arena.action_number(name)

    def close(self) -> None:
        """Let go of the bots in the other seats."""
        if hasattr(self, "others"):
            self.others.close()

    def render(self) -> Any:
        """Show the table as the seat sees it."""
        return render(self.match, self.seat, self.render_mode)

    def __copy__(self) -> SeatEnv:
        return copy.deepcopy(self)


def register() -> None:
    """Register all games with Gymnasium; again for those that were made known since."""
    for game in all_games():
        name = f"tablewright/{game.key}-v{game.version}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="tablewright.envs.gym:SeatEnv",
                vector_entry_point="tablewright.envs.vector:make_tables",
                kwargs={"game": game.key},
            )


register()
