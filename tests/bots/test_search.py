"""The search plays any game through the contract alone, and what it asks of a game's heuristics is true."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.bots.greedy import GreedyBot
from tablewright.bots.heuristics import Heuristics, find_heuristics
from tablewright.bots.ooperations.heuristics import creature_points, duel
from tablewright.bots.play import play
from tablewright.bots.registry import make_bot
from tablewright.bots.search import SearchBot
from tablewright.core.dice import Dice
from tablewright.core.perspective import Perspective
from tablewright.core.registry import find_game
from tablewright.games.ooperations.battle import fight_all_lanes
from tablewright.games.ooperations.events import CreatureDied, OoperationsEvent
from tablewright.games.ooperations.pieces import CREATURE, POISONED, TRAIT_LETTERS, Creature
from tablewright.testing import check_bot
from tests.core import toy
from tests.support.transcript import ROOT


def test_a_game_about_which_nothing_is_known_is_searched_by_its_rules_alone() -> None:
    assert type(find_heuristics("toy")) is Heuristics
    state = toy.GAME.new(toy.GAME.setup(), 1)
    state.stones = 2  # take both and win, or take one and let the opponent win unless the die helps
    bot = SearchBot(find_heuristics("toy"), 100)
    assert bot.choose(Perspective(state, 0)).text == "take 2"
    assert "of 100 playouts" in bot.why()


class Promising(Heuristics):
    def promise(self, state: toy.ToyState, action: Any) -> Sequence[float]:
        after = state.clone()
        after.apply(action)
        return self.outlook(after) or (0.0, 0.0)


def test_what_promises_more_is_tried_first() -> None:
    state = toy.GAME.new(toy.GAME.setup(), 1)
    state.stones = 2
    assert SearchBot(Heuristics(), 1).choose(Perspective(state, 0)).text == "take 1"
    assert SearchBot(Promising(), 1).choose(Perspective(state, 0)).text == "take 2"


def test_an_only_choice_needs_no_thought() -> None:
    state = toy.GAME.new(toy.GAME.setup(), 1)
    state.stones = 1
    bot = SearchBot(find_heuristics("toy"), 100)
    assert bot.choose(Perspective(state, 0)).text == "take 1"
    assert bot.why() == "nothing else is worth a thought"


@pytest.mark.parametrize("make", [lambda: SearchBot(Heuristics(), 20, 3), lambda: GreedyBot(Heuristics(), 3)])
def test_without_heuristics_bots_obey_the_law_of_bots_too(make) -> None:  # type: ignore[no-untyped-def]
    check_bot(make, toy.GAME, toy.GAME.setup(), 3, every=1)


class ShortSighted(Heuristics):
    horizon = 2


def test_a_playout_that_does_not_end_says_nothing() -> None:
    assert ShortSighted().playout(toy.GAME.new(toy.GAME.setup(), 1), Dice(1)) == ()


CARDS = [card for card in find_game("ooperations").setup().cards.cards if card.aim == CREATURE]


@st.composite
def creatures(draw: st.DrawFn) -> Creature:
    traits = draw(st.integers(0, (1 << len(TRAIT_LETTERS)) - 1))
    return Creature(draw(st.sampled_from(CARDS)), draw(st.integers(0, 9)), draw(st.integers(1, 9)), traits, 0)


@given(creatures(), creatures(), st.sampled_from([0, 1]))
@settings(max_examples=300, deadline=None)
def test_a_duel_in_the_head_ends_as_on_the_board(one: Creature, two: Creature, attacker: int) -> None:
    game = find_game("ooperations")
    state = game.new(game.setup(), 1)
    state.attacker = attacker
    sides = (one, two) if attacker == 0 else (two, one)
    for player, creature in zip(state.players, sides, strict=True):
        player.health = 100
        player.battle[0] = creature
    told: list[OoperationsEvent] = []
    state.watch = told.append
    fight_all_lanes(state)
    health_one, health_two, surplus_one, surplus_two = duel(one, two)
    owner_one, owner_two = state.players[attacker], state.players[1 - attacker]
    assert (owner_one.health, owner_two.health) == (100 - surplus_one, 100 - surplus_two)
    died = {event.seat for event in told if isinstance(event, CreatureDied)}
    assert (attacker in died, 1 - attacker in died) == (health_one <= 0, health_two <= 0)


@given(creatures())
@settings(max_examples=200, deadline=None)
def test_poison_and_wounds_never_make_a_creature_worth_more(creature: Creature) -> None:
    assert creature_points(creature.with_traits(creature.traits | POISONED)) <= creature_points(creature)
    assert creature_points(creature.with_health(creature.health - 1)) <= creature_points(creature)


def test_no_heuristic_names_a_single_card() -> None:
    folder = ROOT / "src" / "tablewright" / "bots"
    source = "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))
    for key in ("ooperations", "marches"):
        cards = find_game(key).setup().cards
        names = [card.name for card in (cards.values() if isinstance(cards, dict) else cards.cards)]
        names += [card.key for card in getattr(cards, "cards", [])]
        assert [name for name in names if f'"{name}"' in source or f"'{name}'" in source] == []


PLUGIN = """
from tablewright.bots.bot import Bot, Profile
from tablewright.bots.heuristics import Heuristics

