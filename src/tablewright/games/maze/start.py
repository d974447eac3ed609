"""A working start for authors: a maze with a room of its own."""

from __future__ import annotations

import re
from string import ascii_uppercase

from tablewright.games.maze.files import MAGIC, SUFFIX, plan_lines, standard

TEXT = """\
{magic}
# A maze of your own; docs/maze.md explains all tiles.
#   tablewright check {folder}
#   tablewright play maze --content {folder} --with layout={name}
#   tablewright solve maze {name} --file {folder}/{name}{suffix}

# A room is a letter and five rows of five tiles; its top left tile is a wall. P passage, W wall, X secret door,
# M monster, G hourglass, C crystal ball, H and V doors, L treasure, T F S switches of thief, fighter and seer.
# A room of the rulebook that is defined here too is another one in this file.
room {letter}
{room}

# A layout is a name, a line about it, and rows of rooms; everybody starts in room S.
layout {name}  Begun as {like}
{rows}
"""


def start_maze(name: str, like: str, folder: str) -> dict[str, str]:
    """Return the file of a new maze; ``like`` is a layout that ships."""
    like = like or next(iter(standard().layouts))
    stem = re.sub(r"[^a-z0-9]+", "-", (name or f"my {like}").lower()).strip("-")[:40] or "own"
    rows = "\n".join(standard().layouts[like].rows)
    # An own room takes the place of one, and begins as a copy of it: so the layout can still be won.
    old = next(letter for letter in rows if letter not in "S\n")
    new = next(letter for letter in ascii_uppercase if letter not in standard().rooms)
    text = TEXT.format(
        magic=MAGIC,
        suffix=SUFFIX,
        folder=folder,
        name=stem,
        like=like,
        letter=new,
        room="\n".join(plan_lines(standard().rooms[old])),
        rows=rows.replace(old, new),
    )
    return {f"{stem}{SUFFIX}": text}
