"""Dungeons & Classes: random play, and the console program on a long script."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from itertools import count

import measure
from tablewright.core.registry import find_game
from tablewright.games.dungeons.actions import MOVE
from tablewright.games.dungeons.floor import DOOR
from tablewright.games.dungeons.game import DUNGEONS
from tablewright.games.dungeons.tables import DATA

PROGRAM = os.path.join(os.path.dirname(sys.executable), "dungeons")
DUNGEON = "keep"
STORY = os.path.join(DATA, "story.txt")
COMMANDS = 3000
LOOKS = ("positions", "map", "story", "inventory w", "player w")


def lines() -> list[measure.Line]:
    """Measure everything about this game."""
    game = find_game("dungeons")
    setup = game.setup(dungeon=DUNGEON)
    found = measure.game_lines(game, setup)
    command = [PROGRAM, os.path.join(DUNGEONS, f"{DUNGEON}.txt"), STORY]
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "script.txt")
        commands, seed = write_long_match(script)
        environment = {**os.environ, "RAND_SEED": str(seed)}

        def commands_per_second() -> float:
            return commands / measure.cpu_seconds(command, script, environment)

        found.append(("dungeons: console commands", measure.median_of(commands_per_second), "/s"))
    return found + measure.startup_lines("dungeons", command)


def write_long_match(script: str) -> tuple[int, int]:
    """Write random commands that never end the match, with a look after every other action; return number and seed.

    A party fights until a room is clear, and then walks about in it: random heroes do not live long enough otherwise.
    """
    game = find_game("dungeons")
    setup = game.setup(dungeon=DUNGEON)
    heroes = [line for player in setup.players for line in (player.name, player.kind.letter)]
    dice = random.Random(1)
    for seed in count(1):
        state = game.new(setup, seed)
        commands = [str(len(setup.players)), *heroes]
        while state.outcome is None and len(commands) < COMMANDS:
            legal = state.legal_actions()
            if not state.foes_left:
                legal = [action for action in legal if action.verb != MOVE or state.board[action.field] != DOOR]
            action = dice.choice(legal)
            state.apply(action)
            commands.append(action.text)
            if len(commands) % 3 == 2:
                commands.append(dice.choice(LOOKS))
        if state.outcome is None:
            break
    with open(script, "w", encoding="utf-8") as file:
        file.writelines(f"{command}\n" for command in commands)
    return len(commands), seed
