"""What can be done with the decks of a space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.core.outside import plain
from tablewright.games.marches.files import deck_names, find_deck, make_setup
from tablewright.games.marches.setup import BadSetup
from tablewright.games.marches.workshop.decks import (
    deck_list,
    deck_with,
    edited_deck,
    read_list,
    shown_deck,
    told_deck_edit,
    written,
)
from tablewright.games.marches.workshop.sheet import (
    BadEdit,
)
from tablewright.web.workshop.journal import Journal
from tablewright.web.workshop.space import (
    DECKS,
    Space,
    WorkshopRefusal,
    missing,
    refused_edit,
)

Value = dict[str, Any]


def deck_value(space: Space, stem: str, journal: Journal) -> Value:
    """Return everything that the page shows of a deck."""
    history = journal.history
    shown = shown_deck(history.now.texts["deck"], space.catalogue)
    problems = list(shown["problems"])
    if shown["name"].casefold() in {name.casefold() for name in deck_names()}:
        problems.append(f'a deck "{shown["name"]}" ships with the game: give this one another name')
    more = {"canUndo": history.can_undo, "canRedo": bool(history.undone), "version": history.at}
    return {**shown, **more, "problems": problems, "legal": not problems, "file": f"{stem}.json"}


def _new_deck(space: Space, name: str, text: str, what: str) -> Value:
    space.check_size()
    if len(space.decks()) >= space.bounds.decks:
        raise WorkshopRefusal(409, "FULL", f"There are {space.bounds.decks} decks already, which are the most.")
    journal = space.journal(DECKS, name)
    journal.add(what, {"deck": text}, removed=False)
    space.follow_deck(name, journal)
    return deck_value(space, name, journal)


def _model(space: Space, name: str) -> Any:
    stem = space.decks().get(name)
    if stem is not None:
        return read_list(space.deck_text(stem), space.catalogue)
    if name not in deck_names():
        raise missing("such deck")
    return deck_list(find_deck(name, space.catalogue))


def make_deck(space: Space, like: str, number: int | None = None) -> Value:
    """Begin a deck like another one, perhaps with a card put in."""
    with space.locked():
        model = _model(space, like)
        if number is not None:
            return _put_in(space, number, model)
        name = space.free_stem(f"my {like}")
        text = written(type(model)(name, f"Begun like {like}", model.class_, model.cards), space.catalogue)
        return _new_deck(space, name, text, f"began like {like}")


def put_into_deck(space: Space, number: int, like: str | None = None) -> Value:
    """Make a deck with a card in it that can be played at once."""
    with space.locked():
        space.book(number)
        return _put_in(space, number, None if like is None else _model(space, like))


def _put_in(space: Space, number: int, model: Any) -> Value:
    card = space.catalogue.get(number)
    name = space.free_stem(card.name if card is not None else f"card {number}")
    try:
        text = deck_with(number, name, space.catalogue, model)
    except BadEdit as error:
        raise refused_edit(error) from error
    return _new_deck(space, name, text, f"put {card.name if card is not None else number} into a ready deck")


def open_deck(space: Space, name: str) -> Value:
    """Return a deck of the space, or one that ships with the game."""
    with space.locked():
        if name in deck_names() and name not in space.decks():
            text = written(_model(space, name), space.catalogue)
            shown = shown_deck(text, space.catalogue)
            return {**shown, "shipped": True, "canUndo": False, "canRedo": False, "version": 0, "file": ""}
        return deck_value(space, *space.deck_book(name))


def edit_deck(space: Space, name: str, edit: Mapping[str, Any], base: int | None = None) -> Value:
    """Change a deck."""
    with space.locked():
        stem, journal = space.deck_book(name)
        if base is not None and base != journal.history.at:
            shown = deck_value(space, stem, journal)
            raise WorkshopRefusal(
                409, "CHANGED", "The deck was changed elsewhere meanwhile; here is how it is now.", deck=shown
            )
        wanted = edit.get("name")
        if (
            isinstance(wanted, str)
            and wanted != name
            and wanted.casefold() in {one.casefold() for one in space.decks()}
        ):
            raise WorkshopRefusal(422, "BAD_EDIT", "There is a deck of that name already.")
        space.check_size()
        try:
            text = edited_deck(journal.history.now.texts["deck"], edit, space.catalogue)
        except BadEdit as error:
            raise refused_edit(error) from error
        if text != journal.history.now.texts["deck"]:
            journal.add(plain(told_deck_edit(edit, space.catalogue), 200), {"deck": text})
            space.follow_deck(stem, journal)
        return deck_value(space, stem, journal)


def undo_deck(space: Space, name: str, *, redo: bool = False) -> Value:
    """Go back one version of a deck, or forth."""
    with space.locked():
        stem, journal = space.deck_book(name)
        if redo:
            journal.redo()
        else:
            journal.undo()
        space.follow_deck(stem, journal)
        return deck_value(space, stem, journal)


def remove_deck(space: Space, name: str) -> Value:
    """Take a deck out of the folder; its versions stay in its journal."""
    with space.locked():
        stem, journal = space.deck_book(name)
        journal.note(removed=True)
        space.follow_deck(stem, journal)
        return {}


def setup_of(space: Space, mine: str, theirs: str | None) -> Value:
    """Return the setup of a match of two decks with everything that the cards need, as it is written in a charter."""
    with space.locked():
        decks = [_model(space, mine), _model(space, theirs or mine)]
        catalogue = space.catalogue
    lists = [[number for number, copies in deck.cards.items() for _ in range(copies)] for deck in decks]
    try:
        setup = make_setup(lists, [deck.class_ for deck in decks], catalogue=catalogue)
    except BadSetup as error:
        raise refused_edit(error) from error
    return setup.written()
