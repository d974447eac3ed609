"""The two texts of a card as JSON values and back: with the layout of the card files that ship with the game."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Final

from tablewright.games.marches.language.reader import Document, Node, parse

#: A step to a value: the key of an object or the index of a list.
Path = tuple[str | int, ...]
CACHED: Final = 64


def written(value: Any) -> str:
    """Write a card or illustration: a line for each key, and for each effect."""
    return _laid_out(value, "") + "\n"


def _laid_out(value: Any, indent: str) -> str:
    inner = indent + "  "
    if isinstance(value, dict) and value and (not indent or any(_is_long(item) for item in value.values())):
        members = [f"{inner}{_inline(key)}: {_laid_out(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return "[\n" + ",\n".join(inner + _inline(item) for item in value) + f"\n{indent}]"
    return _inline(value)


def _is_long(value: Any) -> bool:
    """Say whether a value takes lines of its own: it is an effect list, or has one in it."""
    if isinstance(value, list):
        return True
    return isinstance(value, dict) and any(_is_long(item) for item in value.values())


def _inline(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@lru_cache(maxsize=CACHED)
def _parsed(text: str, name: str) -> tuple[Node | None, int, tuple[Any, ...]]:
    document = parse(text, name)
    return document.root, document.values, tuple(document.problems)


def read_text(text: str, name: str) -> Document:
    """Read one of the texts; what was read before is not read again."""
    document = Document(name)
    document.root, document.values, problems = _parsed(text, name)
    document.problems = list(problems)
    return document


def read_value(value: Any, name: str) -> Document:
    """Make a document of a JSON value in which every node and key has a line of its own."""
    document = Document(name)
    document.root = _numbered(value, document)
    return document


def _numbered(value: Any, document: Document) -> Node:
    document.values += 1
    line = document.values
    if isinstance(value, dict):
        nodes, keys = {}, {}
        for key, item in value.items():
            document.values += 1
            keys[key] = (document.values, 1)
            nodes[key] = _numbered(item, document)
        return Node(nodes, line, 1, keys)
    if isinstance(value, list):
        return Node([_numbered(item, document) for item in value], line, 1)
    return Node(value, line, 1)


def places_of(root: Node | None) -> dict[tuple[int, int], Path]:
    """Return for each line and column of a document the way to the value that stands there, or whose key does."""
    found: dict[tuple[int, int], Path] = {}
    waiting: list[tuple[Node, Path]] = [] if root is None else [(root, ())]
    while waiting:
        node, path = waiting.pop()
        found[node.line, node.column] = path
        for key, child in node.members().items():
            found.setdefault(node.keys[key], (*path, key))
            waiting.append((child, (*path, key)))
        for index, child in enumerate(node.items()):
            waiting.append((child, (*path, index)))
    return found
