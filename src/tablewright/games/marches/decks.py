"""Deck files: a class and thirty cards.

::

    {
      "format": "marches-deck/1",
      "name": "vanguard",
      "about": "one line for the menu",
      "class": -1,
      "cards": {"9 THIEF": 3, "WAR HOUNDS": 3, "13": 2}
    }

A card is named by its number, by its name, or by both, which must then agree.
"""

from __future__ import annotations

import os

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.problems import did_you_mean
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.reader import Document, Node, read, read_trusted, shown
from tablewright.games.marches.setup import BASE_CLASS, DATA, BadSetup, Catalogue, class_problem, deck_problems

if TYPE_CHECKING:
    from typing import Final

FORMAT: Final = "marches-deck/1"
KEYS: Final = ("format", "name", "about", "class", "cards")
FOLDER: Final = os.path.join(DATA, "decks")


@final
class MarchesDeck:
    """A deck that can be played."""

    __slots__ = ("about", "cards", "class_", "name")

    def __init__(self, name: str, about: str, class_: int, cards: tuple[int, ...]) -> None:
        self.name = name
        self.about = about
        self.class_ = class_
        self.cards = cards


def read_deck(document: Document, catalogue: Catalogue) -> MarchesDeck | None:
    """Make a deck of a document; ``None`` if it has errors, which are reported there."""
    root = document.root
    if root is None:
        return None
    if not isinstance(root.value, dict):
        document.report("wrong-kind", f"a deck must be an object, not {root.kind}", root)
        return None
    for key in root.value:
        if key not in KEYS:
            word = shown(key)
            document.report("unknown-key", f'a deck has no "{word}"{did_you_mean(word, KEYS)}', root.keys[key])
    form = root.get("format")
    if form is None or form.value != FORMAT:
        document.report("wrong-format", f'a deck must have "format": "{FORMAT}"', form or root)
    texts = {key: _text(document, root, key) for key in ("name", "about")}
    number = root.get("class")
    class_ = BASE_CLASS if number is None else number.value
    if not isinstance(class_, int) or isinstance(class_, bool):
        document.report("wrong-kind", "class must be the number of a class card", number)
        return None
    cards = root.get("cards")
    if cards is None or not isinstance(cards.value, dict):
        document.report(
            "missing-field", 'a deck needs "cards": an object with the number of copies of each', cards or root
        )
        return None
    found: list[int] = []
    for key, copies in cards.value.items():
        card = _card(document, catalogue, key, cards.keys[key])
        if not isinstance(copies.value, int) or isinstance(copies.value, bool) or not 1 <= copies.value <= 30:
            document.report("wrong-kind", f"the number of copies must be from 1 to 30, not {copies.kind}", copies)
        elif card is not None:
            found += [card] * copies.value
    _check(document, catalogue, found, class_, number or root, cards)
    return None if document.errors else MarchesDeck(texts["name"], texts["about"], class_, tuple(sorted(found)))


def _check(document: Document, catalogue: Catalogue, deck: list[int], class_: int, number: Node, cards: Node) -> None:
    """Report what is against the deck rules."""
    problem = class_problem(class_, catalogue)
    if problem:
        document.report("bad-class", problem, number)
    elif not document.errors:
        card = catalogue.get(class_)
        assert card is not None
        for sentence in deck_problems(deck, card.tribe, catalogue):
            document.report("deck-rule", sentence, cards)


def _text(document: Document, root: Node, key: str) -> str:
    node = root.get(key)
    if node is None:
        if key == "name":
            document.report("missing-field", "a deck needs a name", root)
        return ""
    if not isinstance(node.value, str) or not node.value.isprintable():
        document.report("wrong-kind", f"{key} must be a text of one line, not {node.kind}", node)
        return ""
    return node.value


def _card(document: Document, catalogue: Catalogue, key: str, at: tuple[int, int]) -> int | None:
    """Return the number of the card that a key names."""
    first, _, rest = key.strip().partition(" ")
    if first.removeprefix("-").isdigit() and first.isascii() and len(first) < 12:
        number = int(first)
        card = catalogue.get(number)
        if card is None:
            document.report("unknown-card", f"there is no card {number}", at)
            return None
        if rest.strip() and rest.strip().upper() != card.name.upper():
            document.report("unknown-card", f'card {number} is {card.name}, not "{shown(rest.strip())}"', at)
            return None
        return number
    names: dict[str, list[int]] = {}
    for number in catalogue.numbers():
        card = catalogue.get(number)
        if card is not None and card.kind != codes.PLAYER:
            names.setdefault(card.name.upper(), []).append(number)
    found = names.get(key.strip().upper(), [])
    key = shown(key)
    if len(found) == 1:
        return found[0]
    if found:
        document.report("unknown-card", f'"{key}" could be any of the cards {found}: write the number', at)
    else:
        document.report("unknown-card", f'there is no card "{key}"{did_you_mean(key, names)}', at)
    return None


def deck_names() -> list[str]:
    """List the decks that ship with the game."""
    return sorted(name.removesuffix(".json") for name in os.listdir(FOLDER))


def find_deck(name: str, catalogue: Catalogue) -> MarchesDeck:
    """Return a deck by the name of one that ships with the game, or by its path; raises ``BadSetup``."""
    path = os.path.join(FOLDER, f"{name.lower()}.json")
    if "\0" in name or not os.path.exists(path):
        if not (name.endswith(".json") or os.sep in name):
            names = deck_names()
            raise BadSetup(f'there is no deck "{name}"{did_you_mean(name, names)} (decks: {", ".join(names)})')
        document = read(name)
    else:
        document = read_trusted(path)
    deck = read_deck(document, catalogue)
    if deck is None:
        raise BadSetup("\n".join(str(problem) for problem in document.problems))
    return deck
