"""``tablewright lab STUDY.toml`` runs a study; ``lab compare A.json B.json`` weighs a change; ``lab card`` a card."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from tablewright.cli.lab_card import add_card_arguments, ask_card
from tablewright.core.outside import plain
from tablewright.core.perspective import PlayerFault
from tablewright.lab import run as lab
from tablewright.lab.compare import MOST_NAMED, NotComparable, compare, read_summary, verdict
from tablewright.lab.export import table_name
from tablewright.lab.play import ContentChanged
from tablewright.lab.report import percent, void_line
from tablewright.lab.runners import LostWorker, NoCluster, on_ray, runner_for
from tablewright.lab.store import BadFolder
from tablewright.lab.study import BadStudy, read_study


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the study and how to run it."""
    parser.add_argument("words", nargs="+", metavar="STUDY.toml | compare A.json B.json | card CARD")
    parser.add_argument("--out", type=Path, help="folder for the results (default: the study's name without .toml)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes to play on (default: all cores)"
    )
    parser.add_argument(
        "--by-role", action="store_true", help="compare: partners are those with the same places in the two studies"
    )
    parser.add_argument("--on", choices=["here", "ray"], default="here", help="this machine or a Ray cluster")
    parser.add_argument("--programs", action="store_true", help="let the study run its programs (bots pipe:COMMAND)")
    add_card_arguments(parser)
    parser.add_argument("--address", help="of the Ray cluster; without it a local one is started")


def run(arguments: argparse.Namespace) -> int:
    """Run a study or a comparison; 2 for bad input, 1 for work that could not be finished, 130 for an interrupt."""
    try:
        if arguments.words[0] == "compare":
            return _compare(arguments.words[1:], arguments.by_role)
        if arguments.jobs < 1:
            raise BadStudy("--jobs must be at least 1")
        if arguments.words[0] == "card":
            return ask_card(arguments.words[1:], arguments)
        if len(arguments.words) != 1:
            raise BadStudy("name one study file, or: compare A.json B.json, or: card CARD")
        return _run_study(arguments)
    except (ValueError, NotComparable) as error:
        _complain(error)
        return 2
    except (BadFolder, ContentChanged, LostWorker, NoCluster, PlayerFault) as error:
        _complain(error)
        return 1


def _complain(error: Exception) -> None:
    for line in str(error).split("\n"):
        print(plain(line), file=sys.stderr)


def _compare(paths: list[str], by_role: bool) -> int:
    if len(paths) != 2:
        raise NotComparable("compare takes two summary.json files")
    found = compare(read_summary(paths[0]), read_summary(paths[1]), by_role)
    for change in found.changes:
        mark = "*" if change.real else " "
        needed = f", about {change.deals_needed} deals to show it" if change.deals_needed else ""
        print(
            f"{mark} {change.name}: {change.before:.1%} -> {change.after:.1%}, {change.effect * 100:+.1f} points "
            f"(95 %: {change.low * 100:+.1f} to {change.high * 100:+.1f}){needed}"
        )
    for sentence in found.alone[:MOST_NAMED]:
        print(f"- {sentence}")
    if len(found.alone) > MOST_NAMED:
        print(f"- and {len(found.alone) - MOST_NAMED} more")
    print(verdict(found))
    return 0


def _run_study(arguments: argparse.Namespace) -> int:
    path = Path(arguments.words[0])
    study = read_study(str(path), arguments.programs)
    folder = arguments.out or path.with_suffix("")
    runner = on_ray(arguments.address) if arguments.on == "ray" else runner_for(arguments.jobs)
    bar = _Bar()
    try:
        with bar:
            summary = lab.run(study, folder, runner=runner, title=path.stem, progress=bar, notice=print)
    except KeyboardInterrupt:
        if bar.total:
            print(f"stopped; {bar.done} of {bar.total} pieces are kept, run it again to go on", file=sys.stderr)
        return 130
    _print_summary(summary, folder)
    return 0


class _Bar:
    """A progress bar where somebody can see it and Rich is there to draw it; it knows how far the study is anyway."""

    def __init__(self) -> None:
        self.done = self.total = 0
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> None:
        if not sys.stderr.isatty():
            return
        with suppress(ImportError):
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True))
            self._bar.start()

    def __call__(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self._task is not None:
            self._bar.update(self._task, completed=done)
        elif self._bar is not None:
            self._task = self._bar.add_task("pieces", total=total, completed=done)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _print_summary(summary: dict[str, Any], folder: Path) -> None:
    for pairing in summary["pairings"]:
        low, high = pairing["interval"]
        score = "" if pairing["mean_score"] is None else f", mean score {pairing['mean_score']:.2f}"
        print(f"{pairing['name']}: {percent(pairing['share'])} (95 %: {low * 100:.1f} to {high * 100:.1f}){score}")
    if "first_seat" in summary:
        low, high = summary["first_seat"]["interval"]
        print(f"first seat: {percent(summary['first_seat']['share'])} (95 %: {low * 100:.1f} to {high * 100:.1f})")
    if summary["void"]:
        print(void_line(summary["void"]))
    print(f"{summary['matches']} matches; report {folder / 'report.html'}, table {folder / table_name()}")
