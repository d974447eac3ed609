"""Whole matches in one call are those that random bots play one action at a time."""

from __future__ import annotations

import json

import pytest

import tablewright
from tablewright.bots.random import RandomBot
from tablewright.core.match import Match
from tablewright.core.registry import find_game
from tablewright.lab.play import play_chunk
from tablewright.lab.study import make_study


@pytest.mark.parametrize(
    ("key", "chosen"),
    [
        ("ooperations", {"deck1": "venom"}),
        ("dungeons", {"dungeon": "cellar"}),
        ("dungeons", {"dungeon": "cellar", "players": "each"}),  # who acts is left to the players
        ("maze", {}),
        ("marches", {}),
    ],
)
def test_they_end_as_those_of_random_bots(key: str, chosen: dict[str, str]) -> None:
    game = find_game(key)
    setup = game.setup(**chosen)
    simulation = tablewright.simulate(game, setup, matches=4, seed=3)
    played = [tablewright.play(game, ["random"] * setup.seats, seed, **chosen) for seed in range(3, 7)]
    assert simulation.outcomes == [match.outcome for match in played]
    assert simulation.lengths == [len(match) for match in played]


def test_a_game_may_be_named_and_brings_its_own_setup() -> None:
    assert tablewright.simulate("maze", matches=2) == tablewright.simulate(find_game("maze"), None, 2, 1)


def test_a_study_of_random_bots_has_the_same_matches() -> None:
    study = make_study({"game": "ooperations", "games": 3, "bots": ["random"], "mirrors": True})
    (chunk,) = study.chunks()
    piece = play_chunk(study, chunk)
    for line, thinking in zip(piece.rows.splitlines(), piece.thinking, strict=True):
        row = json.loads(line)
        match = Match(study.game, study.setup(0, row["seating"]), row["seed"])
        bots = [RandomBot(study.seeding.of_bot(study.seed, row["deal"], seat)) for seat in range(2)]
        outcome = match.play(bots)
        assert outcome is not None
        assert (row["actions"], row["returns"], row["cause"]) == (len(match), list(outcome.returns), outcome.cause)
        assert thinking.choices == (match.seats.count(0), match.seats.count(1))
