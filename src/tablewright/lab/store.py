"""Where the results of a study live: a folder with a file for each finished piece, so that none is lost."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from tablewright.core.outside import parse_json, read_text
from tablewright.lab.rows import check_rows
from tablewright.lab.study import Chunk, Study

if sys.platform != "win32":
    import fcntl

#: What is being written has a name of this kind, and no other file has.
PART_PREFIX, PART_SUFFIX = ".tablewright-", ".part"
#: A piece has at most so many bytes: it is a few matches.
MOST_PIECE_BYTES = 10_000_000


def write_whole(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file so that it is there whole or not at all, whatever happens; raises ``OSError``.

    It is written under a name that nobody can guess and renamed when it is on the disk. Of what fails nothing is left.
    """
    part = path.with_name(f"{PART_PREFIX}{secrets.token_hex(8)}{PART_SUFFIX}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    handle = os.open(part, flags, 0o666)
    try:
        with open(handle, "wb") as file:
            for piece in [data] if isinstance(data, bytes) else data:
                file.write(piece)
            file.flush()
            os.fsync(handle)
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Let a new name outlive a power cut, where folders can be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove_parts(folder: Path) -> None:
    """Remove what crashed while it was being written; only for whoever holds the lock of the folder."""
    for part in folder.glob(f"{PART_PREFIX}*{PART_SUFFIX}"):
        part.unlink(missing_ok=True)


class Lock:
    """A file that one process at a time holds; raises ``BlockingIOError`` if another does, and other ``OSError``.

    The kernel lets it go when the process ends, however that happens. The file stays: to remove it would let two
    processes hold one of that name.
    """

    def __init__(self, path: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT
        for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"):
            flags |= getattr(os, name, 0)
        self._handle = os.open(path, flags, 0o666)
        try:
            if sys.platform != "win32":
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Let others have it."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


class BadFolder(Exception):
    """The results cannot be kept; the message is a sentence."""


class Pieces:
    """The finished pieces of a study, kept in memory. It is a context: what it holds is let go at its end."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self._rows: dict[int, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the folder, if there is one."""

    def finished(self) -> set[int]:
        """Return the numbers of the pieces that have been played."""
        return set(self._rows)

    def keep(self, chunk: Chunk, rows: str) -> None:
        """Keep a finished piece."""
        self._rows[chunk.number] = rows

    def merge(self) -> Iterable[dict[str, Any]]:
        """Return the rows of all matches in order, to go through as often as needed; no piece may be missing."""
        return _Rows([self._rows[chunk.number] for chunk in self.study.chunks()])


class _Rows:
    """Rows that are read anew each time: those of a large study would fill the memory."""

    def __init__(self, source: list[str] | Path) -> None:
        self.source = source

    def __iter__(self) -> Iterator[dict[str, Any]]:
        if isinstance(self.source, Path):
            with self.source.open(encoding="utf-8") as file:
                yield from map(json.loads, file)
        else:
            for lines in self.source:
                yield from map(json.loads, lines.splitlines())


class Store(Pieces):
    """The folder of one study, which one run at a time uses. A piece in it is whole or absent.

    Raises ``BadFolder``.
    """

    def __init__(self, folder: Path, study: Study) -> None:
        super().__init__(study)
        self.folder = folder
        self.pieces = folder / "pieces"
        self._lock: Lock | None = None
        try:
            self._open()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        if self._lock is not None:
            self._lock.release()

    def _open(self) -> None:
        """Make the folder, or find in it what an earlier run of the same study has finished."""
        try:
            self._is_ours()  # before anything is written into the folder of another study
            self.pieces.mkdir(parents=True, exist_ok=True)
            self._lock = Lock(self.folder / "lock")
            if not self._is_ours():
                value = {"digest": self.study.digest, "pairings": [str(pairing) for pairing in self.study.pairings]}
                write_whole(self._identity, (json.dumps(value, indent=1) + "\n").encode())
            for folder in (self.folder, self.pieces):
                remove_parts(folder)
        except BlockingIOError as error:
            raise BadFolder(
                f"{self.folder} is being used by another run; wait for it or choose another folder"
            ) from error
        except OSError as error:
            raise BadFolder(f"{self.folder} cannot be used: {error.strerror}") from error

    @property
    def _identity(self) -> Path:
        return self.folder / "study.json"

    def _is_ours(self) -> bool:
        """Say whether the folder is that of this study, or of none yet."""
        try:
            value = parse_json(read_text(str(self._identity)))
        except FileNotFoundError:
            return False
        except ValueError as error:
            raise BadFolder(f"{self._identity} is broken; remove the folder or choose another with --out") from error
        if not isinstance(value, dict) or value.get("digest") != self.study.digest:
            raise BadFolder(f"{self.folder} has the results of another study; choose another folder with --out")
        return True

    def finished(self) -> set[int]:
        try:
            names = set(os.listdir(self.pieces))
        except OSError as error:
            raise BadFolder(f"{self.pieces} cannot be read: {error.strerror}") from error
        return {number for number in range(self.study.chunk_count()) if self._name(number) in names}

    def keep(self, chunk: Chunk, rows: str) -> None:
        try:
            write_whole(self._piece(chunk), rows.encode())
        except OSError as error:
            raise BadFolder(
                f"{self._piece(chunk)} cannot be written: {error.strerror}; what is finished is kept"
            ) from error

    def merge(self) -> Iterable[dict[str, Any]]:
        """Put all pieces in order into ``matches.jsonl`` and return what it holds."""
        path = self.folder / "matches.jsonl"
        try:
            write_whole(path, (self._read(chunk).encode() for chunk in self.study.chunks()))
        except OSError as error:
            raise BadFolder(f"{path} cannot be written: {error.strerror}; what is finished is kept") from error
        return _Rows(path)

    def _read(self, chunk: Chunk) -> str:
        """Return the lines of a piece, which may have been damaged or come from somebody else."""
        path = self._piece(chunk)
        try:
            lines = read_text(str(path), MOST_PIECE_BYTES)
            check_rows(self.study, chunk, lines)
        except OSError as error:
            raise BadFolder(f"{path} cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise BadFolder(f"{path} is damaged: {error}; remove it, and the study plays it again") from error
        return lines

    def _piece(self, chunk: Chunk) -> Path:
        return self.pieces / self._name(chunk.number)

    @staticmethod
    def _name(number: int) -> str:
        return f"{number:06}.jsonl"
