"""Opponents of Magical OOPerations with a character: the same search, each with a liking of its own."""

from __future__ import annotations

from tablewright.bots.bot import Bot
from tablewright.bots.ooperations.heuristics import OoperationsHeuristics, OoperationsLiking
from tablewright.bots.search import SearchBot
from tablewright.bots.style import Style

RUSHER = OoperationsLiking(attack=0.12, block=-0.12)
BUILDER = OoperationsLiking(creature=0.1, attack=-0.1, block=0.1)
TRICKSTER = OoperationsLiking(spell=0.15)


def _player(liking: OoperationsLiking, playouts: int, seed: int) -> Bot:
    return SearchBot(OoperationsHeuristics(liking), playouts, seed)


# Building is the strongest manner; who has it thinks less, so that all three are a match for each other.
STYLES = {
    "rusher": Style(
        "Your health is all I look at. Mine can wait.", "wolfpack", lambda seed: _player(RUSHER, 200, seed)
    ),
    "builder": Style(
        "First a wall, then giants behind it. I have time.", "stonewall", lambda seed: _player(BUILDER, 40, seed)
    ),
    "trickster": Style("A spell in hand is a spell too late.", "storm", lambda seed: _player(TRICKSTER, 200, seed)),
}
