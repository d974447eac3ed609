"""The reader of the rulebook's tables, ``data/items.txt`` and ``data/characters.txt``.

A table file has a magic first line, ``[section]`` lines, and rows of cells separated by ``|``; lines that start with
``#`` are comments. All mistakes of both files are reported at once, with the codes that ``files.PROBLEMS`` explains.
"""

from __future__ import annotations

import os

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.outside import plain
from tablewright.core.problems import BadFile, InvalidData, Problem, did_you_mean, read_magic
from tablewright.games.dungeons.kinds import (
    AMMUNITION,
    ARMOR,
    DAMAGE_TYPES,
    NONE,
    POTION,
    WEAPON,
    Attack,
    FoeKind,
    HeroKind,
    Item,
    Pattern,
    Tables,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

ITEMS_MAGIC: Final = "ITEMS"
CHARACTERS_MAGIC: Final = "CHARACTERS"
DATA: Final = os.path.join(os.path.dirname(__file__), "data")

#: The sections of each file with the number of cells in their rows.
ITEM_SECTIONS: Final = {"potions": 4, "ammunition": 2, "armor": 4, "patterns": 4, "weapons": 8, "magic": 6}
CHARACTER_SECTIONS: Final = {"heroes": 8, "foes": 11}

LARGEST: Final = 999
#: No section of a table is longer.
MOST_ROWS: Final = 100
#: So many mistakes are listed: whoever has more begins with these.
MOST_PROBLEMS: Final = 100


class TooManyProblems(Exception):
    """It is not worth reading on."""


def too_many(path: str, line: int) -> Problem:
    """Return what is said in place of everything behind a line."""
    return Problem(path, line, 0, "too-many-problems", f"there are more mistakes; these are the first {MOST_PROBLEMS}")


def _number(text: str) -> int:
    """Read digits; everything else is too large."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else LARGEST + 1


def _positive(text: str) -> bool:
    return 0 < _number(text) <= LARGEST


class TableRow:
    """A row of a table; what is wrong with a cell is reported, and something harmless returned in its place."""

    __slots__ = ("cells", "line", "sheet")

    def __init__(self, sheet: Sheet, line: int, cells: list[str]) -> None:
        self.sheet = sheet
        self.line = line
        self.cells = cells

    def report(self, cell: int, code: str, message: str) -> None:
        """Note a mistake in a cell."""
        column = 1 + sum(len(text) + 1 for text in self.cells[:cell])
        self.sheet.report(self.line, column, code, message)

    def text(self, cell: int) -> str:
        """Return a cell without the blanks around it."""
        text = self.cells[cell].strip()
        if not text:
            self.report(cell, "empty-cell", 'a cell is empty; "-" stands for none')
        return text

    def number(self, cell: int) -> int:
        """Read a number from 0 to 999."""
        text = self.text(cell)
        if _number(text) <= LARGEST:
            return _number(text)
        self.report(cell, "bad-number", f'"{text[:20]}" should be a number from 0 to {LARGEST}')
        return 0

    def one_of(self, cell: int, known: Iterable[str]) -> int:
        """Read a word out of a list and return its place; ``NONE`` for "-" where the list has it."""
        text, words = self.text(cell), list(known)
        if text in words:
            return words.index(text) if text != "-" else NONE
        self.report(
            cell, "unknown-word", f'"{text[:40]}" should be one of {", ".join(words)}{did_you_mean(text[:40], words)}'
        )
        return 0

    def dice(self, cell: int) -> tuple[int, int]:
        """Read dice such as ``2 d6``."""
        text = self.text(cell)
        count, _, sides = text.partition(" d")
        if _positive(count) and _positive(sides):
            return int(count), int(sides)
        self.report(cell, "bad-dice", f'"{text[:20]}" should be dice such as "2 d6"')
        return 1, 1

    def item(self, cell: int, text: str, items: dict[str, Item]) -> Item | None:
        """Find an item by its abbreviation."""
        if text not in items:
            self.report(cell, "unknown-item", f'there is no item "{text[:20]}"{did_you_mean(text[:20], items)}')
        return items.get(text)

    def weapons(self, cell: int, items: dict[str, Item]) -> list[Item]:
        """Read a list of weapons such as ``HAXE, SBOW``."""
        found = []
        for text in self.text(cell).split(","):
            item = self.item(cell, text.strip(), items)
            if item is not None and item.kind != WEAPON:
                self.report(cell, "not-a-weapon", f"{item.abbreviation} is not a weapon")
            elif item is not None:
                found.append(item)
        return found

    def amounts(self, cell: int, items: dict[str, Item]) -> tuple[list[int], list[Item]]:
        """Read amounts such as ``1 GAXE*, 2 HAXE``: all amounts by item number, and the items marked with "*"."""
        amounts, marked = [0] * len(items), []
        text = self.text(cell)
        for entry in [] if text == "-" else text.split(","):
            amount, _, name = entry.strip().partition(" ")
            item = self.item(cell, name.rstrip("*"), items)
            if not _positive(amount):
                self.report(
                    cell, "missing-amount", f'"{entry.strip()[:20]}" should be an amount and an item, such as "2 HAXE"'
                )
            elif item is not None:
                amounts[item.number] += int(amount)
                if name.endswith("*"):
                    marked.append(item)
        return amounts, marked


class Sheet:
    """A table file: the rows of its sections."""

    __slots__ = ("path", "problems", "sections")

    def __init__(self, path: str, magic: str, sections: dict[str, int], problems: list[Problem]) -> None:
        self.path = path
        self.problems = problems
        self.sections: dict[str, list[TableRow]] = {name: [] for name in sections}
        try:
            lines = read_magic(path, magic)
        except BadFile:
            self.report(1, 0, "wrong-format", f'the file cannot be read or its first line is not "{magic}"')
            return
        current: str | None = None
        for number, line in enumerate(lines, 2):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            if text.startswith("["):
                current = text[1:-1] if text.endswith("]") and text[1:-1] in sections else None
                if current is None:
                    known = ", ".join(f"[{name}]" for name in sections)
                    self.report(number, 1, "unknown-section", f'"{text[:20]}" is not a section; there are {known}')
            elif current is not None:
                cells = line.split("|")
                if len(self.sections[current]) == MOST_ROWS:
                    self.report(number, 1, "too-many-rows", f"[{current}] has more than {MOST_ROWS} rows")
                    return
                if len(cells) == sections[current]:
                    self.sections[current].append(TableRow(self, number, cells))
                else:
                    message = f"[{current}] has {sections[current]} columns, this line has {len(cells)}"
                    self.report(number, 1, "wrong-columns", message)

    def report(self, line: int, column: int, code: str, message: str) -> None:
        """Note a mistake; raises ``TooManyProblems`` when enough is enough."""
        self.problems.append(Problem(self.path, line, column, code, plain(message)))
        if len(self.problems) == MOST_PROBLEMS:
            self.problems.append(too_many(self.path, line))
            raise TooManyProblems


def _read_items(sheet: Sheet) -> dict[str, Item]:
    """Read all items, without what weapons and armour do."""
    rows: dict[str, tuple[int, TableRow]] = {}
    for section, kind in (("potions", POTION), ("ammunition", AMMUNITION), ("armor", ARMOR), ("weapons", WEAPON)):
        for row in sheet.sections[section]:
            abbreviation = row.text(0)
            if len(abbreviation) != 4 or not abbreviation.isascii() or not abbreviation.isalpha():
                row.report(0, "bad-abbreviation", f'"{abbreviation[:20]}" should be four letters')
            elif not abbreviation.isupper():
                row.report(0, "bad-abbreviation", f'"{abbreviation}" should be in capitals')
            if abbreviation in rows:
                row.report(0, "duplicate-item", f"{abbreviation} is listed twice")
            else:
                rows[abbreviation] = (kind, row)
    items = {}
    for number, abbreviation in enumerate(sorted(rows)):
        kind, row = rows[abbreviation]
        heals = sides = 0
        resists = NONE
        if kind == POTION:
            if row.text(2) != "-":
                heals, sides = row.dice(2)
            word = row.one_of(3, ("-", *DAMAGE_TYPES))
            if (heals == 0) == (word == NONE):
                row.report(2, "bad-potion", "a potion either heals or makes resistant")
            resists = NONE if word == NONE else word - 1
        items[abbreviation] = Item(number, abbreviation, row.text(1), kind, heals, sides, resists)
    return items


class _Profile:
    """How a weapon attacks, before it is known whose attribute is added."""

    __slots__ = ("ammunition", "damage", "dice", "item", "pattern", "plus", "ranged", "sides")

    def __init__(self, row: TableRow, item: Item, first: int, patterns: list[Pattern], ammunition: int) -> None:
        self.item = item
        self.ranged = row.one_of(first, ("melee", "ranged")) == 1
        self.damage = row.one_of(first + 1, DAMAGE_TYPES)
        self.pattern = patterns[row.one_of(first + 2, [pattern.name for pattern in patterns])]
        if self.ranged and (self.pattern.straight > 1 or self.pattern.sides):
            row.report(
                first + 2, "wrong-pattern", f"{self.pattern.name} needs a neighbour to aim at, but this is ranged"
            )
        self.dice, self.sides = row.dice(first + 3)
        self.plus = row.one_of(first + 4, ("-", "STR", "VIT"))
        self.ammunition = ammunition

    def attack(self, strength: int, vitality: int) -> Attack:
        plus = strength if self.plus == 1 else vitality if self.plus == 2 else 0
        return Attack(self.item, self.ranged, self.damage, self.pattern, self.dice, self.sides, plus, self.ammunition)


def _read_patterns(sheet: Sheet) -> list[Pattern]:
    patterns: list[Pattern] = []
    for row in sheet.sections["patterns"]:
        pattern = Pattern(len(patterns), row.text(0), row.number(1), row.number(2), row.number(3))
        if pattern.name in [other.name for other in patterns]:
            row.report(0, "duplicate-pattern", f"{pattern.name} is listed twice")
        patterns.append(pattern)
    if not patterns:
        sheet.report(0, 0, "no-pattern", "there are no damage patterns")
    return patterns


def _read_weapons(
    sheet: Sheet, items: dict[str, Item], patterns: list[Pattern]
) -> tuple[dict[int, _Profile], dict[int, _Profile]]:
    """Return by item number how weapons attack in plain hands and in those that know magic."""
    usual: dict[int, _Profile] = {}
    for row in sheet.sections["weapons"]:
        taken = NONE
        if row.text(7) != "-":
            ammunition = row.item(7, row.text(7), items)
            if ammunition is not None and ammunition.kind != AMMUNITION:
                row.report(7, "not-ammunition", f"{ammunition.abbreviation} is not ammunition")
            elif ammunition is not None:
                taken = ammunition.number
        item = items[row.text(0)]
        usual[item.number] = _Profile(row, item, 2, patterns, taken)
    magic = dict(usual)
    for row in sheet.sections["magic"]:
        weapon = row.item(0, row.text(0), items)
        if weapon is not None and weapon.number not in usual:
            row.report(0, "not-a-weapon", f"{weapon.abbreviation} is not a weapon")
        elif weapon is not None:
            magic[weapon.number] = _Profile(row, weapon, 1, patterns, NONE)
    return usual, magic


class _Character:
    """The columns that heroes and foes have in common."""

    __slots__ = ("attacks", "av", "health", "letter", "name", "strength", "vitality")

    def __init__(
        self, row: TableRow, usual: dict[int, _Profile], magic: dict[int, _Profile], others: list[str]
    ) -> None:
        self.letter = row.text(0)
        if len(self.letter) != 1 or not ("A" <= self.letter <= "Z") or self.letter in "DTX":
            row.report(0, "bad-letter", f'"{self.letter}" should be one capital letter other than D, T and X')
        if self.letter in others:
            row.report(0, "duplicate-letter", f"{self.letter} is listed twice")
        others.append(self.letter)
        self.name, self.health, self.av = row.text(1), row.number(2), row.number(3)
        if not self.health:
            row.report(2, "no-health", f"a {self.name} needs health")
        self.strength, self.vitality = row.number(4), row.number(5)
        profiles = magic if row.one_of(6, ("no", "yes")) == 1 else usual
        self.attacks = {number: profile.attack(self.strength, self.vitality) for number, profile in profiles.items()}


def _read_hero(row: TableRow, number: int, who: _Character, items: dict[str, Item], armor: list[TableRow]) -> HeroKind:
    values = [0] * len(items)
    for piece in armor:
        limit = piece.text(3)
        most = LARGEST if limit == "any" else 0 if limit == "-" else piece.number(3)
        values[items[piece.text(0)].number] = piece.number(2) + min(who.vitality, most)
    bag, marked = row.amounts(7, items)
    worn = {ARMOR: NONE, WEAPON: NONE}
    for item in marked:
        if worn.get(item.kind) != NONE:
            row.report(7, "wrong-equipment", f"{item.abbreviation} cannot be equipped too")
        else:
            worn[item.kind] = item.number
            bag[item.number] -= 1
    if worn[WEAPON] == NONE:  # weapons never leave a hero, so a living hero can always do something
        row.report(7, "wrong-equipment", f"a {who.name} starts without an equipped weapon")
    return HeroKind(
        number,
        who.letter,
        who.name,
        who.health,
        who.av,
        who.strength,
        who.vitality,
        tuple([who.attacks.get(item) for item in range(len(items))]),
        tuple(values),
        tuple(bag),
        worn[ARMOR],
        worn[WEAPON],
    )


def _read_foe(row: TableRow, number: int, who: _Character, items: dict[str, Item]) -> FoeKind:
    resists = row.one_of(8, ("-", *DAMAGE_TYPES))
    loot, _ = row.amounts(10, items)
    return FoeKind(
        number,
        who.letter,
        who.name,
        who.health,
        who.av,
        who.strength,
        who.vitality,
        row.one_of(7, ("no", "yes")) == 1,
        NONE if resists == NONE else resists - 1,
        tuple([who.attacks[item.number] for item in row.weapons(9, items)]),
        tuple(loot),
    )


def read_tables(items_path: str, characters_path: str) -> tuple[Tables | None, list[Problem]]:
    """Read both files; the tables are ``None`` if there is any problem."""
    problems: list[Problem] = []
    try:
        return _read_both(items_path, characters_path, problems), problems
    except TooManyProblems:
        return None, problems


def _read_both(items_path: str, characters_path: str, problems: list[Problem]) -> Tables | None:
    sheet = Sheet(items_path, ITEMS_MAGIC, ITEM_SECTIONS, problems)
    characters = Sheet(characters_path, CHARACTERS_MAGIC, CHARACTER_SECTIONS, problems)
    items = _read_items(sheet)
    patterns = _read_patterns(sheet)
    if problems:  # what follows would mostly complain about the consequences
        return None
    usual, magic = _read_weapons(sheet, items, patterns)
    letters: list[str] = []
    heroes = [
        _read_hero(row, number, _Character(row, usual, magic, letters), items, sheet.sections["armor"])
        for number, row in enumerate(characters.sections["heroes"])
    ]
    foes = [
        _read_foe(row, number, _Character(row, usual, magic, letters), items)
        for number, row in enumerate(characters.sections["foes"])
    ]
    if not heroes or not foes:
        characters.report(0, 0, "no-character", "there must be heroes and foes")
    if [foe.letter for foe in foes] != sorted(foe.letter for foe in foes):
        characters.report(0, 0, "wrong-order", "foes must be in alphabetical order of their letters: they act in it")
    tables = Tables(tuple(items.values()), tuple(patterns), tuple(heroes), tuple(foes))
    return None if problems else tables


def load_tables(folder: str) -> Tables:
    """Return the tables of a folder; raises ``InvalidData`` if anything is wrong with them."""
    tables, problems = read_tables(os.path.join(folder, "items.txt"), os.path.join(folder, "characters.txt"))
    if tables is None:
        raise InvalidData(problems)
    return tables


def table_lines(folder: str) -> dict[str, str]:
    """Return a line for every hero and foe, by name, and for every section of items: what these were, in short."""
    from tablewright.core.content import digest

    characters = Sheet(os.path.join(folder, "characters.txt"), CHARACTERS_MAGIC, CHARACTER_SECTIONS, [])
    rows = [[cell.strip() for cell in row.cells] for section in characters.sections.values() for row in section]
    items = Sheet(os.path.join(folder, "items.txt"), ITEMS_MAGIC, ITEM_SECTIONS, [])
    sections = {name: [[cell.strip() for cell in row.cells] for row in rows] for name, rows in items.sections.items()}
    return {row[1]: " | ".join(row[2:]) for row in rows} | {name: digest(rows) for name, rows in sections.items()}


#: The tables of the rulebook.
TABLES: Final = load_tables(DATA)
ITEMS: Final = TABLES.items
HEROES: Final = TABLES.heroes
FOES: Final = TABLES.foes
ITEM_OF: Final = {item.abbreviation: item for item in ITEMS}
HERO_OF: Final = {kind.letter: kind for kind in HEROES}
FOE_OF: Final = {kind.letter: kind for kind in FOES}


def abbreviation(item: int) -> str | None:
    """Return an item as its abbreviation; ``None`` for no item."""
    return None if item == NONE else ITEMS[item].abbreviation


def amounts_by_name(counts: tuple[int, ...]) -> dict[str, int]:
    """Return amounts by abbreviation."""
    return {item.abbreviation: amount for item, amount in zip(ITEMS, counts, strict=True) if amount}
