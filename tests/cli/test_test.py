"""``tablewright test``: scenarios run from the command line, as real processes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.games.marches.game import GAME
from tablewright.testing import random_record
from tests.games.marches.story import SCENARIOS, effect, gold, scenario_value, skill
from tests.support.transcript import program


def command(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program("tablewright"), "test", *arguments], capture_output=True, text=True, cwd=cwd)


def test_command_runs_a_folder(tmp_path: Path) -> None:
    ran = command(str(SCENARIOS), cwd=tmp_path)
    assert ran.returncode == 0
    assert "ok    march-whole-lane\n" in ran.stdout
    count = len(list(SCENARIOS.glob("*.json")))
    assert ran.stdout.endswith(f"{count} scenarios: {count} passed, 0 failed, 0 skipped\n")


def test_command_shows_the_first_difference_and_its_effects(tmp_path: Path) -> None:
    effects = [effect("ASSERT", Input="TARGET_COUNT", ModifierOperation="NOT"), gold()]
    value = scenario_value([skill(100, *effects)], p1={"hand": [100]})
    value["steps"] = [{"do": {"play": 100}, "expect": {"p1": {"gold": 6}, "p2": {"gold": 1}}}]
    (tmp_path / "story.json").write_text(json.dumps(value))
    (tmp_path / "skipped.json").write_text(json.dumps({**scenario_value(), "id": "skipped", "requires": ["x"]}))
    (tmp_path / "plain.json").write_text(
        json.dumps({**scenario_value(), "id": "plain", "steps": [{"expect": {"turn": 9}}]})
    )
    (tmp_path / "note.json").write_text("{}")
    ran = command("-q", ".", cwd=tmp_path)
    assert ran.returncode == 1
    assert "p1.gold: wanted 6, found 5" in ran.stdout
    assert "1. go on only if the number of targets is 0\n" in ran.stdout
    assert "= that is 1: the list ends here\n" in ran.stdout
    assert "instruction 2 is not reached\n" in ran.stdout
    assert "also step 0, p2.gold: wanted 1, found 5\n" in ran.stdout
    assert "no effect was carried out in that step\n" in ran.stdout
    assert "skip  skipped: it requires x\n" in ran.stdout
    assert ran.stdout.endswith("3 scenarios: 0 passed, 2 failed, 1 skipped\n")


def test_command_reports_mistakes_in_a_scenario(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"format": "marches-scenario/1", "stepz": [],}')
    ran = command("bad.json", cwd=tmp_path)
    assert ran.returncode == 1
    assert 'a scenario has no "stepz"; did you mean "steps"?' in ran.stdout
    assert "trailing-comma" in ran.stdout


def test_command_uses_cards_of_a_folder(tmp_path: Path) -> None:
    value = scenario_value(p1={"hand": [100]})
    value["steps"] = [{"do": {"play": 100}, "expect": {"p1": {"gold": 8}}}]
    (tmp_path / "story.json").write_text(json.dumps(value))
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "100.json").write_text(json.dumps(skill(100, gold(3))))
    assert "there is no card 100" in command("story.json", cwd=tmp_path).stdout
    assert command("story.json", "--cards", "cards", cwd=tmp_path).returncode == 0
    (tmp_path / "cards" / "101.json").write_text("{")
    ran = command("story.json", "--cards", "cards", cwd=tmp_path)
    assert ran.returncode == 2
    assert "101.json:1:2: error bad-json" in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "say which scenarios to run"),
        (["nowhere.json"], "nowhere.json: there is no such file or folder"),
        (["."], ".: there are no scenarios in this folder"),
        (["--from", "nowhere.txt"], "nowhere.txt cannot be read"),
    ],
)
def test_command_says_what_is_no_use(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    ran = command(*arguments, cwd=tmp_path)
    assert ran.returncode == 2
    assert sentence in ran.stderr


def test_command_makes_a_scenario_from_a_record(tmp_path: Path) -> None:
    record = random_record(GAME, GAME.setup(), 5)
    (tmp_path / "match.txt").write_text(str(record))
    ran = command("--from", "match.txt", "--after", "20", "--name", "turn", cwd=tmp_path)
    assert ran.returncode == 0
    (tmp_path / "turn.json").write_text(ran.stdout)
    assert command("turn.json", cwd=tmp_path).returncode == 0
    short = Record(GAME, record.setup, record.seed, record.seats, record.actions[:20])
    assert json.loads(ran.stdout)["state"]["turn"] == short.replay().view(None)["turn"]
    ran = command("--from", "match.txt", "--after", "9999", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (2, f"match.txt has {len(record.actions)} actions, not 9999\n")
    assert command("--from", "match.txt", cwd=tmp_path).returncode == 0


def test_a_match_of_a_game_without_scenarios_is_refused(tmp_path: Path) -> None:
    game = find_game("maze")
    (tmp_path / "match.txt").write_text(str(Record(game, game.setup(), 1, ["someone"], [])))
    ran = command("--from", "match.txt", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (2, "match.txt is a match of OOP1 Maze, which has no scenarios\n")
