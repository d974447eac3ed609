"""What a study notes about Magical OOPerations."""

from __future__ import annotations

from typing import Any

from tablewright.games.ooperations.events import CreaturePlayed, DrewCard, HandRedrawn, RoundStarted, SpellCast
from tablewright.games.ooperations.pieces import OoperationsCard
from tablewright.games.ooperations.state import OoperationsState
from tablewright.lab.observers import Observer
from tablewright.lab.swaps.ooperations import OoperationsSwap


class OoperationsObserver(Observer):
    """Notes cards drawn and played by each seat, and the mana spent in each round."""

    swaps = OoperationsSwap
    state: OoperationsState

    def __init__(self, state: OoperationsState) -> None:
        super().__init__(state)
        self.drawn = [{self._name(card) for card in player.hand} for player in state.players]
        self.played: list[set[str]] = [set(), set()]
        self.spent: list[list[int]] = [[0], [0]]
        self.mana = [player.mana for player in state.players]

    @staticmethod
    def _name(card: OoperationsCard) -> str:
        return f"{card.name} ({card.key})"  # two cards of an own set may have the same name

    def told(self, event: Any) -> None:
        seat = event.seat
        if isinstance(event, DrewCard):
            self.drawn[seat].add(self._name(event.card))
        elif isinstance(event, HandRedrawn):
            self.drawn[seat] |= {self._name(card) for card in self.state.players[seat].hand}
        elif isinstance(event, CreaturePlayed | SpellCast):
            self.played[seat].add(self._name(event.card))
            mana = self.state.players[seat].mana
            self.spent[seat][-1] += self.mana[seat] - mana
            self.mana[seat] = mana
        elif isinstance(event, RoundStarted):
            self.mana = [player.mana for player in self.state.players]
            for spent in self.spent:
                spent.append(0)

    def notes(self) -> dict[str, Any]:
        return {
            "length": len(self.spent[0]),
            "deck": [sorted({self._name(card) for card in deck}) for deck in self.state.setup.decks],
            "drawn": [sorted(cards) for cards in self.drawn],
            "played": [sorted(cards) for cards in self.played],
            "spent": self.spent,
        }
