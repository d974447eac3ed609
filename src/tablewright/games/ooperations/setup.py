"""What a table is started with, and the readers of game configs and decks."""

from __future__ import annotations

import os

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.problems import InvalidData, Problem, did_you_mean
from tablewright.games.ooperations.catalogue import DATA

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.ooperations.actions import CardSet
    from tablewright.games.ooperations.cards import OoperationsCard

CONFIG_MAGIC: Final = "GAME"
DECK_MAGIC: Final = "DECK"
#: In a game config; "no limit" may well be the largest number that a machine word holds.
LONGEST_NUMBER: Final = 20

# What a table made of two ready decks starts with. The last round is the last one in which a deck still has a card,
# so that such a match is never decided by who draws first.
TABLE_HEALTH: Final = 20
TABLE_MANA: Final = 1
TABLE_DECK: Final = 30
TABLE_COPIES: Final = 4
TABLE_ROUNDS: Final = TABLE_DECK - 6


@final
class OoperationsSetup:
    """Everything two players agree on before a match. ``shuffle`` is off where the order of the decks is given."""

    __slots__ = ("cards", "decks", "health", "mana", "max_rounds", "seats", "shuffle")

    def __init__(
        self,
        cards: CardSet,
        health: int,
        max_rounds: int,
        mana: int,
        decks: tuple[tuple[OoperationsCard, ...], tuple[OoperationsCard, ...]],
        shuffle: bool,
    ) -> None:
        self.cards = cards
        self.health = health
        self.max_rounds = max_rounds
        self.mana = mana
        self.decks = decks
        self.shuffle = shuffle
        self.seats = 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OoperationsSetup) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.health, self.max_rounds, self.mana))

    def _values(self) -> tuple[object, ...]:
        keys = [[card.key for card in deck] for deck in self.decks]
        return (self.cards.source, self.health, self.max_rounds, self.mana, keys, self.shuffle)


def parse_config(lines: list[str], cards: CardSet, path: str, problems: list[Problem]) -> OoperationsSetup | None:
    """Read the lines of a game config behind its magic line; ``None`` if an error makes that impossible.

    The exact console demands no more than it needs to play, so everything else that is odd is only a warning.
    """
    names = ("player health", "maximum number of rounds", "deck size", "mana pool size")
    numbers = []
    for index, name in enumerate(names):
        text = lines[index].strip() if index < len(lines) else ""
        if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
            numbers.append(int(text))
        else:
            problems.append(Problem(path, index + 2, 0, "number", f'the {name} must be a number, not "{text}"'))
    decks = []
    for line in (7, 8):
        text = lines[line - 2].strip() if line - 2 < len(lines) else ""
        deck = []
        for key in filter(None, text.split(";")):
            card = cards.by_key.get(key)
            if card is None:
                near = did_you_mean(key, cards.by_key)
                problems.append(Problem(path, line, 0, "card", f'there is no card "{key}"{near}'))
            else:
                deck.append(card)
        if numbers[2:3] and len(deck) != numbers[2]:
            message = f"the deck has {len(deck)} cards, but the deck size is {numbers[2]}"
            problems.append(Problem(path, line, 0, "deck size", message, warning=True))
        if len(deck) < 6:
            message = f"the deck has {len(deck)} cards, but each player begins with six"
            problems.append(Problem(path, line, 0, "deck size", message, warning=True))
        decks.append(tuple(deck))
    if len(lines) > 4 and lines[4].strip():
        problems.append(Problem(path, 6, 0, "layout", "the line before the decks should be empty", warning=True))
    if any(not problem.warning for problem in problems):
        return None
    return OoperationsSetup(cards, numbers[0], numbers[1], numbers[3], (decks[0], decks[1]), shuffle=False)


@final
class OoperationsDeck:
    """A named list of cards that a table can be made of."""

    __slots__ = ("about", "cards", "name")

    def __init__(self, name: str, about: str, cards: tuple[OoperationsCard, ...]) -> None:
        self.name = name
        self.about = about
        self.cards = cards


def parse_deck(text: str, cards: CardSet, path: str) -> OoperationsDeck:
    """Read a deck file: magic line, name, a line about it, then ``4 HWOLF`` lines. Raises ``InvalidData``."""
    problems: list[Problem] = []
    lines = [line.partition("#")[0].strip() for line in text.split("\n")]
    if lines[0] != DECK_MAGIC:
        problems.append(Problem(path, 1, 0, "magic", f'the first line must be "{DECK_MAGIC}"'))
    name, about = [*lines[1:3], "", ""][:2]
    if not name or not about:
        problems.append(
            Problem(path, 2, 0, "name", "the second line must name the deck, the third say what it is like")
        )
    deck: list[OoperationsCard] = []
    for number, line in enumerate(lines[3:], 4):
        if not line:
            continue
        count, _, key = line.partition(" ")
        card = cards.by_key.get(key.strip())
        if card is None:
            near = did_you_mean(key.strip(), cards.by_key)
            problems.append(Problem(path, number, 0, "card", f'there is no card "{key.strip()}"{near}'))
        elif not count.isdigit() or not 1 <= int(count[:3]) <= TABLE_COPIES or deck.count(card):
            message = f"say once how many {card.key} the deck has, from 1 to {TABLE_COPIES}"
            problems.append(Problem(path, number, 0, "copies", message))
        else:
            deck += [card] * int(count)
    if not problems and len(deck) != TABLE_DECK:
        problems.append(Problem(path, 0, 0, "deck size", f"a deck has {TABLE_DECK} cards, this one {len(deck)}"))
    if problems:
        raise InvalidData(problems)
    return OoperationsDeck(name, about, tuple(deck))


def ready_decks(cards: CardSet) -> dict[str, OoperationsDeck]:
    """Return the decks that ship with the game, by the name of their file."""
    decks = {}
    folder = os.path.join(DATA, "decks")
    for file_name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file_name), encoding="utf-8") as file:
            decks[file_name.removesuffix(".txt")] = parse_deck(file.read(), cards, file_name)
    return decks


def table(cards: CardSet, one: OoperationsDeck, two: OoperationsDeck) -> OoperationsSetup:
    """Return the setup of a match between two decks, shuffled with the seed of the table."""
    return OoperationsSetup(cards, TABLE_HEALTH, TABLE_ROUNDS, TABLE_MANA, (one.cards, two.cards), shuffle=True)
