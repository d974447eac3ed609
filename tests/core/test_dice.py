"""The dice are those of the original programs, and a position in a shared stream."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.core.dice import BLOCK, SHIFT, TWISTER, Dice, ScriptedDice, _computed, dice_at, seed_from_text


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        (0, [2357136044, 2546248239, 3071714933, 3626093760]),
        (1, [1791095845, 4282876139, 3093770124, 4005303368, 491263, 550290313]),
        (1234, [822569775, 2137449171, 2671936806, 3512589365, 1880026316]),
        (2**32 + 1234, [822569775]),
        (12345, [3992670690, 3823185381, 1358822685, 561383553]),
    ],
)
def test_raw_outputs_are_those_of_the_c_library(seed: int, outputs: list[int]) -> None:
    dice = Dice(seed)
    assert [dice.raw() for _ in outputs] == outputs


def test_the_ten_thousandth_output_of_the_default_seed() -> None:
    dice = Dice(5489)
    dice.skip(9999)
    assert dice.raw() == 4123659995
    assert dice.key() == (5489, 10000)


@pytest.mark.parametrize(
    ("seed", "sides", "rolls"),
    [
        (1234, [4, 6, 8, 10, 12, 20, 1, 2, 3, 5, 7, 8], [1, 3, 5, 9, 6, 13, 1, 2, 3, 5, 2, 2]),
        (879212495, [4, 6, 8, 10, 12, 20, 1, 2, 3, 5, 7, 8], [4, 3, 2, 9, 7, 11, 1, 1, 2, 2, 1, 6]),
        (1, [20] * 12, [9, 20, 15, 19, 1, 3, 7, 20, 3, 5, 2, 8]),
        (1, [3000000000] * 6, [1251065996, 2991554425, 2160973468, 2797672084, 384373344, 440267678]),
    ],
)
def test_bounded_draws_are_those_of_the_c_library(seed: int, sides: list[int], rolls: list[int]) -> None:
    dice = Dice(seed)
    assert [dice.roll(n) for n in sides] == rolls


@given(seed=st.integers(0, 2**32 - 1), first=st.integers(0, TWISTER - SHIFT - BLOCK))
def test_outputs_of_the_first_blocks_can_be_computed_without_a_state(seed: int, first: int) -> None:
    dice = dice_at(seed, first)
    assert [dice.raw() for _ in range(BLOCK)] == _computed(seed, first)


def test_shuffling_takes_one_of_those_left_each_time() -> None:
    assert Dice(12345).shuffled(["up", "right", "down", "left"]) == ["left", "down", "up", "right"]
    assert Dice(1).shuffled([]) == []


@given(seed=st.integers(), skip=st.integers(0, 2000), ahead=st.integers(0, 700))
def test_clones_and_restored_dice_have_the_same_future(seed: int, skip: int, ahead: int) -> None:
    dice = Dice(seed)
    dice.skip(skip)
    twin, restored, copied = dice.clone(), dice_at(dice.seed, dice.drawn), pickle.loads(pickle.dumps(dice))
    twin.skip(ahead)
    twin = dice.clone()
    future = [dice.roll(1000) for _ in range(5)]
    assert future == [twin.roll(1000) for _ in range(5)]
    assert future == [restored.roll(1000) for _ in range(5)]
    assert future == [copied.roll(1000) for _ in range(5)]


def test_scripted_dice_tell_a_story_and_complain_when_it_does_not_fit() -> None:
    dice = ScriptedDice([2, 1, 4])
    assert dice.roll(6) == 2
    twin = dice.clone()
    assert [dice.roll(6), dice.roll(6)] == [1, 4]
    assert twin.roll(2) == 1
    with pytest.raises(ValueError, match="the script says 4, but a d3 is rolled"):
        twin.roll(3)
    with pytest.raises(ValueError, match="the script has 3 rolls, and a d6 is wanted"):
        dice.roll(6)


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        (None, None),
        ("7", 7),
        ("  \t+007", 7),
        ("", 0),
        ("   ", 0),
        ("-", 0),
        ("+", 0),
        ("-1", 2**32 - 1),
        (str(2**32 + 7), 7),
        (str(2**64), 2**32 - 1),
        ("9" * 5000, 2**32 - 1),
        ("-3", 2**32 - 3),
        ("7 ", None),
        ("7a", None),
        ("1.5", None),
        ("0x10", None),
        ("--1", None),
        ("٣", None),
    ],
)
def test_seeds_are_read_as_the_original_programs_read_them(text: str | None, seed: int | None) -> None:
    assert seed_from_text(text) == seed
