"""OOP1 Maze in words: who goes where, and what lies there."""

from __future__ import annotations

from typing import ClassVar

from tablewright.core.state import Action
from tablewright.games.maze.pieces import CHARACTERS, NAMES, SIDE
from tablewright.table.wording import Scene, Wording

#: What the tiles are, by the letters of floor plans.
TILES = {
    "P": "passage",
    "G": "hourglass: stop here to lower the counter by 5",
    "C": "crystal ball: here the Seer can scry",
    "L": "treasure: all three must stand on one",
    "T": "switch of the Thief",
    "F": "switch of the Fighter",
    "S": "switch of the Seer",
    "M": "monster: only the Fighter dares to enter its room",
    "H": "door: the Thief can unlock it",
    "V": "door: the Thief can unlock it",
}
WALLS = "WX"  # a secret door looks like a wall
ARROWS = {"up": "↑", "right": "→", "down": "↓", "left": "←"}
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}


class MazeWording(Wording):
    """Words for three characters in a maze."""

    causes: ClassVar = {
        "treasure found": "the treasure is found with {score} flips",
        "too many flips": "the cards were flipped too often",
    }

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
        return f"{distance} {'tile' if distance == '1' else 'tiles'}{'' if found in 'P?' else f', {TILES[found]}'}"

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

    def advice(self, action: Action, scene: Scene) -> str:
        words = action.text.split()
        found = self._tile(self._end(words, scene), scene) if words[0] == "move" else "?"
        return "" if found in "P?" else f"there is the {TILES[found].partition(':')[0]}"

    def explained(self, scene: Scene) -> list[Action]:
        return [action for action in self.game.actions(self.setup) if self._worth_explaining(action, scene)]

    def _worth_explaining(self, action: Action, scene: Scene) -> bool:
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
                told += [f"{TILES[tile].capitalize()}."] if tile != "?" else []
            elif word == "flip":
                told.append("The next card of the deck shows; the counter goes up by one.")
        return told
