"""Pictures of text: what ``State.picture`` draws, as an array of pixels."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

#: A letter is 5 pixels wide and 8 high; the pixel to its right and those above and below it stay free.
WIDTH: Final = 6
HEIGHT: Final = 10

#: The glyphs from the blank to the tilde, nine characters each. A glyph is eight rows from top to bottom, and a row one
#: digit to the base of 32 whose bits are the pixels from left to right.
GLYPHS: Final = (
    "00000000 44444040 AAA00000 AAVAVAA0 4FKE5U40 OP248J30 CIK8LID0 44800000 24888420 84222480 04LEL400 044V4400 "
    "00000C48 000V0000 00000CC0 11248GG0 EHJLPHE0 4C4444E0 EH1248V0 V2421HE0 26AIV220 VGU11HE0 68GUHHE0 V1248880 "
    "EHHEHHE0 EHHF12C0 0CC0CC00 0CC0C480 248G8420 00V0V000 84212480 EH124040 EH1DLLE0 EHHVHHH0 UHHUHHU0 EHGGGHE0 "
    "SIHHHIS0 VGGUGGV0 VGGUGGG0 EHGNHHF0 HHHVHHH0 E44444E0 72222IC0 HIKOKIH0 GGGGGGV0 HRLLHHH0 HHPLJHH0 EHHHHHE0 "
    "UHHUGGG0 EHHHLID0 UHHUKIH0 FGGE11U0 V4444440 HHHHHHE0 HHHHHA40 HHHLLLA0 HHA4AHH0 HHHA4440 V1248GV0 E88888E0 "
    "GG842110 E22222E0 4AH00000 0000000V 84200000 00E1FHF0 GGMPHHU0 00EGGHE0 11DJHHF0 00EHVGE0 698S8880 00FHHF1E "
    "GGMPHHH0 40C444E0 206222IC GGIKOKI0 C44444E0 00QLLHH0 00MPHHH0 00EHHHE0 00UHHUGG 00FHHF11 00MPGGG0 00FGE1U0 "
    "88S88960 00HHHJD0 00HHHA40 00HHLLA0 00HA4AH0 00HHHF1E 00V248V0 24484420 44444444 84424480 008L2000"
)
#: Lines of frames: how many strokes lead from the middle up, right, down and left.
FRAMES: Final = {
    "─": (0, 1, 0, 1),
    "│": (1, 0, 1, 0),
    "┌": (0, 1, 1, 0),
    "┐": (0, 0, 1, 1),
    "└": (1, 1, 0, 0),
    "┘": (1, 0, 0, 1),
    "├": (1, 1, 1, 0),
    "┤": (1, 0, 1, 1),
    "┬": (0, 1, 1, 1),
    "┴": (1, 1, 0, 1),
    "┼": (1, 1, 1, 1),
    "═": (0, 2, 0, 2),
    "║": (2, 0, 2, 0),
    "╔": (0, 2, 2, 0),
    "╗": (0, 0, 2, 2),
    "╚": (2, 2, 0, 0),
    "╝": (2, 0, 0, 2),
    "╬": (2, 2, 2, 2),
}
#: Where one stroke or two run, across and down.
ROWS: Final = ((), (5,), (4, 6))
COLUMNS: Final = ((), (2,), (1, 3))

PAPER: Final = (22, 24, 29)
INK: Final = (226, 224, 214)


@cache
def glyph(character: str) -> NDArray[np.bool_]:
    """Return a character cell; characters nobody drew become a hollow box."""
    cell = np.zeros((HEIGHT, WIDTH), np.bool_)
    number = ord(character) - ord(" ")
    if character == "█":
        cell[:] = True
    elif character in FRAMES:
        up, right, down, left = FRAMES[character]
        for strokes, part in ((up, slice(0, 6)), (down, slice(5, HEIGHT))):
            for column in COLUMNS[strokes]:
                cell[part, column] = True
        for strokes, part in ((right, slice(2, WIDTH)), (left, slice(0, 3))):
            for row in ROWS[strokes]:
                cell[row, part] = True
    elif 0 <= 9 * number < len(GLYPHS):
        for row, digit in enumerate(GLYPHS[9 * number : 9 * number + 8], 1):
            cell[row, :5] = [int(digit, 32) >> bit & 1 for bit in (4, 3, 2, 1, 0)]
    else:
        cell[1:8, 0:5] = True
        cell[2:7, 1:4] = False
    cell.flags.writeable = False
    return cell


def draw(text: str, columns: int = 0, rows: int = 0, scale: int = 2) -> NDArray[np.uint8]:
    """Return the text as an image, height times width times RGB, with room for so many columns and rows at least."""
    lines = text.rstrip("\n").split("\n")
    columns = max(columns, *(len(line) for line in lines), 1)
    rows = max(rows, len(lines))
    canvas = np.zeros((rows * HEIGHT, columns * WIDTH), np.bool_)
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            if character != " ":
                canvas[row * HEIGHT : (row + 1) * HEIGHT, column * WIDTH : (column + 1) * WIDTH] = glyph(character)
    image = np.where(canvas[:, :, None], np.array(INK, np.uint8), np.array(PAPER, np.uint8))
    return image.repeat(scale, axis=0).repeat(scale, axis=1)
