"""``tablewright play``: the terminal application, or a match of bots where there is no terminal."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from typing import Any

from tablewright.bots.registry import make_bot
from tablewright.cli.chosen import add_chosen, chosen_options
from tablewright.cli.games import find_named
from tablewright.core.game import Game
from tablewright.core.outside import LONGEST_LINE, LONGEST_NAME, plain
from tablewright.core.own import accept_paths
from tablewright.core.perspective import PlayerFault
from tablewright.core.record import BadRecord, Record
from tablewright.core.registry import find_game, game_keys
from tablewright.table.players import (
    LEVELS,
    PREFIX,
    bot_name,
    deal_of,
    new_record,
    read_seed,
    why_no_person,
    why_not_together,
)
from tablewright.table.saves import CannotSave
from tablewright.table.table import Table

#: What is shown where nobody can play: the game and the bots.
SHOWN_GAME = "ooperations"
SHOWN_LEVEL = "normal"

EXIT_HERE = 1  # the application cannot run here
EXIT_USAGE = 2
EXIT_FILE = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add a flag for everything that the application asks for."""
    bots = ", ".join(f'"{PREFIX}{level}"' for level in LEVELS)
    names = f"one of {', '.join(game_keys())}, or path/to/file.py:GAME"
    parser.add_argument("game", nargs="?", metavar="GAME", help=names)
    add_chosen(parser)
    parser.add_argument(
        "--seat", action="append", default=[], metavar="NAME", help=f"who sits in the next seat: a name, or {bots}"
    )
    parser.add_argument("--seed", metavar="N", help="the same seed gives the same match again")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved match")
    parser.add_argument(
        "--programs", action="store_true", help="with --resume: let the seats of a save run their programs (pipe:)"
    )
    parser.add_argument("--theme", choices=("auto", "dark", "light"), help="the colours (default: as remembered)")


def run(arguments: argparse.Namespace) -> int:
    """Play, and return the exit status."""
    cut = False
    try:
        if arguments.resume is not None:  # read before it is opened for writing: it may be no file at all
            cut = Record.read(arguments.resume).cut
        start = _start(arguments)
    except ValueError as error:
        for line in str(error).split("\n"):  # own content tells everything that is wrong with it
            fail(line, EXIT_USAGE)
        return EXIT_USAGE
    except (BadRecord, CannotSave) as error:
        return fail(str(error), EXIT_FILE)
    if not has_terminal():
        return play_bots(start, arguments)
    return run_app(start, arguments.theme, cut)


def has_terminal() -> bool:
    """Say whether somebody sits there."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _start(arguments: argparse.Namespace) -> Game | Record | Table | None:
    """Return what the flags say to begin with."""
    if arguments.resume is not None:
        return Table.resume(arguments.resume, arguments.programs)
    if arguments.game is None:
        if arguments.chosen or arguments.seat:
            raise ValueError("name a game before its setup and seats")
        return None
    game = find_named(arguments.game)
    chosen = chosen_options(arguments.chosen)
    if not chosen and not arguments.seat and arguments.seed is None:
        return game
    return make_record(game, chosen, arguments.seat, arguments.seed)


def make_record(game: Game, chosen: dict[str, str], seats: list[str], seed: str | None) -> Record:
    """Return the start of a match; empty seats are filled with a person, then with bots. Raises ``ValueError``."""
    game, chosen = accept_paths(game, chosen)
    setup: Any = game.setup(**chosen)
    if len(seats) > setup.seats:
        raise ValueError(f"{len(seats)} seats were named, but this table of {game.title} has {setup.seats}")
    for name in seats:
        if bot_name(name):
            make_bot(bot_name(name), game)
            if len(name) > LONGEST_NAME:
                raise ValueError(f"--seat: a bot has at most {LONGEST_NAME} characters; a script makes a command short")
            continue
        refusal = why_no_person(name)
        if refusal:
            raise ValueError(f"--seat {name}: {refusal}")
    if why_not_together(seats):
        raise ValueError(f"--seat: {why_not_together(seats)}")
    number = None if seed is None else read_seed(seed)
    filled = [*seats, *["You", *[PREFIX + SHOWN_LEVEL] * setup.seats][bool(seats) :]][: setup.seats]
    return new_record(game, setup, filled, number)


def play_bots(start: Game | Record | Table | None, arguments: argparse.Namespace) -> int:
    """Play a match of bots to its end and print the board and the result; people are replaced by bots."""
    if isinstance(start, Table):
        start.close()
        return fail("there is no terminal to go on in; `tablewright console --resume FILE` needs none", EXIT_HERE)
    if not isinstance(start, Record):
        game = start or find_game(SHOWN_GAME)
        start = make_record(game, {}, [], arguments.seed)
    bots = [name if bot_name(name) else PREFIX + SHOWN_LEVEL for name in start.seats]
    table = Table(new_record(start.game, start.setup, bots, start.seed))
    match = table.match
    try:
        match.play(table.seat_bots())
    except PlayerFault as error:
        return fail(str(error), EXIT_HERE)
    finally:
        table.close()
    print(f"{match.game.title}, {deal_of(match)}: {' against '.join(match.names)}, {len(match)} actions\n")
    print(str(match.state).rstrip("\n"))
    print(f"\nResult: {match.result}")
    if bots != start.seats:
        named = arguments.game or match.game.key
        fail(f"there is no terminal here, so bots have played; `tablewright console {named}` needs none", 0)
    return 0


def run_app(start: Any, theme: str | None, cut: bool = False) -> int:
    """Run the application, or say in one sentence why it cannot run here."""
    from tablewright.tui.background import is_light

    obstacle = why_no_app(start)
    if obstacle:
        return fail(obstacle, EXIT_HERE)
    from tablewright.tui.app import TablewrightApp
    from tablewright.tui.settings import Settings

    if not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)  # set but empty means nothing
    theme = theme or Settings().theme
    app = TablewrightApp(start, light=theme == "light" or (theme == "auto" and is_light()), cut=cut)
    app.run()
    return app.return_code or 0


def why_no_app(start: Any = None) -> str:
    """Say what keeps the application from running here, and for a game which program would; "" if nothing does."""
    from tablewright.tui.limits import too_small

    missing = why_no_extra()
    if missing:
        return missing
    if os.environ.get("TERM") == "dumb":
        game = start if isinstance(start, Game) else getattr(start, "game", None)
        key = game.key if isinstance(game, Game) else "GAME"
        return f"This terminal cannot draw (TERM=dumb), but it can play line by line: try `tablewright console {key}`."
    return too_small(*os.get_terminal_size(sys.stdout.fileno()))


def why_no_extra() -> str:
    """Say that the libraries of the application are missing; "" if they are there."""
    if find_spec("textual") is None or find_spec("platformdirs") is None:
        return 'The terminal application needs its extra: pip install "tablewright[tui]"'
    return ""


def fail(sentence: str, status: int) -> int:
    """Say what is wrong and return the exit status."""
    print(plain(f"tablewright: {sentence}", 2 * LONGEST_LINE), file=sys.stderr)
    return status
