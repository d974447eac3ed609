"""What authors write, read and checked with all mistakes at once: dungeons and stories here, the rulebook's ``tables``.

The exact console plays whatever can be played: it refuses a dungeon only for problems that are not ``PLAYABLE``.
"""

from __future__ import annotations

import os

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.outside import plain
from tablewright.core.problems import BadFile, Problem, did_you_mean, read_magic
from tablewright.games.dungeons.floor import SIDE, field_at, place
from tablewright.games.dungeons.pieces import NOTHING, Foe, Hoard
from tablewright.games.dungeons.setup import FIRST_ROOM, MOST_HEROES, WAY_OUT, Room
from tablewright.games.dungeons.tables import (
    CHARACTERS_MAGIC,
    DATA,
    FOE_OF,
    ITEM_OF,
    ITEMS_MAGIC,
    MOST_PROBLEMS,
    TooManyProblems,
    read_tables,
    too_many,
)

if TYPE_CHECKING:
    from typing import Final

DUNGEON_MAGIC: Final = "DUNGEON"
STORY_MAGIC: Final = "STORY"
MAGICS: Final = (DUNGEON_MAGIC, STORY_MAGIC, ITEMS_MAGIC, CHARACTERS_MAGIC)

#: No file of an author is larger, in bytes.
LARGEST_FILE: Final = 64 * 1024
LARGEST_NUMBER: Final = 2**31 - 1

#: Every code of a mistake with its meaning. Scripts of authors may rely on the codes: they stay what they are.
PROBLEMS: Final = {
    # in files of several kinds
    "unreadable": "the file cannot be opened, or is no regular file",
    "wrong-format": "the first line is not exactly the magic word",
    "too-large": "the file is larger than 64 KiB",
    "bad-text": "the file is not UTF-8 text, or has a character that cannot be printed",
    "too-many-problems": "there are more mistakes than are listed",
    "bad-number": "something that should be a number is not one, or is too small or too large",
    "missing-amount": "an item comes without its amount, or an amount without its item",
    "unknown-item": "no item has this abbreviation",
    # in dungeons
    "bad-room": "a line does not start with ID:WIDTH,HEIGHT;",
    "duplicate-room": "a room's id is used again",
    "no-first-room": "there is no room 1",
    "too-crowded": "a room has fewer than three free fields",
    "no-foe": "a room has no foe, so its doors are never locked",
    "unreachable-room": "no door leads to a room",
    "bad-entity": "an entity is not LETTER:ROW,COLUMN:PARAMETERS",
    "unclosed-entity": "the last entity of a line is not closed by a semicolon",
    "unknown-entity": "no entity has this letter",
    "outside-room": "a position lies outside of its room",
    "taken-field": "a field is taken already",
    "duplicate-foe": "a room has the same foe twice",
    "no-boss": "no boss can be reached, so nobody can complete the dungeon",
    "duplicate-door": "a room has two doors to the same room",
    "unknown-room": "there is no room behind a door",
    "one-way-door": "the room behind a door has no door back",
    "no-exit": "room 1 has no way out of the dungeon (door 0)",
    "misplaced-exit": "a room other than room 1 has a way out (a warning)",
    # in stories
    "bad-line": "a line is not KEY:TEXT",
    "duplicate-key": "a key is used again",
    "missing-key": "a key has no line",
    "unknown-key": "a key is never printed",
    "open-line": "a text does not end with a semicolon, so the line goes on behind it (a warning)",
    # in the tables of the rulebook
    "unknown-section": "there is no such section",
    "too-many-rows": "a section has more than 100 rows",
    "wrong-columns": "a row has too few or too many cells",
    "empty-cell": "a cell is empty",
    "unknown-word": "a cell allows only certain words, and this is not one of them",
    "bad-dice": "dice are not written as in 2 d6",
    "bad-abbreviation": "an abbreviation is not four capital letters",
    "duplicate-item": "an abbreviation is used again",
    "bad-potion": "a potion neither heals nor makes resistant, or does both",
    "no-pattern": "there are no damage patterns",
    "duplicate-pattern": "the name of a pattern is used again",
    "wrong-pattern": "a ranged weapon has a pattern that needs a neighbour to aim at",
    "not-a-weapon": "an item that should be a weapon is not one",
    "not-ammunition": "an item that should be ammunition is not",
    "no-character": "there are no heroes, or no foes",
    "bad-letter": "a character's letter is not a capital one, or stands for something else",
    "duplicate-letter": "a letter is used again",
    "no-health": "a character has no health",
    "wrong-equipment": "a hero starts without a weapon, or with something equipped that cannot be",
    "wrong-order": "foes are not in the order of their letters, in which they act",
}

