"""``tablewright schema``: what it prints, and what it says to words it does not know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablewright.cli import main
from tablewright.games.marches.authoring.reference import MARK, reference
from tablewright.games.marches.authoring.schema import SCHEMAS


def run(*words: str) -> int:
    return main(["schema", *words])


def test_schemas_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("marches") == 0
    assert json.loads(capsys.readouterr().out) == SCHEMAS["card"]()
    for kind, make in SCHEMAS.items():
        assert run("marches", kind) == 0
        assert json.loads(capsys.readouterr().out) == make()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["march"], 'did you mean "marches"?'),
        (["maze"], "maze has no JSON files; marches has"),
        (["marches", "crad"], 'did you mean "card"?'),
        (["marches", "--reference", "/nowhere/page.md"], "No such file"),
    ],
)
def test_unknown_words_get_a_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.out == ""


def test_the_reference_is_printed_or_put_into_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("marches", "--reference") == 0
    assert capsys.readouterr().out == reference()
    page = tmp_path / "page.md"
    page.write_text(f"# Mine\n\n{MARK}\nold\n")
    assert run("marches", "--reference", str(page)) == 0
    assert page.read_text("utf-8") == "# Mine\n\n" + reference()
    page.write_text("# Mine\n")
    assert run("marches", "--reference", str(page)) == 2
    assert "has no line" in capsys.readouterr().err


def test_cards_are_explained_with_the_names_of_their_neighbours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forest = {"EffectType": "ADD_LOCATION_REFERENCE", "EffectLocation": "FOREST"}
    summons = [{"EffectType": "SUMMON_UNIT", "TargetPlayer": "OWNER", "TempVariable": number} for number in (101, 777)]
    card = {"Id": 100, "EntityType": "SKILL", "TargetOptions": [], "Interactions": {"WHEN_PLAYED": [forest, *summons]}}
    (tmp_path / "100.json").write_text(json.dumps(card))
    (tmp_path / "101.json").write_text(json.dumps({"Id": 101, "EntityType": "UNIT", "Name": "PIKEMAN"}))
    (tmp_path / "102.json").write_text("{")
    (tmp_path / "103.json").write_text(json.dumps({"Id": 103, "EntityType": "UNIT"}))
    (tmp_path / "103-illustration.json").write_text('{"Name": 7}')
    paths = [str(tmp_path / f"{number}.json") for number in (100, 101, 102, 103)]
    assert run("marches", "--explain", *paths) == 1
    captured = capsys.readouterr()
    assert "summon PIKEMAN for you on the forest; summon card 777 for you on the forest." in captured.out
    assert "\n\nPIKEMAN (101): unit" in captured.out
    assert "102.json:1:2: error bad-json" in captured.err
    assert "103-illustration.json:1:10: error wrong-kind" in captured.err
    assert run("marches", "--explain", paths[2]) == 1
    assert capsys.readouterr().out == ""
