"""Programs that play: the examples in any game, every way to go wrong told in a sentence, and nothing left running."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from tablewright.bots import pipe
from tablewright.bots.pipe import PipeBot
from tablewright.bots.play import play
from tablewright.bots.registry import make_bot
from tablewright.core.dice import Dice
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective, PlayerFault
from tablewright.core.record import BadRecord
from tablewright.core.registry import find_game
from tablewright.lab import identity
from tablewright.lab.run import run as run_study
from tablewright.lab.study import BadStudy, read_study
from tablewright.table.players import new_record
from tablewright.table.table import Table
from tablewright.table.thoughts import Thought
from tests.support.process import started
from tests.support.transcript import ROOT, program

GAMES = ["ooperations", "dungeons", "maze", "marches"]
PYTHON = f"{sys.executable} {ROOT}/examples/bots/any_game.py"
NODE = f"node {ROOT}/examples/bots/any_game.mjs"
#: How long anything may take before a test gives it up, in seconds.
PATIENCE = 30
#: A program that says who it is, with a child of its own, and says hello.
ALIVE = "sleep 600 > /dev/null 2>&1 & echo $$ $! > pids; "
HELLO = ALIVE + 'read line; echo \'{"t":"hello","protocol":1}\'; read line; '


def script(folder: Path, body: str) -> str:
    """Return the command of a program for a shell, which runs in a folder."""
    (folder / "bot.sh").write_text(f"cd '{folder}'\n{body}\n")
    return f"sh {folder / 'bot.sh'}"


def until(is_so: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < end:
        time.sleep(0.02)
    return is_so()


def running(folder: Path) -> list[str]:
    """Return those of the processes of a program that are still there; what has ended and waits to be seen is not."""
    pids = (folder / "pids").read_text().split()
    assert len(pids) == 2
    listed = subprocess.run(["ps", "-o", "stat=", "-p", ",".join(pids)], capture_output=True, text=True).stdout
    return [state for state in listed.split() if not state.startswith("Z")]


# --- playing


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("command", [PYTHON, NODE], ids=["python", "javascript"])
def test_the_examples_play_every_game(key: str, command: str) -> None:
    if not shutil.which(command.split()[0]):
        pytest.skip("there is no Node here")
    game = find_game(key)
    setup = game.setup()
    bots = [make_bot(f"pipe:{command}", game), *[make_bot("random", game, 5)] * (setup.seats - 1)]
    match = Match(game, setup, 7, limit=300)
    try:
        match.play(bots)
        heard = len(match.heard(0))
        assert match.over
        chosen = match.perspective(match.turn)
        if match.outcome is None:  # maze and dungeon are long by chance
            assert chosen.why_not(bots[0].choose(chosen)) is None
            assert bots[0].why().endswith(f"after {heard} lines")
    finally:
        bots[0].close()


def test_a_match_of_programs_can_be_played_again_and_names_them() -> None:
    first, second = (play("ooperations", [f"pipe:{PYTHON}", "random"], seed=7) for _ in range(2))
    assert first.actions == second.actions
    assert first.names == [f"pipe:{PYTHON}", "random"]


@pytest.mark.parametrize("key", GAMES)
def test_nothing_hidden_is_sent(key: str) -> None:
    game, dice = find_game(key), Dice(3)
    bot = PipeBot(game, ["no", "program"], budget=7, seconds=2.5)
    match = Match(game, game.setup(), 5, limit=200)
    compared = 0
    while not match.over:
        seat = match.turn
        if len(match) % 5 == 0:
            told = match.heard(seat)
            real = bot.question(Perspective(match.state, seat, lambda told=told: told))
            twin = bot.question(Perspective(match.state.resample(seat, dice), seat, lambda told=told: told))
            assert json.dumps(real) == json.dumps(twin)
            assert set(real) == set("t id seat view legal from told budget seconds".split())
            compared += 1
        legal = match.legal_actions()
        match.do(seat, legal[dice.roll(len(legal)) - 1])
    assert compared > 5
    assert set(bot.hello()) == {"t", "protocol", "game", "rules"}


KEEPING = """
import json, sys
for line in sys.stdin:
    print(line, end="", file=open("sent", "a"))
    got = json.loads(line)
    if got["t"] == "bye": break
    answer = {"t": "hello", "protocol": 1, "name": "Keeper"} if got["t"] == "hello" else {
        "t": "action", "id": got["id"], "action": got["legal"][-1], "why": "it \\x1b[2J was the last"}
    print(json.dumps(answer), flush=True)
