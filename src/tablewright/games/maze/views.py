"""Positions and setups as JSON values, and back with a sentence for everything that does not fit."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Any

from tablewright.core.values import fields, flag, items, number, one_of, text
from tablewright.games.maze import rules
from tablewright.games.maze.files import layout_faults, plan_lines, standard
from tablewright.games.maze.pieces import (
    AREA,
    CHARACTERS,
    COVERED,
    CRYSTAL_BALL,
    DIRECTIONS,
    DOOR,
    HIDDEN,
    HOURGLASS,
    MONSTER,
    PASSAGE,
    PRESSED,
    REVEALED,
    SECRET_DOOR,
    SIDE,
    START_TILES,
    SWITCH,
    TILE_LETTERS,
    WALL,
)
from tablewright.games.maze.setup import MOST_FLIPS, MazeSetup
from tablewright.games.maze.state import MazeState

SNAPSHOT_VERSION = 1

#: A room is named by a letter.
MOST_ROOMS = len(ascii_uppercase)
#: What becomes a passage one by one; switches and secret doors all at once.
USED_UP = (HOURGLASS, CRYSTAL_BALL, MONSTER, *range(DOOR, SECRET_DOOR))


# What a seat may know


def view(state: MazeState) -> dict[str, Any]:
    """Return the open table: the rooms that take part are known, where the covered ones lie is not."""
    board = state.setup.board
    rooms: list[str | None] = []
    tiles: list[list[str] | None] = []
    for place, letter in enumerate(state.letters):
        known = state.revealed(place)
        rooms.append(letter if known else None)
        tiles.append(plan_lines(state.tiles[place * AREA : (place + 1) * AREA]) if known else None)
    return {
        "counter": state.counter,
        "max_flips": state.setup.max_flips,
        "card": DIRECTIONS[state.deck[state.active]],
        "deck": [DIRECTIONS[card] if i < state.seen else None for i, card in enumerate(state.deck)],
        "rows": board.rows,
        "columns": board.columns,
        "rooms": rooms,
        "rooms_in_play": sorted(state.letters),
        "tiles": tiles,
        "characters": {who: list(board.row_column(tile)) for who, tile in zip(CHARACTERS, state.at, strict=True)},
        "pressed": state.pressed,
        "outcome": None if state.outcome is None else str(state.outcome),
    }


# Setups


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
    given = fields(value, "a maze setup", ("layout",), ("max_flips", "rooms"))
    rooms = dict(standard().rooms)
    for letter, lines in fields(given.get("rooms", {}), "the table of rooms", (), ascii_uppercase).items():
        plan = rooms[letter] = _read_plan(lines, f'the floor plan of room "{letter}"')
        if plan[0] != WALL:
            raise ValueError(f'the top left tile of room "{letter}" should be a wall')
        if letter == "S" and any(plan[tile] != PASSAGE for tile in START_TILES):
            raise ValueError('the characters start on passages of room "S"')
    rows = items(given["layout"], "the layout", 1, MOST_ROOMS)
    layout = [text(row, "a row of the layout", MOST_ROOMS) for row in rows]
    faults = layout_faults(layout, rooms)
    if faults:
        raise ValueError(f"the layout cannot be used: {faults[0][3]}")
    return MazeSetup(layout, rooms, number(given.get("max_flips", 0), "the limit of flips", 0, MOST_FLIPS))


def shipped_content(setup: MazeSetup) -> dict[str, str]:
    """Return the floor plans of the rulebook that a setup names by their letters."""
    rulebook = standard().rooms
    rooms = {letter: plan for letter, plan in setup.rooms.items() if rulebook.get(letter) == plan}
    return {f"room {letter}": " ".join(plan_lines(plan)) for letter, plan in rooms.items()}


def _read_plan(value: Any, what: str) -> bytes:
    rows = [text(row, f"a row of {what}", SIDE) for row in items(value, what, SIDE, SIDE)]
    if any(len(row) < SIDE or row.strip(TILE_LETTERS) for row in rows):
        raise ValueError(f"{what} should be {SIDE} rows of {SIDE} letters from {TILE_LETTERS}")
    return bytes([TILE_LETTERS.index(tile) for row in rows for tile in row])


# Snapshots


def snapshot(state: MazeState) -> dict[str, Any]:
    """Return the whole position."""
    places = range(len(state.letters))
    return {
        "version": SNAPSHOT_VERSION,
        "setup": write_setup(state.setup),
        "deck": [DIRECTIONS[card] for card in state.deck],
        "active": state.active,
        "seen": state.seen,
        "counter": state.counter,
        "rooms": state.letters,
        "revealed": [state.revealed(place) for place in places],
        "tiles": [plan_lines(state.tiles[place * AREA : (place + 1) * AREA]) for place in places],
        "characters": list(state.at),
        "pressed": state.pressed,
    }


def restore(value: Any) -> MazeState:
    """Return the state of a snapshot; raises ``ValueError`` with a sentence if it is none."""
    names = "version setup deck active seen counter rooms revealed tiles characters pressed"
    given = fields(value, "a maze snapshot", names.split())
    number(given["version"], "the version of a maze snapshot", SNAPSHOT_VERSION, SNAPSHOT_VERSION)
    setup = read_setup(given["setup"])
    cards = [one_of(card, "a card", DIRECTIONS) for card in items(given["deck"], "the deck", 4, 4)]
    if len(set(cards)) < len(cards):
        raise ValueError("the deck should have each direction once")
    seen = number(given["seen"], "the number of cards seen", 1, len(DIRECTIONS))
    active = number(given["active"], "the place of the card that shows", 0, seen - 1)
    counter = number(given["counter"], "the counter", 0, setup.limit + 1)
    pressed = flag(given["pressed"], '"pressed"')
    letters = text(given["rooms"], '"rooms"', MOST_ROOMS)
    if sorted(letters) != sorted(setup.letters) or letters.index("S") != setup.letters.index("S"):
        raise ValueError('"rooms" should have the rooms of the setup, and room S where it lies')
    tiles = _read_tiles(given, setup, letters, pressed)
    at = _read_characters(given["characters"], setup, tiles)
    deck = tuple([DIRECTIONS.index(card) for card in cards])
    state = MazeState(setup, deck, active, seen, counter, letters, tiles, at, pressed, None)
    _check_rooms(state)
    _check_counter(state)
    if state.on_treasure():
        rules.win(state)
    elif counter > setup.limit:
        rules.lose(state)
    return state


def _read_tiles(given: dict[str, Any], setup: MazeSetup, letters: str, pressed: bool) -> bytes:
    revealed = items(given["revealed"], '"revealed"', len(letters), len(letters))
    rooms = items(given["tiles"], '"tiles"', len(letters), len(letters))
    tiles = b""
    for letter, lines, known in zip(letters, rooms, revealed, strict=True):
        plan = _read_plan(lines, f'the tiles of room "{letter}"')
        start = setup.rooms[letter].translate(PRESSED) if pressed else setup.rooms[letter]
        if any(
            now != before and (now != PASSAGE or before not in USED_UP) for now, before in zip(plan, start, strict=True)
        ):
            raise ValueError(f'the tiles of room "{letter}" do not come from its floor plan')
        if not flag(known, f'whether room "{letter}" is revealed'):
            if plan != start:
                raise ValueError(f'room "{letter}" is covered, so its tiles should be as in its floor plan')
            plan = plan.translate(COVERED)
        tiles += plan
    return tiles


def _read_characters(value: Any, setup: MazeSetup, tiles: bytes) -> tuple[int, int, int]:
    found = items(value, "the tiles of the characters", len(CHARACTERS), len(CHARACTERS))
    thief, fighter, seer = at = [number(tile, "the tile of a character", 0, len(tiles) - 1) for tile in found]
    if len(set(at)) < len(CHARACTERS) or any(tiles[tile] >= MONSTER for tile in at):
        raise ValueError("every character stands on a tile of its own that can be walked on")
    if any(tiles[tile] == HOURGLASS for tile in at):
        raise ValueError("whoever stops on an hourglass uses it up")
    if all(tiles[tile] == SWITCH + who for who, tile in enumerate(at)):
        raise ValueError("when all three stand on their switches, the switches are pressed")
    if any(tiles[place * AREA] >= HIDDEN for tile in at for place in setup.board.bordering[tile]):
        raise ValueError("whoever stops next to a covered room reveals it")
    return thief, fighter, seer


def _check_rooms(state: MazeState) -> None:
    """Every revealed room is reached from room S through others, and pressed switches have been seen."""
    revealed = {place for place in range(len(state.letters)) if state.revealed(place)}
    reached = [state.letters.index("S")]
    for place in reached:
        near = [next_place[place] for next_place in state.setup.board.next_place]
        reached += [other for other in near if other in revealed and other not in reached]
    if revealed != set(reached):
        raise ValueError("room S is revealed, and every other revealed room lies next to one that was before")
    plans = b"".join([state.setup.rooms[state.letters[place]] for place in revealed])
    if state.pressed and any(SWITCH + who not in plans for who in range(len(CHARACTERS))):
        raise ValueError("switches in covered rooms cannot be pressed")


def _check_counter(state: MazeState) -> None:
    """The cards seen tell how many flips there were; hourglasses have lowered the counter by up to 5 each."""
    if state.on_treasure() and state.counter > state.setup.limit:
        raise ValueError("who has lost does not find the treasure any more")
    plans = b"".join(state.setup.rooms.values())
    used = plans.count(HOURGLASS) - state.tiles.translate(REVEALED).count(HOURGLASS)
    possible = range(state.counter, state.counter + rules.HOURGLASS_FLIPS * used + 1)
    last = len(DIRECTIONS) - 1
    if not any(flips % len(DIRECTIONS) == state.active and min(flips, last) + 1 == state.seen for flips in possible):
        raise ValueError("the counter does not fit the cards seen and the hourglasses used")
