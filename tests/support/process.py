"""Console programs as real processes, fed with whatever a person or a broken pipe may send."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.transcript import program

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


def run_console(
    name: str, arguments: list[str], typed: bytes, cwd: Path, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Run an installed console program on typed bytes and return what it did."""
    return subprocess.run(
        [program(name), *arguments], input=typed, capture_output=True, cwd=cwd, env={**os.environ, **env}, timeout=120
    )


def with_closed_output(name: str, arguments: list[str], typed: bytes, cwd: Path) -> tuple[int, bytes]:
    """Run a program whose output nobody reads; returns its exit status and what it said on standard error."""
    reader, writer = os.pipe()
    os.close(reader)
    with subprocess.Popen(
        [program(name), *arguments], stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE, cwd=cwd
    ) as process:
        os.close(writer)
        _, errors = process.communicate(typed, timeout=120)
        return process.returncode, errors


def with_closed_input(name: str, arguments: list[str], cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a program that has no standard input at all."""
    command = f'exec "{program(name)}" "$@" <&-'
    return subprocess.run(["sh", "-c", command, name, *arguments], capture_output=True, cwd=cwd, timeout=120)


def modules_imported_by(module: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after importing one more."""
    code = f"import sys; before = set(sys.modules); import {module}; print(*(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())
