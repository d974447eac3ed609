"""Cards and decks of authors beside those that ship with the game."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tablewright.core.own import BadContent, Shelf
from tablewright.games.marches.authoring.lint import CARD, DECK, card_numbers, kind_of_file
from tablewright.games.marches.files import (
    MOST_OWN_CARDS,
    Catalogue,
    MarchesDeck,
    deck_names,
    read_deck,
    shipped_card,
    shipped_numbers,
)
from tablewright.games.marches.language.reader import read


class MarchesContent:
    """What files of authors bring; raises ``BadContent`` with everything that is wrong with them.

    Own cards have numbers of their own. One with the number and the name of a card that ships is a new edition of that
    card, and takes its place in all decks. No two sets have a number or a name in common.
    """

    def __init__(self, files: Iterable[str]) -> None:
        self.catalogue = Catalogue()
        #: By name, with the file that it is from.
        self.decks: dict[str, tuple[MarchesDeck, str]] = {}
        kinds = [(path, kind_of_file(path)) for path in files]
        decks = [path for path, kind in kinds if kind == DECK]
        cards = [path for path, kind in kinds if kind == CARD]
        for folder in sorted({os.path.dirname(path) for path in decks}):  # a deck brings the cards beside it
            cards += [os.path.join(folder, f"{number}.json") for number in card_numbers(folder)]
        cards = list({os.path.realpath(path): path for path in cards}.values())
        if len(cards) > MOST_OWN_CARDS:
            raise BadContent([f"there are {len(cards)} own cards; {MOST_OWN_CARDS} are the most"])
        wrong = [sentence for path in cards for sentence in self.catalogue.add_file(path)]
        wrong += self._collisions()
        if not wrong:
            wrong = self._read_decks(decks)
        if wrong:
            raise BadContent(wrong)

    def _collisions(self) -> list[str]:
        wrong = []
        names: dict[str, str] = {}
        free = max(shipped_numbers()) + 1
        for number, path in self.catalogue.files.items():
            name = self.catalogue.cards[number].name
            shipped = shipped_card(number)
            if shipped is not None and shipped.name.upper() != name.upper():
                what = f"card {number} is {shipped.name} in the game, and {name} here"
                wrong.append(f"{path}: {what}; give it another number, free are those from {free} on")
            other = names.setdefault(name.upper(), path)
            if os.path.dirname(other) != os.path.dirname(path):
                wrong.append(f"{path}: {other} has a card {name} too; give one of them another name")
        return wrong

    def _read_decks(self, paths: list[str]) -> list[str]:
        shelf = Shelf("deck", deck_names())
        for path in paths:
            document = read(path)
            deck = read_deck(document, self.catalogue)
            if deck is None:
                shelf.wrong += [str(problem) for problem in document.problems if not problem.warning]
            elif shelf.take(deck.name, path):
                self.decks[deck.name] = deck, path
        return shelf.wrong
