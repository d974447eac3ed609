"""Dungeons & Classes: the room with everything in it, and the party with its health and weapons."""

from __future__ import annotations

from typing import Any

from tablewright.core.state import Action
from tablewright.games.dungeons.floor import column_of, field_at, floor_of, row_of
from tablewright.games.dungeons.kinds import ARMOR, DAMAGE_TYPES, NONE, POTION, Attack
from tablewright.games.dungeons.tables import FOES, HERO_OF, ITEM_OF
from tablewright.tui.boards.bars import bar, health_style
from tablewright.tui.boards.canvas import Canvas
from tablewright.tui.boards.face import Face, Scene

FOE_OF = {kind.letter: kind for kind in FOES}
#: Columns and rows of a field with its border; the largest that fit are taken.
CELLS = (9, 7, 6, 5, 4)
ROWS = (4, 3, 2)
LEFT = 3
HERO = "bold $text-primary"
NOTHING = ("   ", "", "")
COMPASS = {
    (-1, 0): "north",
    (-1, 1): "north-east",
    (0, 1): "east",
    (1, 1): "south-east",
    (1, 0): "south",
    (1, -1): "south-west",
    (0, -1): "west",
    (-1, -1): "north-west",
}


def word_of(at: list[int]) -> str:
    """Return a position as it is typed."""
    return f"{at[0]},{at[1]}"


