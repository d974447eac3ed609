"""What a bot is to think about, as work that another process can do without seeing anything hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablewright.bots.registry import make_bot
from tablewright.core.dice import Dice
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective, decide
from tablewright.core.registry import find_game

#: The bot that gives hints.
ADVISER = "hard"


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision of a seat. The position in it looks the same to that seat as the real one, but all that is hidden
    from the seat was dealt again: a bot that would cheat finds out no more than the setup says, which is public.
    """

    #: Tells the thoughts of one session apart.
    number: int
    #: The key of the game, of which every process has its own: it may offer more than what can be copied.
    game: str
    snapshot: Any
    seat: int
    bot: str
    seed: int
    told: tuple[str, ...] = ()
    #: Other seats of whoever asks for advice, whose actions will do as well.
    others: tuple[int, ...] = ()

    @classmethod
    def about(cls, match: Match, seat: int, bot: str, number: int, others: Sequence[int] = ()) -> Thought:
        """Return what a bot is to think about in the position that a match has reached."""
        seed = (match.deal.seed_of_bot(seat) + len(match)) % 2**32
        sample = match.state.resample(seat, Dice(seed))
        told = tuple(match.heard(seat))
        return cls(number, match.game.key, sample.snapshot(), seat, bot, seed, told, tuple(others))

    def think(self) -> tuple[str, str]:
        """Return the command line of the decision, and why; it may take seconds."""
        game = find_game(self.game)
        bot = make_bot(self.bot, game, seed=self.seed, programs=False)  # a visitor may have named it
        try:
            perspective = Perspective(game.restore(self.snapshot), self.seat, lambda: list(self.told), self.others)
            action = decide(bot, perspective, self.bot)
            return action.text, bot.why()
        finally:
            bot.close()
