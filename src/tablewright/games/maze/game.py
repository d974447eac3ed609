"""OOP1 Maze as a game of the table: what it says of itself, its setups and the files of its authors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Choice, Game, Option
from tablewright.core.problems import InvalidData, Problem, did_you_mean
from tablewright.games.maze import files, views
from tablewright.games.maze.actions import MazeAction
from tablewright.games.maze.files import SUFFIX, layout_faults, read_own, standard
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.state import MazeState, deal

#: The limit of tables that ask for none: random play ends, and nobody who looks for the treasure gets near it.
MAX_FLIPS = 200


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

    def deal(self, setup: MazeSetup, dice: Dice) -> MazeState:
        return deal(setup, dice)

    def actions(self, setup: MazeSetup) -> Sequence[MazeAction]:
        return setup.actions.all

    def write_setup(self, setup: MazeSetup) -> dict[str, Any]:
        return views.write_setup(setup)

    def read_setup(self, value: Any) -> MazeSetup:
        return views.read_setup(value)

    def restore(self, snapshot: Any) -> MazeState:
        return views.restore(snapshot)

    def claims(self, path: str) -> bool:
        return path.endswith(SUFFIX)

    def check(self, paths: list[str]) -> list[Problem]:
        return [problem for path in paths for problem in files.check(path)]


GAME = MazeGame()
