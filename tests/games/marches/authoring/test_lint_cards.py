"""What the check says about the rest of a card: its keys, numbers, targets, name, illustration and text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tablewright.games.marches.authoring.lint import check
from tablewright.games.marches.authoring.lint_keys import distance, misspelt
from tablewright.games.marches.authoring.lint_text import TOPICS, acting, differences, plain_topics
from tablewright.games.marches.authoring.mistakes import MISTAKES
from tablewright.games.marches.files import DATA, shipped_cards
from tablewright.games.marches.language.cards import read_card
from tablewright.games.marches.language.reader import parse
from tests.games.marches.authoring import test_lint_effects, test_lint_files
from tests.games.marches.authoring.cards import (
    BOARD,
    KILL,
    OWN_UNITS,
    building,
    check_card,
    found,
    gold,
    skill,
    summon,
    unit,
)
from tests.support.transcript import CONFORMANCE, ROOT

PICTURE = {"Id": 100, "EntityType": "UNIT", "Name": "SQUIRE", "Cost": "1", "Hp": "2", "Attack": "1", "Movement": "1"}
CLASS = {"Id": 100, "EntityType": "PLAYER", "Name": "ABBOT", "Hp": 20, "CurrentGold": 5}


def replaced(card: dict[str, Any], old: str, new: str) -> str:
    text = json.dumps(card)
    assert old in text
    return text.replace(old, new, 1)


#: A card as value or text, the code it must get, part of the message.
ERRORS: list[tuple[Any, str, str]] = [
    ("{", "bad-json", "the file ends"),
    (replaced(unit(), "SQUIRE", "SQ\\\\qUIRE".replace("\\\\", "\\")), "bad-text", "means nothing"),
    (replaced(unit(), '"Cost": 1', '"Cost": 01'), "bad-number", "does not begin with 0"),
    (replaced(unit(), '"Cost": 1', '"Cost": 1, "Cost": 2'), "duplicate-key", "a second time"),
    ("[" * 40 + "]" * 40, "too-deep", "nested more than"),
    ("[" + "NaN," * 200 + "1]", "too-many-problems", "reading stopped"),
    ('"' + " " * 1_000_001 + '"', "too-large", "larger than"),
    (replaced(unit(), '"Attack"', '"Atack"'), "unknown-key", 'did you mean "Attack"?'),
    (replaced(unit(), '"Hp": 2', '"Hp": {"BaseValu": 3}'), "unknown-key", 'did you mean "BaseValue"?'),
    (replaced(skill([gold()]), '"Output"', '"output"'), "unknown-key", 'did you mean "Output"?'),
    (replaced(unit(), "UNIT", "UNITT"), "unknown-word", 'did you mean "UNIT"?'),
    (unit(Cost="1"), "wrong-kind", "Cost must be a whole number"),
    (unit(Cost=2_000_000_000), "number-range", "beyond"),
    ({"EntityType": "UNIT"}, "missing-field", "the field Id"),
    (skill([{**gold(), "Output": "TARGET_COUNT"}]), "impossible-effect", "can only be read"),
    ({**unit(), "TargetOptions": [0] * 101}, "too-many-values", "at most 100 items"),
    (skill([gold()] * 201), "too-many-effects", "at most 200 effects"),
    (unit(Id=101), "wrong-id", "the file is called 100.json"),
    ({**CLASS, "ActivePowerId": 2}, "bad-class", "not a skill played on the board"),
    ({**CLASS, "ActivePowerId": 777}, "bad-class", "there is no such card"),
    ({key: value for key, value in CLASS.items() if key != "Hp"}, "bad-class", "no health to begin with"),
]
WARNINGS: list[tuple[Any, str, str]] = [
    (unit(Flavour="brave"), "ignored-key", 'nobody reads "Flavour" of a card'),
    (building(Attack=2), "unused-field", "a BUILDING has no Attack"),
    (skill([gold()], Triggers={"BOARD": {"ON_FIRE": [gold()], "ON_MARCH": []}}), "unused-field", "no Triggers"),
    (skill(Name="SPARK"), "unused-field", "its name is in the illustration file"),
    (unit(Cost=-1), "out-of-range", "Cost should be at least 0, not -1"),
    ({**CLASS, "CurrentGold": -1}, "out-of-range", "CurrentGold should be at least 0, not -1"),
    (unit(Rarity=4), "out-of-range", "Rarity should be at most 3"),
    (unit(Hp={"BaseValue": -2, "Modifier": 5}), "out-of-range", "Hp should be at least 0"),
    (unit(TargetOptions=None), "never-played", "there is no such target"),
    (unit(TargetOptions=[99]), "never-played", "there is no such target"),
    ({k: v for k, v in unit().items() if k != "TargetOptions"}, "never-played", "TargetOptions is missing"),
    (unit(Rarity=0), "never-played", "and no card summons it"),
    (building(Rarity=0), "never-played", "a BUILDING of rarity 0 cannot be in a deck: nobody can ever use it"),
    (skill([gold()], Rarity=0), "never-played", "it is the power of no class"),
    (unit(Hp=0), "dies-at-once", "it has 0 HP and 0 damage"),
    (building(DamageTokens=2), "dies-at-once", "2 HP and 2 damage"),
    (unit(TargetOptions=[0, 4, 4]), "odd-options", "4 is listed twice"),
    (unit(TargetOptions=[0, 18]), "odd-options", "there is no 18; the tiles are 0 to 17"),
    (skill([gold()], TargetType="LANE", TargetOptions=[0, 3]), "odd-options", "the lanes are 0 to 2"),
    ({k: v for k, v in unit().items() if k != "Name"}, "no-name", "no Name on the card"),
    (unit(Name="MILITIA"), "same-name", "card 2 is called MILITIA too"),
    (skill([gold()]), "no-text", "no text that tells what it does: When this is played: add 1 to your gold."),
]
#: An illustration beside a squire, and what must be said about it.
PICTURES: list[tuple[Any, str, str]] = [
    ({**PICTURE, "Cost": "2"}, "illustration-differs", 'Cost is the text "2", but on the card it is "1"'),
    ({**PICTURE, "Cost": 1}, "illustration-differs", "Cost is a text here, not the number 1"),
    ({**PICTURE, "Rarity": "1"}, "illustration-differs", "Rarity is a whole number here"),
    ({**PICTURE, "Name": "KNIGHT"}, "illustration-differs", 'on the card it is the text "SQUIRE"'),
    ({**PICTURE, "Movement": "1/2"}, "illustration-differs", 'but on the card it is "1"'),
    ({**PICTURE, "Txet": "hello"}, "unknown-key", 'did you mean "Text"?'),
    ({**PICTURE, "Artist": "me"}, "ignored-key", "nobody reads"),
    ({**PICTURE, "Text": 5}, "wrong-kind", "Text must be a text"),
    ({**PICTURE, "Text": "A *brave unit."}, "bad-markup", 'one "*" is without its partner'),
    ({**PICTURE, "Text": "Friend of the #MILITIA."}, "bad-markup", 'one "#"'),
    ({**PICTURE, "Text": "Has no *atack.*"}, "unknown-keyword", 'did you mean "attack"?'),
    ({**PICTURE, "Text": "Friend of the #MILITA#."}, "unknown-name", 'did you mean "MILITIA"?'),
    ({**PICTURE, "Text": "Kill all enemies."}, "text-differs", "speaks of killing, but the card has no effects"),
    ({**PICTURE, "Tribe": "FENN"}, "unknown-tribe", 'no class has the tribe "FENN"; did you mean "FEN"?'),
    ([1], "wrong-kind", "an illustration must be an object"),
]


@pytest.mark.parametrize(("card", "code", "part"), [*ERRORS, *WARNINGS])
def test_each_mistake_of_a_card_is_reported_with_its_place(card: Any, code: str, part: str, tmp_path: Path) -> None:
    problems = [problem for problem in check_card(tmp_path, card) if problem.code == code]
    assert problems, found(check_card(tmp_path, card))
    assert any(part in problem.message for problem in problems), problems
    assert all(problem.warning == MISTAKES[code].warning for problem in problems)


@pytest.mark.parametrize(("picture", "code", "part"), PICTURES)
def test_each_mistake_of_an_illustration_is_reported(picture: Any, code: str, part: str, tmp_path: Path) -> None:
    problems = check_card(tmp_path, unit(), picture)
    assert [problem.code for problem in problems] == [code]
    assert part in problems[0].message
    assert problems[0].path.endswith("100-illustration.json")


def test_a_card_with_a_shipped_number_is_told_a_free_one(tmp_path: Path) -> None:
    problems = check_card(tmp_path, unit(Id=9), name="9")
    assert ("same-number", True) in [(problem.code, "THIEF" in problem.message) for problem in problems]
    assert "same-number" not in found(check_card(tmp_path, unit(Id=9, Name="thief"), name="9"))


def test_the_tribe_of_a_class_in_the_same_folder_is_known(tmp_path: Path) -> None:
    (tmp_path / "102.json").write_text(json.dumps({**CLASS, "Id": 102}))
    (tmp_path / "102-illustration.json").write_text(json.dumps({"Tribe": "OWLS"}))
    assert check_card(tmp_path, unit(), {**PICTURE, "Tribe": "OWLS"}) == []
    (problem,) = check_card(tmp_path, unit(), {**PICTURE, "Tribe": "OLWS"})
    assert 'did you mean "OWLS"?' in problem.message


def test_units_that_summon_each_other_without_end_are_found(tmp_path: Path) -> None:
    ends = [{**BOARD, "EffectLocation": "FOREST"}, summon(100)]
    (tmp_path / "101.json").write_text(json.dumps(unit("BOARD ON_END_OF_TURN", ends, Id=101, Name="PAGE")))
    ends = [{**BOARD, "EffectLocation": "FOREST"}, summon(101)]
    assert "may-loop" in found(check_card(tmp_path, unit("BOARD ON_END_OF_TURN", ends)))


def test_a_card_that_others_summon_or_have_as_power_may_have_rarity_0(tmp_path: Path) -> None:
    (tmp_path / "101.json").write_text(json.dumps(skill([{**BOARD, "EffectLocation": "FOREST"}, summon(100)], Id=101)))
    assert "never-played" not in found(check_card(tmp_path, unit(Rarity=0)))
    (tmp_path / "102.json").write_text(json.dumps({**CLASS, "Id": 102, "ActivePowerId": 100}))
    assert "never-played" not in found(check_card(tmp_path, skill([gold()], Rarity=0)))
    assert "never-played" in found(check_card(tmp_path, skill([gold()], Rarity=0, TargetOptions=None)))


def test_every_mistake_of_a_broken_card_is_reported_at_once(tmp_path: Path) -> None:
    broken = {
        "Id": "100",
        "EntityType": "UNIT",
        "Hp": True,
        "Atack": 1,
        "TargetOptions": [0, "4"],
        "Interactions": {
            "WHEN_PLAID": [],
            "PRE_DAMAGE": [{"EffectTyp": "ASSERT"}, 7, {"EffectType": "ASERT", "Input": "AC"}, {**KILL, "Inptu": 1}],
        },
        "Triggers": {"BORD": {"ON_MARCH": [{"EffectType": 5, "SearchCriterion": "EVERY"}]}, "BOARD": []},
    }
    problems = check_card(tmp_path, broken)
    messages = " ".join(problem.message for problem in problems)
    assert all(problem.line for problem in problems)
    assert sum(not problem.warning for problem in problems) >= 15
    for word in ("Attack", "EffectType", "WHEN_PLAYED", "ASSERT", "ACC", "Input", "BOARD"):
        assert f'did you mean "{word}"?' in messages


# ------------------------------------------------------------------------------------------------- text and program


def texts(card: dict[str, Any], text: str) -> list[str]:
    loaded = read_card(parse(json.dumps(card)))
    assert loaded is not None
    return differences(loaded, text)


ENEMY_UNIT = {**OWN_UNITS, "TargetPlayer": "OPPONENT"}


@pytest.mark.parametrize(
    ("card", "text", "part"),
    [
        (skill([gold(2)]), "Draw 2 cards.", "says nothing of gold"),
        (skill([gold(2)]), "You get 3 gold.", "does not say 2"),
        (skill([gold(1)]), "You get 3 gold.", "the text says 3, but the program does not"),
        (skill([gold(2)]), "You get 2 gold and draw a card.", "speaks of drawing cards, but the program does not"),
        (skill([BOARD, ENEMY_UNIT, KILL]), "Kill your units.", "does not speak of the enemy, but the program does"),
        (skill([BOARD, OWN_UNITS, KILL]), "Kill every enemy unit.", "speaks of the enemy, but the program"),
        (skill([BOARD, {**OWN_UNITS, "TargetPlayer": "BOTH"}, KILL]), "Kill every enemy unit.", "speaks of the enemy"),
        (skill([gold(2, TargetPlayer="OPPONENT")]), "Gain 2 gold.", "does not speak of the enemy"),
        (unit(), "Draws a card.", "the card has no effects"),
    ],
)
def test_texts_that_do_not_say_what_the_program_does_are_found(card: dict[str, Any], text: str, part: str) -> None:
    assert any(part in difference for difference in texts(card, text))


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (skill([gold(2)]), "Gain 2 *gold.*"),
        (skill([gold(2)]), "Two coins for you."),
        (skill([BOARD, ENEMY_UNIT, KILL]), "Destroy all enemy units."),
        (skill([{**BOARD, "EffectLocation": "FOREST"}, summon(), summon()]), "Place two #MILITIA# in the forest."),
        (unit(), "Nobody knows his name."),
    ],
)
def test_texts_that_say_it_in_other_words_are_left_alone(card: dict[str, Any], text: str) -> None:
    assert texts(card, text) == []


def test_the_lexicon_knows_what_every_acting_effect_is_about() -> None:
    for card in shipped_cards().values():
        for program in card.programs:
            for instruction in program.instructions:
                if acting(instruction):
                    assert plain_topics(instruction), instruction
    assert all(strong or weak for strong, weak in TOPICS.values())


# ------------------------------------------------------------------------------------------------------ the codes


def test_every_code_of_the_table_is_shown_by_a_case_here() -> None:
    shown = {code for _, code, _ in [*ERRORS, *WARNINGS, *PICTURES, *test_lint_effects.WRONG]}
    shown |= {"same-number"} | test_lint_files.SHOWN
    assert shown == set(MISTAKES)


def test_every_code_in_the_sources_is_in_the_table() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "src/tablewright/games/marches").rglob("*.py"))
    reported = set(re.findall(r'(?:report|warn)\(\s*"([a-z-]+)"', sources))
    assert reported == set(MISTAKES)


# -------------------------------------------------------------------------------------------------- reference cards


@pytest.mark.parametrize("folder", [Path(DATA), CONFORMANCE / "marches/cards"], ids=["ours", "originals"])
def test_shipped_and_original_cards_have_neither_errors_nor_warnings(folder: Path) -> None:
    if not folder.exists():
        pytest.skip(f"{folder.name}: the reference data is not beside this checkout")
    paths = [str(path) for path in folder.rglob("*") if path.suffix in (".json", ".csv")]
    assert len(paths) > 40
    assert check(paths) == []


def test_distances_count_added_dropped_changed_and_swapped_letters() -> None:
    assert [distance("attack", word) for word in ("attack", "atack", "attacck", "attock", "attcak", "")] == [
        0,
        1,
        1,
        1,
        1,
        6,
    ]
    assert misspelt("Movment", ["Movement", "Attack"]) == "Movement"
    assert misspelt("movement_denominator", ["MovementDenominator", "Movement"]) == "MovementDenominator"
    assert misspelt("Comment", ["Movement", "Attack"]) == ""
