"""``tablewright match GAME --bots A,B``: let bots play against each other, or alone, and count."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from tablewright.bots.match import Result, Table, Tally, against_each_other, plan, play_table, tally, wilson
from tablewright.bots.registry import make_bot
from tablewright.core.registry import find_game

BAR = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game, the bots, the number of games and how to play them."""
    parser.add_argument("game", metavar="GAME", help="the game, for example ooperations")
    parser.add_argument("--bots", required=True, metavar="A,B", help="bots or levels, for example search:200,greedy")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games to play (100)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="decides all deals and dice (0)")
    parser.add_argument(
        "--setup", nargs="+", action="extend", default=[], metavar="KEY=NAME", help="choices, for example deck1=titans"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes share the work (1)")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print what came out; 2 if the arguments cannot be used."""
    bots = [name.strip() for name in arguments.bots.split(",")]
    try:
        tables, versus = _plan(arguments, bots)
    except ValueError as error:
        print(f"tablewright match: {error}", file=sys.stderr)
        return 2
    results = []
    for result in _play(tables, arguments.jobs):
        results.append(result)
        _show_progress(len(results), len(tables))
    tallies = tally(bots, results)
    if arguments.json:
        print(_json(arguments.game, tallies, versus))
    else:
        _print_table(tallies, versus)
    return 0


def _plan(arguments: argparse.Namespace, bots: list[str]) -> tuple[list[Table], bool]:
    game = find_game(arguments.game)
    chosen = {}
    for pair in arguments.setup:
        key, equals, name = pair.partition("=")
        if not equals:
            raise ValueError(f'--setup takes pairs such as deck1=titans, not "{pair}"')
        chosen[key] = name
    setup = game.setup(**chosen)
    versus = against_each_other(game, setup)
    if versus and len(bots) != setup.seats:
        raise ValueError(f"{game.title} is played by {setup.seats} bots, but --bots names {len(bots)}")
    for name in bots:
        make_bot(name, game)
    for option in ("games", "jobs"):
        if getattr(arguments, option) < 1:
            raise ValueError(f"--{option} must be at least 1, not {getattr(arguments, option)}")
    return plan(game, setup, bots, arguments.games, arguments.seed), versus


def _play(tables: list[Table], jobs: int) -> Iterator[Result]:
    """Play all tables; the results come in the order of the plan, whoever plays them."""
    if jobs == 1:
        yield from map(play_table, tables)
        return
    from tablewright.bots.workers import worker_pool

    with worker_pool(min(jobs, len(tables))) as pool:
        yield from pool.map(play_table, tables)


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
        "rate": _successes(first, versus) / first.games,
        "interval": list(wilson(_successes(first, versus), first.games)),
    }
    if not versus:
        value["scores"] = [one.mean_score for one in tallies]
    return json.dumps(value)


def _print_table(tallies: list[Tally], versus: bool) -> None:
    rows = [("bot", "games", "wins", "ties", "rate", "95 % interval", "score", "choices", "ms each")]
    for one in tallies:
        low, high = wilson(_successes(one, versus), one.games)
        rows.append(
            (
                one.bot,
                str(one.games),
                str(one.wins),
                str(one.ties),
                f"{_successes(one, versus) / one.games:.1%}",
                f"{low:.1%} to {high:.1%}",
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
