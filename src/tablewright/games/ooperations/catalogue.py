"""The reader of card files, which reports all mistakes with file, line and reason."""

from __future__ import annotations

import os

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.problems import InvalidData, Problem, did_you_mean
from tablewright.games.ooperations import cards
from tablewright.games.ooperations.actions import CardSet
from tablewright.games.ooperations.cards import TRAIT_LETTERS, OoperationsCard

if TYPE_CHECKING:
    from typing import Final

MAGIC: Final = "CARDS"
DATA: Final = os.path.join(os.path.dirname(__file__), "data")
LARGEST_NUMBER: Final = 99  # what a card can show

AIMS: Final = {
    "own creatures": cards.OWN_CREATURES,
    "enemy creatures": cards.ENEMY_CREATURES,
    "all creatures": cards.ALL_CREATURES,
    "target": cards.TARGET,
    "graveyard": cards.GRAVEYARD,
}
COSTS: Final = {"half": cards.HALF, "one more": cards.ONE_MORE}
EFFECTS: Final = {
    "gain": cards.GAIN,
    "attack": cards.ATTACK,
    "health": cards.HEALTH,
    "halve": cards.HALVE,
    "amputate": cards.AMPUTATE,
    "clone": cards.CLONE,
    "remember": cards.REMEMBER,
    "revive": cards.REVIVE,
}
WITH_TRAITS: Final = (cards.GAIN, cards.CLONE, cards.REMEMBER)
#: Effects that must stand alone, with the only thing they can be cast on.
ALONE: Final = {cards.CLONE: cards.TARGET, cards.REMEMBER: cards.GRAVEYARD, cards.REVIVE: cards.GRAVEYARD}

_shipped: CardSet | None = None


def shipped_cards() -> CardSet:
    """Return the card set that comes with the game; always the same object."""
    global _shipped
    if _shipped is None:
        _shipped = read_cards(os.path.join(DATA, "cards.txt"))
    return _shipped


