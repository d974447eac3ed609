"""Cards and boards as text, where the seeds' examples do not reach."""

from __future__ import annotations

from tablewright.games.ooperations.drawing import card_lines, hand_text
from tests.games.ooperations.story import CARDS, table


def test_a_card_shows_at_most_five_traits_and_two_digits() -> None:
    state = table("me field: TUTOR@1 105/100 +BFH, SNAKE@2 2/1 +BFH, SNAKE@3 99/99 +BFHL")
    creatures = [creature for creature in state.players[0].field if creature]
    drawn = [card_lines(creature.card, creature) for creature in creatures]
    assert drawn[0] == (" _____M04", "| TUTOR |", "| BCFHL |", "A**___H**")
    assert drawn[1] == (" _____M02", "| SNAKE |", "| BFHV  |", "A02___H01")
    assert drawn[2][2:] == ("| BFHLV |", "A99___H99")
    six = table("me field: TUTOR@1 +BFHP").players[0].field[0]
    assert six is not None
    assert card_lines(six.card, six)[2] == "| BCFH+ |"


def test_spells_show_a_variable_cost_as_xx() -> None:
    assert card_lines(CARDS["CLONE"], None) == (" _____MXX", "| CLONE |", "|       |", " _______ ")


def test_a_hand_is_drawn_in_rows_of_seven() -> None:
    lines = hand_text([CARDS["TUTOR"]] * 7 + [CARDS["CLONE"]]).split("\n")
    assert len(lines) == 9
    assert lines[1] == "    " + "   ".join(["| TUTOR |"] * 7)
    assert lines[7] == "     _______ "
    assert hand_text([]) == ""


def test_a_picture_shows_the_own_hand_only() -> None:
    state = table("me hand: CADET | foe hand: DEVIL | foe field: GOLEM@1")
    assert "CADET" in state.picture(0)
    assert "DEVIL" not in state.picture(0)
    assert "CADET" not in state.picture(None)
    assert "GOLEM" in state.picture(None)
