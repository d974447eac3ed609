"""What a table is started with."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, final

if TYPE_CHECKING:
    from tablewright.games.ooperations.actions import CardSet
    from tablewright.games.ooperations.pieces import OoperationsCard


@final
class OoperationsSetup:
    """Everything two players agree on before a match. ``shuffle`` is off where the order of the decks is given."""

    __slots__ = ("cards", "decks", "health", "mana", "max_rounds", "seats", "shuffle")

    def __init__(
        self,
        cards: CardSet,
        health: int,
        max_rounds: int,
        mana: int,
        decks: tuple[tuple[OoperationsCard, ...], tuple[OoperationsCard, ...]],
        shuffle: bool,
    ) -> None:
        self.cards = cards
        self.health = health
        self.max_rounds = max_rounds
        self.mana = mana
        self.decks = decks
        self.shuffle = shuffle
        self.seats = 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OoperationsSetup) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.health, self.max_rounds, self.mana))

    def _values(self) -> tuple[object, ...]:
        keys = [[card.key for card in deck] for deck in self.decks]
        return (self.cards.source, self.health, self.max_rounds, self.mana, keys, self.shuffle)
