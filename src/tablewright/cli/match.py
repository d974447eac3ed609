"""``tablewright match GAME --bots A,B``: let bots play against each other, or alone, and count."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from tablewright.cli.chosen import add_chosen, chosen_options
from tablewright.cli.games import HELP, find_named
from tablewright.core.outside import plain
from tablewright.core.own import accept_paths
from tablewright.core.perspective import PlayerFault
from tablewright.lab.play import PlayedChunk
from tablewright.lab.runners import LostWorker, runner_for
from tablewright.lab.statistics import Tally, tally, wilson
from tablewright.lab.study import Study, at_one_table

BAR = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game, the bots, the number of games and how to play them."""
    parser.add_argument("game", metavar="GAME", help=HELP)
    parser.add_argument("--bots", required=True, metavar="A,B", help="bots or levels, for example search:200,greedy")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games to play (100)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="decides all deals and dice (0)")
    add_chosen(parser)
    parser.add_argument("--setup", dest="chosen", nargs="+", action="extend", help=argparse.SUPPRESS)  # its old name
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes share the work (1)")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print what came out; 2 if the arguments cannot be used, 1 if the work was not finished."""
    try:
        study = _study(arguments)
    except ValueError as error:
        for line in str(error).split("\n"):  # own content tells everything that is wrong with it
            print(f"tablewright match: {plain(line)}", file=sys.stderr)
        return 2
    try:
        tallies = tally(study, _pieces(study, arguments.jobs))
    except (LostWorker, PlayerFault) as error:
        print(f"tablewright match: {plain(str(error))}", file=sys.stderr)
        return 1
    if arguments.json:
        print(_json(arguments.game, tallies, study.against))
    else:
        _print_table(tallies, study.against)
    return 0


def _pieces(study: Study, jobs: int) -> Iterator[PlayedChunk]:
    """Play game after game; none is kept, however many there are."""
    planned = study.chunk_count(1)
    for done, (_, piece) in enumerate(runner_for(jobs)(study, study.chunks(1)), 1):
        yield piece
        _show_progress(done, planned)


def _study(arguments: argparse.Namespace) -> Study:
    game = find_named(arguments.game)
    game, chosen = accept_paths(game, chosen_options(arguments.chosen))
    bots = [name.strip() for name in arguments.bots.split(",")]
    study = at_one_table(game, chosen, bots, arguments.games, arguments.seed)
    for option in ("games", "jobs"):
        if getattr(arguments, option) < 1:
            raise ValueError(f"--{option} must be at least 1, not {getattr(arguments, option)}")
    return study


def _show_progress(done: int, planned: int) -> None:
    if sys.stderr.isatty():
        filled = BAR * done // planned
        end = "\r" if done < planned else "\r\033[K"
        print(f"[{'#' * filled}{'.' * (BAR - filled)}] {done} of {planned} games", end=end, file=sys.stderr, flush=True)


def _successes(one: Tally, versus: bool) -> float:
    """Against others a tie is half a win; alone or together only winning counts."""
    return one.points if versus else one.wins


def _json(game: str, tallies: list[Tally], versus: bool) -> str:
    """Say everything that is the same in every run: how long the bots thought is not."""
    first = tallies[0]
    value = {
        "game": game,
        "bots": [one.bot for one in tallies],
        "games": first.games,
        "wins": [one.wins for one in tallies],
        "ties": first.ties,
        "stopped": first.stopped,
        "void": first.void,
        "rate": _successes(first, versus) / first.decided if first.decided else None,
        "interval": list(wilson(_successes(first, versus), first.decided)) if first.decided else None,
    }
    if not versus:
        value["scores"] = [one.mean_score for one in tallies]
    return json.dumps(value)


def _print_table(tallies: list[Tally], versus: bool) -> None:
    rows = [("bot", "games", "wins", "ties", "rate", "95 % interval", "score", "choices", "ms each")]
    for one in tallies:
        rate, interval = "-", "-"
        if one.decided:
            low, high = wilson(_successes(one, versus), one.decided)
            rate, interval = f"{_successes(one, versus) / one.decided:.1%}", f"{low:.1%} to {high:.1%}"
        rows.append(
            (
                one.bot,
                str(one.games),
                str(one.wins),
                str(one.ties),
                rate,
                interval,
                "-" if one.mean_score is None else f"{one.mean_score:.2f}",
                f"{one.choices / one.games:.1f}",
                f"{1000 * one.seconds / max(1, one.choices):.2f}",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        first, *others = (
            text.ljust(width) if i == 0 else text.rjust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *others]))
    stopped = sum(one.stopped for one in tallies)
    if stopped:
        print(f"{stopped} games had to be stopped because they did not end.")
    if tallies[0].void:
        print(f"{tallies[0].void} games were void: a card broke them. They are in no rate.")
