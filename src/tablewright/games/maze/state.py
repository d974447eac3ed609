"""The position: who stands where, which tiles are left, what is revealed, which card shows."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final
from tablewright.core.state import Outcome, Reason, State, words
from tablewright.games.maze import rules
from tablewright.games.maze.actions import MazeAction
from tablewright.games.maze.pieces import AREA, COVERED, DIRECTIONS, HIDDEN, PRESSED, TREASURE

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any

    from tablewright.core.dice import Dice
    from tablewright.games.maze.setup import MazeSetup


@final
class MazeState(State[MazeAction]):
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

    def covered(self) -> list[int]:
        """Return the places whose rooms nobody knows."""
        return [place for place, corner in enumerate(self.tiles[::AREA]) if corner >= HIDDEN]

    def on_treasure(self) -> bool:
        """Say whether all three stand on treasure tiles."""
        tiles, at = self.tiles, self.at
        return tiles[at[0]] == TREASURE and tiles[at[1]] == TREASURE and tiles[at[2]] == TREASURE

    def legal_actions(self) -> list[MazeAction]:
        return rules.legal_actions(self)

    def why_not(self, action: MazeAction) -> Reason | None:
        return rules.why_not(self, action)

    def apply(self, action: MazeAction) -> None:
        rules.apply(self, action)

    def parse(self, line: str) -> MazeAction:
        return self.setup.actions.parse(words(line))

    def clone(self) -> MazeState:
        return MazeState(
            self.setup,
            self.deck,
            self.active,
            self.seen,
            self.counter,
            self.letters,
            self.tiles,
            self.at,
            self.pressed,
            self.outcome,
        )

    def key(self) -> Hashable:
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

    def resample(self, seat: int | None, dice: Dice) -> MazeState:
        """Deal again what nobody has seen: the cards not yet flipped, and the covered rooms among their places."""
        sample = self.clone()
        sample.deck = self.deck[: self.seen] + tuple(dice.shuffled(sorted(self.deck[self.seen :])))
        covered = self.covered()
        rooms = dice.shuffled(sorted([self.letters[place] for place in covered]))
        sample.lay(covered, rooms)
        return sample

    def lay(self, covered: Sequence[int], rooms: Sequence[str]) -> None:
        """Put rooms of the setup under covered places: as in their floor plans, except for switches and secret doors
        once those are gone.
        """
        letters = list(self.letters)
        tiles = bytearray(self.tiles)
        for place, letter in zip(covered, rooms, strict=True):
            letters[place] = letter
            plan = self.setup.rooms[letter].translate(COVERED)
            tiles[place * AREA : (place + 1) * AREA] = plan.translate(PRESSED) if self.pressed else plan
        self.letters = "".join(letters)
        self.tiles = bytes(tiles)

    def when(self) -> str:
        return f"flip {self.counter}"

    def view(self, seat: int | None) -> dict[str, Any]:
        from tablewright.games.maze.views import view

        return view(self)

    def picture(self, seat: int | None) -> str:
        from tablewright.games.maze.drawing import draw_state

        return draw_state(self)

    def snapshot(self) -> dict[str, Any]:
        from tablewright.games.maze.views import snapshot

        return snapshot(self)


def deal(setup: MazeSetup, dice: Dice) -> MazeState:
    """Return the start of a match: the dice shuffle the four cards, and only room S is revealed."""
    deck = tuple(dice.shuffled(range(len(DIRECTIONS))))
    return MazeState(setup, deck, 0, 1, 0, setup.letters, setup.tiles, setup.start, False, None)
