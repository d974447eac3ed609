"""The door: files, JSON and text from outside, bounded and cleaned before anything else looks at them.

Records, setups, snapshots, cards, decks, dungeons, mazes, studies and settings all come through here, whoever wrote
them. A limit is a promise too: what is within it costs at most a second and a hundred megabytes to be read and refused
or taken.
"""

from __future__ import annotations

import errno
import os
import stat

from tablewright.core.light import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, Final

#: No file is larger, except records.
MOST_BYTES: Final = 1_000_000
#: JSON nests at most so deep, has at most so many values, and its numbers at most so many characters.
DEEPEST: Final = 50
MOST_VALUES: Final = 200_000
LONGEST_NUMBER: Final = 30
#: A name of a person or a piece has at most so many characters, any other line of text so many.
LONGEST_NAME: Final = 80
LONGEST_LINE: Final = 1_000
#: Characters that are not shown but change how others are: controls, formats, halves of pairs, private, unassigned.
UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
#: So do some that count as letters and marks: fillers, joiners and selectors.
FILLERS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
SELECTORS: Final = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
#: Braille without dots is a blank that is not called one.
BLANK: Final = "\u2800"
#: More accents than this on one letter are no language but a tower that hides the lines around it.
MOST_MARKS: Final = 4
#: What stands for the rest of a text that was too long.
CUT: Final = "…"


def read_bytes(path: str, most: int = MOST_BYTES) -> bytes:
    """Return what is in a regular file of at most so many bytes; raises ``OSError`` with a sentence in ``strerror``.

    A pipe would wait for ever and a device never end: they are refused without reading.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(path, flags)
    except ValueError as error:  # a NUL in the path
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path) from error
    with open(handle, "rb") as file:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is not a regular file", path)
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes", path)
    return data


def read_text(path: str, most: int = MOST_BYTES) -> str:
    """Return the UTF-8 text of such a file, with ``\\n`` for every kind of line end; raises ``OSError`` likewise."""
    try:
        text = read_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError as error:
        raise OSError(errno.EILSEQ, "it is not UTF-8 text", path) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_json(text: str, most: int = MOST_VALUES) -> Any:
    """Return the value of a JSON text within the bounds above; raises ``ValueError`` with a sentence.

    Numbers are finite, and what Python's reader takes beyond the standard (NaN, Infinity) is refused.
    """
    import json

    check_nesting(text, most)
    try:
        return json.loads(text, parse_int=_whole, parse_float=_decimal, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from error


def check_nesting(text: str, most: int = MOST_VALUES) -> None:
    """Raise ``ValueError`` if a JSON text nests too deep or has too many values; it need not be JSON at all."""
    import re

    depth = values = 0
    # A string that does not end is taken whole, and nothing is tried twice: the time grows with the length alone.
    for found in re.finditer(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]|,', text, re.DOTALL):
        mark = found[0]
        if mark in "[{":
            depth += 1
            if depth > DEEPEST:
                raise ValueError(f"it nests deeper than {DEEPEST} levels")
        elif mark in "]}":
            depth -= 1
        if mark in "[{,":
            values += 1
            if values > most:
                raise ValueError(f"it has more than {most:,} values")


def _whole(digits: str) -> int:
    _check_length(digits)
    return int(digits)


def _decimal(digits: str) -> float:
    _check_length(digits)
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"it has the number {digits}, which is too large")
    return value


def _check_length(digits: str) -> None:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"it has a number of {len(digits):,} characters; {LONGEST_NUMBER} are the most")


def _no_number(name: str) -> float:
    raise ValueError(f"it has {name}, which is no number of JSON")


def plain(text: str, most: int = LONGEST_LINE) -> str:
    """Return text from outside as one line that every face may show: nothing in it steers a terminal or hides.

    Controls, marks that turn the direction of writing, and other unseen characters are dropped, runs of blanks become
    one, wide and decorated forms of a letter become the letter, and what is too long ends in an ellipsis.
    """
    shown = text
    if not (text.isascii() and text.isprintable()):
        import unicodedata

        kept = _shown(text[: 4 * most])
        shown = _few_marks(CUT.join(unicodedata.normalize("NFKC", part) for part in kept.split(CUT)))
    shown = " ".join(shown.split())
    if len(shown) > most or len(text) > 4 * most:
        shown = shown[: most - 1].rstrip() + CUT
    return shown


def plain_lines(text: str) -> str:
    """Return lines with something from outside in them, such as a drawing, as plain text; their blanks stay.

    Where one value must not become two lines, it goes through ``plain`` first.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "\n".join(_few_marks(_shown(line)) for line in text.split("\n"))


def _shown(text: str) -> str:
    """Return a text without its unseen characters, and with one kind of blank."""
    import unicodedata

    blanks = "".join(" " if char.isspace() or char == BLANK else char for char in text)
    return "".join(
        char
        for char in blanks
        if unicodedata.category(char) not in UNSEEN
        and char not in FILLERS
        and not any(first <= ord(char) <= last for first, last in SELECTORS)
    )


def _few_marks(text: str) -> str:
    """Return a text without towers of accents."""
    import unicodedata

    kept, marks = "", 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept += char
    return kept
