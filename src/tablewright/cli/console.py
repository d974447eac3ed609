"""``tablewright console GAME``: any game line by line, for people, screen readers, pipes and scripts."""

from __future__ import annotations

import argparse
import sys

from tablewright.cli.chosen import add_chosen, chosen_options
from tablewright.cli.games import HELP, find_named
from tablewright.cli.play import EXIT_FILE, EXIT_HERE, EXIT_USAGE, fail, make_record
from tablewright.consoles.line import LineConsole
from tablewright.core.outside import plain
from tablewright.core.perspective import PlayerFault
from tablewright.core.record import BadRecord
from tablewright.table.saves import CannotSave, SaveFile
from tablewright.table.table import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``play`` takes too, and how the match is kept and told."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=HELP)
    add_chosen(parser)
    parser.add_argument(
        "--seat", action="append", default=[], metavar="NAME", help='who sits in the next seat: a name, or "bot easy"'
    )
    parser.add_argument("--seed", metavar="N", help="the same seed gives the same match again")
    parser.add_argument("--save", metavar="FILE", help="keep the match in a new file, action by action")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved match, which is kept in its file")
    parser.add_argument(
        "--programs", action="store_true", help="with --resume: let the seats of a save run their programs (pipe:)"
    )
    parser.add_argument("--brief", action="store_true", help='draw the table only when asked to, by "board"')


def run(arguments: argparse.Namespace) -> int:
    """Play; 0 if the match has ended or was left, 1 if the input ended first, 2 for bad arguments, 3 for a bad file."""
    try:
        table = _table(arguments)
        table.seat_bots()
    except ValueError as error:
        return fail(str(error), EXIT_USAGE)
    except (BadRecord, CannotSave) as error:
        return fail(str(error), EXIT_FILE)
    source = None if sys.stdin is None else sys.stdin.buffer
    live = sys.stdin is not None and sys.stdin.isatty()
    try:
        return LineConsole(table, source, _say, live, arguments.brief).play()
    except PlayerFault as error:
        return fail(str(error), EXIT_HERE)
    except (BrokenPipeError, MemoryError):
        raise
    except Exception as error:  # rules or bots of somebody else: whoever plays can do nothing about their mistakes
        what = plain(f"{type(error).__name__}: {error}")
        return fail(f"{table.game.title} cannot go on: {what}; `tablewright laws` may tell why", EXIT_HERE)
    finally:
        table.close()


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _table(arguments: argparse.Namespace) -> Table:
    """Return the table that the flags describe; raises ``ValueError``, ``BadRecord`` or ``CannotSave``."""
    if arguments.resume is not None:
        if arguments.game is not None:
            find_named(arguments.game)  # a save may be of a game that is known by its file only
        return Table.resume(arguments.resume, arguments.programs)
    if arguments.game is None:
        raise ValueError("name a game, or a match to go on with: --resume FILE")
    chosen = chosen_options(arguments.chosen)
    record = make_record(find_named(arguments.game), chosen, arguments.seat, arguments.seed)
    save = None if arguments.save is None else SaveFile.create_at(arguments.save, record)
    return Table(record, save)
