"""Cards: what loads, what is refused and how it is said, and the sets that ship with the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablewright.games.marches.files import COPIES, DATA, shipped_card, shipped_cards
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import read_card, read_card_file
from tablewright.games.marches.language.effects import EFFECTS
from tablewright.games.marches.language.vocabulary import KINDS, PLAYERS, TARGET_KINDS
from tablewright.games.marches.pieces import ABSENT, MarchesCard
from tests.games.marches.story import REFERENCE, Json, document, effect, gold, made, problems, skill, unit


def refusals(value: object) -> list[str]:
    found = document(value)
    assert read_card(found) is None
    return [line.partition(" ")[2] for line in problems(found)]


def card(value: object, illustration: object = None) -> MarchesCard:
    found = document(value)
    drawn = None if illustration is None else document(illustration)
    return made(read_card(found, drawn))


def numbers(loaded: MarchesCard) -> tuple[Any, ...]:
    return (
        loaded.id,
        loaded.kind,
        loaded.cost,
        loaded.rarity,
        loaded.options,
        loaded.targeting,
        loaded.owners,
        loaded.stats.key(),
        loaded.damage,
        loaded.gold,
        loaded.power,
    )


def programs(loaded: MarchesCard) -> dict[str, list[tuple[str, dict[str, int]]]]:
    return {
        program.name: [(step.effect.name, dict(step.values)) for step in program.instructions]
        for program in loaded.programs
    }


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference cards are not at hand")
def test_the_original_files_load_unchanged_and_mean_what_our_base_set_means() -> None:
    low, high = (REFERENCE / "cards" / "index.csv").read_text().split(",")
    for number in [number for number in range(int(low), int(high) + 1) if number]:
        loaded, found, drawn = read_card_file(str(REFERENCE / "cards" / f"{number}.json"))
        assert found.problems == []
        assert drawn is not None
        assert drawn.problems == []
        ours = made(shipped_card(number))
        assert numbers(made(loaded)) == numbers(ours)
        assert programs(made(loaded)) == programs(ours)
        assert made(loaded).name == ours.name


def test_shipped_sets() -> None:
    cards = shipped_cards()
    tribes: dict[str, list[MarchesCard]] = {}
    for loaded in cards.values():
        tribes.setdefault(loaded.tribe, []).append(loaded)
    assert set(tribes) == {"BASE", "FEN", "GUILD"}
    assert sum(loaded.kind == codes.PLAYER for loaded in tribes["BASE"]) == 3
    assert sum(loaded.kind != codes.PLAYER for loaded in tribes["BASE"]) == 22  # the 20 of the game, and two powers
    for tribe in ("FEN", "GUILD"):
        assert sum(loaded.rarity in COPIES for loaded in tribes[tribe]) == 8
        assert sum(loaded.kind == codes.PLAYER for loaded in tribes[tribe]) == 2
    assert len({loaded.name for loaded in cards.values()}) == len(cards)
    for path in Path(DATA, "cards").glob("*.json"):
        assert path.stem.removesuffix("-illustration") in {str(number) for number in cards}


def test_the_tribes_use_the_machine_in_ways_the_base_set_does_not() -> None:
    def used(tribes: set[str]) -> set[object]:
        found: set[object] = set()
        for loaded in shipped_cards().values():
            if loaded.tribe in tribes:
                for program in loaded.programs:
                    found.add(program.name)
                    found |= {item for step in program.instructions for item in step.values.items()}
                found.add(("targeting", loaded.targeting))
        return found

    base = used({"BASE"})
    for tribe in ("FEN", "GUILD"):
        assert len(used({tribe}) - base) >= 10
    used_effects = {step.effect for c in shipped_cards().values() for p in c.programs for step in p.instructions}
    assert used_effects == set(EFFECTS)


# ------------------------------------------------------------------------------------------------------- what loads


def test_defaults() -> None:
    plain = card({"Id": 7, "EntityType": "unit"})
    assert numbers(plain) == ((7, codes.UNIT, 0, 0, None, 0, codes.OWNER, ((0, 0), (0, 0), (0, 0), (1, 0)), 0, 0, 1))
    assert (plain.name, plain.text, plain.tribe, plain.programs) == ("CARD 7", "", "BASE", ())
    house = card({"Id": 8, "EntityType": "BUILDING", "Attack": "ignored"})
    assert house.stats.attack is ABSENT
    assert house.stats.denominator is ABSENT


def test_stats_are_read_in_any_order_and_stop_at_their_caps() -> None:
    hp = card(unit(1, hp=0) | {"Hp": {"Modifier": -2, "BaseValue": 3}}).stats.hp
    assert (hp.base, hp.modifier, hp.total) == (3, -2, 1)
    stats = card(unit(1) | {"Hp": -5, "MovementDenominator": {"Modifier": -9}, "Attack": {"BaseValue": -1}}).stats
    assert (stats.hp.total, stats.denominator.total, stats.attack.total) == (0, 1, 0)


def test_words_in_any_case_and_flags_joined() -> None:
    loaded = card(
        skill(
            1,
            effect("find_Entities", TargetPlayer="owner | Opponent", TargetType=" unit|PLAYER ", SearchCriterion="all"),
        )
    )
    values = loaded.programs[0].instructions[0].values
    assert (values["TargetPlayer"], values["TargetType"]) == (3, codes.UNIT | codes.PLAYER)
    assert card(skill(1, effect("SELECT_ENTITY", TargetPlayer="", TargetType="NONE", SearchCriterion="nothing")))


def test_vocabularies_write_what_they_read() -> None:
    assert PLAYERS.write(3) == "BOTH"
    assert TARGET_KINDS.write(codes.UNIT | codes.PLAYER) == "UNIT|PLAYER"
    assert TARGET_KINDS.write(0) == "NONE"
    assert KINDS.write(99) == ""
    assert TARGET_KINDS.unknown("UNIT|UNITE|x") == ["UNITE", "x"]
    assert KINDS.read("NONE") is None


def test_unknown_keys_unused_parameters_and_empty_lists_are_no_error() -> None:
    loaded = card(
        skill(1, effect("KILL_ENTITIES", Input="ACC", Colour="red"), Flavour={"x": [1]}, Triggers={"NOWHERE": 1})
        | {"Interactions": {"WHEN_PLAYED": [], "POST_DAMAGE": None, "pre_damage": [gold()]}}
    )
    assert [program.name for program in loaded.programs] == ["PRE_DAMAGE"]
    assert card({"Id": 1, "EntityType": "UNIT", "Interactions": None, "Triggers": {"BOARD": None}}).programs == ()


def test_target_options() -> None:
    assert card({"Id": 1, "EntityType": "SKILL", "TargetOptions": "Board"}).options == (0,)
    assert card({"Id": 1, "EntityType": "SKILL", "TargetOptions": []}).options == ()
    assert card({"Id": 1, "EntityType": "SKILL", "TargetOptions": None}).options is None


def test_name_text_and_tribe_come_from_the_illustration() -> None:
    loaded = card(skill(1), {"Name": "FOG", "Text": "No *march.*", "Tribe": "SKY", "Hp": "9", "Other": 1})
    assert (loaded.name, loaded.text, loaded.tribe) == ("FOG", "No *march.*", "SKY")
    assert card(unit(1), {"Name": "OTHER"}).name == "UNIT 1"


# --------------------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ([1], "wrong-kind a card must be an object, not a list"),
        ({"Id": 1}, "missing-field a card needs the field EntityType"),
        ({"EntityType": "UNIT"}, "missing-field a card needs the field Id"),
        ({"Id": 1, "EntityType": "UNTI"}, 'unknown-word there is no EntityType "UNTI"; did you mean "UNIT"?'),
        ({"Id": 1, "EntityType": 2}, "wrong-kind EntityType must be a text, not the number 2"),
        ({"Id": "x", "EntityType": "UNIT"}, 'wrong-kind Id must be a whole number, not the text "x"'),
        ({"Id": True, "EntityType": "UNIT"}, "wrong-kind Id must be a whole number, not true"),
        (unit(1) | {"Cost": 1.5}, "wrong-kind Cost must be a whole number, not the number 1.5"),
        (unit(1) | {"Hp": 10**12}, "number-range Hp is beyond 1,000,000,000"),
        (unit(1) | {"Hp": {"BaseValue": None}}, "wrong-kind BaseValue of Hp must be a whole number, not null"),
        (unit(1) | {"Name": 3}, "wrong-kind Name must be a text, not the number 3"),
        (unit(1) | {"Name": "a\nb"}, "bad-text Name must be one line of at most 60 characters"),
        (unit(1) | {"Name": "a" * 61}, "bad-text Name must be one line of at most 60 characters"),
        (unit(1) | {"TargetOptions": 3}, "wrong-kind TargetOptions must be a list of whole numbers"),
        (unit(1) | {"TargetOptions": ["x"]}, "wrong-kind an item of TargetOptions must be a whole number"),
        (skill(1) | {"TargetType": "TIEL"}, 'unknown-word there is no TargetType "TIEL"; did you mean "TILE"?'),
        (skill(1) | {"Interactions": []}, "wrong-kind Interactions must be an object, not a list"),
        (
            skill(1) | {"Interactions": {"PLAYED": []}},
            'unknown-word there is no interaction "PLAYED"; did you mean "WHEN_PLAYED"?',
        ),
        (skill(1) | {"Interactions": {"WHEN_PLAYED": 1}}, "wrong-kind WHEN_PLAYED must be a list of effects"),
        (skill(1) | {"Interactions": {"WHEN_PLAYED": [gold()], "when_played": [gold()]}}, "duplicate-key WHEN_PLAYED"),
        (
            unit(1) | {"Triggers": {"BORD": {}}},
            'unknown-word there is no place for triggers "BORD"; did you mean "BOARD"?',
        ),
        (
            unit(1) | {"Triggers": {"BOARD": {"ON_MARHC": []}}},
            'unknown-word there is no trigger "ON_MARHC"; did you mean "ON_MARCH"?',
        ),
        (unit(1) | {"Triggers": {"BOARD": 3}}, "wrong-kind BOARD must be an object, not the number 3"),
        (
            skill(1, gold()) | {"Interactions": {"WHEN_PLAYED": [gold()] * 201}},
            "too-many-effects a list has at most 200 effects",
        ),
        (skill(1, {}), "missing-field an effect needs an EffectType"),
        (skill(1, effect("X")), 'unknown-word there is no effect "X"'),
        (skill(1, {"EffectType": 3}), "wrong-kind EffectType must be a text, not the number 3"),
        (
            skill(1) | {"Interactions": {"WHEN_PLAYED": ["x"]}},
            'wrong-kind an effect must be an object, not the text "x"',
        ),
        (skill(1, effect("ASSERT", Input="AC")), 'unknown-word there is no Input "AC"; did you mean "ACC"?'),
        (
            skill(1, effect("ASSERT", TempVariable="1")),
            'wrong-kind TempVariable must be a whole number, not the text "1"',
        ),
        (skill(1, effect("KILL_ENTITIES", TargetType="UNITS|BUILDING")), 'unknown-word there is no TargetType "UNITS"'),
        (
            skill(1, effect("MODIFIER", ModifierOperation="ADD")),
            "impossible-effect Output: TEMP_VARIABLE can only be read",
        ),
        (
            skill(1, effect("MODIFIER", Output="ACC")),
            "impossible-effect ModifierOperation: a MODIFIER needs an operation",
        ),
        (
            skill(1, effect("MODIFIER", Output="TARGET_HP", ModifierOperation="NOT")),
            "impossible-effect ModifierOperation: NOT cannot be used on a stat",
        ),
    ],
)
def test_refusals_name_field_and_value(value: object, wanted: str) -> None:
    assert any(line.startswith(wanted) for line in refusals(value)), refusals(value)


def test_all_mistakes_of_a_card_are_reported_at_once() -> None:
    value = {"Id": "x", "EntityType": "UNIT", "Hp": [], "Interactions": {"A": [], "PRE_DAMAGE": [{}, effect("B")]}}
    assert len(refusals(value)) == 5


def test_illustrations_are_checked_too() -> None:
    found, drawn = document(skill(1)), document([1])
    assert read_card(found, drawn) is None
    assert problems(drawn) == ["1:1 wrong-kind an illustration must be an object, not a list"]
    drawn = document({"Text": 3})
    assert read_card(found, drawn) is None
    assert problems(drawn) == ["1:10 wrong-kind Text must be a text, not the number 3"]


def test_a_card_file_is_called_as_its_card(tmp_path: Path) -> None:
    path = tmp_path / "12.json"
    path.write_text('{"Id": 13,\n "EntityType": "UNIT"}')
    loaded, found, drawn = read_card_file(str(path))
    assert (loaded, drawn) == (None, None)
    assert problems(found) == ["1:8 wrong-id the Id is 13, but the file is called 12.json"]
    assert read_card_file(str(path), trusted=True)[0] is None
    path.write_text("{")
    assert read_card_file(str(path), trusted=True)[1].problems[0].code == "bad-json"


# ------------------------------------------------------------------------------------------------ the declarations


def test_every_effect_can_be_built_and_said_from_its_example() -> None:
    for declared in EFFECTS:
        loaded = card(skill(1, dict(declared.example)))
        step = loaded.programs[0].instructions[0]
        assert step.effect is declared
        assert "{" not in str(step)
        assert declared.about.endswith(".")
        assert declared.read(step.values) or declared.parameters == {}
        assert declared.written(step.values)


def test_every_word_of_every_parameter_can_be_said() -> None:
    for declared in EFFECTS:
        base = declared.complete({"Output": codes.ACC, "ModifierOperation": codes.ADD})
        for name, parameter in declared.parameters.items():
            for word in parameter.words:
                if name == "Output" and declared.refuse is not None and declared.refuse({**base, name: word.value})[0]:
                    continue
                assert "{" not in declared.say({**base, name: word.value})
    assert EFFECTS[0].parameters["TargetType"].say(codes.UNIT | codes.BUILDING) == "unit or building"


def test_what_instructions_read_and_write() -> None:
    def flow(value: Json) -> tuple[set[str], set[str]]:
        step = card(skill(1, value)).programs[0].instructions[0]
        return step.effect.read(step.values), step.effect.written(step.values)

    assert flow(effect("ADD_LOCATION_REFERENCE", EffectLocation="CURRENT_TILE")) == ({"places", "targets"}, {"places"})
    assert flow(effect("ADD_LOCATION_REFERENCE", EffectLocation="PLAY_TARGET")) == (
        {"places", "participants"},
        {"places"},
    )
    assert flow(effect("ADD_LOCATION_REFERENCE")) == ({"places"}, {"places"})
    assert flow(effect("MODIFIER", Output="ACC", ModifierOperation="SET", Input="TARGET_COUNT")) == (
        {"TARGET_COUNT", "targets"},
        {"ACC"},
    )
    assert flow(effect("MODIFIER", Output="TARGET_HP", ModifierOperation="ADD")) == (
        {"TEMP_VARIABLE", "TARGET_HP", "targets"},
        {"TARGET_HP"},
    )
    assert repr(EFFECTS[0]) == "<SELECT_ENTITY>"
    assert repr(EFFECTS[0].parameters["TargetType"].words[0]) == "<UNIT>"