#: Mistakes of a dungeon that can be played nevertheless.
PLAYABLE: Final = frozenset(
    (
        "unclosed-entity",
        "too-crowded",
        "duplicate-foe",
        "duplicate-door",
        "unknown-room",
        "one-way-door",
        "no-exit",
        "misplaced-exit",
        "unreachable-room",
        "no-foe",
        "no-boss",
    )
)


class _Text:
    """A piece of a line that knows its column."""

    __slots__ = ("column", "text")

    def __init__(self, text: str, column: int) -> None:
        self.text = text
        self.column = column

    def split(self, separator: str) -> list[_Text]:
        column = self.column
        pieces = []
        for text in self.text.split(separator):
            pieces.append(_Text(text, column))
            column += len(text) + 1
        return pieces


class _Draft:
    """A room while its line is read."""

    __slots__ = ("chests", "doors", "foes", "height", "id", "taken", "width")

    def __init__(self, room_id: int, width: int, height: int) -> None:
        self.id = room_id
        self.width = width
        self.height = height
        self.doors: list[tuple[int, int]] = []
        self.foes: list[Foe] = []
        self.chests: list[Hoard] = []
        #: The letter of what stands on a field.
        self.taken: dict[int, str] = {}

    def finished(self) -> Room:
        return Room(self.id, self.width, self.height, self.doors, self.foes, self.chests)


