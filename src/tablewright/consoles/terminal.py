"""Lines in, bytes out: the standard input and output of an exact console program."""

from __future__ import annotations

import gc
import os
import sys

from tablewright.core.light import TYPE_CHECKING
from tablewright.core.outside import LONGEST_LINE, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from io import BufferedReader

    from tablewright.core.problems import Problem


#: So many bytes of input are taken at once, and so many pieces of output are kept until then.
MOST_INPUT = 65536
MOST_PIECES = 8


class Terminal:
    """Reads command lines as bytes and writes text without touching a byte of it.

    Output is collected, and flushed whenever the next line is not here yet and somebody may have to see it first. When
    nobody reads the output any more (a closed pipe), the input counts as ended too, so that a program stops at its next
    prompt as if the player had left.
    """

    def __init__(self) -> None:
        # A stream that was closed before the start is ``None``: nobody types, or nobody reads.
        self._in: BufferedReader | None = None if sys.stdin is None else sys.stdin.buffer  # type: ignore[assignment]
        self._out = None if sys.stdout is None else sys.stdout.buffer
        self._parts: list[str] = []
        #: Whole lines that are here already, the last one first, and what came behind them.
        self._lines: list[bytes] = []
        self._rest: list[bytes] = []
        self.closed = self._out is None

    def write(self, text: str) -> None:
        """Add text to the output."""
        self._parts.append(text)

    def flush(self) -> None:
        """Hand everything written so far to the reader."""
        text = "".join(self._parts)
        self._parts.clear()
        if self.closed or self._out is None or not text:
            return
        try:
            self._out.write(text.encode("utf-8", "surrogateescape"))
            self._out.flush()
        except OSError:
            self.closed = True

    def read(self, prompt: str) -> bytes | None:
        """Show a prompt and return the next line with its newline, or ``None`` at the end of input."""
        self._parts.append(prompt)
        if len(self._parts) > MOST_PIECES:
            self.flush()
        if not self._lines:
            self.flush()
            self._fetch()
        if self.closed:
            return None
        if self._lines:
            return self._lines.pop() + b"\n"
        rest = b"".join(self._rest)
        self._rest.clear()
        return rest or None

    def _fetch(self) -> None:
        """Wait until there is a whole line, or until the input ends."""
        while not self.closed and self._in is not None and not self._lines:
            try:
                data = self._in.read1(MOST_INPUT)
            except OSError:
                data = b""
                self._rest.clear()
            if not data:
                return
            self._rest.append(data)
            if b"\n" in data:
                *self._lines, rest = b"".join(self._rest).split(b"\n")
                self._lines.reverse()
                self._rest = [rest]


def tell_errors(problems: Iterable[Problem]) -> None:
    """Name on standard error the files that are played with although a check calls them wrong, with the first reason.

    Exact programs print on standard output what they always did, and nothing else.
    """
    files: dict[str, list[Problem]] = {}
    for problem in problems:
        if not problem.warning:
            files.setdefault(problem.path, []).append(problem)
    for path, errors in files.items():
        count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
        place = f" (line {errors[0].line})" if errors[0].line else ""
        complain(f"tablewright check finds {count} in {path}: {errors[0].message}{place}")


def complain(text: str) -> None:
    """Print lines on standard error, if anybody listens there."""
    try:
        for line in text.split("\n"):
            print(plain(line, LONGEST_LINE), file=sys.stderr, flush=True)
    except (OSError, ValueError, AttributeError):
        return


def welcome(title: str, usage: str, example: str) -> None:
    """Tell a person who starts a program bare or asks for help how to play, on standard error of a terminal only.

    ``example`` is a line that can be pasted; ``{ready}`` in it is the folder of ready files that a checkout has.
    """
    if sys.argv[1:] not in ([], ["-h"], ["--help"]):
        return
    try:
        if not sys.stderr.isatty():
            return
    except (ValueError, AttributeError):  # closed, or never there
        return
    ready = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3, "examples", "consoles")
    command = os.path.relpath(sys.argv[0]) if os.path.dirname(sys.argv[0]) else sys.argv[0]
    lines = [f"{title}, line by line. usage: {usage}"]
    if "{ready}" not in example or os.path.isdir(ready):
        lines.append(f"For a match right away:\n    {command} {example.replace('{ready}', os.path.relpath(ready))}")
    else:
        lines.append("Ready files are in the folder examples/consoles of a checkout.")
    complain("\n".join([*lines, "In the match, help lists the commands and quit leaves."]))


def run(program: Callable[[list[str], Terminal], int]) -> int:
    """Run a console program on the process's arguments and streams and return its exit status."""
    gc.freeze()  # what was imported stays: the collector need not look at it, which shows in short runs
    terminal = Terminal()
    try:
        status = program(sys.argv[1:], terminal)
        terminal.flush()
    except KeyboardInterrupt:
        terminal.flush()
        status = 130
    except MemoryError:
        terminal.write("[ERROR] Not enough memory!\n")
        terminal.flush()
        status = 1
    if terminal.closed:  # otherwise the interpreter complains at exit about the pipe it cannot flush
        sys.stdout = None
    return status
