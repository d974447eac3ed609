"""A console that plays any game line by line: for terminals that cannot draw, screen readers, pipes and scripts.

Nothing is drawn over, coloured or laid out but the game's own picture. What the game understands as a command is one;
everything else is a number from the list of choices or a word of ``COMMANDS``, which a "/" before it tells from a
command of the game that has the same name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from tablewright.core.disk import write_whole
from tablewright.core.outside import LONGEST_LINE, plain
from tablewright.core.state import Action, IllegalAction, Refused
from tablewright.table.choices import Choices, Entry
from tablewright.table.players import deal_of
from tablewright.table.saves import CannotSave
from tablewright.table.table import Table
from tablewright.table.wording import Scene, help_of, wording_of

COMMANDS = {
    "help": "this list",
    "rules": "the rules on one page",
    "board": "the table as you see it",
    "choices": "what can be done, by numbers",
    "why": "what cannot be done, and why; why COMMAND asks about one thing",
    "hint": "what a strong bot would do",
    "told": "all that you were told so far",
    "undo": "take back your last action",
    "save": "save FILE writes the match so far to a new file",
    "quit": "leave the match",
}
#: So many empty lines hide from the next player what the last one has seen.
COVER = 60
#: So many choices are listed one by one, more of them in groups.
FEW = 20
#: How a console ends: the match is over or was left; or the input has ended before that.
DONE, CUT_SHORT = 0, 1


class LineConsole:
    """A table whose people type lines; ``live`` if somebody sits there, and not a pipe."""

    def __init__(
        self, table: Table, source: BinaryIO | None, say: Callable[[str], None], live: bool, brief: bool = False
    ) -> None:
        self.table = table
        self.match = table.match
        self.wording = wording_of(table.game, table.match.setup)
        self._source = source
        self._say = say
        self._live = live
        self._brief = brief
        #: How far each seat has been told what happened.
        self._heard: dict[int, int] = {}
        self._last: int | None = None
        self._listed: list[Entry] = []
        self._left = False

    def play(self) -> int:
        """Play until the match is over or nobody types any more; returns the exit status."""
        match = self.match
        seats = ", ".join(f"{number}. {name}" for number, name in enumerate(match.names[: match.setup.seats], 1))
        head = [match.game.title, deal_of(match)]
        self._say(f"{', '.join(part for part in head if part)}\nSeats: {seats}\n")
        self._say('Type a command of the game or the number of a choice; "help" lists what else there is.\n')
        while not match.over:
            seats_offered = self.table.offered()
            if not seats_offered:
                self._do(self.table.choose(match.turn, match.perspective(match.turn)))
                continue
            seat = match.turn if match.turn in seats_offered else seats_offered[0]
            if not self._show(seat) or not self._decide(seat):
                return CUT_SHORT
            if self._left:
                return DONE
        viewer = self.table.people[0] if len(self.table.people) == 1 else None
        self._news(viewer)
        self._say(f"\n{match.state.picture(viewer).rstrip()}\n\nResult: {self.table.ending}\n")
        return DONE

    # --- showing

    def _show(self, seat: int) -> bool:
        """Show a seat what is new and what it can do; ``False`` if nobody is there to see it."""
        several = len(self.table.people) > 1
        if seat != self._last and several:
            self._say(f"\nIt is the turn of {self.match.names[seat]}.\n")
            if self._live and self.table.needs_cover():
                self._say("\n" * COVER + f"{self.match.names[seat]}, press Enter when nobody else looks.\n")
                if self._read() is None:
                    return False
        self._last = seat
        self._news(seat)
        if not self._brief:
            self._board(seat)
        self._choices(seat)
        return True

    def _news(self, seat: int | None) -> None:
        """Tell a seat what happened since it was last told, or all at the end what nobody has heard yet."""
        first = max(self._heard.values(), default=0) if seat is None else self._heard.get(seat, 0)
        if seat is not None:
            self._heard[seat] = len(self.match)
        for number in range(first + 1, len(self.match) + 1):
            for line in self.match.told(number, seat):
                self._say(f"{line}\n")

    def _board(self, seat: int) -> None:
        self._say(f"\n{self.match.state.picture(seat).rstrip()}\n\n")

    def _scene(self, seat: int) -> Scene:
        return Scene(self.match.state, seat, self.match.names)

    def _all(self, seat: int) -> Choices:
        return Choices(self.match, self.table.offered(), self.wording, self._scene(seat))

    def _choices(self, seat: int) -> None:
        choices = self._all(seat)
        self._list(choices.each() if len(choices.legal) <= FEW else choices.top())

    def _list(self, entries: list[Entry]) -> None:
        """Number what can be done; what cannot is told by ``why``."""
        self._listed = [entry for entry in entries if not entry.reason]
        for number, entry in enumerate(self._listed, 1):
            line = entry.command if entry.action is not None else f"{entry.command} ..."
            same = entry.title.replace(":", "") == entry.command
            self._say(f"{number}. {line if same else f'{entry.title} ({line})'}\n")

    # --- reading

    def _decide(self, seat: int) -> bool:
        """Read lines until one of them does something; ``False`` where the input has ended."""
        before = len(self.match), self.match.turn
        while (len(self.match), self.match.turn) == before and not self._left:
            line = self._read(f"{self.match.names[seat]}> ")
            if line is None:
                return False
            if line.strip():
                self._take(seat, line.strip())
        return True

    def _read(self, prompt: str = "") -> str | None:
        """Return the next line without its end; ``None`` at the end of input."""
        if self._live:
            self._say(prompt)
        if self._source is None:
            return None
        data = self._source.readline(LONGEST_LINE + 1)
        if not data:
            return None
        whole = data
        while len(whole) > LONGEST_LINE and not whole.endswith(b"\n"):  # the rest of a line that nobody means
            whole = self._source.readline(LONGEST_LINE + 1) or b"\n"
        text = plain(data.decode("utf-8", "replace"))
        if not self._live:
            self._say(f"> {text}\n")
        if whole is not data:
            self._say(f"A line has at most {LONGEST_LINE:,} bytes.\n")
            return ""
        return text

    def _take(self, seat: int, line: str) -> None:
        command, _, rest = line.removeprefix("/").partition(" ")
        command = command.lower()
        if line.startswith("/"):
            if command in COMMANDS:
                self._command(seat, command, rest.strip())
            else:
                self._say(f'There is no "/{command}"; "help" lists what there is.\n')
            return
        try:
            self._do(self.table.read(line))
        except Refused as refusal:
            if line.isascii() and line.isdigit():
                self._pick(seat, int(line[:9]))
            elif command in COMMANDS and not isinstance(refusal, IllegalAction):
                self._command(seat, command, rest.strip())
            else:
                self._say(f"No: {refusal}.\n")

    def _pick(self, seat: int, number: int) -> None:
        if not 1 <= number <= len(self._listed):
            self._say(f"No: the choices are numbered from 1 to {len(self._listed)}.\n")
            return
        entry = self._listed[number - 1]
        if entry.action is None:
            self._list(self._all(seat).group(entry.command))
        else:
            self._do(entry.action)

    # --- doing

    def _do(self, action: Action) -> None:
        try:
            self.table.do(action)
        except CannotSave as error:  # it is done all the same
            self._say(f"{error}.\n")

    def _command(self, seat: int, command: str, rest: str) -> None:
        if command == "help":
            self._say("".join(f"{name}: {about}\n" for name, about in COMMANDS.items()))
        elif command == "rules":
            page = help_of(self.table.game).replace("[b]", "").replace("[/b]", "")
            self._say(f"{page.strip()}\n")
        elif command == "board":
            self._board(seat)
        elif command == "choices":
            self._choices(seat)
        elif command == "why":
            self._why(seat, rest)
        elif command == "hint":
            action, why = self.table.advice(self.table.question(seat))
            self._say(f"{action.text}: {why}\n")
        elif command == "told":
            self._say("".join(f"{told}\n" for told in self.match.heard(seat)) or "Nothing yet.\n")
        elif command == "undo":
            self._undo()
        elif command == "save":
            self._save(rest)
        else:
            self._left = True

    def _why(self, seat: int, line: str) -> None:
        if line:
            try:
                self.table.read(line)
                self._say("It can be done.\n")
            except Refused as refusal:
                self._say(f"{refusal}.\n")
            return
        refused = self._all(seat).impossible
        told = [f"{action.text}: {reason}\n" for action, reason in refused]
        self._say("".join(told) or 'Ask about one thing, as in "why COMMAND".\n')

    def _undo(self) -> None:
        why_not = self.table.why_not_undo()
        if why_not:
            self._say(f"No: {why_not}.\n")
            return
        try:
            self.table.undo()
        except CannotSave as error:
            self._say(f"{error}.\n")
        self._say("Taken back.\n")
        self._heard = {seat: min(heard, len(self.match)) for seat, heard in self._heard.items()}

    def _save(self, path: str) -> None:
        if not path:
            self._say("No: name a file, as in save match.record.\n")
            return
        try:
            write_whole(path, str(self.match.record()).encode(), new=True, mode=0o644)
            self._say(f"Saved to {path}.\n")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "there is no such path"
            self._say(f"No: it cannot be saved to {path}: {why}.\n")
