"""``python bench/against.py CHECKOUT``: every line of the benchmark here and in another checkout, in turns.

The other checkout has an environment of its own (``make setup`` there). Both are measured part by part, round after
round, so that whatever else the machine does disturbs both alike; a ratio is the median of the ratios within a round.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

from run import PARTS

HERE = Path(__file__).resolve().parent.parent


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Measure this checkout and another one in turns.")
    parser.add_argument("checkout", type=Path, help="the other one")
    parser.add_argument("--rounds", type=int, default=5, help="how often each part is measured in each checkout (5)")
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    parser.add_argument("--compiled", action="store_true", help="with compiled rules in both")
    parser.add_argument("--quick", action="store_true", help="shorter slices")
    arguments = parser.parse_args()
    trees = {"there": arguments.checkout.resolve(), "here": HERE}
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: tree / "src" for name, tree in trees.items()}
        if arguments.compiled:
            for name, tree in trees.items():
                paths[name] = Path(folder) / name
                compiler = [python(tree), tree / "tools" / "compile.py", "--into", paths[name]]
                subprocess.run(compiler, check=True)
        print(f"{'':45} {'there':>14} {'here':>14}    here / there (lowest to highest)")
        for part in PARTS if arguments.only is None else (arguments.only,):
            rounds = [
                {name: measured(tree, part, paths[name], arguments.quick) for name, tree in trees.items()}
                for _ in range(arguments.rounds)
            ]
            show(rounds)
    return 0


def python(tree: Path) -> str:
    """Return the interpreter of a checkout."""
    return str(tree / ".venv" / "bin" / "python")


def measured(tree: Path, part: str, path: Path, quick: bool) -> dict[tuple[str, str], float]:
    """Run one part of a checkout's own benchmark and return its lines."""
    command = [python(tree), "bench/run.py", "--only", part, *(["--quick"] if quick else [])]
    environment = {**os.environ, "PYTHONPATH": str(path)}
    ran = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=True)
    written = tree / ran.stdout.rpartition("Written to ")[2].strip()
    lines = json.loads(written.read_text("utf-8"))["lines"]
    written.unlink()
    return {(name, unit): value for name, value, unit in lines}


def show(rounds: list[dict[str, dict[tuple[str, str], float]]]) -> None:
    """Print the medians of both and how they compare."""
    ratios: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one in rounds:
        for line in one["here"].keys() & one["there"].keys():
            ratios[line].append(one["here"][line] / one["there"][line])
    for line in rounds[0]["here"]:
        if line in ratios:
            there, here = (median([one[name][line] for one in rounds]) for name in ("there", "here"))
            spread = f"{median(ratios[line]):5.2f} ({min(ratios[line]):.2f} to {max(ratios[line]):.2f})"
            print(f"{line[0]:45} {there:14,.2f} {here:14,.2f} {line[1]:3} {spread}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
