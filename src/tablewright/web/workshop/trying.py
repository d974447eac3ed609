"""Trying the cards of a space: benches, tests that are kept of them, and probes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.core.outside import plain
from tablewright.games.marches.files import shipped_card
from tablewright.games.marches.workshop.bench import changed_bench, new_bench, shown_bench
from tablewright.games.marches.workshop.keeping import kept_test
from tablewright.games.marches.workshop.probes import probe
from tablewright.games.marches.workshop.sheet import (
    BadEdit,
)
from tablewright.web.workshop.sheets import named_cards, sheet_value
from tablewright.web.workshop.space import (
    BENCH,
    BENCHES,
    TESTS,
    Space,
    WorkshopRefusal,
    missing,
    refused_edit,
    sheet_of,
)

Value = dict[str, Any]
#: The title of a test has at most so many characters.
LONGEST_TITLE = 200


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
        about = [int(journal.history.like)] if journal.history.like else sorted(named_cards(text))
        number = next((number for number in about if number in numbers), None)
        return {} if number is None else sheet_value(space, number, space.book(number))


def probe_card(space: Space, number: int) -> list[Value]:
    """Try a card from both seats where cards tend to break."""
    with space.locked():
        _playable(space, number)
        catalogue, key = space.catalogue, (number, space.depends([number]))
    found: list[Value] = space.recall("probes", key, probe, number, catalogue)
    return found
