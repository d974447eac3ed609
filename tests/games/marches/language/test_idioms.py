"""The table of idioms, read in both directions: every effect list becomes rows, and rows become the same list."""

from __future__ import annotations

import json
import random
from typing import Any

from tablewright.games.marches.files import shipped_cards
from tablewright.games.marches.language.cards import read_card
from tablewright.games.marches.language.effects import EFFECTS
from tablewright.games.marches.language.idioms import CHANGE_IN_NUMBER, IDIOMS, SINGLES, effects_of, rows_of
from tablewright.games.marches.language.reader import parse
from tablewright.games.marches.machine.chain import Instruction
from tests.games.marches.authoring.cards import ANY, BOARD, OWN_UNITS, damage, gold, skill
from tests.games.marches.random_cards import random_card


def instructions(effects: list[dict[str, Any]]) -> tuple[Instruction, ...]:
    card = read_card(parse(json.dumps(skill(effects))))
    assert card is not None
    return card.programs[0].instructions if card.programs else ()


def same(one: tuple[Instruction, ...], other: tuple[Instruction, ...]) -> bool:
    return [(step.effect, step.values) for step in one] == [(step.effect, step.values) for step in other]


def check_both_ways(program: tuple[Instruction, ...]) -> None:
    rows = rows_of(program)
    again = instructions(effects_of(rows))
    assert same(again, program)
    assert rows_of(again) == rows
    assert all("{" not in str(row) and str(row) for row in rows)


def test_shipped_and_random_lists_come_back_from_their_rows() -> None:
    for card in shipped_cards().values():
        for program in card.programs:
            check_both_ways(program.instructions)
    rng = random.Random(3)
    for number in range(200):
        made = read_card(parse(json.dumps(random_card(rng, number))))
        assert made is not None
        for program in made.programs:
            check_both_ways(program.instructions)


def test_every_idiom_can_be_written_and_is_read_again() -> None:
    for idiom in (*IDIOMS, *SINGLES):
        words = {
            name: min(idiom.only.get(name, {parameter.words[0].value if parameter.words else 2}))
            for name, parameter in idiom.parameters.items()
        }
        if idiom.name == "MODIFIER":  # not every value can be changed
            words["Output"] = idiom.parameters["Output"].vocabulary.by_name["TARGET_HP"].value
        program = instructions(idiom.write(words))
        assert idiom.read(program) == words, idiom
        assert "{" not in idiom.say(words)
    assert len(SINGLES) == len(EFFECTS)


def test_effects_that_belong_together_are_one_row() -> None:
    counted = {"EffectType": "MODIFIER", "Output": "ACC", "ModifierOperation": "SET", "Input": "TARGET_COUNT"}
    negated = {"EffectType": "MODIFIER", "Output": "ACC", "ModifierOperation": "MULTIPLY", "TempVariable": -1}
    again = {**counted, "ModifierOperation": "ADD"}
    program = instructions([BOARD, OWN_UNITS, ANY, OWN_UNITS, counted, damage(3), negated, OWN_UNITS, again, gold()])
    assert [row.idiom.name for row in rows_of(program)] == ["if-there", "change-in-number", "gain"]
    assert rows_of(program)[1].idiom is CHANGE_IN_NUMBER
    other = instructions([OWN_UNITS, counted, damage(3), negated, {**OWN_UNITS, "TargetPlayer": "BOTH"}, again])
    assert CHANGE_IN_NUMBER.read(other) is None


def test_a_place_is_only_said_where_it_is_the_only_one() -> None:
    forest = {**BOARD, "EffectLocation": "FOREST"}
    rows = rows_of(instructions([forest, OWN_UNITS, BOARD, OWN_UNITS]))
    assert str(rows[0]) == "choose every friendly unit on the forest"
    assert [row.idiom.name for row in rows[1:]] == ["also-there", "choose-found"]
