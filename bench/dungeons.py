"""Dungeons & Classes: random play, and the console program on the longest of some random matches."""

from __future__ import annotations

import os
import sys
import tempfile

import measure
from tablewright.core.registry import find_game
from tablewright.games.dungeons.game import DUNGEONS
from tablewright.games.dungeons.tables import DATA
from tablewright.testing import random_record

PROGRAM = os.path.join(os.path.dirname(sys.executable), "dungeons")
DUNGEON = "keep"
STORY = os.path.join(DATA, "story.txt")


def lines() -> list[measure.Line]:
    """Measure everything about this game."""
    game = find_game("dungeons")
    setup = game.setup(dungeon=DUNGEON)
    found = measure.game_lines(game, setup)
    record = max((random_record(game, setup, seed) for seed in range(200)), key=lambda record: len(record.actions))
    heroes = [line for player in setup.players for line in (player.name, player.kind.letter)]
    commands = [str(len(setup.players)), *heroes, *record.actions]
    command = [PROGRAM, os.path.join(DUNGEONS, f"{DUNGEON}.txt"), STORY]
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "script.txt")
        with open(script, "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in commands)
        environment = {**os.environ, "RAND_SEED": str(record.seed)}
        start = measure.median_of(lambda: measure.cpu_seconds(command))
        whole = measure.median_of(lambda: measure.cpu_seconds(command, script, environment))
    found.append(("dungeons: console commands after the start", len(commands) / (whole - start), "/s"))
    return found + measure.startup_lines("dungeons", command)
