"""OOP1 Maze: the rooms with their tiles, the three characters, and the card that shows."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

from tablewright.games.maze.pieces import CHARACTERS, SIDE
from tablewright.table.wording import Scene
from tablewright.table.wordings.maze import ARROWS, WALLS
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import DOUBLE, Canvas
from tablewright.tui.limits import board_space

#: Widths and heights of a tile, the largest that fits is taken.
TILES = ((6, 3), (4, 2), (3, 2), (3, 1), (2, 1))
HEAD = 1

#: What is drawn in the middle of a tile, and its style; letters are those of floor plans.
SYMBOLS = {
    "P": ("·", "$text-disabled"),
    "G": ("%", "bold $text-warning"),
    "C": ("O", "bold $text-primary"),
    "L": ("$", "bold $text-accent"),
    "T": ("t", "bold underline"),
    "F": ("f", "bold underline"),
    "S": ("s", "bold underline"),
    "M": ("M", "bold $text-error"),
    "H": ("+", "bold $text-warning"),
    "V": ("+", "bold $text-warning"),
}
LEGEND = (
    "█ wall",
    "+ door",
    "M monster",
    "% hourglass",
    "O crystal",
    "$ treasure",
    "tfs switch",
    "░ hidden",
)
#: Columns that the legend needs beside the rooms.
BESIDE = max(map(len, LEGEND)) + 2


class MazeBoard(Board):
    """A grid of rooms."""

    legend = "arrows move the one chosen by t f s; space flips"
    pieces: ClassVar = {name.lower(): name for name in CHARACTERS}

    def steer(self, key: str, piece: str) -> str:
        return "flip" if key == "space" else f"move {piece} {key}" if key in ARROWS else ""

    def below(self, width: int, height: int) -> bool:
        """Take what gives the larger tiles."""
        return self._fitting(*board_space(width, height, True)) < self._fitting(*board_space(width, height, False))

    def _fitting(self, width: int, height: int) -> int:
        """Return the place of the largest tiles that fit among all sizes."""
        layout = self.setup.layout
        for place, (across, down) in enumerate(TILES):
            size = _size(len(layout), len(layout[0]), across, down)
            if size[0] <= width and size[1] + HEAD <= height:
                return place
        return len(TILES)

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        view = scene.view
        rows, columns = view["rows"], view["columns"]
        across, down = TILES[min(self._fitting(width, height), len(TILES) - 1)]
        size = _size(rows, columns, across, down)
        beside = size[0] + BESIDE <= width
        below = wrap("  ".join(LEGEND).replace(" ", "\0").replace("\0\0", "  "), width)  # a sign stays with its word
        if beside or size[1] + HEAD + len(below) > height:
            below = []
        canvas = Canvas(max(size[0], width), size[1] + HEAD + len(below))
        self._cards(canvas, scene)
        for place in range(rows * columns):
            row, column = divmod(place, columns)
            left, top = column * (SIDE * across + 1), HEAD + row * (SIDE * down + 1)
            canvas.box(left, top, SIDE * across + 2, SIDE * down + 2, "$text-muted", DOUBLE)
            self._room(canvas, scene, place, left + 1, top + 1, across, down, marked)
        for row in range(rows + 1):
            for column in range(columns + 1):
                canvas.put(column * (SIDE * across + 1), HEAD + row * (SIDE * down + 1), "╬", "$text-muted")
        for line, text in enumerate(below):
            canvas.put(0, HEAD + size[1] + line, text.replace("\0", " "), "$text-muted")
        for line, text in enumerate(LEGEND if beside else ()):
            canvas.put(size[0] + 2, HEAD + 1 + line, text, "$text-muted")
        return canvas

    def _cards(self, canvas: Canvas, scene: Scene) -> None:
        view = scene.view
        canvas.put(0, 0, f" {ARROWS[view['card']]} {view['card'].upper()} ", "bold reverse $text-accent")
        limit = f"/{view['max_flips']}" if view["max_flips"] else ""
        canvas.put(10, 0, f"Card flips: {view['counter']}{limit}", "bold")
        order = " ".join("?" if card is None else ARROWS[card] for card in view["deck"])
        canvas.put(32, 0, f"Deck: {order}")

    def _room(
        self,
        canvas: Canvas,
        scene: Scene,
        place: int,
        left: int,
        top: int,
        across: int,
        down: int,
        marked: frozenset[str],
    ) -> None:
        view = scene.view
        tiles = view["tiles"][place]
        if tiles is None:
            for line in range(SIDE * down):
                canvas.put(left, top + line, "░" * (SIDE * across), "$text-disabled")
            canvas.put(left + SIDE * across // 2, top + SIDE * down // 2, "?", "bold")
            return
        standing = {tuple(at): who for who, at in view["characters"].items()}
        first_row, first_column = place // view["columns"] * SIDE, place % view["columns"] * SIDE
        for row in range(SIDE):
            for column in range(SIDE):
                tile = tiles[row][column]
                x, y = left + column * across, top + row * down
                name = f"{first_row + row},{first_column + column}"
                canvas.place(name, x, y, across, down)
                middle = (x + (across - 1) // 2, y + (down - 1) // 2)
                if tile in WALLS:
                    for line in range(down):
                        canvas.put(x, y + line, "█" * across, "$text-muted 60%")
                    if row == column == 0:
                        canvas.put(*middle, view["rooms"][place], "bold reverse")
                    continue
                symbol, style = SYMBOLS[tile]
                if name in marked:
                    canvas.fill(x, y, across, down, "reverse $text-accent")
                    symbol, style = "►", "bold reverse $text-accent"
                who = standing.get((first_row + row, first_column + column))
                canvas.put(*middle, symbol, style)
                if who is not None:
                    canvas.place(who, x, y, across, down)
                    frame = "►" if who in marked else "("
                    canvas.put(
                        middle[0] - (across > 2),
                        middle[1],
                        f"{frame}{who})" if across > 2 else who,
                        "bold $text-primary",
                    )


def _size(rows: int, columns: int, across: int, down: int) -> tuple[int, int]:
    """Return the columns and lines of all rooms with tiles of some size."""
    return columns * (SIDE * across + 1) + 1, rows * (SIDE * down + 1) + 1
