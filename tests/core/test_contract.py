"""The small parts of the contract: reasons, outcomes, perspectives, texts, words, problems, registry."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import tablewright
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.perspective import Perspective
from tablewright.core.problems import BadFile, InvalidData, Problem, did_you_mean, read_magic, read_texts
from tablewright.core.registry import find_game, game_keys
from tablewright.core.state import IllegalAction, Outcome, Reason, words
from tests.core.toy import GAME, TOO_MANY


def test_a_reason_has_a_code_and_a_sentence_with_values() -> None:
    reason = TOO_MANY.of(left=2)
    assert str(reason) == "there are only 2 stones"
    assert repr(reason) == "Reason(TOO_MANY: there are only 2 stones)"
    assert reason == TOO_MANY.of(left=2)
    assert hash(reason) == hash(TOO_MANY.of(left=2))
    assert reason != TOO_MANY.of(left=3)
    assert reason != Reason("OTHER", "x")


def test_a_refused_action_says_why_and_is_not_done() -> None:
    state = GAME.new(GAME.read_setup(2), 1)
    with pytest.raises(IllegalAction, match="there are only 2 stones") as refusal:
        state.submit(GAME.table[2])
    assert refusal.value.reason.code == "TOO_MANY"
    assert state.stones == 2


@pytest.mark.parametrize(
    ("outcome", "text", "winners"),
    [
        (Outcome("defeated", (1.0, -1.0)), "seat 1 won (defeated)", (0,)),
        (Outcome("round limit", (0.0, 0.0)), "tie (round limit)", ()),
        (Outcome("escaped", (1.0, 1.0), 12), "seat 1 and seat 2 won (escaped, score 12)", (0, 1)),
        (Outcome("fallen", (-1.0, -1.0)), "lost (fallen)", ()),
    ],
)
def test_an_outcome_says_who_won(outcome: Outcome, text: str, winners: tuple[int, ...]) -> None:
    assert str(outcome) == text
    assert outcome.winners == winners
    assert eval(repr(outcome)) == outcome
    assert hash(eval(repr(outcome))) == hash(outcome)
    assert outcome != Outcome("other", outcome.returns)


def test_states_are_compared_by_position_and_never_hashed() -> None:
    one, two = (GAME.new(GAME.setup(), 1) for _ in range(2))
    assert one == two
    two.apply(GAME.table[0])
    assert one != two
    assert one != "a state"
    with pytest.raises(TypeError, match=r"state\.key"):
        hash(one)


def test_actions_are_shared_and_not_copied() -> None:
    assert repr(GAME.table[0]) == "<take 1>"
    with pytest.raises(TypeError, match=r"action\.text"):
        pickle.dumps(GAME.table[0])


def test_a_perspective_shows_one_seat_and_samples_the_rest() -> None:
    state = GAME.new(GAME.setup(), 1)
    here, there = Perspective(state, 0), Perspective(state, 1)
    assert here.view == {"stones": 12, "secret": state.secrets[0]}
    assert here.legal_actions() == GAME.table
    assert there.legal_actions() == []
    assert here.why_not(GAME.table[0]) is None
    sample = here.sample(Dice(4))
    assert sample.secrets[0] == state.secrets[0]
    assert sample.secrets[1] != state.secrets[1]


def test_words_are_ascii_upper_case_and_split_at_ascii_white_space() -> None:
    assert words("  creature\tcadet \r f1\n") == ["CREATURE", "CADET", "F1"]
    assert words(b"\xff\x0bx\x0c") == ["\udcff", "X"]
    assert words("ß ı\u00a0é") == ["ß", "ı\u00a0é"]
    assert words("") == []


def test_texts_split_at_the_first_colon_and_keep_every_byte(tmp_path: Path) -> None:
    path = tmp_path / "messages.txt"
    path.write_bytes(b"MESSAGE\nI_A: a: b \nE_B:\xff\nD_C:\nno colon\n\n")
    assert read_texts(str(path), "MESSAGE") == {"I_A": " a: b ", "E_B": "\udcff", "D_C": ""}


@pytest.mark.parametrize("content", [None, b"", b"MESSAGE", b"MESSAGES\n", b"MESSAGE\r\n", b"\nMESSAGE\n"])
def test_a_file_without_its_magic_line_is_bad(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "file.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadFile) as bad:
        read_magic(str(path), "MESSAGE")
    assert bad.value.path == str(path)


def test_a_path_that_cannot_be_a_file_is_bad(tmp_path: Path) -> None:
    for path in (str(tmp_path), "a\0b", ""):
        with pytest.raises(BadFile):
            read_magic(path, "MESSAGE")


def test_problems_say_where_and_what() -> None:
    problem = Problem("cards.json", 3, 9, "effect", "no such effect")
    assert str(problem) == "cards.json:3:9: error effect: no such effect"
    assert str(Problem("a", 0, 0, "x", "y", warning=True)) == "a: warning x: y"
    assert str(Problem("a", 2, 0, "x", "y")) == "a:2: error x: y"
    assert repr(problem) == f"<{problem}>"
    assert {problem} == {Problem("cards.json", 3, 9, "effect", "no such effect")}
    assert str(InvalidData([problem, problem])) == f"{problem}\n{problem}"


def test_the_nearest_word_is_offered_whatever_its_case() -> None:
    assert did_you_mean("damge", ["DAMAGE", "DRAW"]) == '; did you mean "DAMAGE"?'
    assert did_you_mean("xyz", ["DAMAGE"]) == ""


def test_games_are_found_by_entry_point() -> None:
    assert "ooperations" in game_keys()
    assert tablewright.game("ooperations") is find_game("ooperations")
    with pytest.raises(ValueError, match='there is no game "oops"'):
        find_game("oops")
    with pytest.raises(ValueError, match='did you mean "ooperations"'):
        find_game("ooperation")


def test_a_game_without_files_of_authors_claims_none(tmp_path: Path) -> None:
    assert not Game().claims(str(tmp_path))
    assert Game().check([]) == []
    assert GAME.setup(stones="30").stones == 30
    with pytest.raises(ValueError, match='Toy has no choice "stone"; did you mean "stones"'):
        GAME.setup(stone="30")
    with pytest.raises(ValueError, match='there is no number of stones "99"'):
        GAME.setup(stones="99")
