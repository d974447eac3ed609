"""The long checks at full length: ``make soak``, or ``python -m tests.soak [--share 0.01] [PART...]``.

Every line says what was checked, how it came out and what it took; any fault is shown with the call that repeats it,
and the exit status is 1. docs/security.md has the figures.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import NamedTuple

from tablewright.core.registry import find_game
from tests.soak import damage, frames, hidden, kills, servers, worlds
from tests.support.tables import SHIPPED

#: So many pieces at most, so that all cores have something to do and a fault is soon repeated.
PIECES = 20


class Part(NamedTuple):
    """A long check: how much of it is the whole, and for which games."""

    check: Callable[..., Counter[str]]
    whole: int
    games: tuple[str, ...]
    #: So many pieces at most; one where the whole is measured.
    pieces: int = PIECES


PARTS = {
    "hidden": Part(hidden.differential, 10_000, SHIPPED),
    "snapshots": Part(damage.snapshots, 100_000, SHIPPED),
    "setups": Part(damage.setups, 100_000, SHIPPED),
    "records": Part(damage.records, 100_000, SHIPPED),
    "table-kills": Part(kills.kill_and_resume, 500, ("",)),
    "terminal-kills": Part(kills.kill_at_the_terminal, 50, ("",)),
    "worlds": Part(worlds.live_through, 10_000, ("",)),
    "server-kills": Part(servers.kill_servers, 100, ("",)),
    "worker-kills": Part(servers.kill_workers, 100, ("",)),
    "server-back": Part(servers.come_back, 1_000, ("",), 1),
    "frames": Part(frames.attack, 1_000_000, ("",), 1),
}


def piece(part: str, game: str, amount: int, seed: int) -> tuple[Counter[str], float, str]:
    """Do a piece of a part; returns what was counted, the seconds it took on its core, and the fault if any."""
    check = PARTS[part].check
    start = time.process_time()
    try:
        done = check(find_game(game), amount, seed) if game else check(amount, seed)
    except Exception:
        call = f"{check.__module__}.{check.__name__}({game + ', ' if game else ''}{amount}, seed={seed})"
        return Counter(), time.process_time() - start, f"{call}\n{traceback.format_exc()}"
    return done, time.process_time() - start, ""


def main() -> int:
    """Run the parts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to run (all)")
    parser.add_argument("--share", type=float, default=1.0, help="how much of the whole (1.0)")
    parser.add_argument("--seed", type=int, default=1, help="other matches and other damage")
    arguments = parser.parse_args()
    faults = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in arguments.parts or PARTS:
            for game in PARTS[part].games:
                pieces = PARTS[part].pieces
                total = max(pieces, round(PARTS[part].whole * arguments.share))
                each, rest = divmod(total, pieces)
                waiting: list[Future[tuple[Counter[str], float, str]]] = [
                    pool.submit(piece, part, game, each + (number < rest), arguments.seed * 1000 + number)
                    for number in range(pieces)
                ]
                start, found, seconds = time.monotonic(), Counter[str](), 0.0
                for future in as_completed(waiting):
                    done, took, fault = future.result()
                    found += done
                    seconds += took
                    if fault:
                        faults += 1
                        print(fault, file=sys.stderr)
                counts = ", ".join(f"{count:,} {what}" for what, count in sorted(found.items()))
                spent = f"{seconds:.0f} s of CPU, {time.monotonic() - start:.0f} s"
                print(f"{part:14} {game:12} {counts}; {faults} faults so far ({spent})", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
