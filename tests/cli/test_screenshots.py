"""``tablewright screenshots``: pictures for the documentation."""

from __future__ import annotations

from pathlib import Path

from tablewright.core.registry import find_game

from ..support.tables import every_game
from .support import run


def test_pictures_of_every_game_are_drawn(tmp_path: Path) -> None:
    ran = run("screenshots", str(tmp_path / "shots"))
    assert ran.returncode == 0, ran.stderr
    names = {path.name for path in (tmp_path / "shots").iterdir()}
    keys = [game.values[0].key for game in every_game()]
    assert {"home.svg", "replay.svg", "light.svg", *(f"{key}.svg" for key in keys)} <= names
    for key in keys:
        text = (tmp_path / "shots" / f"{key}.svg").read_text()
        assert text.startswith("<svg")
        assert find_game(key).title.split()[0] in text
        assert "@font-face" not in text
