"""One word, one thing: no two classes share a name, and the glossary speaks of classes that exist."""

from __future__ import annotations

import ast
import re
from collections import defaultdict

from tests.support.process import modules_imported_by
from tests.support.transcript import ROOT

SOURCE = ROOT / "src" / "tablewright"
#: What each game has, under a name that says whose it is.
PARTS = ("Game", "Setup", "State", "Action")
GAMES = ("ooperations", "dungeons", "maze", "marches")
#: The files that every game has.
SKELETON = "game setup files pieces state actions reasons rules events views drawing".split()


def classes() -> dict[str, list[str]]:
    """Return where each public class of the sources is declared."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(SOURCE)))
    return found


def test_no_two_classes_share_a_name() -> None:
    assert {name: places for name, places in classes().items() if len(places) > 1} == {}


def test_every_game_has_the_same_skeleton() -> None:
    declared = classes()
    for game in GAMES:
        for part in PARTS:
            assert declared[f"{game.capitalize()}{part}"] == [
                f"games/{game}/{part.lower().replace('action', 'actions')}.py"
            ]
        missing = [name for name in SKELETON if not (SOURCE / "games" / game / f"{name}.py").exists()]
        assert missing == [], game


def test_the_glossary_names_classes_that_exist() -> None:
    page = (ROOT / "docs" / "contributor.md").read_text("utf-8")
    rows = re.findall(r"^\| [\w, ]+ \| .* \| ((?:`\w+`(?:, )?)+) \|$", page, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert {"Game", "State", "Match", "Table", "Choices", "Arena"} <= named
    assert named - classes().keys() == set()


def test_only_what_a_console_loads_does_without_typing() -> None:
    on_demand = ["tablewright.games.marches.language.texts"]  # for `info` in a console that is running
    consoles = [f"tablewright.consoles.{game}" for game in GAMES]
    loaded = set().union(*map(modules_imported_by, [*consoles, *on_demand]))
    light = re.compile(r"^from tablewright\.core\.light import .*\bTYPE_CHECKING\b", re.MULTILINE)
    for path in sorted(SOURCE.rglob("*.py")):
        name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
        if light.search(path.read_text("utf-8")):
            assert name in loaded, f"{name} can import typing as usual: no console loads it"
