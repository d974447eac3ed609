"""Bots by name: "random", "search:400", "pipe:COMMAND", a level ("easy", "normal", "hard"), a style ("rusher"), or what
a package adds.

A package announces a subclass of ``Bot`` by the entry point group ``tablewright.bots``; its name there is the bot's
name. The levels of a game are its companion ``levels``, its styles the companion ``styles``.
"""

from __future__ import annotations

import sys

from tablewright.bots.bot import Bot
from tablewright.bots.style import styles
from tablewright.core.game import Game
from tablewright.core.outside import plain
from tablewright.core.problems import did_you_mean
from tablewright.core.registry import companion, find, find_game, names

#: The levels of a game about which nothing is known.
ANY_GAME = {"easy": "random", "normal": "search:50", "hard": "search:500"}


def levels(game: Game) -> dict[str, str]:
    """Return the levels of a game, from easy to hard, and the bots that play them."""
    return companion("levels", game) or ANY_GAME


def called(game: Game, name: str) -> str:
    """Return the bot that a level or a style stands for; any other name stands for itself."""
    return levels(game).get(name) or (f"style:{name}" if name in styles(game) else name)


def find_bot(name: str) -> type[Bot]:
    """Return the class of a bot by the part of its name before the colon; raises ``ValueError`` with a sentence."""
    found = find("bots", name)
    if found is None:
        raise ValueError(f'there is no bot "{name}"{did_you_mean(name, [*names("bots"), *ANY_GAME])}')
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise ValueError(f'the entry point "{name}" of tablewright.bots does not lead to a bot')
    return found


def bot_names(game: Game) -> list[str]:
    """List the bots that can play a game, without the levels; one that is broken is named on standard error."""
    found = []
    for name in names("bots"):
        try:
            if _plays(find_bot(name), game):
                found.append(name)
        except ValueError as error:
            print(f"tablewright: {error}", file=sys.stderr)
    return found


def other_bots(game: Game) -> list[str]:
    """List the bots for a game that other packages have brought."""
    return [name for name in bot_names(game) if find_bot(name).__module__.partition(".")[0] != "tablewright"]


def make_bot(name: str, game: Game | str, seed: int = 0, *, programs: bool = True) -> Bot:
    """Make a bot by its name or by its level; raises ``ValueError`` with a sentence if that is not possible.

    Where a name may come from a stranger, by a file or over a network, ``programs=False`` refuses bots whose name says
    which program is run.

    >>> bot = tablewright.make_bot("search:100", "ooperations", seed=7)
    >>> bot.choose(match.perspective(match.turn))
    <creature SOLDR F1>
    """
    game = find_game(game) if isinstance(game, str) else game
    kind, _, argument = called(game, name).partition(":")
    found = find_bot(kind)
    if found.runs_programs and not programs:
        allow = "`play` and `lab` have --programs for that"
        raise ValueError(f'the bot "{plain(name)}" would run a program, which nobody here has allowed; {allow}')
    if not _plays(found, game):
        raise ValueError(f'the bot "{kind}" does not play {game.title}; its bots are {", ".join(bot_names(game))}')
    try:
        bot = found.make(game, argument, seed)
    except ValueError as error:
        raise ValueError(f'the bot "{name}" cannot be made: {error}') from error
    bot.name = name
    return bot


def _plays(bot: type[Bot], game: Game) -> bool:
    return bot.games is None or game.key in bot.games
