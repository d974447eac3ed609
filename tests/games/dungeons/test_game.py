"""Setups, choices, snapshots, views, and what stays hidden."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

from tablewright.core.dice import Dice
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
        ([("A", "X")], 1, '"X" is no player type'),
        ([("A", "W"), ("A", "B")], 1, '"A" is used twice or longer than 10 characters'),
        ([("ÄÖÜÄÖÜ", "W")], 1, '"ÄÖÜÄÖÜ" is used twice or longer than 10 characters'),
        ([("A", "W"), ("B", "W")], 1, "there can be only one Wizard"),
    ],
)
def test_parties_that_cannot_be(heroes: list[tuple[str, str]], seats: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        party(heroes, seats)


def changed(value: Any, path: str, new: Any) -> Any:
    """Return a JSON value with one thing in it replaced."""
    value = copy.deepcopy(value)
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    target = value
    for key in way:
        target = target[key]
    target[last] = new
    return value


@pytest.mark.parametrize(
    ("path", "new", "sentence"),
    [
        ("dungeon", "1:3,3;", "the dungeon should be a list"),
        ("dungeon", [1], "a room of the dungeon should be a text"),
        ("dungeon.0", "x" * 20_000, "a room of the dungeon should be a text"),
        ("dungeon.0", "1:3,3;Z:9,9:1;", "the dungeon cannot be played: .* outside of room 1"),
        ("dungeon", [], "the dungeon cannot be played: there is no room 1"),
        ("dungeon.0", "1:2,2;D:1,1:0;Z:2,2:1;", "room 1 of the dungeon has only 2 free fields for 3 heroes"),
        ("heroes", {}, "the heroes should be a list"),
        ("heroes.0", "W", "a hero should be an object with exactly name, type"),
        ("heroes.0.name", 1, "the name and the type of a hero should be texts"),
        ("heroes.0.type", "Q", '"Q" is no player type'),
        ("seats", 0, "the number of seats should be a number from 1 to 3, not 0"),
        ("seats", True, "the number of seats should be a number from 1 to 3, not True"),
        ("limit", -1, "the limit of actions should be a number"),
        ("extra", 1, "a setup should be an object with exactly"),
    ],
)
def test_setups_that_are_none(path: str, new: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GAME.read_setup(changed(GAME.write_setup(GAME.setup()), path, new))


SNAPSHOT = table("B W D2 Z1/4", "R T X .", rooms=("2:3,3;D:1,1:1;L:2,2:1;",)).state.snapshot()


@pytest.mark.parametrize(
    ("path", "new", "sentence"),
    [
        ("version", 2, "the snapshot has version 2, this program reads version 1"),
        ("setup", None, "a setup should be an object"),
        ("dice", [1], "the dice should be a seed and a number of draws"),
        ("dice", [1, 10**12], "the draws should be a number"),
        ("dice", [2**32, 0], "the seed should be a number"),
        ("room", 3, "the dungeon has no room 3"),
        ("room", "1", "the room should be a number"),
        ("room", 2, "the foes should be a list of 1|outside the room|two things"),
        ("count", 3, "the number of actions in this phase should be a number from 0 to 2"),
        ("total", -1, "the number of actions should be a number"),
        ("outcome", "victory", 'there is no ending "victory"'),
        ("heroes", [], "the heroes should be a list of 3 entries"),
        ("heroes.0", [], "a hero should be an object"),
        ("heroes.0.at", None, "a position should be a list"),
        ("heroes.0.at", [1], "a position should be a row and a column"),
        ("heroes.0.at", [3, 1], r"\(3,1\) is outside the room"),
        ("heroes.0.at", [0, 1], "a row should be a number from 1 to 9"),
        ("heroes.0.at", [1, 4], r"there are two things on \(1,4\)"),
        ("heroes.0.health", 11, "the health of Ann should be a number from 0 to 10"),
        ("heroes.0.health", 0, "Ann is defeated, but still has a place"),
        ("heroes.0.resists", "Wind", "'Wind' is no damage type"),
        ("heroes.0.armor", "MACE", "'MACE' cannot be equipped as armor"),
        ("heroes.0.weapon", "SORD", "'SORD' cannot be equipped as weapon"),
        ("heroes.0.bag", [], "items should be an object"),
        ("heroes.0.bag", {"SORD": 1}, 'there is no item "SORD"'),
        ("heroes.0.bag", {"MACE": 0}, "the amount of MACE should be a number"),
        ("foes", [1, 2], "the foes should be a list of 1 entries"),
        ("foes.0.health", 0, "Zombie 1 is defeated, but still has a place"),
        ("foes.0.health", 16, "the health of Zombie 1"),
        ("hoards", 1, "what can be looted should be a list"),
        ("hoards.0.chest", {"value": 1}, "a chest should be an object with exactly value, tried"),
        ("hoards.0.chest", {"value": -1, "tried": True}, "the value of a chest"),
        ("memory", [None], "the memory should be a list of 2 entries"),
        ("memory.0", None, "the memory of the room that the heroes are in should be empty"),
    ],
)
def test_snapshots_that_are_none(path: str, new: Any, sentence: str) -> None:
    assert GAME.restore(SNAPSHOT).snapshot() == SNAPSHOT
    with pytest.raises(ValueError, match=sentence):
        GAME.restore(changed(SNAPSHOT, path, new))


def test_a_living_hero_has_a_weapon_and_a_match_a_living_hero() -> None:
    bare = changed(changed(SNAPSHOT, "heroes.0.weapon", None), "heroes.0.bag", {"ARRW": 1})
    with pytest.raises(ValueError, match="Ann has no weapon"):
        GAME.restore(bare)
    nobody = copy.deepcopy(SNAPSHOT)
    for hero in nobody["heroes"]:
        hero.update(at=None, health=0, armor=None, weapon=None, bag={})
    with pytest.raises(ValueError, match="no hero is alive"):
        GAME.restore(nobody)
    assert str(GAME.restore(changed(nobody, "outcome", "defeat")).outcome) == "lost (defeat, score 0)"


def test_a_fallen_foe_and_a_tried_chest_survive_a_snapshot() -> None:
    t = table("B Z1/1 T .", ". . . .", chest="20,BOLT,1", dice=[12, 1])
    t.do("attack b 1,2", "move b 2,2", "loot b 1,3")
    t.state.dice = Dice(5)
    again = GAME.restore(json.loads(json.dumps(t.state.snapshot())))
    assert again == t.state
    assert again.picture(None) == t.state.picture(None)


def test_the_picture_shows_the_room_and_the_party() -> None:
    t = table("B W D2 Z1/4", "R/3 T X .", rooms=("2:3,3;D:1,1:1;L:2,2:1;",), order="RWB")
    assert t.state.picture(0) == (
        "-- ROOM 1 (0/2 completed) --------------------\n"
        "\n"
        "     1   2   3   4  \n"
        "   +---+---+---+---+\n"
        " 1 | B | W |#D2| Z1|\n"
        "   +---+---+---+---+\n"
        " 2 | R |#T | X |   |\n"
        "   +---+---+---+---+\n"
        "   Z1: 4/15\n"
        'Rogue [R] "Cid": 3/11\n'
        'Wizard [W] "Ann": 10/10\n'
        'Barbarian [B] "Bob": 13/13\n'
    )


def test_a_fallen_hero_is_drawn_as_such() -> None:
    t = table("B R/1 . .", dice=[12])
    t.do("attack b 1,2")
    assert t.state.picture(0).endswith('Barbarian [B] "Bob": 13/13\nRogue [R] "Cid": defeated\n')


# What stays hidden


def secrets(state: Any) -> list[str]:
    """Return everything in a state that could tell the truth about the dungeon."""
    return [json.dumps(GAME.write_setup(state.setup)), json.dumps(state.snapshot())]


def test_a_sample_holds_nothing_of_closed_chests_and_rooms_to_come() -> None:
    t = table("B D2 T W", ". . . .", rooms=("2:9,9;D:7,7:1;L:6,6:7;T:5,5:19,HCRS,77;",), chest="13,WARH,88")
    for seed in range(20):
        sample = t.state.resample(0, Dice(seed))
        assert sample.view(0) == t.state.view(0)
        for text in secrets(sample):
            assert "WARH,88" not in text
            assert '"WARH": 88' not in text
            assert "HCRS,77" not in text
            assert "2:9,9;D:7,7:1;L:6,6:7" not in text
    rooms = {t.state.resample(0, Dice(seed)).setup.rooms[1].line() for seed in range(20)}
    assert len(rooms) == 20


def test_the_value_of_a_lock_is_kept_once_it_is_known() -> None:
    t = table("B T . .", chest="13,WARH,88", dice=[1])
    t.do("loot b 1,2")
    for seed in range(10):
        sample = t.state.resample(0, Dice(seed))
        assert sample.hoards[0].value == 13
        assert sample.hoards[0].items != t.state.hoards[0].items
        assert sample.setup.rooms[0].chests[0].value == 13


def test_what_was_left_in_other_rooms_is_dealt_again_too() -> None:
    rooms = ("2:3,3;D:1,2:1;T:2,2:19,WARH,88;", "3:3,3;D:1,2:1;L:3,3:1;")
    t = table("B D2 T .", ". . D3 .", rooms=rooms, chest="18,MACE,99")
    t.do("move b 1,2", "move b 1,2")
    sample = t.state.resample(0, Dice(3))
    assert sample.view(0) == t.state.view(0)
    assert [hoards is None for hoards in sample.memory] == [False, False, True]
    for text in secrets(sample):
        assert "WARH,88" not in text
        assert "MACE,99" not in text
        assert '"WARH": 88' not in text
        assert '"MACE": 99' not in text
    sample.submit(sample.parse("move b 2,3"))
    assert sample.room.id == 3
    assert [foe.kind.letter for foe in sample.foes].count("L") == 1


def test_rooms_that_nobody_has_heard_of_are_put_behind_those_that_are_known() -> None:
    rooms = ("2:3,3;D:1,2:1;D:3,2:8;Z:3,3:1;", "8:3,3;D:1,2:2;D:3,3:9;Z:3,1:1;", "9:3,3;D:1,2:8;L:3,3:1;")
    t = table("B D2 . .", ". . . .", rooms=rooms)
    for seed in range(30):
        sample = t.state.resample(None, Dice(seed))
        assert [room.id for room in sample.setup.rooms] == [1, 2, 3, 4]  # the real numbers are not known
        bosses = [room.id for room in sample.setup.rooms if any(foe.kind.boss for foe in room.foes)]
        assert bosses == [4]
        reached = {1}
        for _ in range(4):
            reached |= {behind for room in sample.setup.rooms if room.id in reached for _, behind in room.doors}
        assert {1, 2, 3, 4} <= reached


def test_rooms_without_any_known_door_stay_out_of_reach() -> None:
    t = table("B . . .", rooms=("2:3,3;L:1,1:1;", "3:3,3;Z:1,1:1;"))
    sample = t.state.resample(0, Dice(1))
    assert len(sample.setup.rooms) == 3
    assert sample.room.doors == ()


def test_with_everything_seen_only_the_dice_are_new() -> None:
    t = table("B X L1 .")
    sample = t.state.resample(0, Dice(1))
    assert sample.setup == t.state.setup
    assert sample.dice.seed != t.state.dice.seed


def test_a_perspective_gives_each_seat_its_own_hero() -> None:
    t = table("B W . . R", seats=3, order="WBR")
    for seat, letter in enumerate("wbr"):
        actions = Perspective(t.state, seat).legal_actions()
        assert actions
        assert {action.text.split()[1] for action in actions} == {letter}


def test_the_limit_keeps_a_random_match_short() -> None:
    setup = DungeonsSetup(GAME.setup(dungeon="abyss").rooms, party([("Ann", "R")], 1), 1, 4)
    assert len(random_record(GAME, setup, 1).actions) <= 4
