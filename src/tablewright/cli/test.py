"""``tablewright test PATH...``: run scenarios, and say what differs and which effects led there."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from tablewright.core.match import Match
from tablewright.core.outside import LONGEST_LINE, plain
from tablewright.core.own import BadContent
from tablewright.core.own import find_files as find_content
from tablewright.core.problems import InvalidData
from tablewright.core.record import BadRecord, Record
from tablewright.core.registry import companion, names
from tablewright.table.players import deal_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the paths and the options."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a scenario, or a folder to search for scenarios")
    parser.add_argument("-q", "--quiet", action="store_true", help="show only what fails")
    parser.add_argument(
        "--from", dest="record", metavar="RECORD[@N]", help="print a turn of a saved match as a scenario"
    )
    parser.add_argument("--after", type=int, metavar="N", help="with --from: after N actions (default: the last turn)")
    parser.add_argument("--name", default="from-a-match", help="with --from: the id of the scenario")


def run(arguments: argparse.Namespace) -> int:
    """Return 0 if everything passes, 1 if something fails, 2 if a path cannot be used."""
    if arguments.record is not None:
        return print_scenario(arguments)
    files, unusable = find_files(arguments.paths)
    folders: list[str] = []
    for path in arguments.content:
        try:
            inside = sorted({os.path.dirname(file) for file in find_content([path])})
            folders += [path, *(folder for folder in inside if not os.path.samefile(folder, path))]
        except BadContent as error:
            unusable.append(str(error))
    games = [game_of(file) for file in files]
    beside = [
        os.path.dirname(file) or "." for file in files
    ]  # a scenario knows the cards in its folder, as a deck does
    cards = {}
    for game, folder in dict.fromkeys(zip(games, beside, strict=True)):
        here = [] if any(os.path.samefile(folder, other) for other in folders) else [folder]
        cards[game, folder], problems = companion("scenarios", game).read_cards([*folders, *here])
        unusable += [problem for problem in problems if problem not in unusable]
    if not arguments.paths:
        unusable.append("say which scenarios to run: tablewright test PATH...")
    passed = failed = skipped = 0
    for file, game, folder in zip(files, games, beside, strict=True):
        try:
            report = companion("scenarios", game).run(file, cards[game, folder])
        except InvalidData as error:
            failed += 1
            print(f"FAIL  {plain(file)}")
            for problem in error.problems:
                print(f"      {plain(str(problem), 2 * LONGEST_LINE)}")
            continue
        except Exception as error:  # a mistake of ours, or of whoever made the game: the others are run all the same
            failed += 1
            print(f"FAIL  {plain(file)}")
            what = plain(f"{type(error).__name__}: {error}")
            print(f"      it cannot be run, which is no mistake of its author: {what}")
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
    path, after = _record_and_number(arguments.record, arguments.after)
    try:
        record = Record.read(path)
        scenarios = companion("scenarios", record.game)
        if scenarios is None:
            raise BadRecord(f"{path} is a match of {record.game.title}, which has no scenarios")
        match = Match.replay(record)
        lines = [action.text for action in match.actions]
        count = _turn_start(match) if after is None else after
        if not 0 <= count <= len(lines):
            raise BadRecord(f"{path} has {len(lines)} actions, not {count}")
        deal = deal_of(match)
        title = f"From a match{f' with {deal}' if deal else ''}, after {count} actions"
        print(json.dumps(scenarios.write(match.at(count), arguments.name, title, lines[count:]), indent=2))
    except (BadRecord, ValueError) as error:
        print(plain(str(error)), file=sys.stderr)
        return 2
    return 0


def _record_and_number(word: str, after: int | None) -> tuple[str, int | None]:
    """Return the path of a record, and the number of actions behind its "@"."""
    path, at, digits = word.rpartition("@")
    if after is None and at and digits.isascii() and digits.isdigit() and len(digits) < 10 and not os.path.exists(word):
        return path, int(digits)
    return word, after


def _turn_start(match: Match) -> int:
    """Return after how many actions the last seat that acted had its turn."""
    count = len(match)
    while count and match.at(count - 1).acting_seats() == match.at(len(match) - 1).acting_seats():
        count -= 1
    return count
