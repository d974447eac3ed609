"""The Battle Phase, example by example of the rulebook and beyond."""

from __future__ import annotations

from tests.games.ooperations.story import do, table, zone


def fight(text: str, **more: int) -> tuple[object, list[str]]:
    """Let the defender say done, so that the battle of this round is fought."""
    state = table(text, seat=1, **more)
    return state, do(state, "done")


def test_a_standard_fight_hurts_both() -> None:
    state, _ = fight("foe battle: SOLDR@1 3/5 | me battle: SOLDR@1 2/6")
    assert zone(state, 0, "field") == "1:SOLDR 3/3"
    assert zone(state, 1, "field") == "1:SOLDR 2/3"


def test_a_dying_creature_still_strikes_back() -> None:
    state, _ = fight("foe battle: SOLDR@1 3/5 | me battle: SOLDR@1 4/1")
    assert zone(state, 0, "field") == "1:SOLDR 3/1"
    assert zone(state, 1, "field") == ""
    assert [c.health for c in state.players[1].graveyard] == [-2]


def test_first_strike_that_kills_gets_no_answer() -> None:
    state, told = fight("foe battle: SOLDR@1 3/5 | me battle: SOLDR@1 6/6 +F")
    assert zone(state, 1, "field") == "1:SOLDR 6/6 F"
    assert zone(state, 0, "field") == ""
    assert "Soldier strikes first." in told
    assert sum("attacks for" in line for line in told) == 1


def test_first_strike_on_both_sides_is_a_standard_fight() -> None:
    state, told = fight("foe battle: SOLDR@1 9/5 +F | me battle: SOLDR@1 9/6 +F")
    assert zone(state, 0, "field") == zone(state, 1, "field") == ""
    assert not any("strikes first" in line for line in told)


def test_first_strike_that_does_not_kill_is_answered() -> None:
    state, _ = fight("foe battle: SOLDR@1 3/5 +F | me battle: SOLDR@1 2/6")
    assert zone(state, 0, "field") == "1:SOLDR 3/3 F"
    assert zone(state, 1, "field") == "1:SOLDR 2/3"


def test_brutal_passes_the_surplus_to_the_owner() -> None:
    state, told = fight("foe battle: SOLDR@1 3/5 +B | me battle: SOLDR@1 6/1")
    assert state.players[1].health == 20 - 2
    assert "Soldier is brutal: 2 damage to the owner of its victim." in told


def test_brutal_is_told_for_no_surplus_but_not_without_a_kill() -> None:
    _, told = fight("foe battle: SOLDR@1 3/5 +B | me battle: SOLDR@1 6/3")
    assert "Soldier is brutal: 0 damage to the owner of its victim." in told
    _, told = fight("foe battle: SOLDR@1 3/5 +B | me battle: SOLDR@1 6/4")
    assert not any("brutal" in line for line in told)


def test_lifesteal_can_bring_a_creature_back_before_clean_up() -> None:
    state, _ = fight("foe battle: SOLDR@1 7/5 | me battle: SOLDR@1 2/7 +BFLV")
    # The defender's First Strike comes first here; then the attacker kills it exactly.
    assert zone(state, 0, "field") == "1:SOLDR 7/3 P"
    state, _ = fight("foe battle: SOLDR@1 7/5 +BFLV | me battle: SOLDR@1 2/7 +BFLV")
    assert zone(state, 1, "field") == "1:SOLDR 2/2 BFLPV"
    assert zone(state, 0, "field") == "1:SOLDR 7/5 BFLPV"


def test_lifesteal_and_venom_need_an_attack_that_takes_health() -> None:
    state, told = fight("foe battle: FSHLD@1 +LV | me battle: SOLDR@1")
    assert zone(state, 0, "field") == "1:FSHLD 0/5 LV"
    assert zone(state, 1, "field") == "1:SOLDR 3/4"
    assert not any("steals" in line or "poisons" in line for line in told)


