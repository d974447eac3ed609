"""Decks while they are built, and ready decks with a new card in them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.games.marches.files import DECK_SIZE, Catalogue, deck_names, find_deck, read_deck, shipped_cards
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.workshop.decks import (
    deck_list,
    deck_with,
    edited_deck,
    read_list,
    ready_decks,
    shown_deck,
    written,
)
from tablewright.games.marches.workshop.draft import BadEdit

UNIT = {"EntityType": "UNIT", "Hp": 2, "Attack": 1, "Movement": 1, "TargetOptions": [0]}


def catalogue_with(card: dict[str, Any], tribe: str = "BASE") -> Catalogue:
    catalogue = Catalogue()
    catalogue.add_value(card, {"Id": card["Id"], "Name": card.get("Name", "NEW"), "Tribe": tribe})
    return catalogue


def is_legal(text: str, catalogue: Catalogue) -> bool:
    return read_deck(parse(text), catalogue) is not None


def test_a_ready_deck_is_what_it_was_when_it_is_written() -> None:
    catalogue = Catalogue()
    for name in deck_names():
        deck = find_deck(name, catalogue)
        again = read_deck(parse(written(deck_list(deck), catalogue)), catalogue)
        assert again is not None
        assert (again.cards, again.class_, again.name) == (deck.cards, deck.class_, deck.name)


@settings(deadline=None)
@given(cost=st.integers(0, 9), rarity=st.integers(1, 3), kind=st.sampled_from(["UNIT", "BUILDING", "SKILL"]))
def test_a_card_is_put_into_a_deck_that_is_legal_at_once(cost: int, rarity: int, kind: str) -> None:
    card = {"Id": 100, "Name": "NEW", "EntityType": kind, "Cost": cost, "Rarity": rarity}
    card |= {"Hp": 2} if kind != "SKILL" else {}
    for tribe in sorted({one.tribe for one in shipped_cards().values() if one.kind == codes.PLAYER}):
        catalogue = catalogue_with(card, tribe)
        text = deck_with(100, "try-it", catalogue)
        shown = shown_deck(text, catalogue)
        assert shown["legal"]
        assert shown["size"] == sum(shown["curve"]) == sum(shown["kinds"].values()) == DECK_SIZE
        assert read_list(text, catalogue).cards[100] == {1: 3, 2: 2, 3: 1}[rarity]


def test_a_class_gets_a_deck_of_its_own() -> None:
    card = {"Id": -100, "EntityType": "PLAYER", "Name": "REEVE", "Hp": 20, "CurrentGold": 5, "ActivePowerId": 1}
    for tribe in ("BASE", "REEVES"):
        catalogue = catalogue_with(card, tribe)
        deck = read_deck(parse(deck_with(-100, "reeve", catalogue)), catalogue)
        assert deck is not None
        assert deck.class_ == -100


def test_every_ready_deck_can_be_the_model() -> None:
    catalogue = catalogue_with({**UNIT, "Id": 100, "Name": "NEW", "Rarity": 1})
    for deck in ready_decks(catalogue).values():
        text = deck_with(100, "try-it", catalogue, deck)
        assert is_legal(text, catalogue)
        assert read_list(text, catalogue).class_ == deck.class_


@pytest.mark.parametrize(
    ("card", "tribe", "words"),
    [
        ({**UNIT, "Id": 100, "Name": "TOKEN", "Rarity": 0}, "BASE", "TOKEN has rarity 0"),
        ({**UNIT, "Id": 100, "Name": "LOST", "Rarity": 1}, "NOBODY", "which no class has"),
        ({"Id": -100, "EntityType": "PLAYER", "Name": "X", "Hp": 9, "ActivePowerId": 77}, "BASE", "no such card"),
    ],
)
def test_what_can_be_in_no_deck_says_why(card: dict[str, Any], tribe: str, words: str) -> None:
    with pytest.raises(BadEdit, match=words):
        deck_with(card["Id"], "try-it", catalogue_with(card, tribe))


@settings(deadline=None)
@given(
    edits=st.lists(
        st.one_of(
            st.builds(lambda number, copies: {"set": {str(number): copies}}, st.integers(-5, 45), st.integers(-1, 31)),
            st.builds(lambda number: {"class": number}, st.integers(-5, 5)),
            st.builds(lambda key, text: {key: text}, st.sampled_from(["name", "about", "x"]), st.text(max_size=100)),
        ),
        max_size=8,
    )
)
def test_whatever_is_edited_the_deck_says_exactly_what_the_rules_say(edits: list[dict[str, Any]]) -> None:
    catalogue = Catalogue()
    text = written(ready_decks(catalogue)["fen"], catalogue)
    for edit in edits:
        before = text
        try:
            text = edited_deck(text, edit, catalogue)
        except BadEdit as refusal:
            assert str(refusal).endswith(".")
            text = before
        shown = shown_deck(text, catalogue)
        assert shown["legal"] == is_legal(text, catalogue) == (not shown["problems"])
        assert shown["size"] == sum(one["copies"] for one in shown["cards"])
        if "set" in edit and text != before:
            ((number, copies),) = edit["set"].items()
            assert read_list(text, catalogue).cards.get(int(number), 0) == copies


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "3", '{"cards": 3}', '{"cards": {"9": "x", "": 2, "NOBODY": 1}, "class": []}']
)
def test_a_text_that_is_no_deck_is_an_empty_one_with_its_problems(text: str) -> None:
    shown = shown_deck(text, Catalogue())
    assert (shown["size"], shown["legal"]) == (0, False)
    assert shown["problems"]
    assert json.dumps(shown)
