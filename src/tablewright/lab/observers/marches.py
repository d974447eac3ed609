"""What a study notes about The Marches."""

from __future__ import annotations

from typing import Any

from tablewright.games.marches.events import CardDrawn, CardPlayed, GoldChanged, TurnBegan
from tablewright.games.marches.state import MarchesState
from tablewright.lab.observers import Observer
from tablewright.lab.swaps.marches import MarchesSwap


class MarchesObserver(Observer):
    """Notes cards drawn and played by each seat, and the gold spent in each of its turns."""

    swaps = MarchesSwap
    state: MarchesState

    def __init__(self, state: MarchesState) -> None:
        super().__init__(state)
        self.drawn = [{self._name(card) for card in player.hand} for player in state.players]
        self.played: list[set[str]] = [set(), set()]
        self.spent: list[list[int]] = [[], []]
        self.spent[state.seat_to_act].append(0)

    def _name(self, card: int) -> str:
        return self.state.setup.cards[card].name

    def told(self, event: Any) -> None:
        if isinstance(event, CardDrawn):
            self.drawn[event.seat].add(event.card.name)
        elif isinstance(event, CardPlayed):
            self.played[event.seat].add(event.card.name)
        elif isinstance(event, TurnBegan):
            self.spent[event.seat].append(0)
        elif isinstance(event, GoldChanged) and event.after < event.before and self.spent[event.seat]:
            self.spent[event.seat][-1] += event.before - event.after

    def notes(self) -> dict[str, Any]:
        return {
            "length": sum(map(len, self.spent)),
            "deck": [sorted({self._name(card) for card in deck}) for deck in self.state.setup.decks],
            "drawn": [sorted(cards) for cards in self.drawn],
            "played": [sorted(cards) for cards in self.played],
            "spent": self.spent,
        }
