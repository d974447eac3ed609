"""The JSON Schemas accept what the game accepts, and refuse what it refuses in a single file."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tablewright.games.marches import files
from tablewright.games.marches.authoring import schema_tables
from tablewright.games.marches.authoring.lint import check, kind_of_file
from tablewright.games.marches.authoring.schema import SCHEMAS
from tablewright.games.marches.files import DATA
from tablewright.games.marches.language.reader import read
from tablewright.games.marches.scenarios import scenario
from tests.games.marches.authoring.cards import BOARD, OWN_UNITS, building, gold, modify, skill, unit
from tests.games.marches.authoring.test_lint_effects import RIGHT, WRONG
from tests.games.marches.authoring.test_lint_files import deck
from tests.games.marches.authoring.test_lint_files import scenario as a_scenario
from tests.games.marches.authoring.test_mutations import (
    CARDS,
    missing_keys,
    misspelt_keys,
    misspelt_values,
    sampled,
    superfluous_keys,
    wrong_types,
)
from tests.games.marches.random_cards import random_card, random_class
from tests.support.transcript import CONFORMANCE

VALIDATORS = {kind: jsonschema.Draft202012Validator(make()) for kind, make in SCHEMAS.items()}
SHARED = CONFORMANCE / "marches"


def plain(path: Path) -> Any:
    root = read(str(path)).root
    assert root is not None
    return root.plain()


@pytest.mark.parametrize("kind", SCHEMAS)
def test_the_schemas_are_schemas_and_json(kind: str) -> None:
    schema = SCHEMAS[kind]()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"].endswith("2020-12/schema")
    assert json.loads(json.dumps(schema)) == schema


@pytest.mark.parametrize("folder", [Path(DATA), SHARED], ids=["ours", "originals"])
def test_every_shipped_and_original_file_is_accepted(folder: Path) -> None:
    if not folder.exists():
        pytest.skip("the reference data is not beside this checkout")
    count = 0
    for path in sorted(folder.rglob("*.json")):
        errors = list(VALIDATORS[kind_of_file(str(path))].iter_errors(plain(path)))
        # One of the reference scenarios shows that unknown keys do no harm; an editor should mark them.
        assert [error.message for error in errors if "Flavour" not in error.message] == [], path
        count += 1
    assert count > 60


@pytest.mark.parametrize("card", [*RIGHT, *(card for card, _, _ in WRONG)])
def test_cards_that_are_only_senseless_are_accepted(card: dict[str, Any]) -> None:
    assert [error.message for error in VALIDATORS["card"].iter_errors(card)] == []


def test_random_cards_that_load_are_accepted() -> None:
    rng = random.Random(3)
    for number in range(40):
        VALIDATORS["card"].validate(random_card(rng, number))
        VALIDATORS["card"].validate(random_class(rng, -number))


@pytest.mark.parametrize(
    "card",
    [
        unit(EntityType="unit"),
        unit(Hp={"BaseValue": 3}),
        unit(TargetOptions="board"),
        unit(_note="mine", **{"$schema": "card.schema.json"}),
        unit(Interactions=None),
        skill([{**gold(), "EffectType": "modifier", "TargetPlayer": "owner | OPPONENT", "Output": "players_gold"}]),
        skill([BOARD, {**OWN_UNITS, "TargetType": "UNIT|"}]),
        skill(Interactions={"when_played": None}),
        building(Triggers={"board": {"on_end_of_turn": []}}),
    ],
)
def test_what_the_loader_tolerates_is_accepted(card: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "100.json"
    path.write_text(json.dumps(card))
    assert [problem for problem in check([str(path)]) if not problem.warning] == []
    VALIDATORS["card"].validate(card)


@pytest.mark.parametrize(
    "effect",
    [
        modify("TARGET_COUNT"),
        modify("TEMP_VARIABLE"),
        modify("TARGET_HP", "NOT"),
        modify("ACC", "NONE"),
        {"EffectType": "MODIFIER", "Output": "ACC"},
        {"EffectType": "MODIFIER", "ModifierOperation": "ADD"},
    ],
)
def test_impossible_modifiers_are_refused(effect: dict[str, Any]) -> None:
    assert not VALIDATORS["card"].is_valid(skill([effect]))


def test_not_is_possible_for_plain_numbers() -> None:
    assert VALIDATORS["card"].is_valid(skill([modify("ACC", "NOT"), gold(Input="ACC")]))
    assert VALIDATORS["card"].is_valid(skill([modify("players_gold", "not", TargetPlayer="OWNER")]))


@pytest.mark.parametrize("maker", [misspelt_values, misspelt_keys, wrong_types, missing_keys, superfluous_keys])
def test_mistakes_that_are_errors_are_refused(maker: Any, tmp_path: Path) -> None:
    rng = random.Random(11)
    refused = 0
    for source in CARDS:
        card = plain(source)
        made = maker(card, rng) if maker in (misspelt_values, misspelt_keys) else ((wrong, "") for wrong in maker(card))
        for wrong, _ in sampled(made, rng, 3):
            path = tmp_path / source.name
            path.write_text(json.dumps(wrong))
            errors = [problem for problem in check([str(path)]) if not problem.warning]
            if errors:
                assert not VALIDATORS["card"].is_valid(wrong), (wrong, errors)
                refused += 1
    assert refused > 20 or maker is superfluous_keys


def test_the_tables_have_the_keys_that_the_readers_know() -> None:
    assert list(schema_tables.DECK) == list(files.DECK_KEYS)
    assert set(schema_tables.SCENARIO) == {*scenario.TOP_KEYS, *scenario.STARTS}
    assert set(schema_tables.STATE) == set(scenario.STATE_KEYS)
    assert set(schema_tables.PLAYER) == set(scenario.PLAYER_KEYS)
    assert set(schema_tables.ENTITY) == set(scenario.ENTITY_KEYS)
    assert set(schema_tables.NEW_GAME) == set(scenario.NEW_GAME_KEYS)
    assert set(schema_tables.STEP) == set(scenario.STEP_KEYS)
    assert set(schema_tables.EXPECT) == set(scenario.EXPECT_KEYS)
    assert set(schema_tables.SEEN_PLAYER) == set(scenario.EXPECT_PLAYER_KEYS)
    assert set(schema_tables.SEEN_ENTITY) == set(scenario.EXPECT_ENTITY_KEYS)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("deck", deck(cards={"9": 0})),
        ("deck", deck(cards={"9": "3"})),
        ("deck", deck(clas=3)),
        ("deck", deck(name=4)),
        ("deck", {"format": "marches-deck/1", "name": "x"}),
        ("scenario", a_scenario(new_game={"p1": {"deck": []}, "p2": {"deck": []}})),
        ("scenario", a_scenario(state={"entities": [{"card": 2, "owner": "p3", "tile": 0}]})),
        ("scenario", a_scenario(state={"entities": [{"card": 2, "owner": "p1", "tile": 18}]})),
        ("scenario", a_scenario(steps=[{"do": "end_trun"}])),
        ("scenario", a_scenario(steps=[{"do": {"play": 1, "options": 2}}])),
        ("scenario", a_scenario(steps=[{"expect": {"p1": {"gould": 3}}}])),
        ("scenario", a_scenario(steps=[{"expect": {"outcome": "FINE"}}])),
        ("scenario", a_scenario(cards=[unit(Cost="1")])),
        ("scenario", a_scenario(options={"starting_cards": -1})),
        ("illustration", {"Name": 5}),
        ("illustration", {"Nmae": "SQUIRE"}),
        ("card", skill([gold()] * 201)),
        ("card", unit(Name="A" * 61)),
        ("card", unit(Cost=2_000_000_000)),
    ],
)
def test_wrong_files_are_refused_by_schema_and_check_alike(kind: str, value: Any, tmp_path: Path) -> None:
    assert not VALIDATORS[kind].is_valid(value)
    name = {"card": "100.json", "illustration": "100-illustration.json"}.get(kind, "mine.json")
    (tmp_path / name).write_text(json.dumps(value))
    assert any(not problem.warning for problem in check([str(tmp_path / name)]))


def test_plain_decks_and_scenarios_are_accepted() -> None:
    VALIDATORS["deck"].validate(deck())
    VALIDATORS["scenario"].validate(a_scenario())
