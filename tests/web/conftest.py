"""What the tests of the web share: one server for all stories that leave it as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..support.postgresql import database as database
from ..support.postgresql import postgresql as postgresql
from .serving import Serving, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(tmp_path_factory.mktemp("served") / "data") as serving:
        yield serving


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
