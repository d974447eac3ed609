"""``tablewright test PATH...``: run scenarios of The Marches, and say what differs and which effects led there."""

from __future__ import annotations

import argparse
import json
import os
import sys

from tablewright.core.record import BadRecord, Record
from tablewright.games.marches.language.reader import read
from tablewright.games.marches.match import MarchesState
from tablewright.games.marches.scenarios.runner import Report, run_scenario
from tablewright.games.marches.scenarios.scenario import FORMAT, read_scenario
from tablewright.games.marches.scenarios.staging import written_scenario
from tablewright.games.marches.setup import BadSetup, Catalogue


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the paths and the options."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a scenario, or a folder to search for scenarios")
    parser.add_argument(
        "--cards",
        action="append",
        default=[],
        metavar="FOLDER",
        help="use the card files of a folder (may be repeated)",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="show only what fails")
    parser.add_argument("--from", dest="record", metavar="RECORD", help="print a scenario made from a saved match")
    parser.add_argument("--after", type=int, metavar="N", help="with --from: after N actions (default: all of them)")
    parser.add_argument("--name", default="from-a-match", help="with --from: the id of the scenario")


def run(arguments: argparse.Namespace) -> int:
    """Return 0 if everything passes, 1 if something fails, 2 if a path is no use."""
    if arguments.record is not None:
        return print_scenario(arguments)
    files: list[str] = []
    unusable: list[str] = []
    for path in arguments.paths:
        if os.path.isdir(path):
            found = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
            scenarios = sorted(file for file in found if file.endswith(".json") and is_scenario(file))
            files += scenarios
            if not scenarios:
                unusable.append(f"{path}: there are no scenarios in this folder")
        elif not os.path.exists(path):
            unusable.append(f"{path}: there is no such file or folder")
        else:
            files.append(path)
    cards = Catalogue()
    for folder in arguments.cards:
        try:
            cards.add_folder(folder)
        except BadSetup as error:
            unusable.append(str(error))
    if not arguments.paths:
        unusable.append("say which scenarios to run: tablewright test PATH...")
    passed = failed = skipped = 0
    for file in files:
        document = read(file, strict=True)
        scenario = read_scenario(document, cards)
        if scenario is None:
            failed += 1
            print(f"FAIL  {file}")
            for problem in document.problems:
                print(f"      {problem}")
            continue
        report = run_scenario(scenario)
        if report.differences:
            failed += 1
            show(report)
        elif report.skipped:
            skipped += 1
            print(f"skip  {report.id}: {report.skipped}")
        else:
            passed += 1
            if not arguments.quiet:
                print(f"ok    {report.id}")
    for line in unusable:
        print(line, file=sys.stderr)
    print(f"{len(files)} scenarios: {passed} passed, {failed} failed, {skipped} skipped")
    return 2 if unusable else 1 if failed else 0


def is_scenario(path: str) -> bool:
    """Say whether a file calls itself a scenario."""
    try:
        with open(path, "rb") as file:
            return FORMAT.partition("/")[0].encode() in file.read(100_000)
    except OSError:
        return False


def show(report: Report) -> None:
    """Print the first difference with the effects that led there, and the others without."""
    first, *others = report.differences
    print(f"FAIL  {report.id}")
    print(f"      {report.path}:{first.line}:{first.column}: {first}")
    if first.story:
        print("      the effects of that step:")
        for line in first.story:
            print(f"        {line}")
    else:
        print("      no effect was carried out in that step")
    for difference in others:
        print(f"      also {difference}")


def print_scenario(arguments: argparse.Namespace) -> int:
    """Print the scenario of a position in a saved match."""
    try:
        record = Record.read(arguments.record)
        count = len(record.actions) if arguments.after is None else arguments.after
        if record.game.key != "marches" or not 0 <= count <= len(record.actions):
            raise BadRecord(f"{arguments.record} is no match of The Marches with {count} actions")
        record.actions, record.result = record.actions[:count], ""
        match = record.replay()
        assert isinstance(match, MarchesState)
        title = f"From a match with seed {record.seed}, after {count} actions"
        print(json.dumps(written_scenario(match, arguments.name, title), indent=2))
    except BadRecord as error:
        print(error, file=sys.stderr)
        return 2
    return 0
