"""The page for card authors: its tutorial is carried out command by command, its reference is made anew."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tablewright.games.marches.authoring.lint_flow import FlowLint
from tablewright.games.marches.authoring.mistakes import MISTAKES
from tablewright.games.marches.authoring.reference import MARK, example_scenario, example_story, prepared, reference
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
