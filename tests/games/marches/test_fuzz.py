"""Card, deck and scenario files with random damage: no crash, no hang, every refusal a proper message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.core.problems import Problem
from tablewright.games.marches.files import DATA, Catalogue, make_setup, read_deck
from tablewright.games.marches.game import GAME
from tablewright.games.marches.language.cards import read_card
from tablewright.games.marches.language.reader import Document, parse
from tablewright.games.marches.scenarios.runner import run_scenario
from tablewright.games.marches.scenarios.scenario import read_scenario
from tablewright.games.marches.setup import BadSetup
from tests.games.marches.story import SCENARIOS

CARDS = sorted(path for path in Path(DATA, "cards").glob("*.json") if "illustration" not in path.name)
DECKS = sorted(Path(DATA, "decks").glob("*.json"))
STORIES = sorted(SCENARIOS.glob("*.json"))
JUNK: list[Any] = [None, True, -1, 0, 3, 99, 10**6, 1.5, "", "ALL", "UNIT|x", "p1", "\n", [], [0], {}, {"BaseValue": 1}]
SNIPPETS = ['"', "{", "}", "[", "]", ",", ":", "null", "-", "1e9", "NaN", "\\", "\x00", "\n", "é", "9" * 30, '"Id"']


def damaged_text(text: str, dice: Dice) -> str:
    """Cut, double, replace or insert some characters."""
    for _ in range(dice.roll(3)):
        at, end = sorted((dice.roll(len(text) + 1) - 1, dice.roll(len(text) + 1) - 1))
        end = min(end, at + 20)
        snippet = SNIPPETS[dice.roll(len(SNIPPETS)) - 1]
        text = [text[:at] + text[end:], text[:at] + snippet + text[at:], text[:at] + text[at:end] * 2 + text[end:]][
            dice.roll(3) - 1
        ]
    return text


def damaged_value(value: Any, dice: Dice) -> Any:
    """Replace, drop, rename or swap something somewhere in a JSON value."""
    if isinstance(value, dict) and value and dice.roll(4) > 1:
        key = list(value)[dice.roll(len(value)) - 1]
        how = dice.roll(8)
        changed = {
            name: (damaged_value(item, dice) if name == key and how > 3 else item) for name, item in value.items()
        }
        if how == 1:
            del changed[key]
        elif how == 2:
            changed[key + "x"] = changed.pop(key)
        elif how == 3:
            changed[key] = JUNK[dice.roll(len(JUNK)) - 1]
        return changed
    if isinstance(value, list) and value and dice.roll(4) > 1:
        at = dice.roll(len(value)) - 1
        if dice.roll(3) == 1:
            return value[:at] + value[at:] * 2
        return [damaged_value(item, dice) if index == at else item for index, item in enumerate(value)]
    return JUNK[dice.roll(len(JUNK)) - 1]


def proper(problems: list[Problem], text: str) -> None:
    assert problems
    lines = text.count("\n") + 1
    for problem in problems:
        assert problem.code
        assert problem.message
        assert str(problem).isprintable(), str(problem)
        assert 0 <= problem.line <= lines
        assert len(problem.message) < 400


def try_card(text: str, seed: int) -> bool:
    """Read a card; if it loads, play with it."""
    found = parse(text, "card.json")
    card = read_card(found)
    if card is None:
        proper(found.problems, text)
        return False
    catalogue = Catalogue()
    catalogue.add(card, found, None)
    is_class = card.kind == 8
    deck = [9, 11, 3, 16] * 3 + ([] if is_class else [card.id] * 8)
    try:
        setup = make_setup([deck, deck], [card.id if is_class else -1, -1], {"any_deck": 1}, catalogue)
    except BadSetup as error:
        assert str(error)
        return False
    state, dice = GAME.new(setup, seed), Dice(seed)
    for _ in range(120):
        legal = state.legal_actions()
        if not legal:
            break
        state.apply(legal[dice.roll(len(legal)) - 1])
    assert json.dumps(state.snapshot())
    return True


@pytest.mark.parametrize("chunk", range(8))
def test_damaged_card_text(chunk: int) -> None:
    dice = Dice(chunk)
    for _ in range(150):
        text = CARDS[dice.roll(len(CARDS)) - 1].read_text("utf-8")
        try_card(damaged_text(text, dice), 1)


@pytest.mark.parametrize("chunk", range(8))
def test_damaged_card_values(chunk: int) -> None:
    dice = Dice(1000 + chunk)
    loaded = 0
    for number in range(150):
        value = json.loads(CARDS[dice.roll(len(CARDS)) - 1].read_text("utf-8"))
        for _ in range(dice.roll(2)):
            value = damaged_value(value, dice)
        loaded += try_card(json.dumps(value, indent=1), number)
    assert 10 < loaded < 140


@pytest.mark.parametrize("chunk", range(4))
def test_damaged_decks(chunk: int) -> None:
    dice = Dice(2000 + chunk)
    for number in range(100):
        text = DECKS[dice.roll(len(DECKS)) - 1].read_text("utf-8")
        text = damaged_text(text, dice) if number % 2 else json.dumps(damaged_value(json.loads(text), dice))
        found = parse(text, "deck.json")
        if read_deck(found, Catalogue()) is None:
            proper(found.problems, text)


@pytest.mark.parametrize("chunk", range(6))
def test_damaged_scenarios(chunk: int) -> None:
    dice = Dice(3000 + chunk)
    for number in range(80):
        path = STORIES[dice.roll(len(STORIES)) - 1]
        text = path.read_text("utf-8")
        text = damaged_text(text, dice) if number % 2 else json.dumps(damaged_value(json.loads(text), dice))
        found: Document = parse(text, str(path), strict=True)
        scenario = read_scenario(found)
        if scenario is None:
            proper(found.problems, text)
        else:
            for difference in run_scenario(scenario).differences:
                assert str(difference)
