"""What a player may do in the Setup Phase, what it does, and which error comes first."""

from __future__ import annotations

import re

import pytest

from tablewright.core.state import IllegalAction, Malformed, Refused
from tablewright.games.ooperations.game import GAME
from tablewright.games.ooperations.reasons import REASONS
from tests.games.ooperations.story import do, table, zone
from tests.support.transcript import CONFORMANCE


def error(state: object, line: str) -> str:
    """Return the code of the refusal of a command line."""
    with pytest.raises(Refused) as refusal:
        state.submit(state.parse(line))
    assert str(refusal.value)
    return refusal.value.reason.code


REFUSALS = [
    ("", "UNKNOWN_COMMAND"),
    ("eof", "UNKNOWN_COMMAND"),
    ("quitx", "UNKNOWN_COMMAND"),
    ("done now", "INVALID_PARAM_COUNT"),
    ("redraw 1", "INVALID_PARAM_COUNT"),
    ("battle f1", "INVALID_PARAM_COUNT"),
    ("creature cadet f1 f2", "INVALID_PARAM_COUNT"),
    ("spell", "MISSING_CARD"),
    ("spell nope f1 f2 f3", "INVALID_CARD"),
    ("creature nope zz", "INVALID_CARD"),
    ("spell memry nope", "INVALID_CARD"),
    ("spell memry nope cadet", "INVALID_CARD"),
    ("creature angel f8", "INVALID_SLOT"),
    ("battle f1 b", "INVALID_SLOT"),
    ("battle of8 b1", "INVALID_SLOT"),
    ("redraw", "REDRAW_DISABLED"),
    ("creature angel f1", "NOT_IN_HAND"),
    ("creature btlcy f1", "NOT_IN_HAND"),
    ("spell angel", "NOT_IN_HAND"),
    ("creature shock of1", "NOT_CREATURE"),
    ("spell cadet", "NOT_SPELL"),
    ("spell cadet f1 f2 f3", "NOT_SPELL"),
    ("spell shock", "INVALID_PARAM_COUNT_SPELL"),
    ("spell shock f1 f2", "INVALID_PARAM_COUNT_SPELL"),
    ("spell metor f1", "INVALID_PARAM_COUNT_SPELL"),
    ("spell reviv", "INVALID_PARAM_COUNT_SPELL"),
    ("spell reviv cadet cadet", "INVALID_PARAM_COUNT_SPELL"),
    ("creature cadet of3", "NOT_IN_FIELD"),
    ("creature cadet b3", "NOT_IN_FIELD"),
    ("battle b1 f1", "NOT_IN_FIELD"),
    ("battle f7 f1", "FIELD_EMPTY"),
    ("battle f1 f1", "CREATURE_CANNOT_BATTLE"),
    ("battle f2 f1", "NOT_IN_BATTLE"),
    ("battle f2 ob1", "NOT_IN_BATTLE"),
    ("battle f2 b1", "BATTLE_OCCUPIED"),
    ("creature cadet f1", "FIELD_OCCUPIED"),
    ("creature dragn f1", "FIELD_OCCUPIED"),
    ("spell shock f9", "INVALID_SLOT_SPELL"),
    ("spell curse zzzzz", "INVALID_SLOT_SPELL"),
    ("spell shock of1", "TARGET_EMPTY"),
    ("spell curse b7", "TARGET_EMPTY"),
    ("spell reviv angel", "NOT_IN_GRAVEYARD"),
    ("spell reviv shock", "NOT_IN_GRAVEYARD"),
    ("creature dragn f7", "NOT_ENOUGH_MANA"),
    ("spell curse f2", "NOT_ENOUGH_MANA"),
    ("spell metor", "NOT_ENOUGH_MANA"),
    ("spell memry angel", "NOT_ENOUGH_MANA"),
]


@pytest.mark.parametrize(("line", "code"), REFUSALS)
def test_of_several_errors_the_one_with_the_lowest_rank_is_told(line: str, code: str) -> None:
    state = table(
        "me hand: CADET SHOCK METOR REVIV DRAGN CURSE MEMRY | me field: CADET@1 round1, GOLEM@2 | me battle: CADET@1"
        " | me mana 3 | me graveyard: CADET" + (", ANGEL" if line.startswith("spell memry angel") else "")
    )
    before = state.key()
    assert error(state, line) == code
    assert state.key() == before


def test_every_refusal_has_its_case() -> None:
    told = {code for _, code in REFUSALS} | {"REDRAW_NOT_ENOUGH_CARDS"}  # which has a test of its own below
    assert told == {reason.code for reason in REASONS}


