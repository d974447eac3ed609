"""A game in a file that nobody has installed: ``path/to/file.py:GAME`` wherever a command takes a game."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import tablewright
from tests.support.process import PATIENCE
from tests.support.transcript import ROOT, program
from tests.testing import tiny
from tests.web.serving import PERSON, served


def ask(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [program("tablewright"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "tests/testing/tiny.py", tmp_path / "tiny.py")
    return tmp_path


def test_commands_take_the_file_of_a_game(folder: Path) -> None:
    laws = ask("laws", "tiny.py:GAME", "--matches", 1, folder=folder)
    assert laws.stdout.endswith("Tiny: every law holds in 1 random matches with 12 actions\n"), laws.stderr
    played = ask("play", "tiny.py", "--seed", 4, folder=folder)
    assert played.stdout.startswith("Tiny, seed 4: bot normal against bot normal, 12 actions"), played.stderr


def test_processes_that_are_started_find_the_file_too(folder: Path) -> None:
    one, two = (
        ask("match", "tiny.py", "--bots", "greedy,random", "--games", 4, "--json", "--jobs", jobs, folder=folder)
        for jobs in (1, 2)
    )
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    (folder / "study.toml").write_text('game = "tiny"\nbots = ["random", "greedy"]\ngames = 2\n')
    studied = ask("lab", "study.toml", "--game-file", "tiny.py", "--jobs", 2, folder=folder)
    assert "matches; report" in studied.stdout, studied.stderr


def test_a_server_and_its_bots_find_the_file(folder: Path) -> None:
    with served(folder / "data", "--game-file", str(folder / "tiny.py")) as server:
        made = server.make("tiny", PERSON, {"kind": "bot", "bot": "hard"})
        ann = server.sit(made["id"], made["seats"][0]["token"])
        while "over" not in ann.wait_for_turn():
            assert ann.act(ann.choices()[0])["t"] == "ack"
        record = server.http.get(f"/api/v1/matches/{made['id']}/record").text
        assert "gave no answer" not in server.errors()
    assert tablewright.Record.parse(record, tiny.GAME).result


def test_a_record_of_such_a_game_is_opened_by_naming_the_file(folder: Path) -> None:
    record = tablewright.play(tiny.GAME, ["random", "random"], seed=3).record()
    assert tablewright.Record.parse(str(record), tiny.GAME).replay().outcome is not None
    (folder / "tiny.record").write_text(str(record))
    unknown = ask("replay", "tiny.record", folder=folder)
    assert unknown.returncode == 3
    assert 'there is no game "tiny"' in unknown.stderr
    assert "Result: " in ask("replay", "tiny.record", "--game-file", "tiny.py", folder=folder).stdout
    assert ask("verify", "tiny.record", "--game-file", "tiny.py:GAME", folder=folder).stdout.startswith("it replays")


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("absent.py", None, "there is no file absent.py"),
        ("json.py", "", 'json.py needs another name: there is a module "json" already'),
        ("empty.py", "", 'empty.py has no game "GAME"'),
        ("broken.py", "import tablewright\n1 / 0\n", "broken.py ends in ZeroDivisionError: division by zero (line 2)"),
        ("half.py", "def \n", "half.py ends in SyntaxError: invalid syntax (half.py, line 1) (line 1)"),
        ("a-b.py", "", "a-b.py cannot be imported: a module has a name of letters, digits and underscores"),
    ],
)
def test_a_file_without_a_game_is_refused_with_a_sentence(
    name: str, text: str | None, sentence: str, tmp_path: Path
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    ran = ask("match", name, "--bots", "random,random", folder=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr == f"tablewright match: {sentence}\n"
