"""Opponents of The Marches with a character: the same rollouts, each with a liking of its own."""

from __future__ import annotations

from tablewright.bots.bot import Bot
from tablewright.bots.marches.heuristics import MarchesHeuristics, MarchesLiking
from tablewright.bots.rollout import RolloutBot
from tablewright.bots.style import Style

#: How many deals each of them plays its best actions on in.
WORLDS = 2

RUSHER = MarchesLiking(plains=0.1, building=-0.1)
BUILDER = MarchesLiking(building=0.3)
TRICKSTER = MarchesLiking(skill=0.15)


def _player(liking: MarchesLiking, seed: int) -> Bot:
    return RolloutBot(MarchesHeuristics(liking), WORLDS, seed)


STYLES = {
    "rusher": Style(
        "My units are on the road before yours are dressed.", "vanguard", lambda seed: _player(RUSHER, seed)
    ),
    "builder": Style(
        "Every road you take leads past something I built.", "masons", lambda seed: _player(BUILDER, seed)
    ),
    "trickster": Style("There is always one more trick up my sleeve.", "fen", lambda seed: _player(TRICKSTER, seed)),
}
