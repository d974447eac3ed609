"""Attacks by heroes and foes, damage, defeat and the enemy phase."""

from __future__ import annotations

import pytest

from tablewright.games.dungeons.battle import choose_target
from tablewright.games.dungeons.kinds import Attack
from tablewright.games.dungeons.tables import FOE_OF, HERO_OF, ITEM_OF
from tests.games.dungeons.story import table


def test_an_attack_hits_everybody_in_order_also_the_own_side() -> None:
    t = table(". . Z2", ". Z1 B", ". W .", dice=[3])
    assert t.do("attack b 2,2") == [
        'Barbarian [B] "Bob" used "Greataxe" on (2,2) affecting (1,2), (2,2), (3,2).',
        "1 d12 shows 3.",
        "Zombie 1 loses 6 health (7 * 100 % - 1).",
        "Ann loses 7 health (7 * 100 % - 0).",
    ]
    assert t.health() == {"B": 13, "W": 3, "Z1": 9, "Z2": 15}


def test_an_attack_may_hit_nobody_and_still_counts() -> None:
    t = table("B . . W", ". . . Z1", dice=[12])
    assert t.do("attack b 1,2")[-1] == "1 d12 shows 12."
    assert t.state.count == 1


def test_those_who_lose_nothing_are_listed_too() -> None:
    t = table("B L1 W .", dice=[1])
    assert t.do("attack b 1,2")[-1] == "Lich 1 loses 0 health (5 * 100 % - 6)."


def test_the_lich_resists_cold_rounded_down() -> None:
    t = table("W L1 B .", dice=[8, 9]).give("W", weapon="QCLD")
    told = t.do("attack w 1,2")
    assert told[0] == 'Wizard [W] "Ann" used "Quarterstaff of Cold" on (1,2) affecting (1,2), (1,3), (1,4).'
    assert told[2] == "Lich 1 loses 2 health (17 * 50 % - 6)."
    assert told[3] == "Bob loses 13 health (17 * 100 % - 2)."


def test_a_hero_resists_after_a_potion() -> None:
    t = table("W . B .", dice=[6, 6, 5]).give("W", weapon="QFIR").give("B", "1 FIRS", weapon="GAXE")
    assert t.do("use b firs", "attack w 1,3")[-1] == "Bob loses 6 health (17 * 50 % - 2)."
    assert t.health()["B"] == 7


def test_a_burst_next_to_the_wizard_hurts_the_wizard() -> None:
    t = table("W . . .", dice=[1, 1, 1]).give("W", weapon="QFIR")
    assert t.do("attack w 1,2")[-1] == "Ann loses 3 health (3 * 100 % - 0)."


def test_a_ranged_attack_reaches_every_field_even_the_own_one() -> None:
    t = table("W . B Z1", ". . . .", dice=[3]).give("W", weapon="QACD")
    aims = [action.text for action in t.state.legal_actions() if action.text.startswith("attack w")]
    assert len(aims) == 8
    assert "attack w 1,1" in aims
    assert t.do("attack w 1,1")[-1] == "Ann loses 3 health (3 * 100 % - 0)."


def test_a_shot_takes_ammunition_hit_or_not_until_there_is_none() -> None:
    t = table("R . W Z1", dice=[1, 1, 3]).give("R", "1 ARRW", "1 BOLT", weapon="LBOW")
    t.do("attack r 1,2")
    assert t.hero("R")["bag"] == {"BOLT": 1}
    assert t.refused("attack r 1,4") == "ATTACK_NO_AMMUNITION"
    assert t.refused("attack r 2,1") == "INVALID_POSITION"
    assert not [action for action in t.state.legal_actions() if action.text.startswith("attack r")]


def test_the_staffs_are_melee_and_physical_without_magic() -> None:
    t = table("B . . L1", dice=[6]).give("B", weapon="QCLD")
    assert t.refused("attack b 1,4") == "INVALID_POSITION"
    t = table("B L1 W .", dice=[6]).give("B", weapon="QCLD")
    assert t.do("attack b 1,2")[-1] == "Lich 1 loses 4 health (10 * 100 % - 6)."


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("attack b 1,1", "INVALID_POSITION"),
        ("attack b 1,3", "INVALID_POSITION"),
        ("attack b 5,5", "INVALID_POSITION"),
        ("attack b 0,0", "INVALID_POSITION"),
        ("attack w 1,3", "ATTACK_NO_WEAPON_EQUIPPED"),
        ("attack w 99,99", "ATTACK_NO_WEAPON_EQUIPPED"),
        ("attack w x,y", "INVALID_PARAM"),
        ("attack r 1,1", "ENTITY_OR_ITEM_UNAVAILABLE"),
    ],
)
def test_refused_attacks(line: str, code: str) -> None:
    assert table("B W . Z1").give("W", "1 DAGG").refused(line) == code


