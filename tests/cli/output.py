"""Commands of ``tablewright``, run inside the test."""

from __future__ import annotations

import pytest

from tablewright.cli import main


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command and return its status, its output and its errors."""
    status = main(list(arguments))
    printed = capsys.readouterr()
    return status, printed.out, printed.err
