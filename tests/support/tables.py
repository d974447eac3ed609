"""Records and tables for stories: the same deal again and again."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.core.game import Game
from tablewright.core.record import Record
from tablewright.core.registry import find_game, game_keys
from tablewright.table.table import Table

SHIPPED = ("dungeons", "marches", "maze", "ooperations")

#: The stories with Magical OOPerations bring their own decks: what they are dealt must not depend on how the ready
#: decks are balanced.
DECKS = (
    "4 SQIRL 4 ASASN 4 GLDTR 4 NINJA 3 TUTOR 3 RAPTR 2 KINGV 2 SLAYR 2 RRUSH 2 MOBLZ",
    "4 ZOMBI 3 GUARD 3 HYDRA 2 LLICH 1 D_GOD 2 NITMR 3 MEMRY 3 REVIV 3 ZMBFY 3 SOLDR 3 VAMPS",
)


def every_game() -> list[Any]:
    """Return the games that ship, as pytest parameters."""
    return [pytest.param(find_game(key), id=key) for key in SHIPPED if key in game_keys()]


def cards(deck: str) -> list[str]:
    words = deck.split()
    return [key for count, key in zip(words[::2], words[1::2], strict=True) for _ in range(int(count))]


def new_record(game: Game, seed: int, *seats: str, **chosen: str) -> Record:
    setup = game.setup(**chosen)
    if game.key == "ooperations" and not chosen:
        setup = game.read_setup(game.write_setup(setup) | {"decks": [cards(deck) for deck in DECKS]})
    return Record(game, setup, seed, [*seats, *["bot easy"] * (setup.seats - len(seats))])


def new_table(key: str, seed: int, *seats: str, **chosen: str) -> Table:
    return Table(new_record(find_game(key), seed, *seats, **chosen))
