"""What a study notes about a match beyond its result. A game without an observer gets the plain one."""

from __future__ import annotations

from typing import Any

from tablewright.core.registry import companion
from tablewright.core.state import State
from tablewright.games.marches.events import CardDrawn, CardPlayed, GoldChanged, TurnBegan
from tablewright.games.marches.state import MarchesState
from tablewright.games.ooperations.events import CreaturePlayed, DrewCard, HandRedrawn, RoundStarted, SpellCast
from tablewright.games.ooperations.state import OoperationsState


class Observer:
    """Watches one match."""

    def __init__(self, state: State) -> None:
        self.state = state

    def told(self, event: Any) -> None:
        """Take note of an event."""

    def notes(self) -> dict[str, Any]:
        """Return what was noted, as a JSON value; ``length`` is how long the match was in the game's own measure."""
        return {}


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


class MarchesObserver(Observer):
    """Notes cards drawn and played by each seat, and the gold spent in each of its turns."""

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


def observe(game: str, state: State) -> Observer:
    """Return an observer for a match that has just begun."""
    observer: Observer = (companion("observers", game) or Observer)(state)
    return observer
