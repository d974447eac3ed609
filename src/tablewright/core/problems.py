"""Mistakes in files of authors: all of them at once, each with its place, a stable code and what would be right."""

from __future__ import annotations

from errno import EFBIG

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.outside import LONGEST_NAME, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable


class Problem:
    """One mistake in a file. ``line`` and ``column`` count from 1; 0 means the file as a whole."""

    __slots__ = ("code", "column", "line", "message", "path", "warning")

    def __init__(self, path: str, line: int, column: int, code: str, message: str, warning: bool = False) -> None:
        self.path = path
        self.line = line
        self.column = column
        self.code = code
        self.message = message
        self.warning = warning

    def __str__(self) -> str:
        place = self.path
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        return f"{place}: {'warning' if self.warning else 'error'} {self.code}: {self.message}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class BadFile(Exception):
    """A file cannot be read or does not start with its magic line; ``path`` is as it was given."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class HugeFile(BadFile):
    """A file is larger than any that is read."""


def read_magic(path: str, magic: str) -> list[str]:
    """Return the lines of a text file behind its magic first line, or raise ``BadFile``.

    Undecodable bytes are kept as surrogates, so that printing gives back the bytes of the file.
    """

    try:
        data = read_bytes(path)
    except OSError as error:
        raise (HugeFile if error.errno == EFBIG else BadFile)(path) from error
    if not data.startswith(magic.encode() + b"\n"):
        raise BadFile(path)
    return data.decode("utf-8", "surrogateescape").split("\n")[1:]


def read_texts(path: str, magic: str) -> dict[str, str]:
    """Return the texts of a file with a ``KEY:text`` in every line behind its magic one, or raise ``BadFile``.

    Lines without a colon are skipped; a text may contain colons.
    """
    texts = {}
    for line in read_magic(path, magic):
        key, colon, text = line.partition(":")
        if colon:
            texts[key] = text
    return texts


class InvalidData(Exception):
    """A file has mistakes; ``problems`` lists them all."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean "..."?`` with the nearest known word, or an empty text if none is near."""
    if len(word) > LONGEST_NAME:
        return ""
    from difflib import get_close_matches

    spelling = {name.casefold(): name for name in known}
    near = get_close_matches(word.casefold(), spelling, n=1, cutoff=0.6)
    return f'; did you mean "{spelling[near[0]]}"?' if near else ""
