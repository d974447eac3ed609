"""Mazes made to measure, the maze of the day, and the two commands that show them."""

from __future__ import annotations

import re
import subprocess
from datetime import date
from pathlib import Path

import pexpect
import pytest

from tablewright.cli import main
from tablewright.core.dice import Dice
from tablewright.games.maze.solver.puzzles import TRIES, daily_puzzle, make_puzzle, random_layout, shapes
from tests.support.process import run_console
from tests.support.transcript import program

OWN = """MAZE
room K
WWWWW
WLLLW
PPPPW
WWWWW
WWWWW
layout here
SK
"""


#: The maze of 2026-07-31; it must never change.
DAY = (("LAD", "BSC"), 302934818, 48)


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_shapes_are_rectangles_and_single_lines_only_if_nothing_else_fits() -> None:
    assert shapes(6) == [(3, 2), (2, 3)]
    assert shapes(8) == [(4, 2), (2, 4)]
    assert shapes(5) == [(5, 1), (1, 5)]
    assert shapes(7) == [(7, 1)]


@pytest.mark.parametrize("rooms", range(1, 9))
def test_random_layouts_are_valid(rooms: int) -> None:
    for seed in range(20):
        letters = "".join(random_layout(Dice(seed), rooms))
        assert "S" in letters
        assert len(letters) == len(set(letters)) == rooms


def test_the_maze_of_a_day_is_always_the_same() -> None:
    puzzle = daily_puzzle(date(2026, 7, 31))
    assert (puzzle.layout, puzzle.seed, puzzle.flips) == DAY
    assert daily_puzzle(date(2026, 8, 1)).layout != puzzle.layout


def test_a_wanted_difficulty_is_found() -> None:
    told: list[tuple[int, int]] = []
    puzzle = make_puzzle(Dice(1), 30, 40, progress=lambda *now: told.append(now))
    assert 30 <= puzzle.flips <= 45
    assert told == [(number + 1, TRIES) for number in range(len(told))]


def test_an_impossible_difficulty_gives_the_nearest() -> None:
    easy, hard = make_puzzle(Dice(2), 0, 0, tries=3), make_puzzle(Dice(2), 500, 500, tries=3)
    assert 0 < easy.flips < hard.flips < 500


# tablewright solve


def test_solve_prints_the_proof_and_commands_that_win(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, printed, errors = output_of(capsys, "solve", "maze", "SAD", "BCL", "--seed", "987654321")
    head, _, commands = printed.partition("\n\n")
    assert (status, errors) == (0, "")
    assert re.fullmatch(
        r"SAD BCL, seed 987654321: cards up right down left\n"
        r"49 flips, and no way needs fewer: everything was searched \([\d,]+ positions in \d+\.\d s\)",
        head,
    )
    ran = run_console("maze", ["SAD", "BCL"], commands.encode(), tmp_path, RAND_SEED="987654321")
    assert ran.stdout.endswith(b"It took you 49 card flips to find the treasure.\n")
    status, printed, _ = output_of(capsys, "solve", "maze", "SAD", "BCL", "--seed", "987654321", "--commands")
    assert (status, printed) == (0, commands)


def test_solve_takes_the_seed_of_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAND_SEED", "3")
    assert output_of(capsys, "solve", "maze", "SL")[1].startswith("SL, seed 3: cards down up left right\n")
    monkeypatch.delenv("RAND_SEED")
    assert output_of(capsys, "solve", "maze", "SL")[1].startswith("SL, seed 0: cards down right left up\n")


def test_solve_says_when_there_is_no_way(capsys: pytest.CaptureFixture[str]) -> None:
    status, printed, _ = output_of(capsys, "solve", "maze", "SL", "--seed", "1", "--reveal")
    assert (status, printed.split("\n")[1:]) == (1, ["the treasure cannot be reached", ""])


def test_solve_says_what_it_could_not_prove(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", "maze", "FLCD", "BESA", "--seed", "5"]
    status, printed, _ = output_of(capsys, *arguments, "--megabytes", "12")
    assert status == 0
    assert re.search(r"\n\d+ flips found, at least \d+ are needed \([\d,]+ positions in", printed)
    status, printed, _ = output_of(capsys, *arguments, "--seconds", "0")
    assert status == 1
    assert "no way was found within the limits, at least 0 flips are needed" in printed


def test_solve_without_looking_under_covered_rooms(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.maze"
    own.write_text(OWN)
    status, printed, _ = output_of(capsys, "solve", "maze", "here", "--file", str(own), "--seed", "1", "--guarantee")
    assert status == 0
    assert "without looking under covered rooms: " in printed
    assert "it is not proven to be the best such plan" in printed
    assert "over all 1 arrangements of the covered rooms that can be won" in printed
    assert output_of(capsys, "solve", "maze", "SK", "--file", str(own), "--seed", "1", "--reveal")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["SZ", "b"], "room Z has no floor plan"),
        ([""], "a row has 1 to 5 rooms, this one has 0"),
        (["S", "--seed", "x"], "the seed is not a whole number"),
        (["S", "--file", "missing.maze"], "missing.maze: error file-unreadable"),
    ],
)
def test_solve_explains_what_it_cannot_use(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    status, printed, errors = output_of(capsys, "solve", "maze", *arguments)
    assert (status, printed) == (2, "")
    assert sentence in errors


def test_solve_shows_a_bar_in_a_terminal() -> None:
    run = pexpect.spawn(program("tablewright"), ["solve", "maze", "CSF", "LEA", "--seed", "11"], timeout=120)
    run.expect_exact("[")
    run.expect(r"#+\.*\] \d+/\d+ best \d+")
    run.expect(r"flips, and no way needs fewer")
    run.expect(pexpect.EOF)
    run.close()
    assert run.exitstatus == 0


# tablewright puzzle


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


def test_a_closed_pipe_is_no_drama() -> None:
    command = f'"{program("tablewright")}" solve maze SAD BCL --seed 1 | head -1'
    ran = subprocess.run(["sh", "-c", command], capture_output=True, timeout=120)
    assert ran.stdout.startswith(b"SAD BCL, seed 1: cards ")
    assert ran.stderr == b""
