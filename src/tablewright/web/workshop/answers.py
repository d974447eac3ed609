"""The calls that the server makes in its processes, by name: everything that needs the files of a space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablewright.web.workshop import cards, decks, sharing, studying, trying
from tablewright.web.workshop.overview import overview
from tablewright.web.workshop.reference import reference
from tablewright.web.workshop.sheets import shipped_faces

CALLS: dict[str, Callable[..., Any]] = {
    "overview": overview,
    "make_card": cards.make_card,
    "open_card": cards.open_card,
    "edit_card": cards.edit_card,
    "undo_card": cards.undo_card,
    "list_versions": cards.list_versions,
    "restore_card": cards.restore_card,
    "remove_card": cards.remove_card,
    "offer_edits": cards.offer_edits,
    "keep_wish": cards.keep_wish,
    "use_bench": trying.use_bench,
    "keep_test": trying.keep_test,
    "remove_test": trying.remove_test,
    "probe_card": trying.probe_card,
    "make_deck": decks.make_deck,
    "put_into_deck": decks.put_into_deck,
    "open_deck": decks.open_deck,
    "edit_deck": decks.edit_deck,
    "undo_deck": decks.undo_deck,
    "remove_deck": decks.remove_deck,
    "setup_of": decks.setup_of,
    "plan_study": studying.plan_study,
    "tell_study": studying.tell_study,
    "give_set": sharing.give_set,
    "look_at_set": sharing.look_at_set,
    "take_set": sharing.take_set,
    "reference": reference,
}


def prepare() -> None:
    """Load what nearly every call needs."""
    shipped_faces()
