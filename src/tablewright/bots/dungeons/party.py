"""The dungeon party's expert as a bot, patient or hasty."""

from __future__ import annotations

from typing import Any, Self

from tablewright.bots.bot import Bot, Profile
from tablewright.bots.dungeons import expert
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective


class PartyBot(Bot):
    """Leads one hero or all of them through a dungeon.

    A hasty one does any sensible action instead of the best one, so many times in a hundred decisions of a fight while
    everybody is well, and the less the more health the party has lost: else short dungeons would forgive everything
    and long ones nothing.
    """

    games = ("dungeons",)
    profile = Profile(
        knows="the rules and tables of the dungeon, and what the party has seen",
        thinks="plays every sensible action out to the end of the fight, and goes by rules of thumb outside of one;"
        " party:50 does any sensible action in 50 of 100 decisions of a fight, and in fewer the more it is wounded",
        costs="up to a quarter of a second in a fight",
    )

    def __init__(self, seed: int = 0, haste: int = 0) -> None:
        super().__init__(seed)
        self.haste = haste

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        if argument and not (argument.isascii() and argument.isdecimal() and int(argument[:9]) <= 100):
            raise ValueError(f'of 100 decisions it can hurry 0 to 100, not "{argument}"')
        return cls(seed, int(argument or 0))

    def choose(self, perspective: Perspective) -> Any:
        fighting = bool(perspective.view["room"]["foes"])
        if self.haste and fighting:
            dice = expert.dice_of(perspective, self.seed)
            heroes = perspective.view["heroes"]
            health, whole = (sum(hero[part] for hero in heroes) for part in ("health", "max_health"))
            if dice.roll(100 * whole) <= self.haste * health:
                self.reason = "there was no time to think"
                actions = expert.sensible(perspective, perspective.sample(dice))
                return actions[dice.roll(len(actions)) - 1]
        action, wish = expert.advise(perspective)
        self.reason = "best in playouts of this fight" if fighting else "the rule of thumb while no foe is near"
        if wish is not action:
            self.reason = f'the party would gain more by "{wish.text}"; of what is yours to do, {self.reason}'
        return action
