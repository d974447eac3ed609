"""Chests, death locations, potions and equipment."""

from __future__ import annotations

import pytest

from tests.games.dungeons.story import table


def test_a_chest_opens_at_the_exact_roll() -> None:
    t = table("B T . .", chest="5,GHEP,3,QCLD,1,PARM,1", dice=[4])
    assert t.do("loot b 1,2") == [
        "To unlock this chest you need to roll at least 4 to reach the 5 needed.",
        "1 d20 shows 4.",
        'Barbarian [B] "Bob" looted Greater Health Potion (3), Plate Armor (1), Quarterstaff of Cold (1).',
    ]
    assert t.hero("B")["bag"] == {"GHEP": 3, "HAXE": 2, "PARM": 1, "QCLD": 1}
    assert t.state.view(0)["room"]["chests"] == []


def test_a_chest_stays_locked_below_it_and_its_value_is_known_from_then_on() -> None:
    t = table("B T W . Z1", chest="5,GHEP,3", dice=[3])
    assert t.state.view(0)["room"]["chests"] == [{"at": [1, 2], "value": None}]
    assert t.do("loot b 1,2")[-1] == "The chest remains locked."
    assert t.state.view(0)["room"]["chests"] == [{"at": [1, 2], "value": 5}]
    assert (t.state.count, t.state.total) == (1, 1)
    again = table("B T . .", chest="5", dice=[1, 2, 4])
    again.do("loot b 1,2", "loot b 1,2")
    assert again.do("loot b 1,2")[-1] == 'Barbarian [B] "Bob" looted nothing.'


def test_the_lock_counts_vitality_and_may_need_nothing() -> None:
    t = table("W T . .", chest="1,BOLT,2", dice=[1])
    assert "at least -3 to reach the 1 needed" in t.do("loot w 1,2")[0]
    assert t.hero("W")["bag"]["BOLT"] == 2


def test_amounts_of_an_item_that_is_named_twice_are_added() -> None:
    t = table("B T . .", chest="1,BOLT,2,NHEP,1,BOLT,3", dice=[20])
    t.state.hoards = t.state.room.chests
    t.do("loot b 1,2")
    assert t.hero("B")["bag"]["BOLT"] == 5


def test_a_death_location_needs_no_roll() -> None:
    t = table("B X . .", remains={"ARRW": 3, "SBOW": 1})
    assert t.do("loot b 1,2") == ['Barbarian [B] "Bob" looted Arrow (3), Shortbow (1).']
    assert t.state.view(0)["room"]["remains"] == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("loot b 1,1", "INVALID_POSITION"),
        ("loot b 1,2", "INVALID_POSITION"),  # a hero
        ("loot b 2,1", "INVALID_POSITION"),  # empty
        ("loot b 2,2", "INVALID_POSITION"),  # a door
        ("loot b 1,4", "INVALID_POSITION"),  # too far
        ("loot b 9,9", "INVALID_POSITION"),
        ("loot r 2,2", "ENTITY_OR_ITEM_UNAVAILABLE"),
    ],
)
def test_refused_loots(line: str, code: str) -> None:
    assert table("B W . T", ". D0 . .").refused(line) == code


def test_equipping_takes_from_the_bag_and_puts_back_what_was_worn() -> None:
    t = table("R . . .").give("R", "2 DAGG", "1 CHML", weapon="RAPI", armor="LARM")
    assert t.hero("R")["armor_value"] == 4
    assert t.do("use r dagg", "use r chml") == [
        'Rogue [R] "Cid" equips "Dagger".',
        'Rogue [R] "Cid" equips "Chain Mail".',
    ]
    hero = t.hero("R")
    assert (hero["weapon"], hero["armor"], hero["armor_value"]) == ("DAGG", "CHML", 6)
    assert hero["bag"] == {"DAGG": 1, "LARM": 1, "RAPI": 1}


def test_using_an_equipped_item_puts_it_away_even_if_there_are_more() -> None:
    t = table("R . . .").give("R", "2 DAGG", weapon="DAGG", armor="LARM")
    assert t.do("use r dagg", "use r larm") == [
        'Rogue [R] "Cid" puts away "Dagger".',
        'Rogue [R] "Cid" puts away "Leather Armor".',
    ]
    hero = t.hero("R")
    assert (hero["weapon"], hero["armor"], hero["armor_value"]) == (None, None, 1)
    assert hero["bag"] == {"DAGG": 3, "LARM": 1}


@pytest.mark.parametrize(
    ("letter", "armor", "value"),
    [
        ("W", "LARM", 5),
        ("B", "LARM", 2),
        ("R", "LARM", 4),
        ("W", "BPLT", 6),
        ("B", "BPLT", 5),
        ("R", "BPLT", 6),
        ("W", "CHML", 6),
        ("B", "PARM", 8),
        ("W", None, 0),
        ("B", None, 2),
    ],
)
def test_the_armour_value_in_force(letter: str, armor: str | None, value: int) -> None:
    t = table(f"{letter} . . .").give(letter, "1 MACE", armor=armor)
    assert t.hero(letter)["armor_value"] == value


def test_a_health_potion_heals_up_to_the_maximum() -> None:
    t = table("B/10 . . .", dice=[4, 2, 1, 1]).give("B", "2 NHEP", weapon="GAXE")
    assert t.do("use b nhep") == [
        'Barbarian [B] "Bob" consumed "Normal Health Potion".',
        "2 d4 show 6.",
        'Barbarian [B] "Bob" regenerates 3 health.',
    ]
    assert t.do("use b nhep")[-1] == 'Barbarian [B] "Bob" regenerates 0 health.'
    assert t.refused("use b nhep") == "ENTITY_OR_ITEM_UNAVAILABLE"
    assert t.all_dice_used()


@pytest.mark.parametrize(("potion", "dice"), [("GHEP", 4), ("SHEP", 8)])
def test_the_stronger_potions_roll_more_dice(potion: str, dice: int) -> None:
    t = table("B/1 . . .", dice=[1] * dice).give("B", f"1 {potion}", weapon="GAXE")
    assert t.do(f"use b {potion}")[1] == f"{dice} d4 show {dice}."
    assert t.health() == {"B": 1 + dice}


def test_a_resistance_replaces_another() -> None:
    t = table("B . . .").give("B", "1 FIRS", "1 CORS", "1 FORS", "1 ACRS", weapon="GAXE")
    for potion, damage in (("firs", "Fire"), ("cors", "Cold"), ("fors", "Force"), ("acrs", "Acid")):
        t.do(f"use b {potion}")
        assert t.hero("B")["resists"] == damage
    assert t.hero("B")["bag"] == {}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("use b arrw", "INVALID_PARAM"),
        ("use w bolt", "INVALID_PARAM"),
        ("use b sword", "INVALID_PARAM"),
        ("use b parm", "ENTITY_OR_ITEM_UNAVAILABLE"),
        ("use w dagg", "ENTITY_OR_ITEM_UNAVAILABLE"),
    ],
)
def test_refused_uses(line: str, code: str) -> None:
    assert table("B . . .").refused(line) == code
