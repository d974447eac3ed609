"""Where the results of a study live: a folder with a file for each finished piece, so that none is lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tablewright.lab.study import Chunk, Study


class BadFolder(Exception):
    """The results cannot be kept; the message is a sentence."""


class Store:
    """The folder of one study. A piece is written under another name and renamed, so it is whole or absent."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study
        self.pieces = folder / "pieces"

    def open(self) -> None:
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
        """Return the pieces that have not been played yet."""
        return [chunk for chunk in self.study.chunks() if not self._piece(chunk).exists()]

    def keep(self, chunk: Chunk, rows: str) -> None:
        """Keep a finished piece."""
        try:
            self._write(self._piece(chunk), rows)
        except OSError as error:
            raise BadFolder(
                f"{self._piece(chunk)} cannot be written: {error.strerror}; what is finished is kept"
            ) from error

    def merge(self) -> Path:
        """Put all pieces in order into ``matches.jsonl`` and return its path."""
        path = self.folder / "matches.jsonl"
        try:
            self._write(path, "".join(self._piece(chunk).read_text("utf-8") for chunk in self.study.chunks()))
        except OSError as error:
            raise BadFolder(f"{path} cannot be written: {error.strerror}; what is finished is kept") from error
        return path

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
