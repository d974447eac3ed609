"""The page for card authors: its tutorial is carried out command by command, its reference is made anew."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tablewright.cli import main
from tablewright.games.marches.authoring.lint_flow import FlowLint
from tablewright.games.marches.authoring.mistakes import MISTAKES
from tablewright.games.marches.authoring.reference import MARK, example_scenario, example_story, prepared, reference
from tablewright.games.marches.authoring.schema import SCHEMAS
from tablewright.games.marches.files import shipped_card
from tablewright.games.marches.language.cards import read_card
from tablewright.games.marches.language.codes import UNIT
from tablewright.games.marches.language.effects import EFFECTS, Effect
from tablewright.games.marches.language.reader import parse
from tests.support.transcript import ROOT, program

PAGE = ROOT / "docs/marches-cards.md"
TUTORIAL = PAGE.read_text("utf-8").partition(MARK)[0]


def test_the_tutorial_works_as_it_is_written(tmp_path: Path) -> None:
    """A JSON block goes into the file named last; commands must print what stands below them."""
    done = {"files": 0, "commands": 0}
    parts = re.split(r"^```(json|console)\n(.*?)^```\n", TUTORIAL, flags=re.DOTALL | re.MULTILINE)
    above = ""
    for text, language, block in zip(parts[0::3], [*parts[1::3], ""], [*parts[2::3], ""], strict=True):
        above += text
        if language == "json" and (names := re.findall(r"`(my-cards/[\w.-]+\.json)`", above)):
            path = tmp_path / names[-1]
            path.parent.mkdir(exist_ok=True)
            path.write_text(block)
            above = ""
            done["files"] += 1
        for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] if language == "console" else []:
            line, _, printed = command.partition("\n")
            words = shlex.split(line)
            output = words[words.index(">") + 1] if ">" in words else ""
            name, *arguments = words[: words.index(">")] if output else words
            ran = subprocess.run(
                [program(name), *arguments], cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL
            )
            assert ran.stderr == ""
            if output:
                assert json.loads(ran.stdout)["title"]
            elif printed:
                assert ran.stdout == printed
            else:
                assert ran.returncode == 0
                assert "drums against vanguard" in ran.stdout
            done["commands"] += 1
    assert done == {"files": 7, "commands": 12}


def test_the_reference_on_the_page_is_up_to_date() -> None:
    assert MARK + PAGE.read_text("utf-8").partition(MARK)[2] == reference()


def test_the_reference_has_every_effect_parameter_and_code() -> None:
    text = reference()
    for effect in EFFECTS:
        assert f"### {effect.name}\n" in text
        assert effect.about in text
        assert all(f"| `{name}` |" in text for name in effect.parameters)
    assert all(f"| `{code}` |" in text for code in MISTAKES)


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.name)
def test_the_example_of_every_effect_is_carried_out(effect: Effect) -> None:
    steps = prepared(effect)
    story = example_story(steps)
    last = [line for line in story if line.startswith(f"  {len(steps)}. ")]
    assert len(last) == 1, story
    assert not any("= nothing" in line or "no targets" in line or "no places" in line for line in story), story


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.name)
def test_the_example_of_every_effect_makes_sense(effect: Effect) -> None:
    """Examples end with the effect that they show, so its result may be unread, and one assert shows how to fail."""
    document = parse(json.dumps(example_scenario(prepared(effect))["cards"][0]))
    card = read_card(document)
    assert card is not None
    FlowLint(document, card, shipped_card).check()
    assert {problem.code for problem in document.problems} <= {"unread-result", "may-loop"}
    militia = shipped_card(2)
    assert militia is not None
    assert militia.kind == UNIT


# ------------------------------------------------------------------------------------------------------- the command


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
