"""``make bench``: measures our games and their peers on this machine, prints medians and writes them as JSON.

Options, for example ``make bench BENCH=--quick``: see ``python bench/run.py --help``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import measure
from peers.compare import compare
from tablewright.core import state

RESULTS = Path(__file__).resolve().parent / "results"
#: Each is a module of this folder with ``lines()``, and perhaps ``solver_lines()``.
PARTS = ("ooperations", "dungeons", "maze", "marches", "bots", "levels", "envs", "web", "workshop", "server")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Measure our games and their peers; medians of several rounds.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds, to see that it works")
    parser.add_argument("--only", choices=(*PARTS, "peers"), help="one part alone, or the comparison with peers alone")
    parser.add_argument("--no-peers", action="store_true", help="leave out the games of other libraries")
    parser.add_argument("--no-compile", action="store_true", help="leave out the compiled rules")
    arguments = parser.parse_args()
    if arguments.quick:
        measure.effort = measure.QUICK
    started = time.strftime("%Y-%m-%d %H:%M:%S")
    machine = {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "rules": "interpreted" if (state.__file__ or "").endswith(".py") else "compiled",
        "load": os.getloadavg()[0],
    }
    print(", ".join(f"{name} {value}" for name, value in machine.items()), flush=True)
    lines: list[measure.Line] = []
    for part in PARTS:
        if arguments.only in (None, part):
            lines += measure_part(part)
    report: dict[str, Any] = {"date": started, "machine": machine, "lines": lines}
    if arguments.only in (None, "peers"):
        report["comparison"] = compare(not arguments.no_peers, not arguments.no_compile)
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / (started.replace(" ", "-").replace(":", "") + ".json")
    file.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"\nWritten to {file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file}")
    return 0


def measure_part(part: str) -> list[measure.Line]:
    """Measure and print one part; a part that is not there or lacks an extra is told and left out."""
    try:
        module = import_module(part)
    except ImportError as error:
        print(f"\n{part}: not measured ({error})")
        return []
    print(f"\n{part}", flush=True)
    lines: list[measure.Line] = []
    for name in ("lines", "solver_lines"):
        if hasattr(module, name):
            found = getattr(module, name)()
            for what, value, unit in found:
                print(f"  {what:55} {value:14,.{0 if value >= 1000 else 2}f} {unit}", flush=True)
            lines += found
    return lines


def processor() -> str:
    """Return the name of the processor, as far as the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
