"""Content identity: what a match is made of besides its setup, so that an edited card never makes another match of it.

A written setup holds what its author made, but names what ships with the game: card 9, room A. What these were is kept
beside it, ``Game.content``, as a line of text each, and compared wherever a match is read again. Equal ``content_of``
means equal cards, decks, dungeon and rooms, whatever files they came from; the lab knows its results by it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from tablewright.core.dealing import canonical
from tablewright.core.game import Game
from tablewright.core.outside import LONGEST_LINE, plain

#: So many parts are named by a sentence about what changed; the others are counted.
MOST_NAMED = 3
#: More parts than any setup depends on, and the length of the line of one.
MOST_PARTS = 2_000
LONGEST_PART = LONGEST_LINE


def content_of(game: Game, setup: Any) -> str:
    """Return 16 digits that two setups share only if their content is the same: cards, decks, dungeon and rooms."""
    identity = [game.key, game.write_setup(setup), game.content(setup)]
    return hashlib.sha256(canonical(identity).encode()).hexdigest()[:16]


def digest(value: Any) -> str:
    """Return eight digits for a JSON value that is too long to stand in a line of content."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:8]


def read_content(value: Any) -> dict[str, str]:
    """Return the content that a record or a charter keeps; raises ``ValueError`` if it is none."""
    whole = isinstance(value, dict) and len(value) <= MOST_PARTS
    if not whole or not all(isinstance(line, str) and len(line) <= LONGEST_PART for line in value.values()):
        raise ValueError("its content is not written as it should be")
    return dict(value)


def check_content(game: Game, setup: Any, kept: Mapping[str, str]) -> None:
    """Raise ``ValueError`` with what has changed, unless what a setup depends on is still what it was."""
    now = game.content(setup)
    told = []
    for name in [*kept, *(name for name in now if name not in kept)]:
        before, after = kept.get(name), now.get(name)
        if before is None:
            told.append(f"{name} is new")
        elif after is None:
            told.append(f"{name} is not there any more")
        elif before != after:
            told.append(f'{name} was "{before}" and is "{after}"')
    if told:
        more = f"; and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
        sentence = "; ".join(told[:MOST_NAMED])
        raise ValueError(
            plain(f"{game.title} has changed since the match, so that it would be another one: {sentence}{more}")
        )
