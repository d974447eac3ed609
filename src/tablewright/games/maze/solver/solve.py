"""The fewest card flips, proven: ``solve`` for a maze that is known, ``winnable`` for any.

>>> from tablewright.games.maze.game import GAME
>>> solution = solve(GAME.new(GAME.setup(layout="SAD BCL"), seed=987654321))
>>> solution.flips, solution.proven
(49, True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from tablewright.games.maze.pieces import AREA, MONSTER
from tablewright.games.maze.rules import HOURGLASS_FLIPS
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.solver.ground import Ground, Rows
from tablewright.games.maze.solver.plans import Plan, play, simplified
from tablewright.games.maze.solver.search import Limits, Search
from tablewright.games.maze.state import MazeState

#: Told after every layer of a search: flips tried so far, flips after which it is over at the latest, best counter.
Progress = Callable[[int, int, int], None]


@dataclass(frozen=True)
class Solution:
    """What the solver found out about one position."""

    #: Command lines that lead to the treasure.
    commands: tuple[str, ...]
    #: The counter at the treasure; ``None`` if the treasure cannot be reached, or was not within the limits.
    flips: int | None
    #: No way to the treasure ends with a lower counter.
    at_least: int
    #: Different positions that the exhaustive search has reached.
    positions: int
    #: Can the treasure be reached at all?
    winnable: bool
    seconds: float

    @property
    def proven(self) -> bool:
        """Is it certain that nothing better is possible?"""
        return not self.winnable or self.flips == self.at_least


def solve(
    state: MazeState, *, known_only: bool = False, limits: Limits | None = None, progress: Progress | None = None
) -> Solution:
    """Find the fewest flips to the treasure for somebody who knows the whole maze and the order of the cards.

    Within the limits the answer is proven by exhaustion; beyond them it is the best that was found, with a bound. The
    limit of flips that the table may have does not count. ``known_only`` takes rooms that are not revealed as rock.
    """
    began = perf_counter()
    limits = limits or Limits()
    state = unlimited(state)
    ground = Ground(state, known_only)
    if not winnable(state, known_only, limits):
        return Solution((), None, 0, 0, False, perf_counter() - began)
    # First any way, fast, by opening what can be opened first: it bounds the search and is there if that has to stop.
    quick = Search(ground, cards(state), state.counter, ground.treasure(), limits, first=True, narrow=True)
    quick.run()
    search = Search(ground, cards(state), state.counter, ground.treasure(), limits.after(perf_counter() - began))
    if progress is not None and quick.best is not None:
        last = quick.best - state.counter + HOURGLASS_FLIPS * len(ground.hourglasses)
        search.progress = lambda layers, best: progress(layers, last, best or 0)
    search.run(quick.best)
    plan = _best_plan(state, ground, [search, quick])
    flips = None if plan is None else plan.flips
    at_least = search.least_counter()
    if flips is not None:
        at_least = min(at_least, flips)
    commands = () if plan is None else plan.commands
    return Solution(commands, flips, at_least, search.positions, True, perf_counter() - began)


def _best_plan(state: MazeState, ground: Ground, searches: list[Search]) -> Plan | None:
    plans = [play(state, ground, search.steps()) for search in searches if search.found is not None]
    return simplified(state, ground, min(plans, key=lambda plan: plan.flips)) if plans else None


def unlimited(state: MazeState) -> MazeState:
    """Return a clone at a table without a limit of flips; raises ``ValueError`` if the match is over."""
    if state.outcome is not None:
        raise ValueError("the match is over")
    clone = state.clone()
    if state.setup.max_flips:
        clone.setup = MazeSetup(state.setup.layout, state.setup.rooms)
    return clone


def cards(state: MazeState) -> tuple[int, ...]:
    """Return the order of the cards from the active one on."""
    return state.deck[state.active :] + state.deck[: state.active]


def winnable(state: MazeState, known_only: bool = False, limits: Limits | None = None) -> bool:
    """Say whether the treasure can be found from here, by whatever number of flips; "yes" if limits leave it open.

    Every card comes again, and every move can be taken back, so it does not matter in which order things are opened:
    open all that can be reached, until that is nothing more. Only who starts among monsters cannot come back there;
    then the search itself has to decide.
    """
    limits = limits or Limits()
    began = perf_counter()
    ground = Ground(state, known_only)
    treasure = ground.treasure()
    if not any(treasure.values()):
        return False
    if among_monsters(state):
        search = Search(ground, cards(state), state.counter, treasure, limits, first=True)
        search.run()
        return search.found is not None or not search.complete
    rows = ground.rows_of(ground.start)
    opened = 0
    while True:
        _go_everywhere(ground, rows, opened)
        if any(bits & treasure.get(thief, 0) for thief, bits in rows.items()):
            return True
        more = opened | _opened_by(ground, rows, opened)
        if more == opened:
            return False
        if perf_counter() - began > limits.seconds:
            return True
        opened = more


def among_monsters(state: MazeState) -> bool:
    """Say whether somebody is in a room with a monster."""
    places = {tile // AREA for tile in state.at}
    return any(MONSTER in state.tiles[place * AREA : (place + 1) * AREA] for place in places)


def _go_everywhere(ground: Ground, rows: Rows, opened: int) -> None:
    """Add everything that can be reached with all cards as often as needed."""
    quiet = 0
    while quiet < 4:
        for passages in ground.map(opened).passages:
            before = dict(rows)
            passages.go(rows)
            for thief in rows:
                rows[thief] &= ground.apart[thief]
            quiet = quiet + 1 if rows == before else 0


def _opened_by(ground: Ground, rows: Rows, opened: int) -> int:
    """Return everything that somebody in the positions can open."""
    here, switches = ground.map(opened), ground.switches()
    more = 0
    for thief, bits in rows.items():
        if bits:
            more |= here.unlock.get(thief, 0)
        if bits & switches.get(thief, 0):
            more |= ground.secret_bit
    for cell, monsters in here.fight.items():
        column = ground.fighter_in((cell,))
        if any(bits & column for bits in rows.values()):
            more |= monsters
    return more