"""


def test_what_is_sent_is_what_the_page_about_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(KEEPING)
    game = find_game("ooperations")
    bot = make_bot(f"pipe:budget=30 seconds=20 {sys.executable} bot.py", game)
    match = Match(game, game.setup(), 7)
    for _ in range(3):
        perspective = match.perspective(match.turn)
        action = bot.choose(perspective)
        assert action is perspective.legal_actions()[-1]
        assert bot.why() == "it [2J was the last"
        match.do(match.turn, action)
    match.go_back(1)
    bot.choose(match.perspective(match.turn))
    bot.close()
    sent = [json.loads(line) for line in Path("sent").read_text().splitlines()]
    assert [message["t"] for message in sent] == ["hello", *["choose"] * 4, "bye"]
    assert sent[0] == {"t": "hello", "protocol": 1, "game": "ooperations", "rules": game.version}
    assert [message["id"] for message in sent[1:5]] == [1, 2, 3, 4]
    assert {(message["budget"], message["seconds"]) for message in sent[1:5]} == {(30, 20.0)}
    known: list[str] = []
    for message in sent[1:5]:
        known[message["from"] :] = message["told"]
    assert known == match.perspective(match.turn).told
    page = (ROOT / "docs" / "bot-protocol.md").read_text("utf-8")
    for message in (sent[0], sent[1], sent[-1]):
        assert all(f"`{key}`" in page for key in message)


# --- going wrong

WRONG = {
    "ends at once": (ALIVE + "echo first >&2; echo no such card >&2; exit 3", "has ended with status 3: no such card"),
    "ends when asked": (HELLO + "exit 4", "has ended with status 4"),
    "is killed": (HELLO + "kill -9 $$", "has ended with status 137"),
    "closes its output": (HELLO + "exec >&-; exec sleep 600", "has closed its output"),
    "is silent": (HELLO + "sleep 600", "did not answer within 0.5 seconds"),
    "is silent on a full pipe": (HELLO + "yes >&2", "did not answer within 0.5 seconds"),
    "floods with lines": (HELLO + "yes", "said more than it was asked for"),
    "floods with a line": (HELLO + "tr '\\0' x < /dev/zero", "answered with more than 65,536 bytes"),
    "answers no JSON": (HELLO + "echo done; sleep 600", 'answered "done", which is no JSON'),
    "answers no text": (HELLO + "printf '\\377\\033[2J\\n'; sleep 600", "which is no JSON"),
    "answers no object": (HELLO + "echo 7; sleep 600", "answered 7, which is no JSON object"),
    "answers something else": (HELLO + "echo '{}'; sleep 600", "answered {} to question 1"),
    "answers another question": (
        HELLO + 'echo \'{"t":"action","id":2,"action":"done"}\'; sleep 600',
        'answered {"t": "action", "id": 2, "action": "done"} to question 1',
    ),
    "chooses what it cannot do": (
        HELLO + 'echo \'{"t":"action","id":1,"action":"fly"}\'; sleep 600',
        'chose "fly", which is not one of its legal actions',
    ),
    "speaks another protocol": (ALIVE + 'read a; echo \'{"t":"hello","protocol":2}\'; sleep 9', "not speak protocol 1"),
    "says no hello": (ALIVE + "read a; echo '{}'; sleep 9", 'answered {} to "hello"'),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_program_that_goes_wrong_is_named_with_its_seat_and_ended(what: str, tmp_path: Path) -> None:
    body, sentence = WRONG[what]
    name = f"pipe:seconds=0.5 {script(tmp_path, body)}"
    with pytest.raises(PlayerFault) as raised:
        play("ooperations", ["random", name], seed=7)
    told = str(raised.value)
    assert told.startswith("seat 2 (pipe:seconds=0.5 sh ")
    assert sentence in told
    assert told.isprintable()
    assert until(lambda: not running(tmp_path)), running(tmp_path)


def test_a_program_that_does_not_start_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "START_SECONDS", 0.4)
    with pytest.raises(PlayerFault, match=r"did not answer within 0.4 seconds$"):
        play("ooperations", ["random", f"pipe:{script(tmp_path, ALIVE + 'sleep 600')}"], seed=7)
    assert until(lambda: not running(tmp_path))


def test_a_program_is_closed_while_it_thinks(tmp_path: Path) -> None:
    game = find_game("ooperations")
    bot = make_bot(f"pipe:seconds=3600 {script(tmp_path, HELLO + 'touch asked; sleep 600')}", game)
    told: list[str] = []

    def ask() -> None:
        try:
            bot.choose(Match(game, game.setup(), 7).perspective(0))
        except PlayerFault as error:
            told.append(str(error))

    asking = Thread(target=ask)
    asking.start()
    assert until((tmp_path / "asked").exists)
    bot.close()
    asking.join(PATIENCE)
    assert len(told) == 1
    assert until(lambda: not running(tmp_path))


def test_a_program_that_ignores_the_goodbye_is_ended(tmp_path: Path) -> None:
    answer = 'echo \'{"t":"action","id":1,"action":"done"}\'; '
    game = find_game("ooperations")
    bot = make_bot(f"pipe:{script(tmp_path, HELLO + answer + 'sleep 600')}", game)
    assert bot.choose(Match(game, game.setup(), 7).perspective(0)).text == "done"
    assert len(running(tmp_path)) == 2
    bot.close()
    assert until(lambda: not running(tmp_path))


@pytest.mark.parametrize(("end", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_no_program_outlives_the_command_that_was_stopped(tmp_path: Path, end: int, status: int) -> None:
    name = f"pipe:seconds=600 {script(tmp_path, HELLO + 'touch asked; sleep 600')}"
    command = [program("tablewright"), "match", "ooperations", "--bots", f"{name},random"]
    with started(command, stderr=subprocess.PIPE) as process:
        assert until((tmp_path / "asked").exists)
        os.kill(process.pid, end)
        assert process.wait(PATIENCE) == status
        assert until(lambda: not running(tmp_path))


def test_commands_say_in_a_sentence_what_went_wrong(tmp_path: Path) -> None:
    script(tmp_path, HELLO + "exit 4")
    run = partial(
        subprocess.run, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
    )
    for arguments in (
        ["match", "ooperations", "--bots", "random,pipe:sh bot.sh", "--jobs", "2"],
        ["play", "ooperations", "--seat", "bot easy", "--seat", "bot pipe:sh bot.sh"],
    ):
        ran = run([program("tablewright"), *arguments])
        assert ran.returncode == 1
        assert ran.stderr.count("\n") == 1
        assert "has ended with status 4" in ran.stderr


# --- naming one


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("pipe", 'behind "pipe:" stands the command'),
        ("pipe:budget=5", 'behind "pipe:" stands the command'),
        ("pipe:no-such-program-here", 'there is no program "no-such-program-here" here'),
        ("pipe:sh 'x", "cannot be read: No closing quotation"),
        ("pipe:budget=many sh x", 'its budget must be a whole number from 1, not "many"'),
        ("pipe:budget=0 sh x", "its budget must be a whole number"),
        ("pipe:seconds=0 sh x", "its seconds must be a number up to 3600"),
        ("pipe:seconds=9999 sh x", "its seconds must be a number up to 3600"),
        ("pipe:seconds=nan sh x", "its seconds must be a number up to 3600"),
    ],
)
def test_a_command_that_cannot_be_used_is_refused_with_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^the bot .* cannot be made: ") as raised:
        make_bot(name, "ooperations")
    assert sentence in str(raised.value)


def test_no_visitor_and_no_file_can_name_a_program(tmp_path: Path) -> None:
    game = find_game("ooperations")
    name = f"pipe:{script(tmp_path, 'touch owned')}"
    refused = "would run a program, which nobody here has allowed"
    match = Match(game, game.setup(), 7)
    with pytest.raises(ValueError, match=refused):  # what a server does for the bots of its tables
        Thought.about(match, 0, name, 1).think()
    study = tmp_path / "study.toml"
    study.write_text(f'game = "ooperations"\nbots = ["{name}", "random"]\ngames = 1\n')
    with pytest.raises(BadStudy, match=refused):
        read_study(str(study))
    assert len(read_study(str(study), programs=True).pairings) == 3
    table = Table(new_record(game, game.setup(), ["Ann", "bot pipe:sh bot.sh"], 7), folder=str(tmp_path))
    table.do(table.match.legal_actions()[0])
    table.close()
    assert table.save is not None
    with pytest.raises(BadRecord, match=refused):
        Table.resume(table.save.path)
    resumed = Table.resume(table.save.path, programs=True)
    assert [bot.name for bot in resumed.seat_bots()] == ["pipe:sh bot.sh"]
    resumed.close()
    assert not (tmp_path / "owned").exists()


def test_the_lab_plays_programs_that_are_allowed_with_the_same_results_everywhere(tmp_path: Path) -> None:
    settings = {"game": "ooperations", "bots": [f"pipe:{PYTHON}", "random"], "games": 2, "mirrors": False}
    study = tmp_path / "study.toml"
    study.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items()))
    command = [program("tablewright"), "lab", str(study), "--jobs", "2"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert refused.returncode == 2
    assert "--programs" in refused.stderr
    ran = subprocess.run([*command, "--programs"], capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    found = json.loads((tmp_path / "study" / "summary.json").read_text("utf-8"))
    assert found["pairings"] == run_study(settings)["pairings"]


def test_the_lab_notices_that_a_program_has_changed(tmp_path: Path) -> None:
    game = find_game("ooperations")
    name = f"pipe:{script(tmp_path, 'exit 1')}"
    before = identity.bot_version(game, name)
    assert identity.bot_version(game, name) == before
    script(tmp_path, "exit 2")
    identity._file_hash.cache_clear()  # another run
    assert identity.bot_version(game, name) != before
