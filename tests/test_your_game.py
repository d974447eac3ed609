"""docs/your-game.md makes the example as it is, and every command and program of the page runs."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.core.registry import COMPANIONS
from tests.support.process import PATIENCE
from tests.support.transcript import ROOT, program

PAGE = (ROOT / "docs/your-game.md").read_text("utf-8")
EXAMPLE = ROOT / "examples/squall"


def files_of_the_page() -> dict[str, str]:
    """Return the files that a reader has written at the end; what belongs to one file has two empty lines between."""
    files: dict[str, list[str]] = {}
    for name, text in re.findall(r"^```(?:python|toml) (\S+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE):
        files.setdefault(name, []).append(text)
    return {name: "\n\n".join(parts) for name, parts in files.items()}


def commands_of_the_page() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a reader who has followed the page to its end."""
    folder = tmp_path_factory.mktemp("my-game")
    for name, text in files_of_the_page().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder / "site"), str(folder)]
    subprocess.run(command, check=True, timeout=PATIENCE)
    return folder


def environment(folder: Path, home: Path) -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(folder / "site"), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "TABLEWRIGHT_HOME": str(home)}


def test_the_page_makes_the_example() -> None:
    kept = {str(path.relative_to(EXAMPLE)): path.read_text("utf-8") for path in EXAMPLE.glob("squall/*.py")}
    kept["pyproject.toml"] = (EXAMPLE / "pyproject.toml").read_text("utf-8")
    written = files_of_the_page()
    assert {name: written.get(name) for name in kept} == kept


def test_every_command_of_the_page_runs(folder: Path, tmp_path: Path) -> None:
    commands = commands_of_the_page()
    assert len(commands) > 8
    for line in commands:
        words = shlex.split(line)
        assert words[0] == "tablewright"
        ran = subprocess.run(
            [program("tablewright"), *words[1:]],
            input="1\n" * 200,  # for the console
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment(folder, tmp_path),
            timeout=PATIENCE,
        )
        assert ran.returncode == 0, f"{line}\n{ran.stdout}{ran.stderr}"
        assert ran.stdout


@pytest.mark.parametrize("script", ["squall_script.py", "squall_learn.py"])
def test_the_programs_of_the_page_run(script: str, folder: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, str(folder / script)],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment(folder, tmp_path),
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


def test_every_group_of_entry_points_is_named() -> None:
    assert {kind for kind in ("games", "bots", *COMPANIONS) if f"`tablewright.{kind}`" not in PAGE} == set()
