"""What card files do, in plain words, for their authors."""

from __future__ import annotations

import os

from tablewright.core.problems import Problem
from tablewright.games.marches.authoring.lint import card_numbers
from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.language.cards import read_card_file
from tablewright.games.marches.language.texts import card_lines


def explain(paths: list[str]) -> tuple[list[str], list[Problem]]:
    """Return a paragraph for each card that loads, and the mistakes of the others; they know their neighbours."""
    catalogue = Catalogue()
    problems: list[Problem] = []
    for folder in sorted({os.path.dirname(path) for path in paths}):
        for number in card_numbers(folder):
            card, document, illustration = read_card_file(os.path.join(folder, f"{number}.json"))
            if card is not None:
                catalogue.add(card, document, illustration)

    def name(number: int) -> str:
        card = catalogue.get(number)
        return f"card {number}" if card is None else card.name

    stories = []
    for path in paths:
        card, document, illustration = read_card_file(path)
        if card is None:
            problems += [*document.problems, *(illustration.problems if illustration is not None else [])]
        else:
            stories.append("\n".join(card_lines(card, name)))
    return stories, problems
