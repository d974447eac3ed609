"""Whose turn it is, and what can be taken back: never anything that would take back knowledge."""

from __future__ import annotations

import pytest

from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import LONGEST_MATCH
from tablewright.core.state import IllegalAction, Malformed
from tablewright.table.players import by_names
from tablewright.table.table import Table

from ..support.tables import new_table


def play(table: Table, *lines: str) -> None:
    for line in lines:
        action = table.match.state.parse(line)
        assert table.match.state.why_not(action) is None, line
        table.do(action)


def texts(table: Table) -> list[str]:
    return [action.text for action in table.match.actions]


def first(table: Table, command: str) -> str:
    """Return the first legal command line that starts so."""
    return str(next(action.text for action in table.match.state.legal_actions() if action.text.startswith(command)))


def test_nothing_to_take_back_at_the_start() -> None:
    assert new_table("ooperations", 7, "Ann").why_not_undo() == "there is nothing to take back"


def test_playing_a_creature_tells_nothing_and_can_be_taken_back() -> None:
    table = new_table("ooperations", 7, "Ann")
    before = table.match.state.clone()
    play(table, first(table, "creature"))
    assert table.why_not_undo() == ""
    table.undo()
    assert table.match.state == before
    assert texts(table) == []


def test_several_actions_are_taken_back_one_by_one() -> None:
    table = new_table("ooperations", 7, "Ann", "Bea")
    play(table, "creature SQIRL F1", "done", "done", "done", "battle F1 B2")
    assert table.why_not_undo() == ""
    table.undo()
    assert texts(table)[-1] == "done"
    assert table.why_not_undo() == "the last action was Bea's"


def test_new_cards_cannot_be_put_back() -> None:
    table = new_table("ooperations", 7, "Ann")
    play(table, "redraw")
    assert table.why_not_undo() == '"redraw" has shown something that was hidden'


def test_a_turn_that_led_to_a_draw_cannot_be_taken_back() -> None:
    table = new_table("ooperations", 7, "Ann")
    play(table, "done", "done")
    assert "has shown something that was hidden" in table.why_not_undo()


def test_what_a_bot_played_from_its_hand_was_hidden() -> None:
    table = new_table("ooperations", 7, "Ann")
    play(table, "done")
    play(table, first(table, "creature"))
    assert table.match.told_new(2, seat=0)
    assert not table.match.told_new(1, seat=0)


def test_another_persons_action_is_not_ours_to_take_back() -> None:
    table = new_table("ooperations", 7, "Ann", "Bea")
    play(table, first(table, "creature"), "done")
    assert table.match.turn == 1
    assert table.why_not_undo() == "the last action was Ann's"


def test_a_match_that_is_over_stays_over() -> None:
    table = new_table("ooperations", 7, "Ann", "Bea")
    while table.match.state.outcome is None:
        play(table, "done")
    assert table.why_not_undo() == "the match is over"


def test_flipping_a_card_that_was_never_seen_tells_something_until_all_four_are_known() -> None:
    table = new_table("maze", 1, "Ann")
    told = []
    for number in range(6):
        play(table, "flip")
        told.append(table.match.told_new(number + 1, seat=0))
    assert told == [True, True, False, False, False, False]  # the fourth card is the one that is left


def test_revealing_a_room_cannot_be_taken_back_but_moving_can() -> None:
    dice, revealed = Dice(3), 0
    for seed in range(4):
        table = new_table("maze", seed, "Ann")
        while table.match.state.outcome is None and len(table.match) < 80:
            legal = table.match.state.legal_actions()
            action = legal[dice.roll(len(legal)) - 1]
            covered = table.match.state.view(0)["rooms"].count(None)
            table.do(action)
            found = covered - table.match.state.view(0)["rooms"].count(None)
            if action.text.startswith("move"):
                revealed += found
                assert table.match.told_new(len(table.match), seat=0) == (found > 0 and covered > 1)
    assert revealed > 3


def test_dice_that_rolled_cannot_be_taken_back() -> None:
    table = new_table("dungeons", 7, "Ann")
    assert table.match.state.setup.seats == 1  # type: ignore[attr-defined]
    play(table, first(table, "move"))
    assert table.why_not_undo() == ""
    play(table, first(table, "attack"))
    assert "has shown something that was hidden" in table.why_not_undo()


