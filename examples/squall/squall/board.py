"""How Squall looks in the terminal application: a row for each captain, whose goods can be clicked."""

from __future__ import annotations

from tablewright.table.wording import Scene
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import Canvas


class SquallBoard(Board):
    """Draws the view of a seat, and nothing else."""

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        view = scene.view
        canvas = Canvas(max(width, 40), 8)
        canvas.put(0, 0, f"In store: {view['store']}", "$text-muted")
        for seat, goods in enumerate(view["sea"]):
            style = "bold" if seat == view["turn"] else ""
            canvas.put(0, 2 + seat, f"{scene.names[seat]}: {view['scores'][seat]}", style)
            canvas.put(24, 2 + seat, "~ " * 3 + " ".join(map(str, goods)), "$text-accent")
            canvas.place("land", 24, 2 + seat, 16, 1)
        for place, worth in enumerate(view["hand"] or []):
            canvas.box(6 * place, 5, 5, 3, "bold $warning" if str(worth) in marked else "")
            canvas.put(6 * place + 2, 6, str(worth))
            canvas.place(str(worth), 6 * place, 5, 5, 3)
        return canvas