def test_a_direct_hit_ignores_traits() -> None:
    state, told = fight("foe battle: SOLDR@4 3/1 +BLV")
    assert state.players[1].health == 17
    assert zone(state, 0, "field") == "1:SOLDR 3/1 BLV"
    assert "Soldier hits the defender directly for 3 in lane 4." in told


def test_defending_creatures_in_open_lanes_do_nothing() -> None:
    state, _ = fight("me battle: DRAGN@3")
    assert state.players[0].health == 20


def test_the_match_ends_at_once_and_no_further_lane_is_evaluated() -> None:
    state, told = fight("foe battle: SOLDR@1 5/5, DRAGN@2 | me health 5 | me battle: CADET@2")
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert state.outcome.cause == "defeated"
    assert told[-1] == "The match is over."
    assert zone(state, 1, "battle") == "2:CADET 2/1"


def test_both_players_defeated_in_one_fight_is_a_tie() -> None:
    state, _ = fight("foe battle: SOLDR@1 9/1 +B | me battle: SOLDR@1 9/1 +B | me health 3 | foe health 8")
    assert state.outcome is not None
    assert state.outcome.returns == (0.0, 0.0)


def test_temporary_creatures_leave_battle_zone_first() -> None:
    state, told = fight(
        "me battle: SOLDR@3 +T, CADET@7 +T | me field: KNGHT@3 +T, FARMR@5 +T, SOLDR@1 | me graveyard: SNAKE"
    )
    assert [c.card.key for c in state.players[1].graveyard] == ["SNAKE", "SOLDR", "CADET", "KNGHT", "FARMR"]
    assert zone(state, 1, "field") == "1:SOLDR 3/4"
    assert sum("temporary" in line for line in told) == 4


def test_creatures_return_to_the_first_free_slots_or_the_graveyard() -> None:
    battle = ", ".join(
        f"{key}@{lane}" for lane, key in enumerate("AGRAT CADET FARMR SQIRL SNAKE SOLDR ZOMBI".split(), 1)
    )
    state, told = fight(f"me battle: {battle.replace('ZOMBI@7', 'ZOMBI@7 -U')} | me field: KNGHT@2, GOLEM@4")
    assert [c.card.key if c else None for c in state.players[1].field] == [
        "AGRAT", "KNGHT", "CADET", "GOLEM", "FARMR", "SQIRL", "SNAKE"
    ]  # fmt: skip
    assert [c.card.key for c in state.players[1].graveyard] == ["SOLDR", "ZOMBI"]
    assert sum("finds no room" in line for line in told) == 2


def test_the_undying_rise_newest_first_with_base_values_and_without_the_trait() -> None:
    field = "CADET@1, ZOMBI@2, CADET@4, CADET@5, CADET@7"
    state, told = fight(f"me field: {field} | me graveyard: GUARD, CADET, HYDRA 1/-5 +P, ZOMBI 9/-9, FARMR")
    assert zone(state, 1, "field") == (
        "1:CADET 2/1, 2:ZOMBI 2/2 U, 3:ZOMBI 2/2, 4:CADET 2/1, 5:CADET 2/1, 6:HYDRA 7/6 R, 7:CADET 2/1"
    )
    assert [c.card.key for c in state.players[1].graveyard] == ["GUARD", "CADET", "FARMR"]
    assert "Zombie is undying and returns in slot 3." in told
    # It entered in the round just ended, so it may go to battle in the next round without Haste.
    assert state.seat_to_act == 1
    assert state.why_not(state.parse("battle F3 B1")) is None


def test_a_temporary_undying_creature_is_back_with_its_base_traits() -> None:
    state, _ = fight("me field: NITMR@2 +U")
    assert zone(state, 1, "field") == "1:NITMR 5/1 HT"


def test_an_amputated_undying_creature_stays_dead() -> None:
    state, _ = fight("me battle: ZOMBI@1 2/2 -U | foe battle: SOLDR@1")
    assert zone(state, 1, "field") == ""
