"""A grid of characters with styles, on which boards are drawn and found again by the mouse."""

from __future__ import annotations

from itertools import groupby

from rich.cells import cell_len

#: Lines of a box: horizontal, vertical and the four corners.
LIGHT = "─│┌┐└┘"
HEAVY = "━┃┏┓┗┛"
DOUBLE = "═║╔╗╚╝"

#: The style of what has changed.
CHANGED = "bold underline"


def cut(text: str, width: int) -> str:
    """Return as much of a text as fits, with a mark that there is more."""
    return text if len(text) <= width else f"{text[: max(0, width - 1)]}…"


class Canvas:
    """So many columns and rows. Styles are Textual's, such as ``bold $warning``, and follow the theme."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._rows = [[(" ", "")] * width for _ in range(height)]
        #: Named rectangles: word, column, row, width, height. Later ones lie on top.
        self._places: list[tuple[str, int, int, int, int]] = []

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write text; what does not fit on the canvas is cut off."""
        if not 0 <= row < self.height:
            return
        for character in text:
            if cell_len(character) != 1 or not character.isprintable():
                character = "?"  # a wide character would push everything behind it, and others are not to be seen
            if 0 <= column < self.width:
                self._rows[row][column] = (character, style)
            column += 1

    def fill(self, column: int, row: int, width: int, height: int, style: str) -> None:
        """Clear a rectangle and give it a style."""
        for line in range(row, row + height):
            self.put(column, line, " " * width, style)

    def box(self, column: int, row: int, width: int, height: int, style: str = "", lines: str = LIGHT) -> None:
        """Draw a frame and clear what is in it."""
        across, down, *corners = list(lines)
        self.put(column, row, corners[0] + across * (width - 2) + corners[1], style)
        for line in range(row + 1, row + height - 1):
            self.put(column, line, down + " " * (width - 2) + down, style)
        self.put(column, row + height - 1, corners[2] + across * (width - 2) + corners[3], style)

    def place(self, word: str, column: int, row: int, width: int, height: int) -> None:
        """Name a rectangle, so that it can be clicked and pointed at."""
        self._places.append((word, column, row, width, height))

    def at(self, column: int, row: int) -> list[str]:
        """Return the names of what is at a spot, the topmost first."""
        return [
            word
            for word, left, top, width, height in reversed(self._places)
            if left <= column < left + width and top <= row < top + height
        ]

    def runs(self, row: int) -> list[tuple[str, str]]:
        """Return a row as pieces of text that have one style each."""
        return [
            ("".join([character for character, _ in cells]), style)
            for style, cells in groupby(self._rows[row], lambda cell: cell[1])
        ]

    def mark_changes(self, before: Canvas) -> None:
        """Mark what is not as on another canvas, if both are of one size; without colours the line is left."""
        if (self.width, self.height) == (before.width, before.height):
            for row, other in zip(self._rows, before._rows, strict=True):
                for column, (new, old) in enumerate(zip(row, other, strict=True)):
                    if new[0] != old[0] and not {new[0], old[0]} & {"►", "•"}:
                        row[column] = (new[0], f"{new[1]} {CHANGED}".strip())

    def text(self) -> str:
        """Return the characters alone."""
        return "\n".join("".join(character for character, _ in row) for row in self._rows)
