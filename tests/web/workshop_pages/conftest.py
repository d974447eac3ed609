"""What the tests of the workshop's pages share: the browser, and a server with a workshop for everybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..pages.browsing import browsing as browsing
from ..pages.browsing import chromium as chromium
from ..serving import served
from .shopping import Shop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with served(tmp_path_factory.mktemp("shop") / "data", "--workshop") as serving:
        yield Shop(serving)
