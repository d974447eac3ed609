"""What a bot is to think about, as work that another process can do without seeing anything hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablewright.bots.registry import make_bot
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective

#: The bot that gives hints.
ADVISER = "hard"


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision of a seat. The position in it looks the same to that seat as the real one, but all that is hidden
    from the seat was dealt again: a bot that would cheat finds out no more than the setup says, which is public.
    """

    #: Tells the thoughts of one session apart.
    number: int
    game: Game
    snapshot: Any
    seat: int
    bot: str
    seed: int

    @classmethod
    def about(cls, match: Match, seat: int, bot: str, number: int) -> Thought:
        """Return what a bot is to think about in the position that a match has reached."""
        seed = (match.deal.seed_of_bot(seat) + len(match)) % 2**32
        sample = match.state.resample(seat, Dice(seed))
        return cls(number, match.game, sample.snapshot(), seat, bot, seed)

    def think(self) -> tuple[str, str]:
        """Return the command line of the decision, and why; it may take seconds."""
        bot = make_bot(self.bot, self.game, seed=self.seed)
        action = bot.choose(Perspective(self.game.restore(self.snapshot), self.seat))
        return action.text, bot.why()
