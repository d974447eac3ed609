"""Every version of a card or a deck, in a file that only grows: nothing that was acknowledged is ever lost.

Lines are JSON objects. ``version`` is a new version with the texts that changed since the one it came ``from``; ``at``
goes back to another version (undo, redo); ``stood`` notes that the files of the author hold a version; ``removed`` and
``wish`` say what they say. A last line that a crash has cut off was never acknowledged, and is dropped.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablewright.core.disk import write_whole
from tablewright.web.workshop.bounds import Bounds

Texts = dict[str, str]


@dataclass(frozen=True, slots=True)
class Version:
    """What was written at some time; ``before`` is the version that it came from, 0 for the first."""

    number: int
    before: int
    when: int
    what: str
    texts: Texts


@dataclass
class History:
    """What the lines of a journal come to."""

    versions: dict[int, Version] = field(default_factory=dict)
    at: int = 0
    #: Versions to which redo leads, the next one last.
    undone: list[int] = field(default_factory=list)
    #: The version that the files of the author hold; 0 if they hold none.
    stood: int = 0
    removed: bool = False
    wish: str = ""
    #: The name of what it was begun from.
    like: str = ""

    @property
    def now(self) -> Version:
        """The version that counts."""
        return self.versions[self.at]

    @property
    def can_undo(self) -> bool:
        """Is there an earlier version to go back to?"""
        return self.now.before in self.versions

    def take(self, line: Mapping[str, Any]) -> None:
        """Read one line on."""
        if "version" in line:
            before = self.versions.get(line["from"])
            texts = {**(before.texts if before is not None else {}), **line["texts"]}
            self.versions[line["version"]] = Version(line["version"], line["from"], line["when"], line["what"], texts)
            self.at = line["version"]
            self.undone = []
        elif line.get("at") in self.versions:
            if self.undone and self.undone[-1] == line["at"]:
                self.undone.pop()
            else:
                self.undone.append(self.at)
            self.at = line["at"]
        self.stood = line.get("stood", self.stood)
        self.removed = line.get("removed", self.removed)
        self.wish = line.get("wish", self.wish)
        self.like = line.get("like", self.like)


class Journal:
    """The file of one card or deck. Whoever changes it holds the lock of the space; others may read meanwhile."""

    def __init__(self, path: str, bounds: Bounds) -> None:
        self.path = path
        self._bounds = bounds
        self.history = History()
        #: How much of which file was read.
        self._read = 0
        self._file = 0

    @property
    def begun(self) -> bool:
        """Is there anything in it?"""
        return bool(self.history.versions)

    def refresh(self) -> Journal:
        """Read what was added since; raises ``OSError``."""
        try:
            with open(self.path, "rb") as file:
                found = os.fstat(file.fileno())
                if found.st_ino != self._file or found.st_size < self._read:
                    self.history, self._read, self._file = History(), 0, found.st_ino
                if found.st_size == self._read:
                    return self
                file.seek(self._read)
                data = file.read()
        except FileNotFoundError:
            self.history, self._read, self._file = History(), 0, 0
            return self
        whole = data[: data.rfind(b"\n") + 1]
        for line in whole.splitlines():
            with contextlib.suppress(ValueError, KeyError, TypeError):  # what a disk has spoilt is no line of ours
                self.history.take(json.loads(line))
        self._read += len(whole)
        return self

    def _append(self, line: Mapping[str, Any], *, sync: bool = True) -> None:
        """Add a line; it is on the disk at return, unless it only notes what can be found out again."""
        data = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        new = not os.path.exists(self.path)
        if new:
            write_whole(self.path, data)
        else:
            handle = os.open(self.path, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
            try:
                os.ftruncate(handle, self._read)  # what a crash has cut off
                os.lseek(handle, self._read, os.SEEK_SET)
                os.write(handle, data)
                if sync:
                    os.fsync(handle)
            finally:
                os.close(handle)
        self.refresh()

    def add(self, what: str, texts: Texts, **more: Any) -> Version:
        """Add a version, which counts from now on."""
        history = self.history
        before = history.versions.get(history.at)
        known = before.texts if before is not None else {}
        changed = {name: text for name, text in texts.items() if known.get(name) != text}
        number = max(history.versions, default=0) + 1
        line = {"version": number, "from": history.at, "when": now(), "what": what, "texts": changed}
        self._append({**line, **more})
        self._forget_old()
        return self.history.now

    def undo(self) -> bool:
        """Go back to the version before; ``False`` if there is none."""
        if not self.history.can_undo:
            return False
        self._append({"at": self.history.now.before})
        return True

    def redo(self) -> bool:
        """Take an undo back; ``False`` if there is none."""
        if not self.history.undone:
            return False
        self._append({"at": self.history.undone[-1]})
        return True

    def note(self, *, sync: bool = True, **facts: Any) -> None:
        """Note that the files hold a version (``stood``), that it was ``removed`` or not, or a ``wish``."""
        self._append(facts, sync=sync)

    def _forget_old(self) -> None:
        """Write the newest versions anew where a space has bounds, so that it does not grow for ever."""
        most, history = self._bounds.versions, self.history
        if most is None or len(history.versions) <= 2 * most:
            return
        kept = sorted({*sorted(history.versions)[-most:], history.at, *([history.stood] if history.stood else [])})
        lines: list[Mapping[str, Any]] = [
            {
                "version": version.number,
                "from": version.before if version.before in kept else 0,
                "when": version.when,
                "what": version.what,
                "texts": version.texts,
            }
            for version in (history.versions[number] for number in kept)
        ]
        # Whoever undoes behind what is kept stops there; the newest version counts, as it did.
        lines.append({"stood": history.stood, "removed": history.removed, "wish": history.wish, "like": history.like})
        write_whole(self.path, _written(lines))
        self.refresh()

    def drop(self) -> None:
        """Remove the file."""
        os.unlink(self.path)


def _written(lines: Iterable[Mapping[str, Any]]) -> bytes:
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)


def now() -> int:
    """Return the time in milliseconds."""
    return time.time_ns() // 1_000_000
