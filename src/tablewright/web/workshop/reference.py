"""The reference of the card language for the page: made of the declarations, with examples that can be run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tablewright.games.marches.authoring.lint_keys import ILLUSTRATION_FIELDS
from tablewright.games.marches.authoring.reference import BOUNDS
from tablewright.games.marches.files import Catalogue, shipped_cards
from tablewright.games.marches.language.effects import EFFECTS, Effect
from tablewright.games.marches.language.shapes import Occasion, Vocabulary
from tablewright.games.marches.language.vocabulary import (
    CRITERIA,
    FIELDS,
    KINDS,
    OCCASIONS,
    OPERATIONS,
    PLACES,
    PLAYERS,
    PROCESSING,
    REGISTERS,
    TARGET_KINDS,
    TARGETING,
)
from tablewright.games.marches.machine.chain import Program
from tablewright.games.marches.workshop.bench import new_bench
from tablewright.games.marches.workshop.draft import AT
from tablewright.games.marches.workshop.sheet import shown_sheet
from tablewright.web.workshop.space import Space, shipped_sheet

Value = dict[str, Any]

#: Vocabularies in the order of the page.
WORDS = {
    "Who": PLAYERS,
    "What": TARGET_KINDS,
    "How they are found": CRITERIA,
    "Where": PLACES,
    "Numbers": REGISTERS,
    "Several numbers": PROCESSING,
    "How a number changes": OPERATIONS,
    "What a skill is played on": TARGETING,
    "Kinds of cards": KINDS,
}

_reference: list[Value] = []


def reference(space: Space) -> Value:
    """Return all words of the language; examples are cards that ship with the game."""
    if not _reference:
        _reference.extend(_sections())
    return {"sections": _reference}


def _sections() -> Iterable[Value]:
    yield {"title": "What a card can do", "entries": [_effect(effect) for effect in EFFECTS]}
    yield {"title": "When it does it", "entries": [_occasion(occasion) for occasion in OCCASIONS]}
    for title, words in WORDS.items():
        yield {"title": title, "entries": _words(words)}
    yield {
        "title": "What is on a card",
        "entries": [
            {"name": field.name, "says": field.name, "about": field.about} for field in (*FIELDS, *ILLUSTRATION_FIELDS)
        ],
    }
    bounds = [{"name": f"{limit:,}", "says": f"At most {limit:,}", "about": f"{what}."} for limit, what in BOUNDS]
    yield {"title": "Bounds", "entries": bounds}


def _words(words: Vocabulary) -> list[Value]:
    return [{"name": word.name, "says": word.says or word.name, "about": word.about} for word in words.words]


def _effect(effect: Effect) -> Value:
    entry = {"name": effect.name, "says": effect.name.replace("_", " ").capitalize(), "about": effect.about}
    return {**entry, **_example(lambda program: any(step.effect is effect for step in program.instructions))}


def _occasion(occasion: Occasion) -> Value:
    entry = {"name": occasion.name, "says": occasion.says, "about": occasion.about}
    return {**entry, **_example(lambda program: program.occasion is occasion)}


def _example(fits: Callable[[Program], bool]) -> Value:
    """Return the sentences of a shipped card in which something occurs, and a bench on which it can be tried."""
    catalogue = Catalogue()
    for card in shipped_cards().values():
        for program in card.programs:
            if fits(program):
                shown = shown_sheet(shipped_sheet(card.id), card.id, catalogue)["lists"]
                found = next(one for one in shown if one["id"].replace(AT, " ") == program.name)
                head = {"parts": found["parts"], "indent": 0}
                rows = [{"parts": row["parts"], "indent": 1 + row["indent"]} for row in found["rows"]]
                run = {"card": card.id, "bench": new_bench(card.id, catalogue)}
                return {"like": card.name, "example": {"rows": [head, *rows]}, "run": run}
    return {}
