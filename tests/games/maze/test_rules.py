"""The rules as stories: what a command does, and which error comes first."""

from __future__ import annotations

import pytest

from tests.games.maze.story import table


def test_only_the_start_room_is_revealed_and_everybody_stands_in_it() -> None:
    t = table("AB CS")
    assert t.revealed == "S"
    assert (t.where("F"), t.where("T"), t.where("S")) == (("S", 1, 1), ("S", 1, 3), ("S", 3, 1))


def test_a_flip_shows_the_next_card_and_the_order_repeats() -> None:
    t = table("S", "left up down right")
    assert t.card == "left"
    assert [t.do("flip").card for _ in range(8)] == ["up", "down", "right", "left"] * 2
    assert t.state.counter == 8
    assert t.told[0] == "Flip 1: the card shows up."


# Moving


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "COMMAND"),
        ("mov t up", "COMMAND"),
        ("help", "COMMAND"),  # to the console, not to the game
        ("move t", "PARAMETERS"),
        ("move t up 1 1", "PARAMETERS"),
        ("flip 1", "PARAMETERS"),
        ("unlock door", "PARAMETERS"),
        ("fight m", "PARAMETERS"),
        ("scry s", "PARAMETERS"),
        ("scry s up 1", "PARAMETERS"),
        ("move x rightwards 0", "MOVE_WHO"),
        ("move thief up", "MOVE_WHO"),
        ("move tf up", "MOVE_WHO"),
        ("move t rightwards 0", "MOVE_WHERE"),
        ("move t u", "MOVE_WHERE"),
        ("move t ＵＰ", "MOVE_WHERE"),
        ("move t down 0", "MOVE_FAR"),
        ("move t down x", "MOVE_FAR"),
        ("move t down 00", "MOVE_FAR"),
        ("move t down -1", "MOVE_FAR"),
        ("move t down +1", "MOVE_FAR"),
        ("move t down 1.0", "MOVE_FAR"),
        ("move t down ２", "MOVE_FAR"),
        ("move t down ²", "MOVE_FAR"),
        ("move t down 1", "MOVE_CARD"),
        ("move t down " + "9" * 5000, "MOVE_CARD"),
        ("move t up 9", "MOVE_BLOCKED"),
        ("move t up " + "9" * 5000, "MOVE_BLOCKED"),
        ("move t up", "MOVE_BLOCKED"),
        ("move s up 2", "MOVE_SPACE"),
        ("unlock", "UNLOCK"),
        ("fight", "FIGHT"),
        ("scry s up", "SCRY_BALL"),
        ("scry zz north", "SCRY_BALL"),
    ],
)
def test_the_highest_ranked_error_is_the_reason(line: str, code: str) -> None:
    assert table("S").refused(line) == code


def test_a_distance_may_have_leading_zeros_and_defaults_to_one() -> None:
    t = table("S", "down up left right").do("move f down 01", "move t down")
    assert t.where("F") == ("S", 2, 1)
    assert t.where("T") == ("S", 2, 3)
    assert t.told[-1] == "The Thief goes down 1."


def test_others_may_be_passed_but_not_stopped_on() -> None:
    t = table("S", "right left up down").do("flip")
    assert t.refused("move t left 2") == "MOVE_SPACE"
    assert "where the Fighter stands" in str(t.state.why_not(t.state.parse("move t left 2")))
    t = table("S", "down right left up").do("move f down", "move t down", "flip")
    assert t.refused("move f right 2") == "MOVE_SPACE"
    assert t.do("move f right 3").where("F") == ("S", 2, 4)


def test_nobody_enters_an_unrevealed_room_before_stopping_at_its_border() -> None:
    t = table("SB", "down right up left").do("move t down", "flip")
    assert t.refused("move t right 3") == "MOVE_BLOCKED"
    t.do("move t right 1")
    assert t.revealed == "SB"
    assert t.told[-1] == "Room B is revealed."
    assert t.refused("move t right") == "MOVE_BLOCKED"  # B is walled off on this side