def test_the_ranks_are_those_of_the_rulebook() -> None:
    found = sorted((CONFORMANCE.parent / "seeds").glob("000*"))
    if not found:
        pytest.skip(f"no seed documents beside {CONFORMANCE}")
    rows = re.findall(r"^\|\s*(\d+)\s*\|.*`E_([A-Z_]+)`", found[0].read_text("utf-8"), re.MULTILINE)
    assert {(int(rank), code) for rank, code in rows} == {(reason.rank, reason.code) for reason in REASONS}


def test_the_sentence_of_a_refusal_has_its_values() -> None:
    state = table("me hand: DRAGN | me mana 3")
    assert str(state.why_not(state.parse("creature dragn f1"))) == "Dragon costs 8 mana, you have 3"


def test_redraw_is_possible_until_something_was_done_and_shrinks_the_hand() -> None:
    state = GAME.new(GAME.setup(), 5)
    player = state.players[0]
    hand, deck = player.hand[:], list(player.deck[player.drawn :])
    do(state, "redraw")
    assert player.hand == deck[:6]
    assert list(player.deck[player.drawn :]) == [*deck[6:], *hand]
    do(state, *["redraw"] * 5)
    assert len(player.hand) == 1
    assert error(state, "redraw") == "REDRAW_NOT_ENOUGH_CARDS"
    do(state, "done")
    assert not player.may_redraw
    assert state.players[1].may_redraw


def test_cards_are_paid_for_and_the_earliest_copy_leaves_the_hand() -> None:
    state = table("me hand: SHOCK CADET SHOCK CADET FARMR | me mana 3 | foe field: GOLEM@4")
    do(state, "creature CADET F7", "spell SHOCK OF4")
    assert [card.key for card in state.players[0].hand] == ["SHOCK", "CADET", "FARMR"]
    assert state.players[0].mana == 1
    assert zone(state, 0, "field") == "7:CADET 2/1"
    assert zone(state, 1, "field") == "4:GOLEM 5/11 R"


def test_haste_lets_a_creature_battle_in_its_first_round_and_is_told_only_then() -> None:
    state = table("me hand: KNGHT | me field: AGRAT@2")
    assert "Knight is hasty." in do(state, "creature KNGHT F1", "battle F1 B3")
    assert not any("hasty" in line for line in do(state, "battle F2 B2"))


@pytest.mark.parametrize(("lane", "moved"), [(5, False), (2, False), (1, True)])
def test_a_challenger_drags_the_creature_of_its_lane_into_battle_if_there_is_room(lane: int, moved: bool) -> None:
    state = table("me field: GLDTR@3 | foe field: CADET@1, SNAKE@2, FARMR@3 | foe battle: SOLDR@2")
    told = do(state, f"battle F3 B{lane}")
    assert any("challenged" in line for line in told) is moved
    assert (state.players[1].battle[0] is not None) is moved


def test_poison_and_regeneration_at_the_end_of_a_turn_go_creature_by_creature() -> None:
    state = table("me field: HYDRA@1 7/1 +P, CADET@2 +P | me battle: GOLEM@4 5/3")
    told = do(state, "done")
    assert told[:6] == [
        "Golem regenerates.",
        "Hydra regenerates.",
        "Hydra suffers from poison.",
        "Cadet suffers from poison.",
        "Player 1 loses Cadet to the graveyard.",
        "Player 1 is done.",
    ]
    assert zone(state, 0, "field") == "1:HYDRA 7/5 PRU"


def test_nothing_regenerates_in_even_rounds() -> None:
    state = table("me field: HYDRA@1 7/1", round_number=2)
    do(state, "done")
    assert zone(state, 0, "field") == "1:HYDRA 7/1 RU"


def test_a_finished_match_refuses_everything() -> None:
    state = table("foe battle: DRAGN@1 | me health 1", seat=1)
    do(state, "done")
    assert state.legal_actions() == []
    with pytest.raises(IllegalAction, match="the match is over"):
        state.submit(state.parse("done"))


def test_malformed_lines_raise_what_is_wrong_with_them() -> None:
    with pytest.raises(Malformed, match='"dance" is not a command'):
        table().parse("dance")


@pytest.mark.parametrize("line", ["{}", "creature {} F1", "spell {}", "battle F1 {}"])
def test_a_refusal_repeats_words_as_plain_text(line: str) -> None:
    for word in ("\x1b[2J", "\udcff\u202eevil", "x" * 100_000):
        with pytest.raises(Malformed) as refusal:
            table().parse(line.format(word))
        assert str(refusal.value).isprintable()
        assert len(str(refusal.value)) < 200
