"""How a game looks in the terminal. What its actions and places are called is the same everywhere: its ``Wording``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from tablewright.table.wording import Scene, Wording
from tablewright.tui.boards.canvas import Canvas


class Board:
    """The board of a game that brings none of its own: the game's picture."""

    #: What the signs of the board mean, in short; "" if they need no words.
    legend = ""
    #: Keys that choose a piece for ``steer``, the first one at the start.
    pieces: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.setup = wording.setup

    def below(self, width: int, height: int) -> bool:
        """Say whether the choices stand below the board (a wide board) or beside it, in a terminal of some size."""
        return True

    def steer(self, key: str, piece: str) -> str:
        """Return the command line of an arrow key or of space for the chosen piece; "" if it has none."""
        return ""

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        """Draw a position for a space of some size; ``marked`` are the words of the action that is being considered."""
        lines = scene.picture.rstrip("\n").split("\n")
        canvas = Canvas(max(len(line) for line in lines), len(lines))
        for row, line in enumerate(lines):
            canvas.put(0, row, line)
        return canvas
