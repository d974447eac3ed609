"""What the numbers of an observation mean, declared once: the spaces, the encoders and the manual all read it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy import frombuffer
from numpy.typing import NDArray

from tablewright.core.state import State

#: How many things an encoder keeps the numbers of before it forgets them all.
MOST_ROWS: Final = 512
FLOAT32: Final = np.dtype(np.float32)


class Piece:
    """Some neighbouring numbers of one meaning: ``rows`` times the same ``columns``, or a single number."""

    __slots__ = ("about", "columns", "high", "low", "name", "rows", "start")

    def __init__(
        self,
        name: str,
        low: float,
        high: float,
        about: str,
        rows: tuple[str, ...] = ("",),
        columns: tuple[str, ...] = ("",),
    ) -> None:
        self.name = name
        self.low = low
        self.high = high
        self.about = about
        #: What the rows and columns stand for, in order.
        self.rows = rows
        self.columns = columns
        #: Where the piece begins; set by the layout.
        self.start = 0

    @property
    def size(self) -> int:
        """How many numbers the piece has."""
        return len(self.rows) * len(self.columns)

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns, or the number of rows, or () for a single number."""
        if len(self.columns) > 1:
            return (len(self.rows), len(self.columns))
        return (len(self.rows),) if len(self.rows) > 1 else ()

    def names(self) -> Iterator[str]:
        """Name every number, for example ``own field[F1].attack``."""
        for row in self.rows:
            for column in self.columns:
                yield self.name + (f"[{row}]" if row else "") + (f".{column}" if column else "")


class Layout:
    """The pieces of an observation, one behind the other."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self.size = 0
        for piece in pieces:
            piece.start = self.size
            self.size += piece.size
        self._starts = {piece.name: piece.start for piece in pieces}

    def __getitem__(self, name: str) -> int:
        """Return where a piece begins."""
        return self._starts[name]

    def names(self) -> list[str]:
        """Name every number of an observation."""
        return [name for piece in self.pieces for name in piece.names()]

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the smallest and the largest value of every number."""
        lows = [piece.low for piece in self.pieces for _ in range(piece.size)]
        highs = [piece.high for piece in self.pieces for _ in range(piece.size)]
        return np.array(lows, np.float32), np.array(highs, np.float32)

    def describe(self, observation: NDArray[np.float32]) -> dict[str, float]:
        """Return the numbers of an observation that are not zero, by name."""
        return {name: float(value) for name, value in zip(self.names(), observation, strict=True) if value}


class CardCounter:
    """Counts the cards of each type in decks and piles, which are tuples that many positions share."""

    def __init__(self, index: dict[Any, int]) -> None:
        #: Where each card stands in lists of cards.
        self.index = index
        self._left: dict[tuple[Any, ...], list[array[float]]] = {}
        self._piles: dict[tuple[Any, ...], array[float]] = {}

    def left(self, deck: tuple[Any, ...], drawn: int) -> array[float]:
        """Return how many of each card a deck has after so many draws; counted once for all draws."""
        left = self._left.get(deck)
        if left is None:
            if len(self._left) >= MOST_ROWS // 16:
                self._left.clear()
            counts = array("f", bytes(4 * len(self.index)))
            left = [counts[:]]
            for card in reversed(deck):
                counts[self.index[card]] += 1.0
                left.append(counts[:])
            self._left[deck] = left = left[::-1]
        return left[drawn]

    def pile(self, cards: tuple[Any, ...]) -> array[float]:
        """Return how many of each card are in a pile that grows card by card."""
        counts = self._piles.get(cards)
        if counts is None:
            if cards:
                counts = self.pile(cards[:-1])[:]
                counts[self.index[cards[-1]]] += 1.0
            else:
                counts = array("f", bytes(4 * len(self.index)))
            if len(self._piles) >= MOST_ROWS:
                self._piles.clear()
            self._piles[cards] = counts
        return counts


class Encoder:
    """Turns what a seat may know into numbers.

    ``write_view`` is the definition: it sees nothing but ``State.view``. ``write`` may do the same without the detour
    over JSON, which is several times faster; a law of the tests holds the two together.
    """

    #: Room for pictures of this game, in columns and rows of text, so that frames of a film have one size.
    canvas: tuple[int, int] = (80, 24)

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._blank = array("f", bytes(4 * layout.size))

    def write_view(self, view: dict[str, Any], seat: int, out: array[float]) -> None:
        """Fill ``out``, which is all zeros, from the view of ``seat``."""
        raise NotImplementedError

    def write(self, state: Any, seat: int, out: array[float]) -> None:
        """Fill ``out``, which is all zeros, with what ``seat`` sees of a state."""
        self.write_view(state.view(seat), seat, out)

    def encode(self, state: State, seat: int) -> NDArray[np.float32]:
        """Return a new observation of a state as a seat sees it."""
        out = self._blank[:]
        self.write(state, seat, out)
        return frombuffer(out, FLOAT32)

    def encode_view(self, view: dict[str, Any], seat: int) -> NDArray[np.float32]:
        """Return a new observation from a view alone, for example one that came over a network."""
        out = self._blank[:]
        self.write_view(view, seat, out)
        return frombuffer(out, FLOAT32)
