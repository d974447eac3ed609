"""Ways to break the tiny game, and to see which law says so."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tablewright.core.game import Game
from tablewright.testing import check_match
from tests.testing.tiny import Tiny, TinyState

#: What is random in a game may hide a mistake: it is looked for in so many matches.
MATCHES = 8
#: A broken game, the law that it breaks, and how the sentence goes.
Mistake = tuple[Tiny, str, str]


def broken_state(**methods: Any) -> Tiny:
    """Return the game with some methods of its state done wrong."""
    return broken_game(state=type("BrokenState", (TinyState,), methods))


def broken_game(**methods: Any) -> Tiny:
    """Return the game with some things that it says of itself, or does, wrong."""
    game: Tiny = type("BrokenTiny", (Tiny,), methods)()
    return game


def check(game: Game) -> None:
    """Look for a mistake."""
    for seed in range(MATCHES):
        check_match(game, game.setup(), seed, every=1)


def expect(mistake: Mistake) -> None:
    """Look for a mistake, which breaks its law and no other."""
    game, law, sentence = mistake
    with pytest.raises(AssertionError) as caught:
        check(game)
    said = str(caught.value)
    assert re.match(rf"{law}, position \d+(, after \"\d play \d+\")?: .*{sentence}", said), said
    assert "\ntablewright record 2\ngame: tiny 1\n" in said
