"""For authors of cards, decks and scenarios: the linter, and the companion ``schemas`` of the game.

What each function needs is imported when it is called: the linter alone should not load the reference page.
"""

from __future__ import annotations

from typing import Any

from tablewright.core.problems import Problem


def kinds() -> list[str]:
    """List the kinds of files that have a schema; the first one is meant where none is named."""
    from tablewright.games.marches.authoring.schema import SCHEMAS

    return list(SCHEMAS)


def schema_of(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of one of these kinds."""
    from tablewright.games.marches.authoring.schema import SCHEMAS

    return SCHEMAS[kind]()


def explain_cards(paths: list[str]) -> tuple[list[str], list[Problem]]:
    """Say what card files do, a paragraph for each that can be read, and what is wrong with the others."""
    from tablewright.games.marches.authoring.explain import explain

    return explain(paths)


def reference_page() -> str:
    """Return the reference of the card language; its first line marks where it begins in a longer page."""
    from tablewright.games.marches.authoring.reference import reference

    return reference()
