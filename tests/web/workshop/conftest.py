"""What the tests of the workshop share: a workshop for one folder, and a space without any server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablewright.web.workshop.bounds import OWN
from tablewright.web.workshop.space import Space

from .authors import Author, own_workshop


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Author]:
    with own_workshop(tmp_path_factory.mktemp("workshop")) as author:
        yield author


@pytest.fixture
def space(tmp_path: Path) -> Space:
    return Space.make(str(tmp_path / "cards"), OWN)
