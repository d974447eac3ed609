"""Opponents of The Marches with a character: the same rollouts, with other likings."""

from __future__ import annotations

from tablewright.bots.bot import Bot
from tablewright.bots.marches.heuristics import MarchesHeuristics, Taste
from tablewright.bots.rollout import RolloutBot
from tablewright.bots.style import Style

RUSHER = Taste(
    life=6.0, attack=0.6, health=0.25, speed=0.8, building=0.3, card=0.6, gold=0.2, surplus=0.2, late=6.0, scale=14.0
)
BUILDER = Taste(
    life=2.5, attack=0.45, health=0.5, speed=0.2, building=1.6, card=0.9, gold=0.2, surplus=0.2, late=6.0, scale=10.0
)
TRICKSTER = Taste(
    life=3.0, attack=0.35, health=0.3, speed=2.0, building=0.7, card=0.6, gold=0.2, surplus=0.2, late=6.0, scale=10.0
)


def _player(taste: Taste, worlds: int, seed: int) -> Bot:
    return RolloutBot(MarchesHeuristics(taste), worlds, seed)


# Building is the weakest manner; who has it thinks more, so that all three are a match for each other.
STYLES = {
    "rusher": Style(
        "My units are on the road before yours are dressed.", "vanguard", lambda seed: _player(RUSHER, 2, seed)
    ),
    "builder": Style(
        "Every road you take leads past something I built.", "masons", lambda seed: _player(BUILDER, 4, seed)
    ),
    "trickster": Style("You may march. How far is my business.", "fen", lambda seed: _player(TRICKSTER, 2, seed)),
}
