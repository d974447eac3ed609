"""Journals: whatever is done and wherever a crash cuts the file off, what was acknowledged is there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablewright.web.workshop.bounds import GUEST, OWN
from tablewright.web.workshop.journal import Journal

DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 4), st.text(max_size=3)),
        st.tuples(st.sampled_from(["undo", "redo", "wish"])),
    ),
    max_size=15,
)


class Editor:
    """The same in memory: a list of texts before, one text, a list of texts after."""

    def __init__(self) -> None:
        self.before: list[str] = []
        self.now = "first"
        self.after: list[str] = []

    def do(self, deed: tuple[Any, ...], journal: Journal) -> None:
        if deed[0] == "add":
            text = f"{deed[1]} {deed[2]}"
            journal.add("a change", {"card": text, "illustration": deed[2]})
            self.before.append(self.now)
            self.now, self.after = text, []
        elif deed[0] == "undo":
            assert journal.undo() == bool(self.before)
            if self.before:
                self.after.append(self.now)
                self.now = self.before.pop()
        elif deed[0] == "redo":
            assert journal.redo() == bool(self.after)
            if self.after:
                self.before.append(self.now)
                self.now = self.after.pop()
        else:
            journal.note(wish=self.now)


@given(deeds=DEEDS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it_undoes_and_redoes_as_an_editor_does_also_after_a_restart(tmp_path: Path, deeds: list[Any]) -> None:
    path = tmp_path / "100.jsonl"
    path.unlink(missing_ok=True)
    journal, editor = Journal(str(path), OWN), Editor()
    journal.add("began", {"card": "first", "illustration": ""})
    for deed in deeds:
        editor.do(deed, journal)
    again = Journal(str(path), OWN).refresh()
    assert again.history == journal.history
    assert again.history.now.texts["card"] == editor.now
    while again.undo():
        assert again.history.now.texts["card"] == editor.before.pop()
    assert again.history.now.texts == {"card": "first", "illustration": ""}
    assert not editor.before


def test_a_line_that_was_cut_off_is_dropped_and_everything_before_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "100.jsonl"
    journal = Journal(str(path), OWN)
    journal.add("one", {"card": "1"})
    kept = path.read_bytes()
    journal.add("two", {"card": "2 ö"})
    whole = path.read_bytes()
    for length in range(len(kept), len(whole), 5):
        path.write_bytes(whole[:length])
        cut = Journal(str(path), OWN).refresh()
        assert cut.history.now.texts == {"card": "1"}
        cut.add("three", {"card": "3"})
        assert [version.what for version in Journal(str(path), OWN).refresh().history.versions.values()] == [
            "one",
            "three",
        ]
        path.write_bytes(whole)


def test_lines_that_a_disk_has_spoilt_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "100.jsonl"
    journal = Journal(str(path), OWN)
    journal.add("one", {"card": "1"})
    spoilt = b'\x00\x00\n{"at": 7}\n{"version": 3}\n'
    path.write_bytes(path.read_bytes() + spoilt)
    again = Journal(str(path), OWN).refresh()
    assert again.history.now.texts == {"card": "1"}
    again.add("two", {"card": "2"})
    assert Journal(str(path), OWN).refresh().history.now.texts == {"card": "2"}


def test_two_processes_see_what_the_other_has_added(tmp_path: Path) -> None:
    one, other = (Journal(str(tmp_path / "100.jsonl"), OWN) for _ in range(2))
    one.add("one", {"card": "1"})
    other.refresh().add("two", {"card": "2"})
    assert one.refresh().history.now.what == "two"
    assert one.history == other.history


def test_a_guest_keeps_the_newest_versions_and_the_file_does_not_grow_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "100.jsonl"
    journal = Journal(str(path), replace(GUEST, versions=10))
    largest = 0
    for number in range(1, 100):
        journal.add(f"change {number}", {"card": f"{number}"}, stood=number)
        largest = max(largest, path.stat().st_size)
        assert min(number, 10) <= len(journal.history.versions) <= 20
    assert largest < 4000
    for back in range(1, 10):
        assert journal.undo()
        assert journal.history.now.texts["card"] == str(99 - back)
    assert journal.redo()
    assert Journal(str(path), GUEST).refresh().history == journal.history
