"""A working start for authors: a creature or spell of their own with a deck that plays it, or a deck."""

from __future__ import annotations

import os
import re

from tablewright.core.outside import LONGEST_NAME, plain, read_text
from tablewright.core.problems import did_you_mean
from tablewright.games.ooperations.actions import CardSet
from tablewright.games.ooperations.files import CARDS, DATA, card_rows
from tablewright.games.ooperations.pieces import TRAIT_LETTERS, TRAIT_NAMES

LIKE_CARD, LIKE_DECK = "HWOLF", "wolfpack"

CARD_FILE = """\
{magic}
# Cards of your own. What follows a "#" is a comment; docs/ooperations.md explains every column.
#   tablewright check {folder}
#   tablewright play ooperations --content {folder} --with deck1={deck}

{section}
{columns}
{key} | {row}
"""
COLUMNS = {
    "creatures": "# ID: five capital letters, digits or underscores, and no other card's\n"
    f"# traits: {', '.join(f'{letter} {trait}' for letter, trait in zip(TRAIT_LETTERS, TRAIT_NAMES, strict=True))}\n"
    "# ID | name | mana | attack | health | traits",
    "spells": "# ID: five capital letters, digits or underscores, and no other card's\n"
    "# aim: own creatures, enemy creatures, all creatures, target, graveyard\n"
    "# ID | name | mana | aim | effects, separated by commas",
}


def start_creature(name: str, like: str, folder: str, cards: CardSet) -> dict[str, str]:
    """Return the files of a new creature or spell, by name; raises ``ValueError`` if there is none to begin with."""
    wanted = (like or LIKE_CARD).upper()
    card = next((card for card in cards.cards if wanted in (card.key, card.name.upper())), None)
    if card is None:
        names = [card.name for card in cards.cards]
        raise ValueError(f'there is no card "{like}"{did_you_mean(like, [*cards.by_key, *names])}')
    section, row = next((part, rows[card.key]) for part, rows in card_rows(cards.source).items() if card.key in rows)
    name = plain(name or f"My {card.name}", LONGEST_NAME).replace("|", " ").replace("#", " ")
    key = _free_key(name, cards)
    deck = key.lower().strip("_")
    text = CARD_FILE.format(
        magic=CARDS,
        folder=folder,
        deck=deck,
        section=section,
        columns=COLUMNS[section],
        key=key,
        row=f"{name} | {row.partition(' | ')[2]}",
    )
    return {f"{deck}-cards.txt": text, f"{deck}.txt": _deck_with(card.key, key, name)}


def start_deck(name: str, like: str) -> dict[str, str]:
    """Return the file of a new deck; ``like`` is one that ships."""
    lines = read_text(os.path.join(DATA, "decks", f"{like}.txt")).split("\n")
    title = plain(name or f"My {like}", LONGEST_NAME)
    lines[1:3] = [title, f"Thirty cards, to begin with those of {like}."]
    lines[3:3] = ["", "# How many of which card: at most four of each, thirty in all."]
    stem = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "own"
    return {f"{stem}.txt": "\n".join(lines)}


def _free_key(name: str, cards: CardSet) -> str:
    letters = re.sub(r"[^A-Z0-9]", "", name.upper().removeprefix("MY "))[:5].ljust(5, "_")
    wanted = [letters, *(f"{letters[:4]}{digit}" for digit in range(10))] if letters.strip("_") else []
    wanted += [f"OWN{one:02}" for one in range(100)]
    return next(key for key in wanted if key not in cards.by_key)


def _deck_with(old: str, new: str, name: str) -> str:
    """Return a deck in which a new card takes the place of the one it is like, or of one copy of another."""
    folder = os.path.join(DATA, "decks")
    texts = {file: read_text(os.path.join(folder, file)) for file in sorted(os.listdir(folder))}
    text = next((text for text in texts.values() if f" {old}\n" in text), texts[f"{LIKE_DECK}.txt"])
    lines = text.split("\n")
    lines[1:3] = [f"{name} and friends", f"To try {name}."]
    held = [line for line in lines[3:] if line.endswith(f" {old}")]
    if held:
        return "\n".join(line.replace(old, new) if line in held else line for line in lines)
    place = next(place for place, line in enumerate(lines) if place > 2 and line)
    count, _, key = lines[place].partition(" ")
    lines[place : place + 1] = [f"1 {new}", *([f"{int(count) - 1} {key}"] if int(count) > 1 else [])]
    return "\n".join(lines)
