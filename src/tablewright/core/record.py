"""Records: the few readable bytes that rebuild every position of a match.

::

    tablewright record 2
    game: ooperations 1
    seed: 7
    seat: Ann
    seat: greedy
    setup: {"health": 20, ...}
    content: 0f343b0931126a20 {"CADET": "Cadet | 1 | 2 | 1 |", ...}

    creature CADET F1
    done
    ...

    result: seat 1 won (defeated)
    sum: 52c1b7c0f8d9a2e4

Header lines come first, then, behind an empty line, one action a line, then the result if the match has ended. A
``sum`` line is a checksum of all bytes before it; a match that goes on gets one with every action, and only the last
has to be there. Where it is missing the end was cut off, by a crash or by hand: the record leads to an earlier position
and says so (``cut``). Nothing counts that stands behind the last checksum, nor a line that was cut off. Format 1 had no
checksums and is still read.

``content`` is what the setup names without holding it, and the hash of both: where a card that ships with the game was
edited since, the record is refused with the name of the card and what it was, and never replayed as another match.
Records from before there was such a line are read without it.

``undo: 12`` among the actions takes back everything behind the first twelve, which has to fit the match as well.
``ended: resigned 1`` before the result says that the table ended the match before the rules did, and which seat,
counted from 1, it was about.

A match of a secret deal has ``deal``, ``commitment`` and ``nonces`` instead of the seed, and after its end the
``secret``: see ``dealing``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from tablewright.core.content import check_content, content_of, read_content
from tablewright.core.dealing import Deal, canonical, read_deal
from tablewright.core.game import Game
from tablewright.core.outside import LONGEST_LINE, LONGEST_NAME, parse_json, plain, read_text
from tablewright.core.registry import find_game
from tablewright.core.state import State

MAGIC = "tablewright record"
VERSION = 2
#: Records may be larger than other files: everything that happened is in them.
MOST_BYTES = 4_000_000
#: Matches with more actions are not replayed.
MOST_ACTIONS = 100_000
#: More seats than at any table.
MOST_SEATS = 100
#: The line of a table where a match that somebody's cards broke off is lost by their owner.
OWNER_LOSES = "owner loses"
#: How a table can end a match before the rules do: all agreed on a tie, or a seat resigned, left or used up its time.
AGREED = "agreed"
ENDINGS = (AGREED, "resigned", "left", "time")
_SUM = "sum: "
_UNDO = "undo: "


class BadRecord(Exception):
    """A record cannot be read or does not replay; the message is a sentence that says where and why."""


class Checksum:
    """The running checksum of the text of a record."""

    def __init__(self, text: str = "") -> None:
        self._hash = hashlib.sha256(text.encode("utf-8", "surrogatepass"))

    def add(self, text: str) -> None:
        """Count in what follows."""
        self._hash.update(text.encode("utf-8", "surrogatepass"))

    def line(self) -> str:
        """Return the checksum line for everything so far."""
        return f"{_SUM}{self._hash.hexdigest()[:16]}\n"

    def seal(self, text: str) -> str:
        """Return what follows together with the checksum line behind it."""
        self.add(text)
        line = self.line()
        self.add(line)
        return text + line


class Record:
    """One match: the game, its setup, deal and seats, and the actions so far as command lines.

    >>> text = str(match.record())                       # a few readable lines
    >>> tablewright.Record.parse(text).replay() == match.state
    True
    """

    def __init__(
        self, game: Game, setup: Any, seed: int | Deal, seats: list[str], actions: list[str] | None = None
    ) -> None:
        self.game = game
        self.setup = setup
        #: What decides everything random: a number, or a secret that may not be known here.
        self.deal = seed if isinstance(seed, Deal) else Deal(seed)
        #: Who sits where: a person's name or a bot's.
        self.seats = [plain(name, LONGEST_NAME) for name in seats]
        self.actions: list[str] = [] if actions is None else actions
        #: Everything that was done, with ``undo_line`` where something was taken back; empty where nothing was.
        self.history: list[str] = []
        #: The result line of a finished match; "" while it goes on.
        self.result = ""
        #: How the table ended the match before the rules did: the cause, and the seat that it was about; see ``Match``.
        self.ended: tuple[str, int | None] | None = None
        #: Does whoever owns a card that breaks the match off lose it? Otherwise nobody does.
        self.owner_loses = False
        #: How many of its first actions are those of another match, from which this one was played on.
        self.branched: int | None = None
        #: Is the end of the text missing from which this was read?
        self.cut = False
        #: Has it a checksum, as all records but those of the first format do?
        self.summed = True

    @property
    def seed(self) -> int | None:
        """The number of the deal; ``None`` if it has none."""
        return self.deal.seed

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
        lines = [f"{MAGIC} {VERSION}", f"game: {self.game.key} {self.game.version}", *self.deal.header()]
        lines += [f"seat: {name}" for name in self.seats]
        if self.owner_loses:
            lines.append(f"void: {OWNER_LOSES}")
        if self.branched is not None:
            lines.append(f"branched: {self.branched}")
        lines.append("setup: " + canonical(self.game.write_setup(self.setup)))
        lines.append(f"content: {content_of(self.game, self.setup)} {canonical(self.game.content(self.setup))}")
        return "\n".join(lines) + "\n\n"

    def tail(self) -> str:
        """Return the lines behind the actions: nothing before the end."""
        if not self.result:
            return ""
        ended = [] if self.ended is None else [f"ended: {_write_ended(*self.ended)}"]
        return "\n".join(["", *ended, f"result: {self.result}", *self.deal.footer(), ""])

    def __str__(self) -> str:
        return Checksum().seal(
            self.head() + "".join(f"{line}\n" for line in self.history or self.actions) + self.tail()
        )

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> Record:
        """Read the text of a record; raises ``BadRecord``. It is not replayed yet.

        Its game is found by its key; one that is neither installed nor registered has to be given.
        """
        if len(text) > MOST_BYTES:
            raise BadRecord(f"the record is longer than {MOST_BYTES:,} characters")
        whole = text[: text.rfind("\n") + 1]
        head, _, body = whole.partition("\n\n")
        lines = head.split("\n")
        magic, _, version = lines[0].rpartition(" ")
        if magic != MAGIC or not (version.isascii() and version.isdigit()):
            raise BadRecord(f'this is not a record: its first line is not "{MAGIC} {VERSION}"')
        if len(version) > 9 or int(version) > VERSION:
            raise BadRecord(f"the record has format {version[:20]}, this version of tablewright reads up to {VERSION}")
        fields: dict[str, list[str]] = {}
        for line in lines[1:]:
            key, _, value = line.partition(": ")
            fields.setdefault(key, []).append(value)
        game, summed = _read_game(fields, game), version != "1"
        lines, cut = _read_body(head + "\n\n", body, fields, summed)
        record = _read_fields(cls, game, fields)
        record.actions, record.summed = left_standing(lines), summed
        record.history = lines if len(lines) > len(record.actions) else []
        record.cut = cut or (summed and whole != text)
        return record

    @classmethod
    def read(cls, path: str, game: Game | None = None) -> Record:
        """Read a record file as ``parse`` does; raises ``BadRecord`` also when the file cannot be read."""
        try:
            return cls.parse(read_text(path, MOST_BYTES), game)
        except OSError as error:
            raise BadRecord(f"{path} cannot be read: {error.strerror}") from error


def undo_line(number: int) -> str:
    """Return the line that takes back everything behind a number of actions."""
    return f"{_UNDO}{number}"


def left_standing(lines: list[str]) -> list[str]:
    """Return the actions of a match in which some were taken back; raises ``BadRecord``."""
    actions: list[str] = []
    for line in lines:
        if not line.startswith(_UNDO):
            actions.append(line)
            continue
        number = undone(line)
        if number is None or number >= len(actions):
            raise BadRecord(f'the record takes back what was not done: "{plain(line, LONGEST_NAME)}"')
        del actions[number:]
    return actions


def undone(line: str) -> int | None:
    """Return how many actions a line leaves standing that takes others back; ``None`` for any other line."""
    digits = line.removeprefix(_UNDO)
    whole = digits != line and digits.isascii() and digits.isdigit() and len(digits) <= 9
    return int(digits) if whole else None


def _write_ended(cause: str, seat: int | None) -> str:
    return cause if seat is None else f"{cause} {seat + 1}"


def _read_ended(text: str, seats: int) -> tuple[str, int | None]:
    cause = text.partition(" ")[0]
    for seat in [None, *range(seats)]:
        if _write_ended(cause, seat) == text and (seat is None) == (cause == AGREED) and cause in ENDINGS:
            return cause, seat
    raise BadRecord(f'the record ended in a way that is not known: "{plain(text, LONGEST_NAME)}"')


def _read_body(head: str, body: str, fields: dict[str, list[str]], summed: bool) -> tuple[list[str], bool]:
    """Return the lines of actions, and whether the end is missing; what stands behind the actions goes to the fields.

    Nothing counts that stands behind the last checksum.
    """
    actions: list[str] = []
    ending: dict[str, list[str]] = {}
    checksum, last = Checksum(head), ""
    covered: tuple[int, dict[str, list[str]]] | None = None
    for line in body.split("\n")[:-1]:
        last = line
        if summed and line.startswith(_SUM):
            if checksum.line() != line + "\n":
                raise BadRecord("the record was changed or damaged: its checksum does not fit")
            covered = len(actions), ending.copy()
        elif line.startswith(("ended: ", "result: ", "secret: ")):
            key, _, value = line.partition(": ")
            if key in ending:
                raise BadRecord(f'the record has more than one "{key}" line')
            ending[key] = [value]
        elif len(line) > LONGEST_LINE:
            raise BadRecord(f"the record has a line of {len(line):,} characters among its actions")
        elif line:
            actions.append(line)
            if len(actions) > MOST_ACTIONS:
                raise BadRecord(f"the record has more than {MOST_ACTIONS:,} actions")
        checksum.add(line + "\n")
    if covered is not None:
        actions, ending = actions[: covered[0]], covered[1]
    fields.update(ending)
    return actions, summed and not last.startswith(_SUM)


def _read_branched(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise BadRecord("the record does not say after how many actions it was branched off")
    return int(digits)


def _read_game(fields: dict[str, list[str]], given: Game | None) -> Game:
    """Return the game of a record, in the version of the rules that it was played with."""
    key, _, rules = fields.get("game", [""])[0].rpartition(" ")
    if not key:
        raise BadRecord("the record's header lacks a readable game line")
    if given is not None and key != given.key:
        raise BadRecord(f'this is a record of "{plain(key, LONGEST_NAME)}", and not of {given.title}')
    try:
        game = given or find_game(key)
    except ValueError as error:
        raise BadRecord(f"the record cannot be used: {error}") from error
    if rules != str(game.version):
        raise BadRecord(f"the record needs {game.title} rules {rules[:20]}, installed are rules {game.version}")
    return game


def _read_fields(record_class: type[Record], game: Game, fields: dict[str, list[str]]) -> Record:
    for name, values in fields.items():
        if len(values) > 1 and name != "seat":
            raise BadRecord(f'the record has more than one "{plain(name, LONGEST_NAME)}" line')
    seats = fields.get("seat", [])
    if len(seats) > MOST_SEATS:
        raise BadRecord(f"the record has {len(seats):,} seats")
    try:
        setup = parse_json(fields["setup"][0])
    except (LookupError, ValueError) as error:
        raise BadRecord("the record's header lacks a readable setup line") from error
    try:
        record = record_class(game, game.read_setup(setup), read_deal(fields), seats)
        if "content" in fields:
            kept = read_content(parse_json(fields["content"][0].partition(" ")[2]))
            check_content(game, record.setup, kept)
    except ValueError as error:
        raise BadRecord(f"the record cannot be used: {error}") from error
    record.owner_loses = fields.get("void") == [OWNER_LOSES]
    if "branched" in fields:
        record.branched = _read_branched(fields["branched"][0])
    record.result = plain(fields.get("result", [""])[0])
    if "ended" in fields:
        record.ended = _read_ended(fields["ended"][0], record.setup.seats)
    return record
