"""Saving a match of an exact console, whose arguments and output are those of its rulebook and leave no room for it."""

from __future__ import annotations

import os

from tablewright.consoles.terminal import complain
from tablewright.core.light import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, Final

#: The file to which a match is written when it ends or is left.
VARIABLE: Final = "TABLEWRIGHT_RECORD"


def wanted() -> str:
    """Return the file that the environment names; "" if none, and if it is there already, which is told at once."""
    path = os.environ.get(VARIABLE, "")
    if path and os.path.lexists(path):
        complain(f"{path} is there already: this match will not be saved")
        return ""
    return path


def save(path: str, key: str, setup: Any, seed: int, actions: list[str]) -> str:
    """Write a match as a record, and return why not, or "" if it was; nothing that is there is overwritten."""
    from tablewright.core.disk import write_whole
    from tablewright.core.match import Match
    from tablewright.core.record import Record
    from tablewright.core.registry import find_game

    seats = [f"Player {seat + 1}" for seat in range(setup.seats)]
    try:
        played = Match.replay(Record(find_game(key), setup, seed, seats, actions))
        write_whole(path, str(played.record()).encode(), new=True, mode=0o644)
    except OSError as error:
        return f"it cannot be saved to {path}: {error.strerror}"
    except ValueError:  # a path with a NUL
        return f"it cannot be saved to {path}: there is no such path"
    return ""


def save_if_wanted(path: str, key: str, setup: Any, seed: int, actions: list[str]) -> None:
    """Write a match to the file of ``wanted``, and say on standard error if that cannot be done."""
    why_not = save(path, key, setup, seed, actions) if path else ""
    if why_not:
        complain(f"the match is over, but {why_not}")
