"""What can be done with the cards of a space. Whatever changes is on the disk before the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.core.outside import plain
from tablewright.games.marches.files import shipped_card
from tablewright.games.marches.language import codes
from tablewright.games.marches.workshop.sheet import (
    BadEdit,
    CardSheet,
    difference,
    edited,
    offers,
    start_sheet,
    told_edit,
)
from tablewright.web.workshop.journal import History, Journal, Version
from tablewright.web.workshop.sheets import sheet_value, shipped_value
from tablewright.web.workshop.space import (
    CARDS,
    Space,
    WorkshopRefusal,
    missing,
    refused_edit,
    sheet_of,
    texts_of,
)

Value = dict[str, Any]
#: A wish has at most so many characters.
LONGEST_WISH = 2_000


def open_card(space: Space, number: int) -> Value:
    """Return the sheet of a card."""
    with space.locked():
        if number not in space.numbers() and shipped_card(number) is not None:
            return shipped_value(number)
        return sheet_value(space, number, space.book(number))


def make_card(space: Space, like: int | None = None, kind: str | None = None, name: str = "") -> Value:
    """Begin a card like another one, or an empty one of a kind."""
    with space.locked():
        space.check_size()
        if len(space.numbers()) >= space.bounds.cards:
            raise WorkshopRefusal(409, "FULL", f"There are {space.bounds.cards} cards already, which are the most.")
        model = None if like is None else space.catalogue.get(like)
        if like is not None and model is None:
            raise missing(f"card {like} to begin with")
        player = kind == "PLAYER" or (model is not None and model.kind == codes.PLAYER)
        number = space.free_number(player=player)
        try:
            sheet = start_sheet(number, space.catalogue, like=like, kind=kind or "UNIT", name=name)
        except BadEdit as error:
            raise refused_edit(error) from error
        journal = space.journal(CARDS, str(number))
        what = f"began like {model.name}" if model is not None else "began it"
        journal.add(what, texts_of(sheet), like="" if model is None else model.name)
        space.follow(number, journal)
        return {"number": number}


def _check_base(space: Space, number: int, journal: Journal, base: int) -> None:
    if base != journal.history.at:
        raise WorkshopRefusal(
            409,
            "CHANGED",
            "The card was changed elsewhere meanwhile; here is how it is now.",
            sheet=sheet_value(space, number, journal),
        )


def _change(space: Space, number: int, journal: Journal, what: str, sheet: CardSheet) -> Value:
    """Keep a new version, unless nothing is new."""
    space.check_size()
    most = space.bounds.text
    if not all(_is_text(text) for text in sheet):
        raise WorkshopRefusal(422, "BAD_EDIT", "A file of a card is text, and half a character is none.")
    if max(len(sheet.card), len(sheet.illustration)) > most:
        raise WorkshopRefusal(422, "BAD_EDIT", f"A file of a card has at most {most:,} characters here.")
    if texts_of(sheet) != journal.history.now.texts:
        journal.add(plain(what, 200), texts_of(sheet))
        space.follow(number, journal)
    return sheet_value(space, number, journal)


def _is_text(text: str) -> bool:
    """Say whether a text can be written: JSON may bring halves of characters along."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def edit_card(space: Space, number: int, base: int, edit: Mapping[str, Any]) -> Value:
    """Change a card; whoever changes something else than what it is now is told how it is now."""
    with space.locked():
        journal = space.book(number)
        _check_base(space, number, journal, base)
        try:
            sheet = edited(sheet_of(journal.history.now.texts), number, edit, space.catalogue)
        except BadEdit as error:
            raise refused_edit(error) from error
        return _change(space, number, journal, told_edit(edit), sheet)


def undo_card(space: Space, number: int, *, redo: bool = False) -> Value:
    """Go back one version, or forth."""
    with space.locked():
        journal = space.book(number)
        if redo:
            journal.redo()
        else:
            journal.undo()
        space.follow(number, journal)
        return sheet_value(space, number, journal)


def list_versions(space: Space, number: int) -> list[Value]:
    """Return all versions, the newest first, with what each changed."""
    with space.locked():
        history = space.book(number).history
        return [_version_line(space, number, history, version) for version in reversed(history.versions.values())]


def _version_line(space: Space, number: int, history: History, version: Version) -> Value:
    sheet, lines = sheet_of(version.texts), []
    if version.before in history.versions:
        before = sheet_of(history.versions[version.before].texts)
        lines = space.recall("differences", (number, before, sheet), difference, before, sheet, number, space.catalogue)
    now = version.number == history.at
    return {"version": version.number, "when": version.when, "what": version.what, "lines": lines, "now": now}


def restore_card(space: Space, number: int, version: int | None = None) -> Value:
    """Make an old version the newest one, or bring a card back that was removed."""
    with space.locked():
        journal = space.book(number, gone=True)
        history = journal.history
        if version is not None and version not in history.versions:
            raise missing(f"version {version}")
        if history.removed:
            journal.note(removed=False)
        if version is not None and version != history.at:
            return _change(
                space, number, journal, f"went back to version {version}", sheet_of(history.versions[version].texts)
            )
        space.follow(number, journal)
        return sheet_value(space, number, journal)


def remove_card(space: Space, number: int) -> Value:
    """Take a card out of the folder; it can be brought back."""
    with space.locked():
        space.take_away(number)
        return {}


def offer_edits(space: Space, number: int, at: Mapping[str, Any], base: int | None = None) -> list[Value]:
    """Return what can be chosen at a place of a card, each with the edit that it makes."""
    with space.locked():
        journal = space.book(number)
        if base is not None:
            _check_base(space, number, journal, base)
        sheet, catalogue = sheet_of(journal.history.now.texts), space.catalogue
    try:
        return offers(sheet, number, at, catalogue)
    except BadEdit as error:
        raise refused_edit(error) from error


def keep_wish(space: Space, number: int, text: str) -> Value:
    """Keep what an author could not say with a card, beside it."""
    with space.locked():
        journal = space.book(number)
        journal.note(wish=text.strip()[:LONGEST_WISH])
        return sheet_value(space, number, journal)
