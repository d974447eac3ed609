"""The laws of every game, over thousands of random matches in random dungeons."""

from __future__ import annotations

import pytest

from tablewright.core.dice import Dice
from tablewright.games.dungeons.game import GAME, dungeons
from tablewright.games.dungeons.generate import random_dungeon
from tablewright.games.dungeons.setup import DungeonsSetup, party
from tablewright.testing import check_match


def random_setup(dice: Dice) -> DungeonsSetup:
    """Return any party before any dungeon: narrow rooms, peaceful ones, crowded ones."""
    sizes = [(1, 9), (1, 3), (3, 4), (3, 9)][dice.roll(4) - 1]
    danger = [0, 0, 1, 2, 5][dice.roll(5) - 1]
    rooms = random_dungeon(dice, dice.roll(9), sizes, danger)
    heroes = dice.shuffled([("Ann", "W"), ("Bob", "B"), ("Cid", "R")])[: dice.roll(3)]
    seats = 1 if dice.roll(2) == 1 else len(heroes)
    return DungeonsSetup(rooms, party(heroes, seats), seats, 60 * dice.roll(4))


@pytest.mark.parametrize("chunk", range(10))
def test_laws_hold_in_random_dungeons(chunk: int) -> None:
    for seed in range(chunk * 100, chunk * 100 + 100):
        check_match(GAME, random_setup(Dice(seed)), seed, every=100)


@pytest.mark.parametrize("name", dungeons())
@pytest.mark.parametrize("players", ["one", "each"])
def test_laws_hold_in_the_shipped_dungeons(name: str, players: str) -> None:
    for seed in range(4):
        check_match(GAME, GAME.setup(dungeon=name, players=players), seed, every=60)


@pytest.mark.parametrize("chunk", range(4))
def test_random_matches_end_in_different_ways_and_reach_deep_rooms(chunk: int) -> None:
    causes = set()
    entered = set()
    for seed in range(chunk * 500, chunk * 500 + 500):
        dice = Dice(seed + 2**31)
        state = GAME.new(random_setup(dice), seed)
        while state.outcome is None:
            legal = state.legal_actions()
            state.apply(legal[dice.roll(len(legal)) - 1])
        assert state.total <= state.setup.limit
        causes.add(state.outcome.cause)
        entered.add(sum(1 for hoards in state.memory if hoards is not None))
    assert causes >= {"defeat", "flight", "limit"}  # hardly anybody defeats a Lich by chance
    assert entered >= {1, 2, 3, 4, 5}
