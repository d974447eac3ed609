"""Dungeons & Classes in words: who does what, and what is on which field."""

from __future__ import annotations

from typing import Any, ClassVar

from tablewright.core.state import Action
from tablewright.games.dungeons.floor import column_of, field_at, floor_of, row_of
from tablewright.games.dungeons.kinds import ARMOR, DAMAGE_TYPES, NONE, POTION, Attack
from tablewright.games.dungeons.tables import FOES, HERO_OF, ITEM_OF
from tablewright.table.wording import Scene, Wording

FOE_OF = {kind.letter: kind for kind in FOES}
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


class DungeonsWording(Wording):
    """Words for heroes, foes and what they fight about."""

    causes: ClassVar = {
        "completion": "the dungeon is cleared, score {score}",
        "flight": "the heroes have fled, score {score}",
        "defeat": "no hero is left, score {score}",
        "limit": "the limit of actions is reached, score {score}",
    }

    def news(self, scene: Scene) -> str:
        view = scene.view
        left = view["actions"]["per_phase"] - view["actions"]["phase"]
        foes = f", {left} until the foes act" if view["room"]["foes"] else ""
        return f"room {view['room']['id']}, {view['completed']}/{view['rooms']} completed{foes}"

    def _things(self, scene: Scene) -> dict[str, str]:
        """Return by position what is there."""
        room = scene.view["room"]
        things: dict[str, str] = {}
        for door in room["doors"]:
            behind = f"door to room {door['to']}" if door["to"] else "way out of the dungeon"
            things[word_of(door["at"])] = f"{behind} ({'open' if door['open'] else 'locked'})"
        for chest in room["chests"]:
            need = f", needs {chest['value']}" if chest["value"] else ""
            things[word_of(chest["at"])] = f"chest (locked{need})"
        for remains in room["remains"]:
            items = ", ".join(f"{amount} {ITEM_OF[item].name}" for item, amount in remains["items"].items())
            things[word_of(remains["at"])] = f"remains: {items or 'nothing'}"
        for foe in room["foes"]:
            kind = FOE_OF[foe["type"]]
            things[word_of(foe["at"])] = f"{kind.name} {foe['id']} ({foe['health']}/{foe['max_health']})"
        for hero in scene.view["heroes"]:
            if hero["at"]:
                things[word_of(hero["at"])] = f"{hero['name']} ({hero['health']}/{hero['max_health']})"
        return things

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
        parts = [where, thing if thing else "nobody" if command == "attack" else ""]
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

    def _foe(self, word: str, scene: Scene) -> str:
        """Return what a foe can do, behind its name; "" where there is none."""
        for foe in scene.view["room"]["foes"]:
            if word_of(foe["at"]) == word:
                kind = FOE_OF[foe["type"]]
                attacks = "; ".join(f"{attack.weapon.name}: {attack_text(attack)}" for attack in kind.attacks)
                resists = f", resists {DAMAGE_TYPES[kind.resists]}" if kind.resists != NONE else ""
                return f", armour {kind.av}{resists}; attacks with {attacks}"
        return ""

    def advice(self, action: Action, scene: Scene) -> str:
        words = self.words(action, scene)
        if words[0] != "attack":
            return ""
        hit = {word.removeprefix("~") for word in words[2:]}
        foes = [
            f"{FOE_OF[foe['type']].name} {foe['id']} ({foe['health']}/{foe['max_health']})"
            for foe in scene.view["room"]["foes"]
            if word_of(foe["at"]) in hit
        ]
        return f"it hits {' and '.join(foes)}" if foes else ""

    def order(self, actions: list[Any], scene: Scene) -> list[Any]:
        """List foes before everything else that can be attacked."""
        foes = {word_of(foe["at"]) for foe in scene.view["room"]["foes"]}
        return sorted(actions, key=lambda action: action.text.split()[-1] not in foes)

    def explained(self, scene: Scene) -> list[Action]:
        return [action for action in self.game.actions(self.setup) if self._worth_explaining(action, scene)]

    def _worth_explaining(self, action: Action, scene: Scene) -> bool:
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
                told.append(f"{word}: {things[word]}{self._foe(word, scene)}")
            elif word.upper() in ITEM_OF:
                told.append(ITEM_OF[word.upper()].name)
            elif hero is not None:
                bag = ", ".join(f"{amount} {ITEM_OF[item].name}" for item, amount in hero["bag"].items())
                told.append(f"{hero['name']} carries {bag or 'nothing else'}.")
        return told


def _damage(kind: int) -> str:
    return "" if kind in (NONE, 0) else f" {DAMAGE_TYPES[kind]}"


def attack_text(attack: Attack) -> str:
    """Return what an attack does, in short."""
    reach = "ranged" if attack.ranged else "melee"
    plus = f"+{attack.plus}" if attack.plus else ""
    return f"{attack.dice} d{attack.sides}{plus}{_damage(attack.damage)}, {reach} {attack.pattern.name}"