def test_a_fallen_hero_leaves_everything_and_cannot_act() -> None:
    t = table("B R/1 . .", "W . . .", dice=[12]).give("R", "3 ARRW", "1 RAPI", weapon="RAPI", armor="LARM")
    assert t.do("attack b 1,2")[-2:] == ["Cid loses 1 health (16 * 100 % - 4).", "Cid was defeated."]
    assert t.state.view(0)["room"]["remains"] == [{"at": [1, 2], "items": {"ARRW": 3, "LARM": 1, "RAPI": 2}}]
    assert t.refused("use r rapi") == "ENTITY_OR_ITEM_UNAVAILABLE"
    assert t.hero("R") | {"at": None, "health": 0, "bag": {}, "weapon": None, "armor_value": None} == t.hero("R")
    assert t.do("loot b 1,2")


@pytest.mark.parametrize(("foe", "loot"), [("Z1", {"DAGG": 1}), ("G1", {"ARRW": 3, "HAXE": 1, "SBOW": 1})])
def test_a_fallen_foe_leaves_its_loot(foe: str, loot: dict[str, int]) -> None:
    t = table(f"B {foe}/1 . .", dice=[12])
    t.do("attack b 1,2")
    assert t.state.view(0)["room"]["remains"] == [{"at": [1, 2], "items": loot}]


def test_the_dungeon_is_completed_the_moment_the_lich_falls() -> None:
    t = table(". W", "L1/1 B", ". Z1", dice=[12])
    told = t.do("attack b 2,1")
    assert told[-2:] == ["Lich 1 was defeated.", "The dungeon is completed, its master has fallen."]
    assert t.health() == {"W": 10, "B": 13, "Z1": 15}
    assert str(t.state.outcome) == "seat 1 won (completion, score 4)"  # the Zombie keeps the room from counting


def test_a_room_whose_last_foe_is_the_lich_counts() -> None:
    t = table("B L1/1 . .", dice=[12])
    t.do("attack b 1,2")
    assert str(t.state.outcome) == "seat 1 won (completion, score 4)"
    assert t.state.completed() == 1


@pytest.mark.parametrize(("rows", "cause"), [(("W/1 . L1/1 .",), "defeat"), (("L1/1 . W/1 .",), "completion")])
def test_the_field_that_comes_first_decides(rows: tuple[str, ...], cause: str) -> None:
    t = table(*rows, dice=[6, 6, 6]).give("W", weapon="QFIR")
    t.do("attack w 1,2")
    assert t.state.outcome is not None
    assert t.state.outcome.cause == cause


def test_the_last_hero_may_fall_by_the_own_hand() -> None:
    t = table("W/1 . . Z1", dice=[1, 1, 1]).give("W", weapon="QFIR")
    assert t.do("attack w 1,1")[-2:] == ["Ann was defeated.", "All heroes are defeated."]
    assert str(t.state.outcome) == "lost (defeat, score 0)"


def test_foes_act_in_alphabetical_order_and_choose_a_weapon_by_chance() -> None:
    t = table("Z2 . .", ". Z1 W", "R G1 .", dice=[2, 5, 1, 3, 3], count=1)
    assert t.do("use r sbow")[1:] == [
        'Goblin 1 [G1] used "Shortbow" on (3,1) affecting (3,1).',
        "1 d6 shows 5.",
        "Cid loses 5 health (9 * 100 % - 4).",
        'Zombie 1 [Z1] used "Dagger" on (2,3) affecting (2,3).',
        "1 d4 shows 3.",
        "Ann loses 3 health (3 * 100 % - 0).",
        "Zombie 2 [Z2] moved to (2,1).",
    ]
    assert t.health() == {"R": 6, "W": 7, "G1": 10, "Z1": 15, "Z2": 15}


def test_only_ranged_weapons_are_usable_on_a_target_that_is_not_adjacent() -> None:
    t = table("B . . G1", dice=[1, 6])
    assert 'Goblin 1 [G1] used "Shortbow" on (1,1) affecting (1,1).' in t.do("use b haxe")
    assert t.all_dice_used()


def test_the_lich_far_away_has_two_weapons_and_near_four() -> None:
    lich = FOE_OF["L"]
    assert [attack.weapon.abbreviation for attack in lich.attacks] == ["QFIR", "QCLD", "QACD", "QFRC"]
    assert [attack.weapon.abbreviation for attack in lich.ranged] == ["QFIR", "QACD"]
    t = table("B . . L1", dice=[2, 1])
    assert 'Lich 1 [L1] used "Quarterstaff of Acid" on (1,1) affecting (1,1).' in t.do("use b haxe")


def test_a_foe_that_falls_before_its_turn_does_not_act() -> None:
    t = table("L1 . . W Z1/1", ". . . . .", dice=[1, 2, 2, 6]).give("W", weapon="DAGG", armor="PARM")
    told = t.do("use w dagg")
    assert told[-4:] == [
        "3 d6 show 10.",
        "Ann loses 2 health (10 * 100 % - 8).",
        "Zombie 1 loses 1 health (10 * 100 % - 1).",
        "Zombie 1 was defeated.",
    ]
    assert t.all_dice_used()


