"""Opponents of Magical OOPerations with a character: the same search, with other likings."""

from __future__ import annotations

from tablewright.bots.bot import Bot
from tablewright.bots.ooperations.heuristics import Liking, OoperationsHeuristics
from tablewright.bots.search import SearchBot
from tablewright.bots.style import Style

RUSHER = Liking(life=1.8, board=0.7, hand=0.6, spells=0.0)
BUILDER = Liking(life=0.7, board=1.5, hand=1.0, spells=0.6)
TRICKSTER = Liking(life=1.0, board=1.0, hand=1.6, spells=-1.5)


def _player(liking: Liking, playouts: int, seed: int) -> Bot:
    return SearchBot(OoperationsHeuristics(liking), playouts, seed)


# Building is the strongest manner; who has it thinks less, so that all three are a match for each other.
STYLES = {
    "rusher": Style(
        "Your health is all I look at. Mine can wait.", "wolfpack", lambda seed: _player(RUSHER, 100, seed)
    ),
    "builder": Style(
        "First a wall, then giants behind it. I have time.", "stonewall", lambda seed: _player(BUILDER, 50, seed)
    ),
    "trickster": Style("A spell in hand is a spell too late.", "storm", lambda seed: _player(TRICKSTER, 100, seed)),
}
