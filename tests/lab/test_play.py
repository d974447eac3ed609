"""Matches of a study: everybody acts, nothing hangs, and what is noted does not depend on how they are cut up."""

from __future__ import annotations

import json

import pytest

from tablewright.core.match import LONGEST_MATCH
from tablewright.core.registry import find_game
from tablewright.lab.play import STOPPED, play_chunk
from tablewright.lab.study import at_one_table, make_study
from tests.lab.endless import Endless


def test_where_the_order_is_free_every_seat_acts() -> None:
    tables = {"dungeon": ["cellar"], "players": ["each"]}
    study = make_study({"game": "dungeons", "games": 3, "bots": ["greedy"], "tables": tables})
    (chunk,) = study.chunks()
    piece = play_chunk(study, chunk)
    for line, thinking in zip(piece.rows.splitlines(), piece.thinking, strict=True):
        assert len(thinking.choices) == 3
        assert min(thinking.choices) > 0
        assert sum(thinking.choices) == json.loads(line)["actions"]


def test_pieces_of_any_size_have_the_same_rows() -> None:
    study = at_one_table(find_game("ooperations"), {}, ["greedy", "random"], 5, 4)
    (whole,) = (play_chunk(study, chunk).rows for chunk in study.chunks())
    assert "".join(play_chunk(study, chunk).rows for chunk in study.chunks(1)) == whole


@pytest.mark.parametrize(("cooperative", "returns"), [(False, [0.0, 0.0]), (True, [-1.0, -1.0])])
def test_a_match_that_does_not_end_is_stopped_and_is_no_win(cooperative: bool, returns: list[float]) -> None:
    study = at_one_table(Endless(cooperative), {}, ["random", "random"], 1, 0)
    row = json.loads(play_chunk(study, next(study.chunks())).rows)
    assert (row["returns"], row["cause"], row["actions"]) == (returns, STOPPED, LONGEST_MATCH)
