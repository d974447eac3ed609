"""A game in a Python file that nobody has installed: ``path/to/file.py:GAME``, or ``path/to/file.py`` for ``GAME``.

Loading runs the file, so only who sits at this machine names one, on a command line or in the environment; nothing that
comes from a record, a study or over a network does.
"""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module, invalidate_caches
from importlib.util import find_spec

from tablewright.core.game import Game
from tablewright.core.outside import plain
from tablewright.core.problems import did_you_mean

#: Files of games that every process started from here knows as well, separated as the platform separates paths.
VARIABLE = "TABLEWRIGHT_GAMES"
#: What the game is called in its file where nobody says another name.
NAME = "GAME"
_FILE = re.compile(r"(.+\.py)(?::(\w+))?")
_FILES = re.compile(rf"(.+?\.py(?::\w+)?)(?:{re.escape(os.pathsep)}|$)")


def is_game_file(text: str) -> bool:
    """Say whether a text names a file with a game rather than the key of one."""
    return _FILE.fullmatch(text) is not None


def files_from_environment() -> list[str]:
    """Return the files that the environment names."""
    return _FILES.findall(os.environ.get(VARIABLE, ""))


def share_game_file(text: str) -> None:
    """Let processes that are started from here find a game in its file, as this one does."""
    path, name = _parts(text)
    known = files_from_environment()
    wanted = f"{os.path.abspath(path)}:{name}"
    if wanted not in known:
        os.environ[VARIABLE] = os.pathsep.join([*known, wanted])


def load_game_file(text: str) -> Game:
    """Return the game in a file; raises ``ValueError`` with a sentence.

    The file is imported under its own name with its folder behind everything else on the path, so that it may import
    its neighbours, and what it makes can be sent to other processes.
    """
    path, name = _parts(text)
    real = os.path.realpath(path)
    if not os.path.isfile(real):
        raise ValueError(f"there is no file {plain(path)}")
    folder, module = os.path.dirname(real), os.path.basename(real).removesuffix(".py")
    if not module.isidentifier():
        raise ValueError(f"{plain(path)} cannot be imported: a module has a name of letters, digits and underscores")
    if folder not in sys.path:
        sys.path.append(folder)
        invalidate_caches()
    spec = find_spec(module)
    if spec is None or spec.origin is None or os.path.realpath(spec.origin) != real:
        raise ValueError(f'{plain(path)} needs another name: there is a module "{module}" already')
    try:
        loaded = import_module(module)
    except (Exception, SystemExit) as error:  # whatever the file of somebody else may raise
        what = plain(f"{type(error).__name__}: {error}")
        raise ValueError(f"{plain(path)} ends in {what}{_line(error, real)}") from error
    game = getattr(loaded, name, None)
    if not isinstance(game, Game):
        found = [known for known, thing in vars(loaded).items() if isinstance(thing, Game)]
        raise ValueError(f'{plain(path)} has no game "{name}"{did_you_mean(name, found)}')
    return game


def _parts(text: str) -> tuple[str, str]:
    found = _FILE.fullmatch(text)
    assert found is not None, "whoever asks has seen that it is a file"
    return found[1], found[2] or NAME


def _line(error: BaseException, path: str) -> str:
    """Say in which line of a file an exception was raised."""
    trace, line = error.__traceback__, getattr(error, "lineno", 0) or 0
    while trace is not None:
        if os.path.realpath(trace.tb_frame.f_code.co_filename) == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line})" if line else ""
