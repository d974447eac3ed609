"""What bots know of the maze: how far everybody still has to walk, to the treasure or to the next unknown room."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from tablewright.bots.heuristics import Heuristics
from tablewright.core.dice import Dice
from tablewright.games.maze.pieces import AREA, HIDDEN, MONSTER, SECRET_DOOR, SWITCH, TREASURE, WALL
from tablewright.games.maze.state import MazeState

# In steps: what stands in the way can be opened, but somebody else may have to come and do it.
CLOSED: Final = 8
SECRET: Final = 30
UNKNOWN: Final = 40  # for every room that may have to be revealed
FLIP: Final = 0.5  # a flip that brings nobody nearer must cost less than a step
FAR: Final = 400


class MazeHeuristics(Heuristics):
    """Counts steps through what is revealed; never under a covered room."""

    def outlook(self, state: MazeState) -> Sequence[float]:
        if state.outcome is not None:
            flips = state.counter / (state.setup.max_flips or 100)
            return (1.0 - 0.5 * min(1.0, flips),) if state.outcome.returns[0] > 0 else (-1.0,)
        steps = steps_left(state) + FLIP * state.counter
        return (0.5 - steps / 1000,)

    def playout(self, state: MazeState, dice: Dice) -> Sequence[float]:
        """Judge at once: to stumble about in a maze says nothing."""
        return self.outlook(state)


def steps_left(state: MazeState) -> float:
    """Say how much walking is left at least."""
    tiles, at = state.tiles, state.at
    covered = state.covered()
    treasure = [tile for tile, kind in enumerate(tiles) if kind == TREASURE]
    if treasure:
        way = ways_to(state, treasure)
        ways = [way[tile] for tile in at]
        if max(ways) < FAR:
            return float(sum(ways))
    edge = [tile for place in covered for tile in _edge(state, place)]
    switches = [[tile for tile, kind in enumerate(tiles) if kind == SWITCH + who] for who in range(len(at))]
    new = FAR
    if edge:
        way = ways_to(state, edge)
        new = min([way[tile] for tile in at])
    if new >= FAR and all(switches):  # all that is left is to press the switches
        return UNKNOWN * len(covered) + float(sum(ways_to(state, switches[who])[at[who]] for who in range(len(at))))
    return UNKNOWN * (len(covered) + 1) + float(new)


def _edge(state: MazeState, place: int) -> list[int]:
    """Return the tiles that can be walked on and touch a covered room: whoever ends a move there reveals it."""
    board = state.setup.board
    return [
        near
        for tile in range(place * AREA, (place + 1) * AREA)
        for near in board.beside[tile]
        if state.tiles[near] < MONSTER
    ]


def ways_to(state: MazeState, goals: list[int]) -> list[int]:
    """Return for every tile the length of the shortest way to a goal; ``FAR`` if there is none."""
    tiles, beside = state.tiles, state.setup.board.beside
    ways = [FAR] * len(tiles)
    queue: list[tuple[int, int]] = []
    for goal in goals:
        ways[goal] = 0
        heappush(queue, (0, goal))
    while queue:
        way, tile = heappop(queue)
        if way > ways[tile]:
            continue
        for near in beside[tile]:
            kind = tiles[near]
            if kind >= HIDDEN or kind == WALL:
                continue
            longer = way + (1 if kind < MONSTER else SECRET if kind == SECRET_DOOR else CLOSED)
            if longer < ways[near]:
                ways[near] = longer
                heappush(queue, (longer, near))
    return ways


HEURISTICS = MazeHeuristics()
