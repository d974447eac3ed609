"""Dungeons & Classes: the room with everything in it, and the party with its health and weapons."""

from __future__ import annotations

from typing import Any

from tablewright.games.dungeons.tables import ITEM_OF
from tablewright.table.wording import Scene
from tablewright.table.wordings.dungeons import FOE_OF, word_of
from tablewright.tui.boards.bars import bar, health_style
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import Canvas, cut

#: Columns of a field with its border, and its rows; the largest that fit are taken. One row has no borders between.
CELLS = (9, 7, 6, 5, 4)
ROWS = (4, 3, 2, 1)
LEFT = 3
HERO = "bold $text-primary"
NOTHING = ("   ", "")
#: Columns of a foe in one line.
FOE = 23


class DungeonsBoard(Board):
    """A room."""

    def below(self, width: int, height: int) -> bool:
        return False

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        view = scene.view
        room = view["room"]
        columns, rows = room["width"], room["height"]
        cell = next((cell for cell in CELLS if LEFT + columns * cell + 1 <= width), CELLS[-1])
        across = max(1, width // FOE)  # foes that stand in one line
        foes = -(-len(room["foes"]) // across)
        sizes = [(down, hero) for down in ROWS for hero in (2, 1)]
        least = down, hero = sizes[-1]
        for down, hero in (*sizes, least):
            ground = down * rows + (2 if down > 1 else 3)
            if ground + 1 + hero * len(view["heroes"]) + foes <= height:
                break
        canvas = Canvas(max(LEFT + columns * cell + 1, width), ground + hero * len(view["heroes"]) + foes)
        self._ground(canvas, cell, down, columns, rows)
        symbols = self._symbols(scene)
        for row in range(1, rows + 1):
            top = 2 + down * (row - 1)
            canvas.put(1, top + max(0, down - 2) // 2, str(row), "$text-muted")
            for column in range(1, columns + 1):
                x = LEFT + 1 + (column - 1) * cell
                self._field(canvas, x, top, cell - 1, max(1, down - 1), f"{row},{column}", symbols, marked)
        row = ground
        for one in view["heroes"]:
            self._hero(canvas, row, hero, one, marked)
            row += hero
        for number, foe in enumerate(room["foes"]):
            kind = FOE_OF[foe["type"]]
            x, y = number % across * FOE, row + number // across
            style = health_style(foe["health"], foe["max_health"])
            canvas.put(x, y, f" {foe['type']}{foe['id']} {kind.name:9}", "bold $text-error")
            canvas.put(x + 14, y, f"{foe['health']:>3}/{foe['max_health']}", style)
            canvas.place(word_of(foe["at"]), x, y, FOE, 1)
        return canvas

    def _ground(self, canvas: Canvas, cell: int, down: int, columns: int, rows: int) -> None:
        for column in range(1, columns + 1):
            canvas.put(LEFT + (column - 1) * cell + cell // 2, 0, str(column), "$text-muted")
        for row in range(rows + 1):
            left, joint, right = ("┌", "┬", "┐") if row == 0 else ("└", "┴", "┘") if row == rows else ("├", "┼", "┤")
            if down == 1:
                joint = "─"
            y = 1 + down * row + (down == 1 and row == rows)
            if down > 1 or row in (0, rows):
                canvas.put(LEFT, y, left + joint.join(["─" * (cell - 1)] * columns) + right, "$text-muted")
        for y in range(2, 2 + down * rows):
            if down == 1 or (y - 1) % down:
                for column in range(columns + 1):
                    if down > 1 or column in (0, columns):
                        canvas.put(LEFT + column * cell, y, "│", "$text-muted")

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
        symbol, style = symbols.get(name, (" · ", "$text-muted"))
        text = f"{symbol:^{width}}"
        if f"~{name}" in marked:
            text, style = f"*{text[1:-1]}*", f"{style} reverse"
        if name in marked:
            text, style = f"►{text[1:]}", "bold reverse $text-accent"
        canvas.fill(x, y, width, height, style)
        canvas.put(x, y + (height - 1) // 2, text, style)
        canvas.place(name, x, y, width, height)
        if symbols.get(name, NOTHING)[1] == HERO:
            canvas.place(symbol.strip().lower(), x, y, width, height)

    def _hero(self, canvas: Canvas, row: int, lines: int, hero: dict[str, Any], marked: frozenset[str]) -> None:
        """Draw who it is and how he is; what he has comes behind it, or below where there is room."""
        letter = hero["type"]
        mark = "►" if letter.lower() in marked else " "
        canvas.place(letter.lower(), 0, row, canvas.width, lines)
        canvas.put(0, row, f"{mark}{letter} {hero['name'][:10]:10}", "bold $text-primary")
        if not hero["health"]:
            canvas.put(14, row, "defeated", "bold $text-error")
            return
        health = f"{hero['health']:>3}/{hero['max_health']}"
        style = health_style(hero["health"], hero["max_health"])
        worn = [ITEM_OF[item].name for item in (hero["weapon"], hero["armor"]) if item]
        held = ", ".join(worn) or "nothing in hand"
        if lines == 1:
            canvas.put(13, row, health, style)
            canvas.put(20, row, cut(held, canvas.width - 21))
            return
        canvas.put(13, row, f"{health:7}{bar(hero['health'], hero['max_health'], 8)}", style)
        resists = f"  resists {hero['resists']}" if hero["resists"] else ""
        canvas.put(30, row, cut(f"armour {hero['armor_value']}{resists}", canvas.width - 30))
        bag = ", ".join(f"{amount} {ITEM_OF[item].name}" for item, amount in hero["bag"].items())
        canvas.put(3, row + 1, cut(f"{held}; {bag}" if bag else held, canvas.width - 4), "$text-muted")
