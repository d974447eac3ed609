"""What is said of a match that is over."""

from __future__ import annotations

import pytest

from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.registry import find_game
from tablewright.table.ending import figures, turning_points, verdict
from tablewright.table.wording import wording_of
from tablewright.testing import random_record

from ..support.tables import every_game


def over(game: Game, seed: int, *names: str) -> Match:
    record = random_record(game, game.setup(), seed)
    record.seats = list(names[: len(record.seats)])
    return Match.replay(record)


def test_the_verdict_names_who_won_and_why() -> None:
    match = over(find_game("ooperations"), 1, "Ann", "Bea")
    assert match.outcome is not None
    (winner,) = match.outcome.winners
    loser = match.names[1 - winner]
    assert (
        verdict(match, wording_of(match.game, match.setup)) == f"{match.names[winner]} won: {loser} has no health left"
    )
    match.names[1 - winner] = "You"
    assert verdict(match, wording_of(match.game, match.setup)).endswith("won: You have no health left")
    begun = Match(match.game, match.setup, 1)
    assert verdict(begun, wording_of(match.game, match.setup)) == ""


@pytest.mark.parametrize("game", every_game())
def test_figures_count_every_action_and_turning_points_are_positions(game: Game) -> None:
    match = over(game, 1, "Ann", "Bea", "Cy")
    assert match.outcome is not None
    sentence = verdict(match, wording_of(game, match.setup))
    assert sentence
    assert "{" not in sentence
    first, *rest = figures(match)
    assert first.startswith(f"{len(match)} actions")
    numbers = [int(word) for line in rest for word in line.replace(",", " ").split() if word.isdigit()]
    assert sum(numbers) == len(match)
    points = turning_points(match, wording_of(game, match.setup))
    assert [number for number, _ in points] == sorted(number for number, _ in points)
    assert all(0 < number <= len(match) and " after this: " in text for number, text in points)
    if game.key == "ooperations":
        assert points
