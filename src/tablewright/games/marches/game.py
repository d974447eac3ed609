"""The Marches as a game of Tablewright."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.game import Choice, Game, Option
from tablewright.core.problems import Problem
from tablewright.games.marches.actions import MarchesAction
from tablewright.games.marches.files import Catalogue, deck_names, find_deck, make_setup
from tablewright.games.marches.setup import MarchesSetup
from tablewright.games.marches.state import MarchesState, deal
from tablewright.games.marches.views import read_setup, restore


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

    def choices(self) -> list[Choice]:
        decks = [find_deck(name, Catalogue()) for name in deck_names()]
        options = [Option(deck.name, deck.about) for deck in decks]
        return [
            Choice(f"deck{seat + 1}", f"Deck of player {seat + 1}", options[seat:] + options[:seat], seat)
            for seat in (0, 1)
        ]

    def setup(self, **chosen: str) -> MarchesSetup:
        names = self.pick(chosen)
        decks = [find_deck(names[f"deck{seat + 1}"], Catalogue()) for seat in (0, 1)]
        return make_setup([deck.cards for deck in decks], [deck.class_ for deck in decks])

    def deal(self, setup: MarchesSetup, dice: Dice) -> MarchesState:
        return deal(setup, dice)

    def actions(self, setup: MarchesSetup) -> Sequence[MarchesAction]:
        return setup.actions.actions

    def write_setup(self, setup: MarchesSetup) -> Any:
        return setup.written()

    def read_setup(self, value: Any) -> MarchesSetup:
        return read_setup(value)

    def restore(self, snapshot: Any) -> MarchesState:
        return restore(snapshot)

    def claims(self, path: str) -> bool:
        from tablewright.games.marches.authoring.lint import claims

        return claims(path)

    def check(self, paths: list[str]) -> list[Problem]:
        from tablewright.games.marches.authoring.lint import check

        return check(paths)


GAME = MarchesGame()
