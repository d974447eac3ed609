"""The story of an action: the answer to "why did nothing happen?", instruction by instruction."""

from __future__ import annotations

import pytest

from tablewright.games.marches.language.cards import read_card
from tablewright.games.marches.language.effects import EFFECTS, Effect
from tablewright.games.marches.machine.trace import MOST_LINES, EffectStory, folded, story_of
from tests.games.marches.story import BOARD, Json, document, effect, find, gold, modify, place, skill, table, unit


def story(*effects: Json, line: str = "play 100", cards: list[Json] | None = None, **more: object) -> list[str]:
    entities = [place("m", 2, "p1", 4), place("w", 3, "p2", 9)]
    state, _ = table([skill(100, *effects, **more), *(cards or [])], p1={"hand": [100]}, entities=entities)
    before = state.clone()
    told = [text.strip() for text in story_of(state, state.parse(line))]
    assert state == before
    return told


def select(criterion: str, owner: str, kind: str) -> Json:
    return effect("SELECT_ENTITY", SearchCriterion=criterion, TargetPlayer=owner, TargetType=kind)


def test_a_story_from_the_first_word_to_the_last() -> None:
    assert story(
        select("PLAY_TARGET_ENTITY", "OWNER", "UNIT"),
        modify("TARGET_ATTACK", "ADD", 2),
        TargetType="UNIT",
        TargetOptions=[],
        line="play 100 at f1",
    ) == [
        "player 1's CARD 100, when this is played; the one it was played on is player 1's MILITIA on F1:",
        "1. target the one it was played on if it is a friendly unit",
        "= targets: player 1's MILITIA on F1",
        "2. add 2 to the attack of every target",
        "- player 1's MILITIA has attack 4 instead of 2",
        "= done",
    ]


def result(*effects: Json, **more: object) -> str:
    """Return the last result of a story."""
    lines = [line for line in story(*effects, **more) if line.startswith("= ")]  # type: ignore[arg-type]
    return lines[-1]


def test_why_a_selection_is_empty() -> None:
    assert result(select("EFFECT_OWNING_ENTITY", "OPPONENT", "SKILL")) == (
        "= no targets: this card itself is player 1's CARD 100, a friendly skill"
    )
    assert result(select("AFFECTED_ENTITY", "BOTH", "UNIT")) == "= no targets: nobody is the one it is done to here"
    assert result(effect("SELECT_ENTITY", SearchCriterion="ACTOR_ENTITY")) == "= no targets: TargetPlayer names nobody"
    assert result(find("BOTH", "UNIT")) == "= no targets: no place has been added"
    assert result(BOARD, find("OPPONENT", "UNIT")) == "= no targets: nobody there fits"
    assert result(BOARD, find("BOTH", "UNIT|BUILDING")) == (
        "= targets: player 1's MILITIA on F1, player 2's WORKSHOP on F6"
    )


def test_why_an_effect_does_nothing() -> None:
    nobody = select("AFFECTED_ENTITY", "BOTH", "UNIT")
    assert result(nobody, effect("KILL_ENTITIES")) == "= nothing: there are no targets"
    assert result(effect("SUMMON_UNIT", TargetPlayer="OWNER", TempVariable=2)) == "= nothing: no place has been added"
    assert result(BOARD, effect("SUMMON_UNIT", TempVariable=2)) == "= nothing: TargetPlayer names nobody"
    assert result(effect("EFFECT_DAMAGE", TempVariable=2)) == "= nothing changes by that"
    assert result(modify("DAMAGE_AMOUNT", "ADD", 1)) == "= nothing: there is no damage now"
    assert result(effect("ADD_LOCATION_REFERENCE", EffectLocation="CURRENT_TILE")) == "= no places"


def test_registers_before_and_after() -> None:
    assert result(modify("ACC", "SET", 5), modify("ACC", "MULTIPLY", Input="ACC")) == "= that number: 25, before 5"
    assert result(BOARD, effect("ADD_LOCATION_REFERENCE", EffectLocation="FOREST")) == "= places: the board, the forest"
    assert result(gold(2)) == "= done"
    assert result(modify("PLAYERS_GOLD", "ADD", Input="TARGET_COUNT", TargetPlayer="OWNER")) == "= that is 1"


def test_asserts_say_what_they_saw_and_what_was_not_reached() -> None:
    lines = story(effect("ASSERT", Input="ACC"), gold(), gold())
    assert lines[-2:] == ["= that is 0: the list ends here", "instructions 2 to 3 are not reached"]
    assert story(effect("ASSERT", TempVariable=3), gold())[2] == "= that is 3: going on"
    lines = story(effect("ASSERT_ROLE", SearchCriterion="AFFECTED_ENTITY"), gold())
    assert lines[-2:] == ["= the one it is done to is nobody: the list ends here", "instruction 2 is not reached"]


