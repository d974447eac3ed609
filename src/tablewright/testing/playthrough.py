"""Playthroughs: a match as a text that people read and tests compare, for every game.

::

    # The title, and further lines of comment.
    game: ooperations
    deck1: wolfpack
    seed: 7

    * board
        (whatever comes out is indented)
    > creature CADET F1
        Cadet enters F1
    ? spell BLAZE
        not possible (NOT_IN_HAND): Blaze is not in your hand

The header names the game, the seed of the match and the options of the table, or ``setup:`` with a JSON value. Behind
it, lines with a mark are put in, and everything else is what came out:

``# comment``
    is for the reader.
``> command``
    is typed by the seat that decides it; several are separated by semicolons. Each seat is told its own events.
``? command``
    asks why something cannot be done now.
``* board``, ``* board of seat 1``
    draws the table as spectators or a seat see it.
``* view of spectators``, ``* view of seat 1``
    shows what may be known, as JSON.
``* actions``
    lists what the seat at turn may do.
``* quietly command; command``
    does commands without telling what happens.
``* random plays 10 actions``, ``* greedy plays to the end``
    lets chance or a bot decide for all seats.

``python -m tablewright.testing.playthrough FILES`` compares files with what comes out today; ``--write`` writes that.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable
from difflib import unified_diff
from pathlib import Path
from textwrap import wrap
from typing import Any

from tablewright.core.dice import Dice
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.core.registry import find, find_game
from tablewright.core.state import Event, Refused

MARKS = ("# ", "> ", "? ", "* ")
INDENT = "    "
WIDTH = 116


class BadPlaythrough(ValueError):
    """A playthrough asks for something that does not exist; the message is a sentence with the line."""


def perform(text: str) -> str:
    """Put in everything that a playthrough puts in, and return the whole text with what comes out today."""
    title, header, script = _parts(text.splitlines())
    performance = Performance(_start(header))
    blocks = ["\n".join([*title, *(f"{key}: {value}" for key, value in header.items())])]
    for paragraph in script:
        lines = [line for number, put_in in paragraph for line in [put_in, *performance.answer(number, put_in)]]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


#: What is put in, with the numbers of the lines, in paragraphs that begin with comments.
Script = list[list[tuple[int, str]]]


def _parts(lines: list[str]) -> tuple[list[str], dict[str, str], Script]:
    """Split a text into title, header and script, without anything that came out."""
    title: list[str] = []
    header: dict[str, str] = {}
    script: Script = []
    last = ""
    for number, line in enumerate(lines, 1):
        if not script and not header and line.startswith("#"):
            title.append(line)
        elif not script and re.match(r"[a-z_0-9]+: ", line):
            key, value = line.split(": ", 1)
            header[key] = value
        elif line.startswith(MARKS):
            if not script or (line.startswith("#") and not last.startswith("#")):
                script.append([])
            script[-1].append((number, line))
            last = line
        elif line and not line.startswith(INDENT):
            raise BadPlaythrough(f'line {number}, "{line}", begins with none of the marks {" ".join(MARKS)}')
    return title, header, script


def _start(header: dict[str, str]) -> Match:
    chosen = dict(header)
    try:
        game = find_game(chosen.pop("game"))
        seed = int(chosen.pop("seed"))
    except KeyError as error:
        raise BadPlaythrough(f"the header lacks the line {error.args[0]}: ...") from error
    if "setup" in chosen:
        return Match(game, game.read_setup(json.loads(chosen["setup"])), seed)
    return Match(game, game.setup(**chosen), seed)


class Performance:
    """A match on the stage: answers what is put in, line by line."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._dice = Dice((match.seed or 0) + 1)
        self._directions: list[tuple[str, Callable[..., Iterable[str]]]] = [
            (r"board", lambda: self._board(None)),
            (r"board of seat (\d+)", lambda seat: self._board(self._seat(seat))),
            (r"view of spectators", lambda: _written(match.state.view(None))),
            (r"view of seat (\d+)", lambda seat: _written(match.state.view(self._seat(seat)))),
            (r"actions", lambda: _filled([action.text for action in match.legal_actions()] or ["none"], "; ")),
            (r"quietly (.+)", self._do_quietly),
            (r"(\S+) plays (\d+) actions?", lambda name, count: self._play(name, int(count))),
            (r"(\S+) plays to the end", lambda name: self._play(name, match.limit)),
        ]

    def answer(self, number: int, line: str) -> list[str]:
        """Return what comes out of one line, indented."""
        mark, rest = line[0], line[2:]
        answers = {"#": lambda rest: [], ">": self._type, "?": self._ask, "*": self._direct}
        try:
            out = answers[mark](rest)
        except (Refused, ValueError) as error:
            raise BadPlaythrough(f'line {number}, "{line}": {error}') from error
        return [(INDENT + line).rstrip() for line in out]

    def _type(self, commands: str) -> list[str]:
        out: list[str] = []
        for command in commands.split(";"):
            try:
                action = self.match.state.parse(command.strip())
                out += self._do(action)
            except Refused as refusal:
                out.append(f"refused ({refusal.reason.code}): {refusal}")
        return out

    def _do(self, action: Any) -> list[str]:
        match = self.match
        turn = match.turn
        events = match.do(match.state.seat_of(action), action)
        return [line for event in events for line in self._told(event)] + self._turned(turn)

    def _do_quietly(self, commands: str) -> list[str]:
        match = self.match
        turn = match.turn
        for command in commands.split(";"):
            action = match.state.parse(command.strip())
            match.do(match.state.seat_of(action), action)
        return self._turned(turn)

    def _told(self, event: Event) -> list[str]:
        """Return what every seat is told of an event: once if all are told the same."""
        told = {f"seat {seat + 1}": event.told(seat) for seat in range(self.match.setup.seats)}
        told["spectators"] = event.told(None)
        if len(set(told.values())) == 1:
            return [line for line in told["spectators"].split("\n") if line]
        return [f"to {who}: {line}" for who, lines in told.items() for line in lines.split("\n") if line]

    def _turned(self, before: int) -> list[str]:
        match = self.match
        if match.outcome is not None:
            return [f"The match is over: {match.outcome}."]
        return [] if match.turn == before else [f"Seat {match.turn + 1} is to act."]

    def _ask(self, command: str) -> list[str]:
        try:
            action = self.match.state.parse(command)
            reason = self.match.why_not(self.match.state.seat_of(action), action)
        except Refused as refusal:
            reason = refusal.reason
        return ["possible" if reason is None else f"not possible ({reason.code}): {reason}"]

    def _direct(self, direction: str) -> Iterable[str]:
        for pattern, follow in self._directions:
            found = re.fullmatch(pattern, direction)
            if found:
                return follow(*found.groups())
        raise ValueError("there is no such direction")

    def _seat(self, number: str) -> int:
        if not 1 <= int(number) <= self.match.setup.seats:
            raise ValueError(f"there are only the seats 1 to {self.match.setup.seats}")
        return int(number) - 1

    def _board(self, seat: int | None) -> list[str]:
        return self.match.state.picture(seat).rstrip("\n").split("\n")

    def _play(self, name: str, count: int) -> list[str]:
        """Let chance or a bot play on; returns who did what."""
        match = self.match
        turn = match.turn
        bot = None if name == "random" else self._bot(name)
        start = len(match)
        while len(match) < start + count and not match.over:
            legal = match.legal_actions()
            if bot is None:
                match.advance(legal[self._dice.roll(len(legal)) - 1])
            else:
                match.do(match.turn, bot.choose(Perspective(match.state, match.turn)))
        out: list[str] = []
        first = start
        for number in range(start, len(match)):
            if number + 1 == len(match) or match.seats[number + 1] != match.seats[first]:
                texts = [action.text for action in match.actions[first : number + 1]]
                if match.setup.seats > 1:
                    texts[0] = f"seat {match.seats[first] + 1}: {texts[0]}"
                out += _filled(texts, "; ")
                first = number + 1
        return out + self._turned(turn)

    def _bot(self, name: str) -> Any:
        kind = find("bots", name)
        if kind is None:
            raise ValueError(f'there is no bot "{name}"')
        return kind.make(self.match.game, "", self.match.seed)


