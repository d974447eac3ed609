"""``tablewright test PATH...``: run scenarios, and say what differs and which effects led there."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from tablewright.core.match import Match
from tablewright.core.outside import LONGEST_LINE, plain
from tablewright.core.problems import InvalidData
from tablewright.core.record import BadRecord, Record
from tablewright.core.registry import companion, names
from tablewright.table.players import deal_of


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
    """Return 0 if everything passes, 1 if something fails, 2 if a path cannot be used."""
    if arguments.record is not None:
        return print_scenario(arguments)
    files, unusable = find_files(arguments.paths)
    games = [game_of(file) for file in files]
    cards = {}
    for game in dict.fromkeys(games):
        cards[game], problems = companion("scenarios", game).read_cards(arguments.cards)
        unusable += problems
    if not arguments.paths:
        unusable.append("say which scenarios to run: tablewright test PATH...")
    passed = failed = skipped = 0
    for file, game in zip(files, games, strict=True):
        try:
            report = companion("scenarios", game).run(file, cards[game])
        except InvalidData as error:
            failed += 1
            print(f"FAIL  {plain(file)}")
            for problem in error.problems:
                print(f"      {plain(str(problem), 2 * LONGEST_LINE)}")
            continue
        if report.differences:
            failed += 1
            show(report)
        elif report.skipped:
            skipped += 1
            print(f"skip  {plain(report.id)}: {plain(report.skipped)}")
        else:
            passed += 1
            if not arguments.quiet:
                print(f"ok    {plain(report.id)}")
    for line in unusable:
        print(plain(line, 2 * LONGEST_LINE), file=sys.stderr)
    print(f"{len(files)} scenarios: {passed} passed, {failed} failed, {skipped} skipped")
    return 2 if unusable else 1 if failed else 0


def find_files(paths: list[str]) -> tuple[list[str], list[str]]:
    """Return the files that are meant by paths, and a sentence for every path that cannot be used."""
    files: list[str] = []
    unusable: list[str] = []
    for path in paths:
        if os.path.isdir(path):
            found = [os.path.join(folder, name) for folder, _, inside in os.walk(path) for name in inside]
            found = [file for file in found if file.endswith(".json") and os.path.isfile(file)]
            scenarios = sorted(file for file in found if claimed_by(file))
            files += scenarios
            if not scenarios:
                unusable.append(f"{path}: there are no scenarios in this folder")
        elif not os.path.exists(path):
            unusable.append(f"{path}: there is no such file or folder")
        elif not os.path.isfile(path):
            unusable.append(f"{path}: this is not a regular file")
        else:
            files.append(path)
    return files, unusable


def claimed_by(file: str) -> list[str]:
    """List the keys of the games that take a file for one of their scenarios."""
    return [game for game in names("scenarios") if companion("scenarios", game).is_scenario(file)]


def game_of(file: str) -> str:
    """Return the key of the game whose scenario a file is; one that nobody claims is refused by the first game."""
    return (claimed_by(file) or names("scenarios"))[0]


def show(report: Any) -> None:
    """Print the first difference with the effects that led there, and the others without."""
    first, *others = report.differences
    print(f"FAIL  {plain(report.id)}")
    print(f"      {plain(report.path)}:{first.line}:{first.column}: {plain(str(first))}")
    if first.story:
        print("      the effects of that step:")
        for line in first.story:
            print(f"        {plain(line)}")
    else:
        print("      no effect was carried out in that step")
    for difference in others:
        print(f"      also {plain(str(difference))}")


def print_scenario(arguments: argparse.Namespace) -> int:
    """Print the scenario of a position in a saved match."""
    try:
        record = Record.read(arguments.record)
        scenarios = companion("scenarios", record.game)
        if scenarios is None:
            raise BadRecord(f"{arguments.record} is a match of {record.game.title}, which has no scenarios")
        count = len(record.actions) if arguments.after is None else arguments.after
        if not 0 <= count <= len(record.actions):
            raise BadRecord(f"{arguments.record} has {len(record.actions)} actions, not {count}")
        record.actions, record.result = record.actions[:count], ""
        match = Match.replay(record)
        deal = deal_of(match)
        title = f"From a match{f' with {deal}' if deal else ''}, after {count} actions"
        print(json.dumps(scenarios.write(match.state, arguments.name, title), indent=2))
    except BadRecord as error:
        print(plain(str(error)), file=sys.stderr)
        return 2
    return 0
