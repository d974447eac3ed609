"""The solver: it agrees with brute force, its commands win in the console, and it knows what it has proven."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablewright.core.dice import Dice
from tablewright.games.maze.actions import FLIP
from tablewright.games.maze.game import GAME
from tablewright.games.maze.pieces import HOURGLASS, PASSAGE, START_TILES, SWITCH, TILE_LETTERS, TREASURE, WALL
from tablewright.games.maze.setup import MazeSetup
from tablewright.games.maze.solver.puzzles import random_puzzle
from tablewright.games.maze.solver.search import Limits
from tablewright.games.maze.solver.solve import Solution, solve, winnable
from tablewright.games.maze.state import MazeState, deal
from tests.games.maze.story import table
from tests.support.process import run_console


def brute_force(start: MazeState, most: int) -> int | None:
    """Return the lowest counter at the treasure that any commands with so many flips can reach: try them all."""
    layer = {start.key(): start}
    best: int | None = None
    for _ in range(most + 1):
        stack = list(layer.values())
        while stack:
            state = stack.pop()
            for action in state.legal_actions():
                if action.kind != FLIP:
                    after = state.clone()
                    after.apply(action)
                    if after.outcome is not None:
                        best = after.counter if best is None else min(best, after.counter)
                    elif after.key() not in layer:
                        layer[after.key()] = after
                        stack.append(after)
        flipped = {}
        for state in layer.values():
            state.apply(state.setup.actions.flip)
            flipped[state.key()] = state
        layer = flipped
    return best


def replay(state: MazeState, solution: Solution) -> None:
    """Check that the commands of a solution win with the counter it says."""
    state = state.clone()
    for line in solution.commands:
        assert state.outcome is None
        state.submit(state.parse(line))
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert state.counter == solution.flips


def tiny_maze(seed: int) -> MazeState:
    """Make two small rooms with hardly any space, in which anything may lie on the way to the treasure."""
    dice = Dice(seed)
    start = [WALL] * 25
    for tile in (*START_TILES, 7, 11, 14):
        start[tile] = PASSAGE
    start[13] = _any_of(dice, "PPPPPGGHM")
    way = [(2, 0)]  # into the other room, and on at random
    while len(way) < 8:
        row, column = way[max(0, len(way) - dice.roll(3))]
        down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[dice.roll(4) - 1]
        step = (row + down, column + right)
        if step[0] in range(5) and step[1] in range(5) and step not in [(0, 0), *way]:
            way.append(step)
    other = [WALL] * 25
    for row, column in way:
        other[row * 5 + column] = _any_of(dice, "PPPPPPPGHVMXC")
    for row, column in dice.shuffled(way[1:])[:3]:
        other[row * 5 + column] = TREASURE
    if dice.roll(2) == 1:  # a way to open the secret doors
        for who, tile in enumerate(dice.shuffled([7, 11, 14])):
            start[tile] = SWITCH + who
    return deal(MazeSetup(["SK"], {"S": bytes(start), "K": bytes(other)}), Dice(dice.raw()))


def _any_of(dice: Dice, letters: str) -> int:
    return TILE_LETTERS.index(letters[dice.roll(len(letters)) - 1])


def hourglass_on_an_edge(state: MazeState) -> bool:
    plans = state.setup.rooms.values()
    edge = [tile for tile in range(25) if tile // 5 in (0, 4) or tile % 5 in (0, 4)]
    return any(plan[tile] == HOURGLASS for plan in plans for tile in edge)


@pytest.mark.parametrize("chunk", range(4))
def test_brute_force_agrees_on_tiny_mazes(chunk: int) -> None:
    compared = 0
    for seed in range(chunk * 15, chunk * 15 + 15):
        state = tiny_maze(seed)
        solution = solve(state)
        if solution.winnable:
            replay(state, solution)
            assert solution.flips is not None
            hourglasses = sum(plan.count(HOURGLASS) for plan in state.setup.rooms.values())
            if solution.flips + 5 * hourglasses <= 20:
                best = brute_force(state.clone(), solution.flips + 5 * hourglasses)
                assert best is not None
                assert solution.at_least <= best <= solution.flips
                assert hourglass_on_an_edge(state) or (solution.proven and best == solution.flips)
                compared += 1
        elif seed % 5 == 0:
            assert brute_force(state.clone(), 12) is None
    assert compared > 2


@pytest.mark.parametrize("seed", range(12))
def test_solutions_of_random_layouts_win(seed: int) -> None:
    puzzle = random_puzzle(Dice(seed))
    state = GAME.new(GAME.setup(layout=" ".join(puzzle.layout)), puzzle.seed)
    assert puzzle.solution.proven
    replay(state, puzzle.solution)


@pytest.mark.parametrize(("layout", "seed"), [("SAD BCL", 987654321), ("CSF LEA", 1), ("LFCSA", 2), ("L A C S D", 3)])
def test_the_console_replays_a_solution_to_the_winning_line(layout: str, seed: int, tmp_path: Path) -> None:
    solution = solve(GAME.new(GAME.setup(layout=layout), seed))
    typed = "map\n" + "".join(f"{line}\n" for line in solution.commands)
    ran = run_console("maze", layout.split(), typed.encode(), tmp_path, RAND_SEED=str(seed))
    assert ran.stdout.decode().endswith(
        f"\nYou win, congratulations! It took you {solution.flips} card flips to find the treasure.\n"
    )
    assert ran.returncode == 0


def test_the_example_of_the_documents_is_proven() -> None:
    solution = solve(GAME.new(GAME.setup(layout="SAD BCL"), 987654321))
    assert (solution.flips, solution.at_least, solution.proven) == (49, 49, True)
    assert solution.positions > 500_000


@pytest.mark.parametrize("name", ["short", "corridor"])
def test_the_figures_of_layouts_that_ship_are_right(name: str) -> None:
    (about,) = (option.about for option in GAME.choices()[0].options if option.name == name)
    least, most = map(int, re.findall(r"(\d+) to (\d+) flips", about)[0])
    for seed in range(2):
        flips = solve(GAME.new(GAME.setup(layout=name), seed)).flips
        assert flips is not None
        assert least <= flips <= most


def test_a_position_in_the_middle_of_a_game_is_solved_from_there() -> None:
    state = GAME.new(GAME.setup(layout="short"), 11)
    whole = solve(state)
    assert whole.flips is not None
    for line in whole.commands[:40]:
        state.submit(state.parse(line))
    rest = solve(state)
    assert rest.flips == whole.flips
    assert rest.proven
    replay(state, rest)
    for line in rest.commands:
        state.submit(state.parse(line))
    with pytest.raises(ValueError, match="the match is over"):
        solve(state)


def test_the_limit_of_the_table_does_not_change_the_solution() -> None:
    rooms = GAME.setup(layout="short").rooms
    limited, free = (deal(MazeSetup(["CSF", "LEA"], rooms, limit), Dice(11)) for limit in (5, 0))
    assert solve(limited).flips == solve(free).flips


@pytest.mark.parametrize("layout", ["S", "SL", "SAL", "SA CL", "SAB CLE"])
def test_hopeless_mazes_are_known_as_such(layout: str) -> None:
    state = GAME.new(GAME.setup(layout=layout), 1)
    assert not winnable(state)
    solution = solve(state)
    assert (solution.winnable, solution.proven, solution.flips, solution.commands) == (False, True, None, ())


def test_whoever_starts_among_monsters_may_still_win() -> None:
    rooms = {"S": "WWWWW WPPPW WPPPM WPWWW WWWWW", "K": "WWWWW LLLWW PPPWW WWWWW WWWWW"}
    t = table("SK", "right up left down", rooms)
    assert winnable(t.state)
    solution = solve(t.state)
    replay(t.state, solution)
    assert solution.flips == brute_force(t.state.clone(), 12)
    away = {**rooms, "S": "WWWWM WPPPW WPPPP WPWWW WWWWW"}  # the fighter cannot get at this one
    assert not winnable(table("SK", "right up left down", away).state)


def test_an_hourglass_on_an_edge_makes_the_proof_honest() -> None:
    # To enter room K one has to stop on the hourglass in front of it, too early for it to be of any use.
    rooms = {"S": "WWWWW WPPPW WPPPG WPPPW WWWWW", "K": "WWWWW LLLWW PPPWW WWWWW WWWWW"}
    t = table("SK", "down right up left", rooms)
    solution = solve(t.state)
    assert solution.flips is not None
    best = brute_force(t.state.clone(), solution.flips + 5)
    assert best is not None
    assert solution.at_least <= best <= solution.flips
    replay(t.state, solution)


def test_without_time_there_is_a_way_and_a_bound() -> None:
    state = GAME.new(GAME.setup(layout="example"), 987654321)
    solution = solve(state, limits=Limits(seconds=0.01))
    assert not solution.proven
    assert solution.at_least < 49
    if solution.flips is not None:
        assert solution.flips >= 49
        replay(state, solution)
    nothing = solve(state, limits=Limits(seconds=0))
    assert (nothing.flips, nothing.commands, nothing.winnable, nothing.proven) == (None, (), True, False)


def test_without_memory_there_is_a_way_and_a_bound() -> None:
    state = GAME.new(GAME.setup(layout="castle"), 5)
    solution = solve(state, limits=Limits(megabytes=12))
    assert solution.flips is not None
    assert solution.at_least < solution.flips
    replay(state, solution)


def test_progress_is_told_layer_by_layer() -> None:
    told: list[tuple[int, int, int]] = []
    solution = solve(GAME.new(GAME.setup(layout="short"), 11), progress=lambda *told_now: told.append(told_now))
    assert [flips for flips, _, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][2] == solution.flips
    assert all(flips <= last for flips, last, _ in told)
