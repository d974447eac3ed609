"""What these tests share: a folder of own content outside of the checkout, with something for every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.cli.new import start

from ..support.fixtures import home as home

#: What is begun there: the kind, its name, and what it is like.
STARTS = [
    ("card", "RAIDER", "THIEF"),
    ("class", "MARSH LORD", "FENKEEPER"),
    ("creature", "Gate Crasher", "GOLEM"),
    ("dungeon", "lair", "cellar"),
    ("maze", "garden", "short"),
]


def begin(folder: Path, kind: str, name: str, like: str = "") -> list[Path]:
    """Make a start as ``tablewright new`` does, and return its files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = start(kind, name, like, str(folder))
    for file, text in files.items():
        (folder / file).write_text(text, "utf-8")
    return [folder / file for file in files]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "my-set"
    for one in STARTS:
        begin(folder, *one)
    return folder
