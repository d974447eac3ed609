"""Every spell of the card table does what its line says."""

from __future__ import annotations

import pytest

from tests.games.ooperations.story import do, table, zone

BOARD = "me field: SOLDR@2 | me battle: CADET@3 | foe field: GOLEM@1 | foe battle: FARMR@7"


@pytest.mark.parametrize(
    ("line", "mine", "cost"),
    [
        ("spell MOBLZ F2", "2:SOLDR 4/4 H", 2),
        ("spell RRUSH F2", "2:SOLDR 5/4 FT", 2),
        ("spell SHILD F2", "2:SOLDR 3/6", 2),
        ("spell SHOCK F2", "2:SOLDR 3/3", 1),
        ("spell FINAL F2", "2:SOLDR 6/4 BHT", 3),
        ("spell LYLTY F2", "2:SOLDR 3/5 H", 3),
        ("spell ZMBFY F2", "2:SOLDR 3/4 UV", 4),
        ("spell BLOOD F2", "2:SOLDR 3/2 BL", 5),
        ("spell CURSE F2", "2:SOLDR 3/4 T", 3),
        ("spell AMPUT F2", "2:SOLDR 3/4", 3),
        ("spell CLONE F2", "1:SOLDR 3/4 HT, 2:SOLDR 3/4", 1),
        ("spell CLONE OF1", "1:GOLEM 5/12 HRT, 2:SOLDR 3/4", 3),
    ],
)
def test_target_spells(line: str, mine: str, cost: int) -> None:
    state = table(f"me hand: {line.split()[1]} | {BOARD}")
    assert do(state, line)[-1].startswith("Player 1 casts")
    assert zone(state, 0, "field") == mine
    assert state.players[0].mana == 50 - cost
    assert state.players[0].hand == []


def test_amputate_takes_the_alphabetically_first_trait() -> None:
    state = table("me hand: AMPUT | foe field: LLICH@1 +H")
    do(state, "spell AMPUT OF1")
    assert zone(state, 1, "field") == "1:LLICH 9/6 LU"


def test_bloodlust_rounds_up_and_cannot_kill() -> None:
    state = table("me hand: BLOOD BLOOD | foe field: CADET@1, GOLEM@2 5/7")
    do(state, "spell BLOOD OF1", "spell BLOOD OF2")
    assert zone(state, 1, "field") == "1:CADET 2/1 BL, 2:GOLEM 5/4 BLR"


def test_battle_cry_reaches_all_own_creatures() -> None:
    state = table(f"me hand: BTLCY | {BOARD}")
    do(state, "spell BTLCY")
    assert zone(state, 0, "field") == "2:SOLDR 6/4 HT"
    assert zone(state, 0, "battle") == "3:CADET 5/1 HT"
    assert zone(state, 1, "battle") == "7:FARMR 1/2 H"


def test_meteor_and_fireball_kill_at_once_battle_zone_first() -> None:
    state = table(f"me hand: METOR FIRBL | {BOARD}, CADET@1 | foe field: FARMR@2")
    do(state, "spell FIRBL")
    assert [c.card.key for c in state.players[1].graveyard] == ["CADET", "FARMR", "FARMR"]
    assert zone(state, 0, "battle") == "3:CADET 2/1"
    do(state, "spell METOR")
    assert zone(state, 0, "field") == "2:SOLDR 3/1"
    assert [c.card.key for c in state.players[0].graveyard] == ["CADET"]
    assert zone(state, 1, "field") == "1:GOLEM 5/7 R"


def test_shock_kills_in_either_zone_of_either_side() -> None:
    state = table(f"me hand: SHOCK SHOCK | {BOARD}")
    do(state, "spell SHOCK B3", "spell SHOCK OB7")
    assert [c.card.key for c in state.players[0].graveyard] == ["CADET"]
    assert zone(state, 1, "battle") == "7:FARMR 1/1 H"


def test_heroic_memory_brings_the_newest_copy_back_with_base_values() -> None:
    state = table("me hand: MEMRY | me graveyard: ANGEL 1/-1, CADET, ANGEL 2/-2 +P, CADET")
    do(state, "spell MEMRY ANGEL")
    assert zone(state, 0, "field") == "1:ANGEL 9/14 HT"
    assert [(c.card.key, c.attack) for c in state.players[0].graveyard] == [("ANGEL", 1), ("CADET", 2), ("CADET", 2)]
    assert state.players[0].mana == 46
    assert "Angel is hasty." in do(state, "battle F1 B1")


def test_revive_puts_the_creature_at_the_end_of_the_hand() -> None:
    state = table("me hand: REVIV SHOCK | me graveyard: ANGEL 1/-1")
    do(state, "spell REVIV ANGEL")
    assert [card.key for card in state.players[0].hand] == ["SHOCK", "ANGEL"]
    assert state.players[0].graveyard == []


def test_without_a_free_slot_clone_and_memory_are_paid_for_nothing() -> None:
    full = ", ".join(f"CADET@{lane}" for lane in range(1, 8))
    state = table(
        f"me hand: CLONE MEMRY | me field: {full} | me graveyard: SNAKE, ANGEL 1/-1, FARMR | foe field: GOLEM@1"
    )
    do(state, "spell CLONE OF1", "spell MEMRY ANGEL")
    assert state.players[0].mana == 50 - 3 - 4
    assert [(c.card.key, c.attack) for c in state.players[0].graveyard] == [("SNAKE", 2), ("ANGEL", 1), ("FARMR", 1)]
    assert state.players[0].hand == []


def test_a_clone_goes_its_own_way() -> None:
    state = table("me hand: CLONE SHOCK | me field: SOLDR@1 7/9 +V")
    do(state, "spell CLONE F1", "spell SHOCK F2")
    assert zone(state, 0, "field") == "1:SOLDR 7/9 V, 2:SOLDR 7/8 HTV"


def test_a_spell_without_effect_is_cast_all_the_same() -> None:
    state = table("me hand: FIRBL")
    assert do(state, "spell FIRBL") == ["Player 1 casts Fireball."]
    assert state.players[0].hand == []
