"""``tablewright test``: scenarios run from the command line, as real processes."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tablewright.core.match import Match
from tablewright.core.record import Record
from tablewright.core.registry import find_game
from tablewright.games.marches import scenarios
from tablewright.games.marches.files import Catalogue
from tablewright.games.marches.game import GAME
from tablewright.testing import random_record
from tests.games.marches.story import SCENARIOS, effect, gold, scenario_value, skill
from tests.support.transcript import program


def command(*arguments: str, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    words = [program("tablewright"), "test", *arguments]
    return subprocess.run(words, capture_output=True, text=True, cwd=cwd, env=env, timeout=120)


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


OTHER = """\
def is_scenario(path):
    return "other" in path
def read_cards(folders):
    return None, []
def run(path, cards):
    return {}["nothing"]
"""


def test_a_scenario_that_cannot_be_run_does_not_stop_the_others(tmp_path: Path) -> None:
    package = tmp_path / "package"
    info = package / "other_games-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[tablewright.scenarios]\naaa = other_scenarios\n")
    (package / "other_scenarios.py").write_text(OTHER)
    work = tmp_path / "work"
    work.mkdir()
    (work / "other.json").write_text("{}")
    for name in ("first", "second"):
        (work / f"{name}.json").write_text(json.dumps({**scenario_value(), "id": name}))
    ran = command(".", cwd=work, env={**os.environ, "PYTHONPATH": str(package)})
    assert ran.returncode == 1
    assert (
        "FAIL  ./other.json\n      it cannot be run, which is no mistake of its author: KeyError: 'nothing'"
        in ran.stdout
    )
    assert "ok    first\n" in ran.stdout
    assert "ok    second\n" in ran.stdout
    assert ran.stdout.endswith("3 scenarios: 2 passed, 1 failed, 0 skipped\n")
    assert ran.stderr == ""


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


def test_a_scenario_from_a_record_has_the_steps_of_the_turn_and_what_they_changed(tmp_path: Path) -> None:
    record = random_record(GAME, GAME.setup(), 5)
    (tmp_path / "match.txt").write_text(str(record))
    first = next(number for number, line in enumerate(record.actions) if line.startswith("play"))
    ran = command("--from", f"match.txt@{first}", "--name", "turn", cwd=tmp_path)
    value = json.loads(ran.stdout)
    assert value["steps"][0]["do"]["play"] in value["state"][value["state"]["current"]]["hand"]
    assert value["steps"][0]["expect"]["outcome"] == "OK"
    assert value["steps"][-1]["do"] == "end_turn"
    (tmp_path / "turn.json").write_text(ran.stdout)
    assert command("turn.json", cwd=tmp_path).stdout.startswith("ok    turn\n")
    value["steps"][0]["expect"][value["state"]["current"]]["hand"].append(9)
    (tmp_path / "turn.json").write_text(json.dumps(value))
    assert ".hand: wanted" in command("turn.json", cwd=tmp_path).stdout


def test_scenarios_from_recorded_matches_hold(tmp_path: Path) -> None:
    held = 0
    for seed in range(5):
        match = Match.replay(random_record(GAME, GAME.setup(), seed))
        lines = [action.text for action in match.actions]
        for count in range(0, len(lines), 7):
            if lines[count].startswith("choose"):
                with pytest.raises(ValueError, match="in the middle of a choice"):
                    scenarios.write(match.at(count), "x", "y", lines[count:])
                continue
            value = scenarios.write(match.at(count), "x", "y", lines[count:])
            (tmp_path / "x.json").write_text(json.dumps(value))
            report = scenarios.run(str(tmp_path / "x.json"), Catalogue())
            assert [str(difference) for difference in report.differences] == []
            held += len(value["steps"])
    assert held > 50


def test_a_scenario_from_a_record_knows_where_a_trigger_waits(tmp_path: Path) -> None:
    """A WILL-O-WISP that was played slows whoever comes to its tile, also in a scenario that begins later."""
    record = Path(__file__).parents[1] / "corpus" / "marches" / "vanguard-fen-seed5.record"
    value = json.loads(command("--from", f"{record}@34", cwd=tmp_path).stdout)
    wisp = value["state"]["entities"][-1]
    assert (wisp["card"], wisp["played_at"]) == (24, 3)
    (tmp_path / "from-a-match.json").write_text(json.dumps(value))
    assert command("from-a-match.json", cwd=tmp_path).returncode == 0
    del wisp["played_at"]  # as if it had been summoned
    (tmp_path / "from-a-match.json").write_text(json.dumps(value))
    assert ".gold: wanted 2, found 3" in command("from-a-match.json", cwd=tmp_path).stdout


def test_a_match_of_a_game_without_scenarios_is_refused(tmp_path: Path) -> None:
    game = find_game("maze")
    (tmp_path / "match.txt").write_text(str(Record(game, game.setup(), 1, ["someone"], [])))
    ran = command("--from", "match.txt", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (2, "match.txt is a match of OOP1 Maze, which has no scenarios\n")
