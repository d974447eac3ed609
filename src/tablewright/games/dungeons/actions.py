"""What heroes can do, and how a command line names it.

There is one table of actions for all setups, so that a number means the same action in every dungeon: for each player
type the moves, loots and attacks on all 81 fields, then the items it can use.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Action, Malformed, words
from tablewright.games.dungeons.floor import SIDE, field_at
from tablewright.games.dungeons.kinds import AMMUNITION, NONE
from tablewright.games.dungeons.reasons import (
    NOT_A_HERO,
    NOT_A_POSITION,
    NOT_AN_ITEM,
    NOT_USABLE,
    UNKNOWN_COMMAND,
    WRONG_COUNT,
)
from tablewright.games.dungeons.tables import HERO_OF, HEROES, ITEM_OF, ITEMS

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.dungeons.kinds import HeroKind

MOVE: Final = 0
LOOT: Final = 1
ATTACK: Final = 2
USE: Final = 3
VERBS: Final = {"MOVE": MOVE, "LOOT": LOOT, "ATTACK": ATTACK, "USE": USE}


@final
class DungeonsAction(Action):
    """An action command: what (``verb``), who (``hero``, the number of a player type), and on which field or item."""

    __slots__ = ("column", "field", "hero", "item", "row", "verb")

    def __init__(self, number: int, text: str, verb: int, hero: int, row: int, column: int, item: int) -> None:
        super().__init__(number, text)
        self.verb = verb
        self.hero = hero
        self.row = row
        self.column = column
        #: ``NONE`` if the position lies outside of every room.
        self.field = field_at(row, column) if 1 <= row <= SIDE and 1 <= column <= SIDE else NONE
        self.item = item


#: Every action that can ever be legal; each stands at its number.
ACTIONS: Final[list[DungeonsAction]] = []
#: By player type, then by field.
MOVES: Final[list[list[DungeonsAction]]] = []
LOOTS: Final[list[list[DungeonsAction]]] = []
ATTACKS: Final[list[list[DungeonsAction]]] = []
#: By player type, then by item; ``None`` for ammunition.
USES: Final[list[list[DungeonsAction | None]]] = []


def _make_tables() -> None:
    places = [(row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)]
    for kind in HEROES:
        letter = kind.letter.lower()
        for word, verb, rows in (("move", MOVE, MOVES), ("loot", LOOT, LOOTS), ("attack", ATTACK, ATTACKS)):
            first = len(ACTIONS)
            rows.append(
                [
                    DungeonsAction(
                        first + field, f"{word} {letter} {row},{column}", verb, kind.number, row, column, NONE
                    )
                    for field, (row, column) in enumerate(places)
                ]
            )
            ACTIONS.extend(rows[-1])
        uses: list[DungeonsAction | None] = []
        for item in ITEMS:
            use = None
            if item.kind != AMMUNITION:
                text = f"use {letter} {item.abbreviation.lower()}"
                use = DungeonsAction(len(ACTIONS), text, USE, kind.number, 0, 0, item.number)
                ACTIONS.append(use)
            uses.append(use)
        USES.append(uses)


_make_tables()


def integer(word: str) -> int | None:
    """Read an integer as the original programs do: a sign and digits that fit into 32 bits."""
    digits = word[1:] if word[:1] in ("+", "-") else word
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    value = int(digits) if len(digits) <= 10 else 2**32
    value = -value if word[0] == "-" else value
    return value if -(2**31) <= value < 2**31 else None


def parse_hero(word: str) -> HeroKind:
    """Return the player type of a letter in capitals."""
    kind = HERO_OF.get(word)
    if kind is None:
        raise Malformed(NOT_A_HERO.of(word=word, known=", ".join(HERO_OF)))
    return kind


def check_count(line: list[str], takes: int) -> None:
    """Refuse a command whose number of parameters is wrong."""
    if len(line) != 1 + takes:
        raise Malformed(WRONG_COUNT.of(command=line[0].lower(), takes=takes, given=len(line) - 1))


def parse(line: str | bytes) -> DungeonsAction:
    """Return the action that a command line names; raise ``Malformed`` with the highest-ranked reason if none."""
    return parse_words(words(line))


def parse_words(line: list[str]) -> DungeonsAction:
    """Return the action that the words of a command line name."""
    verb = VERBS.get(line[0], NONE) if line else NONE
    if verb == NONE:
        raise Malformed(UNKNOWN_COMMAND.of(word=line[0].lower() if line else ""))
    check_count(line, 2)
    kind = parse_hero(line[1])
    if verb == USE:
        item = ITEM_OF.get(line[2])
        if item is None:
            raise Malformed(NOT_AN_ITEM.of(word=line[2]))
        use = USES[kind.number][item.number]
        if use is None:
            raise Malformed(NOT_USABLE.of(item=item.name))
        return use
    left, _, right = line[2].partition(",")
    row, column = integer(left), integer(right)
    if row is None or column is None:
        raise Malformed(NOT_A_POSITION.of(word=line[2].lower()))
    if 1 <= row <= SIDE and 1 <= column <= SIDE:
        field = field_at(row, column)
        if verb == MOVE:
            return MOVES[kind.number][field]
        return LOOTS[kind.number][field] if verb == LOOT else ATTACKS[kind.number][field]
    text = f"{line[0].lower()} {kind.letter.lower()} {row},{column}"
    return DungeonsAction(NONE, text, verb, kind.number, row, column, NONE)
