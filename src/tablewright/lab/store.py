"""Where the results of a study live: a folder with a file for each finished piece, so that none is lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tablewright.lab.study import Chunk, Study


class BadFolder(Exception):
    """The results cannot be kept; the message is a sentence."""


class Pieces:
    """The finished pieces of a study, kept in memory."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self._rows: dict[int, str] = {}

    def missing(self) -> list[Chunk]:
        """Return the pieces that have not been played yet."""
        return [chunk for chunk in self.study.chunks() if chunk.number not in self._rows]

    def keep(self, chunk: Chunk, rows: str) -> None:
        """Keep a finished piece."""
        self._rows[chunk.number] = rows

    def merge(self) -> str:
        """Return the lines of all pieces in order; none may be missing."""
        return "".join(self._rows[chunk.number] for chunk in self.study.chunks())


class Store(Pieces):
    """The folder of one study. A piece is written under another name and renamed, so it is whole or absent.

    Raises ``BadFolder``.
    """

    def __init__(self, folder: Path, study: Study) -> None:
        super().__init__(study)
        self.folder = folder
        self.pieces = folder / "pieces"
        self._open()

    def _open(self) -> None:
        """Make the folder, or find in it what an earlier run of the same study has finished."""
        identity = self.folder / "study.json"
        try:
            if identity.exists():
                digest = json.loads(identity.read_text("utf-8")).get("digest")
                if digest != self.study.digest:
                    raise BadFolder(f"{self.folder} has the results of another study; choose another folder with --out")
            self.pieces.mkdir(parents=True, exist_ok=True)
            if not identity.exists():
                value = {"digest": self.study.digest, "pairings": [str(pairing) for pairing in self.study.pairings]}
                self._write(identity, json.dumps(value, indent=1) + "\n")
        except OSError as error:
            raise BadFolder(f"{self.folder} cannot be used: {error.strerror}") from error
        except ValueError as error:
            raise BadFolder(f"{identity} is broken; remove the folder or choose another with --out") from error

    def missing(self) -> list[Chunk]:
        return [chunk for chunk in self.study.chunks() if not self._piece(chunk).exists()]

    def keep(self, chunk: Chunk, rows: str) -> None:
        try:
            self._write(self._piece(chunk), rows)
        except OSError as error:
            raise BadFolder(
                f"{self._piece(chunk)} cannot be written: {error.strerror}; what is finished is kept"
            ) from error

    def merge(self) -> str:
        """Put all pieces in order into ``matches.jsonl`` and return what it holds."""
        path = self.folder / "matches.jsonl"
        try:
            lines = "".join(self._piece(chunk).read_text("utf-8") for chunk in self.study.chunks())
            self._write(path, lines)
        except OSError as error:
            raise BadFolder(f"{path} cannot be written: {error.strerror}; what is finished is kept") from error
        return lines

    def _piece(self, chunk: Chunk) -> Path:
        return self.pieces / f"{chunk.number:06}.jsonl"

    @staticmethod
    def _write(path: Path, text: str) -> None:
        part = path.with_suffix(".part")
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
