"""What stays hidden: samples hold nothing of it and depend on nothing of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablewright.core.dice import Dice
from tablewright.games.dungeons.game import GAME, dungeons
from tablewright.games.dungeons.state import DungeonsState
from tests.games.dungeons.story import table


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


def whole(state: DungeonsState) -> str:
    return json.dumps(state.snapshot())


@pytest.mark.parametrize("name", dungeons())
def test_a_sample_depends_on_what_was_seen_and_on_the_dice_alone(name: str) -> None:
    state, dice = GAME.new(GAME.setup(dungeon=name), 3), Dice(7)
    for seed in range(60):
        legal = state.legal_actions()
        if not legal:
            break
        other = state.resample(0, Dice(1000 + seed))  # looks the same, but all that is hidden is different
        assert whole(other.resample(0, Dice(seed))) == whole(state.resample(0, Dice(seed)))
        state.apply(legal[dice.roll(len(legal)) - 1])


def test_the_order_of_the_dungeon_file_has_no_part_in_a_sample() -> None:
    one, two = "1:3,3;D:1,1:0;D:3,3:2;T:1,3:9,BOLT,3;", "2:3,3;D:1,1:1;D:3,3:3;T:1,3:19,ARRW,3;"
    three = "3:3,3;D:1,1:2;L:3,3:1;"
    states = []
    for rooms in ([one, two, three], [two, one, three], [three, two, one]):
        setup = {"dungeon": rooms, "heroes": [{"name": "Bob", "type": "B"}], "seats": 1, "limit": 0}
        state = GAME.new(GAME.read_setup(setup), 1)
        state.do("move b 2,2")
        state.do("move b 3,3")
        states.append(state)
    assert [room["id"] for room in states[0].view(0)["left"]] == [1]
    assert states[0].view(0) == states[1].view(0) == states[2].view(0)
    for seed in range(10):
        assert len({whole(state.resample(0, Dice(seed))) for state in states}) == 1


def test_what_lies_open_comes_behind_the_chests_in_a_sample() -> None:
    t = table("B X T .", chest="13,WARH,88", remains={"DAGG": 1})
    assert [hoard.chest for hoard in t.state.hoards] == [False, True]
    assert [hoard.chest for hoard in t.state.resample(0, Dice(1)).hoards] == [True, False]