def test_passing_a_border_reveals_nothing() -> None:
    edge = "WWWWP WWWWP WWWWP WWWWP WWWWP"  # a corridor along the right edge of a room
    t = table("KA EB SD", "up right down left", {"K": edge, "E": edge})
    t.reveal("K", "E").put("T", "E", 4, 4)
    assert t.do("move t up 6").revealed == "KAES"  # past B, which stays covered


def test_a_corner_reveals_both_rooms() -> None:
    t = table("DB SE", "left right up down").reveal("D").put("T", "D", 0, 2)
    t.do("right", "move t right 2")
    assert t.where("T") == ("D", 0, 4)
    assert t.revealed == "DBS"
    t = table("BA SE", "left right up down").reveal("A").put("F", "A", 4, 2)
    assert t.do("move f left 2").revealed == "BASE"


def test_a_border_reveals_also_when_a_wall_is_behind_it() -> None:
    t = table("S F", "down up left right").put("T", "S", 3, 2).do("move t down")
    assert t.revealed == "SF"
    assert t.refused("move t down") == "MOVE_BLOCKED"


# Monsters, doors, hourglass


def test_only_the_fighter_enters_a_room_with_a_monster() -> None:
    t = table("SF", "right down left up").put("T", "S", 2, 3).put("F", "S", 2, 2).do("move t right")
    assert t.refused("move t right") == "MOVE_SCARY"
    t.do("move f right 3")
    assert t.where("F") == ("F", 2, 0)
    assert t.refused("move f right 2") == "MOVE_BLOCKED"  # the monster itself
    assert t.refused("move t right 3") == "MOVE_BLOCKED"  # which comes before being afraid
    t.do("move f right", "fight")
    assert t.told[-1] == "The Fighter beats a monster."
    assert t.tile("F", 2, 2) == "P"
    assert t.do("move t right 3").where("T") == ("F", 2, 2)
    assert t.refused("fight") == "FIGHT"


def test_the_fighter_beats_all_monsters_around_at_once() -> None:
    t = table("SK", rooms={"K": "WWMWW WMPMW WWMWW WWWWW WWWWW"}).reveal("K").put("F", "K", 1, 2)
    assert t.do("fight").told[-1] == "The Fighter beats 4 monsters."
    assert t.tile("K", 0, 2) + t.tile("K", 1, 1) + t.tile("K", 1, 3) + t.tile("K", 2, 2) == "PPPP"


def test_the_thief_unlocks_all_doors_around_but_no_secret_one() -> None:
    t = table("S E", "left down up right").do("move t left", "flip", "move t down 3", "move t down", "move t down")
    assert t.where("T") == ("E", 1, 2)
    t.do("unlock")
    assert t.told[-1] == "The Thief unlocks 2 doors."
    assert t.tile("E", 1, 1) + t.tile("E", 1, 3) == "PP"
    assert t.refused("unlock") == "UNLOCK"
    assert t.refused("move t down 2") == "MOVE_BLOCKED"


def test_doors_and_monsters_of_the_next_room_are_near_enough() -> None:
    t = table("S C", "down up left right").put("T", "S", 4, 2).reveal("C")
    assert t.refused("unlock") == "UNLOCK"
    t = table("K S", rooms={"K": "WWWWW WWWWW WWWWW WWWWW WWHWW"}).put("T", "S", 1, 2).do("move t up")
    assert t.do("unlock").told[-1] == "The Thief unlocks a door."


@pytest.mark.parametrize(("before", "after"), [(0, 0), (4, 0), (5, 0), (6, 1), (30, 25)])
def test_an_hourglass_takes_five_flips_but_not_more_than_there_are(before: int, after: int) -> None:
    t = table("SA", "right down left up").put("F", "S", 2, 4).reveal("A")
    t.state.counter = before
    t.do("move f right 3")
    assert t.state.counter == after
    assert t.told[-1] == f"The Fighter turns an hourglass: the counter falls to {after}."
    assert t.tile("A", 2, 2) == "P"


def test_passing_over_an_hourglass_does_not_use_it() -> None:
    t = table("SA", "right left down up").put("F", "S", 2, 4).reveal("A").do("move f right 4")
    assert t.where("F") == ("A", 2, 3)
    assert t.tile("A", 2, 2) == "G"


