"""What a study notes about Magical OOPerations."""

from __future__ import annotations

from typing import Any

from tablewright.games.ooperations.events import CreaturePlayed, DrewCard, HandRedrawn, RoundStarted, SpellCast
from tablewright.games.ooperations.state import OoperationsState
from tablewright.lab.observers import Observer


class OoperationsObserver(Observer):
    """Notes cards drawn and played by each seat, and the mana spent in each round."""

    state: OoperationsState

    def __init__(self, state: OoperationsState) -> None:
        super().__init__(state)
        self.drawn = [{card.key for card in player.hand} for player in state.players]
        self.played: list[set[str]] = [set(), set()]
        self.spent: list[list[int]] = [[0], [0]]
        self.mana = [player.mana for player in state.players]

    def told(self, event: Any) -> None:
        seat = event.seat
        if isinstance(event, DrewCard):
            self.drawn[seat].add(event.card.key)
        elif isinstance(event, HandRedrawn):
            self.drawn[seat] |= {card.key for card in self.state.players[seat].hand}
        elif isinstance(event, CreaturePlayed | SpellCast):
            self.played[seat].add(event.card.key)
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
            "deck": [sorted({card.key for card in deck}) for deck in self.state.setup.decks],
            "drawn": [sorted(cards) for cards in self.drawn],
            "played": [sorted(cards) for cards in self.played],
            "spent": self.spent,
        }
