"""OOP1 Maze: the rooms with their tiles, the three characters, and the card that shows."""

from __future__ import annotations

from typing import Any

from tablewright.core.game import Game
from tablewright.core.state import Action
from tablewright.games.maze.pieces import CHARACTERS, NAMES, SIDE
from tablewright.tui.boards.canvas import DOUBLE, Canvas
from tablewright.tui.boards.face import Face, Scene

#: Widths and heights of a tile, the largest that fits is taken.
TILES = ((6, 3), (4, 2), (3, 2), (3, 1), (2, 1))
HEAD = 1

#: What is drawn in the middle of a tile, its style, and what it is; letters are those of floor plans.
SYMBOLS = {
    "P": ("·", "$text-disabled", "passage"),
    "G": ("%", "bold $text-warning", "hourglass: stop here to lower the counter by 5"),
    "C": ("O", "bold $text-primary", "crystal ball: here the Seer can scry"),
    "L": ("$", "bold $text-accent", "treasure: all three must stand on one"),
    "T": ("t", "bold underline", "switch of the Thief"),
    "F": ("f", "bold underline", "switch of the Fighter"),
    "S": ("s", "bold underline", "switch of the Seer"),
    "M": ("M", "bold $text-error", "monster: only the Fighter dares to enter its room"),
    "H": ("+", "bold $text-warning", "door: the Thief can unlock it"),
    "V": ("+", "bold $text-warning", "door: the Thief can unlock it"),
}
WALLS = "WX"  # a secret door looks like a wall
ARROWS = {"up": "↑", "right": "→", "down": "↓", "left": "←"}
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
LEGEND = "█ wall  + door  M monster  % hourglass  O crystal ball"
LEGEND_2 = "$ treasure  t f s switches  ░ not revealed"


class MazeBoard(Face):
    """A grid of rooms."""

    def __init__(self, game: Game, setup: Any) -> None:
        super().__init__(game, setup)
        self.below = len(setup.layout[0]) > 3  # wide mazes have the choices below them

    # --- drawing

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
                symbol, style, _ = SYMBOLS[tile]
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

    # --- words

    def group(self, action: Action) -> str:
        words = action.text.split()
        return " ".join(words[:3] if words[0] == "move" else words[:2])

    def group_title(self, group: str, scene: Scene) -> str:
        command, *words = group.split()
        if command == "move":
            return f"{NAMES[CHARACTERS.index(words[0])]} goes {words[1]} {ARROWS[words[1]]}"
        if command == "scry":
            return f"Seer looks from room {words[0]}"
        return {"flip": "Flip the card", "unlock": "Thief unlocks doors", "fight": "Fighter fights monsters"}[command]

    def title(self, action: Action, scene: Scene) -> str:
        words = action.text.split()
        if words[0] != "move":
            return words[-1]
        distance = words[3] if len(words) > 3 else "1"
        found = self._tile(self._end(words, scene), scene)
        return f"{distance} {'tile' if distance == '1' else 'tiles'}{'' if found in 'P?' else f', {SYMBOLS[found][2]}'}"

    def words(self, action: Action, scene: Scene) -> list[str]:
        words = action.text.split()
        if words[0] != "move":
            return words
        row, column = self._end(words, scene)
        return [*words[:3], f"{row},{column}"]

    def _end(self, words: list[str], scene: Scene) -> tuple[int, int]:
        """Return the row and column where a move ends."""
        distance = int(words[3]) if len(words) > 3 else 1
        (row, column), (down, right) = scene.view["characters"][words[1]], STEPS[words[2]]
        return row + distance * down, column + distance * right

    def _tile(self, at: tuple[int, int], scene: Scene) -> str:
        """Return the letter of a tile; "?" where nobody knows and outside."""
        view = scene.view
        (room_row, row), (room_column, column) = divmod(at[0], SIDE), divmod(at[1], SIDE)
        if not (0 <= room_row < view["rows"] and 0 <= room_column < view["columns"]):
            return "?"
        tiles = view["tiles"][room_row * view["columns"] + room_column]
        letter: str = "?" if tiles is None else tiles[row][column]
        return "?" if letter in WALLS else letter

    def worth_explaining(self, action: Action, scene: Scene) -> bool:
        """Explain the direction of the card; of the others one step, and of scrying one try."""
        command, *words = action.text.split()
        if command == "move":
            return words[1] == scene.view["card"] or len(words) == 2
        return command != "scry" or words == ["S", "up"] or self._tile(scene.view["characters"]["S"], scene) == "C"

    def describe(self, words: list[str], scene: Scene) -> list[str]:
        told = []
        for word in words:
            row, comma, column = word.partition(",")
            if comma:
                tile = self._tile((int(row), int(column)), scene)
                told += [f"{SYMBOLS[tile][2].capitalize()}."] if tile != "?" else []
            elif word == "flip":
                told.append("The next card of the deck shows; the counter goes up by one.")
        return told
