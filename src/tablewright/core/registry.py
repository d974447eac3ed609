"""What there is: games, and what comes with them, installed as packages or registered by hand.

A package announces a game by the entry point group ``tablewright.games``, and what the game brings besides its rules, a
*companion*, by ``tablewright.<kind>`` under the game's key: heuristics, levels, styles, observations, observers,
wordings, boards, help, pages, puzzles, schemas, scenarios. The games that ship with tablewright do the same.

A game may also be in a file that the environment or a command names (``game_file``); what it brings besides, such a
file registers itself.

- ``puzzles``, for the first screens of terminal and browser: a function from a date to a ``core.daily.DailyPuzzle``.
- ``schemas``, for ``tablewright schema``: see ``games/marches/authoring/__init__.py``.
- ``scenarios``, for ``tablewright test``: see ``games/marches/scenarios/__init__.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tablewright.core.game import Game
from tablewright.core.game_file import files_from_environment, load_game_file, share_game_file
from tablewright.core.outside import LONGEST_NAME, plain
from tablewright.core.own import with_content, with_content_all
from tablewright.core.problems import did_you_mean

#: What a game can bring besides its rules.
COMPANIONS = (
    "heuristics",
    "levels",
    "styles",
    "observations",
    "observers",
    "wordings",
    "boards",
    "help",
    "pages",
    "puzzles",
    "schemas",
    "scenarios",
)

_registered: dict[str, dict[str, Any]] = {}
_taken: set[str] = set()


@cache
def announced(kind: str) -> dict[str, EntryPoint]:
    """Return what installed packages announce of a kind, by name; where two announce the same, the first one found."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=f"tablewright.{kind}"):
        found.setdefault(point.name, point)
    return found


@cache
def _loaded(kind: str, name: str) -> Any:
    """Load what is announced; remembered, because everybody asks for it again and again.

    A package that cannot be imported raises ``ValueError``, as a name does that leads nowhere: it spoils only itself.
    """
    point = announced(kind)[name]
    try:
        return point.load()
    except Exception as error:  # whatever a package of somebody else may raise
        package = "a package" if point.dist is None else f"the package {point.dist.name}"
        what = plain(f"{type(error).__name__}: {error}")
        raise ValueError(f'{package} is broken: its "{name}" of tablewright.{kind} ends in {what}') from error


def use_game_file(text: str) -> Game:
    """Make the game of a file known here and to all processes that are started from here; raises ``ValueError``."""
    game = load_game_file(text)
    register(game)
    share_game_file(text)
    _taken.update(files_from_environment())
    return game


def _take_files() -> None:
    """Register the games in files that the environment names; a broken one is named once and spoils only itself."""
    for text in files_from_environment():
        if text not in _taken:
            _taken.add(text)
            try:
                register(load_game_file(text))
            except ValueError as error:
                print(f"tablewright: {error}", file=sys.stderr)


def find(kind: str, name: str) -> Any:
    """Return what is registered or announced of a kind under a name; ``None`` if nothing is."""
    _take_files()
    registered = _registered.get(kind, {})
    if name in registered:
        return registered[name]
    return _loaded(kind, name) if name in announced(kind) else None


def names(kind: str) -> list[str]:
    """List the names under which something of a kind can be found, without loading any of it."""
    _take_files()
    return sorted({*announced(kind), *_registered.get(kind, {})})


def register(game: Game, **companions: Any) -> None:
    """Make a game known to this process without a package, together with companions by their kinds.

    >>> tablewright.register(my_game, levels={"easy": "random", "normal": "search:50", "hard": "search:500"})
    >>> tablewright.game(my_game.key) is my_game
    True
    """
    if not isinstance(game, Game):
        raise ValueError(f"only a game can be registered, which {game!r} is not")
    for kind in companions:
        if kind not in COMPANIONS:
            raise ValueError(f'there is no kind of companion "{kind}"{did_you_mean(kind, COMPANIONS)}')
    for kind, thing in {"games": game, **companions}.items():
        _registered.setdefault(kind, {})[game.key] = thing


def use_content(paths: Sequence[str]) -> None:
    """Let all games of this process offer own content from now on; raises ``ValueError`` with what is wrong with it."""
    if paths:
        for game in with_content_all(all_games(), paths):
            register(game)


def companion(kind: str, game: Game | str) -> Any:
    """Return what a game brings of a kind besides its rules; ``None`` if it brings none, for which all are prepared."""
    return find(kind, game if isinstance(game, str) else game.key)


def game_keys() -> list[str]:
    """List the keys of the games without importing any of them."""
    return names("games")


def find_game(key: Game | str, content: Sequence[str] = ()) -> Game:
    """Return a game by its key, or one that is given as it is; raises ``ValueError`` with a sentence.

    ``content`` are folders and files of own cards, decks, dungeons and mazes that it offers as well.

    >>> tablewright.game("maze").title
    'OOP1 Maze'
    """
    if content:
        return with_content(find_game(key), content)
    if isinstance(key, Game):
        return key
    game = find("games", key)
    if game is None:
        raise ValueError(f'there is no game "{plain(key, LONGEST_NAME)}"{did_you_mean(key, game_keys())}')
    if not isinstance(game, Game):
        raise ValueError(f'the entry point "{key}" of tablewright.games does not lead to a game')
    return game


def refer(game: Game) -> tuple[Any, ...]:
    """Return how a pickle names a game, whose rules are not copied: by its key, or by the module that has it.

    Raises ``ValueError`` for a game that no other process could find.
    """
    point = announced("games").get(game.key)
    if point is not None and type(game) is type(_loaded("games", game.key)):
        return find_game, (game.key, game.own_files)
    for module in (type(game).__module__, "__main__"):
        for name, thing in vars(sys.modules[module]).items():
            if thing is game:
                brought = {kind: things[game.key] for kind, things in _registered.items() if game.key in things}
                brought.pop("games", None)
                return _find_in_module, (module, name, brought)
    raise ValueError(
        f"{game.title} cannot be sent to other processes: make it once in a module, as GAME = {type(game).__name__}()"
    )


def _find_in_module(module: str, name: str, companions: dict[str, Any]) -> Game:
    """Return a game in a process that may not have met it yet, nor its companions."""
    game: Game = getattr(import_module(module), name)
    if find("games", game.key) is None:
        register(game, **companions)
    return game


def all_games() -> list[Game]:
    """Return all games; one that cannot be loaded is named on standard error and left out.

    >>> [game.key for game in tablewright.all_games()]
    ['dungeons', 'marches', 'maze', 'ooperations']
    """
    games = []
    for key in game_keys():
        try:
            games.append(find_game(key))
        except Exception as error:  # whatever a package of somebody else may raise
            print(f'tablewright: the game "{key}" cannot be loaded: {error}', file=sys.stderr)
    return games
