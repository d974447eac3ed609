"""Benches of cards for tests: which cards there are, and what is done on a bench."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from tablewright.games.marches.files import Catalogue, shipped_cards
from tablewright.games.marches.workshop.bench import new_bench, shown_bench
from tests.games.marches.random_cards import random_catalogue
from tests.games.marches.story import REFERENCE, Json

SEEDS = st.integers(0, 10**6)
SHIPPED = sorted(shipped_cards())


def reference() -> Catalogue | None:
    """Return the original cards, if they are at hand."""
    folder = REFERENCE / "cards"
    if not folder.is_dir():
        return None
    catalogue = Catalogue()
    catalogue.add_folder(str(folder))
    return catalogue


def own(*cards: Json) -> Catalogue:
    """Return a catalogue with some own cards."""
    catalogue = Catalogue()
    for card in cards:
        catalogue.add_value(card, None)
    return catalogue


def any_catalogue(seed: int) -> tuple[Catalogue, int]:
    """Return random cards, and the number of one of them."""
    rng = random.Random(seed)
    catalogue, numbers = random_catalogue(rng, 3)
    return catalogue, rng.choice([*numbers, -10])


def after(bench: Json, *deeds: object) -> Json:
    """Return a bench with more steps."""
    return {**bench, "steps": [*bench["steps"], *({"do": deed} for deed in deeds)]}


def possible(shown: Json, card: int | None = None) -> list[Any]:
    """List what can be done on a bench, with a card or with all of them."""
    deeds = [choice["do"] for choice in shown["choices"] if "reason" not in choice]
    return [deed for deed in deeds if card is None or (isinstance(deed, dict) and deed["play"] == card)]


def played(seed: int, catalogue: Catalogue, number: int, steps: int) -> Json:
    """Return a bench of a card, shown after some random steps."""
    rng = random.Random(seed)
    shown = shown_bench(new_bench(number, catalogue), number, catalogue)
    for _ in range(steps):
        deeds = possible(shown)
        if deeds:
            shown = shown_bench(after(shown["bench"], rng.choice(deeds)), number, catalogue)
    return shown


def ticks(shown: Json) -> list[str]:
    """List the keys of everything that can be expected of a bench."""
    return [fact["key"] for step in shown["steps"] for fact in (*step["changes"], *step["same"])]
