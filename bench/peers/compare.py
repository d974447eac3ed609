"""Our games and their peers, measured in turns in one run, and the targets that follow."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

import measure
from peers import environment

REPOSITORY = environment.BENCH.parent
COMPILED = REPOSITORY / "build" / "compiled"

#: Whose case is to be how many times as fast as whose.
TARGETS = [
    *[
        target
        for key in ("ooperations", "marches", "marches tribes")
        for target in (
            ("interpreted", f"{key} steps", "RLCard", "uno steps", 2),
            ("interpreted", f"{key} steps", "gym-locm", "locm battle steps", 2),
            ("compiled", f"{key} steps", "OpenSpiel", "hanabi steps", 2),
            ("compiled", f"{key} steps", "OpenSpiel", "crazy_eights steps", 1 if key == "marches tribes" else 1.5),
            ("compiled", f"{key} clones", "OpenSpiel", "hanabi clones", 1),
            ("interpreted adapter", f"{key} AEC steps", "PettingZoo", "hanabi AEC steps", 10),
            ("compiled adapter", f"{key} AEC steps", "PettingZoo", "hanabi AEC steps", 10),
        )
    ],
    ("interpreted", "dungeons steps", "MiniGrid", "multiroom steps", 1),
    *[
        ("compiled simulate", f"{key} simulated steps", "compiled", f"{key} steps", 1.5)
        for key in ("ooperations", "marches", "marches tribes", "dungeons", "maze")
    ],
]


class Worker:
    """A process that measures one group; see ``worker.py``."""

    def __init__(self, name: str, group: str, python: str, path: Path | None = None) -> None:
        self.name = name
        variables = {**os.environ, "PYTHONHASHSEED": "0"}
        if path is not None:
            variables["PYTHONPATH"] = str(path)
        self._process = subprocess.Popen(
            [python, "-m", "peers.worker", group],
            cwd=environment.BENCH,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        head: dict[str, Any] = json.loads(self._answer() or '{"error": "it ended at once"}')
        self.error: str = head.get("error", "")
        self.cases: list[str] = head.get("cases", [])
        self.versions: dict[str, str] = head.get("versions", {})

    def measure(self, case: str) -> float:
        """Return the units per CPU second in one slice."""
        assert self._process.stdin is not None
        print(measure.effort.seconds, case, file=self._process.stdin, flush=True)
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def close(self) -> None:
        """End the process."""
        with contextlib.suppress(BrokenPipeError):
            self._process.communicate()


def compare(with_peers: bool, with_compiled: bool) -> dict[str, Any]:
    """Measure everything in rounds, print medians and targets, and return the figures."""
    workers = list(_start(with_peers, with_compiled))
    samples: dict[tuple[str, str], list[float]] = {
        (worker.name, case): [] for worker in workers for case in worker.cases
    }
    for _ in range(measure.effort.rounds):
        for worker in workers:
            for case in worker.cases:
                try:
                    samples[worker.name, case].append(worker.measure(case))
                except (OSError, ValueError):  # the process has ended: no answer, or nobody to ask
                    print(f"{worker.name} broke down at {case} and is left out")
                    for broken in worker.cases:
                        del samples[worker.name, broken]
                    worker.cases = []
                    break
    for worker in workers:
        worker.close()
    print(f"\nIn turns, {measure.effort.rounds} rounds, per CPU second (lowest .. highest):")
    for (name, case), values in samples.items():
        print(f"  {name:20} {case:30} {median(values):12,.0f}   {min(values):,.0f} .. {max(values):,.0f}")
    return {
        "versions": {name: number for worker in workers for name, number in worker.versions.items()},
        "rates": [
            {"group": name, "case": case, "median": median(values), "rounds": values}
            for (name, case), values in samples.items()
        ],
        "targets": _targets(samples),
    }


def _start(with_peers: bool, with_compiled: bool) -> Iterable[Worker]:
    ours: list[tuple[str, str, str, Path | None]] = [
        ("interpreted", "tablewright", sys.executable, REPOSITORY / "src"),
        ("interpreted adapter", "tablewright.envs", sys.executable, REPOSITORY / "src"),
        ("interpreted search", "tablewright.bots", sys.executable, REPOSITORY / "src"),
    ]
    if with_compiled and _compile():
        ours.append(("compiled", "tablewright", sys.executable, COMPILED))
        ours.append(("compiled adapter", "tablewright.envs", sys.executable, COMPILED))
        ours.append(("compiled simulate", "tablewright.simulate", sys.executable, COMPILED))
        ours.append(("compiled search", "tablewright.bots", sys.executable, COMPILED))
    python = environment.python() if with_peers else None
    names = ("OpenSpiel", "OpenSpiel search", "RLCard", "PettingZoo", "gym-locm", "MiniGrid", "python-chess")
    peers = [] if python is None else [(name, name, python, None) for name in names]
    for name, group, program, path in ours + peers:
        worker = Worker(name, group, program, path)
        if worker.error:
            print(f"{name} cannot be measured: {worker.error}")
        yield worker


def _compile() -> bool:
    print("Compiling the rules into build/compiled unless they are up to date...", flush=True)
    tool = REPOSITORY / "tools" / "compile.py"
    return subprocess.run([sys.executable, str(tool), "--into", str(COMPILED)]).returncode == 0


def _targets(samples: dict[tuple[str, str], list[float]]) -> list[dict[str, Any]]:
    """Print and return the ratios of the targets whose both sides were measured: medians of the ratios in a round."""
    found = []
    print("\nTargets (ratios within a round):")
    for ours, case, peer, peer_case, least in TARGETS:
        mine, theirs = samples.get((ours, case)), samples.get((peer, peer_case))
        if not mine or not theirs:
            print(f"  {ours} {case} / {peer} {peer_case}: not measured")
            continue
        ratios = [one / other for one, other in zip(mine, theirs, strict=True)]
        ratio = median(ratios)
        verdict = "reached" if ratio >= least else "MISSED"
        what = f"{ours} {case} / {peer} {peer_case}"
        print(f"  {what:70} {ratio:6.2f}x   {min(ratios):.2f} .. {max(ratios):.2f}   at least {least}x: {verdict}")
        found.append({"what": what, "ratio": ratio, "lowest": min(ratios), "highest": max(ratios), "target": least})
    return found