# Switches and treasure


#: Room A once its monsters are beaten.
QUIET = {"A": "WPPWW PPWPV PPGPW WWWPW SPPPW"}


def test_the_three_switches_open_every_secret_door_and_vanish_everywhere() -> None:
    t = table("SD AC LF", "left right up down", QUIET).reveal("A", "C", "D").put("S", "A", 4, 1).put("T", "C", 4, 3)
    t.put("F", "D", 2, 3)
    t.do("move s left")
    assert "All three switches are pressed: the secret doors open." in t.told
    assert t.state.pressed
    assert t.tile("D", 2, 3) + t.tile("A", 4, 0) + t.tile("C", 4, 3) == "PPP"
    t.reveal("F")  # also where nobody has looked yet, and where nobody stood
    assert t.tile("F", 2, 1) == "P"
    assert t.tile("L", 0, 2) == "P"


def test_two_switches_or_those_of_others_do_nothing() -> None:
    t = table("SD AC LF", "left right up down", QUIET).reveal("A", "C", "D").put("S", "A", 4, 1).put("T", "C", 4, 3)
    t.do("move s left")
    assert not t.state.pressed
    t = table("SD AC LF", "left right up down", QUIET).reveal("A", "C", "D").put("T", "A", 4, 1).put("F", "C", 4, 3)
    t.put("S", "D", 2, 3).do("move t left")
    assert not t.state.pressed
    assert t.tile("A", 4, 0) == "S"


def test_everybody_on_treasure_wins() -> None:
    t = table("SL", "left up right down").reveal("L").put("T", "L", 1, 1).put("F", "L", 3, 3).put("S", "L", 1, 2)
    t.state.counter = 17
    assert t.refused("move s left") == "MOVE_SPACE"
    t.do("right", "move s right")
    outcome = t.state.outcome
    assert outcome is not None
    assert str(outcome) == "seat 1 won (treasure found, score 19)"
    assert t.told[-1] == "The treasure is found after 19 card flips."
    assert t.refused("flip") == "MATCH_OVER"
    assert t.state.legal_actions() == []
    assert t.state.acting_seats() == ()


def test_two_on_treasure_are_not_enough() -> None:
    t = table("SL", "right up left down").reveal("L").put("T", "L", 1, 1).put("F", "L", 3, 2)
    assert t.do("move f right").state.outcome is None


# Scrying


def test_scrying_reveals_a_room_next_to_any_known_one_and_uses_up_the_ball() -> None:
    t = table("BA SL", "right up down left").do("move s right", "flip", "move s up 3", "move s up")
    assert t.where("S") == ("B", 4, 2)
    assert t.revealed == "BS"
    for line, code in [
        ("scry s north", "SCRY_WHICH"),
        ("scry a up", "SCRY_WHICH"),
        ("scry z up", "SCRY_WHICH"),
        ("scry sb right", "SCRY_WHICH"),
        ("scry b up", "SCRY_NO_ROOM"),
        ("scry b down", "SCRY_KNOWN"),
    ]:
        assert t.refused(line) == code
    assert t.tile("B", 4, 2) == "C"
    t.do("scry S rIGHt")
    assert t.revealed == "BSL"
    assert t.told[-2:] == ["The Seer looks into the crystal ball.", "Room L is revealed."]
    assert t.tile("B", 4, 2) == "P"
    assert t.refused("scry b right") == "SCRY_BALL"


def test_only_the_seer_can_use_a_crystal_ball() -> None:
    t = table("BA SL").reveal("B").put("T", "B", 4, 2)
    assert t.refused("scry b right") == "SCRY_BALL"


# The limit of the table


def test_the_flip_above_the_limit_loses_and_hourglasses_give_time_back() -> None:
    t = table("S", limit=3).do("flip", "flip", "flip")
    assert t.state.outcome is None
    t.state.counter = 2
    t.do("flip", "flip")
    assert str(t.state.outcome) == "lost (too many flips, score 4)"
    assert t.told[-1] == "4 card flips are too many: the treasure stays hidden."
