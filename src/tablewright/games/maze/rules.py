"""What may be done in the maze, why not, and what it does: the whole rulebook."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.state import MATCH_OVER, Outcome, Reason
from tablewright.games.maze import reasons
from tablewright.games.maze.actions import FIGHT, FLIP, MOVE, SCRY, UNLOCK
from tablewright.games.maze.events import (
    Flipped,
    Fought,
    HourglassUsed,
    Lost,
    Moved,
    Revealed,
    Scried,
    SwitchesPressed,
    Unlocked,
    Won,
)
from tablewright.games.maze.pieces import (
    AREA,
    CRYSTAL_BALL,
    DIRECTIONS,
    DOOR,
    FIGHTER,
    HIDDEN,
    HOURGLASS,
    MONSTER,
    NAMES,
    PASSAGE,
    PRESSED,
    REVEALED,
    SECRET_DOOR,
    SEER,
    SWITCH,
    THIEF,
    TREASURE,
)

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.maze.actions import MazeAction
    from tablewright.games.maze.state import MazeState

#: What an hourglass takes off the counter.
HOURGLASS_FLIPS: Final = 5


# What may be done


def why_not(state: MazeState, action: MazeAction) -> Reason | None:
    """Return the highest-ranked error of a well-formed command, or ``None``."""
    if state.outcome is not None:
        return MATCH_OVER
    kind = action.kind
    if kind == MOVE:
        return _why_not_move(state, action)
    if kind == UNLOCK:
        return None if _next_to(state, THIEF, DOOR, SECRET_DOOR) else reasons.UNLOCK
    if kind == FIGHT:
        return None if _next_to(state, FIGHTER, MONSTER, DOOR) else reasons.FIGHT
    if kind == SCRY:
        return _why_not_scry(state, action)
    return None


def _why_not_move(state: MazeState, action: MazeAction) -> Reason | None:
    name, direction = NAMES[action.who], DIRECTIONS[action.direction]
    card = state.deck[state.active]
    if action.direction != card:
        return reasons.MOVE_CARD.of(name=name, direction=direction, card=DIRECTIONS[card])
    tiles, at = state.tiles, state.at
    path = state.setup.board.rays[card][at[action.who]][: action.distance]
    free = 0
    while free < len(path) and tiles[path[free]] < MONSTER:
        free += 1
    if free < action.distance:  # the whole path comes before what waits on it
        return reasons.MOVE_BLOCKED.of(name=name, direction=direction, distance=action.distance, free=free)
    if path[-1] in at:
        return reasons.MOVE_SPACE.of(name=name, other=NAMES[at.index(path[-1])])
    if action.who != FIGHTER:
        for tile in path:
            place = tile // AREA
            if tiles.find(MONSTER, place * AREA, place * AREA + AREA) >= 0:
                return reasons.MOVE_SCARY.of(name=name, room=state.letters[place])
    return None


def _why_not_scry(state: MazeState, action: MazeAction) -> Reason | None:
    tiles = state.tiles
    if tiles[state.at[SEER]] != CRYSTAL_BALL:
        return reasons.SCRY_BALL
    place = state.letters.find(action.room) if action.room else -1
    if place < 0 or not state.revealed(place):
        return reasons.SCRY_WHICH
    other = state.setup.board.next_place[action.direction][place]
    if other < 0:
        return reasons.SCRY_NO_ROOM.of(direction=DIRECTIONS[action.direction], room=action.room)
    if state.revealed(other):
        return reasons.SCRY_KNOWN.of(direction=DIRECTIONS[action.direction], room=action.room)
    return None


def legal_actions(state: MazeState) -> list[MazeAction]:
    """List what ``why_not`` allows, without asking it about every action there is."""
    if state.outcome is not None:
        return []
    setup = state.setup
    actions, board = setup.actions, setup.board
    tiles, at = state.tiles, state.at
    monsters = MONSTER in tiles
    legal = [actions.flip]
    for tile in board.beside[at[THIEF]]:
        if DOOR <= tiles[tile] < SECRET_DOOR:
            legal.append(actions.unlock)
            break
    if monsters:
        for tile in board.beside[at[FIGHTER]]:
            if tiles[tile] == MONSTER:
                legal.append(actions.fight)
                break
    card = state.deck[state.active]
    rays = board.rays[card]
    for who in (THIEF, FIGHTER, SEER):
        row = actions.moves[who][card]
        afraid = monsters and who != FIGHTER
        place = -1  # the last one in which a look for monsters was taken
        steps = -1
        for tile in rays[at[who]]:
            if tiles[tile] >= MONSTER:
                break
            steps += 1  # faster than enumerate: most ways are short
            if afraid and tile // AREA != place:
                place = tile // AREA
                if tiles.find(MONSTER, place * AREA, place * AREA + AREA) >= 0:
                    break
            if tile not in at:
                legal.append(row[steps])
    if tiles[at[SEER]] == CRYSTAL_BALL:
        for place, letter in enumerate(state.letters):
            if tiles[place * AREA] < HIDDEN:
                for direction, next_place in enumerate(board.next_place):
                    other = next_place[place]
                    if other >= 0 and tiles[other * AREA] >= HIDDEN:
                        legal.append(actions.scries[letter][direction])
    return legal


def _next_to(state: MazeState, who: int, first: int, end: int) -> tuple[int, ...]:
    """Return the tiles next to a character that are ``first`` or later, but before ``end``."""
    tiles = state.tiles
    return tuple([tile for tile in state.setup.board.beside[state.at[who]] if first <= tiles[tile] < end])


# What it does


def apply(state: MazeState, action: MazeAction) -> None:
    """Do a legal action."""
    kind = action.kind
    if kind == MOVE:
        _move(state, action)
    elif kind == FLIP:
        _flip(state)
    elif kind == UNLOCK:
        doors = _next_to(state, THIEF, DOOR, SECRET_DOOR)
        _clear(state, doors)
        if state.watch is not None:
            state.watch(Unlocked(_spots(state, doors)))
    elif kind == FIGHT:
        monsters = _next_to(state, FIGHTER, MONSTER, DOOR)
        _clear(state, monsters)
        if state.watch is not None:
            state.watch(Fought(_spots(state, monsters)))
    else:
        ball = state.at[SEER]
        _clear(state, (ball,))
        if state.watch is not None:
            state.watch(Scried(_spots(state, (ball,))))
        reveal(state, state.setup.board.next_place[action.direction][state.letters.index(action.room)])


def _move(state: MazeState, action: MazeAction) -> None:
    who, at, board = action.who, state.at, state.setup.board
    start = at[who]
    end = board.rays[action.direction][start][action.distance - 1]
    if who == THIEF:
        state.at = (end, at[1], at[2])
    elif who == FIGHTER:
        state.at = (at[0], end, at[2])
    else:
        state.at = (at[0], at[1], end)
    if state.watch is not None:
        state.watch(Moved(who, action.direction, action.distance, board.row_column(start), board.row_column(end)))
    for place in board.bordering[end]:
        if state.tiles[place * AREA] >= HIDDEN:
            reveal(state, place)
    tile = state.tiles[end]
    if tile != PASSAGE:
        _stop_on(state, who, end, tile)


def _stop_on(state: MazeState, who: int, end: int, tile: int) -> None:
    """Let a tile work on the character that stops there."""
    if tile == HOURGLASS:
        _clear(state, (end,))
        state.counter = max(0, state.counter - HOURGLASS_FLIPS)
        if state.watch is not None:
            state.watch(HourglassUsed(who, state.setup.board.row_column(end), state.counter))
    elif tile == SWITCH + who:
        press_switches(state)
    elif tile == TREASURE and state.on_treasure():
        win(state)


def _flip(state: MazeState) -> None:
    state.active = (state.active + 1) % len(state.deck)
    if state.seen < len(state.deck):
        state.seen += 1
    state.counter += 1
    if state.watch is not None:
        state.watch(Flipped(state.deck[state.active], state.counter))
    if state.counter > state.setup.limit:
        lose(state)


def _clear(state: MazeState, cleared: tuple[int, ...]) -> None:
    """Turn tiles into passages."""
    tiles = bytearray(state.tiles)
    for tile in cleared:
        tiles[tile] = PASSAGE
    state.tiles = bytes(tiles)


def _spots(state: MazeState, tiles: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the rows and columns of tiles, as events tell them."""
    return tuple([state.setup.board.row_column(tile) for tile in tiles])


