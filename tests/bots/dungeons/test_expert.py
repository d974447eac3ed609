"""The party's expert: legal, blind to what is hidden, quick to repeat itself, and better the longer it may think."""

from __future__ import annotations

import pytest

from tablewright.bots.dungeons import expert, tactics
from tablewright.bots.registry import make_bot
from tablewright.core.dice import Dice
from tablewright.core.perspective import Perspective
from tablewright.games.dungeons.files import parse_rooms
from tablewright.games.dungeons.game import GAME
from tablewright.games.dungeons.generate import random_dungeon
from tablewright.games.dungeons.setup import DungeonsSetup, party
from tablewright.games.dungeons.state import DungeonsState
from tablewright.games.dungeons.tables import ITEMS
from tablewright.testing import check_bot

HEROES = [("Ann", "W"), ("Bob", "B"), ("Cid", "R")]


def play(state: DungeonsState, choose: object) -> DungeonsState:
    while state.outcome is None:
        action = choose(state)
        assert state.why_not(action) is None, action.text
        state.apply(action)
    return state


def by_expert(state: DungeonsState) -> object:
    return expert.choose(Perspective(state, 0))


class ExpertBot:
    choose = staticmethod(expert.choose)


def test_the_expert_never_peeks_and_is_always_legal() -> None:
    for seed in range(3):
        setup = DungeonsSetup(random_dungeon(Dice(seed), 3), party(HEROES, 1), 1, 60)
        check_bot(ExpertBot, GAME, setup, seed, every=20)


def test_the_rules_of_thumb_are_legal_in_any_dungeon_and_lead_to_an_end() -> None:
    for seed in range(150):
        heroes = HEROES[: 1 + seed % 3]
        setup = DungeonsSetup(random_dungeon(Dice(seed), 1 + seed % 5), party(heroes, 1), 1, 2000)
        assert play(GAME.new(setup, seed), tactics.choose).outcome.cause in ("completion", "defeat", "limit", "flight")


def alive(choose: object, dungeon: str, seed: int) -> int:
    return sum(hero.health > 0 for hero in play(GAME.new(GAME.setup(dungeon=dungeon), seed), choose).heroes)


def test_thinking_pays() -> None:
    """The rules of thumb alone lose this deal."""
    assert alive(tactics.choose, "chapel", 4) < alive(by_expert, "chapel", 4)


def test_haste_costs_heroes() -> None:
    easy, hard = (sum(alive(led_by(level, seed), "cellar", seed) for seed in (5, 6)) for level in ("easy", "hard"))
    assert easy < hard


def led_by(level: str, seed: int) -> object:
    bot = make_bot(level, GAME, seed)
    return lambda state: bot.choose(Perspective(state, 0))


def test_thinking_is_bounded_for_a_party_that_has_everything_among_many_foes() -> None:
    chest = "".join(f",{item.abbreviation},9" for item in ITEMS)
    foes = "".join(f"Z:9,{lane}:{lane};" for lane in range(1, 10))
    rooms, problems = parse_rooms([f"1:9,9;D:5,5:0;T:4,4:0{chest};L:1,1:1;{foes}"], "dungeon")
    assert problems == []
    state = GAME.new(DungeonsSetup(rooms, party(HEROES, 1), 1, 60), 3)
    state.submit(state.parse("loot w 4,4"))
    dice = Dice(1)
    actions = expert.candidates(state)
    expert.best_of(state, actions, dice)
    assert len(actions) > 16
    assert dice.drawn < 6 + 12 + 24 + 48 + 96  # playouts of each action in five rounds, if there were no bound


def test_expected_damage_is_the_mean_over_all_rolls() -> None:
    hero = GAME.new(GAME.setup(), 1).heroes[0]
    attack = hero.gear.attack
    assert attack is not None
    assert attack.dice == 1
    lost = [min(7, max(0, pips + attack.plus - 3)) for pips in range(1, attack.sides + 1)]
    wanted = sum(value + (tactics.KILL if value == 7 else 0) for value in lost) / attack.sides
    assert tactics.expected(attack, False, 3, 7) == pytest.approx(wanted)


def test_the_expert_repeats_itself_and_changes_nothing() -> None:
    state = GAME.new(GAME.setup(), 5)
    before = state.key()
    first = by_expert(state)
    assert state.key() == before
    assert by_expert(state) is first
