"""Opponents of The Marches with a character: the same rollouts, each with a liking of its own."""

from __future__ import annotations

from tablewright.bots.bot import Bot
from tablewright.bots.marches.heuristics import MarchesHeuristics, MarchesLiking
from tablewright.bots.rollout import RolloutBot
from tablewright.bots.style import Style

RUSHER = MarchesLiking(plains=0.08, building=-0.08)
BUILDER = MarchesLiking(building=0.3)
TRICKSTER = MarchesLiking(skill=0.15)


def _player(liking: MarchesLiking, worlds: int, seed: int) -> Bot:
    return RolloutBot(MarchesHeuristics(liking), worlds, seed)


# Building is the strongest manner and rushing the weakest; who has the weaker one thinks more.
STYLES = {
    "rusher": Style(
        "My units are on the road before yours are dressed.", "vanguard", lambda seed: _player(RUSHER, 3, seed)
    ),
    "builder": Style(
        "Every road you take leads past something I built.", "masons", lambda seed: _player(BUILDER, 1, seed)
    ),
    "trickster": Style("There is always one more trick up my sleeve.", "fen", lambda seed: _player(TRICKSTER, 2, seed)),
}
