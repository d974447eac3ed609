"""The plan of somebody who has to reveal the rooms: it never looks under one, and it finds what can be found."""

from __future__ import annotations

import pytest

from tablewright.core.dice import Dice
from tablewright.games.maze.game import GAME
from tablewright.games.maze.solver.explore import arrangements, explore, guarantee, next_leg
from tablewright.games.maze.solver.ground import Ground
from tablewright.games.maze.solver.plans import play
from tablewright.games.maze.solver.search import SearchStep
from tablewright.games.maze.solver.solve import solve
from tablewright.games.maze.state import MazeState
from tests.games.maze.story import table


def start(layout: str, seed: int) -> MazeState:
    return GAME.new(GAME.setup(layout=layout), seed)


@pytest.mark.parametrize(("layout", "seed"), [("SAD BCL", 987654321), ("short", 4), ("corridor", 5)])
def test_it_finds_the_treasure_and_is_no_better_than_knowing_everything(layout: str, seed: int) -> None:
    state = start(layout, seed)
    exploration = explore(state)
    for line in exploration.commands:
        state.submit(state.parse(line))
    assert state.outcome is not None
    assert state.counter == exploration.flips
    best = solve(start(layout, seed)).flips
    assert best is not None
    assert exploration.flips >= best
    assert len(set(exploration.revealed)) == len(exploration.revealed)


@pytest.mark.parametrize("seed", range(4))
def test_it_does_the_same_until_it_reveals_something_else(seed: int) -> None:
    state = start("SAD BCL", seed)
    sample = state.resample(0, Dice(seed))
    sample.deck = state.deck
    one, other = explore(state), explore(sample)
    for mine, its in zip(one.commands, other.commands, strict=False):
        assert mine == its
        for at, line in ((state, mine), (sample, its)):
            at.submit(at.parse(line))
        if state.view(0) != sample.view(0):
            break
    else:
        assert state.letters == sample.letters or one.commands == other.commands


def test_a_plan_for_somebody_who_does_not_know_a_room_never_leads_through_it() -> None:
    t = table("SB", "right up left down").put("F", "S", 2, 1)
    steps = [SearchStep(0, (13, 25, 31), "")]  # the fighter straight into room B
    with pytest.raises(ValueError, match="a room that nobody knows"):
        play(t.state, Ground(t.state, known_only=True), steps)


def test_it_scries_when_that_is_nearer() -> None:
    rooms = {"S": "WWWWW WPPPW WPPPP WPWWW WCWWW", "K": "WWWWW WLLLW PPPPW WWWWW WWWWW"}
    t = table("SK", "down up left right", rooms)
    exploration = explore(t.state)
    assert exploration.commands[:2] == ("move S down", "scry S right")
    assert exploration.revealed == "K"
    t.do(*exploration.commands)
    assert t.state.outcome is not None


def test_it_gives_up_where_nothing_more_can_be_revealed_or_won() -> None:
    exploration = explore(start("SL", 1))
    assert (exploration.flips, exploration.revealed) == (None, "L")
    assert guarantee(start("SL", 1)) is None


def test_every_arrangement_of_the_covered_rooms_is_tried() -> None:
    letters = [state.letters for state in arrangements(start("SA BC", 1))]
    assert len(letters) == len(set(letters)) == 6


def test_the_guarantee_covers_every_arrangement_that_can_be_won() -> None:
    rooms = {
        "S": "WWWWW WPPPW WPPPP WPPPW WWPWW",
        "K": "WWWWW WLLLW PPPPW WWWWW WWWWW",
        "Q": "WWPWW WPPPW PPPWW WWWWW WWWWW",
        "Z": "WWPWW WWPWW PPPWW WWWWW WWWWW",
    }
    state = table("SK QZ", "down up left right", rooms).state
    told: list[tuple[int, int]] = []
    found = guarantee(state, lambda *now: told.append(now))
    assert found is not None
    flips = [explore(other).flips for other in arrangements(state) if solve(other).winnable]
    assert found.arrangements == len(flips)
    assert found.at_most == max(number for number in flips if number is not None)
    assert sorted(found.worst) == list("KQSZ")
    assert found.average == pytest.approx(sum(number or 0 for number in flips) / len(flips))
    assert told == [(number, 6) for number in range(6)]


def test_the_limit_of_the_table_may_end_a_leg() -> None:
    snapshot = GAME.new(GAME.read_setup({"layout": ["CSF", "LEA"], "max_flips": 200}), 3).snapshot()
    state = GAME.restore({**snapshot, "counter": 200, "seen": 4, "active": 0})
    for line in next_leg(state):
        state.submit(state.parse(line))
    assert str(state.outcome) == "lost (too many flips, score 201)"
