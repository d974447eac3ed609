"""Sets of a space: given away as one file, looked at, and taken."""

from __future__ import annotations

from typing import Any

from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.workshop.decks import read_list, shown_deck
from tablewright.games.marches.workshop.draft import BadEdit, CardSheet
from tablewright.games.marches.workshop.sets import MarchesSet, look, numbers_in, references_of, write_set
from tablewright.web.workshop.journal import now
from tablewright.web.workshop.sheets import face
from tablewright.web.workshop.space import (
    CARDS,
    DECKS,
    TESTS,
    Space,
    WorkshopRefusal,
    missing,
    refused_edit,
    sheet_of,
    texts_of,
)

Value = dict[str, Any]
TAKEN = "taken from a set"


def give_set(space: Space, cards: str) -> str:
    """Return chosen cards, all without any, as a set: with the cards they bring, their decks and their tests."""
    with space.locked():
        numbers = _numbers(cards) or space.numbers()
        chosen: set[int] = set()
        for number in numbers:
            journal = space.book(number)
            if space.load(number, sheet_of(journal.history.now.texts)) is None:
                raise WorkshopRefusal(
                    409, "DRAFT", f"Card {number} has mistakes that keep it out of play: mend it first."
                )
            try:
                chosen |= references_of(number, space.catalogue)
            except BadEdit as error:
                raise refused_edit(error) from error
        own = set(space.catalogue.sources)
        decks = []
        for stem in space.decks().values():
            text = space.deck_text(stem)
            deck = read_list(text, space.catalogue)
            if space.is_legal(text) and _belongs({*deck.cards, deck.class_} & own, chosen):
                decks.append(text)
        tests = {}
        for name, text in space.tests().items():
            root = parse(text).root
            if root is not None and _belongs(numbers_in(root) & own, chosen):
                tests[name] = text
        sheets = {number: sheet for number in chosen if (sheet := space.files_of(number)) is not None}
        wishes = [space.journal(CARDS, str(number)).history.wish for number in sorted(chosen)]
        return write_set("", "\n".join(wish for wish in wishes if wish), sheets, decks, tests)


def _numbers(cards: str) -> list[int]:
    try:
        return list(dict.fromkeys(int(word) for word in cards.split(",") if word.strip()))
    except ValueError as error:
        raise missing("such card") from error


def _belongs(named: set[int], chosen: set[int]) -> bool:
    return bool(named) and named <= chosen


def _look(space: Space, text: str) -> MarchesSet:
    here = {number: space.sheet(number) for number in space.numbers()}
    texts = {*space.tests().values(), *(space.deck_text(stem) for stem in space.decks().values())}
    found = look(text, here, texts, {*space.numbers(), *space.removed()}, space.free_stem, space.catalogue)
    for what, more, most in (
        ("cards", len(found.cards) + len(here), space.bounds.cards),
        ("decks", len(found.decks) + len(space.decks()), space.bounds.decks),
        ("tests", len(found.tests) + len(space.tests()), space.bounds.tests),
    ):
        if more > most:
            found.problems.append(f"This workshop would have {more} {what}; {most} are the most")
    longest = max((len(part) for sheet in found.cards.values() for part in sheet), default=0)
    if longest > space.bounds.text:
        found.problems.append(f"A file of a card has at most {space.bounds.text:,} characters here")
    return found


def look_at_set(space: Space, text: str) -> Value:
    """Show what is in a set; nothing of it is taken, and nothing is run."""
    with space.locked():
        found = _look(space, text)
        catalogue = space.catalogue.copy()
    for number, sheet in found.cards.items():
        loaded = space.load(number, sheet)
        if loaded is not None:
            catalogue.add(loaded.card, loaded.document, loaded.illustration)
    return {
        "title": found.title,
        "notes": found.notes,
        "cards": [shown for number in found.cards if (shown := face(number, catalogue)) is not None],
        "known": found.known,
        "decks": [
            {key: shown_deck(text, catalogue)[key] for key in ("name", "about", "size")}
            for text in found.decks.values()
        ],
        "tests": list(found.tests),
        "problems": found.problems,
        "renumbered": {str(old): new for old, new in found.renumbered.items()},
        "renamed": found.renamed,
    }


def take_set(space: Space, text: str) -> Value:
    """Take a whole set, or nothing of it."""
    with space.locked():
        space.check_size()
        found = _look(space, text)
        if found.problems:
            more = f" (and {len(found.problems) - 1} more)" if len(found.problems) > 1 else ""
            raise WorkshopRefusal(422, "BAD_SET", f"{found.problems[0]}{more}.", problems=found.problems)
        for number, sheet in found.cards.items():
            _add(space, number, sheet, found)
        for name, deck in found.decks.items():
            journal = space.journal(DECKS, name)
            journal.add(TAKEN, {"deck": deck}, removed=False)
            space.follow_deck(name, journal)
        for name, test in found.tests.items():
            space.write(f"{name}.json", test)
            space.journal(TESTS, name).add(TAKEN, {"test": test}, removed=False)
        space.look()
    return {"cards": sorted(found.cards), "when": now()}


def _add(space: Space, number: int, sheet: CardSheet, found: MarchesSet) -> None:
    journal = space.journal(CARDS, str(number))
    journal.add(TAKEN, texts_of(sheet), like=found.title)
    space.follow(number, journal)
