"""How the tests tell a story: a table of some layout, commands one after the other, and what is to be seen then."""

from __future__ import annotations

from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.state import Refused
from tablewright.games.maze import rules
from tablewright.games.maze.files import standard
from tablewright.games.maze.pieces import CHARACTERS, DIRECTIONS
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.state import MazeState, deal


def table(layout: str, cards: str = "up right down left", rooms: dict[str, str] | None = None, limit: int = 0) -> Story:
    """Set up a layout with the cards in a certain order; own rooms are five rows of letters."""
    plans = dict(standard().rooms)
    for letter, rows in (rooms or {}).items():
        plans[letter] = bytes("PGCLTFSMHVXW".index(tile) for tile in rows.replace(" ", ""))
    state = deal(MazeSetup(layout.split(), plans, limit), Dice(0))
    state.deck = tuple(DIRECTIONS.index(card) for card in cards.split())
    return Story(state)


class Story:
    """A state that is told commands."""

    def __init__(self, state: MazeState) -> None:
        self.state = state
        self.events: list[Any] = []
        state.watch = self.events.append

    def do(self, *lines: str) -> Story:
        """Do commands that must be allowed; "up", "left", ... flips until that card shows."""
        for line in lines:
            if line in DIRECTIONS:
                while self.card != line:
                    self.do("flip")
            else:
                self.state.submit(self.state.parse(line))
        return self

    def refused(self, line: str) -> str:
        """Try a command that must be refused and return the code of the reason."""
        before = self.state.key()
        try:
            self.state.submit(self.state.parse(line))
        except Refused as refusal:
            assert self.state.key() == before
            assert str(refusal)
            return refusal.reason.code
        raise AssertionError(f"{line} was allowed")

    @property
    def card(self) -> str:
        return DIRECTIONS[self.state.deck[self.state.active]]

    @property
    def told(self) -> list[str]:
        """What happened so far, in words."""
        return [event.told(None) for event in self.events]

    @property
    def revealed(self) -> str:
        """The letters of the revealed rooms."""
        return "".join(letter for place, letter in enumerate(self.state.letters) if self.state.revealed(place))

    def where(self, who: str) -> tuple[str, int, int]:
        """Return room, row and column of a character."""
        tile = self.state.at[CHARACTERS.index(who)]
        return self.state.letters[tile // 25], tile % 25 // 5, tile % 5

    def tile(self, room: str, row: int, column: int) -> str:
        """Return the letter of a tile of a revealed room."""
        lines = self.state.view(0)["tiles"][self.state.letters.index(room)]
        return str(lines[row][column])

    def put(self, who: str, room: str, row: int, column: int) -> Story:
        """Put a character somewhere, so that a story can begin in the middle."""
        at = list(self.state.at)
        at[CHARACTERS.index(who)] = self.state.letters.index(room) * 25 + row * 5 + column
        self.state.at = (at[0], at[1], at[2])
        return self

    def reveal(self, *rooms: str) -> Story:
        """Reveal rooms, likewise."""
        for room in rooms:
            rules.reveal(self.state, self.state.letters.index(room))
        return self
