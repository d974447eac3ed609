"""``tablewright solve``: proofs, plans and commands that win in the console."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pexpect
import pytest

from tests.cli.output import output_of
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
        (["S", "--file", "missing.maze"], "missing.maze: error unreadable"),
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


def test_a_closed_pipe_is_no_drama() -> None:
    command = f'"{program("tablewright")}" solve maze SAD BCL --seed 1 | head -1'
    ran = subprocess.run(["sh", "-c", command], capture_output=True, timeout=120)
    assert ran.stdout.startswith(b"SAD BCL, seed 1: cards ")
    assert ran.stderr == b""
