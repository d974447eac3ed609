"""Magical OOPerations as a game that can be found, set up, saved and checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tablewright.core.dice import Dice
from tablewright.core.game import Choice, Game, Option
from tablewright.core.own import own_about
from tablewright.core.problems import Problem
from tablewright.games.ooperations import files, views
from tablewright.games.ooperations.actions import OoperationsAction
from tablewright.games.ooperations.rules import FIRST_HAND
from tablewright.games.ooperations.setup import OoperationsSetup
from tablewright.games.ooperations.state import OoperationsState, deal

if TYPE_CHECKING:
    from tablewright.games.ooperations.files import OoperationsDeck
    from tablewright.games.ooperations.own import OoperationsContent

# What a table made of two ready decks starts with. The last round is the last one in which a deck still has a card,
# so that such a match is never decided by who draws first.
HEALTH = 20
MANA = 1
ROUNDS = files.DECK_SIZE - FIRST_HAND


class OoperationsGame(Game):
    """Two players, creatures and spells on seven lanes."""

    key = "ooperations"
    title = "Magical OOPerations"
    version = 1
    about = "Two players send creatures along seven lanes and turn battles with spells."
    hidden = True
    chance = False
    cooperative = False
    seats = (2, 2)

    def __init__(self, own: OoperationsContent | None = None, own_files: Sequence[str] = ()) -> None:
        self.own_files = tuple(own_files)
        self._own = own
        #: The cards of the game and of the files.
        self.cards = files.shipped_cards() if own is None else own.cards

    def with_files(self, files: Sequence[str]) -> OoperationsGame:
        from tablewright.games.ooperations.own import OoperationsContent

        return OoperationsGame(OoperationsContent(files), files)

    def choices(self) -> list[Choice]:
        options = [Option(name, f"{deck.name}: {deck.about}") for name, deck in files.shipped_decks().items()]
        decks = {} if self._own is None else self._own.decks
        own = [
            Option(name, own_about(f"{deck.name}: {deck.about}", path), path) for name, (deck, path) in decks.items()
        ]
        return [
            Choice("deck1", "Deck of player 1", options + own, 0),
            Choice("deck2", "Deck of player 2", options[1:] + options[:1] + own, 1),  # another default than player 1's
        ]

    def decks(self) -> dict[str, OoperationsDeck]:
        """Return all decks, by the name of their file; those that ship are made of new editions where there are."""
        return files.shipped_decks() if self._own is None else self._own.all_decks

    def setup(self, **chosen: str) -> OoperationsSetup:
        names = self.pick(chosen)
        cards, decks = files.shipped_cards(), files.shipped_decks()
        if self._own is not None and self._own.changes([names["deck1"], names["deck2"]]):
            cards, decks = self._own.cards, self._own.all_decks
        both = (decks[names["deck1"]].cards, decks[names["deck2"]].cards)
        return OoperationsSetup(cards, HEALTH, ROUNDS, MANA, both, shuffle=True)

    def deal(self, setup: OoperationsSetup, dice: Dice) -> OoperationsState:
        return deal(setup, dice if setup.shuffle else None)

    def actions(self, setup: OoperationsSetup) -> list[OoperationsAction]:
        return setup.cards.actions

    def write_setup(self, setup: OoperationsSetup) -> dict[str, Any]:
        return views.write_setup(setup)

    def read_setup(self, value: Any) -> OoperationsSetup:
        return views.read_setup(value)

    def content(self, setup: OoperationsSetup) -> dict[str, str]:
        return views.shipped_content(setup)

    def restore(self, snapshot: Any) -> OoperationsState:
        return views.restore(snapshot)

    def claims(self, path: str) -> bool:
        return files.claims(path)

    def check(self, paths: list[str]) -> list[Problem]:
        return files.check(paths)


GAME = OoperationsGame()
