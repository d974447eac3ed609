"""Console programs as real processes, fed with whatever a person or a broken pipe may send."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.transcript import program

#: How long anything may take before a test gives it up, in seconds.
PATIENCE = 120

#: Lines that no game understands, and that no console may stumble over.
HOSTILE_LINES = [
    b"",
    b"   \t  ",
    b"\x00",
    b"done\x00",
    b"\xff\xfe\xfd",
    "crêature ÀÉ ß ı F１".encode(),
    b"x" * 1_000_000,
    b" ".join([b"a"] * 100_000),
    b"\x1b[2J\x07",
    b"'; DROP TABLE cards; --",
    b"%s%s%n {0} {x}",
    b"\r",
    b"\x0b\x0c",
    b"-1",
    b"9" * 5000,
]


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a process; whatever becomes of the test, neither it nor a process that it started stays behind."""
    with subprocess.Popen(command, start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def unmeasured() -> dict[str, str]:
    """Return an environment without coverage, which waits for ever when it is interrupted while it takes a note."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


def without_notices(stderr: bytes) -> bytes:
    """Return what a console said on standard error, but for files with mistakes that it plays with."""
    return b"".join(line for line in stderr.splitlines(True) if not line.startswith(b"tablewright check finds "))


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.005)


def interrupted_at(prompt: bytes, command: list[str], cwd: Path) -> tuple[int, bytes]:
    """Press Ctrl-C at a prompt; returns the exit status and what was said on standard error."""
    pipe = subprocess.PIPE
    with started(command, cwd=cwd, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        output = b""
        while not output.endswith(prompt):
            piece = process.stdout.read1()
            assert piece, output
            output += piece
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        return process.returncode, errors


def run_console(
    name: str, arguments: list[str], typed: bytes, cwd: Path, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Run an installed console program on typed bytes and return what it did."""
    return subprocess.run(
        [program(name), *arguments],
        input=typed,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **env},
        timeout=PATIENCE,
    )


def with_closed_output(name: str, arguments: list[str], typed: bytes, cwd: Path) -> tuple[int, bytes]:
    """Run a program whose output nobody reads; returns its exit status and what it said on standard error."""
    reader, writer = os.pipe()
    os.close(reader)
    with started(
        [program(name), *arguments], stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE, cwd=cwd
    ) as process:
        os.close(writer)
        _, errors = process.communicate(typed, timeout=PATIENCE)
        return process.returncode, errors


def with_closed_input(name: str, arguments: list[str], cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a program that has no standard input at all."""
    command = f'exec "{program(name)}" "$@" <&-'
    return subprocess.run(["sh", "-c", command, name, *arguments], capture_output=True, cwd=cwd, timeout=PATIENCE)


def modules_imported_by(module: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after importing one more."""
    return modules_loaded_by(f"import {module}")


def modules_loaded_by(code: str, *arguments: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after running some code.

    Nobody measures what it runs: coverage has imported half of the standard library before the code begins.
    """
    program = f"import sys; before = set(sys.modules); {code}; print(); print(*(set(sys.modules) - before))"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        timeout=60,
    )
    return set(ran.stdout.splitlines()[-1].split())
