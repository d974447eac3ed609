"""From the steps of a search to commands that the console accepts, by playing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tablewright.core.state import Refused
from tablewright.games.maze.pieces import AREA
from tablewright.games.maze.solver.ground import Ground
from tablewright.games.maze.solver.search import SearchStep
from tablewright.games.maze.state import MazeState


@dataclass(frozen=True)
class Plan:
    """Steps, the commands that do them, and where they lead."""

    steps: tuple[SearchStep, ...]
    commands: tuple[str, ...]
    end: MazeState

    @property
    def flips(self) -> int:
        """The counter at the end."""
        return self.end.counter


def play(
    state: MazeState, ground: Ground, steps: Iterable[SearchStep], until: Callable[[MazeState], bool] | None = None
) -> Plan:
    """Play steps on a clone, up to the end of the match or until something has happened.

    Everybody stops in front of rooms that are not revealed, because nobody may walk into one. Raises ``Refused`` or
    ``ValueError`` if a step is impossible.
    """
    state = state.clone()
    steps = tuple(steps)
    commands: list[str] = []
    flips = 0
    for step in steps:
        for line in _lines(state, ground, step, flips):
            state.submit(state.parse(line))
            commands.append(line)
            if state.outcome is not None or (until is not None and until(state)):
                return Plan(steps, tuple(commands), state)
        flips = step.flips
    return Plan(steps, tuple(commands), state)


def _lines(state: MazeState, ground: Ground, step: SearchStep, flips: int) -> Iterable[str]:
    """Yield the commands of one step; each is played before the next is asked for."""
    yield from ["flip"] * (step.flips - flips)
    card = state.deck[state.active]
    rays = state.setup.board.rays[card]
    # Whoever stands farther ahead goes first, so that nobody's goal is taken by somebody who is still to leave it.
    for who in sorted(range(3), key=lambda who: len(rays[state.at[who]])):
        goal = ground.tile_of[step.cells[who]]
        while state.at[who] != goal:
            path = rays[state.at[who]]
            distance = path.index(goal) + 1
            hidden = [ahead for ahead, tile in enumerate(path[:distance]) if not state.revealed(tile // AREA)]
            if hidden and ground.known_only:
                raise ValueError("the way leads through a room that nobody knows")
            yield state.setup.actions.moves[who][card][(hidden[0] if hidden else distance) - 1].text
    if step.command:
        yield step.command


def simplified(state: MazeState, ground: Ground, plan: Plan) -> Plan:
    """Leave out detours and commands that the plan does not need; the search only cares about flips.

    Whoever comes back to a cell might as well have stayed there: try it, longest detours first.
    """
    for who in range(3):
        for first in range(len(plan.steps)):
            cells = [step.cells[who] for step in plan.steps]
            for last in range(len(cells) - 1, first + 1, -1):
                if cells[last] == cells[first] and len({*cells[first:last]}) > 1:
                    stays = [_with_cell(step, who, cells[first]) for step in plan.steps[first:last]]
                    shorter = _if_as_good(state, ground, plan, [*plan.steps[:first], *stays, *plan.steps[last:]])
                    if shorter is not None:
                        plan = shorter
                        break
    for number in range(len(plan.steps) - 1, 0, -1):
        plan = _if_as_good(state, ground, plan, [*plan.steps[:number], *plan.steps[number + 1 :]]) or plan
    for number, step in enumerate(plan.steps):
        if step.command:
            idle = SearchStep(step.flips, step.cells, "")
            plan = _if_as_good(state, ground, plan, [*plan.steps[:number], idle, *plan.steps[number + 1 :]]) or plan
    return plan


def _with_cell(step: SearchStep, who: int, cell: int) -> SearchStep:
    thief, fighter, seer = step.cells
    cells = ((cell, fighter, seer), (thief, cell, seer), (thief, fighter, cell))[who]
    return SearchStep(step.flips, cells, step.command)


def _if_as_good(state: MazeState, ground: Ground, plan: Plan, steps: list[SearchStep]) -> Plan | None:
    """Return the plan of other steps if it works and ends no worse, with fewer commands."""
    try:
        other = play(state, ground, steps)
    except (Refused, ValueError):
        return None
    good = other.end.outcome is not None and other.flips <= plan.flips and len(other.commands) < len(plan.commands)
    return other if good else None
