"""The bot that rolls dice."""

from __future__ import annotations

from typing import Any

from tablewright.bots.bot import Bot, Profile
from tablewright.core.dice import Dice
from tablewright.core.perspective import Perspective


class RandomBot(Bot):
    """Plays any legal action with equal chances, from a stream of its own: it cannot walk in circles."""

    profile = Profile(
        knows="the rules",
        thinks="not at all: every legal action has the same chance",
        costs="next to nothing",
    )

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._stream = Dice(seed)

    def choose(self, perspective: Perspective) -> Any:
        legal = perspective.legal_actions()
        self.reason = f"the dice said so, among {len(legal)} possible actions"
        return legal[self._stream.roll(len(legal)) - 1]
