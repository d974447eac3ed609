"""PettingZoo environments, where the seats act one at a time (AEC).

``env("ooperations")`` is the whole interface; the rest is what PettingZoo asks of every environment. Unlike most, these
can be copied (``copy.copy``, ``copy.deepcopy``) and pickled in the middle of a match.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from operator import index
from random import Random
from typing import Any

from tablewright.core.game import Game
from tablewright.envs.extra import require

require("pettingzoo")
import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402

from tablewright.envs.arena import NO_LIMIT, Arena, NumberedMatch, make_arena, until_reset  # noqa: E402
from tablewright.envs.render import RENDER_MODES, check_render_mode, render  # noqa: E402


def env(
    game: Game | str,
    *,
    setup: Any = None,
    content: Sequence[str] = (),
    render_mode: str | None = None,
    max_actions: int | None = None,
    **chosen: str,
) -> ArenaEnv:
    """Make the environment of a game.

    The arena is made from named options (as ``deck1="..."``; ``Game.choices`` lists them) or from a ``setup``. A match
    with ``max_actions`` actions is truncated.
    """
    return ArenaEnv(make_arena(game, setup, content, **chosen), render_mode, max_actions)


raw_env = env


class ArenaEnv(AECEnv):  # type: ignore[misc]
    """A match as an AEC environment. Agents are ``player_0``, ``player_1``, ... in the order of the seats.

    An observation is ``{"observation": ..., "action_mask": ...}``. Rewards are the match's returns, given at its end.
    """

    agent_selection: str = until_reset()
    match: NumberedMatch = until_reset()

    def __init__(self, arena: Arena, render_mode: str | None, max_actions: int | None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        if max_actions is not None and max_actions < 1:
            raise ValueError(f"max_actions must be at least 1, not {max_actions}")
        self.arena = arena
        self.render_mode = render_mode
        self.max_actions = NO_LIMIT if max_actions is None else max_actions
        self.metadata = {
            "name": f"{arena.game.key}_v{arena.game.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(arena.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        low, high = arena.encoder.layout.bounds()
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(low, high, dtype=np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (len(arena.actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(len(arena.actions)) for agent in self.possible_agents}
        self.state_space = gymnasium.spaces.Box(np.tile(low, arena.seats), np.tile(high, arena.seats), dtype=np.float32)
        self._random = Random()
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. ``seed`` is the seed of the match, as in records; without one it is random."""
        if seed is not None:
            self._random = Random(seed)
        self.match = NumberedMatch(self.arena, self._random.getrandbits(32) if seed is None else seed, self.max_actions)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.possible_agents[self.match.turn]

    def step(self, action: int | None) -> None:
        """Let the selected agent act; an impossible action raises ``ValueError`` and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is still playing: None is only for agents whose match is over")
        match = self.match
        match.play(index(action))
        outcome = match.state.outcome
        # Before the end all rewards are zero, so there is nothing to clear or to add up.
        if outcome is not None:
            for other, seat in self._seat.items():
                self.rewards[other] = self._cumulative_rewards[other] = float(outcome.returns[seat])
                self.terminations[other] = True
            self.agent_selection = self.agents[0]
        elif len(match.actions) >= match.limit:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[match.turn]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        match, seat = self.match, self._seat[agent]
        return {"observation": self.arena.encoder.encode(match.state, seat), "action_mask": match.mask(seat)}

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all seats one behind the other, for training that may see everything."""
        return np.concatenate([self.match.observation(seat) for seat in range(self.arena.seats)])

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def action_name(self, number: int) -> str:
        """Return the command line of an action number."""
        return self.arena.action_name(number)

    def action_number(self, name: str) -> int:
        """Return the number of a command line."""
        return self.arena.action_number(name)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the table as the selected agent sees it."""
        return render(self.match, self._seat[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Release nothing: there is no window."""

    def __copy__(self) -> ArenaEnv:
        return copy.deepcopy(self)
