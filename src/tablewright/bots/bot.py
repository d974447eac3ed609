"""What a bot is: something that chooses an action from what a person in its seat could know."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective


@dataclass(frozen=True)
class Profile:
    """What a bot says of itself: an answer to each question that somebody who meets it asks."""

    knows: str
    thinks: str
    costs: str


class Bot:
    """A player made of code.

    A fresh bot of the same name and seed makes the same choice from the same view, wherever it runs and whatever is
    hidden: that is what makes matches repeatable, hints honest and the invariance law checkable.

    >>> class First(tablewright.Bot):
    ...     def choose(self, perspective):
    ...         return perspective.legal_actions()[0]
    >>> tablewright.play("ooperations", [First(), "random"], seed=7).outcome.winners
    (1,)
    """

    profile: ClassVar[Profile] = Profile("", "", "")
    #: The keys of the games it can play; ``None`` for all.
    games: ClassVar[tuple[str, ...] | None] = None
    #: Does its name say which program of this machine is run? Then only somebody who sits there may name it.
    runs_programs: ClassVar[bool] = False

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        #: What it was called up by; records and tables show it.
        self.name = type(self).__name__
        self.reason = "no choice has been made yet"

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        """Make a bot for a game; ``argument`` is what stands behind the colon of its name, or "".

        Raises ``ValueError`` with a sentence if the argument is no use. Bots are also made just to see whether they
        can be, so nothing is taken here that ``close`` would have to give back.
        """
        if argument:
            raise ValueError(f'it takes nothing behind its name, but there is ":{argument}"')
        return cls(seed)

    def choose(self, perspective: Perspective) -> Any:
        """Return one of ``perspective.legal_actions()``; there is at least one."""
        raise NotImplementedError

    def why(self) -> str:
        """Say in one line why the last choice was made."""
        return self.reason

    def close(self) -> None:
        """Give back what choosing has taken, such as processes. Whoever makes a bot closes it after its last choice."""

    @classmethod
    def files(cls, argument: str) -> list[str]:
        """List the files besides its own module that decide how it plays: the lab plays anew when one changes."""
        return []

    def dice(self, perspective: Perspective) -> Dice:
        """Return dice seeded with this bot's seed and everything its seat can see, and nothing else."""
        view = json.dumps(perspective.view, sort_keys=True, separators=(",", ":"))
        return Dice(zlib.crc32(view.encode(), self.seed & 0xFFFFFFFF))
