"""Games of other packages are found, and one that is broken does not pass for a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.core.registry import find_game, register
from tests.core.toy import GAME
from tests.support.transcript import ROOT

PLUGIN = """\
Metadata-Version: 2.1
Name: other-games
Version: 1
"""


def ask(folder: Path, code: str) -> str:
    """Run code in a process that sees one more installed package."""
    info = folder / "other_games-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(PLUGIN)
    points = "toy = tests.core.toy:GAME\nfake = tests.core.toy:TOO_MANY\n"
    (info / "entry_points.txt").write_text(f"[tablewright.games]\n{points}")
    code = f"import sys; sys.path[:0] = [{str(folder)!r}, {str(ROOT)!r}]; {code}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout + ran.stderr


def test_a_game_of_another_package_is_found(tmp_path: Path) -> None:
    code = (
        "import tablewright; from tablewright.core.registry import *; print(game_keys(), tablewright.game('toy').title)"
    )
    found = ask(tmp_path, code)
    assert "'toy'" in found
    assert found.endswith("Toy\n")


def test_an_entry_point_that_is_no_game_is_refused_with_a_sentence(tmp_path: Path) -> None:
    code = """import tablewright
try: tablewright.game("fake")
except ValueError as error: print(error)"""
    assert ask(tmp_path, "\n" + code) == 'the entry point "fake" of tablewright.games does not lead to a game\n'


def test_a_game_that_cannot_be_loaded_is_named_and_left_out(tmp_path: Path) -> None:
    code = "from tablewright.core.registry import *; print(*(game.key for game in all_games()))"
    found = ask(tmp_path, code).split("\n")
    assert "toy" in found[0].split()
    assert "fake" not in found[0].split()
    assert found[1] == (
        'tablewright: the game "fake" cannot be loaded: '
        'the entry point "fake" of tablewright.games does not lead to a game'
    )


def test_what_is_not_a_game_or_not_a_kind_of_companion_is_not_registered() -> None:
    with pytest.raises(ValueError, match="only a game can be registered"):
        register(type(GAME))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='there is no kind of companion "level"; did you mean "levels"'):
        register(GAME, level={})
    with pytest.raises(ValueError, match='there is no game "toy"'):
        find_game("toy")
