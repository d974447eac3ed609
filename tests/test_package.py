"""The wheel as strangers get it: what a package index shows, and every command where only the base is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tablewright import __version__
from tablewright.cli import COMMANDS
from tests.support.transcript import ROOT

RECORD = ROOT / "tests" / "corpus" / "maze" / "castle-12-seed9.record"
STUDY = 'game = "maze"\ngames = 2\nseed = 1\nbots = ["random"]\n'
WEB = 'tablewright: The server needs its extra: pip install "tablewright[web]"\n'
TUI = 'tablewright: The terminal application needs its extra: pip install "tablewright[tui]"\n'

#: What to type, the exit status, and what is said: of every command something that needs no extra, or what it lacks.
TYPED: dict[str, list[tuple[list[str], int, str]]] = {
    "play": [(["marches"], 0, "Result: ")],
    "console": [(["maze"], 1, "Flip the card")],
    "serve": [([], 1, WEB)],
    "workshop": [([], 1, WEB.replace("server", "workshop"))],
    "replay": [([str(RECORD)], 0, "Result: lost")],
    "export": [([str(RECORD)], 0, "Result: lost")],
    "verify": [([str(RECORD)], 0, "it replays")],
    "screenshots": [(["pictures"], 1, TUI)],
    "match": [(["dungeons", "--bots", "random,random,random", "--games", "1", "--with", "players=each"], 0, "random")],
    "new": [(["deck"], 0, "Next: tablewright check")],
    "check": [(["my-content"], 0, "0 errors")],
    "test": [(["my-content"], 2, "0 scenarios")],
    "laws": [(["ooperations", "--matches", "1"], 0, "every law holds")],
    "schema": [(["marches", "deck"], 0, '"$schema"')],
    "lab": [
        (["study.toml", "--jobs", "1"], 0, "2 matches; report"),
        (["study.toml", "--on", "ray"], 1, "--on ray needs the extra [cluster]: pip install 'tablewright[cluster]'"),
    ],
    "solve": [(["maze", "SAD", "BCL", "--seed", "1"], 0, "flips")],
    "puzzle": [(["--rooms", "2"], 2, "choose from 5, 6, 7, 8")],
    "version": [([], 0, f"tablewright {__version__}, ")],
}


def run(*command: str | Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a program without a terminal, and without what the outer run has put into the environment."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTEST", "PYTHON"))}
    return subprocess.run(
        command, env=inherited, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    built = run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    assert built.returncode == 0, built.stderr
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def base(wheel: Path) -> Path:
    """An environment with the base alone, and a folder to work in: its ``bin`` has the commands."""
    environment = wheel.parent / "environment"
    assert run(sys.executable, "-m", "venv", "--without-pip", environment).returncode == 0
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", environment / "bin" / "python"]
    installed = run(*pip, "install", "--no-deps", "--no-index", wheel)
    assert installed.returncode == 0, installed.stderr
    (environment / "study.toml").write_text(STUDY, encoding="utf-8")
    return environment


def test_every_command_is_tried() -> None:
    assert TYPED.keys() == COMMANDS.keys()


def test_without_extras_every_command_works_or_says_in_a_sentence_what_it_lacks(base: Path) -> None:
    for command, tries in TYPED.items():
        for words, status, said in tries:
            ran = run(base / "bin" / "tablewright", command, *words, folder=base)
            assert (ran.returncode, "Traceback" in ran.stderr) == (status, False), (command, ran.stdout, ran.stderr)
            assert said in ran.stdout + ran.stderr, (command, ran.stdout, ran.stderr)


def test_an_environment_of_a_library_says_which_extra_it_needs(base: Path) -> None:
    for module in ("aec", "gym", "spiel", "vector"):
        ran = run(base / "bin" / "python", "-c", f"import tablewright.envs.{module}", folder=base)
        assert 'install it with: pip install "tablewright[envs]"' in ran.stderr.splitlines()[-1]


def test_the_readme_of_an_index_begins_with_installing_and_leads_nowhere_that_is_not_there(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith("/METADATA"))
        head, _, readme = files.read(name).decode("utf-8").partition("\n\n")
    assert "Author: The Tablewright authors" in head
    assert "Description-Content-Type: text/markdown" in head
    links = re.findall(r"\]\(([^)]*)\)|<img|src=", readme)
    assert [link for link in links if not link.startswith("https:")] == []
    assert "<!--" not in readme
    assert readme.index("pip install tablewright") < readme.index("| game |")
    kept = {line for line in readme.splitlines() if line.startswith("## ")}
    ours = {line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("## ")}
    assert ours - kept == {"## Where to go"}
