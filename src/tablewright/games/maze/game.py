"""OOP1 Maze as a game of the table: what it says of itself, its setups and the files of its authors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablewright.core.game import Choice, Game, Option
from tablewright.core.problems import InvalidData, Problem, did_you_mean
from tablewright.games.maze.actions import MazeAction
from tablewright.games.maze.board import CHARACTERS, TREASURE
from tablewright.games.maze.files import SUFFIX, MazeLayout, layout_faults, read_maze_file
from tablewright.games.maze.rules import MazeState, new_match
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.values import read_own, read_setup, read_snapshot, standard, write_setup

#: The limit of tables that ask for none: random play ends, and nobody who looks for the treasure gets near it.
MAX_FLIPS = 200

#: Whether a layout can be won is decided while checking a file only up to this size: larger ones may take a minute.
MOST_ROOMS_DECIDED = 12


class MazeGame(Game):
    """The rules of the maze."""

    key = "maze"
    title = "OOP1 Maze"
    version = 1
    about = "One player, three characters, four cards: find the treasure with as few card flips as you can."
    hidden = True  # the rooms that are not revealed and the cards that have not been flipped
    chance = False
    cooperative = True
    seats = (1, 1)

    def choices(self) -> list[Choice]:
        layouts = standard().layouts.values()
        options = [Option(layout.name, f"{' '.join(layout.rows)}: {layout.about}") for layout in layouts]
        return [Choice("layout", "Layout", options)]

    def setup(self, **chosen: str) -> MazeSetup:
        """Make a setup; ``layout`` is the name of one that ships, rows such as "SAD BCL", or "my.maze:garden"."""
        wanted = chosen.get("layout", "")
        path, _, name = wanted.rpartition(":")
        if path.endswith(SUFFIX):
            return self._own_setup(path, name)
        if set(chosen) == {"layout"} and not layout_faults(wanted.split(), standard().rooms):
            return MazeSetup(wanted.split(), standard().rooms, MAX_FLIPS)
        name = self.pick(chosen)["layout"]
        return MazeSetup(standard().layouts[name].rows, standard().rooms, MAX_FLIPS)

    def _own_setup(self, path: str, name: str) -> MazeSetup:
        try:
            file = read_own(path)
        except InvalidData as error:
            raise ValueError(str(error)) from error
        if name not in file.layouts:
            raise ValueError(f'{path} has no layout "{name}"{did_you_mean(name, file.layouts)}')
        return MazeSetup(file.layouts[name].rows, file.rooms, MAX_FLIPS)

    def new(self, setup: MazeSetup, seed: int) -> MazeState:
        return new_match(setup, seed)

    def actions(self, setup: MazeSetup) -> Sequence[MazeAction]:
        return setup.actions.all

    def write_setup(self, setup: MazeSetup) -> dict[str, Any]:
        return write_setup(setup)

    def read_setup(self, value: Any) -> MazeSetup:
        return read_setup(value)

    def restore(self, snapshot: Any) -> MazeState:
        return read_snapshot(snapshot)

    def claims(self, path: str) -> bool:
        return path.endswith(SUFFIX)

    def check(self, paths: list[str]) -> list[Problem]:
        problems: list[Problem] = []
        for path in paths:
            file = read_maze_file(path, standard().rooms)
            problems += file.problems
            rooms = standard().rooms | file.rooms
            for layout in file.layouts.values():
                if all(letter in rooms for row in layout.rows for letter in row):
                    problems += _warnings(path, layout, MazeSetup(layout.rows, rooms))
        return problems


def _warnings(path: str, layout: MazeLayout, setup: MazeSetup) -> list[Problem]:
    """Say of a layout that a game can start with whether it can end too."""
    from tablewright.games.maze.solver.solve import winnable  # the search is for those who ask

    if sum(plan.count(TREASURE) for plan in setup.rooms.values()) < len(CHARACTERS):
        message = f"layout {layout.name} cannot be won: it has fewer than three treasure tiles"
    elif len(setup.letters) <= MOST_ROOMS_DECIDED and not winnable(new_match(setup, 0)):
        message = f"layout {layout.name} cannot be won: nobody can bring all three to the treasure"
    else:
        return []
    return [Problem(path, layout.line, 0, "LAYOUT_HOPELESS", message, warning=True)]


GAME = MazeGame()
