"""What there is in a space, and what ships with the game."""

from __future__ import annotations

from typing import Any

from tablewright.bots.registry import levels
from tablewright.core.registry import find_game
from tablewright.games.marches.files import Catalogue, deck_names, find_deck
from tablewright.games.marches.workshop.sheet import (
    shown_sheet,
)
from tablewright.web.workshop.decks import deck_value
from tablewright.web.workshop.sheets import face, shipped_faces, tests_of
from tablewright.web.workshop.space import (
    CARDS,
    Space,
)
from tablewright.web.workshop.studying import known_study

Value = dict[str, Any]


def overview(space: Space, title: str, own: bool) -> Value:
    """Return what there is in a space, and what ships with the game."""
    with space.locked():
        space.settle()
        lines = [_card_line(space, number) for number in space.numbers()]
        removed = [{"number": number, "name": _name(space, number)} for number in space.removed()]
        decks = []
        for stem in space.decks().values():
            deck = deck_value(space, stem, space.deck_journal(stem))
            kept = ("name", "about", "class", "size", "wanted", "legal", "problems")
            numbers = [one["number"] for one in deck["cards"]]
            decks.append({**{key: deck[key] for key in kept}, "cards": numbers})
        wishes = []
        for stem, journal in space.journals(CARDS).items():
            history = journal.history
            if history.wish and not history.removed:
                wishes.append({"number": int(stem), "name": _name(space, int(stem)), "text": history.wish})
    return {
        "title": title,
        "own": own,
        "cards": lines,
        "removed": removed,
        "decks": decks,
        "shipped": shipped_faces(),
        "shippedDecks": [_ready(name) for name in deck_names()],
        "wishes": wishes,
        "bots": list(levels(find_game("marches"))),
        "limits": space.bounds.shown(),
    }


def _name(space: Space, number: int) -> str:
    sheet = space.sheet(number)
    loaded = space.load(number, sheet)
    name: str = loaded.card.name if loaded is not None else shown_sheet(sheet, number, space.catalogue)["name"]
    return name


def _card_line(space: Space, number: int) -> Value:
    sheet = space.sheet(number)
    loaded = space.load(number, sheet)

    def find() -> Value:
        shown = shown_sheet(sheet, number, space.catalogue)
        warnings = sum(bool(problem["warning"]) for problem in shown["problems"])
        return {
            "number": number,
            "name": shown["name"],
            "kind": shown["kind"],
            "draft": loaded is None,
            "card": None if loaded is None else face(number, space.catalogue),
            "errors": len(shown["problems"]) - warnings,
            "warnings": warnings,
        }

    line = space.recall("line", (space.generation, number, sheet), find)
    tests = [one["state"] for one in tests_of(space, number)] if loaded is not None else []
    study = known_study(space, number)
    return {
        **line,
        "tests": {"ok": tests.count("ok"), "fail": len(tests) - tests.count("ok")},
        "verdict": study["answers"][0]["verdict"] if study and study["answers"] and not study["stale"] else None,
    }


def _ready(name: str) -> Value:
    deck = find_deck(name, Catalogue())
    return {"name": deck.name, "about": deck.about, "class": deck.class_, "size": len(deck.cards)}
