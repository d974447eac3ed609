"""Dungeons & Classes: the room with everything in it, and the party with its health and weapons."""

from __future__ import annotations

from typing import Any

from tablewright.games.dungeons.tables import ITEM_OF
from tablewright.table.wording import Scene
from tablewright.table.wordings.dungeons import FOE_OF, word_of
from tablewright.tui.boards.bars import bar, health_style
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import Canvas

#: Columns and rows of a field with its border; the largest that fit are taken.
CELLS = (9, 7, 6, 5, 4)
ROWS = (4, 3, 2)
LEFT = 3
HERO = "bold $text-primary"
NOTHING = ("   ", "")


class DungeonsBoard(Board):
    """A room."""

    below = False

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        view = scene.view
        room = view["room"]
        columns, rows = room["width"], room["height"]
        cell = next((cell for cell in CELLS if LEFT + columns * cell + 1 <= width), CELLS[-1])
        lines = len(view["heroes"]) * 2 + len(room["foes"])
        down = next((down for down in ROWS if down * rows + 3 + lines <= height), 0)
        below = down > 0  # otherwise the room is so large that the party stands beside it
        if not below:
            cell, down, lines = CELLS[-1], ROWS[-1], 0
        canvas = Canvas(max(LEFT + columns * cell + 1, width), down * rows + 3 + lines)
        for column in range(1, columns + 1):
            canvas.put(LEFT + (column - 1) * cell + cell // 2, 0, str(column), "$text-muted")
        symbols = self._symbols(scene)
        for row in range(rows + 1):
            left, joint, right = ("┌", "┬", "┐") if row == 0 else ("└", "┴", "┘") if row == rows else ("├", "┼", "┤")
            border = left + joint.join(["─" * (cell - 1)] * columns) + right
            canvas.put(LEFT, 1 + down * row, border, "$text-muted")
        for row in range(1, rows + 1):
            top = 2 + down * (row - 1)
            canvas.put(1, top + (down - 2) // 2, str(row), "$text-muted")
            for line in range(top, top + down - 1):
                canvas.put(LEFT, line, "│", "$text-muted")
            for column in range(1, columns + 1):
                x = LEFT + 1 + (column - 1) * cell
                self._field(canvas, x, top, cell - 1, down - 1, f"{row},{column}", symbols, marked)
        if not below:
            self._in_short(canvas, LEFT + columns * cell + 2, scene, marked)
            return canvas
        row = down * rows + 2
        for hero in view["heroes"]:
            self._hero(canvas, row, hero, marked)
            row += 2
        for foe in room["foes"]:
            kind = FOE_OF[foe["type"]]
            style = health_style(foe["health"], foe["max_health"])
            canvas.put(0, row, f" {foe['type']}{foe['id']} {kind.name:12}", "bold $text-error")
            canvas.put(
                18, row, f"{foe['health']:>3}/{foe['max_health']:<3}{bar(foe['health'], foe['max_health'], 8)}", style
            )
            canvas.put(35, row, f"armour {kind.av}")
            row += 1
        return canvas

    def _symbols(self, scene: Scene) -> dict[str, tuple[str, str]]:
        """Return by position what is drawn there, and its style."""
        room = scene.view["room"]
        symbols: dict[str, tuple[str, str]] = {}
        for door in room["doors"]:
            symbols[word_of(door["at"])] = (f"{' ' if door['open'] else '#'}D{door['to']}", "bold $text-warning")
        for chest in room["chests"]:
            symbols[word_of(chest["at"])] = ("#T ", "bold $text-accent")
        for remains in room["remains"]:
            symbols[word_of(remains["at"])] = (" X ", "$text-muted")
        for foe in room["foes"]:
            symbols[word_of(foe["at"])] = (f" {foe['type']}{foe['id']}", "bold $text-error")
        for hero in scene.view["heroes"]:
            if hero["at"]:
                symbols[word_of(hero["at"])] = (f" {hero['type']} ", HERO)
        return symbols

    def _field(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        width: int,
        height: int,
        name: str,
        symbols: dict[str, tuple[str, str]],
        marked: frozenset[str],
    ) -> None:
        symbol, style = symbols.get(name, NOTHING)
        text = f"{symbol:^{width}}"
        if f"~{name}" in marked:
            text, style = f"*{text[1:-1]}*", f"{style} reverse"
        if name in marked:
            text, style = f"►{text[1:]}", "bold reverse $text-accent"
        canvas.fill(x, y, width, height, style)
        canvas.put(x, y + (height - 1) // 2, text, style)
        for line in range(y, y + height):
            canvas.put(x + width, line, "│", "$text-muted")
        canvas.place(name, x, y, width, height)
        if symbols.get(name, NOTHING)[1] == HERO:
            canvas.place(symbol.strip().lower(), x, y, width, height)

    def _hero(self, canvas: Canvas, row: int, hero: dict[str, Any], marked: frozenset[str]) -> None:
        letter = hero["type"]
        mark = "►" if letter.lower() in marked else " "
        canvas.place(letter.lower(), 0, row, 54, 2)
        canvas.put(0, row, f"{mark}{letter}  {hero['name'][:12]:12}", "bold $text-primary")
        if not hero["health"]:
            canvas.put(18, row, "defeated", "bold $text-error")
            return
        health = f"{hero['health']:>3}/{hero['max_health']:<3}{bar(hero['health'], hero['max_health'], 8)}"
        canvas.put(18, row, health, health_style(hero["health"], hero["max_health"]))
        resists = f"  resists {hero['resists']}" if hero["resists"] else ""
        canvas.put(35, row, f"armour {hero['armor_value']}{resists}")
        worn = [ITEM_OF[item].name for item in (hero["weapon"], hero["armor"]) if item]
        bag = " ".join(f"{amount}{item}" for item, amount in hero["bag"].items())
        canvas.put(4, row + 1, f"{', '.join(worn) or 'nothing in hand'}; {bag}"[:50], "$text-muted")

    def _in_short(self, canvas: Canvas, x: int, scene: Scene, marked: frozenset[str]) -> None:
        """List heroes and foes in a narrow column."""
        row = 1
        for hero in scene.view["heroes"]:
            letter = hero["type"].lower()
            mark = "►" if letter in marked else " "
            health = f"{hero['health']}/{hero['max_health']}" if hero["health"] else "dead"
            canvas.put(x, row, f"{mark}{hero['type']} {hero['name'][:6]:6} {health:>5}", HERO)
            canvas.put(x, row + 1, f"   {hero['weapon'] or '-'} {hero['armor'] or '-'}", "$text-muted")
            canvas.place(letter, x, row, 16, 2)
            row += 2
        for foe in scene.view["room"]["foes"]:
            row += 1
            canvas.put(x, row, f" {foe['type']}{foe['id']} {foe['health']}/{foe['max_health']}", "bold $text-error")
