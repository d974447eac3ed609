"""A few of the kills that ``make soak`` does by the hundred; ``TABLEWRIGHT_KILLS`` says how many."""

from __future__ import annotations

import os
import sys

import pytest

from .kills import kill_and_resume, kill_at_the_terminal

KILLS = int(os.environ.get("TABLEWRIGHT_KILLS", "30"))

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed otherwise there")


def test_whoever_is_killed_at_a_table_has_lost_nothing_that_was_done() -> None:
    seen = kill_and_resume(KILLS, seed=1)
    assert seen["kills"] == KILLS
    assert seen["acknowledged"] > 3 * KILLS


def test_whoever_is_killed_at_the_terminal_has_lost_nothing_that_was_shown() -> None:
    seen = kill_at_the_terminal(max(3, KILLS // 10), seed=1)
    assert seen["characters shown"] > 0
