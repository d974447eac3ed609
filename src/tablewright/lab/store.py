"""Where the results of a study live: a folder with a file for each finished piece, so that none is lost."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from tablewright.core.disk import Lock, remove_abandoned, write_whole
from tablewright.core.outside import parse_json, plain, read_text
from tablewright.lab.rows import check_rows
from tablewright.lab.study import MOST_PAIRINGS, Chunk, Study

#: A piece has at most so many bytes: it is a few matches.
MOST_PIECE_BYTES = 10_000_000
#: What says whose folder it is has at most so many: a few lines for each pairing.
MOST_IDENTITY_BYTES = 2_000 * MOST_PAIRINGS


def write_result(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file whole or not at all; raises ``OSError``."""
    write_whole(str(path), data, mode=0o666)  # results are for everybody whom the umask lets read them


class BadFolder(Exception):
    """The results cannot be kept; the message is a sentence."""

    def __init__(self, message: str) -> None:
        super().__init__(plain(message))  # names of folders are text from outside too


class Pieces:
    """The finished pieces of a study, kept in memory. It is a context: what it holds is let go at its end."""

    def __init__(self, study: Study) -> None:
        self.study = study
        # Compressed: those of the largest study would take more than a gigabyte.
        self._rows: dict[int, bytes] = {}
        #: For pairings that are not what they were when this study was last run: what of them has changed.
        self.changed: dict[int, list[str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the folder, if there is one."""

    def finished(self) -> set[int]:
        """Return the numbers of the pieces that have been played with what is there now."""
        return set(self._rows)

    def keep(self, chunk: Chunk, rows: str) -> None:
        """Keep a finished piece."""
        self._rows[chunk.number] = zlib.compress(rows.encode(), 1)

    def merge(self) -> Iterable[dict[str, Any]]:
        """Return the rows of all matches in order, to go through as often as needed; no piece may be missing."""
        return _Rows([self._rows[chunk.number] for chunk in self.study.chunks()])


class _Rows:
    """Rows that are read anew each time: those of a large study would fill the memory."""

    def __init__(self, source: list[bytes] | Path) -> None:
        self.source = source

    def __iter__(self) -> Iterator[dict[str, Any]]:
        if isinstance(self.source, Path):
            with self.source.open(encoding="utf-8") as file:
                yield from map(json.loads, file)
        else:
            for piece in self.source:
                yield from map(json.loads, zlib.decompress(piece).splitlines())


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
            self._earlier()  # before anything is written into the folder of another study
            self.pieces.mkdir(parents=True, exist_ok=True)
            self._lock = Lock(str(self.folder / "lock"))
            self._note_identities(self._earlier())
            for folder in (self.folder, self.pieces):
                remove_abandoned(str(folder), age=0)
        except BlockingIOError as error:
            raise BadFolder(
                f"{self.folder} is being used by another run; wait for it or choose another folder"
            ) from error
        except OSError as error:
            raise BadFolder(f"{self.folder} cannot be used: {error.strerror}") from error

    @property
    def _identity(self) -> Path:
        return self.folder / "study.json"

    def _earlier(self) -> Any:
        """Return what the last run was played with; ``None`` if there was none. Refuses the folder of another study."""
        try:
            value = parse_json(read_text(str(self._identity), MOST_IDENTITY_BYTES), 10 * MOST_PAIRINGS)
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise BadFolder(f"{self._identity} is broken; remove the folder or choose another with --out") from error
        if not isinstance(value, dict) or value.get("digest") != self.study.digest:
            raise BadFolder(f"{self.folder} has the results of another study; choose another folder with --out")
        return value.get("identities")

    def _note_identities(self, earlier: Any) -> None:
        """Note what the pairings are played with now, and which of them are not what they were."""
        now = [self.study.identity(number) for number in range(len(self.study.pairings))]
        if isinstance(earlier, list) and len(earlier) == len(now):
            pairs = enumerate(zip(earlier, now, strict=True))
            self.changed = {number: parts for number, (one, two) in pairs if (parts := two.changed(one))}
            if not self.changed:
                return
        names = [str(pairing) for pairing in self.study.pairings]
        value = {"digest": self.study.digest, "pairings": names, "identities": [asdict(one) for one in now]}
        write_result(self._identity, (json.dumps(value, indent=1) + "\n").encode())

    def finished(self) -> set[int]:
        try:
            names = set(os.listdir(self.pieces))
        except OSError as error:
            raise BadFolder(f"{self.pieces} cannot be read: {error.strerror}") from error
        return {chunk.number for chunk in self.study.chunks() if self._name(chunk) in names}

    def keep(self, chunk: Chunk, rows: str) -> None:
        try:
            write_result(self._piece(chunk), rows.encode())
        except OSError as error:
            raise BadFolder(
                f"{self._piece(chunk)} cannot be written: {error.strerror}; what is finished is kept"
            ) from error

    def merge(self) -> Iterable[dict[str, Any]]:
        """Put all pieces in order into ``matches.jsonl`` and return what it holds."""
        path = self.folder / "matches.jsonl"
        try:
            write_result(path, (self._read(chunk).encode() for chunk in self.study.chunks()))
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
        return self.pieces / self._name(chunk)

    @staticmethod
    def _name(chunk: Chunk) -> str:
        # What was played with other cards keeps its own name: it is of use again if the change is taken back.
        return f"{chunk.number:06}-{chunk.key}.jsonl"
