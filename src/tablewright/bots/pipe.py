"""The bot that asks a program: any language plays. docs/bot-protocol.md describes what is said, a JSON value a line."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from typing import Any, Self

from tablewright.bots.bot import Bot, Profile
from tablewright.bots.program import PipedProgram, ProgramFault
from tablewright.core.game import Game
from tablewright.core.outside import LONGEST_NAME, parse_json, plain
from tablewright.core.perspective import Perspective, fault

#: Raised when a program that was written for an older one could no longer play.
PROTOCOL = 1
#: Of a program that is not told otherwise: what it may count, and how many seconds a choice may take.
BUDGET = 200
SECONDS = 10.0
MOST_SECONDS = 3600.0
#: How many seconds a program may take to start.
START_SECONDS = 10.0
#: An answer has at most so many values.
MOST_VALUES = 1000

SETTING = re.compile(r"(budget|seconds)=(.*)", re.DOTALL)


class PipeBot(Bot):
    """Sends what its seat may know to the standard input of a program, and reads the choice from its output."""

    profile = Profile(
        knows="what its program knows; it is sent what its seat sees and was told, and its legal actions",
        thinks="as its program does, in any language",
        costs="its budget, a number that the program counts in its own measure, and at most its seconds a choice",
    )
    runs_programs = True

    def __init__(self, game: Game, command: list[str], budget: int = BUDGET, seconds: float = SECONDS) -> None:
        super().__init__()
        self.game = game
        self.command = command
        self.budget = budget
        self.seconds = seconds
        self._program: PipedProgram | None = None
        #: How many questions were asked, and the lines that the program was told.
        self._asked = 0
        self._told: list[str] = []

    @classmethod
    def make(cls, game: Game, argument: str, seed: int) -> Self:
        """Make a bot of settings and a command, such as ``budget=400 seconds=2 python3 bot.py``.

        The seed is not used: it comes from the deal, and who knows it could try which deal it is.
        """
        command, settings = _words(argument), {"budget": str(BUDGET), "seconds": str(SECONDS)}
        while command and (setting := SETTING.fullmatch(command[0])):
            settings[setting[1]] = setting[2]
            del command[0]
        if not command:
            raise ValueError('behind "pipe:" stands the command that runs it, as in "pipe:python3 bot.py"')
        if not re.fullmatch(r"[1-9][0-9]{0,8}", settings["budget"]):
            raise ValueError(f'its budget must be a whole number from 1, not "{settings["budget"]}"')
        if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", settings["seconds"]) or not (
            0 < float(settings["seconds"]) <= MOST_SECONDS
        ):
            raise ValueError(f'its seconds must be a number up to {MOST_SECONDS:.0f}, not "{settings["seconds"]}"')
        if not hasattr(os, "fork"):
            raise ValueError("programs can play on Linux, macOS and their like only")
        if shutil.which(command[0]) is None:
            raise ValueError(f'there is no program "{command[0]}" here')
        return cls(game, command, int(settings["budget"]), float(settings["seconds"]))

    @classmethod
    def files(cls, argument: str) -> list[str]:
        return [word for word in _words(argument) if os.path.isfile(word)]

    def choose(self, perspective: Perspective) -> Any:
        try:
            if self._program is None:
                self._program = self._start()
            return self._ask(self._program, perspective)
        except ProgramFault as error:
            self._end()
            raise fault(perspective.seat, self.name, str(error)) from error

    def close(self) -> None:
        """Say goodbye to the program, and end it and everything it has started; the next choice starts it again."""
        self._end(_line({"t": "bye"}))

    def _end(self, goodbye: bytes = b"") -> None:
        program, self._program = self._program, None
        self._asked, self._told = 0, []
        if program is not None:
            program.close(goodbye)

    def hello(self) -> dict[str, Any]:
        """Return the first thing that a program is sent."""
        return {"t": "hello", "protocol": PROTOCOL, "game": self.game.key, "rules": self.game.version}

    def question(self, perspective: Perspective) -> dict[str, Any]:
        """Return what a program is sent for one choice, and nothing else: what it says is the same whatever is hidden.

        Of what the seat was told, only what the program does not know yet: ``told`` replaces everything from ``from``.
        """
        told, first = perspective.told, 0
        for line, known in zip(told, self._told, strict=False):
            if line != known:  # something was taken back, or another match has begun
                break
            first += 1
        return {
            "t": "choose",
            "id": self._asked,
            "seat": perspective.seat,
            "view": perspective.view,
            "legal": [action.text for action in perspective.legal_actions()],
            "from": first,
            "told": told[first:],
            "budget": self.budget,
            "seconds": self.seconds,
        }

    def _start(self) -> PipedProgram:
        program = PipedProgram(self.command)
        try:
            answer = _read(program.exchange(_line(self.hello()), START_SECONDS))
            if answer.get("t") != "hello":
                raise ProgramFault(f'answered {_shown(answer)} to "hello"')
            if answer.get("protocol") != PROTOCOL:
                raise ProgramFault(f"does not speak protocol {PROTOCOL}: it answered {_shown(answer)}")
        except BaseException:
            program.close()
            raise
        return program

    def _ask(self, program: PipedProgram, perspective: Perspective) -> Any:
        self._asked += 1
        question = self.question(perspective)
        self._told[question["from"] :] = question["told"]
        answer = _read(program.exchange(_line(question), self.seconds))
        if answer.get("t") != "action" or answer.get("id") != question["id"]:
            raise ProgramFault(f"answered {_shown(answer)} to question {question['id']}")
        for action in perspective.legal_actions():
            if action.text == answer.get("action"):
                why = answer.get("why")
                self.reason = plain(why) if isinstance(why, str) else "its program did not say why"
                return action
        raise ProgramFault(f"chose {_shown(answer.get('action'))}, which is not one of its legal actions")


def _words(argument: str) -> list[str]:
    try:
        return shlex.split(argument)
    except ValueError as error:
        raise ValueError(f"its command cannot be read: {error}") from error


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _read(line: bytes) -> dict[str, Any]:
    try:
        answer = parse_json(line.decode(), MOST_VALUES)
    except ValueError as error:  # also of text that is not UTF-8
        shown = plain(line.decode(errors="replace"), LONGEST_NAME)
        raise ProgramFault(f'answered "{shown}", which is no JSON') from error
    if not isinstance(answer, dict):
        raise ProgramFault(f"answered {_shown(answer)}, which is no JSON object")
    return answer


def _shown(value: Any) -> str:
    return plain(json.dumps(value), LONGEST_NAME)
