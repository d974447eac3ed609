"""Whatever is in a file, the check ends with proper messages."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablewright.core.problems import Problem
from tablewright.games.marches.authoring.explain import explain
from tablewright.games.marches.authoring.lint import check
from tablewright.games.marches.authoring.mistakes import MISTAKES
from tablewright.games.marches.files import DATA
from tablewright.games.marches.language.cards import PARAMETERS
from tablewright.games.marches.language.effects import EFFECT_OF_NAME
from tablewright.games.marches.language.vocabulary import FIELDS, INTERACTIONS, PLACES, TRIGGERS

FILES = sorted(Path(DATA).rglob("*.json")) + sorted((Path(__file__).parents[1] / "scenarios").glob("*.json"))
PIECES = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "null",
    "true",
    "-1",
    "1e9",
    "9" * 30,
    "\\",
    "\0",
    "é",
    "\n",
    '"EffectType"',
    "NaN",
]


def proper(problems: list[Problem]) -> None:
    for problem in problems:
        mistake = MISTAKES[problem.code]
        assert problem.warning == mistake.warning
        assert str(problem).isprintable(), problem
        assert 10 < len(problem.message) < 600
        assert problem.line >= 0
        assert problem.column >= 0


@pytest.mark.parametrize("seed", range(20))
def test_broken_files_get_proper_messages(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    refused = 0
    for _ in range(15):
        source = rng.choice(FILES)
        text = source.read_text("utf-8")
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice([*PIECES, ""]) + text[at + rng.randint(0, 3) :]
        path = tmp_path / source.name
        path.write_text(text, "utf-8")
        problems = check([str(path)])
        proper(problems)
        proper(explain([str(path)])[1])
        refused += any(not problem.warning for problem in problems)
        path.unlink()
    assert refused > 3


WORDS = sorted(
    {*EFFECT_OF_NAME, *PLACES.by_name, "UNIT", "OWNER", "ALL", "ACC", "SKILL", "PLAYER", "BUILDING", "NOT", ""}
)
KEYS = sorted(
    {*PARAMETERS, "EffectType", "Comment", *(field.name for field in FIELDS), *INTERACTIONS, *TRIGGERS, "BOARD"}
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.floats() | st.sampled_from(WORDS) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=6)
    ),
    max_leaves=25,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    card=st.dictionaries(st.sampled_from(KEYS), JSON, max_size=10),
    picture=JSON,
    kind=st.sampled_from(["UNIT", "SKILL", "PLAYER", "BUILDING"]),
)
def test_any_value_is_a_card_or_not(card: dict[str, Any], picture: Any, kind: str, tmp_path: Path) -> None:
    paths = [tmp_path / "100.json", tmp_path / "100-illustration.json"]
    paths[0].write_text(json.dumps({**card, "Id": 100, "EntityType": kind}), "utf-8")
    paths[1].write_text(json.dumps(picture), "utf-8")
    proper(check([str(path) for path in paths]))
