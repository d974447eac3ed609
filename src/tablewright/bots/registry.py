"""Bots by name: "random", "greedy", "search:400", a level ("easy", "normal", "hard"), or what a package adds.

Others announce a subclass of ``Bot`` by the entry point group ``tablewright.bots``; its name there is the bot's name.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from tablewright.bots.bot import Bot
from tablewright.core.game import Game
from tablewright.core.problems import did_you_mean
from tablewright.core.registry import find_game

GROUP = "tablewright.bots"

BUILT_IN = {
    "random": "tablewright.bots.random:RandomBot",
    "greedy": "tablewright.bots.greedy:GreedyBot",
    "search": "tablewright.bots.search:SearchBot",
    "minimax": "tablewright.bots.minimax:MinimaxBot",
    "party": "tablewright.bots.party:PartyBot",
    "solver": "tablewright.bots.solver:SolverBot",
}

LEVELS = {
    "ooperations": {"easy": "greedy", "normal": "search:100", "hard": "search:5000"},
    "marches": {"easy": "greedy", "normal": "search:100", "hard": "search:1000"},
    "dungeons": {"easy": "greedy", "normal": "search:50", "hard": "party"},
    "maze": {"easy": "greedy", "normal": "search:100", "hard": "solver"},
}
#: The levels of a game about which nothing is known.
ANY_GAME = {"easy": "random", "normal": "search:50", "hard": "search:500"}


def levels(game: Game) -> dict[str, str]:
    """Return the levels of a game, from easy to hard, and the bots that play them."""
    return LEVELS.get(game.key, ANY_GAME)


@cache
def find_bot(name: str) -> type[Bot]:
    """Return the class of a bot by the part of its name before the colon; raises ``ValueError`` with a sentence."""
    if name in BUILT_IN:
        module, _, class_name = BUILT_IN[name].partition(":")
        found = getattr(import_module(module), class_name)
    else:
        points = {point.name: point for point in entry_points(group=GROUP)}
        if name not in points:
            known = [*BUILT_IN, *points, *ANY_GAME]
            raise ValueError(f'there is no bot "{name}"{did_you_mean(name, known)}')
        found = points[name].load()
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise ValueError(f'the entry point "{name}" of {GROUP} is no bot')
    return found


def bot_names(game: Game) -> list[str]:
    """List the bots that can play a game, without the levels."""
    names = [*BUILT_IN, *sorted({point.name for point in entry_points(group=GROUP)} - set(BUILT_IN))]
    return [name for name in names if _plays(find_bot(name), game)]


def make_bot(name: str, game: Game | str, seed: int = 0) -> Bot:
    """Make a bot by its name or by its level; raises ``ValueError`` with a sentence if that is not possible."""
    game = find_game(game) if isinstance(game, str) else game
    kind, _, argument = levels(game).get(name, name).partition(":")
    found = find_bot(kind)
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