class Last(Bot):
    profile = Profile("nothing", "not", "nothing")
    def choose(self, perspective):
        return perspective.legal_actions()[-1]

class Known(Heuristics):
    pass

KNOWN = Known()
NO_BOT = 7
"""
ASK = """
from tablewright.bots.heuristics import find_heuristics
from tablewright.bots.registry import bot_names, make_bot, other_bots
from tablewright.core.registry import find_game
print(type(make_bot("last", "ooperations")).__name__, type(find_heuristics("elsewhere")).__name__)
for name in ("broken", "missing", "crashing"):
    try: make_bot(name, "ooperations")
    except ValueError as error: print(error)
game = find_game("ooperations")
print(*other_bots(game), *(name for name in bot_names(game) if name in ("greedy", "missing", "crashing")))
print(find_game("maze").title, make_bot("greedy", "ooperations").name)
import tablewright.envs.gym
"""


def test_bots_and_heuristics_of_other_packages_are_found_and_a_broken_one_spoils_only_itself(tmp_path: Path) -> None:
    info = tmp_path / "other_bots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-bots\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[tablewright.bots]\nlast = other_bots:Last\nbroken = other_bots:NO_BOT\n"
        "missing = no_such_module:Bot\ncrashing = crashing_bots:Bot\n"
        "[tablewright.games]\ncrashing = crashing_bots:GAME\n"
        "[tablewright.observations]\ncrashing = crashing_bots:encoder\n"
        "[tablewright.heuristics]\nelsewhere = other_bots:KNOWN\n"
    )
    (tmp_path / "other_bots.py").write_text(PLUGIN)
    (tmp_path / "crashing_bots.py").write_text("1 / 0")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{ASK}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    broken = 'the package other-bots is broken: its "{}" of tablewright.{} ends in {}'
    assert ran.stdout.splitlines() == [
        "Last Known",
        'the entry point "broken" of tablewright.bots does not lead to a bot',
        missing := broken.format("missing", "bots", "ModuleNotFoundError: No module named 'no_such_module'"),
        crashing := broken.format("crashing", "bots", "ZeroDivisionError: division by zero"),
        "last greedy",
        "OOP1 Maze greedy",
    ]
    assert {f"tablewright: {missing}", f"tablewright: {crashing}"} < set(ran.stderr.splitlines())
    assert broken.format("crashing", "games", "ZeroDivisionError: division by zero") in ran.stderr


def test_the_solver_finds_the_treasure_and_gives_up_only_where_there_is_none() -> None:
    game = find_game("maze")
    state = game.new(game.setup(), 1)
    bot = make_bot("solver", game)
    while state.outcome is None:
        state.submit(bot.choose(Perspective(state, 0)))
        assert "no way to this goal needs fewer" in bot.why()
    assert state.outcome.winners == (0,)
    for seed in range(14, 19):  # in some of these a card comes that it had guessed otherwise
        match = play(game, [make_bot("solver", game, seed)], seed)
        assert match.outcome is not None
        assert match.outcome.winners == (0,)
    lost = game.new(game.setup(layout="SA"), 1)
    while lost.outcome is None and "no way leads to the treasure" not in bot.why():
        lost.submit(bot.choose(Perspective(lost, 0)))
    assert lost.outcome is None


def test_greedy_finds_its_way_through_maze_and_dungeon() -> None:
    for key, chosen in (("maze", {}), ("dungeons", {"dungeon": "cellar"})):
        game = find_game(key)
        state = game.new(game.setup(**chosen), 2)
        bot = make_bot("greedy", game)
        for _ in range(1000):
            if state.outcome is not None:
                break
            state.submit(bot.choose(Perspective(state, 0)))
        assert state.outcome is not None


def test_the_search_plays_a_whole_match_of_cards() -> None:
    game = find_game("ooperations")
    match = play(game, [make_bot("search:3", game), make_bot("greedy", game)], 5)
    assert match.outcome is not None


def test_minimax_says_what_it_expects_and_takes_a_number_of_deals() -> None:
    game = find_game("marches")
    state = game.new(game.setup(), 1)
    bot = make_bot("minimax:1", game)
    assert state.why_not(bot.choose(Perspective(state, 0))) is None
    assert "in 1 deals of what is hidden" in bot.why()
    with pytest.raises(ValueError, match="must be a number of deals"):
        make_bot("minimax:few", game)