def read_cards(path: str) -> CardSet:
    """Read a card file; raises ``InvalidData`` with all its mistakes."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError) as error:
        raise InvalidData([Problem(path, 0, 0, "file", f"cannot be read: {error}")]) from error
    return parse_cards(text, path)


def parse_cards(text: str, path: str = "cards") -> CardSet:
    """Read the text of a card file; raises ``InvalidData`` with all its mistakes."""
    reader = _Reader(path)
    lines = text.split("\n")
    if lines[0] != MAGIC:
        reader.complain(1, "magic", f'the first line must be "{MAGIC}"')
    section = ""
    for number, line in enumerate(lines[1:], 2):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        if content in ("creatures", "spells"):
            section = content
        elif not section:
            reader.complain(number, "section", 'the cards must stand below a line "creatures" or "spells"')
        else:
            columns = [column.strip() for column in content.split("|")]
            if section == "creatures":
                reader.creature(number, columns)
            else:
                reader.spell(number, columns)
    if not reader.cards and not reader.problems:
        reader.complain(1, "empty", "the file has no cards")
    if reader.problems:
        raise InvalidData(reader.problems)
    return CardSet(reader.cards, text)


class _Reader:
    """Collects cards and complaints."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.cards: list[OoperationsCard] = []
        self.keys: set[str] = set()
        self.problems: list[Problem] = []

    def complain(self, line: int, code: str, message: str) -> None:
        self.problems.append(Problem(self.path, line, 0, code, message))

    def creature(self, line: int, columns: list[str]) -> None:
        if len(columns) != 6:
            self.complain(line, "columns", f"a creature has 6 columns, this line has {len(columns)}")
            return
        key, name, mana, attack, health, letters = columns
        self._identity(line, key, name)
        numbers = [self._number(line, what, text) for what, text in (("mana", mana), ("attack", attack))]
        numbers.append(self._number(line, "health", health, least=1))
        traits = self._traits(line, letters)
        self._add(key, name, numbers[0], cards.CREATURE, numbers[1], numbers[2], traits, cards.FIXED, ())

    def spell(self, line: int, columns: list[str]) -> None:
        if len(columns) != 5:
            self.complain(line, "columns", f"a spell has 5 columns, this line has {len(columns)}")
            return
        key, name, mana, aim, program = columns
        self._identity(line, key, name)
        cost = COSTS.get(mana, cards.FIXED)
        number = 0 if mana in COSTS else self._number(line, "mana", mana)
        if aim not in AIMS:
            self.complain(line, "aim", f'a spell cannot be cast on "{aim}"{did_you_mean(aim, AIMS)}')
        elif mana in COSTS and AIMS[aim] not in (cards.TARGET, cards.GRAVEYARD):
            self.complain(line, "mana", f'"{mana}" needs a single creature to be cast on')
        effects = [self._effect(line, text.split()) for text in program.split(",")]
        for what, _ in effects:
            if what in ALONE and (len(effects) > 1 or AIMS.get(aim, ALONE[what]) != ALONE[what]):
                self.complain(line, "effect", f'"{program}" does not fit: this effect stands alone on its own aim')
            elif what not in ALONE and aim == "graveyard":
                self.complain(line, "effect", 'a graveyard spell can only "remember" or "revive"')
        self._add(key, name, number, AIMS.get(aim, cards.TARGET), 0, 0, 0, cost, tuple(effects))

    def _add(
        self,
        key: str,
        name: str,
        mana: int,
        aim: int,
        attack: int,
        health: int,
        traits: int,
        cost: int,
        effects: tuple[tuple[int, int], ...],
    ) -> None:
        self.cards.append(OoperationsCard(len(self.cards), key, name, mana, aim, attack, health, traits, cost, effects))

    def _identity(self, line: int, key: str, name: str) -> None:
        fits = len(key) == 5 and key.isascii() and key.replace("_", "A").isalnum() and key == key.upper()
        if not fits:
            self.complain(line, "id", f'"{key}" is no card ID: exactly five capital letters, digits or underscores')
        elif key in self.keys:
            self.complain(line, "id", f"there are two cards {key}")
        self.keys.add(key)
        if not name:
            self.complain(line, "name", f"{key} has no name")

    def _number(self, line: int, what: str, text: str, least: int = 0) -> int:
        if text.isascii() and text.isdigit() and least <= int(text[:4]) <= LARGEST_NUMBER:
            return int(text)
        self.complain(line, "number", f'{what} must be a number from {least} to {LARGEST_NUMBER}, not "{text}"')
        return 0

    def _traits(self, line: int, letters: str) -> int:
        traits = 0
        for letter in letters:
            if letter not in TRAIT_LETTERS:
                self.complain(line, "trait", f'"{letter}" is no trait; the traits are {" ".join(TRAIT_LETTERS)}')
            else:
                traits |= 1 << TRAIT_LETTERS.index(letter)
        return traits

    def _effect(self, line: int, words: list[str]) -> tuple[int, int]:
        name, amount = [*words, "", ""][:2]
        what = EFFECTS.get(name)
        if what is None:
            self.complain(line, "effect", f'there is no effect "{name}"{did_you_mean(name, EFFECTS)}')
            return (cards.GAIN, 0)
        if what in WITH_TRAITS:
            return (what, self._traits(line, amount))
        if what in (cards.ATTACK, cards.HEALTH):
            # Attack can only grow: no rule says what a negative attack would mean.
            signs = "+" if what == cards.ATTACK else "+-"
            if amount[:1] in signs and amount[:1] and amount[1:].isdigit() and len(amount) < 4:
                return (what, int(amount))
            self.complain(line, "effect", f'"{name}" needs an amount such as {signs[-1]}2, not "{amount}"')
        elif amount:
            self.complain(line, "effect", f'"{name}" takes nothing behind it, but there is "{amount}"')
        return (what, 0)
