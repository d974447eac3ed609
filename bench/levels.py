"""What a choice takes the bots of each level and style, in the positions of a match that greedy plays with itself.

Greedy finds no way in the maze: the games that one bot plays by itself are led by the hard level.

Processor time, so that other programs on the machine show less; the slowest choice is what somebody waits for.
"""

from __future__ import annotations

import time
from statistics import mean

import measure
from tablewright.bots.registry import levels, make_bot
from tablewright.bots.style import styles
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.core.registry import find_game

GAMES = ("ooperations", "marches", "dungeons", "maze")
#: The tables of the games that one bot plays by itself.
SOLO: dict[str, dict[str, str]] = {"dungeons": {"dungeon": "abyss"}, "maze": {}}
#: Positions of one match in which each bot decides, and how many decisions lie between them.
POSITIONS = 12
EVERY = 5


def perspectives(game: Game) -> list[Perspective]:
    """Return what seats had to decide with in the course of a match."""
    match = Match(game, game.setup(**SOLO.get(game.key, {})), 7)
    bots = [make_bot("hard" if game.key in SOLO else "greedy", game, seat) for seat in range(match.setup.seats)]
    found: list[Perspective] = []
    for number in range(EVERY * POSITIONS):
        if match.over:
            break
        perspective = match.perspective(match.turn)
        if number % EVERY == EVERY - 1:
            found.append(Perspective(match.state.clone(), match.turn))
        match.do(match.turn, bots[match.turn].choose(perspective))
    return found


def lines() -> list[measure.Line]:
    """Measure every level and style of every game."""
    found: list[measure.Line] = []
    for key in GAMES:
        game = find_game(key)
        asked = perspectives(game)
        for name in [*levels(game), *styles(game)]:
            times = []
            for perspective in asked:
                bot = make_bot(name, game, 1)
                started = time.process_time()
                bot.choose(perspective)
                times.append((time.process_time() - started) * 1000)
            found.append((f"{key}: choice of {name}, mean", mean(times), "ms"))
            found.append((f"{key}: choice of {name}, slowest of {len(times)}", max(times), "ms"))
    return found


if __name__ == "__main__":
    for name, value, unit in lines():
        print(f"{name:60} {value:10,.1f} {unit}")
