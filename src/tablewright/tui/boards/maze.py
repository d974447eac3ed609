"""OOP1 Maze: the rooms with their tiles, the three characters, and the card that shows."""

from __future__ import annotations

from tablewright.games.maze.pieces import SIDE
from tablewright.table.wording import Scene, Wording
from tablewright.table.wordings.maze import ARROWS, WALLS
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import DOUBLE, Canvas

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
LEGEND = "█ wall  + door  M monster  % hourglass  O crystal ball"
LEGEND_2 = "$ treasure  t f s switches  ░ not revealed"


class MazeBoard(Board):
    """A grid of rooms."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.below = len(wording.setup.layout[0]) > 3  # wide mazes have the choices below them

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        view = scene.view
        rows, columns = view["rows"], view["columns"]
        for across, down in TILES:
            size = (columns * (SIDE * across + 1) + 1, rows * (SIDE * down + 1) + 1)
            if size[0] <= width and size[1] + HEAD + 2 <= height:
                break
        canvas = Canvas(max(size[0], len(LEGEND)), size[1] + HEAD + 2)
        self._cards(canvas, scene)
        for place in range(rows * columns):
            row, column = divmod(place, columns)
            left, top = column * (SIDE * across + 1), HEAD + row * (SIDE * down + 1)
            canvas.box(left, top, SIDE * across + 2, SIDE * down + 2, "$text-muted", DOUBLE)
            self._room(canvas, scene, place, left + 1, top + 1, across, down, marked)
        for row in range(rows + 1):
            for column in range(columns + 1):
                canvas.put(column * (SIDE * across + 1), HEAD + row * (SIDE * down + 1), "╬", "$text-muted")
        canvas.put(0, HEAD + size[1], LEGEND, "$text-muted")
        canvas.put(0, HEAD + size[1] + 1, LEGEND_2, "$text-muted")
        return canvas

    def _cards(self, canvas: Canvas, scene: Scene) -> None:
        view = scene.view
        canvas.put(0, 0, f" {ARROWS[view['card']]} {view['card'].upper()} ", "bold reverse $text-accent")
        limit = f" of {view['max_flips']}" if view["max_flips"] else ""
        canvas.put(12, 0, f"Card flips: {view['counter']}{limit}", "bold")
        order = " ".join("?" if card is None else ARROWS[card] for card in view["deck"])
        canvas.put(36, 0, f"Deck: {order}")

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
