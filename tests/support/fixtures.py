"""What the tests of tables, commands and the application share; every one has a home of its own for its saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.core.game import Game
from tablewright.core.registry import find_game
from tablewright.tui.places import HOME


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv(HOME, str(folder))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return folder


@pytest.fixture
def ooperations() -> Game:
    return find_game("ooperations")


@pytest.fixture
def maze() -> Game:
    return find_game("maze")
