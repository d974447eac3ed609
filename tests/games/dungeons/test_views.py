"""Setups and snapshots as JSON values, with all that can be wrong with them; pictures."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.games.dungeons.game import GAME
from tests.games.dungeons.story import table


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
        ("heroes.0", "W", "a hero should be an object, not 'W'"),
        ("heroes.0", {"name": "Ann"}, 'a hero lacks "type"'),
        ("heroes.0.name", 1, "the name of a hero should be a text"),
        ("heroes.0.name", "x" * 11, "the name of a hero should be a text of at most 10"),
        ("heroes.0.name", "Bruna", '"Bruna" is used twice'),
        ("heroes.0.type", ["W"], "the type of a hero cannot be"),
        ("heroes", [], "the heroes should be a list of 1 to 3 entries"),
        ("heroes.0.type", "Q", "the type of a hero cannot be 'Q'"),
        ("seats", 0, "the number of seats should be a whole number from 1 to 3, not 0"),
        ("seats", True, "the number of seats should be a whole number from 1 to 3, not True"),
        ("limit", -1, "the limit of actions should be a whole number"),
        ("extra", 1, 'a setup has no field "extra"'),
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
        ("dice", [1], "the dice should be a list of 2 entries"),
        ("dice", [1, 10**12], "the draws should be a whole number"),
        ("dice", [2**32, 0], "the seed should be a whole number"),
        ("room", 3, "the dungeon has no room 3"),
        ("room", "1", "the room should be a whole number"),
        ("room", 2, "the foes should be a list of 1|outside the room|two things"),
        ("count", 3, "the number of actions in this phase should be a whole number from 0 to 2"),
        ("total", -1, "the number of actions should be a whole number"),
        ("outcome", "victory", "the outcome cannot be 'victory'"),
        ("heroes", [], "the heroes should be a list of 3 entries"),
        ("heroes.0", [], "a hero should be an object"),
        ("heroes.0.at", None, "a position should be a list"),
        ("heroes.0.at", [1], "a position should be a list of 2 entries"),
        ("heroes.0.at", [3, 1], r"\(3,1\) is outside the room"),
        ("heroes.0.at", [0, 1], "a row should be a whole number from 1 to 9"),
        ("heroes.0.at", [1, 4], r"there are two things on \(1,4\)"),
        ("heroes.0.health", 11, "the health of Ann should be a whole number from 0 to 10"),
        ("heroes.0.health", 0, "Ann is defeated, but still has a place"),
        ("heroes.0.resists", "Wind", "the resistance of Ann cannot be 'Wind'"),
        ("heroes.0.armor", "MACE", "the armor of Ann cannot be 'MACE'"),
        ("heroes.0.weapon", "SORD", "the weapon of Ann cannot be 'SORD'"),
        ("heroes.0.weapon", [], r"the weapon of Ann cannot be \[\]"),
        ("heroes.0.bag", [], "a bag of items should be an object"),
        ("heroes.0.bag", {"SORD": 1}, 'a bag of items has no field "SORD"'),
        ("heroes.0.bag", {"MACE": 0}, "the amount of MACE should be a whole number"),
        ("foes", [1, 2], "the foes should be a list of 1 entries"),
        ("foes.0.health", 0, "Zombie 1 is defeated, but still has a place"),
        ("foes.0.health", 16, "the health of Zombie 1"),
        ("hoards", 1, "what can be looted should be a list"),
        ("hoards.0.chest", {"value": 1}, 'a chest lacks "tried"'),
        ("hoards.0.chest", {"value": -1, "tried": True}, "the value of a chest"),
        ("hoards.0.chest", {"value": 1, "tried": 1}, "whether a chest was tried should be true or false"),
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
