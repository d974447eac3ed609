"""Decks while they are built: what is in them, what is against the rules, and a ready deck with a new card in it.

A deck is its text, as any other command reads it. Reading here never fails: a deck of 29 cards is a deck to go on with.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablewright.core.outside import parse_json
from tablewright.games.marches.files import (
    BASE_CLASS,
    BASE_TRIBE,
    COPIES,
    DECK_FORMAT,
    DECK_SIZE,
    LONGEST_ABOUT,
    LONGEST_DECK_NAME,
    MOST_CARDS,
    Catalogue,
    MarchesDeck,
    class_problem,
    deck_names,
    find_deck,
    read_deck,
)
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import clean
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.workshop.draft import BadEdit

#: The curve of a deck has a column for every cost up to this, and the last one is for all above.
LAST_COLUMN = 7


@dataclass(frozen=True)
class DeckList:
    """A deck that may be anything but whole: copies by the number of the card."""

    name: str = ""
    about: str = ""
    class_: int = BASE_CLASS
    cards: Mapping[int, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(self.cards.values())


def read_list(text: str, catalogue: Catalogue) -> DeckList:
    """Return what can be made out of the text of a deck; cards that are not known are left out."""
    try:
        value = parse_json(text)
    except ValueError:
        return DeckList()
    if not isinstance(value, dict):
        return DeckList()
    names = {card.name.upper(): card.id for card in _deck_cards(catalogue)}
    cards: dict[int, int] = {}
    listed = value.get("cards")
    for key, copies in list(listed.items())[:MOST_CARDS] if isinstance(listed, dict) else ():
        first = key.strip().partition(" ")[0]
        number = int(first) if _is_number(first) else names.get(key.strip().upper())
        if number is not None and isinstance(copies, int) and 1 <= copies <= DECK_SIZE:
            cards[number] = cards.get(number, 0) + copies
    name, about, class_ = value.get("name"), value.get("about"), value.get("class")
    return DeckList(
        clean(name) if isinstance(name, str) else "",
        clean(about) if isinstance(about, str) else "",
        class_ if isinstance(class_, int) else BASE_CLASS,
        cards,
    )


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdigit() and word.isascii() and len(word) < 12


def written(deck: DeckList, catalogue: Catalogue) -> str:
    """Return a deck as its file."""
    cards = {
        (f"{number} {card.name}" if (card := catalogue.get(number)) is not None else str(number)): copies
        for number, copies in sorted(deck.cards.items())
    }
    value = {"format": DECK_FORMAT, "name": deck.name, "about": deck.about, "class": deck.class_, "cards": cards}
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def deck_list(deck: MarchesDeck) -> DeckList:
    """Return a deck that can be played as one to go on with."""
    return DeckList(deck.name, deck.about, deck.class_, {number: deck.cards.count(number) for number in deck.cards})


# ------------------------------------------------------------------------------------------------------- what is shown


def shown_deck(text: str, catalogue: Catalogue) -> dict[str, Any]:
    """Return what the page shows of a deck: its cards, curve and kinds, and everything that is against the rules."""
    deck = read_list(text, catalogue)
    document = parse(text)
    legal = read_deck(document, catalogue) is not None
    fitting = {card.id: COPIES[card.rarity] for card in fitting_cards(deck.class_, catalogue)}
    curve = [0] * (LAST_COLUMN + 1)
    kinds: dict[str, int] = {}
    for number, copies in deck.cards.items():
        card = catalogue.get(number)
        if card is not None:
            curve[min(max(card.cost, 0), LAST_COLUMN)] += copies
            kind = KINDS.by_value[card.kind].says
            kinds[kind] = kinds.get(kind, 0) + copies
    return {
        "name": deck.name,
        "about": deck.about,
        "class": deck.class_,
        "cards": [
            {"number": number, "copies": copies, "most": fitting.get(number, 0)}
            for number, copies in sorted(deck.cards.items(), key=lambda item: _order(item[0], catalogue))
        ],
        "others": [{"number": number, "most": most} for number, most in fitting.items() if number not in deck.cards],
        "classes": [card.id for card in _classes(catalogue)],
        "size": deck.size,
        "wanted": DECK_SIZE,
        "curve": curve,
        "kinds": kinds,
        "problems": [problem.message for problem in document.problems if not problem.warning],
        "legal": legal,
        "text": text,
    }


def _order(number: int, catalogue: Catalogue) -> tuple[int, str]:
    card = catalogue.get(number)
    return (99, "") if card is None else (card.cost, card.name)


def _all_cards(catalogue: Catalogue) -> Iterable[MarchesCard]:
    return [card for number in catalogue.numbers() if (card := catalogue.get(number)) is not None]


def _deck_cards(catalogue: Catalogue) -> list[MarchesCard]:
    return [card for card in _all_cards(catalogue) if card.kind != codes.PLAYER]


def _classes(catalogue: Catalogue) -> list[MarchesCard]:
    found = [card for card in _all_cards(catalogue) if card.kind == codes.PLAYER]
    return [card for card in found if not class_problem(card.id, catalogue)]


def _tribe(class_: int, catalogue: Catalogue) -> str:
    card = catalogue.get(class_)
    return BASE_TRIBE if card is None else card.tribe


def fitting_cards(class_: int, catalogue: Catalogue) -> list[MarchesCard]:
    """List the cards that a deck of a class may hold, by cost and name."""
    tribes = (BASE_TRIBE, _tribe(class_, catalogue))
    found = [card for card in _deck_cards(catalogue) if card.rarity in COPIES and card.tribe in tribes]
    return sorted(found, key=lambda card: (card.cost, card.name))


# ------------------------------------------------------------------------------------------------------------- changes


def edited_deck(text: str, edit: Mapping[str, Any], catalogue: Catalogue) -> str:
    """Return a deck with one change: ``set`` copies, ``class``, ``name`` or ``about``; raises ``BadEdit``."""
    deck = read_list(text, catalogue)
    if len(edit) != 1:
        raise BadEdit("A change of a deck says one thing: set, class, name or about.")
    ((key, value),) = edit.items()
    if key == "set" and isinstance(value, Mapping):
        cards = dict(deck.cards)
        for word, copies in value.items():
            number = int(word) if _is_number(str(word)) else None
            card = None if number is None else catalogue.get(number)
            if number is None or (card is None and copies):
                raise BadEdit(f"There is no card {str(word)[:20]}.")
            if not isinstance(copies, int) or isinstance(copies, bool) or not 0 <= copies <= DECK_SIZE:
                raise BadEdit(f"The number of copies is from 0 to {DECK_SIZE}.")
            cards[number] = copies
        deck = replace(deck, cards={number: copies for number, copies in cards.items() if copies})
    elif key == "class" and isinstance(value, int) and not isinstance(value, bool):
        if problem := class_problem(value, catalogue):
            raise BadEdit(f"{problem[0].upper()}{problem[1:]}.")
        deck = replace(deck, class_=value)
    elif key in ("name", "about") and isinstance(value, str):
        most = LONGEST_DECK_NAME if key == "name" else LONGEST_ABOUT
        word = clean(value).strip()
        if len(word) > most or not word.isprintable():
            raise BadEdit(f"That has at most {most} characters, in one line.")
        if key == "name" and not word:
            raise BadEdit("A deck needs a name.")
        deck = replace(deck, name=word) if key == "name" else replace(deck, about=word)
    else:
        raise BadEdit("A change of a deck says one thing: set, class, name or about.")
    return written(deck, catalogue)


def told_deck_edit(edit: Mapping[str, Any], catalogue: Catalogue) -> str:
    """Say in a few words what a change did."""
    ((key, value),) = edit.items()
    if key != "set":
        return f"changed the {key}"
    named = []
    for word, copies in list(value.items())[:3]:
        card = catalogue.get(int(word))
        named.append(f"{copies} x {card.name if card is not None else word}")
    return ", ".join(named) + (" ..." if len(value) > 3 else "")


# ------------------------------------------------------------------------------------------------------- ready decks


def ready_decks(catalogue: Catalogue) -> dict[str, DeckList]:
    """Return the decks that ship with the game."""
    return {name: deck_list(find_deck(name, catalogue)) for name in deck_names()}


def deck_with(number: int, name: str, catalogue: Catalogue, like: DeckList | None = None) -> str:
    """Return a deck that holds a card, or is one of that class, legal at once; raises ``BadEdit`` if there is none.

    As many copies as there may be take the place of cards of about their cost, of the same kind where that is possible.
    """
    card = catalogue.get(number)
    if card is None:
        raise BadEdit("The card has mistakes that keep it out of every deck: mend them first.")
    if card.kind == codes.PLAYER:
        if problem := class_problem(number, catalogue):
            raise BadEdit(f"{problem[0].upper()}{problem[1:]}.")
        models = [like] if like is not None else _by_fit(number, catalogue)
        deck = replace(models[0], class_=number)
    else:
        if card.rarity not in COPIES:
            raise BadEdit(
                f"{card.name} has rarity {card.rarity}: such a card is in no deck, others bring it into play."
            )
        deck = _model(card, catalogue) if like is None else like
        if card.tribe not in (BASE_TRIBE, _tribe(deck.class_, catalogue)):
            raise BadEdit(f"{card.name} belongs to the tribe {card.tribe}, and the class of that deck does not.")
        deck = replace(deck, cards=_with_copies(deck.cards, card, catalogue))
    deck = replace(deck, cards=_filled(deck, number, catalogue), name=name, about=f"To try {card.name}")
    text = written(deck, catalogue)
    document = parse(text)
    if read_deck(document, catalogue) is None:
        raise BadEdit(f"No deck with {card.name} can be made: {document.problems[0].message}.")
    return text


def _model(card: MarchesCard, catalogue: Catalogue) -> DeckList:
    """Return a ready deck whose class may have a card; one of a class of the author's if no other may."""
    decks = list(ready_decks(catalogue).values())
    for deck in decks:
        if card.tribe == _tribe(deck.class_, catalogue):
            return deck
    if card.tribe == BASE_TRIBE:
        return decks[-1]
    for own in _classes(catalogue):
        if own.tribe == card.tribe:
            return replace(_by_fit(own.id, catalogue)[0], class_=own.id)
    raise BadEdit(
        f"{card.name} belongs to the tribe {card.tribe}, which no class has: make one, or choose {BASE_TRIBE}."
    )