class DungeonReader:
    """Reads the lines of a dungeon file behind its magic line."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.rooms: list[Room] = []
        self.problems: list[Problem] = []
        self._line = 0
        self._grave = 0
        self._lines: dict[int, int] = {}
        self._doors: list[tuple[int, int, int, int]] = []  # room, room behind, line, column

    def report(self, at: _Text, code: str, message: str) -> None:
        """Note a mistake on the current line."""
        self.report_at(self._line, at.column, code, message)

    def report_at(self, line: int, column: int, code: str, message: str, warning: bool = False) -> None:
        """Note a mistake somewhere in the file; raises ``TooManyProblems`` when enough is enough.

        Playable ones do not count: rooms end their number, and what is playable must not depend on it.
        """
        self.problems.append(Problem(self.path, line, column, code, plain(message), warning))
        self._grave += code not in PLAYABLE
        if self._grave == MOST_PROBLEMS:
            raise TooManyProblems

    def read(self, lines: list[str]) -> None:
        """Read all lines and compare the rooms with each other."""
        try:
            for number, line in enumerate(lines, 2):
                self._line = number
                if line.strip():
                    self._room(_Text(line, 1))
            self._compare()
        except TooManyProblems:
            self.problems.append(too_many(self.path, self._line))

    def number(self, at: _Text, low: int, high: int, what: str) -> int:
        """Read a number; a wrong one is reported and becomes the lowest possible."""
        text = at.text.strip()
        if text.isascii() and text.isdigit() and len(text) <= 10 and low <= int(text) <= high:
            return int(text)
        known = f"from {low} to {high}" if high != LARGEST_NUMBER else f"of {low} or more"
        self.report(at, "bad-number", f'the {what} should be a number {known}, not "{text[:20]}"')
        return low

    def _room(self, line: _Text) -> None:
        head, *entities = line.split(";")
        id_text, _, size = head.text.partition(":")
        width_text, comma, height_text = size.partition(",")
        if not comma:
            self.report(head, "bad-room", f'a room starts with "ID:WIDTH,HEIGHT;", this line with "{head.text[:20]}"')
            return
        known = len(self.problems)
        room_id = self.number(_Text(id_text, head.column), 1, SIDE, "id of the room")
        if len(self.problems) > known:
            return  # nothing else can be said about a room that cannot be named
        column = head.column + len(id_text) + 1
        width = self.number(_Text(width_text, column), 1, SIDE, "width")
        height = self.number(_Text(height_text, column + len(width_text) + 1), 1, SIDE, "height")
        if len(self.problems) > known:
            width = height = SIDE  # so that the entities are not blamed for the size
        if not entities or entities[-1].text.strip():
            self.report(
                entities[-1] if entities else head, "unclosed-entity", 'the last entity should be closed by ";"'
            )
        room = _Draft(room_id, width, height)
        for entity in entities:
            if entity.text.strip():
                self._entity(entity, room)
        free = width * height - len(room.taken)
        if free < MOST_HEROES:
            self.report(
                head, "too-crowded", f"room {room_id} has only {free} free fields for up to {MOST_HEROES} heroes"
            )
        if not room.foes:
            self.report(head, "no-foe", f"room {room_id} has no foe, so its doors are never locked")
        if room_id in self._lines:
            self.report(head, "duplicate-room", f"room {room_id} is already on line {self._lines[room_id]}")
        self._lines.setdefault(room_id, self._line)
        self.rooms.append(room.finished())

    def _entity(self, entity: _Text, room: _Draft) -> None:
        parts = entity.split(":")
        position = parts[1].split(",") if len(parts) == 3 else []
        if len(position) != 2:
            message = f'an entity is LETTER:ROW,COLUMN:PARAMETERS, not "{entity.text[:20]}"'
            self.report(entity, "bad-entity", message)
            return
        letter = parts[0].text.strip()
        row = self.number(position[0], 0, LARGEST_NUMBER, "row")
        column = self.number(position[1], 0, LARGEST_NUMBER, "column")
        field = 0
        if not (1 <= row <= room.height and 1 <= column <= room.width):
            size = f"{room.width} wide and {room.height} high"
            self.report(parts[1], "outside-room", f"({row},{column}) is outside of room {room.id}, which is {size}")
        else:
            field = field_at(row, column)
            if field in room.taken:
                message = f"{letter} stands on {place(field)}, where {room.taken[field]} is already"
                self.report(parts[1], "taken-field", message)
            room.taken.setdefault(field, letter)
        if letter == "D":
            behind = self.number(parts[2], 0, SIDE, "room behind the door")
            if behind in [other for _, other in room.doors]:
                self.report(entity, "duplicate-door", f"room {room.id} has two doors to room {behind}")
            room.doors.append((field, behind))
            self._doors.append((room.id, behind, self._line, entity.column))
        elif letter == "T":
            room.chests.append(self._chest(parts[2], field))
        elif letter in FOE_OF:
            foe_id = self.number(parts[2], 0, SIDE, "id of the foe")
            if any(foe.kind.letter == letter and foe.id == foe_id for foe in room.foes):
                self.report(entity, "duplicate-foe", f"room {room.id} has two foes {letter}{foe_id}")
            room.foes.append(Foe(FOE_OF[letter], foe_id, field, FOE_OF[letter].health))
        else:
            known = ", ".join(["D", "T", *FOE_OF])
            self.report(entity, "unknown-entity", f'"{letter[:20]}" is not an entity; there are {known}')

    def _chest(self, parameters: _Text, field: int) -> Hoard:
        value, *pairs = parameters.split(",")
        needed = self.number(value, 0, LARGEST_NUMBER, "value that unlocks the chest")
        items = list(NOTHING)
        for name, amount in zip(pairs[::2], pairs[1::2], strict=False):
            abbreviation = name.text.strip()
            count = self.number(amount, 0, LARGEST_NUMBER, "amount")
            if abbreviation in ITEM_OF:
                item = ITEM_OF[abbreviation].number
                items[item] += count
                if items[item] > LARGEST_NUMBER:
                    self.report(amount, "bad-number", f"all {abbreviation} together are more than {LARGEST_NUMBER}")
            else:
                near = did_you_mean(abbreviation[:20], ITEM_OF)
                self.report(name, "unknown-item", f'there is no item "{abbreviation[:20]}"{near}')
        if len(pairs) % 2:
            self.report(pairs[-1], "missing-amount", f"the amount of {pairs[-1].text.strip()[:20]} is missing")
        return Hoard(field, True, needed, False, tuple(items))

    def _compare(self) -> None:
        """Check what concerns more than one room."""
        links = {(room, behind) for room, behind, _, _ in self._doors}
        for room, behind, line, column in self._doors:
            if behind == WAY_OUT:
                if room != FIRST_ROOM:
                    message = f"the way out (door 0) belongs into room 1, this is room {room}"
                    self.report_at(line, column, "misplaced-exit", message, warning=True)
            elif behind not in self._lines:
                message = f"there is no room {behind} behind this door of room {room}; it stays locked"
                self.report_at(line, column, "unknown-room", message)
            elif (behind, room) not in links:
                message = f"room {behind} has no door back to room {room}"
                self.report_at(line, column, "one-way-door", message)
        if FIRST_ROOM not in self._lines:
            self.report_at(0, 0, "no-first-room", "there is no room 1, where every dungeon starts")
            return
        if (FIRST_ROOM, WAY_OUT) not in links:
            self.report_at(self._lines[FIRST_ROOM], 1, "no-exit", "room 1 has no way out of the dungeon (door 0)")
        reached, found = {FIRST_ROOM}, [FIRST_ROOM]
        while found:
            here = found.pop()
            onward = {behind for room, behind in links if room == here} & set(self._lines) - reached
            reached |= onward
            found += onward
        for room_id, line in self._lines.items():
            if room_id not in reached:
                self.report_at(line, 1, "unreachable-room", f"no door leads to room {room_id}")
        if not any(foe.kind.boss for room in self.rooms if room.id in reached for foe in room.foes):
            bosses = " or ".join(kind.name for kind in FOE_OF.values() if kind.boss)
            message = f"there is no {bosses} to be found, so nobody can complete this dungeon"
            self.report_at(0, 0, "no-boss", message)


def parse_rooms(lines: list[str], path: str) -> tuple[list[Room], list[Problem]]:
    """Read the lines behind the magic line; the rooms are of use only if all problems are ``PLAYABLE``."""
    reader = DungeonReader(path)
    reader.read(lines)
    return reader.rooms, reader.problems


def playable(problems: list[Problem]) -> bool:
    """Say whether the rules can go on with what was read."""
    return all(problem.code in PLAYABLE for problem in problems)


def read_dungeon(path: str) -> tuple[list[Room], list[Problem]]:
    """Read a dungeon file; raises ``BadFile`` if it cannot be read or has no magic line."""
    return parse_rooms(read_magic(path, DUNGEON_MAGIC), path)


#: Every key that the console prints a text for.
STORY_KEYS: Final = (
    "N_INTRO",
    *[f"N_ROOM_{room}" for room in range(1, 10)],
    "N_ENEMY_G",
    "N_ENEMY_L",
    "N_ENEMY_Z",
    "N_PROMPT_MESSAGE",
    "N_LOOT_CHEST_LOCKED",
    "N_LOOT_SUCCESSFUL",
    "N_DEFEAT",
    "N_FLIGHT",
    "N_COMPLETION",
    "N_SCORING_FILE",
    "E_UNKNOWN_COMMAND",
    "E_INVALID_PARAM_COUNT",
    "E_INVALID_PARAM",
    "E_ENTITY_OR_ITEM_UNAVAILABLE",
    "E_INVALID_POSITION",
    "E_MOVE_LOCKED_DOOR",
    "E_ATTACK_NO_WEAPON_EQUIPPED",
    "E_ATTACK_NO_AMMUNITION",
    "E_SCORING_FILE_NOT_WRITABLE",
)


def check_story(lines: list[str], path: str) -> list[Problem]:
    """Report all mistakes in the lines of a story file behind its magic line."""
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        if len(problems) == MOST_PROBLEMS:
            return [*problems, too_many(path, number)]
        key, colon, text = line.partition(":")
        if not colon:
            problems.append(
                Problem(path, number, 1, "bad-line", plain(f'a line is KEY:TEXT, this one is "{line[:20]}"'))
            )
        elif key in seen:
            problems.append(
                Problem(path, number, 1, "duplicate-key", plain(f"{key[:40]} is already on line {seen[key]}"))
            )
        elif key not in STORY_KEYS:
            message = f'"{key[:40]}" is never printed{did_you_mean(key[:40], STORY_KEYS)}'
            problems.append(Problem(path, number, 1, "unknown-key", plain(message)))
        elif not text.endswith(";"):
            message = f'{key} does not end with ";", so what is printed next follows in the same line'
            problems.append(Problem(path, number, len(line), "open-line", message, warning=True))
        seen.setdefault(key, number)
    missing = [Problem(path, 0, 0, "missing-key", f"{key} is missing") for key in STORY_KEYS if key not in seen]
    return problems + missing


def check_text(lines: list[str], path: str) -> Problem | None:
    """Report the first character that is no text, in the lines behind the magic one."""
    for number, line in enumerate(lines, 2):
        for column, char in enumerate(line, 1):
            if "\udc80" <= char <= "\udcff":  # how ``read_magic`` keeps a byte that is not UTF-8
                return Problem(path, number, column, "bad-text", "the file is not UTF-8 text")
            if (char < " " and char not in "\t\r") or char == "\x7f":
                message = f"there is a character that cannot be printed (number {ord(char)})"
                return Problem(path, number, column, "bad-text", message)
    return None


def magic_of(path: str) -> str | None:
    """Return the magic word that the first line of a regular file is or was meant to be."""
    if not os.path.isfile(path):  # a pipe would wait for ever
        return None
    try:
        with open(path, "rb") as file:
            first = file.readline(40).decode("ascii", "replace").strip().upper()
    except OSError:
        return None
    from difflib import get_close_matches

    near = get_close_matches(first, MAGICS, n=1, cutoff=0.7)
    return near[0] if near else None


def claims(path: str) -> bool:
    """Say whether a file starts, perhaps misspelt, as one of this game."""
    return magic_of(path) is not None


def check(paths: list[str]) -> list[Problem]:
    """Report everything wrong with files; tables are read together with the shipped one they are not about."""
    problems: list[Problem] = []
    for path in paths:
        if not os.path.isfile(path):
            problems.append(Problem(path, 0, 0, "unreadable", "there is no such file, or it is not a regular one"))
            continue
        magic = magic_of(path)
        if magic is None:
            problems.append(Problem(path, 1, 1, "wrong-format", f"the first line should be one of {', '.join(MAGICS)}"))
            continue
        if os.path.getsize(path) > LARGEST_FILE:
            problems.append(Problem(path, 0, 0, "too-large", f"the file is larger than {LARGEST_FILE} bytes"))
            continue
        try:
            lines = read_magic(path, magic)
        except BadFile:
            problems.append(Problem(path, 1, 1, "wrong-format", f'the first line should be exactly "{magic}"'))
            continue
        unprintable = check_text(lines, path)
        if unprintable is not None:
            problems.append(unprintable)
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
