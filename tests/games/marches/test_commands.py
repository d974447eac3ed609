"""Command lines: what they name, and why something cannot be done."""

from __future__ import annotations

import copy
import pickle

import pytest

from tablewright.core.state import Malformed
from tablewright.games.marches.state import MarchesState
from tests.games.marches.story import do, place, skill, table, unit


def at_table() -> MarchesState:
    cards = [
        unit(100, Name="WAR CRY"),
        skill(101),
        skill(102, TargetType="LANE", TargetOptions=[]),
        unit(103, Name="7"),
    ]
    cards += [
        skill(104, TargetType="TILE", TargetOptions=[7]),
        unit(105, Name="WAR HOUNDS"),
        unit(106, Name="SHOUT AT"),
    ]
    state, _ = table(
        cards,
        p1={"hand": [11, 9, 100, 101, 102, 103, 104, 16, 5, 105, 106, 13], "gold": 4},
        entities=[place("a", 2, "p1", 4), place("b", 2, "p2", 5), place("c", 2, "p2", 5)],
    )
    return state


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("play thief at f1", "play THIEF at F1"),
        ("  PLAY   Thief  F1 ", "play THIEF at F1"),
        ("play 9 4", "play THIEF at F1"),
        ("play #9 on forest", "play THIEF at F1"),
        ("play th mountain", "play THIEF at M1"),
        ("play card 101", "play CARD 101"),
        ("play 102 at forest", "play CARD 102 at FOREST"),
        ("play 102 at 2", "play CARD 102 at MOUNTAIN"),
        ("play 103 f1", "play 103 at F1"),
        ("play 104", "play CARD 104 at F4"),
        ("play 11 at P1", "play 11 at P1"),
        ("play shout at at p1", "play SHOUT AT at P1"),
        ("power", "power"),
        ("Done", "done"),
        ("choose 2", "choose 2"),
        ("play thief at p3", "play THIEF at P3"),
        ("play militia at p1", "play MILITIA at P1"),
        ("choose 999", "choose 999"),
        ("choose 0", "choose 0"),
    ],
)
def test_lines_and_the_actions_they_name(line: str, text: str) -> None:
    assert at_table().parse(line).text == text


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("", "UNKNOWN_COMMAND", "the commands of a turn are"),
        ("done now", "UNKNOWN_COMMAND", "the commands of a turn are"),
        ("play", "UNKNOWN_COMMAND", "the commands of a turn are"),
        ("choose x", "UNKNOWN_COMMAND", "the commands of a turn are"),
        ("play war f1", "AMBIGUOUS_CARD", '"WAR" could be WAR HOUNDS (11) or WAR CRY (100) or WAR HOUNDS (105)'),
        ("play war hounds at f1", "AMBIGUOUS_CARD", '"WAR HOUNDS" could be WAR HOUNDS (11) or WAR HOUNDS (105)'),
        ("play theif at f1", "UNKNOWN_CARD", 'there is no card called "THEIF" in this match; did you mean "THIEF"?'),
        ("play thief", "NO_PLACE", "say where: play THIEF at PLACE"),
        ("play militia", "NO_PLACE", "say where: play MILITIA at PLACE"),
        ("play thief at z9", "UNKNOWN_PLACE", '"Z9" is not a place'),
        ("play thief at 18", "UNKNOWN_PLACE", '"18" is not a place'),
    ],
)
def test_lines_that_name_no_action(line: str, code: str, sentence: str) -> None:
    with pytest.raises(Malformed) as refused:
        at_table().parse(line)
    assert refused.value.reason.code == code
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("play militia at p1", "MILITIA is not in your hand"),
        ("play brute at p1", "BRUTE costs 5 gold, and you have 4"),
        ("play thief at p3", "THIEF cannot be played at P3"),
        ("play arrow volley at f1", "ARROW VOLLEY cannot be played at F1"),
        ("play stone road at p1", "STONE ROAD cannot be played at P1"),
        ("play card 101 at f1", "CARD 101 cannot be played at F1"),
        ("power", "CONSCRIPTION costs 5 gold, and you have 4"),
        ("choose 1", "there is nothing to choose"),
    ],
)
def test_reasons_say_what_is_wrong_with_values(line: str, sentence: str) -> None:
    state = at_table()
    assert str(state.why_not(state.parse(line))) == sentence


def test_choosing_among_several_targets() -> None:
    state = at_table()
    assert do(state, "play arrow volley at F2") == []
    assert [action.text for action in state.legal_actions()] == ["choose 1", "choose 2"]
    assert str(state.why_not(state.parse("done"))) == "first choose one of the 2 targets on F2"
    assert str(state.why_not(state.parse("choose 3"))) == "choose a number from 1 to 2"
    assert str(state.why_not(state.parse("choose 0"))) == "choose a number from 1 to 2"
    told = do(state, "choose 2")
    assert told[0] == "player 1 plays ARROW VOLLEY on player 2's MILITIA at F2"
    assert state.tiles[5] == (3,)


def test_one_target_is_taken_without_asking() -> None:
    state = at_table()
    do(state, "play stone road at F1")
    assert state.legal_actions()[0].text == "done"
    assert len(state.tiles[4]) == 2


def test_cards_and_actions_are_shared_and_cannot_be_copied_by_accident() -> None:
    state = at_table()
    with pytest.raises(TypeError, match="cards are shared"):
        pickle.dumps(state.setup.cards[9])
    with pytest.raises(TypeError, match="actions are shared"):
        copy.deepcopy(state.setup.actions.done)
    assert repr(state.setup.cards[9]) == "<9 THIEF>"
