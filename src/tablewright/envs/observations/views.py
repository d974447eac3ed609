"""Observations for a game that brings none: its views, laid out as numbers.

What a view can hold is found out by playing some matches at random, always the same ones, so that every process finds
the same layout. A number is itself, a text one of those that were seen, a list as many places as were ever filled, and
what may be ``None`` says whether it is there. What comes up later and was never seen is cut off: numbers at twice what
was seen, lists at their longest, texts to zeros. It is enough to learn with; a layout that knows the game is better.
"""

from __future__ import annotations

import json
from array import array
from typing import Any

from tablewright.core.dealing import canonical
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.envs.observations.layout import Encoder, Layout, Piece

#: So many matches are looked at, so many actions of each, and no more views than these.
MATCHES = 20
LONGEST = 2_000
MOST_VIEWS = 5_000
#: More numbers than anybody learns from.
MOST_NUMBERS = 100_000
#: A text that had more values than these is no name of anything.
MOST_TEXTS = 200


class Shape:
    """What was seen at one place of a view."""

    def __init__(self) -> None:
        self.low = self.high = 0.0
        self.number = self.absent = self.listed = False
        self.texts: dict[str, int] = {}
        self.keys: dict[str, Shape] = {}
        self.places: list[Shape] = []

    def see(self, value: Any) -> None:
        """Take note of a value."""
        if value is None:
            self.absent = True
        elif isinstance(value, bool | int | float):
            self.number = True
            self.low, self.high = min(self.low, 2.0 * value), max(self.high, 2.0 * value)
        elif isinstance(value, str):
            self.texts.setdefault(value, len(self.texts))
        elif isinstance(value, list):
            self.listed = True
            self.places += [Shape() for _ in range(len(value) - len(self.places))]
            for place, part in zip(self.places, value, strict=False):
                place.see(part)
        else:
            for key, part in value.items():
                self.keys.setdefault(key, Shape()).see(part)

    def pieces(self, name: str) -> list[Piece]:
        """Return the pieces of an observation that this place takes, in the order in which ``write`` fills them."""
        found = []
        if self.absent:
            found.append(Piece(f"{name} is there", 0, 1, "1 if it is not null"))
        if self.number:
            found.append(Piece(name, self.low, self.high or 1.0, "the number, up to twice what was seen"))
        if 0 < len(self.texts) <= MOST_TEXTS:
            rows = tuple(sorted(self.texts))
            self.texts = {text: number for number, text in enumerate(rows)}
            found.append(Piece(f"{name} is", 0, 1, "1 for the text that it is", rows))
        if self.listed:
            found.append(Piece(f"{name} length", 0, max(1, 2 * len(self.places)), "how long the list is"))
        for number, place in enumerate(self.places):
            found += place.pieces(f"{name}[{number}]")
        for key in sorted(self.keys):
            found += self.keys[key].pieces(f"{name}.{key}" if name else key)
        return found

    def write(self, value: Any, there: bool, out: array[float], at: int) -> int:
        """Fill the numbers of this place from ``at`` on, and return where the next one begins."""
        if self.absent:
            out[at] = float(there and value is not None)
            at += 1
        if self.number:
            if isinstance(value, bool | int | float):
                out[at] = min(max(float(value), self.low), self.high or 1.0)
            at += 1
        if 0 < len(self.texts) <= MOST_TEXTS:
            if isinstance(value, str) and value in self.texts:
                out[at + self.texts[value]] = 1.0
            at += len(self.texts)
        parts = value if isinstance(value, list) else []
        if self.listed:
            out[at] = float(min(len(parts), max(1, 2 * len(self.places))))
            at += 1
        for number, place in enumerate(self.places):
            held = number < len(parts)
            at = place.write(parts[number] if held else None, held, out, at)
        inner = value if isinstance(value, dict) else {}
        for key in sorted(self.keys):
            at = self.keys[key].write(inner.get(key), key in inner, out, at)
        return at


class ViewEncoder(Encoder):
    """The encoder of any game whose views hold something that can be told in numbers."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        super().__init__(Layout(shape.pieces("")))

    def write_view(self, view: dict[str, Any], seat: int, out: array[float]) -> None:
        self.shape.write(view, True, out, 0)


_encoders: dict[tuple[Game, str], ViewEncoder] = {}


def view_encoder(game: Game, setup: Any) -> ViewEncoder:
    """Return the encoder of a game that brings none; raises ``ValueError`` where its views are no use for that."""
    key = game, canonical(game.write_setup(setup))
    if key not in _encoders:
        _encoders[key] = _look(game, setup)
    return _encoders[key]


def _look(game: Game, setup: Any) -> ViewEncoder:
    shape, dice, views = Shape(), Dice(0), 0
    for seed in range(MATCHES):
        match = Match(game, setup, seed, limit=LONGEST)
        while views < MOST_VIEWS:
            for seat in range(setup.seats):
                shape.see(json.loads(json.dumps(match.state.view(seat))))
                views += 1
            if match.over:
                break
            legal = match.state.legal_actions()
            match.advance(legal[dice.roll(len(legal)) - 1])
    size = sum(piece.size for piece in shape.pieces(""))
    if not 0 < size <= MOST_NUMBERS:
        why = "they have nothing in them that can be told in numbers" if not size else f"they would be {size:,} numbers"
        raise ValueError(
            f"{game.title} has no observations, and its views cannot stand in for them: {why}; "
            "bring an encoder as the companion `observations`"
        )
    return ViewEncoder(shape)
