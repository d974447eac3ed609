"""Dark or light: what the terminal says of itself."""

from __future__ import annotations

import os
import pty
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tablewright.tui import background


@pytest.mark.parametrize(
    ("answer", "light"),
    [
        (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;c", True),
        (b"\x1b]11;rgb:fd/f6/e3\x07\x1b[?1;2c", True),
        (b"\x1b]11;rgb:0000/2b2b/3636\x1b\\", False),
        (b"\x1b[?1;2c", False),
        (b"", False),
    ],
)
def test_the_answer_of_a_terminal(answer: bytes, light: bool) -> None:
    assert background.is_light_answer(answer) == light


@pytest.mark.parametrize(("hint", "light"), [("0;15", True), ("15;0", False), ("0;default;7", True)])
def test_terminals_that_leave_a_hint(monkeypatch: pytest.MonkeyPatch, hint: str, light: bool) -> None:
    monkeypatch.setenv("COLORFGBG", hint)
    assert background.is_light() == light


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Put a terminal in place of the standard streams and hold its other end."""
    ours, theirs = pty.openpty()
    monkeypatch.delenv("COLORFGBG", raising=False)
    with (
        open(theirs, closefd=False) as reading,
        open(theirs, "w", closefd=False) as writing,
        monkeypatch.context() as swap,
    ):
        swap.setattr("sys.stdin", reading)
        swap.setattr("sys.stdout", writing)
        yield ours
    os.close(ours)
    os.close(theirs)


def test_a_terminal_is_asked_and_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 60.0)
    with terminal(monkeypatch) as ours:

        def answer() -> None:
            asked = b""
            while not asked.endswith(b"\x1b[c"):
                asked += os.read(ours, 100)
            os.write(ours, b"\x1b]11;rgb:eeee/eeee/eeee\x1b\\\x1b[?62c")

        thread = threading.Thread(target=answer)
        thread.start()
        light = background.is_light()
        thread.join()
    assert light


def test_a_terminal_that_never_answers_counts_as_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    with terminal(monkeypatch):
        light = background.is_light()
    assert not light


def test_without_a_terminal_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLORFGBG", raising=False)
    with open(os.devnull) as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        assert not background.is_light()
