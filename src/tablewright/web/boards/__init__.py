"""What a game brings for the browser besides its rules: the companion ``pages``.

A game without one is played with its text picture and its choices.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any


class WebBoard:
    """The board of a game in the browser: a folder with its script and style, and what the script needs to know.

    The folder holds ``NAME.js`` and ``NAME.css``; other authors give the folder of their own package.
    """

    def __init__(self, name: str, catalog: Callable[[Any], Any], folder: Traversable | None = None) -> None:
        self.name = name
        #: What everybody may know of a setup before the first card, as a JSON value: cards, texts, tables of the rules.
        self.catalog = catalog
        self.folder = folder or files("tablewright.web") / "client" / "boards"
