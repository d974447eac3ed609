"""Counts that are fair, and formulas against values computed elsewhere and against simulation."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tablewright.core.registry import find_game
from tablewright.lab.play import play_chunk
from tablewright.lab.statistics import difference, games_needed, holm, mean_interval, p_value, tally, wilson
from tablewright.lab.study import at_one_table
from tests.lab.endless import Endless


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Wilson score intervals as scipy.stats.binomtest(...).proportion_ci(method="wilson") gives them.
    [(50, 100, 0.40383, 0.59617), (8, 10, 0.49016, 0.94332), (0, 20, 0.0, 0.16113), (20, 20, 0.83887, 1.0)],
)
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-5)


def test_nothing_played_says_nothing() -> None:
    assert mean_interval([0.5]) == (0.5, -math.inf, math.inf)


def test_intervals_hold_the_truth_about_nineteen_times_in_twenty() -> None:
    rng = random.Random(1)
    held = 0
    for _ in range(1000):
        values = [float(rng.random() < 0.3) for _ in range(200)]
        _, low, high = mean_interval(values)
        held += low <= 0.3 <= high
    assert 930 <= held <= 970


def test_a_difference_has_the_sign_of_the_better_side() -> None:
    effect, low, high = difference((70, 100), (50, 100))
    assert effect == pytest.approx(0.2)
    assert 0.06 < low < effect < high < 0.34
    assert p_value(effect, low, high) < 0.01
    assert p_value(0.0, -0.1, 0.1) == pytest.approx(1.0)
    assert p_value(0.0, 0.0, 0.0) == 1.0
    assert p_value(0.1, 0.1, 0.1) == 0.0


@given(wins=st.integers(0, 30), losses=st.integers(0, 30), wins2=st.integers(0, 30), losses2=st.integers(0, 30))
def test_an_effect_is_surprising_if_its_interval_leaves_none_out(
    wins: int, losses: int, wins2: int, losses2: int
) -> None:
    assume(wins + losses and wins2 + losses2)
    effect, low, high = difference((wins, wins + losses), (wins2, wins2 + losses2))
    assume(min(abs(low), abs(high)) > 1e-9)
    assert (p_value(effect, low, high) < 0.05) == (low > 0 or high < 0)


def test_asking_many_questions_at_once_takes_stronger_evidence() -> None:
    assert holm([0.04]) == [True]
    assert holm([0.04, 0.5, 0.6]) == [False, False, False]
    assert holm([0.001, 0.04, 0.02]) == [True, True, True]
    assert holm([0.2, 0.001]) == [False, True]


def test_how_many_games_a_question_needs() -> None:
    # The textbook case: telling 53 % from 50 % with 80 % power takes about 4,400 values a side.
    assert games_needed(0.03, 0.5) == pytest.approx(4360, rel=0.01)
    assert games_needed(-0.03, 0.5) == games_needed(0.03, 0.5)


def test_a_bot_that_meets_itself_comes_out_exactly_even() -> None:
    study = at_one_table(find_game("ooperations"), {}, ["random", "random"], 20, 1)
    one, two = tally(study, [play_chunk(study, chunk) for chunk in study.chunks()])
    assert one.points == two.points == 10


def test_a_stopped_match_counts_as_half_a_point_for_both() -> None:
    study = at_one_table(Endless(), {}, ["random", "random"], 1, 0)
    one, two = tally(study, [play_chunk(study, chunk) for chunk in study.chunks()])
    assert (one.stopped, one.wins, one.ties, one.points, two.points) == (1, 0, 0, 0.5, 0.5)
    assert one.mean_score is None
    assert one.choices == two.choices == 10_000


def test_where_all_win_or_lose_together_a_stopped_match_is_not_won() -> None:
    study = at_one_table(Endless(cooperative=True), {}, ["random"], 1, 0)
    (alone,) = tally(study, [play_chunk(study, chunk) for chunk in study.chunks()])
    assert (alone.games, alone.stopped, alone.wins, alone.ties) == (1, 1, 0, 0)


def test_the_choices_of_all_seats_of_a_bot_count() -> None:
    study = at_one_table(find_game("dungeons"), {"players": "each", "dungeon": "cellar"}, ["greedy"], 2, 0)
    pieces = [play_chunk(study, chunk) for chunk in study.chunks()]
    (party,) = tally(study, pieces)
    assert party.choices == sum(sum(thinking.choices) for piece in pieces for thinking in piece.thinking)
    assert party.mean_score is not None
