"""A program of somebody else's that answers lines, kept within bounds of time and size, and surely ended."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
from threading import Lock
from time import monotonic

from tablewright.bots import keeper
from tablewright.core.outside import LONGEST_LINE, plain

#: No answer is longer, in bytes; of what is written to standard error so much is kept to be quoted.
LONGEST_ANSWER = 65_536
KEPT_ERRORS = 2_000
#: How many seconds a program has to end when it is told goodbye.
GOODBYE_SECONDS = 1.0
#: How often whoever waits for a program looks whether somebody else has closed it, in seconds.
GLANCE = 0.1


class ProgramFault(Exception):
    """A program does not do what it should; the message is the rest of a sentence that begins with its name."""


class PipedProgram:
    """A running program. One thread may ask it while another closes it."""

    def __init__(self, command: list[str]) -> None:
        self._answer = bytearray()
        self._errors = bytearray()
        self._asking = Lock()
        self._closed = False
        watched, held = os.pipe()
        self._lifeline = open(held, "wb", buffering=0)  # noqa: SIM115 - cut when the program is to end
        try:
            # In a session of its own, so that Ctrl-C reaches us alone and we decide what becomes of it.
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", keeper.__file__, str(watched), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(watched,),
                start_new_session=True,
                bufsize=0,
            )
        finally:
            os.close(watched)
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._streams = [stream for stream in streams if stream is not None]
        self._in, self._out, self._err = (stream.fileno() for stream in self._streams)
        os.set_blocking(self._in, False)

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Send a line and return the line that answers it; raises ``ProgramFault``."""
        with self._asking:
            end = monotonic() + seconds
            poll = select.poll()
            for stream in (self._in, self._out, self._err):
                poll.register(stream, select.POLLOUT if stream == self._in else select.POLLIN)
            while (stop := self._answer.find(b"\n")) < 0:
                left = end - monotonic()
                if left <= 0:
                    raise ProgramFault(f"did not answer within {seconds:g} seconds")
                if self._closed:
                    raise ProgramFault("was closed while it was asked")
                for stream, _ in poll.poll(min(left, GLANCE) * 1000):
                    if stream == self._in:
                        line = line[self._write(line) :]
                        if not line:
                            poll.unregister(stream)
                    elif not self._read(stream):
                        poll.unregister(stream)
            if line:
                raise ProgramFault("answered before it had read the question")
            if stop + 1 != len(self._answer):
                raise ProgramFault("said more than it was asked for")
            answer = bytes(self._answer[:stop])
            self._answer.clear()
            return answer

    def _write(self, line: bytes) -> int:
        try:
            return os.write(self._in, line)
        except BlockingIOError:
            return 0
        except BrokenPipeError:  # it has closed its input; whether that is its end is seen at its output
            return len(line)

    def _read(self, stream: int) -> bool:
        """Take what a stream has; ``False`` at the end of standard error. The end of the output is the program's."""
        got = os.read(stream, LONGEST_ANSWER)
        if stream == self._err:
            self._errors += got
            del self._errors[:-KEPT_ERRORS]
            return bool(got)
        if not got:
            raise ProgramFault(self._ending())
        self._answer += got
        if len(self._answer) > LONGEST_ANSWER:
            raise ProgramFault(f"answered with more than {LONGEST_ANSWER:,} bytes")
        return True

    def _ending(self) -> str:
        """Say how the program has ended, with the last line that it wrote to standard error."""
        try:
            status = f"has ended with status {self._process.wait(GOODBYE_SECONDS)}"
        except subprocess.TimeoutExpired:
            status = "has closed its output"
        os.set_blocking(self._err, False)
        with contextlib.suppress(BlockingIOError):
            self._errors += os.read(self._err, LONGEST_ANSWER)
        lines = self._errors.decode(errors="replace").strip().splitlines()
        return f"{status}: {plain(lines[-1], LONGEST_LINE // 2)}" if lines else status

    def close(self, goodbye: bytes = b"") -> None:
        """End the program and all that it has started; one that is not being asked may say goodbye first."""
        if self._closed:
            return
        self._closed = True
        asked = not self._asking.acquire(blocking=False)
        try:
            if goodbye and not asked:
                self._part(goodbye)
        finally:
            self._lifeline.close()  # its keeper sees that and kills whatever is still there
            self._process.wait()
            if asked:
                self._asking.acquire()  # whoever asks notices soon
            for stream in self._streams:
                stream.close()
            self._asking.release()

    def _part(self, goodbye: bytes) -> None:
        with contextlib.suppress(OSError):  # it may have ended, or not read what it was sent
            os.write(self._in, goodbye)
        self._streams[0].close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE_SECONDS)
