"""How each game looks in the terminal: one module per game, its companion ``boards``, a class made with a wording."""

from __future__ import annotations

from tablewright.core.registry import companion
from tablewright.table.wording import Wording
from tablewright.tui.boards.board import Board


def board_of(wording: Wording) -> Board:
    """Return the board of a game; one that brings none shows its own picture."""
    make = companion("boards", wording.game) or Board
    board: Board = make(wording)
    return board
