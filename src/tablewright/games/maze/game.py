"""OOP1 Maze as a game of the table: what it says of itself, its setups and the files of its authors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Choice, Game, Option
from tablewright.core.own import Shelf, own_about
from tablewright.core.problems import InvalidData, Problem
from tablewright.games.maze import files, views
from tablewright.games.maze.actions import MazeAction
from tablewright.games.maze.files import SUFFIX, MazeLayout, layout_faults, read_own, standard
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

    def __init__(self, own_files: Sequence[str] = ()) -> None:
        self.own_files = tuple(own_files)
        #: By name: the file that a layout is from, and the rooms that it can use.
        self._own: dict[str, tuple[str, MazeLayout, dict[str, bytes]]] = {}
        shelf = Shelf("layout", standard().layouts if own_files else ())
        for path in own_files:
            try:
                file = read_own(path)
            except InvalidData as invalid:
                shelf.wrong += [str(problem) for problem in invalid.problems]
                continue
            for name, layout in file.layouts.items():
                if shelf.take(name, path):
                    self._own[name] = path, layout, file.rooms
        shelf.check()

    def with_files(self, files: Sequence[str]) -> MazeGame:
        return MazeGame(files)

    def choices(self) -> list[Choice]:
        layouts = standard().layouts.values()
        options = [Option(layout.name, f"{' '.join(layout.rows)}: {layout.about}") for layout in layouts]
        for name, (path, layout, _) in self._own.items():
            about = f"{' '.join(layout.rows)}: {layout.about}" if layout.about else " ".join(layout.rows)
            options.append(Option(name, own_about(about, path), path))
        return [Choice("layout", "Layout", options)]

    def setup(self, **chosen: str) -> MazeSetup:
        """Make a setup; ``layout`` is a name, or rows such as "SAD BCL"."""
        wanted = chosen.get("layout", "")
        if set(chosen) == {"layout"} and not layout_faults(wanted.split(), standard().rooms):
            return MazeSetup(wanted.split(), standard().rooms, MAX_FLIPS)
        name = self.pick(chosen)["layout"]
        if name in self._own:
            _, layout, rooms = self._own[name]
            return MazeSetup(layout.rows, rooms, MAX_FLIPS)
        return MazeSetup(standard().layouts[name].rows, standard().rooms, MAX_FLIPS)

    def deal(self, setup: MazeSetup, dice: Dice) -> MazeState:
        return deal(setup, dice)

    def actions(self, setup: MazeSetup) -> Sequence[MazeAction]:
        return setup.actions.all

    def write_setup(self, setup: MazeSetup) -> dict[str, Any]:
        return views.write_setup(setup)

    def read_setup(self, value: Any) -> MazeSetup:
        return views.read_setup(value)

    def content(self, setup: MazeSetup) -> dict[str, str]:
        return views.shipped_content(setup)

    def restore(self, snapshot: Any) -> MazeState:
        return views.restore(snapshot)

    def claims(self, path: str) -> bool:
        return path.endswith(SUFFIX)

    def check(self, paths: list[str]) -> list[Problem]:
        return [problem for path in paths for problem in files.check(path)]


GAME = MazeGame()
