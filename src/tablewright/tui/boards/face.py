"""What the application needs to know about a game beyond its rules: how it looks and how its actions are called."""

from __future__ import annotations

import os
from typing import Any

from tablewright.core.game import Game
from tablewright.core.state import Action, State
from tablewright.tui.boards.canvas import Canvas

HELP = os.path.join(os.path.dirname(os.path.dirname(__file__)), "help")

#: A game of another author with more actions than this has only its legal ones listed.
FEW_ACTIONS = 200


class Scene:
    """A position as one seat sees it. Boards are drawn from this, never from the state."""

    def __init__(self, state: State, seat: int | None, names: list[str]) -> None:
        self.seat = seat
        #: Who sits where.
        self.names = names
        self.view: dict[str, Any] = state.view(seat)
        self._state = state

    @property
    def picture(self) -> str:
        """The game's own drawing."""
        return self._state.picture(self.seat)


class Face:
    """The face of a game that brings none of its own: the game's picture and its command lines."""

    #: Are the choices below the board (a wide board) or beside it (a tall one)?
    below = True
    #: The command that ends a turn, for the key "e"; "" if there is none.
    ender = ""
    #: Commands that are listed last, so that nobody does them by pressing Enter once too often.
    late: tuple[str, ...] = ()

    def __init__(self, game: Game, setup: Any) -> None:
        self.game = game
        self.setup = setup
        self._few_actions = len(game.actions(setup)) <= FEW_ACTIONS

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        """Draw a position for a space of some size; ``marked`` are the words of the action that is being considered."""
        lines = scene.picture.rstrip("\n").split("\n")
        canvas = Canvas(max(len(line) for line in lines), len(lines))
        for row, line in enumerate(lines):
            canvas.put(0, row, line)
        return canvas

    def news(self, scene: Scene) -> str:
        """Return what the first line of the screen says of a position, such as the round; "" if nothing."""
        return ""

    def group(self, action: Action) -> str:
        """Return the group of an action: its command line without the last word, if it has several."""
        return action.text.rpartition(" ")[0] or action.text

    def group_title(self, group: str, scene: Scene) -> str:
        """Return how a group is called in the menu."""
        return group

    def title(self, action: Action, scene: Scene) -> str:
        """Return how an action is called within its group."""
        return action.text.rpartition(" ")[2]

    def words(self, action: Action, scene: Scene) -> list[str]:
        """Return the names of the places on the board that an action is about, and the words of its command."""
        return action.text.split()

    def group_words(self, group: str, scene: Scene) -> list[str]:
        """Return the names of the places on the board that a whole group is about."""
        return group.split()

    def order(self, actions: list[Any], scene: Scene) -> list[Any]:
        """Return the actions of a group in the order in which they are listed."""
        return actions

    def worth_explaining(self, action: Action, scene: Scene) -> bool:
        """Say whether a player might want to know why this action is impossible."""
        return self._few_actions

    def describe(self, words: list[str], scene: Scene) -> list[str]:
        """Explain what places on the board stand for, one text for each that has something to tell."""
        return []

    def help(self) -> str:
        """Return the rules on one page, in Textual's markup."""
        try:
            with open(os.path.join(HELP, f"{self.game.key}.txt"), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            seats = "-".join(str(number) for number in dict.fromkeys(self.game.seats))
            return f"[b]{self.game.title}[/b]\n\n{self.game.about}\n\nSeats: {seats}."
