"""The match in text, beyond what the console tests show."""

from __future__ import annotations

from tablewright.core.dice import Dice
from tablewright.games.marches import drawing
from tests.games.marches.story import place, skill, table, unit


def test_a_crowded_board() -> None:
    state, _ = table(
        [unit(100, movement=1, MovementDenominator=3)],
        p1={"power_available": False},
        entities=[
            place("a", 2, "p1", 1),
            place("b", 2, "p1", 1),
            place("c", 7, "p2", 1, damage=1),
            place("d", 100, "p2", 9, cooldown=1, damage=2),
        ],
    )
    text = drawing.board_text(state)
    assert " P2 ^MILITIA 2/2 x2        F3 .                      M4 .\n    v[BARRACKS] 3\n" in text
    assert " F6 vUNIT 100 1/3 z " in text
    assert "CONSCRIPTION (used)" in text
    assert all(len(line) <= 90 for line in text.split("\n"))
    assert (
        "1. UNIT 100 of player 2, unit, 3 of 5 HP, attack 1, movement 1/3, rests 2 more turns\n"
        in drawing.tile_text(state, 9)
    )
    assert "3. BARRACKS of player 2, building, 3 of 4 HP\n" in drawing.tile_text(state, 1)


def test_hands() -> None:
    state, _ = table([skill(100, TargetType="LANE", TargetOptions=[])], p1={"hand": [100, 15, 15], "gold": 2})
    assert drawing.hand_text(state) == (
        "Your hand, with 2 gold:\n"
        " +  0 WAR RESERVES x2          skill on the board\n"
        "        You get 2 gold.\n"
        " +  0 CARD 100                 skill on a lane\n"
        "        at PLAINS FOREST MOUNTAIN\n"
    )
    state, _ = table()
    assert drawing.hand_text(state) == "Your hand is empty.\n"


def test_pictures_show_the_own_hand_only() -> None:
    state, _ = table(
        p1={"hand": [16, 9, 9], "deck": [13] * 5},
        p2={"hand": [11]},
        entities=[place("a", 2, "p2", 4), place("b", 2, "p2", 4)],
    )
    assert state.picture(0).endswith("\nHand: THIEF x2, ARROW VOLLEY\n")
    assert state.picture(1).endswith("\nHand: WAR HOUNDS\n")
    assert "Hand:" not in state.picture(None)
    assert state.picture(None).startswith("Turn 1, player 1 to act\n")
    state.submit(state.parse("play arrow volley at F1"))
    assert "ARROW VOLLEY on which one?\n  1. MILITIA of player 2" in state.picture(1)
    assert state.resample(None, Dice(1)).picture(None) == state.picture(None)


def test_unknown_cards_are_named_by_number() -> None:
    state, _ = table()
    assert drawing.card_name(state, 4711) == "card 4711"
    assert drawing.card_name(state, 2) == "MILITIA"