def test_players_of_one_party_share_a_turn_and_may_take_back_each_others_moves() -> None:
    table = new_table("dungeons", 7, "Ann", "Bea", "Cy", players="each")
    assert table.match.turn == 0
    assert table.offered() == [0, 1, 2]
    assert not table.needs_cover()
    play(table, next(line for line in lines(table) if line.startswith("move b")))
    assert table.match.turn == 2  # Bea's hero acted, so Cy is next around the table
    assert table.why_not_undo() == ""


def test_a_bot_in_the_party_gets_its_turn_when_the_one_before_it_has_acted() -> None:
    table = new_table("dungeons", 7, "Ann", "bot easy", "Cy", players="each")
    assert table.offered() == [0, 2]
    play(table, next(line for line in lines(table) if line.startswith("move w")))
    assert table.match.turn == 1
    assert table.bot_name(1) == "easy"


def lines(table: Table) -> list[str]:
    return [action.text for action in table.match.state.legal_actions()]


def test_only_rivals_with_secrets_need_a_cover() -> None:
    assert new_table("ooperations", 7, "Ann", "Bea").needs_cover()
    assert not new_table("ooperations", 7, "Ann").needs_cover()
    assert not new_table("maze", 7, "Ann").needs_cover()


def test_undo_agrees_with_what_the_rules_hide_over_random_matches(ooperations: Game) -> None:
    """In this game hidden are decks and hands: only draws, redraws and the other's cards tell something."""
    dice = Dice(1)
    for seed in range(3):
        table = new_table("ooperations", seed, "Ann")
        while table.match.state.outcome is None:
            legal = table.match.state.legal_actions()
            action = legal[dice.roll(len(legal)) - 1]
            seat, round_before = table.match.turn, table.match.state.view(0)["round"]
            table.do(action)
            drew = table.match.state.view(0)["round"] > round_before and table.match.state.outcome is None
            mine = seat == 0 and action.text != "redraw"
            if mine and not drew and table.match.state.outcome is None:
                assert not table.match.told_new(len(table.match), seat=0), action.text
            if drew or action.text == "redraw" or (seat == 1 and action.text.startswith(("creature", "spell"))):
                assert table.match.told_new(len(table.match), seat=0), action.text


def test_a_rival_learns_from_what_we_play_but_that_is_no_reason_against_taking_it_back() -> None:
    table = new_table("marches", 7, "Ann", "Bea")
    play(table, first(table, "play"))
    assert table.match.told_new(1, seat=1)
    assert not table.match.told_new(1, seat=0)
    assert table.why_not_undo() == ""


def test_a_typed_line_is_an_action_or_the_reason_against_it() -> None:
    table = new_table("dungeons", 7, "Ann", "bot easy", "Cy", players="each")
    mine, bots = (next(line for line in lines(table) if line.startswith(f"move {hero}")) for hero in "wb")
    assert table.read(mine.upper()).text == mine
    with pytest.raises(IllegalAction, match=r"^bot easy decides that$"):
        table.read(bots)
    with pytest.raises(IllegalAction) as raised:
        table.read("move w 9,9")
    assert raised.value.reason == table.match.state.why_not(table.match.state.parse("move w 9,9"))
    with pytest.raises(Malformed):
        table.read("dance")


def test_a_hint_is_a_legal_action_with_a_reason_and_changes_nothing() -> None:
    table = new_table("maze", 1, "Ann")
    before = table.match.state.key()
    action, why = table.advice(table.match.perspective(0))
    assert action.text in lines(table)
    assert why
    assert table.match.state.key() == before


def test_the_ending_names_who_has_won() -> None:
    table = new_table("ooperations", 7, "Ann", "Bea")
    assert table.ending == "no result"
    while not table.match.over:
        play(table, lines(table)[0 if table.match.turn == 0 else -1])
    assert table.match.result == "seat 2 won (defeated)"
    assert table.ending == "Bea won (defeated)"
    assert by_names("seat 1 and seat 12 won (seated)", ["Ann"]) == "Ann and seat 12 won (seated)"


def test_a_long_match_of_people_is_not_stopped() -> None:
    table = new_table("maze", 1, "Ann")
    for _ in range(50):
        table.do(table.read("flip"))
    assert Table(table.match.record()).match.limit > 10 * LONGEST_MATCH
