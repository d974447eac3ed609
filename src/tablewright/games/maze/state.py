"""The position: who stands where, which tiles are left, what is revealed, which card lies on top."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, mypyc_attr
from tablewright.core.state import Outcome, State
from tablewright.games.maze.actions import MazeAction
from tablewright.games.maze.board import (
    AREA,
    CHARACTERS,
    COVERED,
    DIRECTIONS,
    HIDDEN,
    PRESSED,
    TREASURE,
)
from tablewright.games.maze.drawing import draw_state
from tablewright.games.maze.files import plan_lines

if TYPE_CHECKING:
    from typing import Any

    from tablewright.core.dice import Dice
    from tablewright.games.maze.setup import MazeSetup

SNAPSHOT_VERSION = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Position(State[MazeAction]):
    """What is on the table. Tiles, characters, deck and letters are replaced, never changed, so clones share them."""

    __slots__ = ("active", "at", "counter", "deck", "letters", "pressed", "seen", "setup", "tiles")

    game = "maze"

    def __init__(
        self,
        setup: MazeSetup,
        deck: tuple[int, ...],
        active: int,
        seen: int,
        counter: int,
        letters: str,
        tiles: bytes,
        at: tuple[int, int, int],
        pressed: bool,
        outcome: Outcome | None,
    ) -> None:
        super().__init__(0, outcome)
        self.setup = setup
        #: The directions of the four cards in their order, which never changes; ``active`` is the one that shows.
        self.deck = deck
        self.active = active
        #: How many cards of the deck have been seen.
        self.seen = seen
        self.counter = counter
        #: The rooms place by place: those of the setup, or in a sample what may lie there instead.
        self.letters = letters
        self.tiles = tiles
        #: The tiles of thief, fighter and seer.
        self.at = at
        #: Have the three switches been pressed?
        self.pressed = pressed

    def revealed(self, place: int) -> bool:
        """Say whether the room at a place is known."""
        return self.tiles[place * AREA] < HIDDEN

    def on_treasure(self) -> bool:
        """Say whether all three stand on treasure tiles."""
        tiles, at = self.tiles, self.at
        return tiles[at[0]] == TREASURE and tiles[at[1]] == TREASURE and tiles[at[2]] == TREASURE

    def key(self) -> Any:
        return (
            self.setup,
            self.deck,
            self.active,
            self.seen,
            self.counter,
            self.letters,
            self.tiles,
            self.at,
            self.pressed,
        )

    def when(self) -> str:
        return f"flip {self.counter}"

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the open table: the rooms that take part are known, where the covered ones lie is not."""
        board = self.setup.board
        known = [self.revealed(place) for place in range(len(self.letters))]
        rooms = [letter if open_ else None for letter, open_ in zip(self.letters, known, strict=True)]
        return {
            "counter": self.counter,
            "max_flips": self.setup.max_flips,
            "card": DIRECTIONS[self.deck[self.active]],
            "deck": [DIRECTIONS[card] if i < self.seen else None for i, card in enumerate(self.deck)],
            "rows": board.rows,
            "columns": board.columns,
            "rooms": rooms,
            "rooms_in_play": sorted(self.letters),
            "tiles": [
                plan_lines(self.tiles[place * AREA : (place + 1) * AREA]) if open_ else None
                for place, open_ in enumerate(known)
            ],
            "characters": {who: list(board.row_column(tile)) for who, tile in zip(CHARACTERS, self.at, strict=True)},
            "pressed": self.pressed,
            "outcome": None if self.outcome is None else str(self.outcome),
        }

    def picture(self, seat: int | None) -> str:
        return draw_state(self)

    def snapshot(self) -> dict[str, Any]:
        from tablewright.games.maze.values import write_setup

        rooms = range(len(self.letters))
        return {
            "version": SNAPSHOT_VERSION,
            "setup": write_setup(self.setup),
            "deck": [DIRECTIONS[card] for card in self.deck],
            "active": self.active,
            "seen": self.seen,
            "counter": self.counter,
            "rooms": self.letters,
            "revealed": [self.revealed(place) for place in rooms],
            "tiles": [plan_lines(self.tiles[place * AREA : (place + 1) * AREA]) for place in rooms],
            "characters": list(self.at),
            "pressed": self.pressed,
        }

    def lay(self, rooms: dict[int, str]) -> None:
        """Put other rooms of the setup under covered places: as in their floor plans, except for switches and secret
        doors once those are gone.
        """
        letters = list(self.letters)
        tiles = bytearray(self.tiles)
        for place, letter in rooms.items():
            letters[place] = letter
            plan = self.setup.rooms[letter].translate(COVERED)
            tiles[place * AREA : (place + 1) * AREA] = plan.translate(PRESSED) if self.pressed else plan
        self.letters = "".join(letters)
        self.tiles = bytes(tiles)

    def deal_again(self, dice: Dice) -> None:
        """Deal everything that nobody has seen: the covered rooms among their places, and the cards not yet flipped."""
        self.deck = self.deck[: self.seen] + tuple(dice.shuffled(self.deck[self.seen :]))
        covered = [place for place in range(len(self.letters)) if not self.revealed(place)]
        self.lay(dict(zip(covered, dice.shuffled([self.letters[place] for place in covered]), strict=True)))
