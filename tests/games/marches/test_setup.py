"""Decks, classes, options, setups and snapshots: what is accepted, and what is said about the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.games.marches.files import (
    Catalogue,
    class_problem,
    deck_names,
    deck_problems,
    find_deck,
    make_setup,
    read_deck,
)
from tablewright.games.marches.game import GAME
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.setup import OPTION_RULES, BadSetup, Options
from tests.games.marches.story import Json, document, gold, place, problems, skill, table, unit

BASE_DECK = [3, 4, 5, 9, 10, 11, 15, 16, 17] * 3 + [6, 7, 12]


def deck_value(**changes: Any) -> Json:
    cards = {str(number): BASE_DECK.count(number) for number in sorted(set(BASE_DECK))}
    return {"format": "marches-deck/1", "name": "test", "class": -1, "cards": cards, **changes}


# ------------------------------------------------------------------------------------------------------------- decks


def test_the_ready_decks_follow_the_rules() -> None:
    assert deck_names() == ["fen", "guild", "masons", "vanguard"]
    for name in deck_names():
        deck = find_deck(name, Catalogue())
        assert deck.name == name
        assert deck.about
        assert len(deck.cards) == 30


def test_cards_of_a_deck_by_number_name_or_both() -> None:
    cards = {
        "9 thief": 3,
        "WAR HOUNDS": 3,
        "10": 3,
        " 3 WORKSHOP ": 3,
        "4": 3,
        "5": 3,
        "15": 3,
        "16": 3,
        "17": 3,
        "6": 2,
        "7": 1,
    }
    deck = read_deck(document(deck_value(cards=cards)), Catalogue())
    assert deck is not None
    assert (deck.cards.count(9), deck.cards.count(11), len(deck.cards)) == (3, 3, 30)


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"format": "x"}, 'wrong-format a deck must have "format": "marches-deck/1"'),
        ({"clas": 3}, 'unknown-key a deck has no "clas"; did you mean "class"?'),
        ({"name": 3}, "wrong-kind name must be a text of one line, not the number 3"),
        ({"about": "a\nb"}, "wrong-kind about must be a text of one line"),
        ({"class": "x"}, "wrong-kind class must be the number of a class card"),
        ({"class": 9}, "bad-class card 9 is not a class"),
        ({"cards": [9]}, 'missing-field a deck needs "cards"'),
        ({"cards": {"9": 0}}, "wrong-kind the number of copies must be from 1 to 30, not the number 0"),
        ({"cards": {"9": 4}}, "deck-rule a deck has 30 cards, not 4"),
        ({"cards": {"9": 4}}, "deck-rule THIEF (9) may be in a deck 3 times, not 4"),
        ({"cards": {"2": 30}}, "deck-rule MILITIA (2) has rarity 0 and cannot be in a deck"),
        ({"cards": {"-1": 1}}, "deck-rule BASE CLASS (-1) is a class and cannot be in a deck"),
        ({"cards": {"21": 1}}, "deck-rule REED STALKER (21) belongs to the tribe FEN, not to BASE"),
        ({"cards": {"999": 1}}, "unknown-card there is no card 999"),
        ({"cards": {"9 BRUTE": 1}}, 'unknown-card card 9 is THIEF, not "BRUTE"'),
        ({"cards": {"THEIF": 1}}, 'unknown-card there is no card "THEIF"; did you mean "THIEF"?'),
    ],
)
def test_what_is_wrong_with_a_deck(changes: Json, wanted: str) -> None:
    found = document(deck_value(**changes))
    assert read_deck(found, Catalogue()) is None
    assert any(line.partition(" ")[2].startswith(wanted) for line in problems(found)), problems(found)


def test_what_is_wrong_with_an_entry_is_reported_at_its_line() -> None:
    cards = {"5 STONE ROAD": 4, "7 BARRACKS": 2, "REED STALKER": 3, "2": 1, "-1": 1}
    found = parse(json.dumps(deck_value(cards=cards), indent=1), "deck.json")
    assert read_deck(found, Catalogue()) is None
    lines = json.dumps(deck_value(cards=cards), indent=1).split("\n")
    at = {lines[problem.line - 1].strip().partition(":")[0]: problem.message for problem in found.problems}
    assert set(at) == {'"cards"', '"5 STONE ROAD"', '"REED STALKER"', '"2"', '"-1"'}
    assert "3 times, not 4" in at['"5 STONE ROAD"']


def test_a_deck_must_be_an_object_with_a_name() -> None:
    found = document([1])
    assert read_deck(found, Catalogue()) is None
    assert problems(found) == ["1:1 wrong-kind a deck must be an object, not a list"]
    value = deck_value()
    del value["name"]
    found = document(value)
    assert read_deck(found, Catalogue()) is None
    assert problems(found) == ["1:1 missing-field a deck needs a name"]


def test_a_name_that_two_cards_have_needs_a_number() -> None:
    catalogue = Catalogue()
    for number in (300, 301):
        catalogue.add_value(unit(number, Name="TWIN", Rarity=1), None)
    found = document(deck_value(cards={"twin": 3}))
    assert read_deck(found, catalogue) is None
    assert '"twin" could be any of the cards [300, 301]: write the number' in problems(found)[0]


def test_decks_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(deck_value()))
    assert find_deck(str(path), Catalogue()).name == "test"
    path.write_text(json.dumps(deck_value(cards={"9": 4})))
    with pytest.raises(BadSetup, match=r"(?s)a deck has 30 cards, not 4.*may be in a deck 3 times"):
        find_deck(str(path), Catalogue())
    with pytest.raises(BadSetup, match=r'there is no deck "vangard"; did you mean "vanguard"\?'):
        find_deck("vangard", Catalogue())
    with pytest.raises(BadSetup, match="cannot be read"):
        find_deck("a\0b.json", Catalogue())


def test_deck_rules_know_unknown_cards() -> None:
    assert deck_problems([12345] * 30, "BASE", Catalogue()) == ["there is no card 12345"]


# ------------------------------------------------------------------------------------------------------------ classes


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"ActivePowerId": 777}, "HERO has the active power 777, but there is no such card"),
        ({"ActivePowerId": 2}, "HERO has the active power MILITIA, which is not a skill played on the board"),
        (
            {"ActivePowerId": 16},
            "HERO has the active power ARROW VOLLEY, which is not a skill played on the board",
        ),
        ({"EntityType": "UNIT"}, "card -7 is not a class"),
        ({}, ""),
    ],
)
def test_what_is_wrong_with_a_class(changes: Json, wanted: str) -> None:
    catalogue = Catalogue()
    catalogue.add_value({"Id": -7, "EntityType": "PLAYER", "Name": "HERO", "Hp": 9, **changes}, None)
    assert class_problem(-7, catalogue) == wanted
    if wanted:
        with pytest.raises(BadSetup, match=wanted):
            make_setup([BASE_DECK, BASE_DECK], [-1, -7], None, catalogue)


def test_a_deck_against_the_rules_is_refused_unless_the_option_allows_it() -> None:
    with pytest.raises(BadSetup, match="the deck of player 2 is against the rules: a deck has 30 cards, not 1"):
        make_setup([BASE_DECK, [9]])
    assert make_setup([BASE_DECK, [9]], options={"any_deck": 1}).decks[1] == (9,)
    with pytest.raises(BadSetup, match="there is no card 4711"):
        make_setup([BASE_DECK, [4711]], options={"any_deck": 1})


# ------------------------------------------------------------------------------------------------------------ options


def test_every_option_is_declared_once_and_has_its_place() -> None:
    options = Options({})
    assert all(int(getattr(options, rule.name)) == rule.default for rule in OPTION_RULES)
    assert options.changed() == {}
    every = {rule.name: 1 - rule.default if rule.default < 2 else 4 for rule in OPTION_RULES}
    assert Options(every).changed() == every


def test_starting_cards() -> None:
    state = GAME.new(make_setup([BASE_DECK, BASE_DECK], options={"starting_cards": 4}), 1)
    assert [len(player.hand) for player in state.players] == [4, 4]


# ---------------------------------------------------------------------------------------------- cards from a folder


def test_cards_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "100.json").write_text(json.dumps(unit(100, Rarity=1)))
    (tmp_path / "100-illustration.json").write_text('{"Tribe": "BASE", "Text": "hello"}')
    (tmp_path / "notes.json").write_text("not a card")
    catalogue = Catalogue()
    catalogue.add_folder(str(tmp_path))
    loaded = catalogue.get(100)
    assert isinstance(loaded, MarchesCard)
    assert loaded.text == "hello"
    (tmp_path / "101.json").write_text("{")
    (tmp_path / "-102.json").write_text('{"Id": -102}')
    with pytest.raises(BadSetup, match=r"(?s)-102.json:1:1: error missing-field.*101.json:1:2: error bad-json"):
        catalogue.add_folder(str(tmp_path))
    with pytest.raises(BadSetup, match="cannot be read"):
        catalogue.add_folder(str(tmp_path / "none"))


def test_cards_that_did_not_ship_travel_with_the_setup() -> None:
    catalogue = Catalogue()
    catalogue.add_value(unit(9, hp=7, Rarity=1), {"Name": "OTHER THIEF"})
    catalogue.add_value(skill(300), None)
    setup = make_setup([BASE_DECK, BASE_DECK], catalogue=catalogue)
    written = json.loads(json.dumps(GAME.write_setup(setup)))
    assert len(written["cards"]) == 1
    again = GAME.read_setup(written)
    assert again == setup
    assert hash(again) == hash(setup)
    assert again != GAME.setup()
    assert again.cards[9].stats.hp.total == 7


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"cards": [], "decks": [[1]], "classes": [], "options": {}},
        {"cards": [], "decks": [["x"], []], "classes": [-1, -1], "options": {}},
        {"cards": [[{"Id": 1}, None]], "decks": [[], []], "classes": [-1, -1], "options": {}},
        {"cards": [], "decks": [[], []], "classes": [-1, -1], "options": 3},
        {"cards": [], "decks": [[], []], "classes": [True, -1], "options": {}},
    ],
)
def test_what_is_no_setup_is_refused(value: object) -> None:
    with pytest.raises(BadSetup):
        GAME.read_setup(value)


# ------------------------------------------------------------------------------------------------------------- choices


def test_choices() -> None:
    one, other = GAME.choices()
    assert (one.seat, other.seat) == (0, 1)
    assert one.options[0].name != other.options[0].name
    setup = GAME.setup(deck1="vanguard")
    assert setup.classes[0] == -4
    with pytest.raises(ValueError, match=r'there is no deck of player 2 "fens"; did you mean "fen"\?'):
        GAME.setup(deck2="fens")


def test_equal_seeds_give_equal_matches() -> None:
    setup = GAME.setup()
    assert GAME.new(setup, 3) == GAME.new(setup, 3)
    assert GAME.new(setup, 3) != GAME.new(setup, 4)


# ---------------------------------------------------------------------------------------------------------- snapshots


def snapshot() -> Any:
    state, _ = table(
        [skill(100, gold())],
        p1={"hand": [100, 16], "discard": [9]},
        entities=[place("m", 2, "p2", 4), place("w", 3, "p2", 9, damage=1)],
    )
    return json.loads(json.dumps(state.snapshot()))


def test_snapshots_of_scenarios_come_back() -> None:
    value = snapshot()
    assert GAME.restore(value).snapshot() == value


@pytest.mark.parametrize(
    "damage",
    [
        lambda value: value.update(more=1),
        lambda value: value.update(also=7),
        lambda value: value.update(also="x"),
        lambda value: value.update(entities=7),
        lambda value: value.update(fault=7),
        lambda value: value.update(turn=True),
        lambda value: value.update(outcome=["DEFEATED", [1, 7]]),
        lambda value: value["players"][0].update(power_available=1),
        lambda value: value["players"][0].update(power=424242),
        lambda value: value["entities"].append(value["entities"][2]),
        lambda value: value["entities"][2].__setitem__(1, 16),
        lambda value: value["entities"][2].__setitem__(6, 4),
        lambda value: value["entities"][1].__setitem__(2, 0),
        lambda value: value.update(choosing=[16, 5]),
        lambda value: value.update(game="maze"),
        lambda value: value.update(version=99),
        lambda value: value.pop("turn"),
        lambda value: value.update(seat=2),
        lambda value: value.update(players=[]),
        lambda value: value["players"][0].update(hand=[1]),
        lambda value: value["players"][0].update(hand=[424242]),
        lambda value: value["players"][0].update(gold="x"),
        lambda value: value["entities"].pop(0),
        lambda value: value["entities"].reverse(),
        lambda value: value["entities"][2].__setitem__(3, 99),
        lambda value: value["entities"][2].__setitem__(2, 7),
        lambda value: value["entities"][0].__setitem__(3, 4),
        lambda value: value["entities"].append([1]),
        lambda value: value.update(next_number=1),
        lambda value: value.update(choosing=[9, 4]),
        lambda value: value.update(choosing=[]),
        lambda value: value.update(outcome=["DEFEATED"]),
        lambda value: value.update(setup=7),
    ],
)
def test_damaged_snapshots_are_refused(damage: Any) -> None:
    value = snapshot()
    damage(value)
    with pytest.raises(ValueError, match=r"snapshot|setup"):
        GAME.restore(value)


def test_what_is_no_snapshot() -> None:
    with pytest.raises(ValueError, match="this is not a snapshot of The Marches"):
        GAME.restore([])


# -------------------------------------------------------------------------------------------------------------- hidden


def test_views_show_the_own_hand_and_of_the_rest_only_what_the_deck_lists_say() -> None:
    setup = GAME.setup()
    state = GAME.new(setup, 1)
    mine, theirs = state.view(0)["players"]
    assert mine["hand"] == state.players[0].hand
    assert mine["unseen"] == sorted(state.players[0].deck[5:])
    assert "hand" not in theirs
    assert theirs["unseen"] == list(setup.decks[1])
    for player, deck in zip(state.view(None)["players"], setup.decks, strict=True):
        assert "hand" not in player
        assert player["unseen"] == list(deck)


def test_a_card_being_aimed_stays_in_the_hand_of_every_sample() -> None:
    state, _ = table(
        p1={"hand": [16, 9, 9, 9], "deck": [11] * 9}, entities=[place("a", 2, "p2", 4), place("b", 2, "p2", 4)]
    )
    state.submit(state.parse("play arrow volley at F1"))
    for seed in range(20):
        sample = state.resample(1, Dice(seed))
        assert 16 in sample.players[0].hand
        assert len(sample.players[0].hand) == 4
        assert len(sample.legal_actions()) == 2


def test_samples_depend_on_nothing_that_is_hidden() -> None:
    state = GAME.new(GAME.setup(), 1)
    other = state.clone()
    mine, theirs = other.players
    mine.deck = mine.deck[: mine.drawn] + mine.deck[: mine.drawn - 1 : -1]
    hidden = sorted([*theirs.hand, *theirs.deck[theirs.drawn :]])
    theirs.held = state.setup.actions.held(1, hidden[:5])
    theirs.deck = theirs.deck[: theirs.drawn] + tuple(hidden[5:])
    assert other != state
    assert other.view(0) == state.view(0)
    for seed in range(20):
        assert other.resample(0, Dice(seed)) == state.resample(0, Dice(seed))
