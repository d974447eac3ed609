"""A server plays several matches again at the same time, in threads, right after it was started."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Asks for something in eight threads of a fresh process at once, and prints how many different things came.
RACE = """
import sys, threading
sys.setswitchinterval(1e-6)
{imported}
start, found = threading.Barrier(8), []
def ask():
    start.wait()
    found.append({asked})
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(found), len({{id(one) for one in found}}))
"""


@pytest.mark.parametrize(
    ("imported", "asked"),
    [
        ("from tablewright.games.ooperations.files import shipped_cards", "shipped_cards()"),
        ("from tablewright.games.marches.files import shipped_card", "shipped_card(30)"),
        ("from tablewright.games.dungeons.floor import floor_of", "floor_of(9, 9)"),
        ("from tablewright.games.maze.pieces import board_of", "board_of(3, 3)"),
    ],
)
def test_what_all_matches_share_is_made_once_whoever_asks_first(imported: str, asked: str) -> None:
    code = RACE.format(imported=imported, asked=asked)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "8 1\n", ran.stdout + ran.stderr
