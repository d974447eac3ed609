"""``tablewright match``: honest counts for every number of workers, sentences for mistakes, a bar to watch."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from typing import NoReturn

import pytest

from tablewright.cli import main
from tablewright.core import registry
from tablewright.lab.runners import LostWorker
from tests.lab.endless import Endless
from tests.support.transcript import program


def match(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program("tablewright"), "match", *arguments], capture_output=True, text=True, timeout=300)


def test_greedy_beats_random_in_ooperations_and_the_count_does_not_depend_on_the_workers() -> None:
    arguments = ["ooperations", "--bots", "greedy,random", "--games", "20", "--json"]
    one, two = match(*arguments), match(*arguments, "--jobs", "2")
    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout == two.stdout
    value = json.loads(one.stdout)
    assert value["game"] == "ooperations"
    assert value["bots"] == ["greedy", "random"]
    assert value["games"] == 20
    assert sum(value["wins"]) + value["ties"] == 20
    assert value["interval"][0] <= value["rate"] <= value["interval"][1]
    assert value["rate"] >= 0.8


def test_a_table_for_people_and_scores_where_all_win_or_lose_together() -> None:
    ran = match("dungeons", "--bots", "random,greedy", "--games", "2", "--with", "dungeon=cellar")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert lines[0].split()[:4] == ["bot", "games", "wins", "ties"]
    assert [line.split()[0] for line in lines[1:3]] == ["random", "greedy"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "--bots", "a,b"], 'there is no game "chess"'),
        (["ooperations", "--bots", "random"], "is played by 2 bots"),
        (["ooperations", "--bots", "random,gredy"], 'there is no bot "gredy"'),
        (["ooperations", "--bots", "random,random", "--games", "0"], "--games must be at least 1"),
        (["ooperations", "--bots", "random,random", "--with", "deck1"], '"--with deck1" lacks a "="'),
        (["ooperations", "--bots", "random,random", "--with", "deck1=x"], 'there is no deck of player 1 "x"'),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(arguments: list[str], message: str) -> None:
    ran = match(*arguments)
    assert ran.returncode == 2
    assert message in ran.stderr
    assert "Traceback" not in ran.stderr


def test_alone_the_object_has_win_rate_and_mean_scores() -> None:
    ran = match("maze", "--bots", "solver,random", "--games", "2", "--json")
    value = json.loads(ran.stdout)
    assert (value["games"], value["wins"], value["rate"]) == (2, [2, 0], 1.0)
    assert value["scores"][0] < value["scores"][1]


def test_on_a_terminal_a_bar_shows_how_far_it_is() -> None:
    shown, end = pty.openpty()
    command = [program("tablewright"), "match", "ooperations", "--bots", "random,random", "--games", "3"]
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=end, timeout=300)
    os.close(end)
    bar = os.read(shown, 10_000).decode()
    os.close(shown)
    assert ran.returncode == 0
    assert "1 of 3 games" in bar
    assert "#" not in ran.stdout.decode()


def test_games_that_did_not_end_are_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    registry.register(Endless())
    assert main(["match", "endless", "--bots", "random,random", "--games", "1", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["wins"], value["ties"], value["stopped"], value["rate"]) == ([0, 0], 0, 1, 0.5)
    assert main(["match", "endless", "--bots", "random,random", "--games", "1"]) == 0
    assert "games had to be stopped because they did not end." in capsys.readouterr().out


def test_a_worker_that_is_gone_is_one_sentence_and_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(*_: object) -> NoReturn:
        raise LostWorker("a worker process died")

    monkeypatch.setattr("tablewright.cli.match.runner_for", lambda jobs: lose)
    assert main(["match", "ooperations", "--bots", "random,random", "--jobs", "2"]) == 1
    assert capsys.readouterr() == ("", "tablewright match: a worker process died\n")
