"""Saves are records on disk. Every action is on the disk before the next one is asked for, so a crash loses nothing."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from io import FileIO
from itertools import count

from tablewright.core.record import BadRecord, Record

SUFFIX = ".record"


class CannotSave(Exception):
    """A save cannot be written or is in use; the message is a sentence."""


class SaveFile:
    """The file of one match that goes on. Only one process at a time holds it."""

    def __init__(self, path: str, file: FileIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, record: Record, folder: str) -> SaveFile:
        """Write a new save with a name of its own; raises ``CannotSave``."""
        stamp = time.strftime("%Y%m%d-%H%M%S")
        try:
            os.makedirs(folder, exist_ok=True)
            for number in count(1):
                path = os.path.join(folder, f"{stamp}-{record.game.key}{f'-{number}' if number > 1 else ''}{SUFFIX}")
                if not os.path.exists(path) and _replace(path, str(record).encode(), new=True):
                    break
        except OSError as error:
            raise CannotSave(f"the match cannot be saved in {folder}: {error.strerror}") from error
        return cls.open(path)

    @classmethod
    def open(cls, path: str) -> SaveFile:
        """Take hold of a save; raises ``CannotSave``. Nothing in it is changed yet."""
        try:
            # It stays open as long as the match, and without a buffer: nothing may be left to be written later.
            file = open(path, "rb+", buffering=0)  # noqa: SIM115
        except OSError as error:
            raise CannotSave(f"{path} cannot be written: {error.strerror}") from error
        if not _lock(file):
            file.close()
            raise CannotSave(f"{path} is being played in another window")
        file.seek(0, os.SEEK_END)
        return cls(path, file)

    def drop_torn_line(self) -> None:
        """Drop what a crash cut off at the end of a save that turned out to be good."""
        self._file.seek(0)
        self._file.seek(self._file.truncate(self._file.read().rfind(b"\n") + 1))

    def append(self, line: str, result: str) -> None:
        """Put an action, and the result if it ended the match, on the disk."""
        end = f"\nresult: {result}\n" if result else ""
        try:
            data = f"{line}\n{end}".encode()
            if self._file.write(data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
        except OSError as error:
            raise CannotSave(f"the match cannot be saved in {self.path}: {error.strerror}") from error

    def rewrite(self, record: Record) -> None:
        """Put a record that became shorter on the disk; a crash leaves the old or the new one."""
        try:
            _replace(self.path, str(record).encode())
        except OSError as error:
            raise CannotSave(f"the match cannot be saved in {self.path}: {error.strerror}") from error
        fresh = SaveFile.open(self.path)
        self._file.close()
        self._file = fresh._file

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


class Saved:
    """A save in a list: what is in it, or the sentence why it cannot be used."""

    def __init__(self, path: str, when: float) -> None:
        self.path = path
        self.when = when
        self.fault = ""
        self.record: Record | None = None
        try:
            self.record = Record.read(path)
        except BadRecord as error:
            self.fault = str(error)


def list_saves(folder: str, most: int = 100) -> list[Saved]:
    """Return the newest saves, the newest first."""
    found: list[tuple[float, str]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        wanted = [entry for entry in entries if entry.name.endswith(SUFFIX) and entry.is_file()]
        found = [(entry.stat().st_mtime, entry.path) for entry in wanted]
    return [Saved(path, when) for when, path in sorted(found, reverse=True)[:most]]


def _replace(path: str, data: bytes, new: bool = False) -> bool:
    """Write a file so that after a crash either all of it is there or what was there before.

    A ``new`` one is left to whoever else is just writing it; the answer says whether it was written.
    """
    part = path + ".part"
    try:
        file = open(part, "xb" if new else "wb")  # noqa: SIM115 - closed below
    except FileExistsError:
        return False
    with file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    if os.name == "posix":  # the new name must be on the disk too; other systems cannot sync a folder
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    return True


def _lock(file: FileIO) -> bool:
    try:
        import fcntl
    except ImportError:  # no such thing on this platform
        return True
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return not isinstance(error, BlockingIOError)  # a file system without locks is no reason not to play
    return True
