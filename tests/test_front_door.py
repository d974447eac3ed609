"""What ``import tablewright`` offers: few names, loaded when they are used, enough to write a program with."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tablewright
from tablewright.core.state import Action, Refused
from tests.core.toy import GAME as TOY
from tests.support.transcript import ROOT


def test_everything_promised_is_there_and_shows_its_use() -> None:
    assert dir(tablewright) == sorted([*tablewright.__all__, "__version__"])
    rooms = {path.stem for path in Path(tablewright.__file__).parent.iterdir()}
    assert rooms.isdisjoint(tablewright.__all__), "a room that is entered takes the name of its door"
    for name in tablewright.__all__:
        assert ">>>" in (getattr(tablewright, name).__doc__ or ""), name
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        _ = tablewright.chess  # type: ignore[attr-defined]


EXAMPLES = """
import doctest, tablewright
from tests.core.toy import GAME
finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
for name in ["tablewright", *tablewright.__all__]:
    game = tablewright.game("ooperations")
    shown = {"tablewright": tablewright, "game": game, "state": game.new(game.setup(), seed=7), "my_game": GAME}
    shown["match"] = tablewright.Match(game, game.setup(), seed=7)
    thing = tablewright if name == "tablewright" else getattr(tablewright, name)
    for example in finder.find(thing, name, module=False, globs=shown):
        runner.run(example)
print(runner.summarize(verbose=False))
"""


def test_the_examples_of_the_front_door_do_what_they_show() -> None:
    ran = subprocess.run([sys.executable, "-c", EXAMPLES], capture_output=True, text=True, cwd=ROOT, check=True)
    failed, attempted = map(int, re.findall(r"\d+", ran.stdout.splitlines()[-1]))
    assert failed == 0, ran.stdout
    assert attempted > 2 * len(tablewright.__all__)


def test_importing_it_loads_nothing_else() -> None:
    # Where the rules are compiled, what puts them on the path is loaded when Python starts.
    code = "import sys; before = set(sys.modules); import tablewright; print(*set(sys.modules) - before)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [name for name in ran.stdout.split() if name.startswith("tablewright")] == ["tablewright"]


@pytest.mark.parametrize(
    ("key", "turn", "seat", "line"),
    [
        ("ooperations", "round 1", 0, "done"),
        ("dungeons", "room 1, action 0", 0, None),
        ("maze", "flip 0", 0, "flip"),
        ("marches", "turn 1", 0, "done"),
    ],
)
def test_a_state_prints_as_its_picture_and_does_what_it_is_told(key: str, turn: str, seat: int, line: str) -> None:
    game = tablewright.game(key)
    state = game.new(game.setup(), seed=7)
    assert str(state) == state.picture(None)
    assert repr(state) == f"<{key}, {turn}, seat {seat} to act>"
    before = state.clone()
    action: Action = state.legal_actions()[0] if line is None else state.parse(line)
    told = state.do(action.text)
    before.submit(before.parse(action.text))
    assert state == before
    assert told
    assert all(isinstance(sentence, str) for sentence in told)
    with pytest.raises(Refused):
        state.do("xyzzy")
    assert state == before


def test_what_happens_is_told_to_who_does_it_and_to_who_watches() -> None:
    state = TOY.new(TOY.setup(), 1)
    seen: list[object] = []
    state.watch = seen.append
    assert state.do("take 2") == ["2 taken"]
    assert len(seen) == 1
    assert state.watch == seen.append


def test_a_match_of_bots_is_one_call() -> None:
    match = tablewright.play("ooperations", ["greedy", "random"], seed=7, deck1="stonewall")
    assert match.outcome is not None
    assert match.record().seats == ["greedy", "random"]
    assert repr(match) == f"<match of ooperations, seed 7, {len(match)} actions, {match.outcome}>"
    again = tablewright.play(tablewright.game("ooperations"), ["greedy", "random"], seed=7, deck1="stonewall")
    assert str(again.record()) == str(match.record())
    assert tablewright.Match.replay(match.record()).state == match.state
    with pytest.raises(ValueError, match="has 2 seats, but there are 1 bots"):
        tablewright.play("ooperations", ["greedy"], seed=7)


def test_a_game_can_be_registered_with_its_companions() -> None:
    code = """
import tablewright
from tablewright.bots.registry import levels, make_bot
from tests.core.toy import GAME
try: tablewright.game("toy")
except ValueError as error: print(error)
tablewright.register(GAME, levels={"easy": "random", "normal": "random", "hard": "search:20"})
print(tablewright.game("toy").title, [game.key for game in tablewright.all_games()], levels(GAME)["hard"])
print(tablewright.play("toy", ["hard", "easy"], seed=3).outcome)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second, third = ran.stdout.splitlines()
    assert first == 'there is no game "toy"'
    assert second == "Toy ['dungeons', 'marches', 'maze', 'ooperations', 'toy'] search:20"
    assert third.endswith("won (last stone)")
