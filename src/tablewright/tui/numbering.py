"""Which key chooses which line, and which lines are folded away."""

from __future__ import annotations

from tablewright.table.choices import Entry
from tablewright.table.wording import Wording

DIGITS = "1234567890"
#: The command of the line that stands for all that is folded.
FOLD = "..."


class Numbering:
    """Remembers the keys of the groups of choices, so that a card or a hero keeps its number while it is there."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}

    def assign(self, entries: list[Entry], wording: Wording) -> None:
        """Give every group a key: the one that it has already, or the first that is free."""
        groups = [entry.command if entry.action is None else wording.group(entry.action) for entry in entries]
        for gone in set(self._keys).difference(groups):
            del self._keys[gone]
        free = [digit for digit in DIGITS if digit not in self._keys.values()]
        for entry, group in zip(entries, groups, strict=True):
            if entry.command == wording.ender:
                entry.key = "e"  # which ends a turn everywhere
            elif group in self._keys:
                entry.key = self._keys[group]
            elif free:
                entry.key = self._keys[group] = free.pop(0)


def count(entries: list[Entry], numbered: bool) -> None:
    """Give the lines of a group their keys: the digit that is their place where there is one, else in order."""
    ends = [entry.command[-1:] for entry in entries if not entry.reason]
    placed = numbered and len(set(ends)) == len(ends) and all(end in DIGITS for end in ends)
    for number, entry in enumerate(entries):
        if placed:
            entry.key = "" if entry.reason else entry.command[-1]
        elif number < len(DIGITS):
            entry.key = DIGITS[number]


def fold(entries: list[Entry]) -> list[Entry]:
    """Return the lines with all that is impossible in one; where nothing is possible they stay as they are."""
    possible = [entry for entry in entries if not entry.reason]
    hidden = len(entries) - len(possible)
    if not possible or not hidden:
        return entries
    more = Entry(f"✗ {hidden} that cannot be done now", FOLD, [])
    more.key = "x"
    return [*possible, more]
