"""Command lines: what they name, and which of several mistakes is reported."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.core.dice import Dice
from tablewright.core.state import Malformed, Reason
from tablewright.games.dungeons import reasons
from tablewright.games.dungeons.actions import ACTIONS, integer, parse
from tablewright.games.dungeons.game import GAME
from tablewright.games.dungeons.tables import HEROES, ITEMS
from tests.games.dungeons.story import table


def code(line: str | bytes) -> str:
    """Return the code of the reason why a line does not name an action."""
    with pytest.raises(Malformed) as refusal:
        parse(line)
    assert str(refusal.value)
    return refusal.value.reason.code


@pytest.mark.parametrize("line", ["", "   ", "qu it", "attck w 1,1", "\x00", "moveb 1,1", "help", "ａttack w 1,1"])
def test_unknown_commands(line: str) -> None:
    assert code(line) == "UNKNOWN_COMMAND"


@pytest.mark.parametrize("line", ["move", "move 1,3", "move b 1, 3", "use b", "attack b 1,1 now", "loot b"])
def test_wrong_numbers_of_parameters(line: str) -> None:
    assert code(line) == "INVALID_PARAM_COUNT"


@pytest.mark.parametrize(
    "line",
    [
        "move z 1,1",
        "move wb 1,1",
        "move 1,1 b",
        "move b 2",
        "move b 2,",
        "move b ,1",
        "move b 1,2,3",
        "move b a,b",
        "move b 1.5,2",
        "move b (1,2)",
        "move b 1;2",
        "move b --1,2",
        "move b 1,²",
        "move b ١,٢",
        "move b 99999999999,1",
        "move b 1,2147483648",
        "move b -2147483649,1",
        "use b mac",
        "use b arrw",
        "use x arrw",
    ],
)
def test_malformed_parameters(line: str) -> None:
    assert code(line) == "INVALID_PARAM"


def test_malformed_parameters_come_before_heroes_that_are_not_there() -> None:
    t = table("B . . .")
    assert t.refused("move w x,y") == "INVALID_PARAM"
    assert t.refused("use w arrw") == "INVALID_PARAM"
    assert t.refused("move w 1,1") == "ENTITY_OR_ITEM_UNAVAILABLE"
    assert t.refused("attack w 77,1") == "ENTITY_OR_ITEM_UNAVAILABLE"


def test_the_table_of_reasons_is_in_the_order_of_rank_and_a_code_has_one_rank() -> None:
    table_of_reasons = [reason for reason in vars(reasons).values() if isinstance(reason, Reason)]
    ranks = [reason.rank for reason in table_of_reasons]
    assert ranks == sorted(ranks)
    assert len({(reason.code, reason.rank) for reason in table_of_reasons}) == max(ranks) == 8


def test_numbers_may_have_signs_and_leading_zeros() -> None:
    assert parse("MOVE B 02,+1") is parse("move b 2,1")
    assert parse(f"move b {'0' * 5000}2,1").text == "move b 2,1"
    assert parse("move b -1,2").number == -1
    assert parse("move b -1,2").text == "move b -1,2"
    assert (integer("2147483647"), integer("-2147483648")) == (2**31 - 1, -(2**31))


def test_case_and_white_space_do_not_matter() -> None:
    assert parse(b"  aTTack\t R   2,2 \r\n") is parse("attack r 2,2")
    assert parse("use B pArM") is parse("USE b PARM")


def test_there_is_one_table_of_actions_for_all_setups() -> None:
    assert len(ACTIONS) == len(HEROES) * (3 * 81 + len(ITEMS) - 2)
    assert GAME.actions(GAME.setup()) is GAME.actions(GAME.setup(dungeon="abyss"))
    with pytest.raises(TypeError, match="shared"):
        pickle.dumps(ACTIONS[0])


@given(st.integers(0, 2**32), st.integers(1, 3))
@settings(max_examples=50, deadline=None)
def test_the_same_seed_and_actions_tell_the_same_story(seed: int, heroes: int) -> None:
    chosen = ["wizard", "barbarian-rogue", "wizard-barbarian-rogue"][heroes - 1]
    setup = GAME.setup(dungeon="chapel", heroes=chosen)
    told: list[list[str]] = [[], []]
    for story in told:
        state, dice = GAME.new(setup, seed), Dice(seed)
        state.watch = lambda event, story=story: story.append(event.told(0))
        while state.outcome is None and len(story) < 300:
            legal = state.legal_actions()
            state.apply(legal[dice.roll(len(legal)) - 1])
    assert told[0] == told[1]
