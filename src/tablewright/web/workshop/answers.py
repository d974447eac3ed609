"""The calls that the server makes in its processes, by name: everything that needs the files of a space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablewright.web.workshop import calls, sharing, studying
from tablewright.web.workshop.reference import reference

CALLS: dict[str, Callable[..., Any]] = {
    "overview": calls.overview,
    "make_card": calls.make_card,
    "open_card": calls.open_card,
    "edit_card": calls.edit_card,
    "undo_card": calls.undo_card,
    "list_versions": calls.list_versions,
    "restore_card": calls.restore_card,
    "remove_card": calls.remove_card,
    "offer_edits": calls.offer_edits,
    "keep_wish": calls.keep_wish,
    "use_bench": calls.use_bench,
    "keep_test": calls.keep_test,
    "remove_test": calls.remove_test,
    "probe_card": calls.probe_card,
    "make_deck": calls.make_deck,
    "put_into_deck": calls.put_into_deck,
    "open_deck": calls.open_deck,
    "edit_deck": calls.edit_deck,
    "undo_deck": calls.undo_deck,
    "remove_deck": calls.remove_deck,
    "setup_of": calls.setup_of,
    "plan_study": studying.plan_study,
    "tell_study": studying.tell_study,
    "give_set": sharing.give_set,
    "look_at_set": sharing.look_at_set,
    "take_set": sharing.take_set,
    "reference": reference,
}


def prepare() -> None:
    """Load what nearly every call needs."""
    calls.shipped_faces()
