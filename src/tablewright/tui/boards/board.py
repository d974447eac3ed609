"""How a game looks in the terminal. What its actions and places are called is the same everywhere: its ``Wording``."""

from __future__ import annotations

from tablewright.table.wording import Scene, Wording
from tablewright.tui.boards.canvas import Canvas


class Board:
    """The board of a game that brings none of its own: the game's picture."""

    #: What the signs of the board mean, in short; "" if they need no words.
    legend = ""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.setup = wording.setup

    def below(self, width: int, height: int) -> bool:
        """Say whether the choices stand below the board (a wide board) or beside it, in a terminal of some size."""
        return True

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        """Draw a position for a space of some size; ``marked`` are the words of the action that is being considered."""
        lines = scene.picture.rstrip("\n").split("\n")
        canvas = Canvas(max(len(line) for line in lines), len(lines))
        for row, line in enumerate(lines):
            canvas.put(0, row, line)
        return canvas
