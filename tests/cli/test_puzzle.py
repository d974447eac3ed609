"""``tablewright puzzle``: the maze of a day, and mazes of a wanted difficulty."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from tests.cli.output import output_of
from tests.games.maze.test_puzzles import DAY
from tests.support.process import run_console


def test_puzzle_of_the_day(capsys: pytest.CaptureFixture[str]) -> None:
    status, printed, _ = output_of(capsys, "puzzle", "--daily", "2026-07-31")
    layout, seed, flips = DAY
    assert status == 0
    assert printed == (
        f"The maze of 2026-07-31\n{' '.join(layout)} with the cards of seed {seed} can be won with {flips} card flips. "
        f"Play it:\n    RAND_SEED={seed} maze {' '.join(layout)}\n"
    )
    assert output_of(capsys, "puzzle", "--daily")[1].startswith(f"The maze of {date.today().isoformat()}\n")


def test_puzzle_of_a_difficulty_with_its_solution(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, printed, _ = output_of(capsys, "puzzle", "--flips", "30-45", "--seed", "1", "--solution")
    assert status == 0
    head, _, commands = printed.partition("\n\n")
    found = re.search(r"can be won with (\d+) card flips\. Play it:\n +RAND_SEED=(\d+) maze (.*)$", head)
    assert found is not None
    ran = run_console("maze", found[3].split(), commands.encode(), tmp_path, RAND_SEED=found[2])
    assert ran.stdout.decode().endswith(f"It took you {found[1]} card flips to find the treasure.\n")


def test_puzzle_says_when_it_found_only_something_near(capsys: pytest.CaptureFixture[str]) -> None:
    status, printed, errors = output_of(capsys, "puzzle", "--flips", "0", "--tries", "1")
    assert (status, errors) == (1, "no maze with 0 flips was found; this one is the nearest:\n")
    assert "can be won with" in printed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--daily", "yesterday"], '"yesterday" is not a date such as 2026-07-31\n'),
        (["--flips", "x"], '"x" is neither a number of flips such as 30 nor a range such as 25-35\n'),
        (["--flips", "30-20"], '"30-20" is neither a number of flips such as 30 nor a range such as 25-35\n'),
        (["--seed", "x"], "the seed is not a whole number\n"),
    ],
)
def test_puzzle_explains_what_it_cannot_use(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert output_of(capsys, "puzzle", *arguments) == (2, "", sentence)
