"""What a result was played with: cards and tables, rules, bots. When one of them changes, it is another result."""

from __future__ import annotations

import hashlib
import inspect
import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from tablewright import bots as our_bots
from tablewright.bots.registry import called, find_bot
from tablewright.core.content import content_of
from tablewright.core.game import Game
from tablewright.core.registry import companion

#: What is told of a change in each part of an identity.
PARTS = {"content": "cards, decks or tables", "rules": "rules", "bots": "bots"}


@dataclass(frozen=True)
class PieceIdentity:
    """Everything besides study and seed that decides the rows of a piece."""

    content: str
    rules: str
    bots: str

    @property
    def key(self) -> str:
        """What stands in the name of its file."""
        return _hash([self.content, self.rules, self.bots])

    def changed(self, earlier: Any) -> list[str]:
        """Say what is different from an earlier identity, as ``dict`` of its parts, that may come from a file."""
        known = earlier if isinstance(earlier, dict) else {}
        return [PARTS[part.name] for part in fields(self) if known.get(part.name) != getattr(self, part.name)]


def identity_of(game: Game, setup: Any, bots: Sequence[str]) -> PieceIdentity:
    """Return the identity of what these bots play with a setup."""
    versions = [bot_version(game, name) for name in bots]
    return PieceIdentity(content_of(game, setup)[:16], f"{game.key} {game.version}", _hash(versions))


def bot_version(game: Game, name: str) -> str:
    """Return what changes when a bot may choose differently: what its name stands for, and its code.

    A number that somebody has to raise would be forgotten. The code is that of all bots of the game, as they build on
    each other, and of the file of a bot or of a heuristic that a package brings, or of a program that plays.
    """
    stands_for = called(game, name)
    kind, _, argument = stands_for.partition(":")
    bot = find_bot(kind)
    own_files = sorted({*filter(None, map(_file_of, [bot, companion("heuristics", game)])), *bot.files(argument)})
    return _hash([stands_for, _code(game.key), *map(_file_hash, own_files)])


def _file_of(thing: Any) -> str:
    """Return the file that a class or an object comes from; "" if that is not known."""
    for candidate in (thing, type(thing)):
        try:
            return inspect.getfile(candidate)
        except (TypeError, OSError):
            continue
    return ""


@cache
def _code(game: str) -> str:
    """Return the hash of the bots that come with tablewright: those for all games, and those for this one."""
    root = os.path.dirname(our_bots.__file__ or "")
    found = []
    for folder in (root, os.path.join(root, game)):
        if os.path.isdir(folder):
            names = sorted(name for name in os.listdir(folder) if name.endswith(".py"))
            found += [[name, _file_hash(os.path.join(folder, name))] for name in names]
    return _hash(found)


@cache
def _file_hash(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""


def _hash(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]
