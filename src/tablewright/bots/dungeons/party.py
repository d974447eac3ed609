"""The dungeon party's expert as a bot."""

from __future__ import annotations

from typing import Any

from tablewright.bots.bot import Bot, Profile
from tablewright.bots.dungeons import expert
from tablewright.core.perspective import Perspective


class PartyBot(Bot):
    """Leads one hero or all of them through a dungeon."""

    games = ("dungeons",)
    profile = Profile(
        knows="the rules and tables of the dungeon, and what the party has seen",
        thinks="plays every sensible action out to the end of the fight, and goes by rules of thumb outside of one",
        costs="about a quarter of a second in a fight",
    )

    def choose(self, perspective: Perspective) -> Any:
        fighting = bool(perspective.view["room"]["foes"])
        self.reason = "best in playouts of this fight" if fighting else "the rule of thumb while no foe is near"
        return expert.choose(perspective)