class DungeonsBoard(Face):
    """A room."""

    below = False

    # --- drawing

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
        things = self._things(scene)
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
                self._field(canvas, x, top, cell - 1, down - 1, f"{row},{column}", things, marked)
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

    def _things(self, scene: Scene) -> dict[str, tuple[str, str, str]]:
        """Return by position what is drawn there, its style, and what it is."""
        room = scene.view["room"]
        things: dict[str, tuple[str, str, str]] = {}
        for door in room["doors"]:
            behind = f"door to room {door['to']}" if door["to"] else "way out of the dungeon"
            symbol = f"{' ' if door['open'] else '#'}D{door['to']}"
            state = "open" if door["open"] else "locked"
            things[word_of(door["at"])] = (symbol, "bold $text-warning", f"{behind} ({state})")
        for chest in room["chests"]:
            need = f", needs {chest['value']}" if chest["value"] else ""
            things[word_of(chest["at"])] = ("#T ", "bold $text-accent", f"chest (locked{need})")
        for remains in room["remains"]:
            items = ", ".join(f"{amount} {ITEM_OF[item].name}" for item, amount in remains["items"].items())
            things[word_of(remains["at"])] = (" X ", "$text-muted", f"remains: {items or 'nothing'}")
        for foe in room["foes"]:
            kind = FOE_OF[foe["type"]]
            what = f"{kind.name} {foe['id']} ({foe['health']}/{foe['max_health']})"
            things[word_of(foe["at"])] = (f" {foe['type']}{foe['id']}", "bold $text-error", what)
        for hero in scene.view["heroes"]:
            if hero["at"]:
                what = f"{hero['name']} ({hero['health']}/{hero['max_health']})"
                things[word_of(hero["at"])] = (f" {hero['type']} ", HERO, what)
        return things

    def _field(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        width: int,
        height: int,
        name: str,
        things: dict[str, tuple[str, str, str]],
        marked: frozenset[str],
    ) -> None:
        symbol, style, _ = things.get(name, NOTHING)
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
        if things.get(name, NOTHING)[1] == HERO:
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

    def news(self, scene: Scene) -> str:
        view = scene.view
        left = view["actions"]["per_phase"] - view["actions"]["phase"]
        foes = f", {left} until the foes act" if view["room"]["foes"] else ""
        return f"room {view['room']['id']}, {view['completed']}/{view['rooms']} completed{foes}"

    # --- words

    def _hero_of(self, letter: str, scene: Scene) -> dict[str, Any] | None:
        return next((hero for hero in scene.view["heroes"] if hero["type"] == letter.upper()), None)

    def _attack(self, letter: str, scene: Scene) -> Attack | None:
        hero = self._hero_of(letter, scene)
        if hero is None or hero["weapon"] is None:
            return None
        return HERO_OF[letter.upper()].attacks[ITEM_OF[hero["weapon"]].number]

    def group_title(self, group: str, scene: Scene) -> str:
        command, letter = group.split()
        hero = self._hero_of(letter, scene)
        name = hero["name"] if hero else letter.upper()
        attack = self._attack(letter, scene)
        if command == "attack" and attack is not None:
            return f"{name} attacks: {attack.weapon.name} ({attack_text(attack)})"
        return f"{name} {command}s"

    def title(self, action: Action, scene: Scene) -> str:
        command, letter, word = action.text.split()
        if command == "use":
            return self._use_title(letter, word.upper(), scene)
        thing = self._things(scene).get(word)
        hero = self._hero_of(letter, scene)
        where = ""
        if hero is not None and hero["at"]:
            row, column = (int(number) for number in word.split(","))
            where = COMPASS.get((row - hero["at"][0], column - hero["at"][1]), "")
        parts = [where, thing[2] if thing else "nobody" if command == "attack" else ""]
        return f"{word} {', '.join(part for part in parts if part)}".rstrip()

    def _use_title(self, letter: str, key: str, scene: Scene) -> str:
        item, hero = ITEM_OF[key], self._hero_of(letter, scene)
        if item.kind == POTION:
            effect = f"heals {item.heals} d{item.sides}" if item.heals else f"resist {DAMAGE_TYPES[item.resists]}"
            return f"drink {item.name} ({effect})"
        worn = hero is not None and key in (hero["weapon"], hero["armor"])
        kind = HERO_OF[letter.upper()]
        if item.kind == ARMOR:
            about = f"armour {kind.armor_values[item.number]}"
        else:
            attack = kind.attacks[item.number]
            about = attack_text(attack) if attack is not None else "weapon"
        return f"{'put away' if worn else 'take'} {item.name} ({about})"

    def words(self, action: Action, scene: Scene) -> list[str]:
        words = action.text.split()
        attack, hero = self._attack(words[1], scene), self._hero_of(words[1], scene)
        if words[0] != "attack" or attack is None or hero is None or not hero["at"]:
            return words
        row, column = (int(number) for number in words[2].split(","))
        if not attack.ranged and (row - hero["at"][0], column - hero["at"][1]) not in COMPASS:
            return words  # out of reach: no direction to strike in
        room = scene.view["room"]
        floor = floor_of(room["width"], room["height"])
        fields = floor.affected(attack.pattern, field_at(*hero["at"]), field_at(row, column))
        return words + [f"~{row_of(field)},{column_of(field)}" for field in fields]

    def order(self, actions: list[Any], scene: Scene) -> list[Any]:
        """List foes before everything else that can be attacked."""
        foes = {word_of(foe["at"]) for foe in scene.view["room"]["foes"]}
        return sorted(actions, key=lambda action: action.text.split()[-1] not in foes)

    def worth_explaining(self, action: Action, scene: Scene) -> bool:
        """Explain doors next to a hero, foes out of reach, loot out of reach."""
        command, letter, word = action.text.split()
        hero = self._hero_of(letter, scene)
        if command == "use" or hero is None or not hero["at"]:
            return False
        room = scene.view["room"]
        if command == "move":
            row, column = (int(number) for number in word.split(","))
            near = max(abs(row - hero["at"][0]), abs(column - hero["at"][1])) == 1
            return near and word in self._things(scene)
        things = room["foes"] if command == "attack" else [*room["chests"], *room["remains"]]
        return any(word == word_of(thing["at"]) for thing in things)

    def describe(self, words: list[str], scene: Scene) -> list[str]:
        told = []
        things = self._things(scene)
        for word in words:
            hero = self._hero_of(word, scene) if len(word) == 1 else None
            if word in things:
                told.append(f"{word}: {things[word][2]}")
            elif word.upper() in ITEM_OF:
                told.append(ITEM_OF[word.upper()].name)
            elif hero is not None:
                bag = ", ".join(f"{amount} {ITEM_OF[item].name}" for item, amount in hero["bag"].items())
                told.append(f"{hero['name']} carries {bag or 'nothing else'}.")
        return told


def attack_text(attack: Attack) -> str:
    """Return what an attack does, in short."""
    reach = "ranged" if attack.ranged else "melee"
    plus = f"+{attack.plus}" if attack.plus else ""
    kind = "" if attack.damage == NONE or not attack.damage else f" {DAMAGE_TYPES[attack.damage]}"
    return f"{attack.dice} d{attack.sides}{plus}{kind}, {reach} {attack.pattern.name}"
