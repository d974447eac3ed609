"""Records: the few readable bytes that rebuild every position of a match.

::

    tablewright record 1
    game: ooperations 1
    seed: 7
    seat: Ann
    seat: greedy
    setup: {"health": 20, ...}

    creature CADET F1
    done
    ...

    result: seat 1 won (defeated)

Header lines come first, then, behind an empty line, one action a line, then the result if the match has ended. Actions
are appended while a match goes on; a last line without its newline was cut off by a crash and does not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tablewright.core.game import Game
from tablewright.core.registry import find_game
from tablewright.core.state import State

MAGIC = "tablewright record"
VERSION = 1


class BadRecord(Exception):
    """A record cannot be read or does not replay; the message is a sentence that says where and why."""


class Record:
    """One match: the game, its setup, seed and seats, and the actions so far as command lines.

    >>> text = str(match.record())                       # a few readable lines
    >>> tablewright.Record.parse(text).replay() == match.state
    True
    """

    def __init__(self, game: Game, setup: Any, seed: int, seats: list[str], actions: list[str] | None = None) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        #: Who sits where: a person's name or a bot's.
        self.seats = seats
        self.actions: list[str] = [] if actions is None else actions
        #: The result line of a finished match; "" while it goes on.
        self.result = ""

    def states(self) -> Iterator[State]:
        """Replay: yield the state (always the same object) at the start and after every action; see ``replay``."""
        from tablewright.core.match import Match  # which makes records

        return Match.replay(self).positions()

    def replay(self) -> State:
        """Return the state after all actions.

        Raises ``BadRecord`` at the first action that does not fit, and at a result that is not the one reached.
        """
        from tablewright.core.match import Match

        return Match.replay(self).state

    def head(self) -> str:
        """Return the header lines and the empty line behind them."""
        lines = [f"{MAGIC} {VERSION}", f"game: {self.game.key} {self.game.version}", f"seed: {self.seed}"]
        lines += [f"seat: {name}" for name in self.seats]
        lines.append("setup: " + json.dumps(self.game.write_setup(self.setup), separators=(",", ":")))
        return "\n".join(lines) + "\n\n"

    def __str__(self) -> str:
        actions = "".join(f"{line}\n" for line in self.actions)
        return self.head() + actions + (f"\nresult: {self.result}\n" if self.result else "")

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read the text of a record; raises ``BadRecord``. It is not replayed yet."""
        whole = text[: text.rfind("\n") + 1]
        head, _, body = whole.partition("\n\n")
        lines = head.split("\n")
        magic, _, version = lines[0].rpartition(" ")
        if magic != MAGIC or not version.isdecimal():
            raise BadRecord(f'this is not a record: its first line is not "{MAGIC} {VERSION}"')
        if int(version) > VERSION:
            raise BadRecord(f"the record has format {version}, this version of tablewright reads up to {VERSION}")
        fields: dict[str, list[str]] = {}
        for line in lines[1:]:
            key, _, value = line.partition(": ")
            fields.setdefault(key, []).append(value)
        try:
            key, _, rules = fields["game"][0].rpartition(" ")
            seed = int(fields["seed"][0])
            value = json.loads(fields["setup"][0])
        except (LookupError, ValueError) as error:
            raise BadRecord("the record's header lacks a readable game, seed or setup line") from error
        try:
            game = find_game(key)
            if rules != str(game.version):
                raise BadRecord(f"the record needs {game.title} rules {rules}, installed are rules {game.version}")
            record = cls(game, game.read_setup(value), seed, fields.get("seat", []))
        except ValueError as error:
            raise BadRecord(f"the record cannot be used: {error}") from error
        actions, _, result = body.partition("\nresult: ")
        record.actions = [line for line in actions.split("\n") if line]
        record.result = result.rstrip("\n")
        return record

    @classmethod
    def read(cls, path: str) -> Record:
        """Read a record file; raises ``BadRecord`` also when the file cannot be read."""
        try:
            with open(path, encoding="utf-8") as file:
                return cls.parse(file.read())
        except (OSError, UnicodeDecodeError) as error:
            cause = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
            raise BadRecord(f"{path} cannot be read: {cause}") from error