def _filled(parts: list[str], separator: str, indent: str = "") -> list[str]:
    """Return parts behind each other in as few lines as there have to be; no part is broken."""
    glued = separator.join(part.replace(" ", "\0") for part in parts)
    lines = wrap(glued, WIDTH - len(indent), break_long_words=False, break_on_hyphens=False)
    return [indent + line.replace("\0", " ") for line in lines]


def _written(value: Any, before: str = "", after: str = "") -> list[str]:
    """Return a JSON value as lines: on one line whatever fits there."""
    line = before + json.dumps(value, ensure_ascii=False) + after
    if len(line) <= WIDTH or not isinstance(value, dict | list):
        return [line]
    margin = before[: len(before) - len(before.lstrip())]
    named = isinstance(value, dict)
    entries = [("", entry) for entry in value]
    if isinstance(value, dict):
        entries = [(f"{json.dumps(key)}: ", entry) for key, entry in value.items()]
    out = [before + "[{"[named]]
    short: list[str] = []
    for number, (name, entry) in enumerate(entries, 1):
        comma = "," if number < len(entries) else ""
        if not isinstance(entry, dict | list):
            short.append(name + json.dumps(entry, ensure_ascii=False) + comma)
        if short and (isinstance(entry, dict | list) or not comma):
            out += _filled(short, " ", margin + "  ")
            short = []
        if isinstance(entry, dict | list):
            out += _written(entry, f"{margin}  {name}", comma)
    return [*out, margin + "]}"[named] + after]


def main(arguments: list[str]) -> int:
    """Compare playthroughs with what comes out today, or write that; 1 means that some are different."""
    files = [argument for argument in arguments if argument != "--write"]
    if not files:
        print("usage: python -m tablewright.testing.playthrough FILES [--write]", file=sys.stderr)
        return 2
    different = 0
    for file in files:
        path = Path(file)
        text = path.read_text(encoding="utf-8")
        try:
            now = perform(text)
        except ValueError as error:
            print(f"{file}: {error}", file=sys.stderr)
            return 2
        if "--write" in arguments:
            path.write_text(now, encoding="utf-8")
        elif now != text:
            different += 1
            print(*unified_diff(text.splitlines(), now.splitlines(), file, "today", lineterm=""), sep="\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
