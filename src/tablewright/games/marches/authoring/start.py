"""A working start for authors: a copy of a card, class or deck under a name of its own, with notes beside it."""

from __future__ import annotations

import json
import os
import re

from tablewright.core.outside import read_text
from tablewright.core.problems import did_you_mean
from tablewright.games.marches.files import DATA, DECKS, Catalogue, deck_names, find_deck
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import ILLUSTRATION
from tablewright.games.marches.language.texts import card_lines
from tablewright.games.marches.pieces import MarchesCard

#: Where own numbers begin: far enough from those that ship, now and later.
FIRST_NUMBER = 100
LIKE_CARD, LIKE_CLASS, LIKE_DECK = "THIEF", "FENKEEPER", "vanguard"

NOTES = """\
# {name}

{what}

JSON has no comments, so here is what to change:

{lines}

Then, from the folder above this one:

    tablewright check {folder}                         every mistake at once
    tablewright schema marches --explain {number} --content {folder}
    tablewright play marches --content {folder} --with deck1={deck}

`docs/marches-cards.md` explains every key and every effect; `docs/content.md` where own content can be used.
"""
CARD_LINES = """\
- `{number}.json` is what the rules see: cost, HP, attack, movement, where it is played (`TargetOptions`, tiles counted
  from your side), and its effects, list by list.
- `{number}-illustration.json` is what people read: name, text, tribe.
- `{deck}.json` is a deck that holds it, ready to play. A card of rarity 1 may be in it three times, of rarity 2 twice,
  of rarity 3 once."""
CLASS_LINES = """\
- `{number}.json` is what the rules see: HP, gold at the start, the number of its active power (a skill of rarity 0 that
  is played on the board), and what it listens to.
- `{number}-illustration.json` is what people read: name, text, tribe. Cards of its tribe may be in its decks.
- `{deck}.json` is a deck of that class, ready to play."""


def start_card(name: str, like: str, taken: set[int], folder: str, catalogue: Catalogue) -> dict[str, str]:
    """Return the files of a new card, by name; raises ``ValueError`` if there is no card to begin with."""
    card = _find(like or LIKE_CARD, catalogue)
    if card.kind == codes.PLAYER:
        raise ValueError(f"{card.name} is a class: tablewright new class --like {card.name!r}")
    if not card.rarity:
        raise ValueError(f"{card.name} cannot be in a deck, so that a card like it could not be tried: choose another")
    number = next(number for number in range(FIRST_NUMBER, 10**6) if number not in taken)
    name = (name or f"MY {card.name}").upper()
    deck = _slug(name)
    files = _copies(card, number, name, catalogue)
    files[f"{deck}.json"] = _deck_with(card, f"{number} {name}", deck, catalogue)
    return files | _notes(name, card, number, deck, folder, CARD_LINES)


def start_class(name: str, like: str, taken: set[int], folder: str, catalogue: Catalogue) -> dict[str, str]:
    """Return the files of a new class, by name; raises ``ValueError`` if there is no class to begin with."""
    card = _find(like or LIKE_CLASS, catalogue)
    if card.kind != codes.PLAYER:
        raise ValueError(f"{card.name} is not a class: tablewright new card --like {card.name!r}")
    number = next(number for number in range(-FIRST_NUMBER, -(10**6), -1) if number not in taken)
    name = (name or f"MY {card.name}").upper()
    deck = _slug(name)
    files = _copies(card, number, name, catalogue)
    model = next((one for one in deck_names() if find_deck(one, catalogue).class_ == card.id), LIKE_DECK)
    value = json.loads(read_text(os.path.join(DECKS, f"{model}.json")))
    value |= {"name": deck, "about": f"A deck of {name}", "class": number}
    files[f"{deck}.json"] = json.dumps(value, indent=2) + "\n"
    return files | _notes(name, card, number, deck, folder, CLASS_LINES)


def start_deck(name: str, like: str) -> dict[str, str]:
    """Return the file of a new deck; ``like`` is one that ships."""
    value = json.loads(read_text(os.path.join(DECKS, f"{like or LIKE_DECK}.json")))
    deck = _slug(name or f"my {like or LIKE_DECK}")
    value |= {"name": deck, "about": f"Thirty cards, to begin with those of {like or LIKE_DECK}"}
    return {f"{deck}.json": json.dumps(value, indent=2) + "\n"}


def _find(word: str, catalogue: Catalogue) -> MarchesCard:
    cards = [card for number in catalogue.numbers() if (card := catalogue.get(number)) is not None]
    for card in cards:
        if word.upper() in (card.name.upper(), str(card.id)):
            return card
    raise ValueError(f'there is no card "{word}"{did_you_mean(word, [card.name for card in cards])}')


def _copies(card: MarchesCard, number: int, name: str, catalogue: Catalogue) -> dict[str, str]:
    """Return the two files of a card under another number and name, otherwise as its author has written them."""
    path = catalogue.files.get(card.id) or os.path.join(DATA, "cards", f"{card.id}.json")
    beside = path.removesuffix(".json") + ILLUSTRATION
    drawn = read_text(beside) if os.path.isfile(beside) else f'{{\n  "Id": {card.id},\n  "Name": "{card.name}"\n}}\n'
    return {
        f"{number}.json": renamed(read_text(path), number, name),
        f"{number}{ILLUSTRATION}": renamed(drawn, number, name),
    }


def renamed(text: str, number: int, name: str) -> str:
    """Return one of the texts of a card with another number and name, otherwise as its author has written it."""
    text = re.sub(r'("Id"\s*:\s*)-?\d+', rf"\g<1>{number}", text, count=1)
    return re.sub(r'("Name"\s*:\s*)"[^"]*"', lambda found: found[1] + json.dumps(name), text, count=1)


def _deck_with(card: MarchesCard, key: str, name: str, catalogue: Catalogue) -> str:
    """Return a deck in which a new card takes the place of the one it is like, or of one copy of another."""
    decks = [(one, find_deck(one, catalogue)) for one in deck_names()]
    fitting = [(one, deck) for one, deck in decks if card.tribe in ("BASE", _tribe(deck.class_, catalogue))]
    model = next((one for one, deck in fitting if card.id in deck.cards), (fitting or decks)[0][0])
    value = json.loads(read_text(os.path.join(DECKS, f"{model}.json")))
    old = f"{card.id} {card.name}"
    cards = {key: value["cards"].pop(old, 0)} | value["cards"]
    if not cards[key]:
        cards[key] = 1
        other = next(one for one in cards if one != key)
        cards[other] -= 1
        if not cards[other]:
            del cards[other]
    value |= {"name": name, "about": f"To try {key.partition(' ')[2]}", "cards": cards}
    return json.dumps(value, indent=2) + "\n"


def _tribe(number: int, catalogue: Catalogue) -> str:
    card = catalogue.get(number)
    return "" if card is None else card.tribe


def _notes(name: str, like: MarchesCard, number: int, deck: str, folder: str, lines: str) -> dict[str, str]:
    what = f"It begins as a copy of {like.name}. " + " ".join(card_lines(like)[1:])
    told = lines.format(number=number, deck=deck)
    return {f"{deck}.md": NOTES.format(name=name, what=what, lines=told, number=number, deck=deck, folder=folder)}


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "own"
