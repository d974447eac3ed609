"""What card files do, in plain words, for their authors."""

from __future__ import annotations

import os

from tablewright.core.problems import Problem, did_you_mean
from tablewright.core.registry import find_game
from tablewright.games.marches.authoring.lint import card_numbers
from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.game import MarchesGame
from tablewright.games.marches.language.cards import read_card_file
from tablewright.games.marches.language.reader import shown
from tablewright.games.marches.language.texts import card_lines
from tablewright.games.marches.pieces import MarchesCard


def explain(words: list[str]) -> tuple[list[str], list[Problem]]:
    """Return a paragraph for each card that loads, and the mistakes of the others; they know their neighbours.

    A word is the path of a card file, or the name or number of a card that ships or that own content brings.
    """
    game = find_game("marches")
    known = game.catalogue if isinstance(game, MarchesGame) else Catalogue()
    catalogue = Catalogue()
    catalogue.cards.update(known.cards)
    problems: list[Problem] = []
    for folder in sorted({os.path.dirname(path) for path in words if _is_path(path)}):
        for number in card_numbers(folder):
            card, document, illustration = read_card_file(os.path.join(folder, f"{number}.json"))
            if card is not None:
                catalogue.add(card, document, illustration)

    def name(number: int) -> str:
        card = catalogue.get(number)
        return f"card {number}" if card is None else card.name

    stories = []
    for path in words:
        if not _is_path(path):
            named = _named(path, known)
            if isinstance(named, Problem):
                problems.append(named)
            else:
                stories.append("\n".join(card_lines(named, name)))
            continue
        card, document, illustration = read_card_file(path)
        if card is None:
            problems += [*document.problems, *(illustration.problems if illustration is not None else [])]
        else:
            stories.append("\n".join(card_lines(card, name)))
    return stories, problems


def _is_path(word: str) -> bool:
    return os.sep in word or word.endswith(".json") or os.path.isfile(word)


def _named(word: str, catalogue: Catalogue) -> MarchesCard | Problem:
    cards = [card for number in catalogue.numbers() if (card := catalogue.get(number)) is not None]
    found = [card for card in cards if word.upper() in (card.name.upper(), str(card.id))]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(str(card.id) for card in found)
        return Problem(shown(word), 0, 0, "unknown-card", f"this could be any of the cards {numbers}: name the number")
    near = did_you_mean(word, [card.name for card in cards])
    return Problem(shown(word), 0, 0, "unknown-card", f"there is no card file and no card of this name{near}")
