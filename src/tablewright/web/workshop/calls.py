"""What can be asked of a space: plain functions that are called in a process beside the server, by name.

Each returns a JSON value, or raises ``WorkshopRefusal``. Whatever changes is on the disk before the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.bots.registry import levels
from tablewright.core.outside import plain
from tablewright.core.registry import find_game
from tablewright.games.marches.files import Catalogue, deck_names, find_deck, make_setup, shipped_card
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.setup import BadSetup
from tablewright.games.marches.workshop.bench import changed_bench, new_bench, shown_bench
from tablewright.games.marches.workshop.decks import (
    deck_list,
    deck_with,
    edited_deck,
    read_list,
    shown_deck,
    told_deck_edit,
    written,
)
from tablewright.games.marches.workshop.keeping import kept_test, run_tests
from tablewright.games.marches.workshop.probes import probe
from tablewright.games.marches.workshop.sets import numbers_in
from tablewright.games.marches.workshop.sheet import (
    BadEdit,
    Sheet,
    difference,
    edited,
    offers,
    shown_sheet,
    start_sheet,
    told_edit,
)
from tablewright.web.boards.marches import catalog_card
from tablewright.web.workshop.journal import History, Journal, Version
from tablewright.web.workshop.space import (
    BENCH,
    BENCHES,
    CARDS,
    DECKS,
    TESTS,
    Space,
    WorkshopRefusal,
    missing,
    sheet_of,
    shipped_sheet,
    texts_of,
)
from tablewright.web.workshop.studying import known_study

Value = dict[str, Any]
#: A wish, and the title of a test, have at most so many characters.
LONGEST_WISH = 2_000
LONGEST_TITLE = 200
#: What a bench that is kept has at most, written as JSON.
LONGEST_BENCH = 100_000


def refused_edit(error: ValueError) -> WorkshopRefusal:
    """Return the refusal for a change that makes no sense."""
    text = str(error).rstrip(".")
    return WorkshopRefusal(422, "BAD_EDIT", f"{text[:1].upper()}{text[1:]}.")


# ------------------------------------------------------------------------------------------------------------- a card


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
        named = space.recall("named", text, _named, text)
        if number in named:
            key = (name, text, space.depends(named))
            (run,) = space.recall("tests", key, run_tests, {name: text}, space.catalogue)
            found += [run] if number in run["cards"] else []
    return found


def _named(text: str) -> set[int]:
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


def open_card(space: Space, number: int) -> Value:
    """Return the sheet of a card."""
    with space.locked():
        if number not in space.numbers() and shipped_card(number) is not None:
            return shipped_value(number)
        return sheet_value(space, number, space.book(number))


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


def _change(space: Space, number: int, journal: Journal, what: str, sheet: Sheet) -> Value:
    """Keep a new version, unless nothing is new."""
    space.check_size()
    most = space.bounds.text
    if max(len(sheet.card), len(sheet.illustration)) > most:
        raise WorkshopRefusal(422, "BAD_EDIT", f"A file of a card has at most {most:,} characters here.")
    if texts_of(sheet) != journal.history.now.texts:
        journal.add(plain(what, 200), texts_of(sheet))
        space.follow(number, journal)
    return sheet_value(space, number, journal)


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


# ---------------------------------------------------------------------------------------------------- bench and tests


def _playable(space: Space, number: int) -> bool:
    """Say whether a card is one of the space, and not one of the game; raises a refusal if it cannot be played."""
    if number not in space.numbers() and shipped_card(number) is not None:
        return False
    journal = space.book(number)
    if space.load(number, sheet_of(journal.history.now.texts)) is None:
        raise WorkshopRefusal(409, "DRAFT", "The card has mistakes that keep it out of play: mend them first.")
    return True


def use_bench(
    space: Space,
    number: int,
    bench: Value | None = None,
    change: Mapping[str, Any] | None = None,
    reset: bool = False,
) -> Value:
    """Return the bench of a card after a change; the last one is kept."""
    name = f"{number}{BENCH}"
    with space.locked():
        own = _playable(space, number)
        kept = None if reset else space.read_value(BENCHES, name)
        catalogue = space.catalogue
    try:
        now = bench or kept or new_bench(number, catalogue)
        if change is not None:
            now = changed_bench(now, change, catalogue)
        shown = shown_bench(now, number, catalogue)
    except BadEdit as error:
        if bench is not None or change is not None or kept is None:
            raise refused_edit(error) from error
        now = new_bench(number, catalogue)  # the kept one does not fit the cards any more
        shown = shown_bench(now, number, catalogue)
    if own and shown["bench"] != kept:
        with space.locked():
            space.check_size()
            space.keep_value(BENCHES, name, shown["bench"])
    return shown


def keep_test(space: Space, number: int, bench: Value, title: str, keep: list[str]) -> Value:
    """Keep a bench as a test: a scenario file with the expectations that were ticked."""
    with space.locked():
        _playable(space, number)
        space.check_size()
        if len(space.tests()) >= space.bounds.tests:
            raise WorkshopRefusal(409, "FULL", f"There are {space.bounds.tests} tests already, which are the most.")
        card = space.catalogue.get(number)
        assert card is not None
        shown = plain(title, LONGEST_TITLE) or f"{card.name} does what it did"
        name = space.free_stem(f"{card.name} test")
        try:
            text = kept_test(bench, number, name, shown, keep, space.catalogue)
        except BadEdit as error:
            raise refused_edit(error) from error
        space.write(f"{name}.json", text)
        space.journal(TESTS, name).add("kept", {"test": text}, like=str(number))
        space.look()
        return sheet_value(space, number, space.book(number))


def remove_test(space: Space, name: str) -> Value:
    """Take a test out of the folder; its text stays in a journal. Return the sheet of the card that it was about."""
    with space.locked():
        text = space.tests().get(name)
        if text is None:
            raise missing("such test")
        journal = space.journal(TESTS, name)
        journal.add("removed", {"test": text}, removed=True)
        space.remove(f"{name}.json")
        space.look()
        numbers = space.numbers()
        about = [int(journal.history.like)] if journal.history.like else sorted(_named(text))
        number = next((number for number in about if number in numbers), None)
        return {} if number is None else sheet_value(space, number, space.book(number))


def probe_card(space: Space, number: int) -> list[Value]:
    """Try a card from both seats where cards tend to break."""
    with space.locked():
        _playable(space, number)
        catalogue, key = space.catalogue, (number, space.depends([number]))
    found: list[Value] = space.recall("probes", key, probe, number, catalogue)
    return found


# -------------------------------------------------------------------------------------------------------------- decks


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


# ------------------------------------------------------------------------------------------------------- the overview


def overview(space: Space, title: str, own: bool) -> Value:
    """Return what there is in a space, and what ships with the game."""
    with space.locked():
        space.settle()
        lines = [_card_line(space, number) for number in space.numbers()]
        removed = [{"number": number, "name": _name(space, number)} for number in space.removed()]
        decks = []
        for stem in space.decks().values():
            deck = deck_value(space, stem, space.deck_journal(stem))
            kept = ("name", "about", "class", "size", "wanted", "legal", "problems")
            numbers = [one["number"] for one in deck["cards"]]
            decks.append({**{key: deck[key] for key in kept}, "cards": numbers})
        wishes = []
        for stem, journal in space.journals(CARDS).items():
            history = journal.history
            if history.wish and not history.removed:
                wishes.append({"number": int(stem), "name": _name(space, int(stem)), "text": history.wish})
    return {
        "title": title,
        "own": own,
        "cards": lines,
        "removed": removed,
        "decks": decks,
        "shipped": shipped_faces(),
        "shippedDecks": [_ready(name) for name in deck_names()],
        "wishes": wishes,
        "bots": list(levels(find_game("marches"))),
        "limits": space.bounds.shown(),
    }


def _name(space: Space, number: int) -> str:
    sheet = space.sheet(number)
    loaded = space.load(number, sheet)
    name: str = loaded.card.name if loaded is not None else shown_sheet(sheet, number, space.catalogue)["name"]
    return name


def _card_line(space: Space, number: int) -> Value:
    sheet = space.sheet(number)
    loaded = space.load(number, sheet)

    def find() -> Value:
        shown = shown_sheet(sheet, number, space.catalogue)
        warnings = sum(bool(problem["warning"]) for problem in shown["problems"])
        return {
            "number": number,
            "name": shown["name"],
            "kind": shown["kind"],
            "draft": loaded is None,
            "card": None if loaded is None else face(number, space.catalogue),
            "errors": len(shown["problems"]) - warnings,
            "warnings": warnings,
        }

    line = space.recall("line", (space.generation, number, sheet), find)
    tests = [one["state"] for one in tests_of(space, number)] if loaded is not None else []
    study = known_study(space, number)
    return {
        **line,
        "tests": {"ok": tests.count("ok"), "fail": len(tests) - tests.count("ok")},
        "verdict": study["answers"][0]["verdict"] if study and study["answers"] and not study["stale"] else None,
    }


_faces: list[Value] = []


def shipped_faces() -> list[Value]:
    """Return the cards that ship with the game as boards draw them."""
    if not _faces:
        catalogue = Catalogue()
        _faces.extend(one for number in catalogue.numbers() if (one := face(number, catalogue)) is not None)
    return _faces


def _ready(name: str) -> Value:
    deck = find_deck(name, Catalogue())
    return {"name": deck.name, "about": deck.about, "class": deck.class_, "size": len(deck.cards)}
