"""What may be done in the maze, why not, and what it does."""

from __future__ import annotations

from tablewright.core.dice import Dice
from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import MATCH_OVER, Outcome, Reason, words
from tablewright.games.maze import reasons
from tablewright.games.maze.actions import FIGHT, FLIP, MOVE, SCRY, UNLOCK
from tablewright.games.maze.board import (
    AREA,
    CRYSTAL_BALL,
    DIRECTIONS,
    DOOR,
    FIGHTER,
    HIDDEN,
    HOURGLASS,
    MONSTER,
    NAMES,
    PRESSED,
    REVEALED,
    SECRET_DOOR,
    SEER,
    SWITCH,
    THIEF,
    TREASURE,
)
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
from tablewright.games.maze.state import Position

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.maze.actions import MazeAction
    from tablewright.games.maze.setup import MazeSetup

#: What an hourglass takes off the counter.
HOURGLASS_FLIPS: Final = 5


@final
class MazeState(Position):
    """A position with the rules of seed and companion."""

    __slots__ = ()

    def clone(self) -> MazeState:
        return MazeState(
            self.setup,
            self.deck,
            self.active,
            self.seen,
            self.counter,
            self.letters,
            self.tiles,
            self.at,
            self.pressed,
            self.outcome,
        )

    def resample(self, seat: int | None, dice: Dice) -> MazeState:
        sample = self.clone()
        sample.deal_again(dice)
        return sample

    def parse(self, line: str) -> MazeAction:
        return self.setup.actions.parse(words(line))

    # What may be done

    def legal_actions(self) -> list[MazeAction]:
        if self.outcome is not None:
            return []
        actions, board = self.setup.actions, self.setup.board
        tiles, at = self.tiles, self.at
        legal = [actions.flip]
        for tile in board.beside[at[THIEF]]:
            if DOOR <= tiles[tile] < SECRET_DOOR:
                legal.append(actions.unlock)
                break
        for tile in board.beside[at[FIGHTER]]:
            if tiles[tile] == MONSTER:
                legal.append(actions.fight)
                break
        card = self.deck[self.active]
        rays = board.rays[card]
        for who in (THIEF, FIGHTER, SEER):
            row = actions.moves[who][card]
            place = -1  # the last one in which a look for monsters was taken
            for steps, tile in enumerate(rays[at[who]]):
                if tiles[tile] >= MONSTER:
                    break
                if tile // AREA != place:
                    place = tile // AREA
                    if who != FIGHTER and tiles.find(MONSTER, place * AREA, place * AREA + AREA) >= 0:
                        break
                if tile not in at:
                    legal.append(row[steps])
        if tiles[at[SEER]] == CRYSTAL_BALL:
            for place, letter in enumerate(self.letters):
                if tiles[place * AREA] < HIDDEN:
                    for direction, next_place in enumerate(board.next_place):
                        other = next_place[place]
                        if other >= 0 and tiles[other * AREA] >= HIDDEN:
                            legal.append(actions.scries[letter][direction])
        return legal

    def next_to(self, who: int, first: int, end: int) -> tuple[int, ...]:
        """Return the tiles next to a character that are ``first`` or later, but before ``end``."""
        tiles = self.tiles
        return tuple([tile for tile in self.setup.board.beside[self.at[who]] if first <= tiles[tile] < end])

    def why_not(self, action: MazeAction) -> Reason | None:
        if self.outcome is not None:
            return MATCH_OVER
        kind = action.kind
        if kind == MOVE:
            return self._why_not_move(action)
        if kind == UNLOCK:
            return None if self.next_to(THIEF, DOOR, SECRET_DOOR) else reasons.UNLOCK
        if kind == FIGHT:
            return None if self.next_to(FIGHTER, MONSTER, DOOR) else reasons.FIGHT
        if kind == SCRY:
            return self._why_not_scry(action)
        return None

    def _why_not_move(self, action: MazeAction) -> Reason | None:
        name, direction = NAMES[action.who], DIRECTIONS[action.direction]
        card = self.deck[self.active]
        if action.direction != card:
            return reasons.MOVE_CARD.of(name=name, direction=direction, card=DIRECTIONS[card])
        tiles, at = self.tiles, self.at
        path = self.setup.board.rays[card][at[action.who]][: action.distance]
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
                    return reasons.MOVE_SCARY.of(name=name, room=self.letters[place])
        return None

    def _why_not_scry(self, action: MazeAction) -> Reason | None:
        tiles = self.tiles
        if tiles[self.at[SEER]] != CRYSTAL_BALL:
            return reasons.SCRY_BALL
        place = self.letters.find(action.room) if action.room else -1
        if place < 0 or not self.revealed(place):
            return reasons.SCRY_WHICH
        other = self.setup.board.next_place[action.direction][place]
        if other < 0:
            return reasons.SCRY_NO_ROOM.of(direction=DIRECTIONS[action.direction], room=action.room)
        if self.revealed(other):
            return reasons.SCRY_KNOWN.of(direction=DIRECTIONS[action.direction], room=action.room)
        return None

    # What it does

    def apply(self, action: MazeAction) -> None:
        kind = action.kind
        if kind == MOVE:
            self._move(action)
        elif kind == FLIP:
            self._flip()
        elif kind == UNLOCK:
            doors = self.next_to(THIEF, DOOR, SECRET_DOOR)
            self._clear(doors)
            if self.watch is not None:
                self.watch(Unlocked(doors))
        elif kind == FIGHT:
            monsters = self.next_to(FIGHTER, MONSTER, DOOR)
            self._clear(monsters)
            if self.watch is not None:
                self.watch(Fought(monsters))
        else:
            ball = self.at[SEER]
            self._clear((ball,))
            if self.watch is not None:
                self.watch(Scried(ball))
            self._reveal(self.setup.board.next_place[action.direction][self.letters.index(action.room)])

    def _move(self, action: MazeAction) -> None:
        who, at = action.who, self.at
        start = at[who]
        end = self.setup.board.rays[action.direction][start][action.distance - 1]
        if who == THIEF:
            self.at = (end, at[1], at[2])
        elif who == FIGHTER:
            self.at = (at[0], end, at[2])
        else:
            self.at = (at[0], at[1], end)
        if self.watch is not None:
            self.watch(Moved(who, action.direction, action.distance, start, end))
        for place in self.setup.board.bordering[end]:
            if self.tiles[place * AREA] >= HIDDEN:
                self._reveal(place)
        tile = self.tiles[end]
        if tile == HOURGLASS:
            self._clear((end,))
            self.counter = max(0, self.counter - HOURGLASS_FLIPS)
            if self.watch is not None:
                self.watch(HourglassUsed(who, end, self.counter))
        elif tile == SWITCH + who:
            self._press()
        elif tile == TREASURE and self.on_treasure():
            self.outcome = Outcome("treasure found", (1,), self.counter)
            if self.watch is not None:
                self.watch(Won(self.counter))

    def _flip(self) -> None:
        self.active = (self.active + 1) % len(self.deck)
        if self.seen < len(self.deck):
            self.seen += 1
        self.counter += 1
        if self.watch is not None:
            self.watch(Flipped(self.deck[self.active], self.counter))
        if 0 < self.setup.max_flips < self.counter:
            self.outcome = Outcome("too many flips", (-1,), self.counter)
            if self.watch is not None:
                self.watch(Lost(self.counter))

    def _clear(self, cleared: tuple[int, ...]) -> None:
        """Turn tiles into passages."""
        tiles = bytearray(self.tiles)
        for tile in cleared:
            tiles[tile] = 0
        self.tiles = bytes(tiles)

    def _reveal(self, place: int) -> None:
        first = place * AREA
        tiles = self.tiles
        room = tiles[first : first + AREA].translate(REVEALED)
        self.tiles = tiles[:first] + room + tiles[first + AREA :]
        if self.watch is not None:
            self.watch(Revealed(place, self.letters[place]))

    def _press(self) -> None:
        """Open all secret doors if everybody stands on the own switch."""
        tiles, at = self.tiles, self.at
        for who in (THIEF, FIGHTER, SEER):
            if tiles[at[who]] != SWITCH + who:
                return
        self.tiles = tiles.translate(PRESSED)
        self.pressed = True
        if self.watch is not None:
            self.watch(SwitchesPressed())


def new_match(setup: MazeSetup, seed: int) -> MazeState:
    """Return the start of a game; the seed shuffles the four cards."""
    deck = tuple(Dice(seed).shuffled(range(len(DIRECTIONS))))
    return MazeState(setup, deck, 0, 1, 0, setup.letters, setup.tiles, setup.start, False, None)
