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
        ("dungeon.0", "x" * 50_000, "a room of the dungeon should be a text"),
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


SNAPSHOT = table("B W D2 Z1/4", "R T Z2/0 .", rooms=("2:3,3;D:1,1:1;L:2,2:1;",), count=2).state.snapshot()


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
        ("foes", [1], "the foes should be a list of 2 entries"),
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


def several(value: Any, **changes: Any) -> Any:
    """Return a JSON value with several things replaced; ``__`` stands for a step down."""
    for path, new in changes.items():
        value = changed(value, path.replace("__", "."), new)
    return value


def test_a_living_hero_has_a_weapon() -> None:
    bare = several(SNAPSHOT, heroes__0__weapon=None, heroes__0__bag={"ARRW": 1, "NHEP": 1})
    with pytest.raises(ValueError, match="Ann has no weapon"):
        GAME.restore(bare)


def test_who_has_fallen_decides_how_a_match_ends() -> None:
    nobody = several(SNAPSHOT, foes__0__health=15)
    for number, at in enumerate(([1, 1], [1, 2], [2, 1])):
        hero = nobody["heroes"][number]
        items = dict(hero["bag"])
        for item in (hero["armor"], hero["weapon"]):
            if item:
                items[item] = items.get(item, 0) + 1
        nobody["hoards"].append({"at": at, "chest": None, "items": items})
        hero.update(at=None, health=0, armor=None, weapon=None, bag={})
    with pytest.raises(ValueError, match="ends by defeat exactly if no hero is alive"):
        GAME.restore(nobody)
    assert str(GAME.restore(changed(nobody, "outcome", "defeat")).outcome) == "lost (defeat, score 0)"
    with pytest.raises(ValueError, match="ends by defeat exactly if no hero is alive"):
        GAME.restore(changed(SNAPSHOT, "outcome", "defeat"))
    with pytest.raises(ValueError, match="ends by completion exactly if a boss has fallen"):
        GAME.restore(changed(SNAPSHOT, "outcome", "completion"))
    lich = table("B L1 .", ". . .").state.snapshot()
    fallen = several(lich, foes=[{"at": None, "health": 0}], hoards=[{"at": [1, 2], "chest": None, "items": {}}])
    with pytest.raises(ValueError, match="ends by completion exactly if a boss has fallen"):
        GAME.restore(fallen)
    assert GAME.restore(changed(fallen, "outcome", "completion")).outcome.score == 4


def test_nobody_flees_where_no_way_leads_out() -> None:
    for rows in (("B W .", "D0 . Z1"), ("B W .", ". . .")):
        with pytest.raises(ValueError, match="nobody can flee from room 1"):
            GAME.restore(changed(table(*rows).state.snapshot(), "outcome", "flight"))
    assert GAME.restore(changed(table("B W .", "D0 . .").state.snapshot(), "outcome", "flight")).outcome.score == 3


@pytest.mark.parametrize(("limit", "total", "outcome"), [(5, 5, None), (5, 4, "limit"), (0, 5, "limit"), (5, 6, None)])
def test_the_limit_ends_a_match_and_nothing_else_does(limit: int, total: int, outcome: str | None) -> None:
    whole = table("B W .", limit=limit).state.snapshot()
    with pytest.raises(ValueError, match=r"ends by its limit|the number of actions should"):
        GAME.restore(several(whole, total=total, outcome=outcome))
    assert GAME.restore(several(whole, total=limit, outcome="limit" if limit else None)).total == limit


def test_a_snapshot_creates_no_items_and_loses_no_weapon() -> None:
    for path, new, sentence in (
        ("heroes.0.bag", {"DAGG": 1, "QACD": 1, "SHEP": 9}, "there are 9 SHEP in the match, where 0 can be found"),
        ("heroes.0.bag", {"QACD": 1}, "there are 3 DAGG in the match, where 4 can be found"),
        ("hoards.1.items", {"DAGG": 2}, "there are 5 DAGG in the match, where 4 can be found"),
        ("hoards.0.items", {"NHEP": 3}, r"room 1 has no such chest on \(2,2\)"),
        ("hoards.0.chest.value", 1, r"room 1 has no such chest on \(2,2\)"),
        ("hoards.0.at", [2, 4], r"room 1 has no such chest on \(2,4\)"),
        ("heroes.0.resists", "Physical", "the resistance of Ann cannot be 'Physical'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            GAME.restore(changed(SNAPSHOT, path, new))


def test_a_room_to_come_to_has_a_field_for_every_hero() -> None:
    rooms = ("2:3,3;D:1,1:1;Z:3,3:1;",)
    t = table("B D2 W", ". . .", rooms=rooms)
    free = [[row, column] for row in (1, 2, 3) for column in (1, 2, 3) if [row, column] != [1, 1]]
    full = [{"at": at, "chest": None, "items": {}} for at in free]
    with pytest.raises(ValueError, match="more death locations than heroes and foes have fallen"):
        GAME.restore(changed(t.state.snapshot(), "memory.1", full))


def test_the_rooms_that_were_entered_are_connected_and_no_boss_fell_in_them() -> None:
    rooms = ("2:3,3;D:1,1:1;", "3:3,3;D:1,1:2;", "4:3,3;D:1,1:1;L:3,3:1;")
    whole = table("B D2 W", ". . D4", rooms=rooms).state.snapshot()
    assert GAME.restore(several(whole, memory__1=[], memory__2=None)).completed() == 2
    with pytest.raises(ValueError, match="no way from room 1 to room 3 was taken"):
        GAME.restore(several(whole, memory__2=[]))
    with pytest.raises(ValueError, match="room 4 was left, but the match ends when its boss falls"):
        GAME.restore(several(whole, memory__3=[]))
    elsewhere = several(whole, memory__0=None, memory__1=[], room=2, heroes__0__at=[2, 2], heroes__1__at=[2, 3])
    with pytest.raises(ValueError, match="no way from room 1 to room 2 was taken"):
        GAME.restore(elsewhere)


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
