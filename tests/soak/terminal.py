"""A terminal that remembers what it shows: as much of one as the application uses."""

from __future__ import annotations

import codecs
import re

#: A control sequence, a string for the terminal itself, a short escape, a control, or characters to show.
PIECE = re.compile(
    r"\x1b\[([0-9;:<=>?]*)[ -/]*([@-~])|\x1b[P\]X^_].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-OQ-WYZ\\`-~]|[\x00-\x1a\x1c-\x1f]"
    r"|[^\x00-\x1f]+",
    re.DOTALL,
)
#: Asked with the first, a terminal that shows a change all at once answers with the second.
ASKED_FOR_FRAMES = b"\x1b[?2026$p"
HAS_FRAMES = b"\x1b[?2026;2$y"


class Display:
    """The characters on a screen, as they were after the last whole change."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self._cells = [[" "] * width for _ in range(height)]
        self._row = self._column = 0
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._left = ""
        #: What somebody in front of it sees.
        self.lines: list[str] = []

    def feed(self, data: bytes) -> None:
        """Take what a program writes."""
        text, end = self._left + self._decode(data), 0
        for found in PIECE.finditer(text):
            if found.start() != end:  # a sequence that has not ended yet
                break
            end = found.end()
            self._take(found)
        self._left = text[end:]

    def _take(self, found: re.Match[str]) -> None:
        numbers, kind = found.group(1, 2)
        if kind == "H":
            row, _, column = numbers.partition(";")
            self._row, self._column = int(row or 1) - 1, int(column or 1) - 1
        elif kind == "l" and numbers == "?2026":
            self.lines = ["".join(row) for row in self._cells]
        elif kind == "J":
            self._cells = [[" "] * self.width for _ in self._cells]
        elif kind is None and not found[0].startswith("\x1b"):
            for char in found[0]:
                self._show(char)

    def _show(self, char: str) -> None:
        if char == "\r":
            self._column = 0
        elif char == "\n":
            self._row += 1
        elif char >= " ":
            if self._row < len(self._cells) and self._column < self.width:
                self._cells[self._row][self._column] = char
            self._column += 1
