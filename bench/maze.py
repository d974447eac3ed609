"""OOP1 Maze: random play, the console program on a long script, and the solver on fixed layouts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile

import measure
from tablewright.core.dice import Dice
from tablewright.core.registry import find_game
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.state import deal

PROGRAM = os.path.join(os.path.dirname(sys.executable), "maze")
LAYOUT = "SAD BCL"
SEED = "7"
COMMANDS = 3000

#: Layouts and seeds for the solver: the example, easy and hard ones of six rooms, a line, and all eight rooms.
SOLVED = (
    ("SAD BCL", 987654321),
    ("CSF LEA", 3632474847),
    ("SCA DEL", 3700375697),
    ("CF SA DL", 3691580854),
    ("L A C S D", 3736466401),
    ("FLCD BESA", 323826714),
)
#: What is run in a process of its own, so that its peak memory is that of one layout.
SOLVER = """
import resource, sys, time
from tablewright.games.maze.game import GAME
from tablewright.games.maze.solver.solve import solve
start = time.process_time()
solution = solve(GAME.new(GAME.setup(layout=sys.argv[1]), int(sys.argv[2])))
assert solution.proven
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(time.process_time() - start, memory / 1024, solution.positions, solution.flips)
"""


def lines() -> list[measure.Line]:
    """Measure everything about this game but the solver."""
    game = find_game("maze")
    found = measure.game_lines(game, game.setup(layout=LAYOUT))
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "script.txt")
        write_long_game(script)
        environment = {**os.environ, "RAND_SEED": SEED}
        command = [PROGRAM, *LAYOUT.split()]

        def commands_per_second() -> float:
            return COMMANDS / measure.cpu_seconds(command, script, environment)

        found.append(("maze: console commands", measure.median_of(commands_per_second), "/s"))
        found += measure.startup_lines("maze", command)
    return found


def write_long_game(script: str) -> None:
    """Write random commands, the map on and every tenth line a mistake."""
    game = find_game("maze")
    dice = random.Random(1)
    state = deal(MazeSetup(LAYOUT.split(), game.setup(layout=LAYOUT).rooms), Dice(int(SEED)))
    with open(script, "w", encoding="utf-8") as file:
        for number in range(COMMANDS):
            if number % 10 == 9:
                file.write("move t up 99\n")
            else:
                action = dice.choice(state.legal_actions())
                state.apply(action)
                file.write(f"{action.text}\n")


def solver_lines() -> list[measure.Line]:
    """Measure time, peak memory and positions of proven solutions, each in a process of its own."""
    found: list[measure.Line] = []
    for layout, seed in SOLVED:
        samples = []
        for _ in range(min(3, measure.effort.rounds)):
            ran = subprocess.run(
                [sys.executable, "-c", SOLVER, layout, str(seed)], capture_output=True, text=True, check=True
            )
            samples.append([float(word) for word in ran.stdout.split()])
        seconds, memory, positions, flips = sorted(samples)[len(samples) // 2]
        name = f"maze solver: {layout}, seed {seed}, {flips:.0f} flips"
        found.append((f"{name}: time", seconds, "s"))
        found.append((f"{name}: peak memory", memory, "MiB"))
        found.append((f"{name}: positions", positions, ""))
    return found
