"""The puzzle of the day: a match that is the same for everybody on a day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """What a match of the day is made with; the companion ``puzzles`` of a game returns one for a date.

    It is a match for one, dealt from a number: whoever knows the number knows the cards, which cheats nobody else.
    """

    title: str
    #: What can be reached, as the rest of a sentence: "can be done in 24 flips".
    about: str
    #: The options of ``Game.setup``.
    chosen: Mapping[str, str]
    seed: int
