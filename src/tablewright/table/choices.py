"""The choices of one decision, grouped so that a hundred actions fit on a screen.

Actions that differ only in their last word form a group ("creature HWOLF" with its slots). What is impossible stays in
the list with its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tablewright.core.match import Match
from tablewright.table.wording import Scene, Wording

#: So many impossible actions of a group are listed one by one; the others are counted.
REASONS_SHOWN = 4


class Entry:
    """One line of the choices: an action, a group of actions, or something impossible with its reason."""

    __slots__ = ("action", "command", "key", "reason", "title", "words")

    def __init__(self, title: str, command: str, words: list[str], action: Any = None, reason: str = "") -> None:
        self.title = title
        #: The words that this line stands for: a whole command line, or the start of one.
        self.command = command
        #: What is done when the line is chosen; ``None`` for a group and for what is impossible.
        self.action = action
        self.reason = reason
        #: The names of the places on the board that this line is about.
        self.words = words
        #: The key that chooses the line; "" if none does.
        self.key = ""


class Choices:
    """What can be done now for some seats, and what cannot be done and why; each seat answers for its own actions."""

    def __init__(self, match: Match, seats: Iterable[int], wording: Wording, scene: Scene) -> None:
        self.wording = wording
        self.scene = scene
        state = match.state
        seats = [seat for seat in seats if seat in match.acting]
        self.legal: list[Any] = [action for seat in seats for action in match.legal_actions(seat)]
        numbers = {action.number for action in self.legal}
        #: Impossible actions that are worth an explanation, with their reasons.
        self.impossible: list[tuple[Any, str]] = []
        for action in wording.explained(scene):
            if action.number not in numbers and state.seat_of(action) in seats:
                reason = state.why_not(action)
                if reason is not None:
                    self.impossible.append((action, str(reason)))

    def top(self) -> list[Entry]:
        """Return the groups and single actions, the possible ones first."""
        entries = [self._group_entry(group, actions) for group, actions in self._grouped(self.legal).items()]
        late = self.wording.late
        entries.sort(key=lambda entry: late.index(entry.command) if entry.command in late else -1)
        possible = {self.wording.group(action) for action in self.legal}
        refused: dict[str, Counter[str]] = {}
        for action, reason in self.impossible:
            group = self.wording.group(action)
            if group not in possible:
                refused.setdefault(group, Counter())[reason] += 1
        for group, reasons in refused.items():
            reason = self.wording.refusal(group, reasons.most_common(1)[0][0], self.scene)
            entries.append(self._refused(group, reason))
        return entries

    def each(self) -> list[Entry]:
        """Return all possible actions one by one, each called as it is outside its group."""
        return [self._entry(self._title(self.wording.group(action), action), action) for action in self.legal]

    def group(self, group: str) -> list[Entry]:
        """Return the actions of a group, then those of its actions that are impossible."""
        wording, scene = self.wording, self.scene
        actions = [action for action in self.legal if wording.group(action) == group]
        entries = [self._entry(wording.title(action, scene), action) for action in wording.order(actions, scene)]
        by_reason: dict[str, list[Any]] = {}
        for action, reason in self.impossible:
            if wording.group(action) == group:
                by_reason.setdefault(reason, []).append(action)
        for number, (reason, actions) in enumerate(by_reason.items(), 1):
            if number > REASONS_SHOWN:
                left = sum(len(rest) for rest in list(by_reason.values())[REASONS_SHOWN:])
                entries.append(Entry(f"{left} more", group, [], None, "likewise impossible; type one to see why"))
                break
            titles = ", ".join(wording.title(action, scene) for action in actions)
            entries.append(Entry(titles, actions[0].text, wording.words(actions[0], scene), None, reason))
        return entries

    def touching(self, word: str) -> list[Entry]:
        """Return what can be done with one thing on the board: a card, a slot, a field."""
        wording, scene = self.wording, self.scene
        entries = []
        grouped = self._grouped([action for action in self.legal if word in wording.words(action, scene)])
        for group, actions in grouped.items():
            if word in wording.group_words(group, scene):
                entries.append(self._group_entry(group, actions))
            else:
                entries += [self._entry(self._title(group, action), action) for action in actions]
        if not entries:
            for action, reason in self.impossible:
                group = wording.group(action)
                mine = word in wording.group_words(group, scene)
                if mine and all(entry.command != group for entry in entries):
                    entries.append(self._refused(group, wording.refusal(group, reason, scene)))
        return entries

    def sentence(self, action: Any) -> str:
        """Return an action as advice to a person: what to do, and if the game has words for it, what for."""
        group = self.wording.group(action)
        told = self._title(group, action)
        if group != action.text:
            what, _, rest = told.partition(" (")  # numbers are for those who compare, not for advice
            told = (what + rest.partition(")")[2]).replace(": ", " ", 1)
        aim = self.wording.advice(action, self.scene)
        return f"{told}: {aim}" if aim else told

    def playable(self) -> frozenset[str]:
        """Return the places on the board with which something can be done, such as cards in hand."""
        groups = {self.wording.group(action) for action in self.legal}
        return frozenset(word for group in groups for word in self.wording.group_words(group, self.scene))

    def left(self) -> list[str]:
        """Return what can still be done besides ending the turn and its like, by the titles of their groups."""
        groups = dict.fromkeys(self.wording.group(action) for action in self.legal)
        idle = (self.wording.ender, *self.wording.late)
        return [self.wording.group_title(group, self.scene).partition(" (")[0] for group in groups if group not in idle]

    def _grouped(self, actions: list[Any]) -> dict[str, list[Any]]:
        groups: dict[str, list[Any]] = {}
        for action in actions:
            groups.setdefault(self.wording.group(action), []).append(action)
        return groups

    def _group_entry(self, group: str, actions: list[Any]) -> Entry:
        if len(actions) == 1:
            return self._entry(self._title(group, actions[0]), actions[0])
        return Entry(self.wording.group_title(group, self.scene), group, self.wording.group_words(group, self.scene))

    def _refused(self, group: str, reason: str) -> Entry:
        """Return the line of a group that is impossible as a whole; its reason needs the room of its details."""
        title = self.wording.group_title(group, self.scene).partition(" (")[0]
        return Entry(title, group, self.wording.group_words(group, self.scene), None, reason)

    def _title(self, group: str, action: Any) -> str:
        """Return how an action is called outside its group."""
        title = self.wording.group_title(group, self.scene)
        return title if group == action.text else f"{title}: {self.wording.title(action, self.scene)}"

    def _entry(self, title: str, action: Any) -> Entry:
        return Entry(title, action.text, self.wording.words(action, self.scene), action)

    def complete(self, text: str) -> str:
        """Return the command line of a legal action that starts with a text, as far as all such actions agree."""
        typed = " ".join(text.casefold().split()) + (" " if text.endswith(" ") and text.strip() else "")
        fitting = [action.text for action in self.legal if action.text.casefold().startswith(typed)]
        if not fitting:
            return text
        first, last = min(fitting), max(fitting)
        same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
        return str(first[:same])
