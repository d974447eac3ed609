"""The Marches as a game of Tablewright."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tablewright.core.dice import Dice
from tablewright.core.game import Choice, Game, Option
from tablewright.core.own import own_about
from tablewright.core.problems import Problem
from tablewright.games.marches.actions import MarchesAction
from tablewright.games.marches.files import Catalogue, MarchesDeck, deck_names, find_deck, make_setup, shipped_content
from tablewright.games.marches.setup import MarchesSetup
from tablewright.games.marches.state import MarchesState, deal
from tablewright.games.marches.views import read_setup, restore

if TYPE_CHECKING:
    from tablewright.games.marches.own import MarchesContent


class MarchesGame(Game):
    """Two players, three lanes, cards that are programs."""

    key = "marches"
    title = "The Marches"
    version = 1
    about = "Two players march units down three lanes; every card is a small program."
    hidden = True
    chance = False
    cooperative = False
    seats = (2, 2)

    def __init__(self, own: MarchesContent | None = None, files: Sequence[str] = ()) -> None:
        self.own_files = tuple(files)
        #: The cards of the game and of the files.
        self.catalogue = Catalogue() if own is None else own.catalogue
        self._decks = {} if own is None else own.decks

    def with_files(self, files: Sequence[str]) -> MarchesGame:
        from tablewright.games.marches.own import MarchesContent

        return MarchesGame(MarchesContent(files), files)

    def choices(self) -> list[Choice]:
        decks = [find_deck(name, self.catalogue) for name in deck_names()]
        options = [Option(deck.name, deck.about) for deck in decks]
        own = [Option(name, own_about(deck.about, path), path) for name, (deck, path) in self._decks.items()]
        return [
            Choice(f"deck{seat + 1}", f"Deck of player {seat + 1}", options[seat:] + options[:seat] + own, seat)
            for seat in (0, 1)
        ]

    def deck(self, name: str) -> MarchesDeck:
        """Return a deck by its name; raises ``BadSetup``."""
        return self._decks[name][0] if name in self._decks else find_deck(name, self.catalogue)

    def setup(self, **chosen: str) -> MarchesSetup:
        names = self.pick(chosen)
        decks = [self.deck(names[f"deck{seat + 1}"]) for seat in (0, 1)]
        classes = [deck.class_ for deck in decks]
        return make_setup([deck.cards for deck in decks], classes, catalogue=self.catalogue)

    def deal(self, setup: MarchesSetup, dice: Dice) -> MarchesState:
        return deal(setup, dice)

    def actions(self, setup: MarchesSetup) -> Sequence[MarchesAction]:
        return setup.actions.actions

    def write_setup(self, setup: MarchesSetup) -> Any:
        return setup.written()

    def read_setup(self, value: Any) -> MarchesSetup:
        return read_setup(value)

    def content(self, setup: MarchesSetup) -> dict[str, str]:
        return shipped_content(setup)

    def restore(self, snapshot: Any) -> MarchesState:
        return restore(snapshot)

    def claims(self, path: str) -> bool:
        from tablewright.games.marches.authoring.lint import claims

        return claims(path)

    def check(self, paths: list[str]) -> list[Problem]:
        from tablewright.games.marches.authoring.lint import check

        return check(paths)


GAME = MarchesGame()
