"""Programs that play: what it takes to ask one (``pipe:``), beside a bot in our own process that does the same work.

Wall time, because most of it is spent in the program: other programs on the machine show.
"""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from statistics import median

import measure
from tablewright.bots.bot import Bot
from tablewright.bots.pipe import PipeBot
from tablewright.bots.random import RandomBot
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.core.registry import find_game

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "bots"
COMMANDS = {
    "Python": [sys.executable, str(EXAMPLES / "any_game.py")],
    "JavaScript": ["node", str(EXAMPLES / "any_game.mjs")],
}
GAMES = ("ooperations", "marches", "dungeons", "maze")
#: Positions of one match in which each bot decides, as it would in that match.
POSITIONS = 40


def perspectives(key: str) -> list[Perspective]:
    """Return what a seat had to decide with in the course of a match by chance."""
    game = find_game(key)
    match, bots = Match(game, game.setup(), 7), [RandomBot(1), RandomBot(2)]
    found: list[Perspective] = []
    while not match.over and len(found) < POSITIONS:
        if match.turn == 0:
            found.append(match.perspective(0))
        match.do(match.turn, bots[match.turn].choose(match.perspective(match.turn)))
    return found


def decisions(bot: Bot, asked: list[Perspective]) -> float:
    """Return the microseconds of a decision."""
    started = time.perf_counter()
    for perspective in asked:
        bot.choose(perspective)
    return (time.perf_counter() - started) / len(asked) * 1e6


def lines() -> list[measure.Line]:
    """Measure every game with every program in turns, each round with a program that was started anew."""
    found: list[measure.Line] = []
    for language, command in COMMANDS.items():
        if not shutil.which(command[0]):
            print(f"  {language}: not measured (there is no {command[0]})")
            continue
        starts: list[float] = []
        for key in GAMES:
            asked = perspectives(key)
            times: list[float] = []
            for _ in range(measure.effort.rounds):
                bot = PipeBot(find_game(key), command)
                try:
                    starts.append(decisions(bot, asked[:1]) / 1000)
                    times.append(decisions(bot, asked[1:]))
                finally:
                    bot.close()
            found.append((f"{key}: decision of a program in {language}", median(times), "µs"))
        found.append((f"start of a program in {language}, with its first decision", median(starts), "ms"))
    for key in GAMES:
        asked = perspectives(key)
        times = [decisions(RandomBot(1), asked) for _ in range(measure.effort.rounds)]
        found.append((f"{key}: decision of random in our process", median(times), "µs"))
    return found


if __name__ == "__main__":
    for name, value, unit in lines():
        print(f"{name:60} {value:10,.1f} {unit}")
