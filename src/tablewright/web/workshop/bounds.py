"""How much a space may hold and cost."""

from __future__ import annotations

from dataclasses import dataclass

from tablewright.games.marches.files import MOST_OWN_CARDS


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one space may have; ``None`` is no bound."""

    cards: int
    decks: int
    tests: int
    #: Versions of one card or deck that are surely kept; at most twice as many are.
    versions: int | None
    #: Of everything in the folder, versions included.
    bytes: int | None
    #: Of one text of a card.
    text: int
    #: Seconds that one request may take.
    seconds: float
    #: Processes that one study plays in, if there are so many cores.
    jobs: int

    def shown(self) -> dict[str, int | None]:
        """Return what the page tells."""
        return {"cards": self.cards, "decks": self.decks, "tests": self.tests, "bytes": self.bytes, "text": self.text}


#: In a folder of one's own only what keeps a mistake from filling the machine, and for authors on somebody's server.
OWN = Bounds(MOST_OWN_CARDS, 500, 1_000, None, None, 200_000, 60.0, 8)
GUEST = Bounds(100, 40, 200, 300, 20_000_000, 40_000, 10.0, 1)
