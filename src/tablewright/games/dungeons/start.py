"""A working start for authors: a dungeon that can be played, with notes beside it."""

from __future__ import annotations

import os
import re

from tablewright.core.outside import read_text
from tablewright.games.dungeons.tables import DATA

LIKE = "cellar"

NOTES = """\
# {name}

A dungeon file has no comments, so here is what its lines say. Every line is a room:

    ID:WIDTH,HEIGHT;LETTER:ROW,COLUMN:PARAMETERS;...

- `D:ROW,COLUMN:ROOM;` is a door to a room, `0` leads out of the dungeon. The room behind needs a door back.
- `G`, `L`, `Z` are foes (goblin, lich, zombie), each with a number of its own; the dungeon ends with the lich.
- `T:ROW,COLUMN:LOCK,ITEM,AMOUNT,...;` is a chest; the lock is what must be rolled to open it.

    tablewright check {folder}
    tablewright play dungeons --content {folder} --with dungeon={name}

`docs/dungeons.md` lists all items and everything that can be wrong; `docs/content.md` says where own content is used.
"""


def start_dungeon(name: str, like: str, folder: str) -> dict[str, str]:
    """Return the files of a new dungeon; ``like`` is one that ships."""
    text = read_text(os.path.join(DATA, "dungeons", f"{like or LIKE}.txt"))
    stem = re.sub(r"[^a-z0-9]+", "-", (name or f"my {like or LIKE}").lower()).strip("-")[:40] or "own"
    return {f"{stem}.txt": text, f"{stem}.md": NOTES.format(name=stem, folder=folder)}
