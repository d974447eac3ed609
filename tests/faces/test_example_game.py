"""The example of a game of one's own, installed as a package and played in every face."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.process import PATIENCE
from tests.support.transcript import ROOT, program
from tests.web.serving import BOT, PERSON, Serving, served

EXAMPLE = ROOT / "examples/squall"

IN_THE_TERMINAL = """
from pathlib import Path
from tablewright.core.registry import find_game
from tablewright.table.players import new_record
from tablewright.tui.app import TablewrightApp
from tests.tui.support import drive, press, screen, settle

game = find_game("squall")
app = TablewrightApp(new_record(game, game.setup(), ["Ann", "bot easy"], 2), pace=0)

async def story(pilot):
    shown = await press(pilot, "f1")
    assert "a squall takes them all" in shown, shown     # its own help page
    await press(pilot, "escape")
    shown = screen(app)
    assert "In store: 10" in shown and "Ann: 0" in shown, shown     # its own board
    assert "Sail with goods worth" in shown, shown     # its own words
    match = app.screen.match
    app.screen.submit("sail 5")
    await settle(pilot)
    await press(pilot, "e", "e")     # the key that ends a turn, though there is more to do
    assert [action.text for action, seat in zip(match.actions, match.seats) if seat == 0] == ["sail 5", "land"]

drive(app, story)
print("played")
"""
IN_THE_ENVIRONMENTS = """
import gymnasium, pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from tablewright.envs import aec, gym, spiel

api_test(aec.env("squall", length="long"))
check_env(gymnasium.make("tablewright/squall-v1", opponent="normal").unwrapped)
game = pyspiel.load_game("tablewright_squall")
pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
print("learnt", aec.env("squall").arena.encoder.layout.names()[0])
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Install the example as anybody does, but where only these tests find it; every process sees it from then on."""
    site = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", str(site), str(EXAMPLE)],
        check=True,
        timeout=PATIENCE,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH", "")])))
        yield site


def ask(folder: Path, *arguments: str, typed: str = "") -> str:
    ran = subprocess.run(
        [program("tablewright"), *arguments], input=typed, capture_output=True, text=True, cwd=folder, timeout=PATIENCE
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def run(code: str) -> str:
    """Run Python in a process that finds the package."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}"
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_laws_hold(installed: Path, tmp_path: Path) -> None:
    assert "every law holds in 5 random matches" in ask(tmp_path, "laws", "squall", "--matches", "5")


def test_the_console_plays_it_and_the_record_is_replayed_verified_and_told(installed: Path, tmp_path: Path) -> None:
    played = ask(tmp_path, "console", "squall", "--seed", "2", "--save", "match.record", typed="1\n" * 100)
    assert "Sail with goods worth: 5 (sail 5)" in played
    result = played.rpartition("Result: ")[2].strip()
    assert result.startswith(("You won", "bot normal won"))
    assert "Result: seat" in ask(tmp_path, "replay", "match.record", "--at", "-1")
    assert ask(tmp_path, "verify", "match.record").startswith("it replays")
    assert "Captain 1 sails with" in ask(tmp_path, "export", "match.record")


def test_the_terminal_application_shows_its_board_words_and_help(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEWRIGHT_HOME", str(tmp_path))
    assert run(IN_THE_TERMINAL) == "played\n"


def test_bots_meet_on_any_number_of_cores(installed: Path, tmp_path: Path) -> None:
    one, two = (
        ask(tmp_path, "match", "squall", "--bots", "normal,easy", "--games", "40", "--json", "--jobs", jobs)
        for jobs in "12"
    )
    assert one == two
    normal, easy = json.loads(one)["wins"]
    assert normal > easy  # its heuristics are worth something


def test_a_study_notes_what_its_observer_sees(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(
        'game = "squall"\nbots = ["normal", "easy"]\ngames = 4\n[tables]\nlength = "all"\n'
    )
    assert "matches; report" in ask(tmp_path, "lab", "study.toml", "--jobs", "2")
    rows = [json.loads(line) for line in (tmp_path / "study/matches.jsonl").read_text().splitlines()]
    assert all(len(row["voyages"]) == len(row["lost"]) == 2 for row in rows)
    assert sum(sum(row["voyages"]) for row in rows) > 0


def test_three_libraries_learn_it_without_a_layout(installed: Path) -> None:
    assert run(IN_THE_ENVIRONMENTS).endswith("learnt hand length\n")


def test_people_play_it_on_a_server(installed: Path, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert "squall" in [game["key"] for game in server.get("games")]
        play_on(server)


def play_on(server: Serving) -> None:
    """Play a match through a socket as a browser does, with the bot of the server thinking in its own process."""
    made = server.make("squall", PERSON, BOT, setup={"length": "short"})
    ann = server.sit(made["id"], made["seats"][0]["token"])
    for _ in range(200):
        if "over" in ann.wait_for_turn():
            break
        assert ann.act(ann.choices()[0])["t"] == "ack"
    (view,) = [message["view"] for message in ann.heard if message["t"] == "snap"]
    assert len(view["hand"]) == 4
    record = server.http.get(f"/api/v1/matches/{made['id']}/record").text
    assert "\nresult: " in record
    assert "gave no answer" not in server.errors()  # its bot has thought, and not failed
