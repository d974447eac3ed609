"""Moving, doors, entering rooms, and the turn of the phases."""

from __future__ import annotations

import pytest

from tablewright.core.state import MATCH_OVER
from tablewright.games.dungeons.actions import ACTIONS
from tests.games.dungeons.story import table

SECOND = "2:3,3;D:1,2:1;Z:2,2:1;"


def test_a_hero_moves_to_an_adjacent_empty_field() -> None:
    t = table("B W . Z1", ". . . .")
    assert t.do("move b 2,2") == ['Barbarian [B] "Bob" moved to (2,2).']
    assert t.where()["B"] == (2, 2)
    assert (t.state.count, t.state.total) == (1, 1)
    assert t.state.board[0] == 0


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("move b 1,1", "INVALID_POSITION"),  # where it stands
        ("move b 1,3", "INVALID_POSITION"),  # not adjacent
        ("move b 0,1", "INVALID_POSITION"),
        ("move b -1,2", "INVALID_POSITION"),
        ("move b 3,1", "INVALID_POSITION"),  # below the room
        ("move b 12,3", "INVALID_POSITION"),
        ("move b 1,2", "INVALID_POSITION"),  # a hero
        ("move w 2,2", "INVALID_POSITION"),  # a foe
        ("move w 2,3", "INVALID_POSITION"),  # a chest
        ("move w 1,3", "INVALID_POSITION"),  # a death location
        ("move b 2,1", "MOVE_LOCKED_DOOR"),
        ("move r 2,1", "ENTITY_OR_ITEM_UNAVAILABLE"),
    ],
)
def test_refused_moves(line: str, code: str) -> None:
    assert table("B W X .", "D0 Z1 T .").refused(line) == code


def test_doors_open_when_the_last_foe_falls() -> None:
    t = table("B D2 .", "Z1/1 . .", rooms=(SECOND,), dice=[12])
    assert t.refused("move b 1,2") == "MOVE_LOCKED_DOOR"
    told = t.do("attack b 2,1")
    assert told[-2:] == ["Zombie 1 was defeated.", "Room 1 is completed, its doors are open."]
    assert t.state.completed() == 1
    assert t.do("move b 1,2") == ['Barbarian [B] "Bob" moved to (1,2).', "The heroes enter room 2."]


def test_a_door_without_a_room_behind_it_stays_locked() -> None:
    assert table("B D7 . .").refused("move b 1,2") == "MOVE_LOCKED_DOOR"


def test_the_party_enters_around_the_door_that_leads_back() -> None:
    t = table("B D2 .", "W . R", rooms=(SECOND,), order="WBR")
    t.do("move b 1,2")
    assert t.where() == {"W": (1, 3), "B": (2, 3), "R": (2, 1), "Z1": (2, 2)}
    assert (t.state.count, t.state.total) == (0, 1)


def test_without_a_door_back_the_party_enters_at_the_first_door_or_corner() -> None:
    t = table("B D2 . .", rooms=("2:3,3;D:3,3:4;",))
    t.do("move b 1,2")
    assert t.where() == {"B": (2, 3)}
    t = table("B D2 . .", rooms=("2:3,3;",))
    t.do("move b 1,2")
    assert t.where() == {"B": (1, 1)}


def test_rooms_keep_what_was_left_in_them() -> None:
    t = table("B D2 T", ". X .", rooms=("2:3,3;D:1,2:1;T:2,2:1,BOLT,3;",), remains={"MACE": 1})
    t.do("move b 1,2", "move b 1,2")
    assert t.where() == {"B": (2, 3)}
    view = t.state.view(0)
    assert view["room"]["chests"] == [{"at": [1, 3], "value": None}]
    assert view["room"]["remains"] == [{"at": [2, 2], "items": {"MACE": 1}}]
    assert [room["id"] for room in view["left"]] == [2]
    t.do("loot b 2,2", "move b 1,2", "move b 1,2")
    assert t.state.view(0)["room"]["remains"] == []


def test_fallen_foes_stay_fallen_when_a_room_is_entered_again() -> None:
    t = table("B D2 . .", rooms=("2:3,3;D:1,2:1;Z:2,2:1;",), dice=[12, 1, 1, 12])
    t.do("move b 1,2", "attack b 2,2", "attack b 2,2", "move b 1,2", "move b 1,2")
    assert t.health() == {"B": 13}
    assert t.state.completed() == 2
    assert t.state.view(0)["room"]["remains"] == [{"at": [2, 2], "items": {"DAGG": 1}}]


