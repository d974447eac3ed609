"""The maze solver as a bot: close to its own plan, blind to what is hidden, and a level worse for what it overlooks."""

from __future__ import annotations

import pytest

from tablewright.bots.play import play
from tablewright.bots.registry import levels, make_bot
from tablewright.core.perspective import Perspective
from tablewright.games.maze.game import GAME
from tablewright.games.maze.solver.explore import explore
from tablewright.testing import check_bot

SEEDS = (0, 1)


def flips(bot: str) -> int:
    return sum(play(GAME, [bot], seed).state.counter for seed in SEEDS)


def test_hard_is_close_to_the_plan_that_knows_the_cards_and_whoever_overlooks_more_needs_more_flips() -> None:
    easy, normal, hard = (flips(level) for level in levels(GAME))
    assert easy > normal > hard
    needed = [explore(GAME.new(GAME.setup(), seed)).flips or 0 for seed in SEEDS]
    assert hard <= 1.15 * sum(needed)


def test_a_level_that_overlooks_things_sees_no_more_than_a_person() -> None:
    check_bot(lambda: make_bot("easy", GAME, seed=5), GAME, GAME.setup(), 3, every=400)


def test_it_says_when_it_has_overlooked_something() -> None:
    bot = make_bot("solver:95", GAME, seed=1)
    state = GAME.new(GAME.setup(layout="short"), 1)
    said = set()
    for _ in range(20):
        state.submit(bot.choose(Perspective(state, 0)))
        said.add(bot.why())
    assert "the card was turned before anybody noticed what it was good for" in said


@pytest.mark.parametrize("argument", ["96", "many", "-1", "9999999999999"])
def test_what_it_cannot_overlook_is_refused_with_a_sentence(argument: str) -> None:
    with pytest.raises(ValueError, match="it can overlook 0 to 95"):
        make_bot(f"solver:{argument}", GAME)