def test_a_lich_can_end_the_dungeon_by_its_own_burst() -> None:
    t = table("L1/1 W . .", dice=[1, 6, 6, 6]).give("W", weapon="DAGG", armor="PARM")
    assert t.do("use w dagg")[-1] == "The dungeon is completed, its master has fallen."


def test_defeat_in_the_enemy_phase_stops_it() -> None:
    t = table("Z1 B/1 Z2 . .", dice=[1, 4])
    assert t.do("use b haxe")[-2:] == ["Bob was defeated.", "All heroes are defeated."]
    assert t.all_dice_used()


def test_a_foe_moves_clockwise_numbered_and_evades_what_is_in_the_way() -> None:
    t = table("B . . . .", ". . . . .", ". . . Z1 Z2", dice=[1, 1])
    told = t.do("move b 2,1")
    assert told[1:] == ["Zombie 1 [Z1] moved to (2,4).", "Zombie 2 [Z2] moved to (2,5)."]
    t = table("B . . . .", ". . . . T", ". . . T Z1", dice=[1])
    assert t.do("move b 1,2")[1:] == ["Zombie 1 [Z1] moved to (1,5)."]


def test_a_foe_may_stay_where_it_was() -> None:
    t = table("B . . D2 T Z1", dice=[1])
    assert t.do("move b 1,2")[1:] == ["Zombie 1 [Z1] moved to (1,6)."]
    assert t.where()["Z1"] == (1, 6)


def target(*rows: str) -> str:
    t = table(*rows)
    return choose_target(t.state, t.state.foes[0]).player.kind.letter


def test_the_target_is_the_nearest_then_the_weakest_then_the_first_in_the_rings() -> None:
    assert target("W . Z1 . . B/1") == "W"
    assert target("W . Z1 . B/9") == "B"
    assert target("W/9 . Z1 . B/9") == "B"  # ring 2 from the north: east comes before west
    assert target("B/9 . Z1 . W/9") == "W"
    # At equal distance a diagonal neighbour (ring 1) comes before a hero two fields to the north (ring 2).
    assert target(". . W/5 .", ". . . .", ". . Z1 .", ". B/5 . .") == "B"
    assert target(". . R/5 .", ". . . .", ". W/5 Z1 .", ". . . B/5") == "W"


@pytest.mark.parametrize(
    ("letter", "item", "expected"),
    [
        ("W", "DAGG", (False, "Physical", "Hit", 1, 4, 4)),
        ("B", "DAGG", (False, "Physical", "Hit", 1, 4, 1)),
        ("B", "MACE", (False, "Physical", "Hit", 1, 6, 4)),
        ("R", "WARH", (False, "Physical", "Hit", 1, 10, 2)),
        ("B", "GAXE", (False, "Physical", "Slash", 1, 12, 4)),
        ("R", "RAPI", (False, "Physical", "Thrust", 1, 8, 3)),
        ("R", "SSWD", (False, "Physical", "Thrust", 1, 6, 3)),
        ("B", "LSWD", (False, "Physical", "Slash", 1, 10, 4)),
        ("B", "GSWD", (False, "Physical", "Slash", 2, 6, 4)),
        ("R", "SBOW", (True, "Physical", "Shot", 1, 6, 3)),
        ("W", "LBOW", (True, "Physical", "Shot", 1, 8, 4)),
        ("B", "LCRS", (True, "Physical", "Shot", 1, 8, 1)),
        ("R", "HCRS", (True, "Physical", "Shot", 1, 10, 3)),
        ("W", "QFIR", (True, "Fire", "Burst", 3, 6, 0)),
        ("W", "QCLD", (False, "Cold", "Line", 2, 10, 0)),
        ("W", "QACD", (True, "Acid", "Shot", 1, 10, 0)),
        ("W", "QFRC", (False, "Force", "Hit", 1, 10, 0)),
        ("R", "QFIR", (False, "Physical", "Hit", 1, 6, 2)),
    ],
)
def test_weapons_in_different_hands(letter: str, item: str, expected: tuple[object, ...]) -> None:
    attack = HERO_OF[letter].attacks[ITEM_OF[item].number]
    assert attack is not None
    assert profile(attack) == expected


def profile(attack: Attack) -> tuple[object, ...]:
    damage = ("Physical", "Fire", "Cold", "Force", "Acid")[attack.damage]
    return (attack.ranged, damage, attack.pattern.name, attack.dice, attack.sides, attack.plus)


def test_foes_use_their_own_attributes() -> None:
    assert [profile(attack) for attack in FOE_OF["G"].attacks] == [
        (False, "Physical", "Hit", 1, 6, 3),
        (True, "Physical", "Shot", 1, 6, 4),
    ]
    assert [profile(attack) for attack in FOE_OF["Z"].attacks] == [(False, "Physical", "Hit", 1, 4, 0)]
