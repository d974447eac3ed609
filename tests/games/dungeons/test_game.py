"""Choices, setups and parties."""

from __future__ import annotations

import json
import pickle

import pytest

from tablewright.core.perspective import Perspective
from tablewright.games.dungeons.game import GAME, dungeons
from tablewright.games.dungeons.setup import DungeonsSetup, party
from tablewright.testing import random_record
from tests.games.dungeons.story import table


def test_the_choices_and_their_defaults() -> None:
    assert [choice.key for choice in GAME.choices()] == ["dungeon", "heroes", "players"]
    setup = GAME.setup()
    assert [player.label for player in setup.players] == [
        'Wizard [W] "Willow"',
        'Barbarian [B] "Bruna"',
        'Rogue [R] "Rook"',
    ]
    assert (setup.seats, setup.limit, len(setup.rooms)) == (1, 2000, 2)


@pytest.mark.parametrize("name", dungeons())
@pytest.mark.parametrize("heroes", [option.name for option in GAME.choices()[1].options])
def test_every_choice_can_be_played_by_one_and_by_each(name: str, heroes: str) -> None:
    one = GAME.setup(dungeon=name, heroes=heroes)
    each = GAME.setup(dungeon=name, heroes=heroes, players="each")
    assert (one.seats, each.seats) == (1, len(one.players))
    assert len(GAME.new(each, 1).acting_seats()) == len(one.players)
    assert GAME.read_setup(json.loads(json.dumps(GAME.write_setup(each)))) == each


def test_unknown_choices_are_refused_with_a_hint() -> None:
    with pytest.raises(ValueError, match='no dungeon "celar"; did you mean "cellar"'):
        GAME.setup(dungeon="celar")


def test_setups_are_values() -> None:
    setup = GAME.setup(dungeon="keep")
    assert setup == GAME.setup(dungeon="keep")
    assert hash(setup) == hash(GAME.setup(dungeon="keep"))
    assert setup != GAME.setup(dungeon="mine")
    assert setup != "keep"
    assert pickle.loads(pickle.dumps(setup)) == setup


@pytest.mark.parametrize(
    ("heroes", "seats", "sentence"),
    [
        ([], 1, "a party has 1 to 3 heroes, not 0"),
        ([("A", "W"), ("B", "B"), ("C", "R"), ("D", "W")], 1, "a party has 1 to 3 heroes, not 4"),
        ([("A", "W"), ("B", "B"), ("C", "R")], 2, "3 heroes are led by one seat or by one each, not by 2"),
        ([("A", "X")], 1, '"X" is not a player type'),
        ([("A", "W"), ("A", "B")], 1, '"A" is used twice or longer than 10 characters'),
        ([("ÄÖÜÄÖÜ", "W")], 1, '"ÄÖÜÄÖÜ" is used twice or longer than 10 characters'),
        ([("A", "W"), ("B", "W")], 1, "there can be only one Wizard"),
    ],
)
def test_parties_that_cannot_be(heroes: list[tuple[str, str]], seats: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        party(heroes, seats)


def test_a_perspective_gives_each_seat_its_own_hero() -> None:
    t = table("B W . . R", seats=3, order="WBR")
    for seat, letter in enumerate("wbr"):
        actions = Perspective(t.state, seat).legal_actions()
        assert actions
        assert {action.text.split()[1] for action in actions} == {letter}


def test_the_limit_keeps_a_random_match_short() -> None:
    setup = DungeonsSetup(GAME.setup(dungeon="abyss").rooms, party([("Ann", "R")], 1), 1, 4)
    assert len(random_record(GAME, setup, 1).actions) <= 4
