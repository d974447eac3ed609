"""Commands run without a terminal, and people in front of a real one."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable

from tablewright.cli import main
from tablewright.core.state import State

from ..support.process import PATIENCE
from ..support.transcript import program


class Ran:
    """What a command did."""

    def __init__(self, *arguments: str) -> None:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            self.returncode = main(list(arguments))
        self.stdout, self.stderr = out.getvalue(), err.getvalue()


def run(*arguments: str) -> Ran:
    """Run a command without a terminal."""
    return Ran(*arguments)


def drawn(state: State) -> str:
    """Return how commands print a position."""
    return str(state).rstrip("\n")


PEOPLE: list[Person] = []


class Person:
    """Somebody at a real terminal, in front of a real process."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (100, 30), **environment: str) -> None:
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.process = subprocess.Popen(
            [program("tablewright"), *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            # What a test runner says of its own terminal would count for more than the size of this one.
            env={**os.environ, "COLUMNS": str(size[0]), "LINES": str(size[1]), **environment},
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = b""
        PEOPLE.append(self)

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Read what the process draws until something has happened; fail when it ends without that."""
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end, self.seen[-6000:].decode(errors="replace")
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.terminal, 65536)
                except OSError:  # the process has closed its end
                    self.process.wait(PATIENCE)
                    assert happened(), self.seen[-2000:].decode(errors="replace")

    def see(self, text: str) -> None:
        """Wait until a text is drawn."""
        start = len(self.seen)
        self.wait_until(lambda: text.encode() in self.seen[start:])

    def type(self, keys: bytes) -> None:
        os.write(self.terminal, keys)

    def wait_for_end(self) -> int:
        """Return the exit status."""
        self.wait_until(lambda: self.process.poll() is not None)
        os.close(self.terminal)
        return self.process.wait(PATIENCE)