def test_lists_inside_lists_are_indented_and_the_summoned_are_named() -> None:
    thorns = {"POST_DAMAGE": [gold()]}
    state, _ = table(
        [
            skill(
                100,
                BOARD,
                find("OPPONENT", "UNIT"),
                effect("EFFECT_DAMAGE", TempVariable=1),
                effect("SUMMON_UNIT", TargetPlayer="OWNER", TempVariable=2),
            ),
            unit(101, hp=1, Interactions=thorns),
        ],
        p1={"hand": [100]},
        entities=[place("u", 101, "p2", 9)],
    )
    lines = story_of(state, state.parse("play 100"))
    inner = next(line for line in lines if "after damage was dealt" in line)
    assert inner.startswith(
        "    player 2's UNIT 101, gone from F6, after damage was dealt; the one who acts is player 1's"
    )
    assert "  4. summon MILITIA for the card's owner in every place" in lines


def test_marches_and_damage_tell_their_numbers() -> None:
    cards = [
        unit(101, Triggers={"CURRENT_TILE": {"ON_MARCH": [modify("MARCH_CURRENT_MOVEMENT", "ADD", 1)]}}),
        unit(102, movement=1, Interactions={"PRE_DAMAGE": [modify("DAMAGE_AMOUNT", "ADD", 2)]}),
    ]
    state, _ = table(cards, current="p2", entities=[place("a", 102, "p1", 2), place("b", 101, "p1", 2)])
    lines = [line.strip() for line in story_of(state, state.parse("done"))]
    assert "= steps left of the march: 2, before 1" in lines
    assert "= damage: 3, before 1" in lines
    assert any("(listening to the tile it stands on)" in line for line in lines)


def test_an_assert_of_a_role_that_does_not_exist_is_told() -> None:
    for more in ({}, {"SearchCriterion": "ORDINAL"}):
        assert story(effect("ASSERT_ROLE", **more), gold())[-2:] == [
            "= SearchCriterion names nobody: the list ends here",
            "instruction 2 is not reached",
        ]


@pytest.mark.parametrize("declared", EFFECTS, ids=lambda declared: declared.name)
def test_whatever_an_effect_is_given_can_be_told(declared: Effect) -> None:
    example = dict(declared.example)
    variants = [{"EffectType": declared.name}, example]
    for name, parameter in declared.parameters.items():
        words = [0, -1, 3] if parameter.vocabulary is None else parameter.vocabulary.names
        variants += [{**example, name: word} for word in words]
    told = 0
    for variant in variants:
        if read_card(document(skill(100, variant))) is not None:  # some are impossible
            lines = story(BOARD, find("BOTH", "UNIT|BUILDING"), variant)
            told += 1
            assert len([line for line in lines if line.startswith("= ")]) == 3, variant
    assert told > len(variants) / 3


def test_the_end_of_the_match_ends_the_story() -> None:
    assert (
        story(BOARD, find("OPPONENT", "PLAYER"), effect("KILL_ENTITIES"))[-1]
        == "the match is over, nothing more happens"
    )
    assert "broke the match" in story(modify("ACC", "SET", 10**9), modify("ACC", "ADD", 1))[-1]
    state, _ = table(p2={"deck": 0, "hp": 5})
    assert story_of(state, state.parse("done")) == []


def test_a_long_story_is_cut_and_what_repeats_is_told_once() -> None:
    state, _ = table([skill(100, *[gold()] * 200)], p1={"hand": [100]})
    told = EffectStory()
    state.trace, state.watch = told, told.note
    state.submit(state.parse("play 100"))
    assert len(told.lines) == MOST_LINES + 1
    assert story(*[gold()] * 200) == [
        "player 1's CARD 100, when this is played:",
        "1. add 1 to the gold of its owner (once per target)",
        "- player 1 gains 1 gold, now 6",
        "= done",
        "... these 3 lines 132 more times, with other numbers",
        "... and so on",
    ]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["a", "a"], ["a", "a"]),
        (["a 1", "  a 2", "    a 3"], ["a 1", "... this line 2 more times, with other numbers"]),
        (["x", *["a", "b"] * 3, "y"], ["x", "a", "b", "... these 2 lines 2 more times, with other numbers", "y"]),
    ],
)
def test_folding(lines: list[str], told: list[str]) -> None:
    assert folded(lines) == told


def test_a_story_can_be_told_anew() -> None:
    state, _ = table([skill(100, gold())], p1={"hand": [100, 100]})
    told = EffectStory()
    state.trace = told
    state.submit(state.parse("play 100"))
    assert len(told.lines) == 3
    told.clear()
    assert told.lines == []
    assert state.clone().trace is None
