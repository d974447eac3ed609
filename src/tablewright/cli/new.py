"""``tablewright new KIND [NAME] [--like THIEF]``: a working start for own content, which can be played as it is."""

from __future__ import annotations

import argparse
import os
import sys

from tablewright.core.disk import write_whole
from tablewright.core.outside import LONGEST_NAME, plain
from tablewright.core.problems import did_you_mean
from tablewright.core.registry import find_game

#: What can be begun, with the game that it is for.
KINDS = {
    "card": "marches",
    "class": "marches",
    "deck": "marches or ooperations",
    "creature": "ooperations",
    "dungeon": "dungeons",
    "maze": "maze",
}
FOLDER = "my-content"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what to make, how it is called, what it is like, and where it goes."""
    kinds = ", ".join(f"{kind} ({game})" for kind, game in KINDS.items())
    parser.add_argument("kind", metavar="KIND", help=kinds)
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="what it is called (default: MY ...)")
    parser.add_argument(
        "--like", default="", metavar="NAME", help="a card, class, deck, dungeon or layout to begin with"
    )
    parser.add_argument("--in", dest="folder", default=FOLDER, metavar="FOLDER", help=f"where it goes ({FOLDER})")


def run(arguments: argparse.Namespace) -> int:
    """Write the files; 2 if that cannot be done, and then nothing that was there has changed."""
    folder: str = arguments.folder
    try:
        files = start(arguments.kind, plain(arguments.name, LONGEST_NAME), arguments.like, folder)
        there = [name for name in files if os.path.lexists(os.path.join(folder, name))]
        if there:
            raise ValueError(f"{os.path.join(folder, there[0])} is there already: choose another name")
        os.makedirs(folder, exist_ok=True)
        for name, text in files.items():
            write_whole(os.path.join(folder, name), text.encode(), new=True, mode=0o644)
    except OSError as error:
        return sorry(f"the files cannot be written to {folder}: {error.strerror}")
    except ValueError as error:
        return sorry(str(error))
    for name in files:
        print(os.path.join(folder, name))
    print(f"\nNext: tablewright check {folder}, then tablewright play --content {folder}")
    return 0


def sorry(sentence: str) -> int:
    """Say what is wrong with the command."""
    print(plain(f"tablewright new: {sentence}"), file=sys.stderr)
    return 2


def start(kind: str, name: str, like: str, folder: str) -> dict[str, str]:
    """Return the files of a start, by name; raises ``ValueError`` with a sentence. Each game knows its own."""
    if kind in ("card", "class"):
        from tablewright.games.marches.authoring.lint import card_numbers
        from tablewright.games.marches.authoring.start import start_card, start_class
        from tablewright.games.marches.game import MarchesGame

        game = find_game("marches")
        assert isinstance(game, MarchesGame)
        taken = {*game.catalogue.numbers(), *card_numbers(folder)}
        return (start_card if kind == "card" else start_class)(name, like, taken, folder, game.catalogue)
    if kind == "creature":
        from tablewright.games.ooperations.game import OoperationsGame
        from tablewright.games.ooperations.start import start_creature

        rules = find_game("ooperations")
        assert isinstance(rules, OoperationsGame)
        return start_creature(name, like, folder, rules.cards)
    if kind == "deck":
        from tablewright.games.marches.authoring.start import start_deck as start_marches
        from tablewright.games.ooperations.start import start_deck as start_ooperations

        marches, ooperations = shipped("marches", "deck1"), shipped("ooperations", "deck1")
        known(like, "deck", [*marches, *ooperations])
        return start_ooperations(name, like) if like in ooperations else start_marches(name, like)
    if kind == "dungeon":
        from tablewright.games.dungeons.start import start_dungeon

        known(like, "dungeon", shipped("dungeons", "dungeon"))
        return start_dungeon(name, like, folder)
    if kind == "maze":
        from tablewright.games.maze.start import start_maze

        known(like, "layout", shipped("maze", "layout"))
        return start_maze(name, like, folder)
    raise ValueError(f'there is no start for a "{kind}"{did_you_mean(kind, KINDS)}; there is {", ".join(KINDS)}')


def shipped(game: str, key: str) -> list[str]:
    """List the options of a choice that ship with a game."""
    choice = next(choice for choice in find_game(game).choices() if choice.key == key)
    return [option.name for option in choice.options if not option.source]


def known(like: str, what: str, names: list[str]) -> None:
    """Raise ``ValueError`` unless there is something of a name to begin with."""
    if like and like not in names:
        raise ValueError(f'there is no {what} "{like}"{did_you_mean(like, names)}; there is {", ".join(names)}')
