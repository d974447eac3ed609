"""``tablewright workshop``: what it says, what it opens, and what it says when it cannot."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.cli import workshop
from tests.support.transcript import program

from .support import run

#: A browser that writes down what it is asked to open.
BROWSER = """#!{python}
import sys
with open({log!r}, "w") as log:
    log.write(sys.argv[1])
"""


def test_it_says_which_folder_it_has_and_opens_the_page_with_its_key(tmp_path: Path) -> None:
    log, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(BROWSER.format(python=sys.executable, log=str(log)))
    browser.chmod(0o755)
    environment = {**os.environ, "TABLEWRIGHT_DATA": str(tmp_path / "data"), "BROWSER": str(browser)}
    command = [program("tablewright"), "workshop"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            folder = tmp_path / "data" / "my-cards"
            page = said.split()[6]
            assert said == f"The workshop of {folder} is at {page} (Ctrl-C stops it)\n"
            assert page.startswith("http://127.0.0.1:")
            assert "/workshop#key=" in page
            taken = run("workshop", str(folder), "--no-browser")
            assert (taken.returncode, taken.stderr.count("\n")) == (1, 1)
            assert "is open already" in taken.stderr
            assert stat.S_IMODE((folder / ".workshop").stat().st_mode) == 0o700
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    assert log.read_text() == page


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--port", "70000"], 2, "a port is a number"),
        (["--no-browser", "{file}"], 3, "cannot be the folder of a workshop"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path, arguments: list[str], status: int, words: str) -> None:
    file = tmp_path / "file"
    file.write_text("")
    ran = run("workshop", *(argument.format(file=file) for argument in arguments))
    assert ran.returncode == status
    assert words in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "find_spec", lambda name: None if name == "fastapi" else name)
    ran = run("workshop")
    assert ran.returncode == 1
    assert 'pip install "tablewright[web]"' in ran.stderr
