"""Effects cannot hang or blow up the program: every bound ends the match as void and names the card."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tablewright.games.marches.game import GAME
from tablewright.games.marches.language import codes
from tablewright.games.marches.state import MarchesState
from tests.games.marches.story import BOARD, Json, do, effect, find, modify, place, skill, table, unit

DAMAGE = effect("EFFECT_DAMAGE", TempVariable=0)


def played(*cards: Json, entities: list[Json] | None = None, line: str = "play 100") -> MarchesState:
    """Play card 100 and return the match."""
    state, _ = table(list(cards), p1={"hand": [100], "gold": 99}, entities=entities or [])
    told = do(state, line)
    if state.fault:
        assert told[-1] == f"the match is void: {state.fault}"
    return state


def assert_void(state: MarchesState, words: str) -> None:
    assert words in state.fault
    assert state.outcome is not None
    assert (state.outcome.cause, state.outcome.returns, state.outcome.winners) == ("VOID", (0.0, 0.0), ())
    assert state.legal_actions() == []
    assert str(state.why_not(state.setup.actions.done)) == "the match is over"
    assert (state.chain, state.gone, state.running) == (None, {}, ())
    assert state.view(None)["fault"] == state.fault
    assert GAME.restore(state.snapshot()) == state


def test_endless_answers_stop_at_the_nesting_bound() -> None:
    hits_back = {
        "POST_DAMAGE": [
            effect("ASSERT_ROLE", SearchCriterion="AFFECTED_ENTITY"),
            BOARD,
            find("OPPONENT", "UNIT"),
            DAMAGE,
        ]
    }
    state = played(
        skill(100, BOARD, find("OPPONENT", "UNIT"), DAMAGE),
        unit(101, Interactions=hits_back),
        entities=[place("a", 101, "p1", 4), place("b", 101, "p2", 5)],
    )
    assert_void(state, "broke the match: its effects ran 100 deep inside each other")
    assert "UNIT 101 (101)" in state.fault


@pytest.mark.parametrize(
    "inner",
    [
        {
            "Interactions": {
                "UNIT_ENTERS_BUILDING": [
                    effect("ADD_LOCATION_REFERENCE", EffectLocation="FOREST"),
                    effect("SUMMON_UNIT", TargetPlayer="OWNER", TempVariable=101),
                ]
            }
        },
        {
            "Triggers": {
                "CURRENT_TILE": {
                    "ON_MARCH": [
                        effect("SELECT_ENTITY", SearchCriterion="ACTOR_ENTITY", TargetPlayer="BOTH", TargetType="UNIT"),
                        effect("MARCH_ENTITIES"),
                    ]
                }
            }
        },
    ],
)
def test_nesting_of_every_kind_stays_far_from_the_limit_of_the_interpreter(inner: Json) -> None:
    """Summoning into buildings and marching inside marches put the most calls between two effect lists."""
    deepest = 0

    def watch(frame: Any, event: str, argument: Any) -> None:
        nonlocal deepest
        depth = 0
        while frame is not None:
            depth, frame = depth + 1, frame.f_back
        deepest = max(deepest, depth)

    state, _ = table(
        [
            unit(101, movement=2, **inner),
            skill(
                100,
                effect("ADD_LOCATION_REFERENCE", EffectLocation="FOREST"),
                effect("SUMMON_UNIT", TargetPlayer="OWNER", TempVariable=101),
                find("BOTH", "UNIT"),
                effect("MARCH_ENTITIES"),
            ),
        ],
        p1={"hand": [100]},
        entities=[place("b", 3, "p1", 4), place("u", 101, "p1", 4)],
    )
    profile = sys.getprofile()
    sys.setprofile(watch)
    try:
        state.submit(state.parse("play 100"))
    finally:
        sys.setprofile(profile)
    assert_void(state, "its effects ran 100 deep inside each other")
    assert deepest < 800


def test_one_hundred_lists_inside_each_other_are_allowed() -> None:
    """A countdown in the accumulator of one unit: it hits itself as long as there is something left."""
    card = unit(
        101,
        Interactions={
            "WHEN_PLAYED": [modify("ACC", "SET", 98), DAMAGE],
            "POST_DAMAGE": [modify("ACC", "ADD", -1), effect("ASSERT", Input="ACC"), DAMAGE],
        },
    )
    state, _ = table([card], p1={"hand": [101]})
    told = do(state, "play 101 at F1")
    assert not state.fault
    assert sum("damage" in line for line in told) == 98


def test_too_many_steps() -> None:
    many = [place(f"u{i}", 2, "p1", 4) for i in range(240)]
    state = played(skill(100, BOARD, *[find("BOTH", "UNIT"), DAMAGE] * 90), entities=many)
    assert_void(state, "CARD 100 (100) broke the match: its effects took more than 20,000 steps in one action")
    state = played(skill(100, BOARD, find("BOTH", "UNIT"), *[DAMAGE] * 100), entities=many)
    assert_void(state, "its effects took more than 20,000 steps in one action")
    state = played(skill(100, *[BOARD] * 5, find("BOTH", "UNIT")), entities=many)
    assert_void(state, "its effects took more than 1,000 targets")


def test_steps_are_counted_anew_in_every_action() -> None:
    state, _ = table(
        [skill(100, BOARD, *[find("BOTH", "UNIT"), DAMAGE] * 20)],
        p1={"hand": [100] * 9},
        entities=[place(f"u{i}", 2, "p1", 4) for i in range(240)],
    )
    do(state, *["play 100"] * 9)
    assert not state.fault


def test_too_many_places() -> None:
    tiles = effect("ADD_LOCATION_REFERENCE", EffectLocation="CURRENT_TILE")
    entities = [place(f"u{i}", 2, "p1", 4) for i in range(200)]
    state = played(skill(100, BOARD, find("BOTH", "UNIT"), *[tiles] * 6), entities=entities)
    assert_void(state, "its effects took more than 1,000 places")


def test_too_many_entities_by_effects_and_by_playing() -> None:
    lane = effect("ADD_LOCATION_REFERENCE", EffectLocation="PLAINS")
    state = played(skill(100, *[lane] * 150, effect("SUMMON_UNIT", TargetPlayer="BOTH", TempVariable=2)))
    assert_void(state, "its effects put more than 256 units and buildings into play")
    full = [place(f"u{i}", 2, "p1", 4) for i in range(codes.MOST_ENTITIES)]
    state = played(unit(100), entities=full, line="play 100 at F1")
    assert_void(state, "UNIT 100 (100) broke the match: there are 256 units and buildings in play already")


@pytest.mark.parametrize(
    "effects",
    [
        [modify("ACC", "SET", 10**9), modify("ACC", "ADD", 1)],
        [modify("ACC", "SET", -(10**9)), modify("ACC", "MULTIPLY", 3)],
        [modify("PLAYERS_GOLD", "MULTIPLY", 10**9, TargetPlayer="OWNER")],
        [BOARD, find("OWNER", "UNIT"), modify("TARGET_HP", "MULTIPLY", 10**9)],
        [
            BOARD,
            find("OWNER", "UNIT"),
            modify("TARGET_HP", "SET", 10**9),
            modify("ACC", "SET", Input="TARGET_HP", MultiInputProcessing="SUM"),
        ],
    ],
)
def test_too_large_numbers(effects: list[Json]) -> None:
    entities = [place("a", 2, "p1", 4), place("b", 2, "p1", 5)]
    assert_void(played(skill(100, *effects), entities=entities), "its effects made a number beyond 1,000,000,000")


def test_large_numbers_of_marches_and_damage() -> None:
    steps = {"CURRENT_TILE": {"ON_MARCH": [modify("MARCH_CURRENT_MOVEMENT", "MULTIPLY", 10**9)]}}
    state, _ = table(
        [unit(101, Triggers=steps)], current="p2", entities=[place("a", 101, "p2", 10), place("h", 11, "p1", 10)]
    )
    do(state, "done")
    assert_void(state, "its effects made a number beyond")
    damage = {"PRE_DAMAGE": [modify("DAMAGE_AMOUNT", "ADD", 10**9), modify("DAMAGE_AMOUNT", "ADD", 10**9)]}
    state, _ = table([unit(101, Interactions=damage)], current="p2", entities=[place("a", 101, "p1", 3)])
    do(state, "done")
    assert_void(state, "its effects made a number beyond")


def test_a_match_that_ends_in_the_middle_leaves_nothing_behind() -> None:
    state = played(skill(100, BOARD, find("OPPONENT", "PLAYER"), effect("KILL_ENTITIES"), modify("ACC", "SET", 10**9)))
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert (state.chain, state.gone, state.running, state.fault) == (None, {}, (), "")
