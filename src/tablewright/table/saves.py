"""Saves are records on disk. Every action is on the disk before the next one is asked for, so a crash loses nothing.

An action is appended together with a checksum of everything before it, in one write. Whatever part of that a crash
leaves, what counts of it is a record that can be gone on with: see ``record``. The secret of a match that has one is in
a file beside the record until the end: whoever looks at the record, or sends it to somebody, learns no cards.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from io import FileIO
from itertools import count

from tablewright.core.dealing import BadDeal, Deal, SecretDeal
from tablewright.core.disk import Lock, remove_abandoned, remove_file, write_whole
from tablewright.core.outside import plain, read_bytes
from tablewright.core.record import MAGIC, MOST_ACTIONS, MOST_BYTES, VERSION, BadRecord, Checksum, Record

SUFFIX = ".record"
SECRET_SUFFIX = ".secret"
LOCK_SUFFIX = ".lock"
#: After so many bytes of appended lines a save is written anew, with one checksum instead of one for every action.
MOST_APPENDED = 1_000_000

#: A file with a secret has its 64 digits and a line end.
LONGEST_SECRET = 100

#: A pipe is not waited for, a link not followed.
_FLAGS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))


class CannotSave(Exception):
    """A save cannot be written or is in use; the message is a sentence."""


class SaveFile:
    """The file of one match that goes on. Only one process at a time holds it."""

    def __init__(self, path: str, lock: Lock) -> None:
        self.path = path
        #: A link is followed once: what is written anew is the file behind it, and its lock is the same by any name.
        self._file = os.path.realpath(path)
        self._lock = lock
        # The actions in the file; ``None`` if more than appending is needed. The others hold for these actions.
        self._stored: list[str] | None = None
        self._checksum = Checksum()
        self._length = self._compact = 0
        self._look: tuple[int, ...] = ()

    @classmethod
    def create(cls, record: Record, folder: str, deal: Deal | None = None) -> SaveFile:
        """Write a new save with a name of its own; raises ``CannotSave``.

        A record has no secret before the end of the match, so that the deal has to be given where there is one.
        """
        stamp = time.strftime("%Y%m%d-%H%M%S")
        try:
            os.makedirs(folder, exist_ok=True)
            remove_abandoned(folder)
            for number in count(1):
                path = os.path.join(folder, f"{stamp}-{record.game.key}{f'-{number}' if number > 1 else ''}{SUFFIX}")
                with contextlib.suppress(BlockingIOError, FileExistsError):  # somebody else's, of the same second
                    return cls._create(path, record, deal or record.deal)
        except OSError as error:
            raise CannotSave(f"the match cannot be saved in {folder}: {error.strerror}") from error
        raise AssertionError("numbers do not end")

    @classmethod
    def create_at(cls, path: str, record: Record) -> SaveFile:
        """Write a new save to a file that is not there yet; raises ``CannotSave``."""
        try:
            return cls._create(path, record, record.deal)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise CannotSave(f"the match cannot be saved in {plain(path)}: {why}") from error

    @classmethod
    def _create(cls, path: str, record: Record, deal: Deal) -> SaveFile:
        save = cls(path, Lock(os.path.realpath(path) + LOCK_SUFFIX))
        try:
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
            if isinstance(deal, SecretDeal) and not record.result:
                # First, for without it the record would be worth nothing.
                write_whole(save._secret_file, _secret_text(deal), new=True)
            save._write(record, new=True)
        except BaseException as error:
            if isinstance(error, FileExistsError) or not os.path.lexists(path):  # else the record needs it
                save._forget_secret(deal)
            save.close()
            raise
        return save

    @classmethod
    def open(cls, path: str) -> SaveFile:
        """Take hold of a save; raises ``CannotSave``. Nothing in it is changed before there is something to store."""
        try:
            real = os.path.realpath(path)
            _open(real).close()
            return cls(path, Lock(real + LOCK_SUFFIX))
        except BlockingIOError as error:
            raise CannotSave(f"{path} is being played in another window") from error
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise CannotSave(f"{path} cannot be written: {why}") from error

    def read(self) -> Record:
        """Return what is in the save, with its secret, and be ready to store what follows; raises ``BadRecord``."""
        record = Record.read(self.path)
        self._take_up(record)
        deal = record.deal
        if deal.known:
            if record.result and not record.cut:
                self._forget_secret(deal)  # the crash came before that
        elif isinstance(deal, SecretDeal):
            place = self._secret_file
            try:
                deal.reveal(bytes.fromhex(read_bytes(place, most=LONGEST_SECRET).decode("ascii")))
            except OSError as error:
                sentence = f"the secret of its cards cannot be read from {place}: {error.strerror}"
                raise BadRecord(f"{self.path} cannot be gone on with: {sentence}") from error
            except ValueError as error:
                why = error if isinstance(error, BadDeal) else "it is not written as one"
                sentence = f"the secret of its cards in {place} is not the right one: {why}"
                raise BadRecord(f"{self.path} cannot be gone on with: {sentence}") from error
        return record

    def _take_up(self, record: Record) -> None:
        """Remember what is in the file, up to a line that a crash cut off."""
        self._stored = None
        try:
            data = read_bytes(self._file, MOST_BYTES)
            look = _looks(os.stat(self._file))
        except OSError as error:
            raise BadRecord(f"{self.path} cannot be read: {error.strerror}") from error
        kept = data[: data.rfind(b"\n") + 1]
        # Other formats and line ends, the end of a match, and what has lost its last checksum are better written anew.
        whole = not record.cut and not record.result
        if whole and kept.startswith(f"{MAGIC} {VERSION}\n".encode()) and b"\r" not in data:
            self._stored = record.actions[:]
            self._checksum = Checksum(kept.decode())
            self._length, self._compact, self._look = len(kept), 0, look

    def store(self, record: Record) -> None:
        """Put a record on the disk; raises ``CannotSave``, and then everything that was on the disk still is.

        What was done since the last time is appended. Where something was taken back, and where the file is not as it
        was left, it is written anew. With the end of the match the secret goes into the record.
        """
        assert self._lock.held, "the save was closed"
        try:
            if len(record.actions) > MOST_ACTIONS:
                raise OSError(errno.EFBIG, f"a save has at most {MOST_ACTIONS:,} actions")
            appended = self._append(record)
            if not appended:
                self._write(record)
            if record.result:
                if appended:
                    with contextlib.suppress(OSError):  # all is safe already, only longer than it need be
                        self._write(record)
                self._forget_secret(record.deal)
        except OSError as error:
            raise CannotSave(f"the match cannot be saved in {self.path}: {error.strerror}") from error

    def _append(self, record: Record) -> bool:
        """Append what a record has beyond the file; returns whether that was possible."""
        stored = self._stored
        if stored is None or record.actions[: len(stored)] != stored or self._length - self._compact > MOST_APPENDED:
            return False
        try:
            file = _open(self._file)
        except OSError:  # somebody has moved it
            return False
        with file:
            if _looks(os.fstat(file.fileno())) != self._look:
                return False
            new = "".join(f"{line}\n" for line in record.actions[len(stored) :]) + record.tail()
            data = self._checksum.seal(new).encode()
            self._stored = None  # until all is well
            if self._length + len(data) > MOST_BYTES:
                return False
            try:
                if self._look[0] > self._length:  # of a line that was cut off nothing stays
                    file.truncate(self._length)
                left = memoryview(data)
                while left:  # a second time only to learn why not all of it could be written
                    left = left[file.write(left) :]
                os.fsync(file.fileno())
            except OSError:
                # A disk that is nearly full may soon have room for a line again, but not for the whole file.
                with contextlib.suppress(OSError, BadRecord):
                    file.truncate(self._length)
                    self._take_up(Record.read(self._file))
                raise
            self._look = _looks(os.fstat(file.fileno()))
        self._stored = record.actions[:]
        self._length += len(data)
        return True

    def _write(self, record: Record, new: bool = False) -> None:
        text = str(record)
        data = text.encode()
        if len(data) > MOST_BYTES:  # what could not be read again is no save
            raise OSError(errno.EFBIG, f"a save has at most {MOST_BYTES:,} bytes")
        self._stored = None
        write_whole(self._file, data, new=new)
        self._checksum = Checksum(text)
        self._length = self._compact = len(data)
        self._look = _looks(os.stat(self._file))
        if not record.result:
            self._stored = record.actions[:]

    @property
    def _secret_file(self) -> str:
        return os.path.splitext(self._file)[0] + SECRET_SUFFIX

    def _forget_secret(self, deal: Deal) -> None:
        """Remove the file with the secret of a deal; another file of that name is none of ours."""
        if isinstance(deal, SecretDeal) and deal.known:
            with contextlib.suppress(OSError):
                if read_bytes(self._secret_file, LONGEST_SECRET) == _secret_text(deal):
                    remove_file(self._secret_file)

    def close(self) -> None:
        """Let go of the file."""
        self._lock.release()


def _open(path: str) -> FileIO:
    """Open a regular file for appending, without a buffer: nothing may be left to be written later."""
    file = open(os.open(path, os.O_RDWR | os.O_APPEND | _FLAGS), "rb+", buffering=0)  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is not a regular file", path)
    return file


def _looks(found: os.stat_result) -> tuple[int, ...]:
    """Return what changes when somebody else writes a file, its size first."""
    return found.st_size, found.st_mtime_ns, found.st_ino


def _secret_text(deal: SecretDeal) -> bytes:
    return f"{deal.secret.hex()}\n".encode()


class Saved:
    """A save in a list: what is in it, or the sentence why it cannot be used. No secret is needed for that."""

    def __init__(self, path: str, when: float) -> None:
        self.path = path
        self.when = when
        self.fault = ""
        self.record: Record | None = None
        try:
            self.record = Record.read(path)
        except BadRecord as error:
            self.fault = plain(str(error))


def list_saves(folder: str, most: int = 100) -> list[Saved]:
    """Return the newest saves, the newest first."""
    found: list[tuple[float, str]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):  # it is gone already
                if entry.name.endswith(SUFFIX) and entry.is_file():
                    found.append((entry.stat().st_mtime, entry.path))
    return [Saved(path, when) for when, path in sorted(found, reverse=True)[:most]]