def reveal(state: MazeState, place: int) -> None:
    """Turn the room at a place face up."""
    first = place * AREA
    tiles = state.tiles
    room = tiles[first : first + AREA].translate(REVEALED)
    state.tiles = tiles[:first] + room + tiles[first + AREA :]
    if state.watch is not None:
        state.watch(Revealed(place, state.letters[place], room))


def press_switches(state: MazeState) -> None:
    """Open all secret doors if each of the three stands on their own switch."""
    tiles, at = state.tiles, state.at
    for who in (THIEF, FIGHTER, SEER):
        if tiles[at[who]] != SWITCH + who:
            return
    state.tiles = tiles.translate(PRESSED)
    state.pressed = True
    if state.watch is not None:
        # Only what lies open is told: nobody learns what the covered rooms have.
        changed = [tile for tile, kind in enumerate(tiles) if kind < HIDDEN and PRESSED[kind] != kind]
        state.watch(SwitchesPressed(_spots(state, tuple(changed))))


def win(state: MazeState) -> None:
    """End the match: all three stand on treasure. The score is the counter."""
    state.outcome = Outcome("treasure found", (1,), state.counter)
    if state.watch is not None:
        state.watch(Won(state.counter))


def lose(state: MazeState) -> None:
    """End the match: the counter is above the limit of the table."""
    state.outcome = Outcome("too many flips", (-1,), state.counter)
    if state.watch is not None:
        state.watch(Lost(state.counter))
