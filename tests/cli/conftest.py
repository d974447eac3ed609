"""What these tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablewright.core.game import Game
from tablewright.testing import random_record

from ..support.fixtures import home as home
from ..support.fixtures import ooperations as ooperations
from .support import PEOPLE


@pytest.fixture
def finished(ooperations: Game, tmp_path: Path) -> Path:
    record = random_record(ooperations, ooperations.setup(), 1)
    record.seats = ["Ann", "bot easy"]
    path = tmp_path / "finished.record"
    path.write_text(str(record))
    return path


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    """End the processes of a test that has failed on the way."""
    yield
    while PEOPLE:
        PEOPLE.pop().process.kill()
