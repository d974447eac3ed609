"""Somebody who starts a console program for the first time finds the way into a match."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pexpect
import pytest

from tests.support.transcript import ROOT, program

PROGRAMS = ("ooperations", "dungeons", "maze", "marches")
READY = ROOT / "examples" / "consoles"
LINES = re.findall(
    r"^    (\.venv/bin/(?:ooperations|dungeons|maze|marches) .*)$", (ROOT / "README.md").read_text("utf-8"), re.M
)


def run(path: Path, line: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line], cwd=path, input=typed, capture_output=True, text=True, timeout=60)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that has what a line of the README names, for a match may write into its config."""
    shutil.copytree(READY, tmp_path / "examples" / "consoles")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(program("maze")).parent)
    return tmp_path


def test_the_readme_has_a_line_for_every_console() -> None:
    assert [Path(line.split()[0]).name for line in LINES] == list(PROGRAMS)


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_the_readme_starts_a_match(checkout: Path, line: str) -> None:
    names = "1\nAnn W\n" if "dungeons" in line else ""
    ran = run(checkout, line, f"{names}help\nquit\n")
    assert ran.returncode == 0, ran.stdout
    assert ran.stderr == ""
    assert "rror" not in ran.stdout.split("\n")[0]
    assert len(ran.stdout.split("\n")) > 8


def test_the_ready_duel_can_be_played_again_and_again(checkout: Path) -> None:
    line = LINES[0]
    config = checkout / "examples" / "consoles" / "duel.txt"
    before = config.read_text("utf-8")
    for times in (1, 2):
        ran = run(checkout, line, "done\n" * 100)
        assert ran.returncode == 0, ran.stdout
        assert config.read_text("utf-8").startswith(before)
        assert len(config.read_text("utf-8").split("\n")) > len(before.split("\n")) + times - 1


def test_ready_texts_are_those_that_ship() -> None:
    games = ROOT / "src" / "tablewright" / "games"
    shipped = {
        "messages.txt": games / "ooperations" / "data" / "messages.txt",
        "story.txt": games / "dungeons" / "data" / "story.txt",
        "cellar.txt": games / "dungeons" / "data" / "dungeons" / "cellar.txt",
    }
    for name, path in shipped.items():
        assert (READY / name).read_bytes() == path.read_bytes(), name


@pytest.mark.parametrize("arguments", [[], ["--help"]], ids=["bare", "help"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_terminal_gets_a_line_to_paste_and_the_output_stays(name: str, arguments: list[str], tmp_path: Path) -> None:
    silent = subprocess.run([program(name), *arguments], capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    assert b"right away" not in silent.stdout + silent.stderr
    out = tmp_path / "out"
    words = " ".join(arguments)
    child = pexpect.spawn("sh", ["-c", f"{program(name)} {words} >{out} </dev/null"], cwd=str(ROOT), timeout=60)
    child.expect(pexpect.EOF)
    told = child.before.decode()
    child.close()
    assert child.exitstatus == silent.returncode
    assert out.read_bytes() == silent.stdout
    (line,) = re.findall(r"For a match right away:\r\n *(.*?)\r", told)
    assert re.sub(r"^\S*/", ".venv/bin/", line) in LINES, line
