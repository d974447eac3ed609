"""Setups and positions as JSON values, and back with a sentence for everything that does not fit."""

from __future__ import annotations

from functools import cache
from typing import Any

from tablewright.core.problems import InvalidData
from tablewright.core.state import Outcome
from tablewright.games.maze.board import (
    AREA,
    CHARACTERS,
    COVERED,
    DIRECTIONS,
    MONSTER,
    PASSAGE,
    PRESSED,
    SIDE,
    START_TILES,
    TILE_LETTERS,
    WALL,
)
from tablewright.games.maze.files import STANDARD, MazeFile, layout_faults, plan_lines, read_maze_file
from tablewright.games.maze.rules import MazeState
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.state import SNAPSHOT_VERSION

#: No counter of a real game comes near.
MOST_FLIPS = 1_000_000_000


@cache
def standard() -> MazeFile:
    """Return the rooms and layouts that ship with the game."""
    return read_maze_file(STANDARD)


def read_own(path: str) -> MazeFile:
    """Return the layouts of an author's file and all rooms they may use; raises ``InvalidData`` with its mistakes."""
    file = read_maze_file(path, standard().rooms)
    if file.problems:
        raise InvalidData(file.problems)
    file.rooms = standard().rooms | file.rooms
    return file


def write_setup(setup: MazeSetup) -> dict[str, Any]:
    """Return a setup as a JSON value; only rooms that are not the rulebook's carry their floor plan."""
    rulebook = standard().rooms
    value: dict[str, Any] = {"layout": list(setup.layout), "max_flips": setup.max_flips}
    own = {letter: plan_lines(plan) for letter, plan in setup.rooms.items() if rulebook.get(letter) != plan}
    if own:
        value["rooms"] = own
    return value


def read_setup(value: Any) -> MazeSetup:
    """Return the setup of a JSON value; raises ``ValueError`` with a sentence if it is none."""
    fields = _object(value, "a maze setup", {"layout", "max_flips", "rooms"})
    own = fields.get("rooms", {})
    if not isinstance(own, dict):
        raise ValueError('"rooms" must be an object of floor plans')
    rooms = dict(standard().rooms)
    for letter, lines in own.items():
        if len(letter) != 1 or not "A" <= letter <= "Z":
            raise ValueError(f'"{letter}" is no room letter from A to Z')
        plan = rooms[letter] = _plan(lines, f'the floor plan of room "{letter}"')
        if plan[0] != WALL:
            raise ValueError(f'the top left tile of room "{letter}" must be a wall')
        if letter == "S" and any(plan[tile] != PASSAGE for tile in START_TILES):
            raise ValueError('the characters start on passages of room "S"')
    layout = fields.get("layout")
    if not isinstance(layout, list) or not all(isinstance(row, str) for row in layout):
        raise ValueError('"layout" must be a list of rows of room letters')
    faults = layout_faults(layout, rooms)
    if faults:
        raise ValueError(f"the layout cannot be used: {faults[0][3]}")
    return MazeSetup(layout, rooms, _number(fields.get("max_flips", 0), '"max_flips"', 0, MOST_FLIPS))


def read_snapshot(value: Any) -> MazeState:
    """Return the state of a snapshot; raises ``ValueError`` with a sentence if it is none."""
    names = "version setup deck active seen counter rooms revealed tiles characters pressed"
    fields = _object(value, "a maze snapshot", set(names.split()))
    missing = sorted(set(names.split()) - set(fields))
    if missing:
        raise ValueError(f'the snapshot lacks "{missing[0]}"')
    if fields["version"] != SNAPSHOT_VERSION:
        raise ValueError(f"the snapshot has version {fields['version']}, not {SNAPSHOT_VERSION}")
    setup = read_setup(fields["setup"])
    deck = fields["deck"]
    if not isinstance(deck, list) or sorted(map(str, deck)) != sorted(DIRECTIONS):
        raise ValueError('"deck" must have each direction once')
    seen = _number(fields["seen"], '"seen"', 1, len(DIRECTIONS))
    active = _number(fields["active"], '"active"', 0, seen - 1)
    counter = _number(fields["counter"], '"counter"', 0, MOST_FLIPS)
    if not isinstance(fields["pressed"], bool):
        raise ValueError('"pressed" must be true or false')
    letters = fields["rooms"]
    if not isinstance(letters, str) or sorted(letters) != sorted(setup.letters):
        raise ValueError('"rooms" must have the rooms of the setup')
    tiles = _tiles(fields, setup, letters)
    at = _characters(fields["characters"], tiles)
    order = tuple(DIRECTIONS.index(card) for card in deck)
    state = MazeState(setup, order, active, seen, counter, letters, tiles, at, fields["pressed"], None)
    if state.on_treasure():
        state.outcome = Outcome("treasure found", (1,), counter)
    elif 0 < setup.max_flips < counter:
        state.outcome = Outcome("too many flips", (-1,), counter)
    return state


def _tiles(fields: dict[str, Any], setup: MazeSetup, letters: str) -> bytes:
    revealed, rooms = fields["revealed"], fields["tiles"]
    if not isinstance(revealed, list) or len(revealed) != len(letters) or {*map(type, revealed)} != {bool}:
        raise ValueError('"revealed" must say true or false for every room')
    if not isinstance(rooms, list) or len(rooms) != len(letters):
        raise ValueError('"tiles" must have every room')
    tiles = b""
    for letter, lines, known in zip(letters, rooms, revealed, strict=True):
        plan = _plan(lines, f'the tiles of room "{letter}"')
        start = setup.rooms[letter]
        changed = [tile for tile in range(AREA) if plan[tile] != start[tile]]
        if any(plan[tile] != PASSAGE or start[tile] == WALL for tile in changed):
            raise ValueError(f'the tiles of room "{letter}" do not come from its floor plan')
        if not known:
            untouched = start.translate(PRESSED) if fields["pressed"] else start
            if plan != untouched:
                raise ValueError(f'room "{letter}" is covered, so its tiles must be as in its floor plan')
            plan = plan.translate(COVERED)
        tiles += plan
    return tiles


def _characters(value: Any, tiles: bytes) -> tuple[int, int, int]:
    if not isinstance(value, list) or len(value) != len(CHARACTERS):
        raise ValueError('"characters" must have the tiles of thief, fighter and seer')
    thief, fighter, seer = (_number(tile, '"characters"', 0, len(tiles) - 1) for tile in value)
    if len({thief, fighter, seer}) < len(CHARACTERS) or any(tiles[tile] >= MONSTER for tile in (thief, fighter, seer)):
        raise ValueError("every character stands on a tile of its own that can be walked on")
    return thief, fighter, seer


def _object(value: Any, what: str, known: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{what} must be an object")
    unknown = sorted(set(value) - known)
    if unknown:
        raise ValueError(f'{what} has no field "{unknown[0]}"')
    return value


def _number(value: Any, what: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{what} must be a whole number from {least} to {most}")
    return value


def _plan(value: Any, what: str) -> bytes:
    fits = isinstance(value, list) and len(value) == SIDE and all(isinstance(row, str) for row in value)
    if not fits or any(len(row) != SIDE or row.strip(TILE_LETTERS) for row in value):
        raise ValueError(f"{what} must be {SIDE} rows of {SIDE} letters from {TILE_LETTERS}")
    return bytes(TILE_LETTERS.index(tile) for row in value for tile in row)
