"""What the page shows of a card: its sheet, its face, its tests, and the decks that hold it."""

from __future__ import annotations

from typing import Any

from tablewright.games.marches.files import Catalogue, make_setup
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.setup import BadSetup
from tablewright.games.marches.workshop.decks import (
    read_list,
)
from tablewright.games.marches.workshop.keeping import run_tests
from tablewright.games.marches.workshop.sets import numbers_in
from tablewright.games.marches.workshop.sheet import (
    shown_sheet,
)
from tablewright.web.boards.marches import catalog_card
from tablewright.web.workshop.journal import Journal
from tablewright.web.workshop.space import (
    Space,
    sheet_of,
    shipped_sheet,
)
from tablewright.web.workshop.studying import known_study

Value = dict[str, Any]


def sheet_value(space: Space, number: int, journal: Journal) -> Value:
    """Return everything that the page shows of a card."""
    history = journal.history
    sheet = sheet_of(history.now.texts)
    loaded = space.load(number, sheet)
    shown = shown_sheet(sheet, number, space.catalogue)
    return {
        **shown,
        "number": number,
        "version": history.at,
        "draft": loaded is None,
        "canUndo": history.can_undo,
        "canRedo": bool(history.undone),
        "like": history.like,
        "card": None if loaded is None else face(number, space.catalogue),
        "tests": tests_of(space, number) if loaded is not None else broken_tests(space, number),
        "study": known_study(space, number),
        "decks": decks_with(space, number),
        "wish": history.wish,
    }


def face(number: int, catalogue: Catalogue) -> Value | None:
    """Return a card as boards draw it."""
    card = catalogue.get(number)
    if card is None:
        return None
    try:
        if card.kind == codes.PLAYER:
            setup = make_setup([[], []], (number, number), {"any_deck": 1}, catalogue)
        else:
            setup = make_setup([[number], []], options={"any_deck": 1}, catalogue=catalogue)
    except BadSetup:  # a class whose power is not there yet: it is shown alone
        setup = make_setup([[], []], options={"any_deck": 1}, catalogue=catalogue)
    return catalog_card(setup, card)


def tests_of(space: Space, number: int) -> list[Value]:
    """Run the tests that a card occurs in; where nothing that they depend on has changed, they went as they did."""
    found = []
    for name, text in space.tests().items():
        named = space.recall("named", text, named_cards, text)
        if number in named:
            key = (name, text, space.depends(named))
            (run,) = space.recall("tests", key, run_tests, {name: text}, space.catalogue)
            found += [run] if number in run["cards"] else []
    return found


def named_cards(text: str) -> set[int]:
    """Return the cards that a test names."""
    root = parse(text).root
    return set() if root is None else numbers_in(root)


def broken_tests(space: Space, number: int) -> list[Value]:
    """Return the same while the card cannot be played."""
    told = {"state": "broken", "says": "The card has mistakes that keep it out of play."}
    return [{**one, **told} for one in tests_of(space, number)]


def decks_with(space: Space, number: int) -> list[str]:
    """List the decks of the space that hold a card, or have it as their class."""
    found = []
    for name, stem in space.decks().items():
        deck = read_list(space.deck_text(stem), space.catalogue)
        if number in deck.cards or number == deck.class_:
            found.append(name)
    return found


def shipped_value(number: int) -> Value:
    """Return the sheet of a card that ships with the game, to be read."""
    catalogue = Catalogue()
    return {
        **shown_sheet(shipped_sheet(number), number, catalogue),
        "number": number,
        "version": 0,
        "shipped": True,
        "draft": False,
        "canUndo": False,
        "canRedo": False,
        "like": "",
        "card": face(number, catalogue),
        "tests": [],
        "study": None,
        "decks": [],
        "wish": "",
    }


_faces: list[Value] = []


def shipped_faces() -> list[Value]:
    """Return the cards that ship with the game as boards draw them."""
    if not _faces:
        catalogue = Catalogue()
        _faces.extend(one for number in catalogue.numbers() if (one := face(number, catalogue)) is not None)
    return _faces
