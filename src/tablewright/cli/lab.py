"""``tablewright lab STUDY.toml`` runs a study; ``tablewright lab compare A.json B.json`` weighs a change."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from tablewright.lab.compare import NotComparable, compare, read_summary, verdict
from tablewright.lab.runners import LostWorker, Runner, here, on_cores, on_ray
from tablewright.lab.store import BadFolder, Store
from tablewright.lab.study import BadStudy, Study, read_study


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the study and how to run it."""
    parser.add_argument("words", nargs="+", metavar="STUDY.toml | compare A.json B.json")
    parser.add_argument("--out", type=Path, help="folder for the results (default: the study's name without .toml)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes to play on (default: all cores)"
    )
    parser.add_argument("--on", choices=["here", "ray"], default="here", help="this machine or a Ray cluster")
    parser.add_argument("--address", help="of the Ray cluster; without it a local one is started")


def run(arguments: argparse.Namespace) -> int:
    """Run a study or a comparison; 2 for bad input, 1 for work that could not be finished, 130 for an interrupt."""
    try:
        if arguments.words[0] == "compare":
            return _compare(arguments.words[1:])
        if len(arguments.words) != 1:
            raise BadStudy("name one study file, or: compare A.json B.json")
        if arguments.jobs < 1:
            raise BadStudy("--jobs must be at least 1")
        return _run_study(arguments)
    except (BadStudy, NotComparable) as error:
        print(error, file=sys.stderr)
        return 2
    except (BadFolder, LostWorker) as error:
        print(error, file=sys.stderr)
        return 1


def _compare(paths: list[str]) -> int:
    if len(paths) != 2:
        raise NotComparable("compare takes two summary.json files")
    changes = compare(read_summary(paths[0]), read_summary(paths[1]))
    for change in changes:
        mark = "*" if change.real else " "
        needed = f", about {change.deals_needed} deals to show it" if change.deals_needed else ""
        print(
            f"{mark} {change.name}: {change.before:.1%} -> {change.after:.1%}, {change.effect * 100:+.1f} points "
            f"(95 %: {change.low * 100:+.1f} to {change.high * 100:+.1f}){needed}"
        )
    print(verdict(changes))
    return 0


def _run_study(arguments: argparse.Namespace) -> int:
    path = Path(arguments.words[0])
    study = read_study(str(path))
    store = Store(arguments.out or path.with_suffix(""), study)
    store.open()
    runner: Runner = here
    if arguments.on == "ray":
        runner = on_ray(arguments.address)
    elif arguments.jobs > 1:
        runner = on_cores(arguments.jobs)
    try:
        _play(study, store, runner)
    except KeyboardInterrupt:
        done = len(study.chunks()) - len(store.missing())
        print(f"stopped; {done} of {len(study.chunks())} pieces are kept, run it again to go on", file=sys.stderr)
        return 130
    _write_report(study, store, path.stem)
    return 0


def _play(study: Study, store: Store, runner: Runner) -> None:
    """Play what is missing, with a progress bar where somebody can see it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    missing = store.missing()
    total = len(study.chunks())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("pieces", total=total, completed=total - len(missing))
        for chunk, rows in runner(study, missing):
            store.keep(chunk, rows)
            progress.advance(task)


def _write_report(study: Study, store: Store, title: str) -> None:
    from tablewright.lab.report import percent, render
    from tablewright.lab.summary import summarise
    from tablewright.lab.table import write_table

    matches = store.merge()
    summary = summarise(study, matches)
    try:
        (store.folder / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
        report = store.folder / "report.html"
        report.write_text(render(summary, title), encoding="utf-8")
        table = write_table(study, matches)
    except OSError as error:
        raise BadFolder(f"the report cannot be written: {error.strerror}; all matches are kept") from error
    for pairing in summary["pairings"]:
        low, high = pairing["interval"]
        score = "" if pairing["mean_score"] is None else f", mean score {pairing['mean_score']:.2f}"
        print(f"{pairing['name']}: {percent(pairing['share'])} (95 %: {low * 100:.1f} to {high * 100:.1f}){score}")
    if "first_seat" in summary:
        low, high = summary["first_seat"]["interval"]
        print(f"first seat: {percent(summary['first_seat']['share'])} (95 %: {low * 100:.1f} to {high * 100:.1f})")
    print(f"{summary['matches']} matches; report {report}, table {table}")
