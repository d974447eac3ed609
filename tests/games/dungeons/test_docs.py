"""The guide tells the truth: its example runs, its tables are the shipped ones."""

from __future__ import annotations

import re

import pytest

from tablewright.games.dungeons.files import PROBLEMS, parse_rooms
from tablewright.games.dungeons.game import dungeons, shipped
from tablewright.games.dungeons.tables import FOES, HEROES, ITEMS
from tests.support.transcript import ROOT

GUIDE = (ROOT / "docs" / "dungeons.md").read_text("utf-8")


def test_the_example_for_bot_writers_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    exec(compile(code, "docs/dungeons.md", "exec"), {})
    assert re.search(r"\((limit|defeat|flight), score \d+\)$", capsys.readouterr().out)


def test_the_guide_lists_the_shipped_dungeons_in_order() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d) \|", GUIDE, re.MULTILINE)
    assert rows == [(name, str(len(shipped(name)))) for name in dungeons()]


def test_the_guide_names_every_item_and_character_with_its_values() -> None:
    for item in ITEMS:
        assert item.abbreviation in GUIDE
    for hero in HEROES:
        values = (hero.health, hero.av, hero.strength, hero.vitality)
        assert f"| {hero.name} `{hero.letter}` | " + " | ".join(map(str, values)) in GUIDE
    for foe in FOES:
        values = (foe.health, foe.av, foe.strength, foe.vitality)
        assert f"| {foe.name} `{foe.letter}` | " + " | ".join(map(str, values)) in GUIDE


def test_the_dungeon_of_the_guide_is_a_good_one() -> None:
    (text,) = re.findall(r"    DUNGEON\n((?:    \d.*\n)+)", GUIDE)
    assert parse_rooms([line.strip() for line in text.splitlines()], "guide")[1] == []


def test_the_guide_explains_every_code_of_a_mistake() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", GUIDE, re.MULTILINE)
    explained = {code: meaning for code, meaning in rows if code in PROBLEMS}
    assert explained == PROBLEMS
