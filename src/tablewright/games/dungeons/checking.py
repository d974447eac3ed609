"""``tablewright check`` for the files of this game: dungeons, stories and the tables of the rulebook."""

from __future__ import annotations

import os
from difflib import get_close_matches

from tablewright.core.problems import BadFile, Problem, read_magic
from tablewright.games.dungeons.reader import DUNGEON_MAGIC, parse_rooms
from tablewright.games.dungeons.story import STORY_MAGIC, check_story
from tablewright.games.dungeons.tables import CHARACTERS_MAGIC, DATA, ITEMS_MAGIC, read_tables

MAGICS = (DUNGEON_MAGIC, STORY_MAGIC, ITEMS_MAGIC, CHARACTERS_MAGIC)
#: No file of an author is larger.
LARGEST_FILE = 64 * 1024


def magic_of(path: str) -> str | None:
    """Return the magic word that the first line of a file is or was meant to be."""
    try:
        with open(path, "rb") as file:
            first = file.readline(40).decode("ascii", "replace").strip().upper()
    except (OSError, ValueError):
        return None
    near = get_close_matches(first, MAGICS, n=1, cutoff=0.7)
    return near[0] if near else None


def claims(path: str) -> bool:
    """Say whether a file starts, perhaps misspelt, as one of this game."""
    return magic_of(path) is not None


def check(paths: list[str]) -> list[Problem]:
    """Report everything wrong with files; tables are read together with the shipped one they are not about."""
    problems: list[Problem] = []
    for path in paths:
        magic = magic_of(path)
        if magic is None or os.path.getsize(path) > LARGEST_FILE:
            problems.append(Problem(path, 0, 0, "size", f"the file is larger than {LARGEST_FILE} bytes"))
            continue
        try:
            lines = read_magic(path, magic)
        except BadFile:
            problems.append(Problem(path, 1, 1, "magic", f'the first line should be exactly "{magic}"'))
            continue
        if magic == DUNGEON_MAGIC:
            problems += parse_rooms(lines, path)[1]
        elif magic == STORY_MAGIC:
            problems += check_story(lines, path)
        else:
            items = path if magic == ITEMS_MAGIC else os.path.join(DATA, "items.txt")
            characters = path if magic == CHARACTERS_MAGIC else os.path.join(DATA, "characters.txt")
            problems += read_tables(items, characters)[1]
    return problems
