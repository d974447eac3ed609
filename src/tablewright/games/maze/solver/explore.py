"""A plan that reacts, for somebody who has to reveal the rooms.

The player knows which rooms take part and the order of the cards, but not where the covered rooms lie. The best plan
for that is not computed: it would have to weigh every arrangement against every other. What is here is one plan that
never looks under a room, and what it needs at most and on average:

* as long as the treasure cannot be reached through revealed rooms, go for the next unknown room, whichever of them can
  be revealed with the fewest flips (proven by search), by walking there or by scrying;
* as soon as it can, take the way with the fewest flips through what is revealed (proven too).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations

from tablewright.games.maze.actions import SCRY
from tablewright.games.maze.pieces import AREA, CRYSTAL_BALL, HIDDEN
from tablewright.games.maze.solver.ground import Ground, Rows
from tablewright.games.maze.solver.plans import play
from tablewright.games.maze.solver.search import Limits, Search
from tablewright.games.maze.solver.solve import cards, solve, unlimited, winnable
from tablewright.games.maze.state import MazeState

#: Legs that were found before, by everything that the player knew at the time: arrangements begin alike.
Memory = dict[object, tuple[str, ...]]


@dataclass(frozen=True)
class Exploration:
    """How the plan went."""

    commands: tuple[str, ...]
    #: The counter at the treasure; ``None`` if it was not found.
    flips: int | None
    #: The rooms in the order in which they were revealed.
    revealed: str


@dataclass(frozen=True)
class Guarantee:
    """What the plan needs, over all arrangements of the covered rooms in which the treasure can be reached."""

    arrangements: int
    #: The highest counter at the treasure, and the letters of an arrangement that needs it.
    at_most: int
    worst: str
    average: float


def explore(state: MazeState, memory: Memory | None = None) -> Exploration:
    """Play the plan to its end; a memory that is shared saves thinking the same leg out twice."""
    state = unlimited(state)
    memory = {} if memory is None else memory
    commands: list[str] = []
    revealed = ""
    while state.outcome is None:
        known = (state.at, state.counter, cards(state), _seen_tiles(state))
        if known not in memory:
            memory[known] = next_leg(state)
        if not memory[known]:
            break
        before = state.covered()
        for line in memory[known]:
            state.submit(state.parse(line))
        commands += memory[known]
        revealed += "".join(state.letters[place] for place in before if state.revealed(place))
    return Exploration(tuple(commands), None if state.outcome is None else state.counter, revealed)


def guarantee(state: MazeState, progress: Callable[[int, int], None] | None = None) -> Guarantee | None:
    """Play the plan on every arrangement that cannot be told from this one; ``None`` if none can be won."""
    memory: Memory = {}
    results: list[tuple[int, str]] = []
    possible = list(arrangements(state))
    for number, other in enumerate(possible):
        if progress is not None:
            progress(number, len(possible))
        if winnable(other):
            flips = explore(other, memory).flips
            assert flips is not None, "the plan has given up on a maze that can be won"
            results.append((flips, other.letters))
    if not results:
        return None
    most, worst = max(results)
    return Guarantee(len(results), most, worst, sum(flips for flips, _ in results) / len(results))


def arrangements(state: MazeState) -> Iterator[MazeState]:
    """Yield a state for every way in which the covered rooms can lie."""
    state = unlimited(state)
    covered = state.covered()
    for order in permutations(state.letters[place] for place in covered):
        other = state.clone()
        other.lay(covered, order)
        yield other


def _seen_tiles(state: MazeState) -> bytes:
    """Return the tiles as the player sees them: all covered rooms look alike."""
    tiles = bytearray(state.tiles)
    for place in state.covered():
        tiles[place * AREA : (place + 1) * AREA] = bytes([HIDDEN]) * AREA
    return bytes(tiles)


def next_leg(state: MazeState) -> tuple[str, ...]:
    """Return the commands up to the next room that is revealed, or to the treasure; none if neither is possible."""
    if winnable(state, known_only=True):
        return solve(state, known_only=True).commands
    covered = state.covered()
    ground = Ground(state, known_only=True)
    search = Search(ground, cards(state), state.counter, _can_reveal(state, ground), Limits(), first=True)
    search.run()
    if search.found is None:
        return ()
    plan = play(state, ground, search.steps(), until=lambda at: any(at.revealed(place) for place in covered))
    # The limit of the table may end the match on the way.
    if plan.end.outcome is not None or any(plan.end.revealed(place) for place in covered):
        return plan.commands
    scries = [action.text for action in plan.end.legal_actions() if action.kind == SCRY]
    return (*plan.commands, scries[0])


def _can_reveal(state: MazeState, ground: Ground) -> Rows:
    """Return the goal of a leg: somebody next to a covered room, or the seer on a crystal ball."""
    covered = set(state.covered())
    edge = [
        cell for cell in ground.floor if covered.intersection(ground.room[near] for near in ground.neighbours(cell))
    ]
    balls = ground.cells_of(CRYSTAL_BALL) if covered else []
    others = ground.fighter_in(edge) | ground.seer_in({*edge, *balls})
    return {cell: apart if cell in edge else apart & others for cell, apart in ground.apart.items()}