def _by_fit(class_: int, catalogue: Catalogue) -> list[DeckList]:
    """Return the ready decks, the one first of which a class may hold most."""
    fitting = {card.id for card in fitting_cards(class_, catalogue)}

    def misfits(deck: DeckList) -> int:
        return sum(copies for number, copies in deck.cards.items() if number not in fitting)

    return sorted(ready_decks(catalogue).values(), key=misfits)


def _with_copies(cards: Mapping[int, int], card: MarchesCard, catalogue: Catalogue) -> dict[int, int]:
    """Put a card in place of others."""
    wanted = COPIES[card.rarity] - cards.get(card.id, 0)
    left = {number: copies for number, copies in cards.items() if number != card.id}

    def likeness(number: int) -> tuple[bool, int, int]:
        other = catalogue.get(number)
        assert other is not None
        return (other.kind != card.kind, abs(other.cost - card.cost), number)

    for number in sorted((number for number in left if catalogue.get(number) is not None), key=likeness):
        taken = min(wanted, left[number])
        left[number] -= taken
        wanted -= taken
    kept = {number: copies for number, copies in left.items() if copies}
    return {**kept, card.id: COPIES[card.rarity]}


def _filled(deck: DeckList, keep: int, catalogue: Catalogue) -> dict[int, int]:
    """Return thirty cards that the class may have: what does not fit goes, and others come."""
    fitting = fitting_cards(deck.class_, catalogue)
    most = {card.id: COPIES[card.rarity] for card in fitting}
    cards = {number: min(copies, most[number]) for number, copies in deck.cards.items() if number in most}
    for card in fitting:
        wanted = DECK_SIZE - sum(cards.values())
        if wanted > 0 and card.id not in cards:
            cards[card.id] = min(wanted, most[card.id])
    for number in [number for number in cards if number != keep]:
        surplus = sum(cards.values()) - DECK_SIZE
        if surplus > 0:
            cards[number] -= min(surplus, cards[number])
    return {number: copies for number, copies in cards.items() if copies}
