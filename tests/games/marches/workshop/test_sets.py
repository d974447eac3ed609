"""Sets: what a stranger sends is read within bounds, and gets numbers and names that are free, or is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.core.dice import Dice
from tablewright.games.marches.files import Catalogue, read_deck, shipped_numbers
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.scenarios.scenario import read_scenario
from tablewright.games.marches.workshop.decks import deck_with
from tablewright.games.marches.workshop.draft import CardSheet
from tablewright.games.marches.workshop.sets import FORMAT, MarchesSet, look, write_set
from tablewright.testing.mutations import damaged

SUMMONER = """{
  "Id": 100, "EntityType": "UNIT", "Name": "DRUMMER", "Cost": 3, "Rarity": 1, "Hp": 2, "Attack": 1, "Movement": 1,
  "TargetOptions": [0, 4, 10],
  "Interactions": {"WHEN_PLAYED": [
    {"EffectType": "ADD_LOCATION_REFERENCE", "EffectLocation": "PLAY_TARGET"},
    {"EffectType": "SUMMON_UNIT", "TempVariable": 101, "TargetPlayer": "OWNER"}
  ]}
}
"""
SUMMONED = '{"Id": 101, "EntityType": "UNIT", "Name": "RECRUIT", "Hp": 1, "Attack": 1, "Movement": 1}\n'
CLASS = '{"Id": -100, "EntityType": "PLAYER", "Name": "DRUM MAJOR", "Hp": 20, "CurrentGold": 5, "ActivePowerId": 102}\n'
POWER = '{"Id": 102, "EntityType": "SKILL", "TargetType": "BOARD", "TargetOptions": [0]}\n'
TEST = """{
  "format": "marches-scenario/1", "id": "drummer-test", "title": "A drummer brings a recruit",
  "covers": ["effect"], "basis": ["own"],
  "state": {
    "current": "p1",
    "p1": {"class": -100, "gold": 9, "hand": [100, 9], "deck": 100},
    "entities": [{"card": 101, "owner": "p2", "tile": 9}, {"card": 3, "owner": "p2", "tile": 8}]
  },
  "steps": [{
    "do": {"play": 100, "at": 0},
    "expect": {
      "p1": {"hand": [9], "gold": 6},
      "board": [{"card": 101}, {"card": 100}, {"card": 101, "tile": 0}]
    }
  }]
}
"""


def drawn(number: int, name: str, text: str = "", tribe: str = "BASE") -> str:
    return json.dumps({"Id": number, "Name": name, "Text": text, "Tribe": tribe}, indent=2) + "\n"


CARDS = {
    100: CardSheet(SUMMONER, drawn(100, "DRUMMER", "Brings a #RECRUIT#.")),
    101: CardSheet(SUMMONED, drawn(101, "RECRUIT")),
    102: CardSheet(POWER, drawn(102, "ROLL CALL")),
    -100: CardSheet(CLASS, ""),
}


def catalogue_of(cards: dict[int, CardSheet]) -> Catalogue:
    catalogue = Catalogue()
    for sheet in cards.values():
        catalogue.add_value(json.loads(sheet.card), json.loads(sheet.illustration) if sheet.illustration else None)
    return catalogue


DECK = deck_with(100, "drummers", catalogue_of(CARDS))
WHOLE = write_set("Drums", "from Ann", CARDS, [DECK], {"drummer-test": TEST})


def free(name: str, others: Collection[str]) -> str:
    return next(word for word in (name, *(f"{name}-{n}" for n in range(2, 999))) if word not in others)


def looked(text: str, here: dict[int, CardSheet] | None = None) -> MarchesSet:
    """Look at a set from a space that has some cards."""
    here = here or {}
    return look(text, here, (), here, free, catalogue_of(here))


def check_sound(found: MarchesSet, here: dict[int, CardSheet]) -> None:
    """Whatever a set brings can be used here, and is what nobody else is."""
    assert not set(found.cards) & ({*here, *shipped_numbers()} - set(found.known))
    both = {**here, **found.cards}
    catalogue = catalogue_of(both)
    names = [card.name.upper() for card in catalogue.cards.values()]
    assert len(set(names)) == len(names)
    for number in found.cards:
        card = catalogue.get(number)
        assert card is not None
        assert card.id == number
        catalogue.reachable([number])
    for text in found.decks.values():
        assert read_deck(parse(text), catalogue) is not None
    for name, text in found.tests.items():
        assert read_scenario(parse(text, f"{name}.json", strict=True), catalogue) is not None


def test_a_set_is_taken_as_it_is_where_nothing_is_in_its_way() -> None:
    found = looked(WHOLE)
    assert found.problems == []
    assert found.cards == CARDS
    assert (found.decks, found.tests) == ({"drummers": DECK}, {"drummer-test": TEST})
    assert (found.renumbered, found.renamed, found.title, found.notes) == ({}, {}, "Drums", "from Ann")


def test_what_is_here_already_is_not_taken_again() -> None:
    found = look(WHOLE, CARDS, (DECK, TEST), CARDS, free, catalogue_of(CARDS))
    assert (found.problems, found.cards, found.decks, found.tests) == ([], {}, {}, {})
    assert sorted(found.known) == sorted(CARDS)


def test_numbers_and_names_that_are_taken_become_others_everywhere() -> None:
    mine = {
        100: CardSheet('{"Id": 100, "EntityType": "UNIT", "Name": "RECRUIT", "Hp": 1}\n', ""),
        -100: CardSheet('{"Id": -100, "EntityType": "PLAYER", "Name": "MINE", "Hp": 9, "ActivePowerId": 1}\n', ""),
        102: CardSheet('{"Id": 102, "EntityType": "UNIT", "Name": "OTHER", "Hp": 1}\n', ""),
    }
    found = looked(WHOLE, mine)
    assert found.problems == []
    assert found.renumbered == {100: 103, 102: 104, -100: -101}
    assert found.renamed["RECRUIT"] == "RECRUIT 2"
    check_sound(found, mine)
    drummer, picture = found.cards[103]
    # Only what had to change has changed.
    assert drummer == SUMMONER.replace('"Id": 100', '"Id": 103')
    assert json.loads(picture)["Text"] == "Brings a #RECRUIT 2#."
    assert json.loads(found.cards[101].card)["Name"] == "RECRUIT 2"
    assert json.loads(found.cards[-101].card)["ActivePowerId"] == 104
    assert json.loads(found.decks["drummers"])["cards"]["103 DRUMMER"] == 3
    (test,) = found.tests.values()
    changed = json.loads(test)
    assert changed["state"]["p1"] == {"class": -101, "gold": 9, "hand": [103, 9], "deck": 100}
    assert changed["steps"][0]["do"] == {"play": 103, "at": 0}
    assert [one["card"] for one in changed["steps"][0]["expect"]["board"]] == [101, 103, 101]


def with_parts(**parts: Any) -> str:
    return json.dumps({**json.loads(WHOLE), **parts})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "This is no set: it is not JSON"),
        ("[]", 'This is no set: it has no "format"'),
        ("[" * 60 + "]" * 60, "nests deeper"),
        (" " * 1_000_001, "A set has at most 1,000,000 bytes"),
        (with_parts(format="marches-set/2"), 'it has no "format"'),
        (with_parts(extra=1), 'A set has no "extra"'),
        (with_parts(cards=3), "cards must be a list"),
        (with_parts(cards=[{}] * 201), "A set has at most 200 cards, not 201"),
        (with_parts(cards=[1, {"number": "x"}]), "cards: one has no number, or no texts"),
        (with_parts(cards=[{"number": 5, "card": SUMMONED}]), "card 5: its Id is 101"),
        (with_parts(cards=[{"number": 101, "card": SUMMONED}] * 2), "card 101: the number is there twice"),
        (with_parts(cards=[{"number": 100, "card": SUMMONER}]), "card 100: it names card 101, which is not in the set"),
        (with_parts(cards=[{"number": 101, "card": '{"Id": 101'}]), "card 101: "),
        (with_parts(cards=[], tests=[]), "deck drummers: there is no card 100"),
        (with_parts(decks=[3]), "decks: one is no text"),
        (with_parts(tests=[{"name": "x", "text": "{}"}]), "test x: it has no id"),
        (with_parts(tests=[{"name": "x"}]), "tests: one has no name, or no text"),
        (with_parts(notes=3), "notes must be a text"),
    ],
)
def test_what_is_wrong_is_told(text: str, words: str) -> None:
    problems = looked(text).problems
    assert any(words in problem for problem in problems), problems


def test_everything_that_is_wrong_is_told_at_once() -> None:
    parts = with_parts(cards=[{"number": 101, "card": "{"}, 7], title=[], what=0)
    assert len(looked(parts).problems) >= 4


@given(seed=st.integers(0, 10**9), times=st.integers(1, 4), inside=st.booleans())
@settings(max_examples=150, deadline=None)
def test_damage_is_refused_with_sentences_or_does_no_harm(seed: int, times: int, inside: bool) -> None:
    dice = Dice(seed)
    value = json.loads(WHOLE)
    if inside:  # the texts of a card, of a deck or of a test
        part: Any = dice.shuffled([*value["cards"], *value["tests"], value["decks"]])[0]
        key: Any = 0 if isinstance(part, list) else "card" if "card" in part else "text"
        part[key] = json.dumps(damaged(json.loads(part[key]), dice, times))
        text = json.dumps(value)
    else:
        text = json.dumps(damaged(value, dice, times))
    mine = {100: CardSheet('{"Id": 100, "EntityType": "UNIT", "Name": "RECRUIT", "Hp": 1}\n', "")}
    found = looked(text, mine)
    for problem in found.problems:
        assert problem.isprintable()
    if not found.problems:
        check_sound(found, mine)


@given(text=st.text(max_size=200))
@settings(deadline=None)
def test_any_text_is_looked_at(text: str) -> None:
    assert looked(text).problems
    assert looked(
        with_parts(cards=[{"number": 100, "card": text}], decks=[text], tests=[{"name": text, "text": text}])
    ).problems


def test_a_huge_set_is_refused_before_it_costs_anything() -> None:
    many = json.dumps({"format": FORMAT, "cards": [1] * 300_000})
    for text in (many, '"' + "\\u0041" * 160_000, "{" * 900_000):
        begun = time.process_time()
        assert looked(text).problems
        assert time.process_time() - begun < 5
