"""Cards and decks of authors beside those that ship with the game."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tablewright.core.own import BadContent, Shelf
from tablewright.core.problems import InvalidData
from tablewright.games.ooperations.actions import CardSet
from tablewright.games.ooperations.files import (
    CARDS,
    DECK,
    MOST_KINDS,
    OoperationsDeck,
    card_rows,
    kind_of_file,
    parse_cards,
    read_cards,
    read_deck,
    shipped_cards,
    shipped_decks,
)


class OoperationsContent:
    """What files of authors bring; raises ``BadContent`` with everything that is wrong with them."""

    def __init__(self, files: Iterable[str]) -> None:
        kinds = [(path, kind_of_file(path)) for path in files]
        known = {os.path.realpath(path) for path, _ in kinds}
        for folder in sorted({os.path.dirname(path) for path, kind in kinds if kind == DECK}):
            beside = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".txt")]
            new = [path for path in beside[:MOST_KINDS] if os.path.realpath(path) not in known]
            kinds += [(path, CARDS) for path in new if kind_of_file(path) == CARDS]  # a deck brings the cards beside it
        wrong: list[str] = []
        sets: list[tuple[str, CardSet]] = []
        for path, kind in kinds:
            if kind == CARDS:
                try:
                    sets.append((path, read_cards(path)))
                except InvalidData as invalid:
                    wrong += [str(problem) for problem in invalid.problems]
        if wrong:
            raise BadContent(wrong)
        #: All cards of the game and of the files.
        self.cards = with_own_cards(sets)
        #: By the name of their file, each with its path.
        self.decks: dict[str, tuple[OoperationsDeck, str]] = {}
        shelf = Shelf("deck", shipped_decks())
        for path, kind in kinds:
            if kind == DECK:
                name = os.path.splitext(os.path.basename(path))[0]
                try:
                    deck = read_deck(path, self.cards)
                except InvalidData as invalid:
                    shelf.wrong += [str(problem) for problem in invalid.problems]
                    continue
                if shelf.take(name, path):
                    self.decks[name] = deck, path
        shelf.check()
        #: Those that ship with the game too, made of the same cards.
        self.all_decks = shipped_decks(self.cards) | {name: deck for name, (deck, _) in self.decks.items()}
        self._own_keys = {card.key for _, cards in sets for card in cards.cards}

    def changes(self, names: Iterable[str]) -> bool:
        """Say whether a match with these decks is another one than with the game alone."""
        held = {card.key for name in names for card in self.all_decks[name].cards}
        return any(name in self.decks for name in names) or not held.isdisjoint(self._own_keys)


def with_own_cards(sets: list[tuple[str, CardSet]]) -> CardSet:
    """Return the cards of the game with those of card files; raises ``BadContent``.

    A card with the ID and the name of one that ships is a new edition of it. No two files have the same ID.
    """
    if not sets:
        return shipped_cards()
    sections = card_rows(shipped_cards().source)
    known = shipped_cards().by_key
    files: dict[str, str] = {}
    wrong: list[str] = []
    for path, cards in sets:
        for card in cards.cards:
            shipped = known.get(card.key)
            if card.key in files:
                wrong.append(f"{path}: {files[card.key]} has a card {card.key} too; give one of them another ID")
            elif shipped is not None and shipped.name != card.name:
                what = f"card {card.key} is {shipped.name} in the game, and {card.name} here"
                wrong.append(f"{path}: {what}; give it another ID")
            files[card.key] = path
        for section, rows in card_rows(cards.source).items():
            for other in sections.values():  # a new edition of a creature may well be a spell
                for key in rows:
                    other.pop(key, None)
            sections[section] |= rows
    count = sum(len(rows) for rows in sections.values())
    if count > MOST_KINDS:
        wrong.append(f"there are {count} cards in all; {MOST_KINDS} are the most")
    if wrong:
        raise BadContent(wrong)
    lines = [CARDS]
    for section, rows in sections.items():
        lines += [section, *(f"{key} | {row}" for key, row in rows.items())]
    return parse_cards("\n".join(lines) + "\n")
