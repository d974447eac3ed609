"""Somebody who plays until the match is over or the process is killed, and says what is about to be done and what is.

Run as a process of its own with a folder, the key of a game and a seed. A save in the folder is gone on with.
"""

from __future__ import annotations

import os
import sys

from tablewright.core.dice import Dice
from tablewright.core.registry import find_game
from tablewright.table.players import new_record
from tablewright.table.table import Table

#: One action in so many is taken back, where that is allowed.
UNDO = 6


def sit_down(folder: str, key: str) -> Table:
    for name in os.listdir(folder):
        if name.endswith(".record"):
            return Table.resume(os.path.join(folder, name))
    game = find_game(key)
    setup = game.setup(**({"players": "each"} if key == "dungeons" else {}))
    return Table(new_record(game, setup, ["Ann", "Bea", "Cy", "Dee"][: setup.seats]), folder=folder)


def say(*words: str) -> None:
    os.write(sys.stdout.fileno(), f"{' '.join(words)}\n".encode())  # at once or not at all


def play(table: Table, dice: Dice) -> None:
    match = table.match
    say("sits", str(len(match)))
    while not match.over:
        if dice.roll(UNDO) == 1 and not table.why_not_undo():
            say("try", "undo")
            table.undo()
            say("did", "undo")
            continue
        legal = match.legal_actions()
        action = legal[dice.roll(len(legal)) - 1]
        say("try", action.text)
        table.do(action)
        say("did", action.text)


if __name__ == "__main__":
    play(sit_down(sys.argv[1], sys.argv[2]), Dice(int(sys.argv[3])))
