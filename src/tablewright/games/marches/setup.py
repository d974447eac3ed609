"""What a match is started with: cards, decks, classes and options."""

from __future__ import annotations

from tablewright.core.light import final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tablewright.games.marches.state import Card


@final
class Options:
    """Rules on which the sources of the game disagree; the defaults are ours."""

    __slots__ = ("cooldown_waits", "extremes_from_zero", "hp_zero_waits", "negative_search_reverses")

    def __init__(self) -> None:
        self.cooldown_waits = False
        self.extremes_from_zero = False
        self.hp_zero_waits = False
        self.negative_search_reverses = False


@final
class Setup:
    """A table."""

    def __init__(self, cards: dict[int, Card], options: Options) -> None:
        self.cards = cards
        self.options = options