def test_a_resistance_ends_when_the_room_is_left() -> None:
    t = table("B D2 . W", rooms=(SECOND,)).give("W", "1 FIRS", weapon="QFRC")
    assert t.do("use w firs")[1] == 'Wizard [W] "Ann" is now resistant to "Fire" until leaving the room.'
    assert t.hero("W")["resists"] == "Fire"
    t.do("move b 1,2")
    assert t.hero("W")["resists"] is None


def test_entering_a_room_starts_a_new_player_phase() -> None:
    t = table("B D2 W", ". . .", rooms=(SECOND,), count=1)
    t.do("move b 1,2")
    assert t.state.count == 0
    t.do("move b 3,3")
    assert t.state.count == 1


def test_foes_act_when_as_many_actions_are_done_as_there_were_players() -> None:
    t = table("B . . . Z1", "W . . . .", dice=[1])
    assert t.do("move b 1,2") == ['Barbarian [B] "Bob" moved to (1,2).']
    assert t.do("move b 1,3") == ['Barbarian [B] "Bob" moved to (1,3).', "Zombie 1 [Z1] moved to (2,5)."]
    assert t.state.count == 0
    assert t.all_dice_used()


def test_the_phase_stays_as_long_when_heroes_have_fallen() -> None:
    t = table("B/1 W . . .", ". . . . Z1", dice=[10, 1, 3])
    told = t.do("use w qacd", "attack w 1,1")
    assert "Bob was defeated." in told
    assert told[-1] == "Zombie 1 [Z1] moved to (1,5)."
    assert t.do("move w 2,1") == ['Wizard [W] "Ann" moved to (2,1).']
    assert t.do("move w 2,2")[1:] == ["Zombie 1 [Z1] moved to (1,4)."]


def test_without_foes_no_phase_follows() -> None:
    t = table("B . . .")
    t.do("move b 1,2", "move b 1,3")
    assert (t.state.count, t.state.total) == (0, 2)


def test_leaving_by_door_0_is_flight() -> None:
    t = table("B D0 . W")
    assert t.do("move b 1,2") == ['Barbarian [B] "Bob" moved to (1,2).', "The heroes flee from the dungeon."]
    assert str(t.state.outcome) == "tie (flight, score 3)"
    assert t.state.legal_actions() == []
    assert t.state.acting_seats() == ()
    assert {t.state.why_not(action) for action in ACTIONS} == {MATCH_OVER}


def test_a_table_ends_a_match_that_goes_nowhere() -> None:
    t = table("B . . .", limit=3, seats=1)
    t.do("move b 1,2", "move b 1,3")
    assert t.state.outcome is None
    assert t.do("move b 1,2")[-1] == "The heroes have lost their way in the dungeon."
    assert str(t.state.outcome) == "lost (limit, score 2)"


def test_the_end_of_the_dungeon_comes_before_the_limit() -> None:
    t = table("B/1 L1 . .", limit=1, dice=[1, 1, 6, 6, 6])
    t.do("attack b 1,2")
    assert t.state.outcome is not None
    assert t.state.outcome.cause == "defeat"


def test_every_seat_acts_with_its_own_hero_and_one_alone_with_all() -> None:
    t = table("B W . . R", seats=3, order="RWB")
    assert t.state.acting_seats() == (0, 1, 2)
    assert t.state.seat_of(t.state.parse("move r 1,4")) == 0
    assert t.state.seat_of(t.state.parse("move b 1,4")) == 2
    alone = table("B W . . R")
    assert alone.state.acting_seats() == (0,)
    assert {alone.state.seat_of(action) for action in alone.state.legal_actions()} == {0}
    assert alone.state.seat_of(table("B . . .").state.parse("move w 1,1")) == 0


def test_a_seat_whose_hero_has_fallen_no_longer_acts() -> None:
    t = table("R/1 W . B .", seats=3, order="RWB", dice=[10])
    assert t.state.seat_to_act == 0
    t.do("use w qacd", "attack w 1,1")
    assert t.state.acting_seats() == (1, 2)
    assert t.state.seat_to_act == 1
    assert t.state.seat_of(t.state.parse("move r 1,1")) == 0


def test_asking_for_what_is_not_there_is_an_error_of_ours() -> None:
    t = table("B . . .")
    with pytest.raises(ValueError, match="no door"):
        t.state.room.behind(3)
    with pytest.raises(ValueError, match="nothing to loot"):
        t.state.hoard(3)
