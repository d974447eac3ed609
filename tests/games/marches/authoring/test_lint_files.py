"""Which files are checked, and what is said about decks, scenarios, indexes and whole folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablewright.core.registry import find_game
from tablewright.games.marches.authoring.lint import check, claims, kind_of_file
from tablewright.games.marches.files import DATA, Catalogue, find_deck
from tests.games.marches.authoring.cards import KILL, check_card, found, gold, skill, unit
from tests.support.process import modules_imported_by
from tests.support.transcript import CONFORMANCE

#: Codes that only the files here show.
SHOWN = {
    "wrong-format",
    "unknown-card",
    "deck-rule",
    "two-buildings",
    "bad-index",
    "trailing-comma",
    "unreadable",
    "unusual-topic",
}
SCENARIOS = CONFORMANCE / "marches/scenarios"


def deck(**changes: Any) -> dict[str, Any]:
    with open(Path(DATA) / "decks/vanguard.json") as file:
        return {**json.load(file), **changes}


def scenario(**changes: Any) -> dict[str, Any]:
    plain = {
        "format": "marches-scenario/1",
        "id": "mine",
        "title": "Nothing happens",
        "covers": ["turn"],
        "basis": ["seed"],
        "state": {},
        "steps": [],
    }
    return {**plain, **changes}


def check_file(folder: Path, name: str, value: Any) -> list[tuple[str, str]]:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value, indent=1))
    assert claims(str(path))
    return [(problem.code, problem.message) for problem in check([str(path)])]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("7.json", "{}", "card"),
        ("-7.json", "", "card"),
        ("7-illustration.json", "{}", "illustration"),
        ("squire.json", '{"EntityType": "UNIT"}', "card"),
        ("mine.json", '{"format": "marches-scenario/1"}', "scenario"),
        ("mine.json", '{"format": "marchs-scenario/1"}', "scenario"),
        ("mine.json", '{"fromat": "marches-deck/1"}', "deck"),
        ("mine.json", '{"format": "march-deck"}', ""),
        ("mine.json", '{"format": "other/1"}', ""),
        ("mine.json", "{}", ""),
        ("7.txt", "{}", ""),
        ("seven-illustration.json", "{}", ""),
        ("index.csv", "1,2", ""),
    ],
)
def test_files_are_recognised_by_name_or_content(name: str, content: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(content)
    assert kind_of_file(str(path)) == kind
    assert find_game("marches").claims(str(path)) == bool(kind)


def test_files_that_cannot_be_read_are_not_claimed_unless_by_name(tmp_path: Path) -> None:
    assert kind_of_file(str(tmp_path / "missing.json")) == ""
    assert kind_of_file("a\0b.json") == ""
    assert kind_of_file(str(tmp_path / "nowhere" / "index.csv")) == ""
    assert [problem.code for problem in check([str(tmp_path / "1000.json")])] == ["unreadable"]


@pytest.mark.parametrize(
    ("changes", "code", "part"),
    [
        ({"format": "marches-deck/2"}, "wrong-format", "marches-deck/1"),
        ({"cards": {"THEIF": 30}}, "unknown-card", 'did you mean "THIEF"?'),
        ({"cards": {"9": 30}}, "deck-rule", "3 times, not 30"),
        ({"class": 2}, "bad-class", "card 2 is not a class"),
        ({"crads": {}}, "unknown-key", 'did you mean "cards"?'),
    ],
)
def test_mistakes_of_decks_are_reported(changes: dict[str, Any], code: str, part: str, tmp_path: Path) -> None:
    assert any(one == code and part in message for one, message in check_file(tmp_path, "mine.json", deck(**changes)))


def test_a_deck_knows_the_cards_beside_it(tmp_path: Path) -> None:
    check_card(tmp_path, unit())
    cards = {**deck()["cards"], "9 THIEF": 2, "SQUIRE": 1}
    assert check_file(tmp_path, "mine.json", deck(cards=cards)) == []
    (tmp_path / "100.json").unlink()
    assert [code for code, _ in check_file(tmp_path, "mine.json", deck(cards=cards))] == ["unknown-card"]


def test_a_number_that_two_folders_use_is_told(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "100.json").write_text(json.dumps(unit()))
    one, two = (str(tmp_path / folder / "100.json") for folder in ("one", "two"))
    told = [(problem.path, problem.message) for problem in check([one, two]) if problem.code == "same-number"]
    assert told == [(two, f"{one} has a card 100 too: the two cannot be used together")]
    assert not [problem for problem in check([one]) if problem.code == "same-number"]


def test_a_misspelt_entry_does_not_hide_the_mistakes_of_others(tmp_path: Path) -> None:
    cards = {**deck()["cards"], "5 STONE ROAD": 9, "THEIF": 1}
    found = check_file(tmp_path, "mine.json", deck(cards=cards))
    assert sorted(code for code, _ in found) == ["deck-rule", "unknown-card"]  # how many there are is not known
    assert any("STONE ROAD (5) may be in a deck 3 times, not 9" in message for _, message in found)


@pytest.mark.parametrize(
    ("changes", "code", "part"),
    [
        ({"format": "marches-scenario/2"}, "wrong-format", "marches-scenario/1"),
        ({"stepps": []}, "unknown-key", 'did you mean "steps"?'),
        ({"id": "yours"}, "wrong-id", "mine"),
        ({"covers": ["marching"]}, "unusual-topic", 'did you mean "march"?'),
        ({"state": {"p1": {"hand": [777]}}}, "unknown-card", "there is no card 777"),
        (
            {"state": {"entities": [{"card": 3, "owner": "p1", "tile": 5}, {"card": 4, "owner": "p2", "tile": 5}]}},
            "two-buildings",
            "another building",
        ),
        ({"cards": [skill([{**gold(), "Otput": 1}])]}, "unknown-key", 'did you mean "Output"?'),
        ({"cards": [skill([KILL])]}, "no-targets", "cannot be hurt or killed"),
        ({"cards": [{**unit(), "EntityType": "UNITE"}, skill([gold(0)])]}, "unknown-word", 'did you mean "UNIT"?'),
        ({"cards": [{**unit(), "EntityType": "UNITE"}, skill([gold(0)], Id=101)]}, "no-change", "ADD 0"),
    ],
)
def test_mistakes_of_scenarios_and_their_cards_are_reported_once(
    changes: dict[str, Any], code: str, part: str, tmp_path: Path
) -> None:
    problems = check_file(tmp_path, "mine.json", scenario(**changes))
    assert [one for one, message in problems].count(code) == 1
    assert any(part in message for one, message in problems if one == code)


def test_scenarios_are_strict_json_and_cards_are_not(tmp_path: Path) -> None:
    text = json.dumps(scenario())
    assert [code for code, _ in check_file(tmp_path, "mine.json", text[:-1] + ",}")] == ["trailing-comma"]
    assert found(check_card(tmp_path, json.dumps(unit())[:-1] + ",}")) == set()


def test_a_scenario_without_mistakes_or_without_hope_passes_through(tmp_path: Path) -> None:
    assert check_file(tmp_path, "mine.json", scenario()) == []
    assert [code for code, _ in check_file(tmp_path, "mine.json", '{"format": "marches-scenario/1"')] == ["bad-json"]


def test_a_scenario_knows_the_cards_beside_it(tmp_path: Path) -> None:
    check_card(tmp_path, unit())
    assert check_file(tmp_path, "mine.json", scenario(state={"p1": {"hand": [100]}})) == []


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("100,102", "there is no file 101.json"),
        ("100,100", "card 102 is not in the range"),
        ("a,b", "one line with the lowest and the highest"),
        ("1", "one line"),
    ],
)
def test_an_index_must_fit_the_cards_beside_it(text: str, part: str, tmp_path: Path) -> None:
    for number in (100, 102):
        (tmp_path / f"{number}.json").write_text(json.dumps(unit(Id=number)))
    problems = check_file(tmp_path, "index.csv", text)
    assert [code for code, _ in problems] == ["bad-index"] * len(problems)
    assert any(part in message for _, message in problems)


def test_an_illustration_can_be_checked_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "100-illustration.json"
    path.write_text(json.dumps({"Name": "SQUIRE", "Cost": "9", "Trible": "BASE"}))
    assert found(check([str(path)])) == {"unknown-key"}
    (tmp_path / "100.json").write_text(json.dumps(unit()))
    assert found(check([str(path)])) == {"unknown-key", "illustration-differs"}


def test_the_same_file_is_checked_once(tmp_path: Path) -> None:
    path = tmp_path / "100.json"
    path.write_text(json.dumps(unit(Hp=0)))
    assert len(check([str(path), str(path)])) == 1


@pytest.mark.skipif(not SCENARIOS.exists(), reason="the reference data is not beside this checkout")
def test_reference_scenarios_have_no_errors() -> None:
    problems = check([str(path) for path in sorted(SCENARIOS.glob("*.json"))])
    assert [problem for problem in problems if not problem.warning] == []


def test_shipped_decks_have_no_mistakes_and_can_be_found() -> None:
    paths = sorted((Path(DATA) / "decks").glob("*.json"))
    assert len(paths) >= 4
    assert check([str(path) for path in paths]) == []
    assert all(len(find_deck(path.stem, Catalogue()).cards) == 30 for path in paths)


def test_the_linter_loads_neither_schemas_nor_the_runner() -> None:
    loaded = modules_imported_by("tablewright.games.marches.authoring.lint")
    for name in ("authoring.reference", "authoring.schema", "scenarios.runner", "machine.trace"):
        assert f"tablewright.games.marches.{name}" not in loaded
